//! Whether a page needs scripts to show or do something. This engine runs none, so it says so instead.

use surefoot_engine::{Note, NoteKind};
use surefoot_page::{Facts, NodeId, Page, Step, collapsed, name};

/// A page with more text than this shows something by itself.
const ENOUGH_TEXT: usize = 200;
/// A page with more controls and links than this does something by itself.
const ENOUGH_CONTROLS: usize = 3;
/// Ids of the elements that application frameworks draw into.
const APP_ROOTS: [&str; 9] = [
    "root",
    "app",
    "__next",
    "__nuxt",
    "___gatsby",
    "svelte",
    "main-app",
    "react-root",
    "application",
];
/// Attributes that mark such an element.
const APP_MARKS: [&str; 6] = [
    "ng-app",
    "ng-version",
    "data-reactroot",
    "data-react-app",
    "data-server-rendered",
    "data-v-app",
];

/// Whether a document has scripts that a browser would run.
pub(crate) fn has_scripts(page: &Page, root: NodeId) -> bool {
    page.descendants(root).any(|n| is_script(page, n))
}

fn is_script(page: &Page, node: NodeId) -> bool {
    if page.html_tag(node) != name::SCRIPT {
        return false;
    }
    let kind = page.attr(node, name::TYPE).unwrap_or("").trim();
    kind.is_empty()
        || kind.eq_ignore_ascii_case("module")
        || kind.to_ascii_lowercase().contains("javascript")
        || kind.to_ascii_lowercase().contains("ecmascript")
}

/// What a first look at a document finds.
#[derive(Default)]
struct Look {
    /// The text a person reads, up to a little more than what is enough.
    words: String,
    text: usize,
    controls: usize,
    scripts: usize,
    app_root: bool,
    asks: bool,
}

/// A note when the document at `root` shows or does little without its scripts.
pub(crate) fn note(page: &Page, root: NodeId) -> Option<Note> {
    let look = look(page, root);
    let empty = look.text < ENOUGH_TEXT && look.controls <= ENOUGH_CONTROLS;
    if look.scripts == 0 || !(empty && (look.app_root || look.asks || look.text == 0)) {
        return None;
    }
    let why = if look.asks {
        "it says itself that it needs JavaScript"
    } else if look.app_root {
        "its content is drawn by a script"
    } else {
        "it is empty without its scripts"
    };
    Some(Note {
        kind: NoteKind::NeedsScripts,
        text: format!("the page needs scripts ({why}), and this engine runs none"),
    })
}

fn look(page: &Page, root: NodeId) -> Look {
    let marks: Vec<_> = APP_MARKS.iter().filter_map(|m| page.lookup(m)).collect();
    let mut look = Look::default();
    let mut walk = page.walk(root);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        let facts = page.facts(node);
        match page.html_tag(node) {
            name::SCRIPT => look.scripts += usize::from(is_script(page, node)),
            name::NOSCRIPT => {
                look.asks |= asks_for_scripts(&page.text_content(node));
                walk.skip_children();
                continue;
            }
            name::STYLE | name::TEMPLATE | name::TITLE | name::TEXTAREA => {
                walk.skip_children();
                continue;
            }
            name::A | name::BUTTON | name::SELECT | name::INPUT
                if !facts.contains(Facts::NOT_RENDERED) =>
            {
                look.controls += 1;
            }
            _ => {}
        }
        if page.is_element(node) {
            let by_id = page
                .attr(node, name::ID)
                .is_some_and(|id| APP_ROOTS.contains(&id));
            look.app_root |= by_id || marks.iter().any(|&m| page.has_attr(node, m));
        } else if !facts.is_hidden() && look.text < ENOUGH_TEXT && !in_script(page, node) {
            let words = collapsed(page.text(node));
            look.text += words.chars().count();
            look.words += &words;
        }
    }
    // In a head, the text of a noscript ends up in the body (HTML, "in head noscript").
    look.asks |= look.text < ENOUGH_TEXT && asks_for_scripts(&look.words);
    look
}

fn in_script(page: &Page, text: NodeId) -> bool {
    page.parent(text)
        .is_some_and(|p| page.html_tag(p) == name::SCRIPT)
}

/// Whether a text asks the reader to turn scripts on.
fn asks_for_scripts(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["enable", "requires", "need", "turn on", "activate"]
        .iter()
        .any(|w| text.contains(w))
        && ["javascript", "enable js", "scripts"]
            .iter()
            .any(|w| text.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(html: &str) -> bool {
        let page = crate::dom::parse_html(html, "about:blank");
        note(&page, page.root().unwrap()).is_some()
    }

    #[test]
    fn only_pages_that_show_nothing_need_scripts() {
        assert!(needs("<div id=root></div><script src=app.js></script>"));
        assert!(needs(
            "<noscript>You need to enable JavaScript to run this app.</noscript><script>1</script>"
        ));
        assert!(needs("<script>document.write('x')</script>"));
        assert!(!needs("<div id=root></div>"));
        assert!(!needs("<p>Hello</p><script>1</script>"));
        assert!(!needs(
            "<div id=app></div><script type=application/json>{}</script>"
        ));
        let text = "word ".repeat(60);
        assert!(!needs(&format!(
            "<div id=app>{text}</div><script>1</script>"
        )));
    }
}
