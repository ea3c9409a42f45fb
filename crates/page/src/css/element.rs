//! An element of a page as the `selectors` crate sees it.

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::matching::{ElementSelectorFlags, MatchingContext};
use selectors::{Element, OpaqueElement};

use super::grammar::{Css, Ident, PseudoClass, PseudoElement, Quoted, Url, hash};
use super::has::{self, HasMemo};
use super::pseudo::{self, State};
use crate::{Facts, Name, Namespace, NodeId, NodeKind, Page, name};

/// What one matching job may still spend, and what it has worked out so far.
///
/// Every step of the tree that matching takes is paid for. When nothing is left, elements seem to have no relatives,
/// so that matching ends at once, and [`Job::is_spent`] says that its results mean nothing.
#[derive(Debug)]
pub(super) struct Job {
    left: Cell<u64>,
    spent: Cell<bool>,
    /// The elements with the focus on or below them.
    focus_within: OnceCell<FxHashSet<NodeId>>,
    pub(super) has: RefCell<FxHashMap<usize, HasMemo>>,
}

impl Job {
    /// A job that may take `steps` steps.
    pub(super) fn new(steps: u64) -> Job {
        Job {
            left: Cell::new(steps),
            spent: Cell::new(false),
            focus_within: OnceCell::new(),
            has: RefCell::default(),
        }
    }

    /// What a query over the whole page may take: far more than real selectors on real pages need.
    pub(super) fn for_page(page: &Page) -> Job {
        Job::new(200 * page.len() as u64 + 1_000_000)
    }

    /// Pays for `steps` steps; `false` if they are not to be taken.
    pub(super) fn pay(&self, steps: usize) -> bool {
        match self.left.get().checked_sub(steps as u64) {
            Some(left) if !self.spent.get() => {
                self.left.set(left);
                true
            }
            _ => {
                self.spent.set(true);
                false
            }
        }
    }

    /// What is left to spend.
    pub(super) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Allows `steps` more steps, after which results count again.
    pub(super) fn refill(&self, steps: u64) {
        self.left.set(steps);
        self.spent.set(false);
        self.has.borrow_mut().clear(); // what was worked out while nothing was left may be wrong
    }

    pub(super) fn is_spent(&self) -> bool {
        self.spent.get()
    }

    fn has_focus_within(&self, page: &Page, element: NodeId) -> bool {
        self.focus_within
            .get_or_init(|| {
                let mut within = FxHashSet::default();
                for focused in page
                    .ids()
                    .filter(|&n| page.facts(n).contains(Facts::FOCUSED))
                {
                    let mut next = Some(focused);
                    while let Some(node) = next
                        && within.insert(node)
                    {
                        next = page.flat_parent(node);
                    }
                }
                within
            })
            .contains(&element)
    }
}

/// An element being matched.
#[derive(Clone, Copy)]
pub(super) struct El<'m> {
    pub(super) page: &'m Page,
    pub(super) node: NodeId,
    pub(super) job: &'m Job,
}

impl fmt::Debug for El<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.node)
    }
}

impl<'m> El<'m> {
    pub(super) fn at(self, node: NodeId) -> El<'m> {
        El { node, ..self }
    }

    /// Follows a kind of sibling link to the next element.
    fn sibling(self, link: impl Fn(&'m Page, NodeId) -> Option<NodeId>) -> Option<El<'m>> {
        let mut next = link(self.page, self.node);
        while let Some(node) = next {
            if !self.job.pay(1) {
                return None;
            }
            if self.page.is_element(node) {
                return Some(self.at(node));
            }
            next = link(self.page, node);
        }
        None
    }

    /// The value of an attribute named in a selector.
    fn attribute(self, wanted: &Ident) -> Option<&'m str> {
        let attributes = self.page.stored_attributes(self.node);
        if !self.job.pay(attributes.len() / 8) {
            return None;
        }
        if let Some(known) = wanted.known {
            return self.page.attr(self.node, known);
        }
        attributes
            .iter()
            .find(|a| !a.name.is_well_known() && self.page.name_str(a.name) == &*wanted.text)
            .map(|a| self.page.span_str(a.value))
    }

    /// The value of an attribute, paid for by its length.
    fn paid_attribute(self, wanted: Name) -> Option<&'m str> {
        let count = self.page.stored_attributes(self.node).len();
        let value = self.page.attr(self.node, wanted)?;
        self.job.pay(count / 8 + value.len() / 64).then_some(value)
    }

    /// Whether its text runs that way (HTML, "the directionality"); `dir=auto` counts as no word on it.
    fn runs(self, direction: &str) -> bool {
        let mut next = Some(self.node);
        while let Some(node) = next
            && self.job.pay(1)
        {
            let written = self.page.attr(node, name::DIR).unwrap_or("");
            if ["ltr", "rtl"]
                .iter()
                .any(|d| written.eq_ignore_ascii_case(d))
            {
                return written.eq_ignore_ascii_case(direction);
            }
            next = self.page.flat_parent(node);
        }
        direction == "ltr"
    }

    fn speaks(self, ranges: &[Box<str>]) -> bool {
        let mut next = Some(self.node);
        while let Some(node) = next
            && self.job.pay(1)
        {
            if let Some(lang) = self.page.attr(node, name::LANG) {
                return ranges.iter().any(|range| in_range(lang, range));
            }
            next = self.page.parent(node);
        }
        false
    }
}

