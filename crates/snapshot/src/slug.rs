//! [`Slugs`]: readable ids of what can be acted on (S3-31): `email-field`, `sign-in-btn`.
//!
//! A *slug* is made of letters, digits, `-` and `_`, begins with a letter, and is neither a ref (`e5`) nor the name of an
//! HTML element, so that it can be told from other targets. An element keeps the `id` of its markup if that is a good
//! slug that no other element has; else its slug is its label, followed by a word for what it is. Where two would be
//! called the same, the later ones get `-2`, `-3` … The same page always gives the same slugs.

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_page::{NodeId, Page, name};

use crate::{Item, Role, Snapshot};

/// The longest slug made of a label, and the longest id taken over, in characters; a number may be added.
const LONGEST: usize = 40;
/// So many words of a label are taken at most.
const WORDS: usize = 6;

/// The slugs of one page: of each item of its outline that can be acted on, and of its forms.
#[derive(Clone, Debug, Default)]
pub struct Slugs {
    /// The slug of each item; empty where it has none.
    items: Vec<Box<str>>,
    forms: FxHashMap<NodeId, Box<str>>,
    by_slug: FxHashMap<Box<str>, Found>,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    node: NodeId,
    item: Option<u32>,
}

/// Something that is given a slug.
struct Thing<'a> {
    node: NodeId,
    item: Option<u32>,
    label: &'a str,
    suffix: &'static str,
}

impl Slugs {
    /// The slugs of a page and its outline.
    pub fn new(page: &Page, outline: &Snapshot) -> Slugs {
        let mut slugs = Slugs {
            items: vec![Box::default(); outline.items.len()],
            ..Slugs::default()
        };
        let ids = Ids::new(page);
        let things = things(page, outline, &ids.forms);
        // Ids first: a label that comes earlier does not take what the markup calls another.
        let mut rest = Vec::new();
        for thing in things {
            match page.attr(thing.node, name::ID) {
                Some(id) if is_good(id) && ids.is_unique(id) => slugs.give(&thing, id.into()),
                _ => rest.push(thing),
            }
        }
        let mut next: FxHashMap<String, u32> = FxHashMap::default();
        for thing in rest {
            let base = made(thing.label, thing.suffix);
            let slug = if slugs.by_slug.contains_key(base.as_str()) {
                let number = next.entry(base.clone()).or_insert(2);
                loop {
                    let slug = format!("{base}-{number}");
                    *number += 1;
                    if !slugs.by_slug.contains_key(slug.as_str()) {
                        break slug;
                    }
                }
            } else {
                base
            };
            slugs.give(&thing, slug.into());
        }
        slugs
    }

    fn give(&mut self, thing: &Thing<'_>, slug: Box<str>) {
        let found = Found {
            node: thing.node,
            item: thing.item,
        };
        self.by_slug.insert(slug.clone(), found);
        if let Some(own) = thing
            .item
            .and_then(|item| self.items.get_mut(item as usize))
        {
            own.clone_from(&slug);
        }
        if thing.suffix == FORM {
            self.forms.insert(thing.node, slug);
        }
    }

    /// The slug of the item at that index of the outline; empty if it has none.
    pub fn of(&self, index: usize) -> &str {
        self.items.get(index).map_or("", |slug| slug)
    }

    /// The slug of a `<form>`, whether the outline has an item for it or not; empty for anything else.
    pub fn of_form(&self, form: NodeId) -> &str {
        self.forms.get(&form).map_or("", |slug| slug)
    }

    /// The index in the outline of the item with that slug.
    pub fn find(&self, slug: &str) -> Option<usize> {
        self.by_slug.get(slug)?.item.map(|item| item as usize)
    }

    /// The element with that slug: forms that are no item of the outline have one too.
    pub fn find_node(&self, slug: &str) -> Option<NodeId> {
        self.by_slug.get(slug).map(|found| found.node)
    }
}

/// Whether a text can be a slug: letters, digits, `-` and `_`, a letter first, and nothing else that a target may be.
pub fn is_slug(text: &str) -> bool {
    text.starts_with(is_letter)
        && text
            .chars()
            .all(|c| is_letter(c) || is_digit(c) || c == '-' || c == '_')
        && !is_reserved(text)
}

/// Letters; those that look like nothing are left out.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

fn is_digit(c: char) -> bool {
    c.is_numeric()
}

/// Whether it would be taken for a ref or for the name of an element.
fn is_reserved(slug: &str) -> bool {
    let is_ref = slug
        .strip_prefix(['e', 'E'])
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()));
    is_ref || is_tag(slug)
}

