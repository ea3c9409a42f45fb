//! Matching the selectors of many style rules against every element of a page in one pass.
//!
//! Each selector is filed under the id, class or tag that its rightmost part asks for, so that an element looks only
//! at selectors that might be about it; a filter of its ancestors' names dismisses most of the rest. What one selector
//! may cost is limited: one that exceeds it is given up, with all its matches, and named in [`Matches::given_up`].

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use selectors::Element;
use selectors::bloom::BloomFilter;
use selectors::context::{QuirksMode, SelectorCaches};
use selectors::matching::{matches_selector, selector_may_match};
use selectors::parser::{
    AncestorHashes, Combinator, Component, MatchesFeaturelessHost, Selector as Complex,
    SelectorIter,
};

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

/// What of an element a rule is about (CSS Pseudo-Elements 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The element itself.
    Element,
    /// What is generated before its content, `::before`.
    Before,
    /// What is generated after its content, `::after`.
    After,
}

impl Part {
    /// What a selector is about, and where in it what it asks of the element begins; `None` for any other
    /// pseudo-element.
    fn of(selector: &Complex<Css>) -> Option<(Part, usize)> {
        let mut parts = selector.iter_raw_match_order();
        match (parts.next(), parts.next()) {
            (
                Some(Component::PseudoElement(pseudo)),
                Some(Component::Combinator(Combinator::PseudoElement)),
            ) => match pseudo.name() {
                "before" => Some((Part::Before, 2)),
                "after" => Some((Part::After, 2)),
                _ => None,
            },
            _ => (!selector.has_pseudo_element()).then_some((Part::Element, 0)),
        }
    }
}

/// A rule that applies to an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleMatch {
    /// The element.
    pub node: NodeId,
    /// What of it the rule is about.
    pub part: Part,
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
    specificity: u32,
    rule: u32,
}

/// An index into [`RuleSet::selectors`].
type At = u32;

/// A place in the index, with the names that some ancestor must have.
#[derive(Clone, Debug)]
struct Entry {
    hashes: AncestorHashes,
    at: At,
}

