//! The engine that needs no browser: HTTP, cookies, HTML, forms, history

pub mod dom;
mod form;
pub mod net;
pub mod text;
