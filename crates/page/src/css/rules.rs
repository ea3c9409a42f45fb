//! Matching the selectors of many style rules against every element of a page in one pass.
//!
//! Each selector is filed under the id, class or tag that its rightmost part asks for, so that an element looks only
//! at selectors that might be about it; a filter of its ancestors' names dismisses most of the rest. What one selector
//! may cost is limited: one that exceeds it is given up, with all its matches, and named in [`Matches::given_up`].

use rustc_hash::{FxHashMap, FxHashSet};
use selectors::Element;
use selectors::context::{QuirksMode, SelectorCaches};
use selectors::matching::matches_selector;
use selectors::parser::{AncestorHashes, Component, Selector as Complex, SelectorIter};

use super::Selector;
use super::element::{El, Job};
use super::grammar::{Css, PseudoClass};
use super::pseudo::State;
use super::select::{AncestorFilter, context, quirks};
use crate::{NodeId, NodeKind, Page, name};

/// Which tree a matching rule stands in, seen from the element (CSS Cascade 5, "context").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TreeRank {
    /// A shadow tree: the element's own, by `:host`, or that of the slot it is shown in, by `::slotted()`.
    Inner,
    /// The tree the element itself stands in.
    Own,
}

/// A rule that applies to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleMatch {
    /// The element.
    pub node: NodeId,
    /// The rule's number, as given to [`RuleSet::insert`]. A rule can be listed twice for one element.
    pub rule: u32,
    /// The specificity of the selector by which it matches; only good for comparing.
    pub specificity: u32,
    /// Where the rule stands.
    pub rank: TreeRank,
}

/// What [`RuleSet::matches`] found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matches {
    /// The matches, those of one element next to each other.
    pub found: Vec<RuleMatch>,
    /// Rules whose selectors cost too much, sorted; none of their matches is listed.
    pub given_up: Vec<u32>,
    /// Whether the pass as a whole was ended early, so that later elements have no matches.
    pub ended_early: bool,
}

/// The selectors of the style rules of a page, each for the tree its style sheet stands in.
#[derive(Debug)]
pub struct RuleSet<'p> {
    page: &'p Page,
    trees: FxHashMap<NodeId, TreeRules>,
    selectors: Vec<Filed>,
}

/// One selector of a rule.
#[derive(Debug)]
struct Filed {
    selector: Complex<Css>,
    hashes: AncestorHashes,
    specificity: u32,
    rule: u32,
}

/// An index into [`RuleSet::selectors`].
type At = u32;

/// The selectors that apply in one tree, by what their rightmost compound asks for.
#[derive(Debug, Default)]
struct TreeRules {
    by_id: FxHashMap<Box<str>, Vec<At>>,
    by_class: FxHashMap<Box<str>, Vec<At>>,
    by_tag: FxHashMap<Box<str>, Vec<At>>,
    others: Vec<At>,
    /// For the host of this shadow tree.
    host: Vec<At>,
    /// For what is shown in slots of this shadow tree.
    slotted: Vec<At>,
}

/// What a compound asks for.
enum Key {
    Id(Box<str>),
    Class(Box<str>),
    Tag(Box<str>),
}

