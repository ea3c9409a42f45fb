//! [`Overlay`]: what stands in front of the page, found by what takes the clicks, not by names.
//!
//! An engine with layout tells what is in front at some places of the view ([`surefoot_page::Front`]). A *layer* is such
//! a thing; it *blocks* if it takes the clicks in the middle of the view, or at most places, from something that can be
//! read or acted on. A modal dialog blocks wherever it stands. A bar with a question about cookies is an overlay, too, but
//! does not block. Without layout it is only what the markup itself makes sure of: open modal dialogs, and what its own
//! style puts in front of everything.

use rustc_hash::FxHashMap;
use surefoot_aria::Semantics;
use surefoot_page::{Facts, NodeId, NodeKey, Page, Step, name};

use super::candidates::{Candidate, candidates, has_middle_in};
use super::dismiss::{self, From};
use super::words;
use crate::{Item, Role};

/// What kind of overlay it is (resolution A7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OverlayKind {
    /// It asks about cookies or consent.
    CookieBanner,
    /// A dialog.
    Dialog,
    /// A dialog that wants an answer before anything else.
    Alertdialog,
    /// Called a modal by its markup.
    Modal,
    /// Called a popup by its markup.
    Popup,
    /// A panel along an edge.
    Drawer,
    /// It shows a picture or the like, large.
    Lightbox,
    /// Anything else.
    Overlay,
}

impl OverlayKind {
    /// Its word, as formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            OverlayKind::CookieBanner => "cookie_banner",
            OverlayKind::Dialog => "dialog",
            OverlayKind::Alertdialog => "alertdialog",
            OverlayKind::Modal => "modal",
            OverlayKind::Popup => "popup",
            OverlayKind::Drawer => "drawer",
            OverlayKind::Lightbox => "lightbox",
            OverlayKind::Overlay => "overlay",
        }
    }
}

/// Something that stands in front of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// What kind it is.
    pub kind: OverlayKind,
    /// What it is called: its name, its heading, or the first text in it; at most 80 characters, and empty if it says
    /// nothing.
    pub title: Box<str>,
    /// The element it is.
    pub node: NodeKey,
    /// Whether the page behind it cannot be used, or hardly, while it is there.
    pub blocking: bool,
    /// The control in it that makes it go away.
    pub dismiss: Option<NodeKey>,
    /// The items in it, in document order.
    pub inside: Vec<NodeKey>,
}

/// The longest title, in characters.
const TITLE: usize = 80;
/// Of the nine places in the middle part of the view, so many make a layer block.
const MANY: u32 = 5;
/// So many items are read to tell what an overlay is about.
const READ: usize = 40;

/// What stands in front of the page; what blocks it first, else in document order.
pub(crate) fn overlays(semantics: &Semantics<'_>, items: &[Item]) -> Vec<Overlay> {
    let page = semantics.page();
    let candidates = candidates(semantics, items);
    if candidates.is_empty() {
        return Vec::new();
    }
    let finder = Finder::new(page, items);
    let mut found: Vec<Found> = candidates
        .into_iter()
        .filter_map(|candidate| finder.look(candidate))
        .collect();
    lend_hits_of_backdrops(&mut found);
    let mut overlays: Vec<(u32, Overlay)> = found
        .iter()
        .filter_map(|found| finder.overlay(found))
        .collect();
    overlays.sort_by_key(|(first, overlay)| (!overlay.blocking, *first));
    overlays.into_iter().map(|(_, overlay)| overlay).collect()
}

/// A candidate with what is in it.
#[derive(Debug)]
struct Found {
    candidate: Candidate,
    /// The items in it, as a range: what is in an element stands together.
    inside: Vec<u32>,
    /// Whether it takes clicks from something that matters.
    covers: bool,
}

/// A layer with nothing in it lies behind a dialog, and takes clicks for it.
fn lend_hits_of_backdrops(found: &mut [Found]) {
    let is_backdrop = |f: &Found| f.inside.is_empty() && f.candidate.dialog.is_none();
    let Some(lent) = found
        .iter()
        .position(|f| is_backdrop(f) && f.covers && f.candidate.hits > 1)
    else {
        return;
    };
    let (hits, middle) = (found[lent].candidate.hits, found[lent].candidate.middle);
    let in_front = found
        .iter_mut()
        .find(|f| !is_backdrop(f) && (f.candidate.hits > 0 || f.candidate.modal));
    if let Some(front) = in_front {
        front.candidate.hits += hits;
        front.candidate.middle |= middle;
        front.covers = true;
        found[lent].candidate.hits = 0;
        found[lent].candidate.middle = false;
    }
}

