//! Forms: what controls hold, who owns them, whether they satisfy their constraints, and what a submission sends.
//!
//! The nouns: [`Controls`] is the live state of a document's controls that the page itself has no place for; an
//! *entry* is a name and a value (or file) that a submission sends; the *submitter* is the button it began with; a
//! *plan* ([`Plan`]) is a submission worked out: where it goes and with which body. All of it is the HTML standard's
//! section "Forms", by the names used there.

mod describe;
mod encode;
mod entries;
mod numeric;
mod owner;
mod pattern;
mod sanitize;
mod state;
mod submission;
mod validate;

use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_page::{NodeId, Page};

pub(crate) use describe::{clip, describe};
pub(crate) use encode::{Enctype, encode_body};
pub(crate) use entries::Submitter;
pub(crate) use owner::{Owners, is_listed};
pub(crate) use sanitize::{accept_fill, has_text, initial_values, refuse_unless_editable};
pub(crate) use state::{initial_selection, initialise, is_details_summary};
pub(crate) use submission::{Plan, Transport, has_word, plan};
pub(crate) use validate::{check_form, group_of, mark_invalid};

/// The live state of a document's controls beside what the page holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    /// Which form each control belongs to.
    pub(crate) owners: Owners,
    /// Files chosen, by file input.
    pub(crate) files: FxHashMap<NodeId, Vec<PathBuf>>,
    /// Text controls whose value the user changed: only those can be too short or too long.
    pub(crate) edited: FxHashSet<NodeId>,
}

impl Controls {
    /// The controls of a form, in tree order.
    pub(crate) fn of_form(&self, page: &Page, form: NodeId) -> Vec<NodeId> {
        let Some(scope) = page.scope(form) else {
            return Vec::new();
        };
        page.descendants(scope)
            .filter(|&n| is_listed(page, n) && self.owners.of(page, n) == Some(form))
            .collect()
    }
}

/// The kind of a button by what pressing it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ButtonKind {
    /// Submits its form.
    Submit,
    /// Resets its form.
    Reset,
    /// Does nothing by itself.
    Plain,
}

/// What kind of button an element is; `None` if it is none.
pub(crate) fn button_kind(page: &Page, node: NodeId) -> Option<ButtonKind> {
    use surefoot_page::name;
    match (page.html_tag(node), page.input_type(node)) {
        (name::INPUT, "submit" | "image") => Some(ButtonKind::Submit),
        (name::INPUT, "reset") => Some(ButtonKind::Reset),
        (name::INPUT, "button") => Some(ButtonKind::Plain),
        (name::BUTTON, _) => Some(match page.attr(node, name::TYPE) {
            Some(t) if t.eq_ignore_ascii_case("reset") => ButtonKind::Reset,
            Some(t) if t.eq_ignore_ascii_case("button") => ButtonKind::Plain,
            Some(t) if t.eq_ignore_ascii_case("submit") => ButtonKind::Submit,
            // HTML, "the button element": the default "auto" does not submit when the button has another job.
            _ if page
                .lookup("commandfor")
                .is_some_and(|n| page.has_attr(node, n))
                || page
                    .lookup("command")
                    .is_some_and(|n| page.has_attr(node, n)) =>
            {
                ButtonKind::Plain
            }
            _ => ButtonKind::Submit,
        }),
        _ => None,
    }
}

/// Whether an element is inside a `datalist`, where controls only describe suggestions.
pub(crate) fn in_datalist(page: &Page, node: NodeId) -> bool {
    page.ancestors(node)
        .any(|a| page.html_tag(a) == surefoot_page::name::DATALIST)
}

#[cfg(test)]
mod tests;
