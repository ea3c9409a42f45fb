//! Which of several declarations wins (CSS Cascade 5, section 6).

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, Page, Part, RuleMatch, TreeRank, name};

use super::declaration::{DECIDING, Declaration, MAKING_TEXT, Property, Texts, Value};
use super::sheet::{self, Sheets};

/// What authors say about one element, or what is generated around its content: the winning value of each property.
#[derive(Clone, Debug, Default)]
pub(super) struct Authored {
    deciding: [Winner; DECIDING],
    /// Few elements have any of these.
    making_text: Option<Box<[Winner; MAKING_TEXT]>>,
}

/// A value, and how much it weighs.
type Winner = Option<(Weight, Value)>;

impl Authored {
    /// The winning value; `None` if authors say nothing.
    pub(super) fn value(&self, property: Property) -> Option<Value> {
        let at = property as usize;
        let winner = match at.checked_sub(DECIDING) {
            None => self.deciding[at],
            Some(at) => self.making_text.as_ref()?[at],
        };
        winner.map(|(_, value)| value)
    }

    fn add(&mut self, weight: Weight, declaration: Declaration) {
        let at = declaration.property as usize;
        let slot = match at.checked_sub(DECIDING) {
            None => &mut self.deciding[at],
            Some(at) => &mut self.making_text.get_or_insert_default()[at],
        };
        if slot.is_none_or(|(old, _)| old <= weight) {
            *slot = Some((weight, declaration.value));
        }
    }
}

/// What authors say.
#[derive(Debug, Default)]
pub(super) struct Styles {
    /// About elements.
    pub(super) elements: FxHashMap<NodeId, Authored>,
    /// About what is generated before and after their content.
    pub(super) parts: FxHashMap<(NodeId, Part), Authored>,
    /// Values that are kept as they are written.
    pub(super) texts: Texts,
}

/// How much a declaration weighs; the order of the variants and fields is that of the cascade.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weight {
    Normal(TreeRank, Place),
    /// Among important ones, the order of trees and layers is reversed.
    Important(Reverse<TreeRank>, ImportantPlace),
}

/// Where a normal declaration stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Rule {
        layer: u32,
        specificity: u32,
        order: u32,
    },
    Attribute,
}

/// Where an important declaration stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ImportantPlace {
    Rule {
        layer: Reverse<u32>,
        specificity: u32,
        order: u32,
    },
    Attribute,
}

/// The winning declarations of all elements about which authors say something.
pub(super) fn authored(page: &Page, sheets: &mut Sheets, matches: &[RuleMatch]) -> Styles {
    let mut styles = Styles {
        texts: std::mem::take(&mut sheets.texts),
        ..Styles::default()
    };
    let layers = sheets.layer_ranks();
    for found in matches {
        let order = found.rule;
        let (Some(rule), Some(&layer)) =
            (sheets.rules.get(order as usize), layers.get(order as usize))
        else {
            continue;
        };
        let specificity = found.specificity;
        let element = match found.part {
            Part::Element => styles.elements.entry(found.node).or_default(),
            part => styles.parts.entry((found.node, part)).or_default(),
        };
        for &declaration in &rule.declarations {
            let weight = if declaration.important {
                Weight::Important(
                    Reverse(found.rank),
                    ImportantPlace::Rule {
                        layer: Reverse(layer),
                        specificity,
                        order,
                    },
                )
            } else {
                Weight::Normal(
                    found.rank,
                    Place::Rule {
                        layer,
                        specificity,
                        order,
                    },
                )
            };
            element.add(weight, declaration);
        }
    }
    for node in page.ids() {
        let Some(text) = page.attr(node, name::STYLE) else {
            continue;
        };
        for declaration in sheet::read_attribute(text, &mut styles.texts) {
            let weight = if declaration.important {
                Weight::Important(Reverse(TreeRank::Own), ImportantPlace::Attribute)
            } else {
                Weight::Normal(TreeRank::Own, Place::Attribute)
            };
            let element = styles.elements.entry(node).or_default();
            element.add(weight, declaration);
        }
    }
    styles
}
