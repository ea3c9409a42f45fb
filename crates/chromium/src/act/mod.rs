//! Acting: trusted input on exactly one element.

use surefoot_engine::{Action, Error, ErrorKind, Limits, Outcome, Result};

use crate::tab::ChromiumTab;

/// Does something to the page.
pub(crate) async fn perform(
    tab: &mut ChromiumTab,
    action: Action,
    limits: Limits,
) -> Result<Outcome> {
    let _ = (tab, action, limits);
    Err(Error::new(
        ErrorKind::Unsupported,
        "acting is being written",
    ))
}
