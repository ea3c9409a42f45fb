//! Reading: the main part of a page, or an element, as Markdown, in pages that fit.

use std::num::NonZeroU32;

use surefoot_aria::Semantics;
use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_locate::Purpose;
use surefoot_snapshot::{Part, main_part, markdown};
use surefoot_view::tokens;
use url::Url;

use crate::session::Look;
use crate::{LEAST_BUDGET, Session};

/// What is to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadRequest {
    /// The element; `None`: the main part of the page.
    pub target: Option<String>,
    /// The page that is wanted, from 1.
    pub page: NonZeroU32,
    /// How many tokens a page is, at most, as o200k counts them. A single line that is longer is a page by itself.
    pub budget: NonZeroU32,
}

/// How many tokens a page is if nothing is said: about what a person reads in ten minutes.
const USUAL: NonZeroU32 = NonZeroU32::new(4_000).unwrap();

impl Default for ReadRequest {
    fn default() -> ReadRequest {
        ReadRequest {
            target: None,
            page: NonZeroU32::MIN,
            budget: USUAL,
        }
    }
}

/// A page of what was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadAnswer {
    /// The text, as Markdown.
    pub text: String,
    /// Which page of it this is, from 1.
    pub page: u32,
    /// How many there are.
    pub pages: u32,
    /// The URL of the page it is from.
    pub url: String,
    /// Its title.
    pub title: String,
}

impl Session {
    /// Reads the main part of the page, or an element.
    pub(crate) async fn read(
        &mut self,
        request: ReadRequest,
        limits: Limits,
    ) -> Result<ReadAnswer> {
        if request.budget.get() < LEAST_BUDGET {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("a page of {} tokens is too small", request.budget),
            )
            .with_hint(format!("at least {LEAST_BUDGET} tokens make a page")));
        }
        let look = self.look(limits).await?;
        let semantics = Semantics::new(&look.page);
        let part = match &request.target {
            Some(target) => {
                let element = self.find(target, Purpose::Read, &look, limits).await?;
                Some(Part::element(element.node))
            }
            None => main_part(&semantics),
        };
        let base = base(&look);
        let address = |href: &str| address(base.as_ref(), href);
        let text = part.map(|part| markdown(&semantics, part, &address));
        let text = text.unwrap_or_default();
        let ends = pages(&text, request.budget.get() as usize);
        let pages = u32::try_from(ends.len()).unwrap_or(u32::MAX);
        let page = request.page.get();
        let at = page as usize - 1;
        let Some(&end) = ends.get(at) else {
            let there = if pages == 1 {
                "is only one"
            } else {
                "are only so many"
            };
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("there is no page {page} of it: there {there} ({pages})"),
            )
            .with_hint("ask for one of those"));
        };
        let start = at.checked_sub(1).map_or(0, |before| ends[before]);
        Ok(ReadAnswer {
            text: text[start..end].trim_matches('\n').to_owned(),
            page,
            pages,
            url: self.tabs.current().tab.url().to_owned(),
            title: look.outline.title.clone(),
        })
    }
}

/// What addresses are relative to.
fn base(look: &Look) -> Option<Url> {
    let document = look.page.documents().first()?;
    Url::parse(&document.base_url).ok()
}

/// An address that can be gone to; none for those that only run a script or stay on the page.
fn address(base: Option<&Url>, href: &str) -> Option<String> {
    let href = href.trim();
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let url = match base {
        Some(base) => base.join(href).ok()?,
        None => Url::parse(href).ok()?,
    };
    if matches!(url.scheme(), "javascript" | "data" | "blob") {
        return None;
    }
    // A closing bracket would end the address in Markdown.
    Some(url.to_string().replace(')', "%29"))
}

/// Where the pages of a text end, none of them more than so many tokens, unless a single line is.
fn pages(text: &str, budget: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut at, mut held) = (0, 0);
    for line in text.split_inclusive('\n') {
        let cost = tokens::count(line);
        if held > 0 && held + cost > budget {
            ends.push(at);
            held = 0;
        }
        held += cost;
        at += line.len();
    }
    ends.push(at);
    ends
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn pages_together_are_the_text_and_each_fits() {
        let text = "This is one of many lines.\n".repeat(200);
        let ends = pages(&text, 100);
        assert!(ends.len() > 5);
        assert_eq!(*ends.last().unwrap(), text.len());
        let mut start = 0;
        for end in ends {
            assert!(end > start);
            assert!(tokens::count(&text[start..end]) <= 100);
            start = end;
        }
        assert_eq!(pages("", 100), [0]);
    }

    #[test]
    fn addresses_can_be_gone_to() {
        let base = Url::parse("https://a.example/b/c").unwrap();
        let of = |href| address(Some(&base), href);
        assert_eq!(of("d?e=f").unwrap(), "https://a.example/b/d?e=f");
        assert_eq!(of("/x(1)").unwrap(), "https://a.example/x(1%29");
        assert_eq!(of("#top"), None);
        assert_eq!(of("javascript:void(0)"), None);
    }
}
