//! What selectors match, across frames and shadow trees.

use surefoot_engine::{Error, ErrorKind, Limits, Query, Result};
use surefoot_locate::Chain;
use surefoot_page::{NodeId, NodeKind};

use crate::Session;
use crate::session::Look;

impl Session {
    /// All that a selector, or several joined by `>>>`, match in any document and shadow tree.
    pub(crate) async fn matches(
        &mut self,
        css: &str,
        look: &Look,
        limits: Limits,
    ) -> Result<Vec<NodeId>> {
        let chain = read(css)?;
        let matches = self.ask(chain.legs(), look, limits).await?;
        let mut found = match matches.as_slice() {
            [only] => only.clone(),
            several => chain.follow(&look.page, several),
        };
        if found.is_empty() && chain.legs().len() == 1 {
            found = self.across(css, look, limits).await?;
        }
        Ok(found)
    }

    /// What a selector matches that is to name one element: where it matches in the main document as scripts see it,
    /// shadow trees and frames do not count.
    pub(crate) async fn meant(
        &mut self,
        css: &str,
        look: &Look,
        limits: Limits,
    ) -> Result<Vec<NodeId>> {
        let chain = read(css)?;
        let found = self.matches(css, look, limits).await?;
        Ok(match chain.legs() {
            [_] => chain.follow(&look.page, &[found]),
            _ => found,
        })
    }

    /// What `host inner` matches where no selector matches across trees (S2-38): each blank may be the boundary.
    async fn across(&mut self, css: &str, look: &Look, limits: Limits) -> Result<Vec<NodeId>> {
        let page = &look.page;
        let has_trees = page
            .ids()
            .any(|n| page.kind(n) == NodeKind::ShadowRoot && page.is_attached(n))
            || page.documents().len() > 1;
        let chains = if has_trees {
            Chain::across(css)
        } else {
            Vec::new()
        };
        let legs: Vec<String> = chains.iter().flat_map(|c| c.legs().to_vec()).collect();
        if legs.is_empty() {
            return Ok(Vec::new());
        }
        let matches = match self.ask(&legs, look, limits).await {
            Ok(matches) => matches,
            // The parts need not be selectors, though the whole is one.
            Err(error) if error.kind() == ErrorKind::InvalidArgument => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for (chain, matches) in chains.iter().zip(matches.chunks(2)) {
            for node in chain.follow(page, matches) {
                if !found.contains(&node) {
                    found.push(node);
                }
            }
        }
        Ok(found)
    }

    /// What each selector matches anywhere.
    async fn ask(
        &mut self,
        selectors: &[String],
        look: &Look,
        limits: Limits,
    ) -> Result<Vec<Vec<NodeId>>> {
        let queries: Vec<Query> = selectors.iter().cloned().map(Query::Css).collect();
        let answers = self.tabs.current_mut().tab.query(&queries, limits).await?;
        let nodes = |keys: Vec<_>| {
            let found = keys.into_iter().filter_map(|key| look.page.find(key));
            found.collect()
        };
        Ok(answers.into_iter().map(nodes).collect())
    }
}

fn read(css: &str) -> Result<Chain> {
    Chain::parse(css).map_err(|error| {
        Error::new(ErrorKind::InvalidArgument, format!("{css:?}: {error}")).with_hint(
            "selectors across trees are like `iframe#pay >>> my-form >>> input[name=card]`",
        )
    })
}
