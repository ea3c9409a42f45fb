//! What is written without a prefix: a slug, a label phrase or a CSS selector.
//!
//! A text is taken as the first of these that names anything on the page:
//!
//! 1. the slug id of an element (`sign-in-btn`), written exactly so;
//! 2. a CSS selector, if it is written as one: it has one of `# . [ : *` or `>>>`, or all its words are in lower case and names of
//!    elements of the page (`button`, `form > button`);
//! 3. a label phrase (`the Sign In button`, `Delete in Bob`);
//! 4. the text of an element, if it is all its text;
//! 5. any other CSS selector.
//!
//! So `button` and `.x > y` are CSS, `Save` is a label, and where a label reads like a selector that matches something,
//! quotes make it a label again: `"a.b"`, or `text="a.b"`.

use surefoot_page::{NodeId, Page, Selector};
use surefoot_snapshot::{Slugs, Snapshot};

use crate::find::by_whole_text;
use crate::kinds::Purpose;
use crate::matching::{Matches, by_phrase};
use crate::near::nearest;
use crate::phrase::Phrase;
use crate::{Miss, Target};

/// The element with the slug that a target is.
pub fn by_slug(target: &Target, page: &Page, outline: &Snapshot) -> Option<NodeId> {
    let slug = target.slug()?;
    // Slugs are made of ids and labels, in words: what has none of its words has no such slug.
    Slugs::new(page, outline).find_node(slug)
}

/// Whether a text without a prefix is asked as a CSS selector before it is taken for a label.
pub fn is_written_as_css(text: &str, page: &Page) -> bool {
    const MARKS: [char; 5] = ['#', '.', '[', ':', '*'];
    if text.contains(">>>") {
        return true;
    }
    if text.contains(MARKS) {
        return Selector::parse(text).is_ok();
    }
    let is_name =
        |word: &str| !word.contains(|c: char| c.is_uppercase()) && page.lookup(word).is_some();
    let mut words = text
        .split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '+' | '~' | ',' | '|'))
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(is_name) && Selector::parse(text).is_ok()
}

/// Whether a text that names nothing was most likely meant as a CSS selector.
pub fn looks_like_css(text: &str) -> bool {
    text.starts_with(['#', '.', '[', '*'])
        || text.contains(['[', ']', '{', '}'])
        || text.contains("::")
        || (text.contains([':', '>', '#', '=']) && !text.contains(|c: char| c.is_uppercase()))
}

/// What is called as a phrase says; else what says nothing but that. What looks like a selector is no phrase: only all of
/// a label can be meant.
pub fn by_words(text: &str, purpose: Purpose, page: &Page, outline: &Snapshot) -> Matches {
    let phrase = if looks_like_css(text) {
        Phrase::literal(text)
    } else {
        Phrase::parse(text)
    };
    let called = by_phrase(&phrase, purpose, page, outline);
    if !called.is_empty() {
        return called;
    }
    let bare = text.trim().trim_matches(['"', '\u{201c}', '\u{201d}']);
    by_whole_text(bare, purpose, page, outline)
}

/// That nothing is called so, and what is called nearly so.
pub fn nothing_like(text: &str, purpose: Purpose, page: &Page, outline: &Snapshot) -> Miss {
    Miss::NotFound {
        candidates: nearest(text, purpose, page, outline),
    }
}
