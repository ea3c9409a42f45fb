//! Selectors for elements: the waterfall of twelve strategies (S2-24…S2-39), the one that survives most changes first.
//!
//! - [`Waterfall`]: a page indexed in one pass, so that whether a selector is the only one of its kind is a look into a
//!   map. [`Waterfall::candidates`] makes selectors for an element, in the order of the strategies; each matches
//!   nothing else in the element's own tree **as captured**. Whoever hands one out has the engine prove it.
//! - [`Candidate`]: such a selector, and the [`Strategy`] it came from.
//! - [`Chain`]: selectors across trees, written `frame >>> host >>> inner`: each but the last names a frame or a shadow
//!   host, each is matched within one tree (C6, C7).
//!
//! - [`Search`]: what to ask an engine until each selector of a chain is proved.
//!
//! Ids and classes that look made up (`css-1q2w3e`, `:r1:`) say nothing after the next release of a page: they come
//! last (C8, S2-37), as do classes that stand for a state.

mod chain;
mod index;
mod paths;
mod proof;
mod strategies;
mod text;
mod words;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, NodeKind, Page};

pub use chain::{Chain, ChainError};
pub use proof::Search;
pub use words::is_made_up;

use index::Index;

/// One of the twelve ways to name an element, in their order (S2-24…S2-35).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Strategy {
    /// `#id`.
    Id = 1,
    /// `[data-testid="…"]`.
    TestId,
    /// `[data-test="…"]`, and the spellings that other tools have.
    Test,
    /// `a[href="…"]`.
    Href,
    /// `input[name="…"]`, of radio buttons and checkboxes with their value.
    Name,
    /// `button[aria-label="…"]`.
    AriaLabel,
    /// `li[data-sku="…"]`.
    Data,
    /// `#ancestor descendant`.
    Scoped,
    /// `tag.class`.
    Class,
    /// `tag:nth-of-type(k)` below the nearest ancestor that has one of the selectors above.
    NthOfType,
    /// Classes all the way: `ul.menu > li.item > a.link`.
    ClassPath,
    /// `:root > body > …:nth-child(k)`: every element has one.
    Structure,
}

impl Strategy {
    /// Its number among the twelve, from 1.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// A selector for an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where it came from.
    pub strategy: Strategy,
    /// The selector, for the element's own tree.
    pub css: String,
}

/// Which words a selector may be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Words {
    /// Those that mean something.
    Meant,
    /// Those that look made up, or stand for a state.
    MadeUp,
}

/// A page, ready for making selectors.
#[derive(Debug)]
pub struct Waterfall<'p> {
    page: &'p Page,
    index: Index<'p>,
    /// The selectors of what others are named by, once found.
    anchors: RefCell<FxHashMap<NodeId, Option<Rc<str>>>>,
}

/// A strategy, and what it makes for an element; each of it matches only that, as captured.
type Maker = fn(&Waterfall<'_>, NodeId, Words) -> Vec<String>;

/// Those that name an element by itself or by what is around it.
const BY_WORDS: &[(Strategy, Maker)] = &[
    (Strategy::Id, strategies::id),
    (Strategy::TestId, strategies::test_id),
    (Strategy::Test, strategies::test),
    (Strategy::Href, strategies::href),
    (Strategy::Name, strategies::name),
    (Strategy::AriaLabel, strategies::aria_label),
    (Strategy::Data, strategies::data),
    (Strategy::Scoped, strategies::scoped),
    (Strategy::Class, strategies::class),
];

/// Those that name it by its place.
const BY_PLACE: &[(Strategy, Maker)] = &[
    (Strategy::NthOfType, paths::nth_of_type),
    (Strategy::ClassPath, paths::class_path),
    (Strategy::Structure, paths::structure),
];

impl<'p> Waterfall<'p> {
    /// Indexes a page: one pass over it.
    pub fn new(page: &'p Page) -> Waterfall<'p> {
        Waterfall {
            page,
            index: Index::new(page),
            anchors: RefCell::default(),
        }
    }

    /// Selectors for an element, the best first. Each matches it and nothing else in its own tree ([`Page::scope`]) as
    /// the page was captured. They are made as they are asked for. The last strategy has one for every element that is
    /// nested less than 250 deep in its tree.
    pub fn candidates(&self, node: NodeId) -> impl Iterator<Item = Candidate> + use<'_, 'p> {
        let is_there = self.page.is_element(node) && self.page.is_attached(node);
        let passes = [
            (BY_WORDS, Words::Meant),
            (BY_PLACE, Words::Meant),
            (BY_WORDS, Words::MadeUp),
        ];
        passes
            .into_iter()
            .filter(move |_| is_there)
            .flat_map(|(strategies, words)| strategies.iter().map(move |made| (made, words)))
            .flat_map(move |(&(strategy, make), words)| {
                let made = make(self, node, words).into_iter();
                made.map(move |css| Candidate {
                    strategy,
                    css: chain::trimmed(&css).to_owned(),
                })
            })
    }

    /// The frames and shadow hosts that lead to an element, the outermost first, and the element itself last. `None`:
    /// it is no element of the page, or too many stand around it.
    pub fn legs(&self, node: NodeId) -> Option<Vec<NodeId>> {
        const MOST: usize = 32;
        let mut legs = vec![node];
        let mut tree = self.page.scope(node)?;
        while tree != self.page.root()? {
            if self.page.kind(tree) == NodeKind::Fragment || legs.len() == MOST {
                return None;
            }
            let owner = self.page.parent(tree)?;
            legs.push(owner);
            tree = self.page.scope(owner)?;
        }
        legs.reverse();
        self.page.is_element(node).then_some(legs)
    }

    /// The best selector of an element by what it is itself called, for naming others by it.
    fn anchor(&self, node: NodeId) -> Option<Rc<str>> {
        if let Some(known) = self.anchors.borrow().get(&node) {
            return known.clone();
        }
        let own = |(strategy, _): &&(Strategy, Maker)| *strategy != Strategy::Scoped;
        let anchor = BY_WORDS
            .iter()
            .filter(own)
            .find_map(|(_, make)| make(self, node, Words::Meant).into_iter().next())
            .map(Rc::from);
        self.anchors.borrow_mut().insert(node, anchor.clone());
        anchor
    }
}
