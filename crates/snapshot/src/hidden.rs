//! [`with_hidden`]: an outline together with what nobody can see.
//!
//! What is hidden has the role and name it would have if it were not: a copy of the page in which nothing is hidden is
//! outlined too. Whatever can be seen stays as the outline has it; what cannot is put in its place among that, marked.

use rustc_hash::FxHashMap;
use surefoot_aria::{Role, Semantics};
use surefoot_page::{Facts, NodeKey, Page, name};

use crate::context::set_contexts;
use crate::gaps::Gaps;
use crate::outline::outline_beside;
use crate::{Item, Snapshot};

/// `outline` with what is hidden in its place: elements that are not rendered, invisible, inert or `aria-hidden`. Not what
/// is no content at all, such as scripts and `type=hidden`. `semantics` are those that `outline` was made with.
pub fn with_hidden(semantics: &Semantics<'_>, outline: &Snapshot) -> Snapshot {
    let page = semantics.page();
    let revealed = revealed(page);
    let all = outline_beside(&Semantics::new(&revealed), semantics);
    let seen: FxHashMap<NodeKey, &Item> =
        outline.items.iter().map(|item| (item.key, item)).collect();
    let is_hidden =
        |item: &Item| semantics.is_excluded(item.node) || page.facts(item.node).is_hidden();
    let mut gaps = Gaps::with_capacity(all.items.len());
    let mut items = Vec::with_capacity(all.items.len());
    for item in all.items {
        let known = seen.get(&item.key).copied();
        let is_hidden = known.is_none() && is_hidden(&item);
        // Text that can be seen and has no line is on the line of what it is in.
        let is_said = known.is_none() && !is_hidden && item.role == Role::Text;
        let Some(spot) = gaps.place(item.parent, |_| !is_said) else {
            continue;
        };
        let mut item = known.cloned().unwrap_or(item);
        (item.parent, item.depth) = (spot.parent, spot.depth);
        item.hidden = is_hidden;
        items.push(item);
    }
    let mut hidden = Snapshot {
        items,
        ..outline.clone()
    };
    let contexts: Vec<_> = hidden
        .items
        .iter()
        .map(|item| item.context.clone())
        .collect();
    set_contexts(&mut hidden.items);
    // Refs hang on contexts: those of what can be seen must not change with what is asked for.
    for (item, context) in hidden.items.iter_mut().zip(contexts) {
        if !item.hidden {
            item.context = context;
        }
    }
    hidden
}

/// A copy of the page in which nothing is hidden.
fn revealed(page: &Page) -> Page {
    let mut page = page.clone();
    for node in page.ids() {
        page.remove_facts(node, Facts::NOT_RENDERED | Facts::INVISIBLE | Facts::INERT);
        if page.is_element(node) && page.has_attr(node, name::ARIA_HIDDEN) {
            page.remove_attr(node, name::ARIA_HIDDEN);
        }
    }
    page
}