impl<'p> RuleSet<'p> {
    /// No rules yet.
    pub fn new(page: &'p Page) -> RuleSet<'p> {
        RuleSet {
            page,
            trees: FxHashMap::default(),
            selectors: Vec::new(),
        }
    }

    /// Files the selectors of rule number `rule`, whose style sheet stands in the tree with the root `tree`.
    pub fn insert(&mut self, tree: NodeId, selector: &Selector, rule: u32) {
        let quirks = quirks(self.page, tree);
        let rules = self.trees.entry(tree).or_default();
        for one in selector.list.slice() {
            if one.has_pseudo_element() || never_matches(one) {
                continue;
            }
            let Ok(at) = At::try_from(self.selectors.len()) else {
                return;
            };
            rules.file(one, at, quirks);
            self.selectors.push(Filed {
                hashes: AncestorHashes::new(one, quirks),
                specificity: specificity(one),
                selector: one.clone(),
                rule,
            });
        }
    }

    /// Whether no selector is filed that could match anything.
    pub fn is_empty(&self) -> bool {
        self.selectors.is_empty()
    }

    /// Matches every element of every tree that has rules, and hosts and slotted elements of shadow trees that have.
    pub fn matches(&self) -> Matches {
        let mut pass = Pass::new(self);
        let page = self.page;
        let is_tree =
            |&n: &NodeId| matches!(page.kind(n), NodeKind::Document | NodeKind::ShadowRoot);
        if !self.is_empty() {
            // Stops at the first tree that the pass could not finish.
            page.in_tree_order()
                .filter(is_tree)
                .all(|tree| pass.tree(tree));
        }
        pass.finish()
    }
}

impl TreeRules {
    fn file(&mut self, selector: &Complex<Css>, at: At, quirks: QuirksMode) {
        if selector.is_slotted() {
            self.slotted.push(at);
            return;
        }
        let host = selector.matches_featureless_host(true);
        if host.may_match() {
            self.host.push(at);
        }
        if host == selectors::parser::MatchesFeaturelessHost::Only {
            return;
        }
        let mut keys = Vec::new();
        if !collect_keys(selector.iter(), &mut keys) {
            self.others.push(at);
            return;
        }
        let fold = |text: Box<str>| match quirks {
            QuirksMode::Quirks => text.to_ascii_lowercase().into(),
            _ => text,
        };
        for key in keys {
            let (map, text) = match key {
                Key::Id(text) => (&mut self.by_id, fold(text)),
                Key::Class(text) => (&mut self.by_class, fold(text)),
                Key::Tag(text) => (&mut self.by_tag, text),
            };
            let filed = map.entry(text).or_default();
            if filed.last() != Some(&at) {
                filed.push(at);
            }
        }
    }
}

/// Collects what an element must have, at least one of, to match the compound that `compound` stands before;
/// `false` if it need not have any name.
fn collect_keys(compound: SelectorIter<'_, Css>, keys: &mut Vec<Key>) -> bool {
    let mut best: Option<(u8, Vec<Key>)> = None;
    let mut offer = |rank: u8, found: Vec<Key>| {
        if best.as_ref().is_none_or(|(old, _)| *old < rank) {
            best = Some((rank, found));
        }
    };
    for component in compound {
        match component {
            Component::ID(id) => offer(4, vec![Key::Id(id.text.clone())]),
            Component::Class(class) => offer(3, vec![Key::Class(class.text.clone())]),
            Component::LocalName(local) => {
                let mut tags = vec![Key::Tag(local.lower_name.text.clone())];
                if local.name != local.lower_name {
                    tags.push(Key::Tag(local.name.text.clone()));
                }
                offer(2, tags);
            }
            Component::Is(list) | Component::Where(list) => {
                let mut inner = Vec::new();
                if list
                    .slice()
                    .iter()
                    .all(|s| collect_keys(s.iter(), &mut inner))
                {
                    offer(1, inner);
                }
            }
            _ => {}
        }
    }
    match best {
        Some((_, found)) => {
            keys.extend(found);
            true
        }
        None => false,
    }
}

/// Whether some compound asks for a state that no captured element is ever in, such as `:hover`.
fn never_matches(selector: &Complex<Css>) -> bool {
    selector.iter_raw_match_order().any(|component| {
        matches!(
            component,
            Component::NonTSPseudoClass(PseudoClass::State(_, State::Never))
        )
    })
}

/// The specificity with that of the argument of `:has()`, which `selectors` counts as any pseudo-class.
fn specificity(selector: &Complex<Css>) -> u32 {
    const ONE_CLASS: u32 = 1 << 10;
    let mut sum = selector.specificity();
    for component in selector.iter_raw_match_order() {
        if let Component::NonTSPseudoClass(PseudoClass::Has(relative)) = component {
            let most = relative.iter().map(|r| r.selector.specificity()).max();
            sum = sum
                .saturating_sub(ONE_CLASS)
                .saturating_add(most.unwrap_or(0));
        }
    }
    sum
}

/// How often the purse is filled: after the first time the costliest selectors are given up, after the last the pass ends.
const PURSES: u32 = 3;
/// What noting down a match costs, in steps, so that a hostile page cannot fill the memory with them.
const MATCH_COST: usize = 8;

/// One pass over the page.
struct Pass<'s> {
    set: &'s RuleSet<'s>,
    job: Job,
    caches: SelectorCaches,
    /// Steps spent so far on each selector; `u64::MAX` once it is given up.
    spent: Vec<u64>,
    purse: u64,
    purses_left: u32,
    matches: Matches,
}

