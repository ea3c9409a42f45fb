//! Settling: waiting, by events, until what was started has come to rest.

use surefoot_engine::{Error, ErrorKind, Limits, Outcome, Result};

use crate::live::Live;

/// Waits until the page may have changed.
pub(crate) async fn next_change(live: &Live, limits: Limits) -> Result<Outcome> {
    let _ = (live, limits);
    Err(Error::new(
        ErrorKind::Unsupported,
        "waiting is being written",
    ))
}
