//! The strategies that name an element by its place.

use surefoot_page::{Name, NodeId, NodeKind, name};

use super::index::{Feature, folded, tag_key};
use super::strategies::{classes, dotted, has_class, tag};
use super::{Waterfall, Words};

/// How many levels a path from an ancestor with a name of its own may have.
const LEVELS: usize = 6;
/// How many levels a path from the root may have: matching recurses over selectors, so their length is limited.
const DEEPEST: usize = 250;

/// 10: `#nearest > ul:nth-of-type(1) > li:nth-of-type(3)`.
pub(super) fn nth_of_type(waterfall: &Waterfall<'_>, node: NodeId, _: Words) -> Vec<String> {
    let page = waterfall.page;
    let mut steps = Vec::new();
    let mut at = node;
    for _ in 0..LEVELS {
        let (Some(tag), Some(parent)) = (tag(page, at), page.parent_element(at)) else {
            return Vec::new();
        };
        steps.push(format!(
            "{tag}:nth-of-type({})",
            waterfall.index.of_type(at)
        ));
        if let Some(anchor) = waterfall.anchor(parent) {
            steps.push(anchor.to_string());
            return vec![joined(&steps)];
        }
        at = parent;
    }
    Vec::new()
}

/// 11: `ul.menu > li.item > a.link`, as long as it takes.
pub(super) fn class_path(waterfall: &Waterfall<'_>, node: NodeId, _: Words) -> Vec<String> {
    let page = waterfall.page;
    let Some(own) = Part::of(waterfall, node) else {
        return Vec::new();
    };
    let feature = |class| Feature::Class(own.tag, folded(page, node, class));
    let rarest = own
        .classes
        .iter()
        .min_by_key(|class| waterfall.index.count(node, feature(class)));
    let Some(few) = rarest.and_then(|class| waterfall.index.few(node, feature(class))) else {
        return Vec::new();
    };
    // Those that match what there is of the path so far, each with the ancestor that the next part is about.
    let mut left: Vec<NodeId> = few.into_iter().filter(|&n| own.is(waterfall, n)).collect();
    let mut steps = vec![own.css];
    let mut at = node;
    for _ in 1..LEVELS {
        let above = page
            .parent_element(at)
            .and_then(|p| Some((p, Part::of(waterfall, p)?)));
        let Some((parent, part)) = above else {
            return Vec::new();
        };
        left = left
            .into_iter()
            .filter_map(|n| page.parent_element(n))
            .filter(|&n| part.is(waterfall, n))
            .collect();
        steps.push(part.css);
        if left.len() == 1 {
            return vec![joined(&steps)];
        }
        at = parent;
    }
    Vec::new()
}

/// A step of a path of classes.
struct Part<'p> {
    tag: Name,
    classes: Vec<&'p str>,
    css: String,
}

impl<'p> Part<'p> {
    fn of(waterfall: &Waterfall<'p>, node: NodeId) -> Option<Part<'p>> {
        let page = waterfall.page;
        let classes = classes(page, node, Words::Meant);
        (!classes.is_empty()).then_some(())?;
        Some(Part {
            tag: tag_key(page, node),
            css: format!("{}{}", tag(page, node)?, dotted(&classes)),
            classes,
        })
    }

    fn is(&self, waterfall: &Waterfall<'_>, node: NodeId) -> bool {
        let page = waterfall.page;
        tag_key(page, node) == self.tag
            && self
                .classes
                .iter()
                .all(|class| has_class(page, node, class))
    }
}

/// 12: every level from the root of the tree, each by its number. In a shadow tree the root is its host.
pub(super) fn structure(waterfall: &Waterfall<'_>, node: NodeId, _: Words) -> Vec<String> {
    let page = waterfall.page;
    let mut steps = Vec::new();
    let mut at = node;
    while steps.len() < DEEPEST {
        let tag = tag(page, at).unwrap_or_default();
        let Some(parent) = page.parent(at) else {
            return Vec::new();
        };
        match page.kind(parent) {
            NodeKind::Element if is_body(waterfall, at) => steps.push(tag),
            NodeKind::Element => {
                steps.push(format!("{tag}:nth-child({})", waterfall.index.child(at)));
            }
            NodeKind::Document => {
                let is_only = waterfall.index.count(at, Feature::Tag(name::HTML)) == 1;
                steps.push(match tag.as_str() {
                    "html" if is_only => tag,
                    _ => ":root".to_owned(),
                });
                return vec![joined(&steps)];
            }
            NodeKind::ShadowRoot => {
                steps.push(format!("{tag}:nth-child({})", waterfall.index.child(at)));
                steps.push(":host".to_owned());
                return vec![joined(&steps)];
            }
            _ => return Vec::new(),
        }
        at = parent;
    }
    Vec::new()
}

/// Whether it is the `<body>` of its document, of which there is one.
fn is_body(waterfall: &Waterfall<'_>, node: NodeId) -> bool {
    let page = waterfall.page;
    let is_root = |n: NodeId| {
        page.html_tag(n) == name::HTML
            && page
                .parent(n)
                .is_some_and(|above| page.kind(above) == NodeKind::Document)
    };
    page.html_tag(node) == name::BODY
        && waterfall.index.of_type(node) == 1
        && waterfall.index.count(node, Feature::Tag(name::BODY)) == 1
        && page.parent_element(node).is_some_and(is_root)
}

/// Steps from the inside out, as a selector.
fn joined(steps: &[String]) -> String {
    let outside_in: Vec<&str> = steps.iter().rev().map(String::as_str).collect();
    outside_in.join(" > ")
}