impl<'s> Pass<'s> {
    fn new(set: &'s RuleSet<'s>) -> Pass<'s> {
        let purse = 40 * set.page.len() as u64 + 20_000_000;
        Pass {
            set,
            job: Job::new(purse),
            caches: SelectorCaches::default(),
            spent: vec![0; set.selectors.len()],
            purse,
            purses_left: PURSES - 1,
            matches: Matches::default(),
        }
    }

    /// Matches the elements of one tree; `false` if the pass has to end.
    fn tree(&mut self, root: NodeId) -> bool {
        let page = self.set.page;
        let rules = self.set.trees.get(&root);
        let shadow_rules = self.set.trees.len() > usize::from(rules.is_some());
        if rules.is_none() && !shadow_rules {
            return true;
        }
        let mut ancestors = AncestorFilter::default();
        let mut candidates = Vec::new();
        let mut folded = String::new();
        let quirks = quirks(page, root);
        self.caches = SelectorCaches::default();
        let mut next = page.after_light(root, root);
        while let Some(node) = next {
            next = page.after_light(node, root);
            if !page.is_element(node) {
                continue;
            }
            if let Some(rules) = rules {
                ancestors.move_to(page, node);
                candidates.extend_from_slice(&rules.others);
                rules.candidates(page, node, quirks, &mut folded, &mut candidates);
                for at in candidates.drain(..) {
                    if !self.try_one(at, node, TreeRank::Own, root, Some(&ancestors)) {
                        return false;
                    }
                }
            }
            if shadow_rules && !self.shadow_rules(node) {
                return false;
            }
        }
        true
    }

    /// Rules of other trees that reach into this one: of the element's shadow tree, of the slot it is shown in.
    fn shadow_rules(&mut self, node: NodeId) -> bool {
        let set = self.set;
        let own_shadow = set.page.shadow_root(node);
        if let Some((tree, rules)) = own_shadow.and_then(|s| Some((s, set.trees.get(&s)?))) {
            for &at in &rules.host {
                if !self.try_one(at, node, TreeRank::Inner, tree, None) {
                    return false;
                }
            }
        }
        let slot_tree = set.page.slot_of.get(&node).and_then(|&s| set.page.scope(s));
        if let Some((tree, rules)) = slot_tree.and_then(|s| Some((s, set.trees.get(&s)?))) {
            for &at in &rules.slotted {
                if !self.try_one(at, node, TreeRank::Inner, tree, None) {
                    return false;
                }
            }
        }
        true
    }

    /// Matches one selector; `false` if the pass has to end.
    fn try_one(
        &mut self,
        at: At,
        node: NodeId,
        rank: TreeRank,
        tree: NodeId,
        ancestors: Option<&AncestorFilter>,
    ) -> bool {
        let filed = &self.set.selectors[at as usize];
        loop {
            if self.spent[at as usize] == u64::MAX {
                return true;
            }
            let before = self.job.left();
            let matched = self.job.pay(1) && self.is_match(filed, node, rank, tree, ancestors);
            let paid = self.job.pay(if matched { MATCH_COST } else { 0 });
            let spent = &mut self.spent[at as usize];
            *spent = spent.saturating_add(before - self.job.left());
            if paid {
                if matched {
                    self.matches.found.push(RuleMatch {
                        node,
                        rule: filed.rule,
                        specificity: filed.specificity,
                        rank,
                    });
                }
                return true;
            }
            if !self.refill() {
                return false;
            }
        }
    }

    fn is_match(
        &mut self,
        filed: &Filed,
        node: NodeId,
        rank: TreeRank,
        tree: NodeId,
        ancestors: Option<&AncestorFilter>,
    ) -> bool {
        let el = El {
            page: self.set.page,
            node,
            job: &self.job,
        };
        let filter = ancestors.map(|a| &a.filter);
        let mut context = context(el, None, filter, &mut self.caches);
        if rank == TreeRank::Own {
            return matches_selector(&filed.selector, 0, Some(&filed.hashes), el, &mut context);
        }
        context.current_host = self.set.page.parent(tree).map(|host| el.at(host).opaque());
        let is_host = context.current_host == Some(el.opaque());
        context.with_featureless(is_host, |context| {
            matches_selector(&filed.selector, 0, None, el, context)
        })
    }

    /// Gives up the selectors that took more than their share, and goes on; `false` if that was done often enough.
    fn refill(&mut self) -> bool {
        if self.purses_left == 0 {
            self.matches.ended_early = true;
            return false;
        }
        self.purses_left -= 1;
        let share = self.purse / (self.spent.len() as u64).max(1);
        for (spent, filed) in self.spent.iter_mut().zip(&self.set.selectors) {
            if *spent >= share && *spent != u64::MAX {
                *spent = u64::MAX;
                self.matches.given_up.push(filed.rule);
            }
        }
        // Indices that were counted while nothing could be paid any more are wrong.
        self.caches = SelectorCaches::default();
        self.job.refill(self.purse);
        true
    }

    fn finish(mut self) -> Matches {
        let given_up = &mut self.matches.given_up;
        given_up.sort_unstable();
        given_up.dedup();
        if !given_up.is_empty() {
            self.matches
                .found
                .retain(|m| given_up.binary_search(&m.rule).is_err());
        }
        self.matches
    }
}

