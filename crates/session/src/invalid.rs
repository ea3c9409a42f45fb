//! What a page itself says is wrong with what was entered: `aria-invalid`, and the text that goes with it.

use std::collections::HashSet;

use surefoot_aria::Semantics;
use surefoot_page::{NodeKey, collapsed, name};
use surefoot_snapshot::{Item, Snapshot};

use crate::session::Look;

/// At most so many are told.
const TOLD: usize = 12;

/// The controls that the page calls invalid in words, and was not seen to call so in `before`: with each the text of its
/// `aria-errormessage`, or else its description.
pub(crate) fn newly_invalid(before: &Snapshot, look: &Look) -> Vec<(NodeKey, String)> {
    let said: Vec<&Item> = look
        .outline
        .items
        .iter()
        .filter(|item| is_said_invalid(item, look))
        .take(TOLD)
        .collect();
    if said.is_empty() {
        return Vec::new();
    }
    let semantics = Semantics::new(&look.page);
    let written: HashSet<&str> = before.items.iter().map(Item::label).collect();
    said.into_iter()
        .filter_map(|item| {
            let text = message(item, look, &semantics)?;
            // The very control, or what it replaced.
            let is_it = |was: &&Item| {
                was.key == item.key || (was.role == item.role && was.label() == item.label())
            };
            let was_invalid =
                |was: &Item| was.states.invalid.is_some() && was.description == item.description;
            let is_known = written.contains(text.as_str())
                && before.items.iter().filter(is_it).any(was_invalid);
            (!is_known).then_some((item.key, text))
        })
        .collect()
}

/// Whether the page says so, and not only the browser's own rules.
fn is_said_invalid(item: &Item, look: &Look) -> bool {
    item.states.invalid.is_some() && look.page.has_attr(item.node, name::ARIA_INVALID)
}

fn message(item: &Item, look: &Look, semantics: &Semantics<'_>) -> Option<String> {
    let texts: Vec<String> = semantics
        .references(item.node, name::ARIA_ERRORMESSAGE)
        .into_iter()
        .map(|node| collapsed(&look.page.rendered_text(node)))
        .filter(|text| !text.is_empty())
        .collect();
    let text = if texts.is_empty() {
        item.description.to_string()
    } else {
        texts.join(" ")
    };
    (!text.is_empty()).then_some(text)
}