/// RFC 4647 basic filtering: `en` takes in `en-GB`.
fn in_range(lang: &str, range: &str) -> bool {
    let Some((head, tail)) = lang.split_at_checked(range.len()) else {
        return false;
    };
    if range == "*" {
        return !lang.is_empty();
    }
    head.eq_ignore_ascii_case(range) && (tail.is_empty() || tail.starts_with('-'))
}

/// Calls `add` with the hash of each name by which selectors look for an ancestor: its tag, id and classes.
pub(super) fn each_hash(page: &Page, node: NodeId, mut add: impl FnMut(u32)) {
    add(hash(page.name_str(page.tag(node))));
    if let Some(id) = page.attr(node, name::ID) {
        add(hash(id));
    }
    if let Some(class) = page.attr(node, name::CLASS) {
        class.split_ascii_whitespace().for_each(|c| add(hash(c)));
    }
}

impl Element for El<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        OpaqueElement::new(self.page.node(self.node))
    }

    fn parent_element(&self) -> Option<Self> {
        let parent = self.page.parent_element(self.node)?;
        self.job.pay(1).then(|| self.at(parent))
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        self.page
            .parent(self.node)
            .is_some_and(|p| self.page.kind(p) == NodeKind::ShadowRoot)
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        let scope = self.page.scope(self.node)?;
        if self.page.kind(scope) == NodeKind::ShadowRoot {
            self.page.parent(scope).map(|host| self.at(host))
        } else {
            None
        }
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.sibling(Page::prev_sibling)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.sibling(Page::next_sibling)
    }

    fn first_element_child(&self) -> Option<Self> {
        let first = self.page.children(self.node).next()?;
        if self.page.is_element(first) {
            self.job.pay(1).then(|| self.at(first))
        } else {
            self.at(first).next_sibling_element()
        }
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.page.namespace(self.node) == Namespace::Html
    }

    fn has_local_name(&self, wanted: &Ident) -> bool {
        let tag = self.page.tag(self.node);
        match wanted.known {
            Some(known) => tag == known,
            None => !tag.is_well_known() && self.page.name_str(tag) == &*wanted.text,
        }
    }

    fn has_namespace(&self, ns: &Url) -> bool {
        self.page.namespace(self.node).url() == &*ns.0
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.page.tag(self.node) == self.page.tag(other.node)
            && self.page.namespace(self.node) == self.page.namespace(other.node)
    }

    fn attr_matches(
        &self,
        _ns: &NamespaceConstraint<&Url>,
        local_name: &Ident,
        operation: &AttrSelectorOperation<&Quoted>,
    ) -> bool {
        self.attribute(local_name)
            .is_some_and(|value| self.job.pay(value.len() / 64) && operation.eval_str(value))
    }

    fn match_non_ts_pseudo_class(
        &self,
        class: &PseudoClass,
        context: &mut MatchingContext<'_, Css>,
    ) -> bool {
        match class {
            PseudoClass::State(_, State::FocusWithin) => {
                self.job.has_focus_within(self.page, self.node)
            }
            PseudoClass::State(_, state) => state.holds(self.page, self.node),
            PseudoClass::Lang(ranges) => self.speaks(ranges),
            PseudoClass::Dir(direction) => self.runs(direction),
            PseudoClass::Has(relative) => relative
                .iter()
                .any(|selector| has::matches(*self, selector, context)),
        }
    }

    fn match_pseudo_element(
        &self,
        _element: &PseudoElement,
        _context: &mut MatchingContext<'_, Css>,
    ) -> bool {
        false
    }

    fn apply_selector_flags(&self, _flags: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        pseudo::is_link(self.page, self.node)
    }

    fn is_html_slot_element(&self) -> bool {
        self.page.html_tag(self.node) == name::SLOT
    }

    fn assigned_slot(&self) -> Option<Self> {
        let slot = self.page.slot_of.get(&self.node).copied()?;
        self.job.pay(1).then(|| self.at(slot))
    }

    fn has_id(&self, id: &Ident, case: CaseSensitivity) -> bool {
        self.paid_attribute(name::ID)
            .is_some_and(|own| case.eq(own.as_bytes(), id.text.as_bytes()))
    }

    fn has_class(&self, class: &Ident, case: CaseSensitivity) -> bool {
        self.paid_attribute(name::CLASS).is_some_and(|own| {
            own.split_ascii_whitespace()
                .any(|c| case.eq(c.as_bytes(), class.text.as_bytes()))
        })
    }

    fn has_custom_state(&self, _name: &Ident) -> bool {
        false
    }

    fn imported_part(&self, _name: &Ident) -> Option<Ident> {
        None
    }

    fn is_part(&self, _name: &Ident) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.page.children(self.node).all(|child| {
            self.job.pay(1) && !self.page.is_element(child) && self.page.text(child).is_empty()
        })
    }

    fn is_root(&self) -> bool {
        self.page
            .parent(self.node)
            .is_some_and(|p| self.page.kind(p) == NodeKind::Document)
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        each_hash(self.page, self.node, |hash| filter.insert_hash(hash));
        true
    }
}
