//! Resources: the pages of sessions as they are now, and texts that were too long for an answer.

use rmcp::model::{Resource, ResourceTemplate};

use crate::host::Host;
use crate::large::{Large, SCHEME};

/// What there is.
pub(crate) fn list(host: &Host, large: &Large) -> Vec<Resource> {
    let pages = host.summaries().into_iter().map(|session| {
        Resource::new(page(&session.name), format!("page of {}", session.name))
            .with_description(session.url)
            .with_mime_type("text/plain")
    });
    pages.chain(large.list()).collect()
}

/// What can be made of a session's name.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(format!("{SCHEME}page/{{session}}"), "page")
            .with_description("The page of a session as it is now, as text with refs")
            .with_mime_type("text/plain"),
    ]
}

/// The page of a session.
fn page(session: &str) -> String {
    format!("{SCHEME}page/{session}")
}

/// The session whose page a URI names.
pub(crate) fn session_of(uri: &str) -> Option<&str> {
    uri.strip_prefix(SCHEME)?.strip_prefix("page/")
}
