//! Capturing: from the frames of a tab to a [`Page`].

use std::sync::Arc;

use surefoot_engine::{Error, ErrorKind, Limits, Query, Result};
use surefoot_page::{NodeKey, Page};

use crate::live::Live;

/// The page as it is now, all frames of it.
pub(crate) async fn capture(live: &Live, limits: Limits) -> Result<Arc<Page>> {
    let _ = (live, limits);
    Err(Error::new(
        ErrorKind::Unsupported,
        "capturing is being written",
    ))
}

/// Finds elements, for each query those that match, in document order.
pub(crate) async fn query(
    live: &Live,
    queries: &[Query],
    limits: Limits,
) -> Result<Vec<Vec<NodeKey>>> {
    let _ = (live, queries, limits);
    Err(Error::new(
        ErrorKind::Unsupported,
        "querying is being written",
    ))
}
