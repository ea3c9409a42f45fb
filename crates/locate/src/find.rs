//! What a [`Locator`] finds on a page.

use rustc_hash::FxHashMap;
use surefoot_aria::Semantics;
use surefoot_page::{Name, NodeId, Page, Step, name};
use surefoot_snapshot::{Item, Role, Snapshot, States, Tristate};

use crate::flow;
use crate::kinds::Purpose;
use crate::locator::{By, Having, Locator};
use crate::matching::{Fit, Hit, Matches, settled};
use crate::words::{Accept, Rank, Wanted};

/// The attributes that test ids stand in.
const TEST_IDS: [&str; 3] = ["data-testid", "data-test-id", "data-test"];

/// What on the page a locator means.
pub fn find(locator: &Locator, purpose: Purpose, page: &Page, outline: &Snapshot) -> Matches {
    let sought = &locator.value;
    let wanted = Wanted::new(&sought.text, sought.how.accept());
    let hits = match locator.by {
        By::Role => by_role(locator, page, outline),
        By::Text => by_text(&wanted, purpose, page, outline),
        By::Label => by_label(&wanted, page, outline),
        By::Placeholder => {
            by_attribute(&wanted, &[name::PLACEHOLDER, name::ARIA_PLACEHOLDER], page)
        }
        By::Alt => by_attribute(&wanted, &[name::ALT], page),
        By::Title => by_attribute(&wanted, &[name::TITLE], page),
        By::TestId => {
            let names: Vec<Name> = TEST_IDS.iter().filter_map(|n| page.lookup(n)).collect();
            let wanted = Wanted::new(&sought.text, Accept::Exact);
            by_attribute(&wanted, &names, page)
        }
    };
    settled(with_items(hits, outline), purpose, page, outline)
}

/// Fills in which items the elements are.
fn with_items(mut hits: Vec<Hit>, outline: &Snapshot) -> Vec<Hit> {
    let unknown: FxHashMap<NodeId, usize> = hits
        .iter()
        .zip(0..)
        .filter(|(hit, _)| hit.at.is_none())
        .map(|(hit, at)| (hit.node, at))
        .collect();
    if unknown.is_empty() {
        return hits;
    }
    for (at, item) in outline.items.iter().enumerate() {
        if let Some(hit) = unknown.get(&item.node).and_then(|&hit| hits.get_mut(hit)) {
            hit.at = Some(at);
        }
    }
    hits
}

/// Elements with an attribute that says it. Hidden ones are found too: what becomes of them is for others to say.
fn by_attribute(wanted: &Wanted, names: &[Name], page: &Page) -> Vec<Hit> {
    if names.is_empty() {
        return Vec::new();
    }
    let Some(root) = page.root() else {
        return Vec::new();
    };
    let said = |node: NodeId| -> Option<Rank> {
        page.attrs(node)
            .filter(|attr| names.contains(&attr.name))
            .filter_map(|attr| wanted.rank(&surefoot_page::collapsed(attr.value)))
            .min()
    };
    page.walk(root)
        .filter_map(|step| match step {
            Step::Enter(node) if page.is_element(node) => Some((node, said(node)?)),
            _ => None,
        })
        .map(|(node, rank)| Hit {
            fit: Fit::of(rank),
            node,
            at: None,
        })
        .collect()
}

/// Fields by their names, and anything that was given a name by `aria-label` or `aria-labelledby`.
fn by_label(wanted: &Wanted, page: &Page, outline: &Snapshot) -> Vec<Hit> {
    let is_labelled = |item: &Item| {
        Purpose::Fill.fits(item, page)
            || Purpose::Check.fits(item, page)
            || Purpose::Select.fits(item, page)
            || Purpose::Upload.fits(item, page)
            || item.role == Role::Slider
            || page.has_attr(item.node, name::ARIA_LABEL)
            || page.has_attr(item.node, name::ARIA_LABELLEDBY)
    };
    of_items(outline, |item| {
        if is_labelled(item) && !item.label().is_empty() {
            wanted.rank(item.label())
        } else {
            None
        }
    })
}

fn of_items(outline: &Snapshot, rank: impl Fn(&Item) -> Option<Rank>) -> Vec<Hit> {
    outline
        .items
        .iter()
        .enumerate()
        .filter_map(|(at, item)| {
            Some(Hit {
                fit: Fit::of(rank(item)?),
                node: item.node,
                at: Some(at),
            })
        })
        .collect()
}

