//! Leaving things out so that a page fits, and saying so.
//!
//! The nouns:
//! - *worth* of an item: how much an agent misses it. Dialogs, messages, the focus, a form in progress and what is in view
//!   come before footers, repeated rows, long lists of options and long text ([`Worth`]).
//! - [`Fold`]: a line that stands for siblings that were left out. It counts them, says what they are, and has a number
//!   by which they can be asked for. Nothing is left out without one.
//! - [`Cut`]: the part of a long text that is shown.
//! - [`Plan`]: what is left out first, for any size that is wanted.

mod plan;
mod worth;

use std::sync::Arc;

use surefoot_page::NodeKey;

pub use plan::{LongText, Plan};
pub use worth::Worth;

use crate::Snapshot;

/// What stands where siblings are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// How many of what [`Fold::what`] says.
    pub count: u32,
    /// What they are, in words of ours: `rows like these`, `lines with 20 links`. Lower-case letters, digits, blanks,
    /// commas and hyphens.
    pub what: Box<str>,
    /// The outermost items that are left out.
    pub hidden: Arc<[NodeKey]>,
    /// The page to ask for, where it stands for the rest of a list that is shown in pages.
    pub page: Option<u32>,
}

/// The part of a long text that is shown, in Unicode scalar values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cut {
    /// Where it begins.
    pub from: u32,
    /// Where it ends, exclusive.
    pub to: u32,
}

impl Snapshot {
    /// The outermost items between two positions, which are left out together.
    fn outermost(&self, from: usize, to: usize) -> Vec<usize> {
        let mut roots = Vec::new();
        let mut at = from;
        while at < to {
            roots.push(at);
            at = self.end_of(at);
        }
        roots
    }

    /// A fold for the items between two positions, all of them siblings with what is inside them.
    pub fn fold(&self, from: usize, to: usize, page: Option<u32>) -> Fold {
        let roots = self.outermost(from, to);
        let (count, what) = self.described(&roots, from, to);
        Fold {
            count: u32::try_from(count).unwrap_or(u32::MAX),
            what: what.into(),
            hidden: roots
                .iter()
                .filter_map(|&at| self.items.get(at))
                .map(|item| item.key)
                .collect(),
            page,
        }
    }

    /// How many of what is left out: things like those before them, of one role, or lines.
    fn described(&self, roots: &[usize], from: usize, to: usize) -> (usize, String) {
        let role = |at: &usize| self.items.get(*at).map(super::item::Item::role_name);
        let first = roots.first().and_then(role);
        let are_alike = roots.len() > 1 && roots.iter().all(|at| role(at) == first);
        let is_last_one = |at: usize| {
            let parent = self.items.get(from).and_then(|item| item.parent);
            let before = self.items.get(at);
            before.is_some_and(|item| item.parent == parent && Some(item.role_name()) == first)
        };
        match first {
            Some("text") | None => {}
            Some(role) if are_alike => {
                let like = (0..from)
                    .rev()
                    .find(|&at| {
                        self.items
                            .get(at)
                            .zip(self.items.get(from))
                            .is_none_or(|(before, item)| before.depth <= item.depth)
                    })
                    .is_some_and(is_last_one);
                let like = if like { " like these" } else { "" };
                return (roots.len(), format!("{}{like}", plural(role)));
            }
            Some(_) => {}
        }
        let lines = to - from;
        let what = if lines == 1 { "line" } else { "lines" };
        (lines, format!("{what}{}", self.to_act_on(from, to)))
    }

    /// What can be acted on between two positions, the most frequent first: ` with 20 links, 3 buttons`.
    fn to_act_on(&self, from: usize, to: usize) -> String {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for item in self.items.get(from..to).unwrap_or_default() {
            if !item.is_interactive() {
                continue;
            }
            let role = item.role_name();
            match counts.iter_mut().find(|(known, _)| *known == role) {
                Some((_, count)) => *count += 1,
                None => counts.push((role, 1)),
            }
        }
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let words: Vec<String> = counts
            .iter()
            .take(3)
            .map(|&(role, count)| match count {
                1 => format!("1 {role}"),
                _ => format!("{count} {}", plural(role)),
            })
            .collect();
        if words.is_empty() {
            String::new()
        } else {
            format!(" with {}", words.join(", "))
        }
    }
}

/// The word for several things of a role.
fn plural(role: &str) -> String {
    match role {
        "listitem" => "list items".to_owned(),
        "menuitem" => "menu items".to_owned(),
        "treeitem" => "tree items".to_owned(),
        "clickable" | "focusable" => format!("{role} things"),
        "checkbox" | "combobox" | "textbox" | "searchbox" | "listbox" | "switch" => {
            format!("{role}es")
        }
        "gallery" => "galleries".to_owned(),
        role => format!("{role}s"),
    }
}
