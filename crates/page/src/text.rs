//! White space and text of subtrees.

use crate::{Name, NodeId, Page, Step, name, node::NodeKind};

/// What to do with the blanks at the ends of a collapsed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Collapse {
    /// Drop them.
    Trim,
    /// Keep one blank at an end that has some: the text is a part of a longer one.
    KeepEnds,
}

/// HTML's ASCII white space; a no-break space is not white space here.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// Appends `text` to `out` with each run of white space as one blank.
pub fn collapse_into(out: &mut String, text: &str, ends: Collapse) {
    let mut pending =
        ends == Collapse::KeepEnds && text.starts_with(is_blank) && !out.ends_with(is_blank);
    let mut first = true;
    for word in text.split(is_blank).filter(|w| !w.is_empty()) {
        if pending || !first {
            out.push(' ');
        }
        out.push_str(word);
        first = false;
        pending = false;
    }
    if ends == Collapse::KeepEnds
        && (pending || !first)
        && text.ends_with(is_blank)
        && !out.ends_with(is_blank)
    {
        out.push(' ');
    }
}

/// `text` with each run of white space as one blank and none at the ends.
pub fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    collapse_into(&mut out, text, Collapse::Trim);
    out
}

impl Page {
    /// Appends the characters of every text node below `node` in the light tree, as written (DOM `textContent`).
    pub fn text_content_into(&self, node: NodeId, out: &mut String) {
        let mut next = Some(node);
        while let Some(at) = next {
            if self.kind(at) == NodeKind::Text {
                out.push_str(self.text(at));
            }
            next = self.after_light(at, node);
        }
    }

    /// DOM `textContent`.
    pub fn text_content(&self, node: NodeId) -> String {
        let mut out = String::new();
        self.text_content_into(node, &mut out);
        out
    }

    /// The nodes below `root` in light-tree order, `root` first; shadow trees and documents of frames are passed over.
    pub fn descendants(&self, root: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(root), move |&node| self.after_light(node, root))
    }

    /// The next node in light-tree order below `root`, passing over shadow trees and frames.
    pub(crate) fn after_light(&self, node: NodeId, root: NodeId) -> Option<NodeId> {
        if let Some(child) = self.children(node).next() {
            return Some(child);
        }
        let mut at = node;
        while at != root {
            if let Some(next) = self.next_sibling(at) {
                return Some(next);
            }
            at = self.node(at).parent?;
        }
        None
    }

    /// The text a person would read below `node`: rendered text of the flat tree, a line break around blocks, runs of
    /// white space as one blank (close to DOM `innerText`), but lines and blanks of `<pre>` as they are. Content of
    /// frames, scripts and styles is left out.
    pub fn rendered_text(&self, node: NodeId) -> String {
        use crate::Facts;
        let mut out = String::new();
        let mut line = String::new();
        // How many elements that keep white space are open.
        let mut kept = usize::from(self.is_in_preformatted(node));
        let mut walk = self.walk(node);
        while let Some(step) = walk.next() {
            let (Step::Enter(at) | Step::Leave(at)) = step;
            let facts = self.facts(at);
            let preformatted = PREFORMATTED.contains(&self.html_tag(at));
            if facts.contains(Facts::BLOCK) || preformatted || self.html_tag(at) == name::BR {
                end_line(&mut out, &mut line, kept > 0);
            }
            if preformatted {
                match step {
                    Step::Enter(_) => kept += 1,
                    Step::Leave(_) => kept = kept.saturating_sub(1),
                }
            }
            if let Step::Enter(at) = step {
                let unread = matches!(
                    self.html_tag(at),
                    name::SCRIPT | name::STYLE | name::TEMPLATE | name::HEAD
                );
                if unread
                    || facts.contains(Facts::NOT_RENDERED)
                    || (self.kind(at) == NodeKind::Document && at != node)
                {
                    walk.skip_children();
                } else if !facts.contains(Facts::INVISIBLE) {
                    if kept > 0 {
                        keep_lines(&mut out, &mut line, self.text(at));
                    } else {
                        collapse_into(&mut line, self.text(at), Collapse::KeepEnds);
                    }
                }
            }
        }
        end_line(&mut out, &mut line, kept > 0);
        out.truncate(out.trim_end_matches('\n').len());
        out
    }

    /// Whether an element around `node` keeps white space.
    fn is_in_preformatted(&self, node: NodeId) -> bool {
        let parent = |&at: &NodeId| self.flat_parent(at);
        std::iter::successors(self.flat_parent(node), parent)
            .any(|at| PREFORMATTED.contains(&self.html_tag(at)))
    }

    /// The title of the main document: its first `<title>`, white space collapsed (HTML, `document.title`).
    pub fn title(&self) -> String {
        let Some(root) = self.root() else {
            return String::new();
        };
        let mut next = Some(root);
        while let Some(node) = next {
            if self.html_tag(node) == name::TITLE {
                return collapsed(&self.text_content(node));
            }
            next = self.after_light(node, root);
        }
        String::new()
    }
}

/// Elements in which white space is kept.
const PREFORMATTED: &[Name] = &[name::PRE, name::XMP, name::PLAINTEXT];

/// Adds text whose lines are kept, empty ones in the middle too.
fn keep_lines(out: &mut String, line: &mut String, text: &str) {
    for (at, part) in text.split('\n').enumerate() {
        if at > 0 {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(line.trim_end_matches(is_blank));
            line.clear();
        }
        line.push_str(part);
    }
}

/// Moves a finished line to `out`; empty lines vanish. Where white space is kept, so are blanks at its start.
fn end_line(out: &mut String, line: &mut String, keep: bool) {
    let text = if keep {
        line.trim_end_matches(is_blank)
    } else {
        line.trim_matches(is_blank)
    };
    if !text.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(text);
    }
    line.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DocumentInfo, Namespace};

    #[test]
    fn blanks_collapse() {
        assert_eq!(collapsed(" a \n\t b\u{a0} c "), "a b\u{a0} c");
        assert_eq!(collapsed(" \n "), "");
        let mut out = String::from("x");
        collapse_into(&mut out, " y ", Collapse::KeepEnds);
        collapse_into(&mut out, " ", Collapse::KeepEnds);
        collapse_into(&mut out, " z", Collapse::KeepEnds);
        assert_eq!(out, "x y z");
    }

    #[test]
    fn preformatted_text_keeps_its_lines() {
        let mut page = Page::new();
        let root = page.create_document(DocumentInfo::new("about:blank"));
        page.append_text(root, "before  it\n");
        let pre = page.create_element(Namespace::Html, name::PRE);
        page.append(root, pre);
        page.append_text(pre, "  a  b\n\n");
        let bold = page.create_element(Namespace::Html, name::B);
        page.append(pre, bold);
        page.append_text(bold, "c\n d  \n");
        page.append_text(root, "  after\nit ");
        page.finish();
        assert_eq!(
            page.rendered_text(root),
            "before it\n  a  b\n\nc\n d\nafter it"
        );
        assert_eq!(page.rendered_text(bold), "c\n d");
    }
}