/// Whether HTML has an element of that name.
fn is_tag(word: &str) -> bool {
    name::well_known(word).is_some_and(|name| name.index() < name::ID.index())
}

/// Whether an id says something to a reader, and has the form of a slug.
fn is_good(id: &str) -> bool {
    id.len() <= LONGEST && id.is_ascii() && is_slug(id) && !is_made_up(id)
}

/// Whether an id seems to have been made by a machine: it ends in a long number, mixes letters and digits, or has a word
/// without vowels.
fn is_made_up(id: &str) -> bool {
    let mut letters = 0;
    for word in id.split(['-', '_']) {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let alphabetic = word.len() - digits;
        letters += alphabetic;
        let is_number_last =
            word.trim_end_matches(|c: char| c.is_ascii_digit()).len() == alphabetic;
        if digits > 2 || (digits > 0 && alphabetic > 0 && !is_number_last) {
            return true;
        }
        let has_vowel = word.bytes().any(|b| {
            matches!(
                b.to_ascii_lowercase(),
                b'a' | b'e' | b'i' | b'o' | b'u' | b'y'
            )
        });
        if alphabetic > 5 && !has_vowel {
            return true;
        }
    }
    let counted = id.trim_end_matches(|c: char| c.is_ascii_digit());
    letters < 2
        || COUNTED.contains(&counted.trim_end_matches(['-', '_'])) && counted.len() < id.len()
}

/// What frameworks put before a counter.
const COUNTED: &[&str] = &[
    "ember", "ext-gen", "gwt-uid", "input", "mui", "react", "reach", "radix", "rc", "ui-id", "uid",
    "yui", "id",
];

/// The label, with a word for what it is unless it ends in that.
fn made(label: &str, suffix: &str) -> String {
    let mut slug = String::new();
    let mut words = 0;
    let parts = label.split(|c: char| !is_letter(c) && !is_digit(c) && !is_apostrophe(c));
    for word in parts {
        let mut word = word.chars().filter(|&c| !is_apostrophe(c)).peekable();
        if word.peek().is_none() || (slug.is_empty() && word.peek().is_some_and(|&c| is_digit(c))) {
            continue;
        }
        let before = slug.len();
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.extend(
            word.flat_map(char::to_lowercase)
                .filter(|&c| is_letter(c) || is_digit(c)),
        );
        words += 1;
        if slug.chars().nth(LONGEST).is_some() && before > 0 {
            slug.truncate(before);
            break;
        }
        if words == WORDS || slug.chars().nth(LONGEST - 1).is_some() {
            break;
        }
    }
    if let Some((end, _)) = slug.char_indices().nth(LONGEST) {
        slug.truncate(end);
    }
    if slug.is_empty() {
        return unnamed(label, suffix);
    }
    let ends_so = slug
        .strip_suffix(suffix)
        .is_some_and(|rest| rest.ends_with('-'));
    if !suffix.is_empty() && !ends_so {
        slug.push('-');
        slug.push_str(suffix);
    }
    if !is_slug(&slug) {
        slug.push_str("-link");
    }
    slug
}

