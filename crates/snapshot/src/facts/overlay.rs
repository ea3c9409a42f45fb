//! [`Overlay`]: what stands in front of the page, found by what takes the clicks, not by names.
//!
//! An engine with layout tells what is in front at some places of the view ([`surefoot_page::Front`]). A *layer* is such
//! a thing; it *blocks* if it takes the clicks in the middle of the view, or at most places, from something that can be
//! read or acted on. A modal dialog blocks wherever it stands. A bar with a question about cookies is an overlay, too, but
//! does not block. Without layout it is only what the markup itself makes sure of: open modal dialogs, and what its own
//! style puts in front of everything.

use rustc_hash::FxHashMap;
use surefoot_aria::Semantics;
use surefoot_page::{Facts, NodeId, NodeKey, Page, Place, Rect, Step, name};

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
/// So many candidates are looked into at most.
const MOST: usize = 12;
/// Of the nine places in the middle part of the view, so many make a layer block.
const MANY: u32 = 5;
/// So many items are read to tell what an overlay is about.
const READ: usize = 40;

/// Something that may be an overlay.
#[derive(Clone, Debug)]
struct Candidate {
    node: NodeId,
    /// A dialog that it is, or that is in it.
    dialog: Option<u32>,
    middle: bool,
    hits: u32,
    at_edge: bool,
    behind: Vec<NodeId>,
    /// It keeps all else from being used, whatever the geometry.
    modal: bool,
}

impl Candidate {
    fn new(node: NodeId) -> Candidate {
        Candidate {
            node,
            dialog: None,
            middle: false,
            hits: 0,
            at_edge: false,
            behind: Vec::new(),
            modal: false,
        }
    }
}

/// What stands in front of the page; what blocks it first, else in document order.
pub(crate) fn overlays(semantics: &Semantics<'_>, items: &[Item]) -> Vec<Overlay> {
    let page = semantics.page();
    let has_layout = page.viewport().is_some();
    let mut candidates = layers(page);
    add_dialogs(semantics, items, has_layout, &mut candidates);
    if !has_layout {
        add_styled(semantics, items, &mut candidates);
    }
    candidates.truncate(MOST);
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

/// The layers that an engine found in front.
fn layers(page: &Page) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for front in page.fronts() {
        let at = candidates.iter().position(|c| c.node == front.layer);
        let at = at.unwrap_or_else(|| {
            candidates.push(Candidate::new(front.layer));
            candidates.len() - 1
        });
        let candidate = &mut candidates[at];
        match front.place {
            Place::Middle => {
                candidate.middle = true;
                candidate.hits += 1;
            }
            Place::Inner => candidate.hits += 1,
            Place::Edge => candidate.at_edge = true,
        }
        if front.place != Place::Edge {
            candidate.behind.extend_from_slice(&front.behind);
        }
    }
    candidates
}

/// Dialogs: those in a layer say what the layer is, others are candidates of their own.
fn add_dialogs(
    semantics: &Semantics<'_>,
    items: &[Item],
    has_layout: bool,
    candidates: &mut Vec<Candidate>,
) {
    let page = semantics.page();
    let dialogs = (0u32..)
        .zip(items)
        .filter(|(_, item)| matches!(item.role, Role::Dialog | Role::Alertdialog))
        .take(MOST);
    for (index, item) in dialogs {
        let on_top = page.facts(item.node).contains(Facts::TOP_LAYER);
        let says_modal = item.states.modal;
        let is_modal = match has_layout {
            _ if on_top => says_modal,
            true => says_modal && is_in_view(page, item.node),
            false => says_modal && is_surely_shown(page, item.node),
        };
        let around = std::iter::successors(Some(item.node), |&n| page.flat_parent(n));
        let layer = around
            .take(MOST_AROUND)
            .find_map(|node| candidates.iter().position(|c| c.node == node));
        let inner = || {
            candidates
                .iter()
                .position(|c| page.contains(item.node, c.node))
        };
        match layer.or_else(inner) {
            Some(at) => {
                let candidate = &mut candidates[at];
                candidate.dialog.get_or_insert(index);
                candidate.modal |= is_modal;
            }
            None if is_modal => candidates.push(Candidate {
                dialog: Some(index),
                modal: true,
                ..Candidate::new(item.node)
            }),
            None => {}
        }
    }
}

/// So many elements around a dialog are looked at for its layer.
const MOST_AROUND: usize = 200;

/// Whether a part of the element is in view and can be seen.
fn is_in_view(page: &Page, node: NodeId) -> bool {
    let (Some(bounds), Some(view)) = (page.bounds(node), page.viewport()) else {
        return false;
    };
    let facts = page.facts(node);
    bounds.width > 0.0
        && bounds.height > 0.0
        && overlaps(bounds, view)
        && !facts.intersects(Facts::TRANSPARENT | Facts::NOT_RENDERED | Facts::INVISIBLE)
}

