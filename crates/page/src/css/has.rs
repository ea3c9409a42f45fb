//! Matching `:has()` without recursion over the page.
//!
//! The most common form, one compound anywhere below the anchor, is worked out once for a whole tree when it is asked
//! for a second time; asking it of every element then costs one walk, however deep the page is nested.

use rustc_hash::FxHashSet;
use selectors::Element;
use selectors::matching::{MatchingContext, matches_selector};
use selectors::parser::{Component, RelativeSelector, RelativeSelectorMatchHint as Hint};

use super::element::El;
use super::grammar::Css;
use crate::NodeId;

/// What is known about one relative selector in this job.
#[derive(Debug, Default)]
pub(super) struct HasMemo {
    asked: bool,
    /// Per tree: the elements with a match below them.
    above_match: Option<(NodeId, FxHashSet<NodeId>)>,
}

/// Whether `anchor` has a relative that `relative` describes.
pub(super) fn matches(
    anchor: El<'_>,
    relative: &RelativeSelector<Css>,
    context: &mut MatchingContext<'_, Css>,
) -> bool {
    if context.relative_selector_anchor().is_some() {
        return false; // `:has()` within `:has()`, by way of a parent rule; undefined, so it matches nothing.
    }
    if is_one_compound_below(relative)
        && let Some(known) = from_memo(anchor, relative, context)
    {
        return known;
    }
    context.nest_for_relative_selector(anchor.opaque(), |context| {
        let mut matches =
            |node| matches_selector(&relative.selector, 0, None, anchor.at(node), context);
        match relative.match_hint {
            Hint::InChild => children(anchor).any(&mut matches),
            Hint::InSubtree => subtree(anchor, anchor.node).any(&mut matches),
            Hint::InNextSibling => anchor
                .next_sibling_element()
                .is_some_and(|next| matches(next.node)),
            Hint::InNextSiblingSubtree => anchor
                .next_sibling_element()
                .is_some_and(|next| subtree(anchor, next.node).any(&mut matches)),
            Hint::InSibling => siblings(anchor).any(&mut matches),
            Hint::InSiblingSubtree => {
                siblings(anchor).any(|next| subtree(anchor, next).any(&mut matches))
            }
        }
    })
}

/// Whether the only combinator is the one that leads down from the anchor, so that matches do not depend on it.
fn is_one_compound_below(relative: &RelativeSelector<Css>) -> bool {
    relative.match_hint == Hint::InSubtree
        && relative
            .selector
            .iter_raw_match_order()
            .filter_map(Component::as_combinator)
            .eq([selectors::parser::Combinator::Descendant])
}

/// The answer from the memo of the anchor's tree, which is filled when the selector is asked for the second time.
fn from_memo(
    anchor: El<'_>,
    relative: &RelativeSelector<Css>,
    context: &mut MatchingContext<'_, Css>,
) -> Option<bool> {
    let tree = anchor.page.scope(anchor.node)?;
    let key = relative.selector.iter_raw_match_order().as_slice().as_ptr() as usize;
    {
        let mut memos = anchor.job.has.borrow_mut();
        let memo = memos.entry(key).or_default();
        if !std::mem::replace(&mut memo.asked, true) {
            return None;
        }
        if let Some((of, above)) = &memo.above_match
            && *of == tree
        {
            return Some(above.contains(&anchor.node));
        }
    }
    let mut above = FxHashSet::default();
    // No element is the anchor here: without one, the anchor part of a relative selector matches anything above.
    context.nest(|context| {
        context.with_featureless(false, |context| {
            for node in subtree(anchor, tree) {
                let candidate = anchor.at(node);
                if matches_selector(&relative.selector, 0, None, candidate, context) {
                    let mut next = anchor.page.parent_element(node);
                    while let Some(parent) = next
                        && above.insert(parent)
                    {
                        next = anchor.page.parent_element(parent);
                    }
                }
            }
        });
    });
    let answer = above.contains(&anchor.node);
    if let Some(memo) = anchor.job.has.borrow_mut().get_mut(&key) {
        memo.above_match = Some((tree, above));
    }
    Some(answer)
}

fn children(parent: El<'_>) -> impl Iterator<Item = NodeId> + '_ {
    let mut next = parent.first_element_child();
    std::iter::from_fn(move || {
        let child = next?;
        next = child.next_sibling_element();
        Some(child.node)
    })
}

fn siblings(of: El<'_>) -> impl Iterator<Item = NodeId> + '_ {
    let mut next = of.next_sibling_element();
    std::iter::from_fn(move || {
        let sibling = next?;
        next = sibling.next_sibling_element();
        Some(sibling.node)
    })
}

/// The elements below `root` in its own tree, in tree order.
fn subtree(el: El<'_>, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let mut at = root;
    std::iter::from_fn(move || {
        loop {
            at = el.page.after_light(at, root)?;
            if !el.job.pay(1) {
                return None;
            }
            if el.page.is_element(at) {
                return Some(at);
            }
        }
    })
}