/// The slug of what is called by no word: `link-3` by a number, else `unnamed-btn`.
fn unnamed(label: &str, suffix: &str) -> String {
    let kind = if suffix.is_empty() { "link" } else { suffix };
    let digits: String = label
        .chars()
        .filter(char::is_ascii_digit)
        .take(LONGEST)
        .collect();
    if digits.is_empty() {
        format!("unnamed-{kind}")
    } else {
        format!("{kind}-{digits}")
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

const FORM: &str = "form";

/// The word for what an item is; empty for what its label says enough of.
fn suffix(item: &Item) -> &'static str {
    match item.role {
        Role::Button => "btn",
        Role::Link | Role::Checkbox | Role::Radio | Role::Switch => "",
        Role::Textbox | Role::Searchbox | Role::Spinbutton => "field",
        Role::Slider => "slider",
        Role::Combobox | Role::Listbox if item.input_type.is_none() => "select",
        Role::Combobox | Role::Listbox => "field",
        Role::Tab => "tab",
        Role::Menuitem | Role::Menuitemcheckbox | Role::Menuitemradio | Role::Treeitem => "item",
        Role::Option => "option",
        Role::Form => FORM,
        _ => match item.input_type {
            Some("button" | "submit" | "reset" | "image") | None => "btn",
            Some(_) => "field",
        },
    }
}

/// What gets a slug, in document order: the items first, then forms that are no items.
fn things<'a>(page: &'a Page, outline: &'a Snapshot, forms: &[NodeId]) -> Vec<Thing<'a>> {
    let mut things = Vec::new();
    let mut shown = FxHashSet::default();
    for (index, item) in (0u32..).zip(&outline.items) {
        let is_form = item.role == Role::Form;
        if !is_form && !item.is_interactive() {
            continue;
        }
        if is_form {
            shown.insert(item.node);
        }
        let placeholder = item.placeholder.as_deref().unwrap_or_default();
        let written = page.attr(item.node, name::NAME).unwrap_or_default();
        let label = [
            item.label(),
            placeholder,
            &item.clue,
            &item.description,
            written,
        ]
        .into_iter()
        .find(|label| label.chars().any(is_letter))
        .unwrap_or_default();
        things.push(Thing {
            node: item.node,
            item: Some(index),
            label: if is_form {
                form_label(page, outline, index, label)
            } else {
                label
            },
            suffix: suffix(item),
        });
    }
    for &form in forms.iter().filter(|form| !shown.contains(form)) {
        things.push(Thing {
            node: form,
            item: None,
            label: match page.attr(form, name::ROLE) {
                Some(role) if role.eq_ignore_ascii_case("search") => "search",
                _ => page.attr(form, name::NAME).unwrap_or_default(),
            },
            suffix: FORM,
        });
    }
    things
}

/// What a form is called: by its own label or name, else by the first button in it.
fn form_label<'a>(page: &Page, outline: &'a Snapshot, index: u32, label: &'a str) -> &'a str {
    if !label.is_empty() {
        return label;
    }
    let index = index as usize;
    let Some(form) = outline.items.get(index) else {
        return label;
    };
    // Forms do not nest in each other, so that no item is looked at often.
    outline.items[index + 1..]
        .iter()
        .take_while(|inner| inner.depth > form.depth && inner.role != Role::Form)
        .find(|inner| inner.role == Role::Button && page.html_tag(inner.node) != name::EMPTY)
        .map_or(label, |button| button.label())
}

/// The ids of a page, and its forms.
struct Ids<'p> {
    count: FxHashMap<&'p str, u32>,
    forms: Vec<NodeId>,
}

impl<'p> Ids<'p> {
    fn new(page: &'p Page) -> Ids<'p> {
        let mut ids = Ids {
            count: FxHashMap::default(),
            forms: Vec::new(),
        };
        for node in page.in_tree_order() {
            if !page.is_element(node) {
                continue;
            }
            if let Some(id) = page.attr(node, name::ID) {
                *ids.count.entry(id).or_insert(0) += 1;
            }
            if page.html_tag(node) == name::FORM {
                ids.forms.push(node);
            }
        }
        ids
    }

    fn is_unique(&self, id: &str) -> bool {
        self.count.get(id) == Some(&1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_become_slugs() {
        let check = |label: &str, suffix: &str, slug: &str| {
            assert_eq!(made(label, suffix), slug);
            assert!(is_slug(slug), "{slug}");
        };
        check("Sign In", "btn", "sign-in-btn");
        check("Forgot password?", "", "forgot-password");
        check("Don't know", "", "dont-know");
        check("  Élan 日本 ", "btn", "élan-日本-btn");
        check("Login form", "form", "login-form");
        check("", "btn", "unnamed-btn");
        check("→ ✓", "", "unnamed-link");
        check("5", "", "link-5");
        check("(12)", "btn", "btn-12");
        check("e5", "", "e5-link");
        check("Search", "", "search-link");
        check("3 new items", "", "new-items");
        check(
            "one two three four five six seven",
            "",
            "one-two-three-four-five-six",
        );
        check(
            &"x".repeat(99),
            "btn",
            &format!("{}-btn", "x".repeat(LONGEST)),
        );
        check("OK\" [ref=e1]\n\u{202e}\u{3164}", "btn", "ok-ref-e1-btn");
        check("İstanbul", "", "istanbul");
    }

    #[test]
    fn ids_are_taken_over_if_they_say_something() {
        for good in [
            "email-field",
            "loginForm",
            "user_name",
            "step2",
            "go",
            "item-12",
        ] {
            assert!(is_good(good), "{good}");
        }
        for bad in [
            "e5",
            "5",
            ":r1:",
            "ember123",
            "input-7",
            "a",
            "x",
            "button",
            "css-1x2f3y4",
            "kJmWbRtz",
            "a b",
            "id-1",
            "email.field",
            "",
        ] {
            assert!(!is_good(bad), "{bad}");
        }
    }
}
