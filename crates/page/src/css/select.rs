//! Finding the elements of a page that match a selector.

use rustc_hash::FxHashSet;
use selectors::Element;
use selectors::bloom::{BLOOM_HASH_MASK, BloomFilter};
use selectors::context::{
    MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches,
};
use selectors::matching::{MatchingContext, matches_selector};
use selectors::parser::AncestorHashes;

use super::element::{El, Job, each_hash};
use super::grammar::Css;
use super::{CssError, Selector};
use crate::{NodeId, NodeKind, Page, ShadowMode, Step};

impl Selector {
    /// Whether an element matches. `:scope` is the root element of its document.
    ///
    /// For many elements of one page, [`Page::select`] is far cheaper. Fails only if it takes too many steps.
    pub fn matches(&self, page: &Page, node: NodeId) -> Result<bool, CssError> {
        self.matches_scoped(page, node, None)
    }

    /// As [`Selector::matches`], with an element that `:scope` stands for.
    pub fn matches_scoped(
        &self,
        page: &Page,
        node: NodeId,
        scope: Option<NodeId>,
    ) -> Result<bool, CssError> {
        if !page.is_element(node) {
            return Ok(false);
        }
        let job = Job::for_page(page);
        let mut caches = SelectorCaches::default();
        let el = El {
            page,
            node,
            job: &job,
        };
        let mut context = context(el, scope, None, &mut caches);
        let matched = self
            .list
            .slice()
            .iter()
            .any(|selector| matches_selector(selector, 0, None, el, &mut context));
        if job.is_spent() {
            Err(CssError::too_costly(&self.source))
        } else {
            Ok(matched)
        }
    }
}

impl Page {
    /// The elements below `root` that match, in tree order; `root` is a document, a shadow root or an element, and only
    /// its own tree is searched (DOM `querySelectorAll`: ancestors of `root` count for combinators, `:scope` is `root`).
    pub fn select(&self, selector: &Selector, root: NodeId) -> Result<Vec<NodeId>, CssError> {
        self.select_within(selector, root, &Job::for_page(self))
    }

    /// The elements that match in any document or open shadow tree of the page, each tree on its own, in the order of
    /// the flat tree; elements that are not part of the flat tree come last.
    pub fn select_everywhere(&self, selector: &Selector) -> Result<Vec<NodeId>, CssError> {
        let job = Job::for_page(self);
        let mut found = Vec::new();
        for node in self.in_tree_order() {
            let is_tree = match self.kind(node) {
                NodeKind::Document => true,
                NodeKind::ShadowRoot => self.shadow_mode(node) == Some(ShadowMode::Open),
                _ => false,
            };
            if is_tree {
                found.extend(self.select_within(selector, node, &job)?);
            }
        }
        Ok(self.in_flat_order(found))
    }

    pub(super) fn in_flat_order(&self, found: Vec<NodeId>) -> Vec<NodeId> {
        let one_tree = found
            .first()
            .is_none_or(|&first| found.iter().all(|&n| self.scope(n) == self.scope(first)));
        let Some(root) = self.root().filter(|_| !one_tree) else {
            return found;
        };
        let mut left: FxHashSet<NodeId> = found.iter().copied().collect();
        let mut ordered = Vec::with_capacity(found.len());
        for step in self.walk(root) {
            if let Step::Enter(node) = step
                && left.remove(&node)
            {
                ordered.push(node);
            }
        }
        ordered.extend(found.into_iter().filter(|n| left.contains(n)));
        ordered
    }

