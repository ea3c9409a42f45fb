//! What a target matches: selectors are asked of the engine, all else of the page that was looked at.

use surefoot_engine::{Error, ErrorKind, Limits, Query, Result};
use surefoot_locate::{Matches, Purpose, Target, plain};
use surefoot_page::NodeId;

use crate::Session;
use crate::session::Look;

/// How many elements a target is to name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Breadth {
    /// One: of what a selector matches, what is in the main document comes first.
    One,
    /// Any number.
    All,
}

impl Session {
    /// What a target matches that is no ref.
    pub(crate) async fn matched(
        &mut self,
        target: &Target,
        purpose: Purpose,
        breadth: Breadth,
        look: &Look,
        limits: Limits,
    ) -> Result<Matches> {
        let Look { page, outline, .. } = look;
        match target {
            Target::Css(css) => self.by_css(css, breadth, look, limits).await,
            Target::XPath(path) => self.by_xpath(path, look, limits).await,
            Target::Locator(locator) => Ok(surefoot_locate::find(locator, purpose, page, outline)),
            Target::Words(text) => match plain::by_slug(target, page, outline) {
                Some(node) => Ok(Matches::equal(vec![node])),
                None => self.by_words(text, purpose, breadth, look, limits).await,
            },
            other => Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("{other:?} names no elements to choose from"),
            )
            .with_hint("a number after >> is for labels and selectors, as in `.item >> nth=0`")),
        }
    }

    /// What is written without a prefix and is no slug: a label phrase or a CSS selector ([`plain`] has the rule).
    async fn by_words(
        &mut self,
        text: &str,
        purpose: Purpose,
        breadth: Breadth,
        look: &Look,
        limits: Limits,
    ) -> Result<Matches> {
        let css_first = plain::is_written_as_css(text, &look.page);
        if css_first {
            let matches = self.by_css(text, breadth, look, limits).await?;
            if !matches.is_empty() {
                return Ok(matches);
            }
        }
        let matches = plain::by_words(text, purpose, &look.page, &look.outline);
        if css_first || !matches.is_empty() {
            return Ok(matches);
        }
        match self.by_css(text, breadth, look, limits).await {
            // It was not meant as one.
            Err(error)
                if error.kind() == ErrorKind::InvalidArgument && !plain::looks_like_css(text) =>
            {
                Ok(matches)
            }
            answer => answer,
        }
    }

    async fn by_css(
        &mut self,
        css: &str,
        breadth: Breadth,
        look: &Look,
        limits: Limits,
    ) -> Result<Matches> {
        let found = match breadth {
            Breadth::One => self.meant(css, look, limits).await?,
            Breadth::All => self.matches(css, look, limits).await?,
        };
        Ok(Matches::equal(found))
    }

    async fn by_xpath(&mut self, path: &str, look: &Look, limits: Limits) -> Result<Matches> {
        let query = [Query::XPath(path.to_owned())];
        let answers = self.tabs.current_mut().tab.query(&query, limits).await?;
        let keys = answers.into_iter().flatten();
        let found: Vec<NodeId> = keys.filter_map(|key| look.page.find(key)).collect();
        Ok(Matches::equal(found))
    }
}
