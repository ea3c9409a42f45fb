//! The engine over Chromium: everything an agent needs from a real browser, over the DevTools protocol.
//!
//! The nouns, from the outside in:
//! - [`Browsers`]: the browser processes of this process, started when first needed, restarted when dead.
//! - `Browser`: one running browser, started here or connected to, and the task that reads its events.
//! - `Context`: one isolated browsing context of it; a [`ChromiumEngine`] owns one.
//! - `Live`: what is known of a tab at any moment, kept up to date by events: frames, worlds, loading, dialogs,
//!   requests, console. A `ChromiumTab` is the handle that commands come through.
//! - `Frame`: a frame of a tab, in whichever process. In each document of it our *world* is installed: an isolated
//!   world, whose globals no page can see, with the one object `surefoot`, the functions of `world/*.js`.
//!
//! Nothing of surefoot is visible to the page: no attribute, no global, no event.

mod act;
mod adopt;
mod around;
mod browser;
mod browsers;
mod certificates;
mod collect;
mod context;
mod dialogs;
mod downloads;
mod effects;
mod engine;
mod errors;
mod events;
mod find;
mod flags;
mod frame;
mod going;
mod install;
mod intercept;
mod live;
mod nav;
mod net_errors;
mod options;
mod owners;
mod picture;
mod process;
mod profile;
mod protocol;
mod reading;
mod settle;
mod tab;
mod world;

pub use around::devices::{Device, device, devices};
pub use browsers::Browsers;
pub use engine::ChromiumEngine;
pub use find::{BrowserKind, FoundBrowser, find_browser};
pub use install::{InstallStep, install_steps};
pub use options::LaunchOptions;