/// Elements of a role. What can be acted on is in the outline; structure without a name may not be, so that for it the
/// whole accessibility tree is asked.
fn by_role(locator: &Locator, page: &Page, outline: &Snapshot) -> Vec<Hit> {
    let Some(role) = locator.role() else {
        return Vec::new();
    };
    let name = locator.name.as_ref();
    let wanted = name.map(|name| Wanted::new(&name.text, name.how.accept()));
    let rank = |said: &str| match &wanted {
        None => Some(Rank::Any),
        Some(wanted) => wanted.rank(said),
    };
    if role.is_interactive() || role == Role::Text {
        return of_items(outline, |item| {
            if item.role != role || !has_all(&item.states, &locator.having) {
                return None;
            }
            rank(item.label())
        });
    }
    let semantics = Semantics::new(page);
    let Some(root) = page.root() else {
        return Vec::new();
    };
    let labels: FxHashMap<NodeId, usize> = outline
        .items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.role == role)
        .map(|(at, item)| (item.node, at))
        .collect();
    let mut hits = Vec::new();
    for step in semantics.walk(root) {
        let Step::Enter(node) = step else { continue };
        if semantics.role(node) != role || !page.is_element(node) || semantics.is_excluded(node) {
            continue;
        }
        if !locator.having.is_empty() && !has_all(&semantics.states(node), &locator.having) {
            continue;
        }
        let at = labels.get(&node).copied();
        let said = || match at.and_then(|at| outline.items.get(at)) {
            Some(item) if !item.label().is_empty() => item.label().to_owned(),
            _ => semantics.name(node),
        };
        let fit = if wanted.is_none() {
            Some(Rank::Any)
        } else {
            rank(&said())
        };
        if let Some(rank) = fit {
            hits.push(Hit {
                fit: Fit::of(rank),
                node,
                at,
            });
        }
    }
    hits
}

/// Whether the states are all as wanted.
fn has_all(states: &States, having: &[Having]) -> bool {
    let is = |state: Option<Tristate>, wanted: bool| (state == Some(Tristate::True)) == wanted;
    having.iter().all(|having| match *having {
        Having::Checked(wanted) => is(states.checked, wanted),
        Having::Pressed(wanted) => is(states.pressed, wanted),
        Having::Disabled(wanted) => states.disabled == wanted,
        Having::Expanded(wanted) => states.expanded.unwrap_or(false) == wanted,
        Having::Selected(wanted) => states.selected.unwrap_or(false) == wanted,
        Having::Level(wanted) => states.level == Some(wanted),
    })
}

/// Elements by the text that can be read in them.
fn by_text(wanted: &Wanted, purpose: Purpose, page: &Page, outline: &Snapshot) -> Vec<Hit> {
    let found = flow::find(wanted, page);
    if found.is_empty() {
        return Vec::new();
    }
    let mut items: FxHashMap<NodeId, usize> = FxHashMap::default();
    for (at, item) in outline.items.iter().enumerate() {
        // A run of text stands for the element it is in, if nothing else does.
        if page.is_element(item.node) {
            items.insert(item.node, at);
        } else if let Some(around) = page.flat_parent(item.node) {
            items.entry(around).or_insert(at);
        }
    }
    // Who uses a label uses its control. Roles are computed only if a label was found at all.
    let in_label = |found: &flow::Found| label_around(page, found.element).is_some();
    let semantics =
        (purpose != Purpose::Read && found.iter().any(in_label)).then(|| Semantics::new(page));
    let mut hits: Vec<Hit> = Vec::with_capacity(found.len());
    for found in found {
        let control = semantics
            .as_ref()
            .and_then(|semantics| labelled(semantics, found.element))
            .filter(|control| items.contains_key(control));
        let (node, at) = match control {
            Some(control) => (control, items.get(&control).copied()),
            None => meant(found.element, page, outline, &items),
        };
        let rank = found.rank;
        match hits.iter_mut().rev().take(4).find(|hit| hit.node == node) {
            Some(known) => known.fit = known.fit.min(Fit::of(rank)),
            None => hits.push(Hit {
                fit: Fit::of(rank),
                node,
                at,
            }),
        }
    }
    hits
}

/// How many elements up from a text a control is looked for that the text is written on.
const MOST_UP: usize = 32;

/// The element that is meant by a text in an element: the control that it is written on, else the element itself.
fn meant(
    element: NodeId,
    page: &Page,
    outline: &Snapshot,
    items: &FxHashMap<NodeId, usize>,
) -> (NodeId, Option<usize>) {
    let up = std::iter::successors(Some(element), |&node| page.flat_parent(node)).take(MOST_UP);
    for node in up {
        let Some(&at) = items.get(&node) else {
            continue;
        };
        let Some(item) = outline.items.get(at) else {
            continue;
        };
        if item.node != node {
            break;
        }
        let is_written_on = item.role.is_interactive() && item.role.names_from_content();
        if is_written_on {
            return (node, Some(at));
        }
        if node == element || !item.hints.is_empty() {
            break;
        }
    }
    match items.get(&element) {
        Some(&at) => {
            let node = outline.items.get(at).map_or(element, |item| item.node);
            (node, Some(at))
        }
        None => (element, None),
    }
}

/// The label that an element is, or is in.
fn label_around(page: &Page, element: NodeId) -> Option<NodeId> {
    std::iter::successors(Some(element), |&node| page.flat_parent(node))
        .take(MOST_UP)
        .find(|&node| page.html_tag(node) == name::LABEL)
}

/// The control whose label an element is, or is in.
fn labelled(semantics: &Semantics<'_>, element: NodeId) -> Option<NodeId> {
    semantics.label_target(label_around(semantics.page(), element)?)
}

/// Elements that say exactly a text, whatever they are called.
pub(crate) fn by_whole_text(
    text: &str,
    purpose: Purpose,
    page: &Page,
    outline: &Snapshot,
) -> Matches {
    let wanted = Wanted::new(text, Accept::Whole);
    let hits = by_text(&wanted, purpose, page, outline);
    settled(with_items(hits, outline), purpose, page, outline)
}
