//! Tests of roles, names, descriptions and states on whole pages.

mod cases;
mod cost;
mod properties;
mod sink;
mod support;
