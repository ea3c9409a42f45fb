//! The binary over the Chromium engine, on pages with scripts and on real applications, one subject a module.
//!
//! Most pages write what happened to them into their `#log`, so the page is the witness, not surefoot.

mod apps;
mod auto;
mod banner;
mod certificates;
mod dialogs;
mod downloads;
mod drag;
mod editing;
mod endings;
mod frames;
mod lists;
mod login;
mod many;
mod motion;
mod popups;
pub(crate) mod processes;
mod routes;
mod shadow;
pub(crate) mod slots;
pub(crate) mod stage;
mod started;
mod waits;
mod watched;
mod widgets;
