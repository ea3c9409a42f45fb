//! [`Scene`]: a page, its outline, and what all facts need to know of both, gathered in one pass.

use rustc_hash::FxHashMap;
use surefoot_aria::Semantics;
use surefoot_page::{Facts, IdIndex, Name, NodeId, Page, name};

use crate::{Item, Role, Slugs, Snapshot};

bitflags::bitflags! {
    /// Where on the page an item stands.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(super) struct Area: u8 {
        /// In a navigation.
        const NAVIGATION = 1;
        /// In the header of the page.
        const HEADER = 1 << 1;
        /// In its footer.
        const FOOTER = 1 << 2;
        /// In its main part.
        const MAIN = 1 << 3;
        /// Beside it.
        const ASIDE = 1 << 4;
        /// In an overlay.
        const OVERLAY = 1 << 5;
        /// In something that can be acted on.
        const CONTROL = 1 << 6;
        /// In the numbers of pages.
        const PAGER = 1 << 7;
    }
}

impl Area {
    /// Around the page rather than of it.
    pub(super) const FRAME: Area = Area::NAVIGATION.union(Area::HEADER).union(Area::FOOTER);
}

/// See the [module](self).
pub(super) struct Scene<'a, 'p> {
    pub(super) semantics: &'a Semantics<'p>,
    pub(super) page: &'p Page,
    pub(super) outline: &'a Snapshot,
    pub(super) slugs: &'a Slugs,
    /// Where each item stands.
    pub(super) areas: Vec<Area>,
    /// For each item the position after the last one in it.
    pub(super) ends: Vec<usize>,
    /// The elements of the page that are not of a frame of it, nor in a template, in document order.
    pub(super) elements: Vec<NodeId>,
    /// The forms, in document order.
    pub(super) forms: Vec<NodeId>,
    /// The items of elements.
    pub(super) by_node: FxHashMap<NodeId, u32>,
    /// The form around each node, by its index.
    form_of: Vec<Option<NodeId>>,
    ids: Option<IdIndex<'p>>,
}

/// Words in classes and labels of what leads through pages.
const PAGER: &[&str] = &[
    "pagination",
    "pager",
    "paginator",
    "pagenav",
    "pagenavi",
    "paging",
];

impl<'a, 'p> Scene<'a, 'p> {
    pub(super) fn new(
        semantics: &'a Semantics<'p>,
        outline: &'a Snapshot,
        slugs: &'a Slugs,
    ) -> Scene<'a, 'p> {
        let page = semantics.page();
        let mut scene = Scene {
            semantics,
            page,
            outline,
            slugs,
            areas: Vec::new(),
            ends: ends(&outline.items),
            elements: Vec::new(),
            forms: Vec::new(),
            by_node: (0u32..)
                .zip(&outline.items)
                .map(|(at, i)| (i.node, at))
                .collect(),
            form_of: vec![None; page.len()],
            ids: None,
        };
        scene.gather();
        scene.areas = scene.areas_of_items();
        scene
    }

    fn gather(&mut self) {
        let page = self.page;
        let mut names_forms = false;
        for node in page.in_tree_order() {
            let around = page.parent(node).and_then(|p| self.form_of[p.index()]);
            if !page.is_element(node) {
                self.form_of[node.index()] = around;
                continue;
            }
            self.elements.push(node);
            let is_form = page.html_tag(node) == name::FORM;
            if is_form && !page.facts(node).contains(Facts::NOT_RENDERED) {
                self.forms.push(node);
            }
            names_forms |= !is_form && page.has_attr(node, name::FORM);
            self.form_of[node.index()] = if is_form { Some(node) } else { around };
        }
        if names_forms {
            self.ids = Some(IdIndex::new(page));
        }
    }

    /// The form that a control belongs to (HTML, "form owner").
    pub(super) fn form_of(&self, control: NodeId) -> Option<NodeId> {
        if let Some(id) = self.page.attr(control, name::FORM) {
            let scope = self.page.scope(control)?;
            return (self.ids.as_ref()?.get(scope, id))
                .filter(|&form| self.page.html_tag(form) == name::FORM);
        }
        self.form_of.get(control.index()).copied().flatten()
    }

    fn areas_of_items(&self) -> Vec<Area> {
        let items = &self.outline.items;
        let mut inside: Vec<Area> = Vec::with_capacity(items.len());
        let mut areas = Vec::with_capacity(items.len());
        let mut overlaid = vec![false; items.len()];
        for key in self.outline.overlays.iter().flat_map(|o| &o.inside) {
            if let Some(at) = self
                .page
                .find(*key)
                .and_then(|node| self.by_node.get(&node))
            {
                overlaid[*at as usize] = true;
            }
        }
        for (at, item) in items.iter().enumerate() {
            let around = item.parent.map_or(Area::empty(), |p| inside[p as usize]);
            let mut own = around;
            own.set(Area::OVERLAY, overlaid[at]);
            areas.push(own);
            own.set(
                Area::CONTROL,
                own.contains(Area::CONTROL) || item.role.is_interactive(),
            );
            own |= match item.role {
                Role::Navigation => self.navigation(item),
                Role::Banner => Area::HEADER,
                Role::Contentinfo => Area::FOOTER,
                Role::Main => Area::MAIN,
                Role::Complementary => Area::ASIDE,
                _ => Area::empty(),
            };
            if matches!(item.role, Role::List | Role::Group) && self.is_pager(item) {
                own |= Area::PAGER;
            }
            inside.push(own);
        }
        areas
    }

    fn navigation(&self, item: &Item) -> Area {
        if self.is_pager(item) {
            Area::PAGER
        } else {
            Area::NAVIGATION
        }
    }

    /// Whether it leads through pages.
    pub(super) fn is_pager(&self, item: &Item) -> bool {
        let classes = self.page.attr(item.node, name::CLASS).unwrap_or_default();
        let mut said = super::words::parts(&item.name).chain(super::words::parts(classes));
        said.any(|word| PAGER.contains(&word.as_str()))
    }

    pub(super) fn item(&self, at: usize) -> Option<&'a Item> {
        self.outline.items.get(at)
    }

    /// Where an item stands.
    pub(super) fn area(&self, at: usize) -> Area {
        self.areas.get(at).copied().unwrap_or_default()
    }

    /// The items inside the one at `at`.
    pub(super) fn inside(&self, at: usize) -> impl Iterator<Item = (usize, &'a Item)> + use<'a> {
        let end = self.ends.get(at).copied().unwrap_or(at);
        let outline = self.outline;
        (at + 1..end).filter_map(move |at| outline.items.get(at).map(|item| (at, item)))
    }

    /// Whether a person sees an element: it is not hidden, nor transparent, nor without area where that is known.
    pub(super) fn is_seen(&self, node: NodeId) -> bool {
        !self.semantics.is_excluded(node)
            && !self
                .page
                .facts(node)
                .intersects(Facts::TRANSPARENT | Facts::NO_AREA)
    }

    /// An attribute in lower case; empty if it is not there.
    pub(super) fn lower(&self, node: NodeId, attribute: Name) -> String {
        self.page
            .attr(node, attribute)
            .unwrap_or_default()
            .to_ascii_lowercase()
    }
}

/// For each item the position after the last one inside it.
fn ends(items: &[Item]) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=items.len()).collect();
    for at in (0..items.len()).rev() {
        if let Some(parent) = items[at].parent {
            let parent = parent as usize;
            ends[parent] = ends[parent].max(ends[at]);
        }
    }
    ends
}
