//! The page as the model knows it, and as the engine would capture it.

use std::collections::HashMap;
use std::fmt::Write as _;

use surefoot_native::dom::parse_html;
use surefoot_page::{DocumentId, Page};

/// What belongs to one node: so many serials are its own and its texts'.
pub(super) const SERIALS: u32 = 16;

pub(super) const NAMES: &[&str] = &["Delete", "Edit", "Save", "Open", "Inbox"];
pub(super) const TITLES: &[&str] = &["Alice", "Bob", "Carol", "Dave"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Button,
    Link,
    Checkbox,
}

#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) node: u32,
    pub(super) soul: u32,
    pub(super) kind: Kind,
    pub(super) name: usize,
    /// The number after its name, as of unread messages; 0: none.
    pub(super) counter: u32,
}

impl Thing {
    pub(super) fn label(&self) -> String {
        match self.counter {
            0 => NAMES[self.name].to_owned(),
            n => format!("{} ({n})", NAMES[self.name]),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) node: u32,
    pub(super) title: usize,
    pub(super) things: Vec<Thing>,
}

/// How a group of rows is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    List,
    Table,
    Cards,
    Forms,
}

#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) shape: Shape,
    pub(super) rows: Vec<Row>,
}

#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) id: DocumentId,
    pub(super) path: u32,
    pub(super) groups: Vec<Group>,
}

/// What makes a thing the one that was shown, as far as anybody can see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Looks {
    pub(super) kind: Kind,
    pub(super) label: String,
    pub(super) title: usize,
}

impl Document {
    pub(super) fn things(&self) -> impl Iterator<Item = (&Row, &Thing)> {
        let rows = self.groups.iter().flat_map(|group| &group.rows);
        rows.flat_map(|row| row.things.iter().map(move |thing| (row, thing)))
    }

    pub(super) fn of_node(&self, node: u32) -> Option<(&Row, &Thing)> {
        self.things().find(|(_, thing)| thing.node == node)
    }

    pub(super) fn alike(&self, looks: &Looks) -> Vec<&Thing> {
        self.things()
            .filter(|(row, thing)| looks_of(row, thing) == *looks)
            .map(|(_, thing)| thing)
            .collect()
    }

    /// The page as the engine would capture it.
    pub(super) fn page(&self) -> Page {
        let mut html = String::from("<title>T</title>");
        for group in &self.groups {
            let (open, close, row_open, row_close, end) = match group.shape {
                Shape::List => ("<ul>", "</ul>", "<li data-n=", "> ", "</li>"),
                Shape::Table => ("<table>", "</table>", "<tr data-n=", "><td>", "</tr>"),
                Shape::Cards => ("<div>", "</div>", "<article data-n=", "><h3>", "</article>"),
                Shape::Forms => ("<div>", "</div>", "<form data-n=", "", "</form>"),
            };
            html.push_str(open);
            for row in &group.rows {
                let title = TITLES[row.title];
                let _ = write!(html, "{row_open}{}{row_close}", row.node);
                let _ = match group.shape {
                    Shape::List => write!(html, "{title} "),
                    Shape::Table => write!(html, "{title}<td>"),
                    Shape::Cards => write!(html, "{title}</h3>"),
                    Shape::Forms => write!(html, " aria-label={title}>"),
                };
                for thing in &row.things {
                    let (node, soul, label) = (thing.node, thing.soul, thing.label());
                    let _ = match thing.kind {
                        Kind::Button => {
                            write!(
                                html,
                                "<button type=button data-n={node} data-soul={soul}>{label}</button>"
                            )
                        }
                        Kind::Link => {
                            write!(html, "<a href=x data-n={node} data-soul={soul}>{label}</a>")
                        }
                        Kind::Checkbox => write!(
                            html,
                            "<input type=checkbox data-n={node} data-soul={soul} aria-label=\"{label}\">"
                        ),
                    };
                    html.push(' ');
                }
                html.push_str(end);
            }
            html.push_str(close);
        }
        let mut page = parse_html(&html, &format!("https://example.com/{}", self.path));
        let attribute = page.intern("data-n");
        let mut used: HashMap<u32, u32> = HashMap::new();
        for node in page.ids().collect::<Vec<_>>() {
            let number = std::iter::once(node)
                .chain(page.ancestors(node))
                .filter(|&n| page.is_element(n))
                .find_map(|n| page.attr(n, attribute)?.parse::<u32>().ok())
                .unwrap_or(0);
            let next = used.entry(number).or_default();
            let serial = number * SERIALS + *next % SERIALS;
            *next += 1;
            page.set_serial(node, serial);
        }
        if let Some(root) = page.root()
            && let Some(info) = page.document_mut(root)
        {
            info.id = self.id;
        }
        page
    }
}

pub(super) fn looks_of(row: &Row, thing: &Thing) -> Looks {
    Looks {
        kind: thing.kind,
        label: thing.label(),
        title: row.title,
    }
}