fn overlaps(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

fn has_middle_in(inner: Rect, outer: Rect) -> bool {
    let (x, y) = (inner.x + inner.width / 2.0, inner.y + inner.height / 2.0);
    x >= outer.x && y >= outer.y && x <= outer.x + outer.width && y <= outer.y + outer.height
}

/// Without layout: whether the markup makes sure that a modal dialog is shown. Many pages keep closed ones in their
/// markup, which only style sheets hide that this engine does not read.
fn is_surely_shown(page: &Page, node: NodeId) -> bool {
    if page.html_tag(node) == name::DIALOG && page.has_attr(node, name::OPEN) {
        return true;
    }
    let style = page.attr(node, name::STYLE).unwrap_or_default();
    let shown_by_style = declared(style, "display").is_some_and(|display| display != "none");
    let classes = page.attr(node, name::CLASS).unwrap_or_default();
    let shown_by_class = classes.split_ascii_whitespace().any(|class| {
        let class = class.to_ascii_lowercase();
        SHOWN.contains(&class.as_str()) || SHOWN_ENDS.iter().any(|end| class.ends_with(end))
    });
    shown_by_style || shown_by_class || covers_by_style(page, node)
}

/// Classes that say that something is open.
const SHOWN: &[&str] = &[
    "show",
    "shown",
    "open",
    "opened",
    "visible",
    "active",
    "is-open",
    "is-active",
    "is-visible",
];
const SHOWN_ENDS: &[&str] = &["--open", "--visible", "--active", "--shown", "-open"];

/// What is put in front of everything by its own style.
fn add_styled(semantics: &Semantics<'_>, items: &[Item], candidates: &mut Vec<Candidate>) {
    let page = semantics.page();
    let mut last: Option<NodeId> = None;
    for node in page.in_tree_order() {
        let covers = covers_by_style(page, node)
            && !semantics.is_hidden(node)
            && !page.facts(node).contains(Facts::TRANSPARENT);
        if !covers || last.is_some_and(|last| page.contains(last, node)) {
            continue;
        }
        last = Some(node);
        match candidates.iter_mut().find(|c| page.contains(node, c.node)) {
            Some(candidate) => candidate.modal = true,
            None => candidates.push(Candidate {
                modal: true,
                dialog: dialog_in(page, items, node),
                ..Candidate::new(node)
            }),
        }
        if candidates.len() >= MOST {
            return;
        }
    }
}

fn dialog_in(page: &Page, items: &[Item], node: NodeId) -> Option<u32> {
    (0u32..)
        .zip(items)
        .filter(|(_, item)| matches!(item.role, Role::Dialog | Role::Alertdialog))
        .take(MOST)
        .find(|(_, item)| page.contains(node, item.node))
        .map(|(index, _)| index)
}

/// Whether the style of an element, as its markup has it, lays it over all of the view.
fn covers_by_style(page: &Page, node: NodeId) -> bool {
    let Some(style) = page.attr(node, name::STYLE) else {
        return false;
    };
    if declared(style, "position").as_deref() != Some("fixed")
        || declared(style, "display").as_deref() == Some("none")
        || declared(style, "visibility").as_deref() == Some("hidden")
        || declared(style, "pointer-events").as_deref() == Some("none")
        || declared(style, "opacity").as_deref() == Some("0")
    {
        return false;
    }
    let is_zero = |property| declared(style, property).is_some_and(|v| v == "0" || v == "0px");
    let is_full = |property| {
        declared(style, property).is_some_and(|v| v.starts_with("100") && !v.ends_with("px"))
    };
    let wide = is_zero("left") && is_zero("right") || is_full("width");
    let high = is_zero("top") && is_zero("bottom") || is_full("height");
    is_zero("inset") || wide && high
}

/// What a style attribute says of a property, in lower case.
fn declared(style: &str, property: &str) -> Option<String> {
    let mut declarations = style.split(';').filter_map(|d| d.split_once(':'));
    declarations
        .rfind(|(name, _)| name.trim().eq_ignore_ascii_case(property))
        .map(|(_, value)| {
            let value = value.trim().to_ascii_lowercase();
            value.trim_end_matches("!important").trim_end().to_owned()
        })
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

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn styles_are_read() {
        let style = "POSITION: fixed !important; top:0;Top : 5px; background:url(a;b)";
        assert_eq!(declared(style, "position").as_deref(), Some("fixed"));
        assert_eq!(declared(style, "top").as_deref(), Some("5px"));
        assert_eq!(declared(style, "left"), None);
    }
}
