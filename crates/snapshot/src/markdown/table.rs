//! Tables: those that hold data, and those that only arrange.

use std::collections::HashSet;

use surefoot_page::{Name, NodeId, Page, Step, name};

/// The rows of a table.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Row>,
}

#[derive(Default)]
struct Row {
    cells: Vec<String>,
    /// Whether all its cells are heads.
    is_head: bool,
}

impl Table {
    pub(super) fn begin_row(&mut self) {
        self.rows.push(Row {
            cells: Vec::new(),
            is_head: true,
        });
    }

    pub(super) fn add(&mut self, text: &str, is_head: bool) {
        if self.rows.is_empty() {
            self.begin_row();
        }
        if let Some(row) = self.rows.last_mut() {
            row.is_head &= is_head;
            row.cells.push(text.replace('|', "\\|").replace('\n', " "));
        }
    }
}

/// A table as Markdown. One of a single column is lines.
pub(super) fn written(table: &Table) -> String {
    let is_said = |row: &&Row| row.cells.iter().any(|cell| !cell.is_empty());
    let rows: Vec<&Row> = table.rows.iter().filter(is_said).collect();
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    if width < 2 {
        let lines = rows.iter().filter_map(|row| row.cells.first());
        return lines.map(String::as_str).collect::<Vec<_>>().join("\n");
    }
    let line = |cells: &[String]| {
        let mut line = String::from("|");
        for at in 0..width {
            line.push(' ');
            line.push_str(cells.get(at).map_or("", String::as_str));
            line.push_str(" |");
        }
        line
    };
    let mut lines = Vec::with_capacity(rows.len() + 2);
    let (head, body) = match rows.split_first() {
        Some((first, rest)) if first.is_head => (line(&first.cells), rest),
        _ => (line(&[]), &rows[..]),
    };
    lines.push(head);
    lines.push(format!("|{}", " --- |".repeat(width)));
    lines.extend(body.iter().map(|row| line(&row.cells)));
    lines.join("\n")
}

/// What no table of data holds.
const BLOCKS: &[Name] = &[
    name::TABLE,
    name::H1,
    name::H2,
    name::H3,
    name::ARTICLE,
    name::SECTION,
    name::BLOCKQUOTE,
];

/// The tables below a node that only arrange: what is in them is no cell of data.
pub(super) fn layout_tables(page: &Page, root: NodeId) -> HashSet<NodeId> {
    let mut layout = HashSet::new();
    let mut open: Vec<NodeId> = Vec::new();
    for step in page.walk(root) {
        match step {
            Step::Enter(node) => {
                let tag = page.html_tag(node);
                if let Some(table) = open.last()
                    && BLOCKS.contains(&tag)
                {
                    layout.insert(*table);
                }
                if tag == name::TABLE {
                    let role = page.attr(node, name::ROLE).map(str::trim);
                    if matches!(role, Some("presentation" | "none")) {
                        layout.insert(node);
                    }
                    open.push(node);
                }
            }
            Step::Leave(node) => {
                if open.last() == Some(&node) {
                    open.pop();
                }
            }
        }
    }
    layout
}