/// The selectors that apply in one tree, by what their rightmost compound asks for.
#[derive(Debug, Default)]
struct TreeRules {
    by_id: FxHashMap<Box<str>, Vec<Entry>>,
    by_class: FxHashMap<Box<str>, Vec<Entry>>,
    by_tag: FxHashMap<Box<str>, Vec<Entry>>,
    others: Vec<Entry>,
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
        // In a document, `:scope` is the root element.
        let in_shadow_tree = self.page.kind(tree) == NodeKind::ShadowRoot;
        let rules = self.trees.entry(tree).or_default();
        for one in selector.list.slice() {
            let Some((part, offset)) = Part::of(one) else {
                continue;
            };
            if never_matches(one) || (part != Part::Element && one.is_slotted()) {
                continue;
            }
            let Ok(at) = At::try_from(self.selectors.len()) else {
                return;
            };
            let host = one.matches_featureless_host(in_shadow_tree);
            rules.file(one, offset, at, quirks, host);
            self.selectors.push(Filed {
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
    fn file(
        &mut self,
        selector: &Complex<Css>,
        offset: usize,
        at: At,
        quirks: QuirksMode,
        host: MatchesFeaturelessHost,
    ) {
        if selector.is_slotted() {
            self.slotted.push(at);
            return;
        }
        if host.may_match() {
            self.host.push(at);
        }
        if host == MatchesFeaturelessHost::Only {
            return;
        }
        let entry = Entry {
            hashes: AncestorHashes::new(selector, quirks),
            at,
        };
        let mut keys = Vec::new();
        if !self.collect_keys(selector.iter_from(offset), quirks, &mut keys) {
            self.others.push(entry);
            return;
        }
        for key in keys {
            let filed = match key {
                Key::Id(text) => self.by_id.entry(text).or_default(),
                Key::Class(text) => self.by_class.entry(text).or_default(),
                Key::Tag(text) => self.by_tag.entry(text).or_default(),
            };
            if filed.last().is_none_or(|last| last.at != at) {
                filed.push(entry.clone());
            }
        }
    }

    /// Collects what an element must have, at least one of, to match the compound that `compound` stands before;
    /// `false` if it need not have any name.
    fn collect_keys(
        &self,
        compound: SelectorIter<'_, Css>,
        quirks: QuirksMode,
        keys: &mut Vec<Key>,
    ) -> bool {
        let fold = |text: &str| match quirks {
            QuirksMode::Quirks => text.to_ascii_lowercase().into(),
            _ => text.into(),
        };
        let mut best: Option<(Rank, Vec<Key>)> = None;
        let mut offer = |rank: Rank, found: Vec<Key>| {
            if best.as_ref().is_none_or(|(old, _)| *old <= rank) {
                best = Some((rank, found));
            }
        };
        for component in compound {
            match component {
                Component::ID(id) => offer(Rank::Id, vec![Key::Id(fold(&id.text))]),
                Component::Class(class) => {
                    // Of several classes the one that fewest selectors are filed under so far, to keep the drawers short.
                    let class: Box<str> = fold(&class.text);
                    let crowd = self.by_class.get(&class).map_or(0, Vec::len);
                    offer(Rank::Class(Reverse(crowd)), vec![Key::Class(class)]);
                }
                Component::LocalName(local) => {
                    let mut tags = vec![Key::Tag(local.lower_name.text.clone())];
                    if local.name != local.lower_name {
                        tags.push(Key::Tag(local.name.text.clone()));
                    }
                    offer(Rank::Tag, tags);
                }
                Component::Is(list) | Component::Where(list) => {
                    let mut inner = Vec::new();
                    let all = list
                        .slice()
                        .iter()
                        .all(|s| self.collect_keys(s.iter(), quirks, &mut inner));
                    if all {
                        offer(Rank::Several, inner);
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
}

/// How well a name narrows down the elements, the best last.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Several,
    Tag,
    Class(Reverse<usize>),
    Id,
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
                let mut sieve = Sieve {
                    filter: &ancestors.filter,
                    seen: 0,
                    passed: &mut candidates,
                };
                rules.candidates(page, node, quirks, &mut folded, &mut sieve);
                self.job.pay(sieve.seen / 8);
                let own = self.try_all(&candidates, node, TreeRank::Own, root);
                candidates.clear();
                if !own {
                    return false;
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
        if let Some((tree, rules)) = own_shadow.and_then(|s| Some((s, set.trees.get(&s)?)))
            && !self.try_all(&rules.host, node, TreeRank::Inner, tree)
        {
            return false;
        }
        let slot_tree = set.page.slot_of.get(&node).and_then(|&s| set.page.scope(s));
        match slot_tree.and_then(|s| Some((s, set.trees.get(&s)?))) {
            Some((tree, rules)) => self.try_all(&rules.slotted, node, TreeRank::Inner, tree),
            None => true,
        }
    }

    /// Matches an element against selectors of the tree `tree`; `false` if the pass has to end.
    fn try_all(&mut self, candidates: &[At], node: NodeId, rank: TreeRank, tree: NodeId) -> bool {
        let mut done = 0;
        while done < candidates.len() {
            done += self.try_while_paid(&candidates[done..], node, rank, tree);
            if done < candidates.len() && !self.refill() {
                return false;
            }
        }
        true
    }

    /// As [`Pass::try_all`], until nothing is left to pay with; returns how many were done.
    fn try_while_paid(
        &mut self,
        candidates: &[At],
        node: NodeId,
        rank: TreeRank,
        tree: NodeId,
    ) -> usize {
        let el = El {
            page: self.set.page,
            node,
            job: &self.job,
        };
        let mut context = context(el, None, None, &mut self.caches);
        if rank == TreeRank::Inner {
            context.current_host = self.set.page.parent(tree).map(|host| el.at(host).opaque());
        }
        let is_host = rank == TreeRank::Inner && context.current_host == Some(el.opaque());
        for (done, &at) in candidates.iter().enumerate() {
            let (filed, spent) = (
                &self.set.selectors[at as usize],
                &mut self.spent[at as usize],
            );
            if *spent == u64::MAX {
                continue;
            }
            let Some((part, offset)) = Part::of(&filed.selector) else {
                continue;
            };
            let before = self.job.left();
            let matched = self.job.pay(1)
                && context.with_featureless(is_host, |context| {
                    matches_selector(&filed.selector, offset, None, el, context)
                });
            let paid = self.job.pay(if matched { MATCH_COST } else { 0 });
            *spent = spent.saturating_add(before - self.job.left());
            if !paid {
                return done;
            }
            if matched {
                self.matches.found.push(RuleMatch {
                    node,
                    part,
                    rule: filed.rule,
                    specificity: filed.specificity,
                    rank,
                });
            }
        }
        candidates.len()
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
        out: &mut Sieve<'_>,
    ) {
        out.extend(&self.others);
        let fold = quirks == QuirksMode::Quirks;
        if !self.by_id.is_empty()
            && let Some(id) = page.attr(node, name::ID)
            && let Some(found) = self.by_id.get(case_folded(id, fold, folded))
        {
            out.extend(found);
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

/// Collects candidates, dismissing those that ask for an ancestor which is not there.
struct Sieve<'a> {
    filter: &'a BloomFilter,
    seen: usize,
    passed: &'a mut Vec<At>,
}

impl Sieve<'_> {
    fn extend(&mut self, entries: &[Entry]) {
        self.seen += entries.len();
        let fitting = entries
            .iter()
            .filter(|entry| selector_may_match(&entry.hashes, self.filter));
        self.passed.extend(fitting.map(|entry| entry.at));
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
    fn what_is_filed_stays_small() {
        assert!(size_of::<Filed>() <= 16 && size_of::<Entry>() <= 16);
    }
}
