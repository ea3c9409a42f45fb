//! The engine that needs no browser: HTTP, cookies, HTML, forms, history

mod act;
mod content;
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