/// What it takes to look into candidates.
struct Finder<'a> {
    page: &'a Page,
    items: &'a [Item],
    by_node: FxHashMap<NodeId, u32>,
    /// For each node whether it is an item that can be read or acted on, or has one in it.
    matters: Vec<bool>,
}

impl<'a> Finder<'a> {
    fn new(page: &'a Page, items: &'a [Item]) -> Finder<'a> {
        let mut matters = vec![false; page.len()];
        let is_content = |item: &Item| item.is_interactive() || !item.label().is_empty();
        for item in items.iter().filter(|item| is_content(item)) {
            let mut at = Some(item.node);
            while let Some(node) = at.filter(|n| !matters[n.index()]) {
                matters[node.index()] = true;
                at = page.flat_parent(node);
            }
        }
        Finder {
            page,
            items,
            by_node: (0u32..)
                .zip(items)
                .map(|(at, item)| (item.node, at))
                .collect(),
            matters,
        }
    }

    /// What is in a candidate, and whether that takes clicks from what matters. `None` if it cannot be an overlay.
    fn look(&self, candidate: Candidate) -> Option<Found> {
        let mut inside = Vec::new();
        for step in self.page.walk(candidate.node) {
            if let Step::Enter(node) = step {
                inside.extend(self.by_node.get(&node));
            }
        }
        inside.sort_unstable();
        let (free, taken) = self.clicks(&candidate, &inside);
        // If more of the controls in its place get their clicks than do not, it is behind them.
        let is_before_something =
            taken > 0 || candidate.behind.iter().any(|n| self.matters[n.index()]);
        let covers = is_before_something && free <= taken;
        let is_front = candidate.hits > 0 && (covers || !candidate.behind.is_empty());
        (candidate.modal || is_front || candidate.at_edge).then_some(Found {
            candidate,
            inside,
            covers,
        })
    }

    /// Of the controls in the place of a candidate that are not in it, how many get their clicks, and how many do not.
    fn clicks(&self, candidate: &Candidate, inside: &[u32]) -> (usize, usize) {
        let (mut free, mut taken) = (0, 0);
        let (Some(bounds), Some(view)) = (self.page.bounds(candidate.node), self.page.viewport())
        else {
            return (free, taken);
        };
        for (at, item) in (0u32..).zip(self.items) {
            let Some(place) = item.bounds.filter(|_| item.is_interactive()) else {
                continue;
            };
            if !has_middle_in(place, bounds)
                || !has_middle_in(place, view)
                || inside.binary_search(&at).is_ok()
            {
                continue;
            }
            let facts = self.page.facts(item.node);
            if facts.contains(Facts::OBSCURED) {
                taken += 1;
            } else if facts.contains(Facts::FOCUSABLE)
                && !facts.intersects(Facts::NO_POINTER_EVENTS | Facts::INERT)
            {
                free += 1;
            }
        }
        (free, taken)
    }

    /// The overlay that a candidate is, with its first item.
    fn overlay(&self, found: &Found) -> Option<(u32, Overlay)> {
        let Found {
            candidate,
            inside,
            covers,
        } = found;
        let takes = candidate.middle || candidate.hits >= MANY;
        // A popover goes away by itself when anything else is clicked.
        let is_light = self.page.has_attr(candidate.node, name::POPOVER);
        let blocking = candidate.modal || *covers && takes && !is_light;
        let named = self.named(candidate.node);
        let asks = self.asks_for_consent(&named, inside);
        let can_be_answered = || {
            inside
                .iter()
                .any(|&at| self.item(at).is_some_and(Item::is_interactive))
        };
        let is_bar = asks && can_be_answered() && (candidate.hits > 0 || candidate.at_edge);
        if !blocking && !is_bar {
            return None;
        }
        let kind = self.kind(candidate, &named, asks);
        let title = self.title(candidate, inside);
        let from = match kind {
            OverlayKind::CookieBanner => From::Question,
            _ => From::Anything,
        };
        let dismiss = dismiss::among(self.items, &inside.iter().map(|&at| at as usize), from);
        let key = |at: u32| self.item(at).map(|item| item.key);
        let overlay = Overlay {
            kind,
            title,
            node: self.page.key(candidate.node)?,
            blocking,
            dismiss: dismiss.and_then(|at| key(at as u32)),
            inside: inside.iter().filter_map(|&at| key(at)).collect(),
        };
        Some((inside.first().copied().unwrap_or(u32::MAX), overlay))
    }

    fn item(&self, at: u32) -> Option<&'a Item> {
        self.items.get(at as usize)
    }

    /// The words of the ids and classes of an element and of the first elements in it.
    fn named(&self, node: NodeId) -> Vec<String> {
        const LOOKED_AT: usize = 6;
        let mut words = Vec::new();
        let elements = self
            .page
            .walk(node)
            .filter_map(|step| match step {
                Step::Enter(node) if self.page.is_element(node) => Some(node),
                _ => None,
            })
            .take(LOOKED_AT);
        for element in elements {
            for attribute in [name::ID, name::CLASS, name::ARIA_LABEL] {
                if let Some(text) = self.page.attr(element, attribute) {
                    words.extend(words::parts(text));
                }
            }
        }
        words
    }

    fn asks_for_consent(&self, named: &[String], inside: &[u32]) -> bool {
        if named
            .iter()
            .any(|word| CONSENT_NAMES.contains(&word.as_str()))
        {
            return true;
        }
        let mut read = inside.iter().take(READ).filter_map(|&at| self.item(at));
        read.any(|item| {
            let (text, _) = words::cut(item.label(), 600);
            let text = text.to_lowercase();
            CONSENT_WORDS.iter().any(|word| text.contains(word))
        })
    }

    fn kind(&self, candidate: &Candidate, named: &[String], asks: bool) -> OverlayKind {
        let is_named = |words: &[&str]| named.iter().any(|word| words.contains(&word.as_str()));
        let dialog = candidate.dialog.and_then(|at| self.item(at));
        match dialog.map(|dialog| dialog.role) {
            _ if asks => OverlayKind::CookieBanner,
            Some(Role::Alertdialog) => OverlayKind::Alertdialog,
            _ if is_named(&["drawer", "offcanvas", "sidebar", "sidenav"]) => OverlayKind::Drawer,
            _ if is_named(&["lightbox", "fancybox", "pswp", "photoswipe"]) => OverlayKind::Lightbox,
            Some(_) => OverlayKind::Dialog,
            None if is_named(&["modal"]) => OverlayKind::Modal,
            None if is_named(&["popup", "popover", "newsletter"]) => OverlayKind::Popup,
            None => OverlayKind::Overlay,
        }
    }

    fn title(&self, candidate: &Candidate, inside: &[u32]) -> Box<str> {
        let dialog = candidate.dialog.and_then(|at| self.item(at));
        let own = dialog.map_or("", |dialog| &dialog.name);
        let read = || inside.iter().take(READ).filter_map(|&at| self.item(at));
        let heading = || read().find(|item| item.role == Role::Heading);
        let text = || {
            read().find(|item| !item.is_interactive() && item.label().contains(char::is_alphabetic))
        };
        let title = match own {
            "" => heading().or_else(text).map_or("", Item::label),
            own => own,
        };
        match words::cut(title, TITLE) {
            (title, false) => title.into(),
            (title, true) => format!("{}…", words::cut(title, TITLE - 1).0).into(),
        }
    }
}

/// Words in ids and classes of what asks for consent.
const CONSENT_NAMES: &[&str] = &[
    "cookie",
    "cookies",
    "gdpr",
    "consent",
    "cmp",
    "onetrust",
    "didomi",
    "usercentrics",
    "cookiebot",
    "truste",
    "cookiebanner",
    "cookieconsent",
    "cookielaw",
];

/// What is written in what asks for consent.
const CONSENT_WORDS: &[&str] = &[
    "cookie",
    "gdpr",
    "evästeet",
    "küpsis",
    "slapuk",
    "печив",
    "クッキー",
    "쿠키",
];