    fn select_within(
        &self,
        selector: &Selector,
        root: NodeId,
        job: &Job,
    ) -> Result<Vec<NodeId>, CssError> {
        let quirks = quirks(self, root);
        let selectors: Vec<_> = selector
            .list
            .slice()
            .iter()
            .map(|s| (s, AncestorHashes::new(s, quirks)))
            .collect();
        let filtered = selectors.iter().any(|(_, h)| h.packed_hashes[0] != 0);
        let scope = self.is_element(root).then_some(root);
        let mut ancestors = AncestorFilter::default();
        if filtered {
            ancestors.enter_all(self, root);
        }
        let mut caches = SelectorCaches::default();
        let mut found = Vec::new();
        let mut next = self.after_light(root, root);
        while let Some(node) = next {
            if self.is_element(node) {
                let el = El {
                    page: self,
                    node,
                    job,
                };
                if filtered {
                    ancestors.move_to(self, node);
                }
                let filter = filtered.then_some(&ancestors.filter);
                let mut context = context(el, scope, filter, &mut caches);
                if selectors
                    .iter()
                    .any(|(s, hashes)| matches_selector(s, 0, Some(hashes), el, &mut context))
                {
                    found.push(node);
                }
                if !job.pay(1) {
                    return Err(CssError::too_costly(&selector.source));
                }
            }
            next = self.after_light(node, root);
        }
        Ok(found)
    }
}

pub(super) fn quirks(page: &Page, node: NodeId) -> QuirksMode {
    match page.document_of(node) {
        Some(document) if document.quirks => QuirksMode::Quirks,
        _ => QuirksMode::NoQuirks,
    }
}

/// What `selectors` wants to know around one match.
pub(super) fn context<'a>(
    el: El<'_>,
    scope: Option<NodeId>,
    filter: Option<&'a BloomFilter>,
    caches: &'a mut SelectorCaches,
) -> MatchingContext<'a, Css> {
    let mut context = MatchingContext::new(
        MatchingMode::Normal,
        filter,
        caches,
        quirks(el.page, el.node),
        NeedsSelectorFlags::No,
        MatchingForInvalidation::No,
    );
    context.scope_element = scope.map(|scope| el.at(scope).opaque());
    context.current_host = el.containing_shadow_host().map(|host| host.opaque());
    context
}

/// The names of all ancestors of a node within its tree, as a filter that quickly says "not there".
#[derive(Default)]
pub(super) struct AncestorFilter {
    pub(super) filter: BloomFilter,
    /// The ancestors that are in the filter, outermost first, each with where its hashes start.
    open: Vec<(NodeId, usize)>,
    hashes: Vec<u32>,
}

impl AncestorFilter {
    /// Puts in `node`, if it is an element, and its ancestors.
    fn enter_all(&mut self, page: &Page, node: NodeId) {
        let mut path = Vec::new();
        let mut next = Some(node).filter(|&n| page.is_element(n));
        while let Some(at) = next {
            path.push(at);
            next = page.parent_element(at);
        }
        path.into_iter().rev().for_each(|at| self.enter(page, at));
    }

    /// Makes the filter that of the ancestors of `node`, which comes next in tree order after the node before.
    pub(super) fn move_to(&mut self, page: &Page, node: NodeId) {
        let Some(parent) = page.parent_element(node) else {
            while self.leave() {}
            return;
        };
        if self.open.last().is_some_and(|(at, _)| *at == parent) {
            return;
        }
        // Either the parent is the element visited just before, or one of those that are open.
        let grandparent = page.parent_element(parent);
        if self.open.last().map(|(at, _)| *at) == grandparent {
            self.enter(page, parent);
            return;
        }
        while self.open.last().is_some_and(|(at, _)| *at != parent) {
            self.leave();
        }
        if self.open.is_empty() {
            self.enter_all(page, parent);
        }
    }

    fn enter(&mut self, page: &Page, node: NodeId) {
        self.open.push((node, self.hashes.len()));
        each_hash(page, node, |hash| {
            let hash = hash & BLOOM_HASH_MASK;
            self.filter.insert_hash(hash);
            self.hashes.push(hash);
        });
    }

    fn leave(&mut self) -> bool {
        let Some((_, start)) = self.open.pop() else {
            return false;
        };
        for hash in self.hashes.drain(start..) {
            self.filter.remove_hash(hash);
        }
        true
    }
}
