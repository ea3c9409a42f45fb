// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below d6157b6c937d08626407aea6b0758be68bde6e893a34a04bb29523f73ec35e81

//! Types of the commands and events that are used, a module per domain of the protocol.
//!
//! A command is a struct that implements [`Command`](crate::Command), an event one that implements
//! [`Event`](crate::Event). The descriptions are those of the DevTools protocol, Copyright The Chromium Authors, under
//! the BSD 3-clause licence (npm package devtools-protocol).
#![allow(
    clippy::too_many_arguments,
    clippy::struct_field_names,
    reason = "names and shapes are the protocol's"
)]

pub mod accessibility;
pub mod browser;
pub mod dom;
pub mod dom_debugger;
pub mod emulation;
pub mod fetch;
pub mod input;
pub mod inspector;
pub mod io;
pub mod log;
pub mod network;
pub mod page;
pub mod runtime;
pub mod security;
pub mod storage;
pub mod target;
