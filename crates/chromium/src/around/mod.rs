//! What is around a page: settings, cookies, storage, console, requests, scripts of the user, printing.

mod text;
pub(crate) mod traffic;
