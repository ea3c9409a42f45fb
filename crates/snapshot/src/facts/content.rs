//! [`Content`]: the text that one would come to read (S3-5).
//!
//! Where a page looks like an article, a readability library finds it. It reads markup, so the page is written down for
//! it: what is rendered, without controls and drawings, and bounded in size and depth, since its cost grows with the cube
//! of the depth. Of any other page it is what the outline has of text: in its main part if it has one, else anywhere but
//! in navigation, header and footer.

use dom_smoothie::{Config, Readability, TextMode};
use surefoot_aria::Role;
use surefoot_page::{Facts, Name, NodeId, NodeKind, Step, name};

use super::scene::{Area, Scene};
use super::words;
use crate::markdown::is_unread;

/// Where the text was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ContentSource {
    /// In an article, by a readability library.
    Article,
    /// In the outline of the page.
    #[default]
    Outline,
}

/// The text that one would come to read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// The text: paragraphs, each on a line of its own; no line is empty. At most 20,000 characters.
    pub text: Box<str>,
    /// Where it was found.
    pub source: ContentSource,
    /// Whether there is more of it.
    pub truncated: bool,
}

impl Content {
    /// The first 500 characters or so (S0-31).
    pub fn preview(&self) -> &str {
        words::cut(&self.text, PREVIEW).0
    }
}

const PREVIEW: usize = 500;
/// The longest text, in characters.
const LONGEST: usize = 20_000;
/// So much text in paragraphs makes a page worth the question whether it is an article, in bytes.
const WORTH_ASKING: usize = 500;
/// Markup for the library is at most so long, in bytes, and so deep.
const LONGEST_MARKUP: usize = 2_000_000;
const DEEPEST: usize = 60;

/// The text that one would come to read.
pub(super) fn content(scene: &Scene<'_, '_>) -> Content {
    let (text, source) = match article(scene) {
        Some(text) => (text, ContentSource::Article),
        None => (outlined(scene), ContentSource::Outline),
    };
    let (text, truncated) = words::cut(&text, LONGEST);
    Content {
        text: text.into(),
        source,
        truncated,
    }
}

// ---- articles ------------------------------------------------------------------------------------------------------

/// The text of an article, if the page is one.
fn article(scene: &Scene<'_, '_>) -> Option<String> {
    let items = scene.outline.items.iter().enumerate();
    let in_text: usize = items
        .filter(|(at, _)| {
            !scene
                .area(*at)
                .intersects(Area::FRAME | Area::CONTROL | Area::OVERLAY)
        })
        .filter(|(_, item)| matches!(item.role, Role::Paragraph | Role::Text | Role::Blockquote))
        .map(|(_, item)| item.label().len())
        .filter(|&len| len > 80)
        .sum();
    if in_text < WORTH_ASKING {
        return None;
    }
    let markup = markup(scene)?;
    // The library is not ours; whatever it stumbles over, the page still has its outline.
    let found = std::panic::catch_unwind(|| {
        let config = Config {
            text_mode: TextMode::Formatted,
            disable_json_ld: true,
            max_elements_to_parse: 0,
            ..Config::default()
        };
        let mut readability = Readability::new(markup, None, Some(config)).ok()?;
        if !readability.is_probably_readable() {
            return None;
        }
        readability
            .parse()
            .ok()
            .map(|article| article.text_content.to_string())
    });
    let text = lines(&found.ok().flatten()?);
    (text.len() >= WORTH_ASKING).then_some(text)
}

