//! [`clue`]: what the markup calls a thing that people know by its looks alone.
//!
//! A button that is nothing but a drawing has no accessible name. What its author wrote for other machines (a test id,
//! the symbol that is drawn, the class of an icon font, a file name) mostly tells what it is for. That is no name: the
//! thing is neither targeted nor recognized by it.

use surefoot_page::{NodeId, Page, name};

/// How many nodes of one element are looked at: drawings are small.
const LOOKED_AT: usize = 40;
/// The longest clue, in Unicode scalar values.
const LONGEST: usize = 40;

/// Attributes that testers name things by, the usual first.
const TEST_IDS: &[&str] = &[
    "data-testid",
    "data-test-id",
    "data-test",
    "data-cy",
    "data-qa",
];

/// Attributes by which icons are chosen.
const ICONS: &[&str] = &["data-icon", "icon", "svgicon", "fonticon"];

/// What the classes of icon sets begin with.
const SETS: &[&str] = &[
    "icon",
    "fa",
    "bi",
    "mdi",
    "ti",
    "ri",
    "pi",
    "ph",
    "lucide",
    "feather",
    "glyphicon",
    "octicon",
    "codicon",
    "anticon",
    "tabler",
    "heroicon",
];

/// What the classes of icon sets say besides which icon it is.
const STYLES: &[&str] = &[
    "solid",
    "regular",
    "light",
    "thin",
    "bold",
    "brands",
    "duotone",
    "sharp",
    "outline",
    "outlined",
    "rounded",
    "fill",
    "filled",
    "spin",
    "pulse",
    "button",
    "btn",
    "wrapper",
    "container",
    "small",
    "large",
];

/// Words of classes that say what something does, rather than how it looks.
const WORDS: &[&str] = &[
    "add",
    "back",
    "bookmark",
    "cart",
    "close",
    "collapse",
    "copy",
    "delete",
    "download",
    "edit",
    "expand",
    "favorite",
    "filter",
    "forward",
    "fullscreen",
    "hamburger",
    "help",
    "home",
    "info",
    "like",
    "login",
    "logout",
    "menu",
    "minus",
    "more",
    "mute",
    "next",
    "open",
    "pause",
    "play",
    "plus",
    "prev",
    "previous",
    "print",
    "profile",
    "refresh",
    "remove",
    "save",
    "search",
    "send",
    "settings",
    "share",
    "sort",
    "star",
    "submit",
    "toggle",
    "trash",
    "upload",
    "user",
    "zoom",
];

/// What the markup of an element, and of what it is drawn with, calls it.
pub(crate) fn clue(page: &Page, node: NodeId) -> Option<String> {
    const SOURCES: &[fn(&Page, NodeId) -> Option<String>] = &[
        test_id, symbol, icon, icon_class, file, id, word_class, address,
    ];
    let found = SOURCES.iter().find_map(|source| source(page, node))?;
    let found = surefoot_page::collapsed(&found);
    match found.char_indices().nth(LONGEST) {
        Some((at, _)) => Some(found[..at].to_owned()),
        None => Some(found).filter(|found| !found.is_empty()),
    }
}

fn drawn_with(page: &Page, node: NodeId) -> impl Iterator<Item = NodeId> {
    page.descendants(node)
        .take(LOOKED_AT)
        .filter(|&n| page.is_element(n))
}

fn first_of(page: &Page, node: NodeId, names: &[&str]) -> Option<String> {
    names
        .iter()
        .filter_map(|name| page.attr(node, page.lookup(name)?))
        .map(str::trim)
        .find(|value| !value.is_empty())
        .map(ToOwned::to_owned)
}

fn test_id(page: &Page, node: NodeId) -> Option<String> {
    first_of(page, node, TEST_IDS)
}

