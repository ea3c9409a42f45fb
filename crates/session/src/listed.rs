//! `find`: what a target matches, as a list with refs.

use surefoot_engine::{Candidate, Error, ErrorKind, Limits, Result};
use surefoot_locate::Purpose;
use surefoot_page::{NodeId, collapsed};

use crate::find::candidate;
use crate::session::Look;
use crate::{Answer, FoundAnswer, Session};

/// At most so many elements are listed.
const LISTED: usize = 20;

/// So many characters of its text stand for an element that snapshots do not show.
const TEXT: usize = 80;

impl Session {
    /// Lists what a target matches. What is listed is shown, so that it gets refs.
    pub(crate) async fn list(&mut self, target: &str, limits: Limits) -> Result<Answer> {
        let look = self.look(limits).await?;
        let found = self.find_all(target, &look, limits).await?;
        if found.is_empty() {
            // Looking for one tells what else may be meant.
            self.find(target, Purpose::Read, &look, limits).await?;
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("nothing on the page matches {target:?}"),
            ));
        }
        let listed: Vec<NodeId> = found.iter().copied().take(LISTED).collect();
        let elements: Vec<_> = listed
            .iter()
            .map(|&node| self.element(node, None, false, &look))
            .collect();
        let positions: Vec<usize> = elements.iter().filter_map(|e| e.shown).collect();
        self.registry.assign_at(&look.outline, &positions);
        let elements = elements
            .into_iter()
            .map(
                |element| match element.shown.and_then(|at| look.outline.items.get(at)) {
                    Some(item) => candidate(self.label(item), Some(item)),
                    None => Candidate {
                        reference: None,
                        role: element.label.role,
                        name: text_of(element.node, &look),
                        context: None,
                    },
                },
            )
            .collect();
        Ok(Answer::Found(FoundAnswer {
            count: found.len(),
            elements,
        }))
    }
}

/// What an element says, in a few words.
fn text_of(node: NodeId, look: &Look) -> String {
    let text = collapsed(&look.page.rendered_text(node));
    match text.char_indices().nth(TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