impl TreeRules {
    /// The selectors filed under a name that the element has.
    fn candidates(
        &self,
        page: &Page,
        node: NodeId,
        quirks: QuirksMode,
        folded: &mut String,
        out: &mut Vec<At>,
    ) {
        let fold = quirks == QuirksMode::Quirks;
        if !self.by_id.is_empty()
            && let Some(id) = page.attr(node, name::ID)
        {
            let found = self.by_id.get(case_folded(id, fold, folded));
            out.extend(found.into_iter().flatten());
        }
        if !self.by_class.is_empty()
            && let Some(classes) = page.attr(node, name::CLASS)
        {
            // A class may be listed a million times; its rules count once.
            let mut seen = FxHashSet::default();
            for class in classes.split_ascii_whitespace() {
                if let Some(found) = self.by_class.get(case_folded(class, fold, folded))
                    && seen.insert(found.as_ptr())
                {
                    out.extend(found);
                }
            }
        }
        if let Some(found) = self.by_tag.get(page.name_str(page.tag(node))) {
            out.extend(found);
        }
    }
}

/// `text`, in lower case if `fold`, for which `buffer` is used.
fn case_folded<'a>(text: &'a str, fold: bool, buffer: &'a mut String) -> &'a str {
    if !fold {
        return text;
    }
    buffer.clear();
    buffer.push_str(text);
    buffer.make_ascii_lowercase();
    buffer
}

#[cfg(test)]
mod size_tests {
    use super::*;

    #[test]
    fn a_filed_selector_stays_small() {
        assert!(size_of::<Filed>() <= 32);
    }
}
