//! One expectation of a file, and where it finds its element.

use surefoot_page::{NodeId, Page, name};

use crate::{Directory, File, manual, script};

/// What a case asks of an element.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// Its role.
    Role,
    /// Its accessible name.
    Name,
    /// Its accessible description.
    Description,
    /// One of its states or properties.
    State(&'static str),
    /// Something that only the interface of a platform has.
    Platform,
}

impl Question {
    /// In one word.
    pub fn as_str(&self) -> &str {
        match self {
            Question::Role => "role",
            Question::Name => "name",
            Question::Description => "description",
            Question::State(name) => name,
            Question::Platform => "platform",
        }
    }
}

/// What is the right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Want {
    /// Any of these.
    Any(Vec<String>),
    /// Anything but this.
    NoneOf(String),
}

/// How the element is found in its document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Locator {
    /// The element with this id.
    Id(String),
    /// Of all elements with this attribute the one with this number, counted from 0.
    Attribute(&'static str, usize),
    /// Of all elements with this class the one with this number, counted from 0.
    Class(&'static str, usize),
}

impl Locator {
    /// As a selector, and which of the elements that match.
    pub fn css(&self) -> (String, usize) {
        match self {
            Locator::Id(id) => (format!("[id=\"{id}\"]"), 0),
            Locator::Attribute(attribute, nth) => (format!("[{attribute}]"), *nth),
            Locator::Class(class, nth) => (format!(".{class}"), *nth),
        }
    }

    /// The element in a document of a page.
    pub fn find(&self, page: &Page, document: NodeId) -> Option<NodeId> {
        let mut elements = elements(page, document);
        match self {
            Locator::Id(id) => elements.find(|&n| page.attr(n, name::ID) == Some(id)),
            Locator::Attribute(attribute, nth) => elements
                .filter(|&n| attr(page, n, attribute).is_some())
                .nth(*nth),
            Locator::Class(class, nth) => elements.filter(|&n| has_class(page, n, class)).nth(*nth),
        }
    }
}

/// One expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// What the file calls it, made unique in the file.
    pub title: String,
    /// Its element.
    pub locator: Locator,
    /// What is asked.
    pub question: Question,
    /// The right answer.
    pub want: Want,
}

/// The elements of a document without its shadow trees.
fn elements(page: &Page, document: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    page.descendants(document).filter(|&n| page.is_element(n))
}

/// An attribute by its name as text.
fn attr<'p>(page: &'p Page, node: NodeId, name: &str) -> Option<&'p str> {
    let mut attributes = page.attrs(node);
    attributes
        .find(|a| page.name_str(a.name) == name)
        .map(|a| a.value)
}

fn has_class(page: &Page, node: NodeId, class: &str) -> bool {
    attr(page, node, "class").is_some_and(|all| all.split_ascii_whitespace().any(|c| c == class))
}

const LABEL: &str = "data-expectedlabel";
const DESCRIPTION: &str = "data-expecteddescription";
const ROLE: &str = "data-expectedrole";
const GENERIC: &str = "ex-generic";

/// The cases of a file that became this document.
pub(crate) fn cases(file: &File, page: &Page, document: NodeId) -> Vec<Case> {
    let mut cases = match file.directory {
        Directory::AccnameManual | Directory::WaiAriaManual => manual::cases(&file.source),
        _ => {
            let mut cases = written(page, document);
            cases.extend(script::cases(&file.source));
            cases
        }
    };
    number_titles(&mut cases);
    cases
}

/// The expectations that stand in attributes and classes.
fn written(page: &Page, document: NodeId) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut counts = [0; 4];
    for node in elements(page, document) {
        let mut add = |slot: usize, locator: fn(usize) -> Locator, question, want: &[&str]| {
            let title = attr(page, node, "data-testname").unwrap_or(want[0]);
            cases.push(Case {
                title: title.to_owned(),
                locator: locator(counts[slot]),
                question,
                want: Want::Any(want.iter().map(|&w| w.to_owned()).collect()),
            });
            counts[slot] += 1;
        };
        if let Some(want) = attr(page, node, LABEL) {
            add(0, |n| Locator::Attribute(LABEL, n), Question::Name, &[want]);
        }
        if let Some(want) = attr(page, node, DESCRIPTION) {
            add(
                1,
                |n| Locator::Attribute(DESCRIPTION, n),
                Question::Description,
                &[want],
            );
        }
        if let Some(want) = attr(page, node, ROLE) {
            add(2, |n| Locator::Attribute(ROLE, n), Question::Role, &[want]);
        }
        if has_class(page, node, GENERIC) {
            // As the helper script has it: the working group holds these to be the same.
            add(
                3,
                |n| Locator::Class(GENERIC, n),
                Question::Role,
                &["generic", "", "none"],
            );
        }
    }
    cases
}

/// Numbers the second and further cases with the same title.
fn number_titles(cases: &mut [Case]) {
    let mut seen = std::collections::HashMap::new();
    for case in cases {
        let title: String = case
            .title
            .split_ascii_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let count = seen.entry(title.clone()).or_insert(0);
        *count += 1;
        case.title = match *count {
            1 => title,
            n => format!("{title} ({n})"),
        };
    }
}
