//! Which of several declarations wins (CSS Cascade 5, section 6).

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, Page, RuleMatch, TreeRank, name};

use super::declaration::{Declaration, PROPERTIES, Property, Value};
use super::sheet::{self, Sheets};

/// What authors say about one element: the winning value of each property.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Authored([Option<(Weight, Value)>; PROPERTIES]);

impl Authored {
    /// The winning value; `None` if authors say nothing.
    pub(super) fn value(&self, property: Property) -> Option<Value> {
        self.0[property as usize].map(|(_, value)| value)
    }

    fn add(&mut self, weight: Weight, declaration: Declaration) {
        let slot = &mut self.0[declaration.property as usize];
        if slot.is_none_or(|(old, _)| old <= weight) {
            *slot = Some((weight, declaration.value));
        }
    }
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
pub(super) fn authored(
    page: &Page,
    sheets: &Sheets,
    matches: &[RuleMatch],
) -> FxHashMap<NodeId, Authored> {
    let mut all: FxHashMap<NodeId, Authored> = FxHashMap::default();
    let layers = sheets.layer_ranks();
    for found in matches {
        let order = found.rule;
        let (Some(rule), Some(&layer)) =
            (sheets.rules.get(order as usize), layers.get(order as usize))
        else {
            continue;
        };
        let specificity = found.specificity;
        let element = all.entry(found.node).or_default();
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
        for declaration in sheet::read_attribute(text) {
            let weight = if declaration.important {
                Weight::Important(Reverse(TreeRank::Own), ImportantPlace::Attribute)
            } else {
                Weight::Normal(TreeRank::Own, Place::Attribute)
            };
            all.entry(node).or_default().add(weight, declaration);
        }
    }
    all
}