/// The symbol of a sheet that is drawn: `#trash` of `<use href="/icons.svg#trash">`.
fn symbol(page: &Page, node: NodeId) -> Option<String> {
    let uses = drawn_with(page, node).filter(|&n| page.tag(n) == name::USE);
    let href = |n| {
        page.attr(n, name::HREF)
            .or_else(|| page.attr(n, name::XLINK_HREF))
    };
    uses.filter_map(href).find_map(|href| {
        let symbol = href.rsplit_once('#')?.1;
        (!symbol.is_empty()).then(|| symbol.to_owned())
    })
}

/// An icon that is chosen by an attribute.
fn icon(page: &Page, node: NodeId) -> Option<String> {
    drawn_with(page, node).find_map(|n| {
        first_of(page, n, ICONS).or_else(|| {
            let is_icon = page.name_str(page.tag(n)).contains("icon");
            let name = page.attr(n, name::NAME).filter(|_| is_icon)?;
            (!name.trim().is_empty()).then(|| name.to_owned())
        })
    })
}

fn icon_class(page: &Page, node: NodeId) -> Option<String> {
    classes(page, node, |class| {
        let (set, rest) = class.split_once(['-', '_'])?;
        // What is short says how: `fa-lg`, `mdi-24px`, `bi-2x`.
        let says = rest.len() > 2 && !rest.starts_with(|c: char| c.is_ascii_digit());
        (says && SETS.contains(&set) && !STYLES.contains(&rest)).then_some(())
    })
}

fn word_class(page: &Page, node: NodeId) -> Option<String> {
    classes(page, node, |class| {
        let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
        parts
            .any(|part| WORDS.contains(&part.to_ascii_lowercase().as_str()))
            .then_some(())
    })
}

/// The first class of the element, or of what it is drawn with, that says something.
fn classes(page: &Page, node: NodeId, says: fn(&str) -> Option<()>) -> Option<String> {
    drawn_with(page, node).find_map(|n| {
        let classes = page.attr(n, name::CLASS)?.split_ascii_whitespace();
        // Utilities that say when they hold, as `hover:open`, say nothing of the element.
        let mut plain = classes.filter(|class| !class.contains([':', '[', '/']));
        plain
            .find(|class| says(class).is_some())
            .map(ToOwned::to_owned)
    })
}

/// The name of the file that is drawn, without its ending.
fn file(page: &Page, node: NodeId) -> Option<String> {
    let mut sources = drawn_with(page, node).filter_map(|n| page.attr(n, name::SRC));
    sources.find_map(|source| stem(source).filter(|_| !source.trim_start().starts_with("data:")))
}

/// Where an unnamed link leads.
fn address(page: &Page, node: NodeId) -> Option<String> {
    let href = page.attr(node, name::HREF)?.trim();
    (!href.is_empty() && !href.starts_with(['#', 'j', 'J'])).then(|| href.to_owned())
}

/// The last part of a path, without query and ending, if a person may have chosen it.
fn stem(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next()?;
    let name = path.rsplit('/').next()?;
    let stem = name.split('.').next().unwrap_or(name);
    is_chosen(stem).then(|| stem.to_owned())
}

fn id(page: &Page, node: NodeId) -> Option<String> {
    page.attr(node, name::ID)
        .filter(|id| is_chosen(id))
        .map(ToOwned::to_owned)
}

/// Whether a person may have chosen it: frameworks make names of numbers and signs.
fn is_chosen(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let signs = name.contains([':', '«', '$', '%']);
    letters >= 3 && digits <= 2 && !signs
}

#[cfg(test)]
mod tests {
    use super::{is_chosen, stem};

    #[test]
    fn names_that_nobody_chose_say_nothing() {
        for (name, expected) in [
            ("trash", true),
            ("close-btn", true),
            ("step2", true),
            (":r1:", false),
            ("ember1234", false),
            ("9f3c2a71", false),
            ("", false),
        ] {
            assert_eq!(is_chosen(name), expected, "{name}");
        }
        assert_eq!(stem("/img/trash.min.svg?v=12#x").as_deref(), Some("trash"));
        assert_eq!(stem("/img/8f9a0b1c2d.png"), None);
    }
}
