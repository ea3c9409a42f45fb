//! Pages for tests: HTML as the native engine captures it.

use surefoot_page::Page;

/// Parses a page, with the facts that the engine finds in the markup.
pub(crate) fn page(html: &str) -> Page {
    surefoot_native::dom::parse_html(html, "https://example.com/")
}
