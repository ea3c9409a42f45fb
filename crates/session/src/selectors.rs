//! Selectors for elements, each proved by the engine when it is made.

use std::collections::HashMap;

use surefoot_engine::{Error, ErrorKind, Limits, Query, Result};
use surefoot_locate::{Search, Waterfall};
use surefoot_page::{NodeId, NodeKey, NodeKind};
use surefoot_view::line_of;

use crate::Session;
use crate::find::Element;
use crate::session::Look;

/// For one element every strategy is tried; for many only so many, as each costs a question to the engine.
const ROUNDS_FOR_MANY: usize = 3;

impl Session {
    /// A selector that matches nothing else than an element.
    pub(crate) async fn selector(
        &mut self,
        element: &Element,
        look: &Look,
        limits: Limits,
    ) -> Result<String> {
        let mut found = self
            .selectors(&[element.node], usize::MAX, look, limits)
            .await?;
        found.pop().flatten().ok_or_else(|| {
            let label = &element.label;
            Error::new(
                ErrorKind::NotFound,
                format!(
                    "no selector matches {} and nothing else",
                    line_of(label.reference, &label.role, &label.name)
                ),
            )
            .with_hint("the page may be changing, or nests very deep; use the ref")
        })
    }

    /// The same for many elements: `None` where none was found in a few tries.
    pub(crate) async fn selectors_of(
        &mut self,
        nodes: &[NodeId],
        look: &Look,
        limits: Limits,
    ) -> Result<Vec<Option<String>>> {
        self.selectors(nodes, ROUNDS_FOR_MANY, look, limits).await
    }

    async fn selectors(
        &mut self,
        nodes: &[NodeId],
        rounds: usize,
        look: &Look,
        limits: Limits,
    ) -> Result<Vec<Option<String>>> {
        let page = &look.page;
        let waterfall = Waterfall::new(page);
        // A run of text stands for the element it is in.
        let element = |node: NodeId| match page.kind(node) {
            NodeKind::Text => page.flat_parent(node).unwrap_or(node),
            _ => node,
        };
        let mut searches: Vec<Option<Search>> = nodes
            .iter()
            .map(|&node| Search::new(&waterfall, element(node)))
            .collect();
        for _ in 0..rounds {
            // All questions of all elements in one call, each asked once.
            let mut numbers: HashMap<String, usize> = HashMap::new();
            for question in searches.iter().flatten().flat_map(Search::questions) {
                let number = numbers.len();
                numbers.entry(question.to_owned()).or_insert(number);
            }
            if numbers.is_empty() {
                break;
            }
            let mut queries = vec![Query::Css(String::new()); numbers.len()];
            for (css, &number) in &numbers {
                queries[number] = Query::Css(css.clone());
            }
            let answers = self.tabs.current_mut().tab.query(&queries, limits).await?;
            for search in searches.iter_mut().flatten() {
                let own: Vec<&[NodeKey]> = search
                    .questions()
                    .into_iter()
                    .map(|css| numbers.get(css).and_then(|&n| answers.get(n)))
                    .map(|keys| keys.map_or(&[][..], Vec::as_slice))
                    .collect();
                search.answer(page, &own);
            }
        }
        Ok(searches
            .into_iter()
            .map(|search| search?.found().map(|chain| chain.to_string()))
            .collect())
    }
}
