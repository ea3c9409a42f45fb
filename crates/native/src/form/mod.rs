//! Forms: what controls hold, who owns them, whether they satisfy their constraints, and what a submission sends.

mod owner;
mod state;

pub(crate) use owner::Owners;
pub(crate) use state::initialise;
