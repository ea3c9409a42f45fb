//! The engine that needs no browser: HTTP, cookies, HTML, forms, history.
//!
//! The way of a page: [`net`] fetches bytes, [`text`] decodes them, [`dom`] parses them into an arena, `style` says what
//! of it is rendered, `document` keeps it alive, `form` and `act` change it, and [`NativeTab`] moves between documents.
//! No script is run: what only a script could do is refused with `unsupported`, never pretended.

mod act;
mod content;
mod cookies;
mod document;
pub mod dom;
mod engine;
mod errors;
mod form;
mod frames;
mod history;
mod load;
pub mod net;
mod refresh;
mod scripts;
mod style;
mod tab;
pub mod text;

pub use engine::NativeEngine;
pub use tab::NativeTab;
