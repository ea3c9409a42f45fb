//! What the things of a page are inside of, in words: "Delete" in the row of "Bob".

use std::sync::Arc;

use crate::{Item, Role, keep};

/// Says of each item what the nearest row, list item, form … around it is called.
pub(crate) fn set_contexts(items: &mut [Item]) {
    // The nearest giver of context around each item, and what each giver is called: filled front to back, since a
    // parent always stands before its children.
    let mut around: Vec<Option<u32>> = Vec::with_capacity(items.len());
    let mut called: Vec<Option<Arc<str>>> = vec![None; items.len()];
    for (index, item) in items.iter().enumerate() {
        let giver = item.parent.and_then(|parent| {
            if keep::gives_context(items[parent as usize].role) {
                Some(parent)
            } else {
                around[parent as usize]
            }
        });
        around.push(giver);
        let label = item.label();
        if label.is_empty() {
            continue;
        }
        if keep::gives_context(item.role) {
            called[index] = Some(label.into());
        } else if names_its_surroundings(item.role)
            && let Some(giver) = giver
        {
            called[giver as usize].get_or_insert_with(|| label.into());
        }
    }
    for (item, giver) in items.iter_mut().zip(around) {
        item.context = giver.and_then(|g| called[g as usize].clone());
    }
}

/// What a row or card is called by, where it has no name itself: the first of these inside it.
fn names_its_surroundings(role: Role) -> bool {
    matches!(
        role,
        Role::Heading
            | Role::Rowheader
            | Role::Cell
            | Role::Gridcell
            | Role::Text
            | Role::Link
            | Role::Paragraph
    )
}