/// A text with its paragraphs as lines, none of them empty.
fn lines(text: &str) -> String {
    let lines = text.lines().map(surefoot_page::collapsed);
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Elements without an end tag.
const VOID: &[Name] = &[name::IMG, name::BR, name::HR, name::WBR];

/// The attributes that the library looks at.
const ATTRIBUTES: &[Name] = &[
    name::ID,
    name::CLASS,
    name::ROLE,
    name::HREF,
    name::REL,
    name::ALT,
];

/// The rendered page as markup; `None` if it is too large.
fn markup(scene: &Scene<'_, '_>) -> Option<String> {
    let page = scene.page;
    let mut out = String::from("<!DOCTYPE html><html><head><title>");
    escape(&scene.outline.title, &mut out);
    out.push_str("</title></head><body>");
    // For each open element whether its tags are written: below a depth only the texts are.
    let mut open: Vec<bool> = Vec::new();
    let mut depth = 0;
    let mut walk = page.walk(page.root()?);
    while let Some(step) = walk.next() {
        if out.len() > LONGEST_MARKUP {
            return None;
        }
        match step {
            Step::Enter(node) => {
                let is_written = match page.kind(node) {
                    NodeKind::Text => {
                        if !page.facts(node).is_hidden() {
                            escape(page.text(node), &mut out);
                        }
                        false
                    }
                    NodeKind::Element if is_left_out(scene, node) => {
                        walk.skip_children();
                        false
                    }
                    NodeKind::Element => depth < DEEPEST && begin(scene, node, &mut out),
                    NodeKind::Document if page.root() != Some(node) => {
                        walk.skip_children();
                        false
                    }
                    _ => false,
                };
                depth += usize::from(is_written);
                open.push(is_written);
            }
            Step::Leave(node) => {
                if open.pop() == Some(true) {
                    depth -= 1;
                    out.push_str("</");
                    out.push_str(page.name_str(page.tag(node)));
                    out.push('>');
                } else if page.facts(node).contains(Facts::BLOCK) {
                    out.push(' ');
                }
            }
        }
    }
    out.push_str("</body></html>");
    Some(out)
}

fn is_left_out(scene: &Scene<'_, '_>, node: NodeId) -> bool {
    let page = scene.page;
    let role = scene.semantics.role(node);
    is_unread(page, node)
        || matches!(page.html_tag(node), name::EMPTY | name::DIALOG)
        || scene.semantics.is_aria_hidden(node)
        || matches!(
            role,
            Role::Navigation | Role::Dialog | Role::Alertdialog | Role::Menu | Role::Menubar
        )
}

/// Writes the start tag of an element; whether it has an end tag.
fn begin(scene: &Scene<'_, '_>, node: NodeId, out: &mut String) -> bool {
    let page = scene.page;
    let tag = page.html_tag(node);
    if matches!(tag, name::HTML | name::BODY) || !tag.is_well_known() {
        return false;
    }
    out.push('<');
    out.push_str(page.name_str(tag));
    for &attribute in ATTRIBUTES {
        if let Some(value) = page.attr(node, attribute).filter(|value| value.len() < 300) {
            out.push(' ');
            out.push_str(page.name_str(attribute));
            out.push_str("=\"");
            escape(value, out);
            out.push('"');
        }
    }
    out.push('>');
    !VOID.contains(&tag)
}

fn escape(text: &str, out: &mut String) {
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'&' => "&amp;",
            b'"' => "&quot;",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        out.push_str(entity);
        plain = at + 1;
    }
    out.push_str(&text[plain..]);
}

// ---- anything else -------------------------------------------------------------------------------------------------

/// What the outline has of text.
fn outlined(scene: &Scene<'_, '_>) -> String {
    let has_main = scene.areas.iter().any(|area| area.contains(Area::MAIN));
    let text = text_in(scene, if has_main { Area::MAIN } else { Area::empty() });
    if text.is_empty() && has_main {
        return text_in(scene, Area::empty());
    }
    text
}

fn text_in(scene: &Scene<'_, '_>, area: Area) -> String {
    let mut out = String::new();
    let mut length = 0;
    for (at, item) in scene.outline.items.iter().enumerate() {
        let place = scene.area(at);
        let is_apart = place.intersects(Area::FRAME | Area::CONTROL | Area::OVERLAY | Area::PAGER);
        if is_apart || !place.contains(area) || !is_read(item.role) {
            continue;
        }
        let said = match item.role {
            Role::Text | Role::Heading => item.label(),
            _ => &item.text,
        };
        if !said.contains(char::is_alphanumeric) {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(said);
        length += said.len();
        // Four bytes make a character at most.
        if length > 4 * LONGEST {
            break;
        }
    }
    lines(&out)
}

/// Whether the text of such an item is read, rather than used.
fn is_read(role: Role) -> bool {
    !role.is_interactive() && !matches!(role, Role::Img | Role::Alert | Role::Status | Role::Form)
}
