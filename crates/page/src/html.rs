//! Markup of a part of the page (HTML, "serializing HTML fragments").

use crate::node::NodeKind;
use crate::{Name, Namespace, NodeId, Page, name};

/// Elements that have no end tag.
const VOID: &[Name] = &[
    name::AREA,
    name::BASE,
    name::BR,
    name::COL,
    name::EMBED,
    name::HR,
    name::IMG,
    name::INPUT,
    name::LINK,
    name::META,
    name::PARAM,
    name::SOURCE,
    name::TRACK,
    name::WBR,
];

/// Elements whose text is written as it is.
const RAW: &[Name] = &[
    name::STYLE,
    name::SCRIPT,
    name::XMP,
    name::IFRAME,
    name::NOEMBED,
    name::NOFRAMES,
    name::PLAINTEXT,
];

/// What stands for a password: that there is one, and not how long it is.
pub const MASK: &str = "••••••••";

impl Page {
    /// The markup inside a node, of its light tree: shadow roots and the documents of frames are not part of it (DOM
    /// `innerHTML`). Attributes as written, not as they are live; what a password field is given by its markup is
    /// written as [`MASK`].
    pub fn inner_html(&self, node: NodeId) -> String {
        let mut out = String::new();
        let mut at = node;
        loop {
            if at != node {
                self.open_tag(at, &mut out);
            }
            if let Some(child) = self.children(at).next() {
                at = child;
                continue;
            }
            // Up, closing what ends here, until there is a next sibling.
            loop {
                if at == node {
                    return out;
                }
                self.close_tag(at, &mut out);
                if let Some(next) = self.next_sibling(at) {
                    at = next;
                    break;
                }
                match self.parent(at) {
                    Some(parent) => at = parent,
                    None => return out,
                }
            }
        }
    }

    fn open_tag(&self, node: NodeId, out: &mut String) {
        if self.kind(node) == NodeKind::Text {
            let raw = self
                .parent(node)
                .is_some_and(|p| RAW.contains(&self.html_tag(p)));
            if raw {
                out.push_str(self.text(node));
            } else {
                escape(self.text(node), Place::Text, out);
            }
            return;
        }
        out.push('<');
        out.push_str(self.name_str(self.tag(node)));
        let is_password = self.input_type(node) == "password";
        for attribute in self.attrs(node) {
            out.push(' ');
            out.push_str(self.name_str(attribute.name));
            out.push_str("=\"");
            let is_secret =
                is_password && attribute.name == name::VALUE && !attribute.value.is_empty();
            let value = if is_secret { MASK } else { attribute.value };
            escape(value, Place::Attribute, out);
            out.push('"');
        }
        out.push('>');
    }

    fn close_tag(&self, node: NodeId, out: &mut String) {
        let void = self.namespace(node) == Namespace::Html && VOID.contains(&self.tag(node));
        if self.kind(node) == NodeKind::Element && !void {
            out.push_str("</");
            out.push_str(self.name_str(self.tag(node)));
            out.push('>');
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Text,
    Attribute,
}

fn escape(text: &str, place: Place, out: &mut String) {
    for c in text.chars() {
        match (c, place) {
            ('&', _) => out.push_str("&amp;"),
            ('\u{a0}', _) => out.push_str("&nbsp;"),
            ('<', _) => out.push_str("&lt;"),
            ('>', _) => out.push_str("&gt;"),
            ('"', Place::Attribute) => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{DocumentInfo, Namespace, Page, ShadowMode, name};

    #[test]
    fn a_password_is_not_part_of_the_markup() {
        let mut page = Page::new();
        let root = page.create_document(DocumentInfo::new("about:blank"));
        for value in ["hunter2", ""] {
            let input = page.create_element(Namespace::Html, name::INPUT);
            page.set_attr(input, name::TYPE, "PASSWORD");
            page.set_attr(input, name::VALUE, value);
            page.append(root, input);
        }
        page.finish();
        assert_eq!(
            page.inner_html(root),
            "<input type=\"PASSWORD\" value=\"••••••••\"><input type=\"PASSWORD\" value=\"\">"
        );
    }

    #[test]
    fn markup_is_written_back() {
        let mut page = Page::new();
        let root = page.create_document(DocumentInfo::new("about:blank"));
        let p = page.create_element(Namespace::Html, name::P);
        page.set_attr(p, name::TITLE, "\"a\" & <b>");
        page.append(root, p);
        page.append_text(p, "1 < 2 & \u{a0}");
        let br = page.create_element(Namespace::Html, name::BR);
        page.append(p, br);
        let script = page.create_element(Namespace::Html, name::SCRIPT);
        page.append(root, script);
        page.append_text(script, "a < b");
        let shadow = page.create_shadow_root(p, ShadowMode::Open);
        page.append_text(shadow, "not part of it");
        page.finish();
        assert_eq!(
            page.inner_html(root),
            "<p title=\"&quot;a&quot; &amp; &lt;b&gt;\">1 &lt; 2 &amp; &nbsp;<br></p><script>a < b</script>"
        );
        assert_eq!(page.inner_html(p), "1 &lt; 2 &amp; &nbsp;<br>");
    }
}
