//! What is around a page: settings, cookies, storage, console, requests, scripts of the user, printing.

pub(crate) mod agent;
pub(crate) mod auth;
mod check;
pub(crate) mod console;
pub(crate) mod cookies;
pub(crate) mod devices;
pub(crate) mod emulation;
pub(crate) mod evaluate;
mod network;
mod parts;
pub(crate) mod pdf;
pub(crate) mod read;
pub(crate) mod storage;
mod text;
pub(crate) mod traffic;
pub(crate) mod until;
mod values;
mod wire;
