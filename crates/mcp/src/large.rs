//! [`Large`]: texts that are too long for an answer. They are kept as resources for a while; the answer has their head.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use rmcp::model::Resource;
use surefoot_view::tokens;

/// A text of more tokens than this is kept, and only its head is told.
const LARGE: usize = 10_000;
/// The head has about so many bytes, and whole lines.
const HEAD: usize = 8_000;
/// So many texts are kept, and so many bytes in all.
const KEPT: usize = 32;
const KEPT_BYTES: usize = 64 << 20;

/// The scheme of our resources.
pub(crate) const SCHEME: &str = "surefoot://";

/// The texts that are kept.
#[derive(Debug, Default)]
pub(crate) struct Large(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    last: u64,
    texts: VecDeque<(u64, String)>,
}

/// The beginning of a text that is kept, and where all of it is.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// The beginning, and how much more there is.
    pub(crate) text: String,
    /// All of it.
    pub(crate) resource: Resource,
}

impl Large {
    /// Keeps a text if it is too long for an answer.
    pub(crate) fn keep(&self, text: &str) -> Option<Head> {
        if !tokens::exceeds(text, LARGE) {
            return None;
        }
        let mut end = text.floor_char_boundary(HEAD);
        if let Some(line) = text[..end].rfind('\n') {
            end = line + 1;
        }
        let number = self.add(text);
        let resource = resource(number, text);
        let more = text.len() - end;
        let head = format!(
            "{}… {more} bytes more: all of it is the resource {}\n",
            &text[..end],
            resource.uri
        );
        Some(Head {
            text: head,
            resource,
        })
    }

    fn add(&self, text: &str) -> u64 {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.last += 1;
        let number = kept.last;
        kept.texts.push_back((number, text.to_owned()));
        while kept.texts.len() > KEPT
            || kept.texts.len() > 1
                && kept.texts.iter().map(|(_, text)| text.len()).sum::<usize>() > KEPT_BYTES
        {
            kept.texts.pop_front();
        }
        number
    }

    /// A text that was kept, by its URI.
    pub(crate) fn read(&self, uri: &str) -> Option<String> {
        let number: u64 = uri
            .strip_prefix(SCHEME)?
            .strip_prefix("result/")?
            .parse()
            .ok()?;
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.texts.iter().find(|(known, _)| *known == number);
        found.map(|(_, text)| text.clone())
    }

    /// What is kept.
    pub(crate) fn list(&self) -> Vec<Resource> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.texts
            .iter()
            .map(|(number, text)| resource(*number, text))
            .collect()
    }
}

fn resource(number: u64, text: &str) -> Resource {
    Resource::new(
        format!("{SCHEME}result/{number}"),
        format!("result {number}"),
    )
    .with_mime_type("text/plain")
    .with_size(text.len() as u64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_told_by_its_head_and_kept_whole() {
        let large = Large::default();
        assert!(large.keep("short").is_none());
        let text = "a line with an é\n".repeat(20_000);
        let head = large.keep(&text).unwrap();
        assert!(head.text.len() < HEAD + 200);
        assert!(text.starts_with(head.text.split('…').next().unwrap()));
        assert_eq!(large.read(&head.resource.uri).unwrap(), text);
        assert_eq!(large.read("surefoot://result/99"), None);
        for _ in 0..KEPT {
            large.keep(&text).unwrap();
        }
        assert_eq!(large.read(&head.resource.uri), None);
        assert_eq!(large.list().len(), KEPT);
    }
}
