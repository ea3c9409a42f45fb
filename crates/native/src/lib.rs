//! The engine that needs no browser: HTTP, cookies, HTML, forms, history

pub mod net;
pub mod text;
