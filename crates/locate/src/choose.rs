//! From several elements that match to one, or why not.

use rustc_hash::FxHashSet;
use surefoot_page::{Facts, NodeId, Page};
use surefoot_snapshot::Snapshot;

use crate::near::CANDIDATES;
use crate::{Matches, Miss};

/// From so many matches on a target is refused, whatever they are (S2-44).
const TOO_MANY: usize = 50;

/// Makes one element of what a target matches (S2-44 to S2-46, C1, C2). One is it. Of several it is the one that can be
/// acted on: seen, enabled, and not covered; if more than one can, they are ambiguous. Fifty and more are refused.
///
/// Nothing that matches is [`Miss::NotFound`], without candidates: what was asked for is known to the caller.
pub fn choose(matches: &Matches, page: &Page, outline: &Snapshot) -> Result<NodeId, Miss> {
    let best = matches.best.as_slice();
    match best {
        [] => Err(Miss::NotFound {
            candidates: Vec::new(),
        }),
        [only] => Ok(*only),
        many if many.len() >= TOO_MANY => Err(Miss::TooMany { count: many.len() }),
        several => {
            let disabled = disabled(several, outline);
            let usable = |node: &&NodeId| is_usable(page, **node) && !disabled.contains(*node);
            let mut usable = several.iter().filter(usable);
            match (usable.next(), usable.next()) {
                (Some(&only), None) => Ok(only),
                _ => Err(ambiguous(several, outline)),
            }
        }
    }
}

/// One of all that matches, by its number in the order of the document; negative ones count from the end.
pub fn nth(matches: &Matches, number: i32) -> Option<NodeId> {
    let all = matches.all.as_slice();
    let from_end = number.is_negative();
    let steps = usize::try_from(number.unsigned_abs()).ok()?;
    let at = if from_end {
        all.len().checked_sub(steps)?
    } else {
        steps
    };
    all.get(at).copied()
}

/// Whether an element can be seen and clicked, as far as the page tells.
fn is_usable(page: &Page, node: NodeId) -> bool {
    !page.facts(node).intersects(
        Facts::NOT_RENDERED
            | Facts::INVISIBLE
            | Facts::NO_AREA
            | Facts::OBSCURED
            | Facts::INERT
            | Facts::DISABLED,
    )
}

/// Which of these the outline shows as disabled.
fn disabled(nodes: &[NodeId], outline: &Snapshot) -> FxHashSet<NodeId> {
    let wanted: FxHashSet<NodeId> = nodes.iter().copied().collect();
    outline
        .items
        .iter()
        .filter(|item| item.states.disabled && wanted.contains(&item.node))
        .map(|item| item.node)
        .collect()
}

fn ambiguous(matches: &[NodeId], outline: &Snapshot) -> Miss {
    let matched: FxHashSet<NodeId> = matches.iter().copied().collect();
    let first: Vec<usize> = outline
        .items
        .iter()
        .enumerate()
        .filter(|(_, item)| matched.contains(&item.node))
        .map(|(at, _)| at)
        .take(CANDIDATES)
        .collect();
    Miss::Ambiguous {
        count: matches.len(),
        candidates: first,
    }
}
