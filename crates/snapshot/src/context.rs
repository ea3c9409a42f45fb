//! What the things of a page are inside of, in words: "Delete" in the row of "Bob".

use crate::{Role, Snapshot, keep};

/// For each item what the nearest row, list item, form … around it is called; empty where there is none.
pub(crate) fn contexts(snapshot: &Snapshot) -> Vec<String> {
    let items = &snapshot.items;
    // The nearest giver of context around each item, and what each giver is called: filled front to back, since a
    // parent always stands before its children.
    let mut around: Vec<Option<u32>> = Vec::with_capacity(items.len());
    let mut called: Vec<String> = vec![String::new(); items.len()];
    for (index, item) in items.iter().enumerate() {
        let giver = item.parent.and_then(|p| {
            let parent = p as usize;
            if keep::gives_context(items[parent].role) {
                Some(p)
            } else {
                around.get(parent).copied().flatten()
            }
        });
        around.push(giver);
        if keep::gives_context(item.role) {
            called[index].push_str(item.label());
        } else if names_its_surroundings(item.role)
            && let Some(giver) = giver
            && called[giver as usize].is_empty()
        {
            called[giver as usize].push_str(item.label());
        }
    }
    around
        .into_iter()
        .map(|giver| giver.map_or(String::new(), |g| called[g as usize].clone()))
        .collect()
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

impl Snapshot {
    /// For each item what the nearest row, list item, form … around it is called; empty where there is none.
    pub fn contexts(&self) -> Vec<String> {
        contexts(self)
    }
}
