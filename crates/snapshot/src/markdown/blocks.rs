//! [`Blocks`]: what is written so far, and what is open.

use std::collections::HashSet;
use std::fmt::Write as _;

use surefoot_page::{Collapse, Facts, NodeId, Page, collapse_into, name};

use super::table::{self, Table};

/// Lists and quotes deeper than this are written at this depth: each line says how deep it is.
const DEEPEST: usize = 12;

/// The most links and marks that are open at a time: each is ended at the end of each line.
const MOST_INLINE: usize = 32;

/// A picture's address is told only if it is no longer than this: others hold the picture itself.
const LONGEST_ADDRESS: usize = 300;

/// What is written so far.
pub(super) struct Blocks {
    out: String,
    /// The line that is being written, white space collapsed.
    line: String,
    /// What stands before the next line that is written: `## `.
    lead: String,
    /// Lists, their items and quotes that are open.
    around: Vec<Around>,
    /// How many of them are lists.
    lists: usize,
    /// What is open in the line.
    inline: Vec<Inline>,
    /// How many elements are open in which white space is kept, and what they hold.
    kept: usize,
    code: String,
    /// Tables that are open, without those that only arrange.
    tables: Vec<Table>,
    layout: HashSet<NodeId>,
    /// Whether the next block is the next line of a list, with no empty line before it.
    tight: bool,
}

/// Something that lines stand in.
enum Around {
    List { next: Option<u32> },
    Item { width: usize },
    Quote,
}

/// Something open in a line.
enum Inline {
    Link { at: usize, address: Option<String> },
    Mark { at: usize, mark: &'static str },
}

impl Inline {
    fn at(&mut self) -> &mut usize {
        let (Inline::Link { at, .. } | Inline::Mark { at, .. }) = self;
        at
    }
}

impl Blocks {
    pub(super) fn new(layout: HashSet<NodeId>) -> Blocks {
        Blocks {
            out: String::new(),
            line: String::new(),
            lead: String::new(),
            around: Vec::new(),
            lists: 0,
            inline: Vec::new(),
            kept: 0,
            code: String::new(),
            tables: Vec::new(),
            layout,
            tight: false,
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        if self.kept > 0 {
            self.code.push_str(text);
        } else {
            collapse_into(&mut self.line, text, Collapse::KeepEnds);
        }
    }

    /// Something is passed over: the words around it do not run into each other.
    pub(super) fn note_gap(&mut self, page: &Page, node: NodeId) {
        if page.is_element(node) && !page.facts(node).contains(Facts::NOT_RENDERED) {
            self.text(" ");
        }
    }

    pub(super) fn enter(
        &mut self,
        page: &Page,
        node: NodeId,
        address: &dyn Fn(&str) -> Option<String>,
    ) {
        let tag = page.html_tag(node);
        if page.facts(node).contains(Facts::BLOCK) && !is_inline(page, node) {
            self.end_line();
        }
        if self.kept > 0 && tag != name::PRE {
            if tag == name::BR {
                self.code.push('\n');
            }
            return;
        }
        match tag {
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => {
                self.end_line();
                if !self.is_in_cell() {
                    self.lead = "#".repeat(level(tag)) + " ";
                }
            }
            name::UL | name::OL => {
                self.end_line();
                let next = (tag == name::OL).then(|| {
                    let start = page.attr(node, name::START);
                    start
                        .and_then(|start| start.trim().parse().ok())
                        .unwrap_or(1)
                });
                self.around.push(Around::List { next });
                self.lists += 1;
            }
            name::LI => self.begin_item(),
            name::DD => {
                self.end_line();
                ": ".clone_into(&mut self.lead);
                self.tight = true;
            }
            name::BLOCKQUOTE => {
                self.end_line();
                self.around.push(Around::Quote);
            }
            name::PRE => {
                self.end_line();
                self.kept += 1;
            }
            name::HR => {
                self.end_line();
                if !self.is_in_cell() {
                    self.write_block("", "---");
                }
            }
            name::BR => self.end_line_in_block(),
            name::A => {
                let to = page.attr(node, name::HREF).and_then(address);
                self.open(|at| Inline::Link { at, address: to });
            }
            name::STRONG | name::B => self.open(|at| Inline::Mark { at, mark: "**" }),
            name::EM | name::I => self.open(|at| Inline::Mark { at, mark: "*" }),
            name::DEL | name::S => self.open(|at| Inline::Mark { at, mark: "~~" }),
            name::CODE | name::KBD | name::SAMP => self.open(|at| Inline::Mark { at, mark: "`" }),
            name::IMG => self.picture(page, node, address),
            name::TABLE if !self.layout.contains(&node) => {
                self.end_line();
                self.tables.push(Table::default());
            }
            name::TR => {
                if let Some(table) = self.tables.last_mut() {
                    table.begin_row();
                }
            }
            name::TD | name::TH => self.end_line(),
            _ => {}
        }
    }

    pub(super) fn leave(&mut self, page: &Page, node: NodeId) {
        let tag = page.html_tag(node);
        if self.kept > 0 && tag != name::PRE {
            return;
        }
        match tag {
            name::UL | name::OL => {
                self.end_line();
                self.pop_around(|around| matches!(around, Around::List { .. }));
                self.tight = self.lists > 0;
            }
            name::LI => {
                self.end_line();
                self.pop_around(|around| matches!(around, Around::Item { .. }));
                self.lead.clear();
                self.tight = true;
            }
            name::BLOCKQUOTE => {
                self.end_line();
                self.pop_around(|around| matches!(around, Around::Quote));
            }
            name::PRE => {
                self.kept = self.kept.saturating_sub(1);
                if self.kept == 0 {
                    self.write_code();
                }
            }
            name::A => self.close(|open| matches!(open, Inline::Link { .. })),
            name::STRONG | name::B => self.close_mark("**"),
            name::EM | name::I => self.close_mark("*"),
            name::DEL | name::S => self.close_mark("~~"),
            name::CODE | name::KBD | name::SAMP => self.close_mark("`"),
            name::TD | name::TH => {
                self.settle_inline();
                let is_head = tag == name::TH;
                let text = std::mem::take(&mut self.line);
                match self.tables.last_mut() {
                    Some(table) => table.add(text.trim(), is_head),
                    None => {
                        self.line = text;
                        self.end_line();
                    }
                }
            }
            name::TABLE if !self.layout.contains(&node) => {
                self.settle_inline();
                let rest = std::mem::take(&mut self.line);
                if let Some(table) = self.tables.pop() {
                    self.write_table(&table);
                }
                self.line = rest;
            }
            _ if page.facts(node).contains(Facts::BLOCK) && !is_inline(page, node) => {
                self.end_line();
                self.lead.clear();
            }
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 | name::DD => {
                self.end_line();
                self.lead.clear();
            }
            _ => {}
        }
    }

    /// What was written.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        while let Some(table) = self.tables.pop() {
            self.write_table(&table);
        }
        self.out
    }

    fn is_in_cell(&self) -> bool {
        !self.tables.is_empty()
    }

    fn begin_item(&mut self) {
        self.end_line();
        let marker = match self.around.last_mut() {
            Some(Around::List { next: Some(number) }) => {
                let marker = format!("{number}. ");
                *number = number.saturating_add(1);
                marker
            }
            _ => "- ".to_owned(),
        };
        self.around.push(Around::Item {
            width: marker.len(),
        });
        self.lead = marker;
    }

    fn pop_around(&mut self, which: impl Fn(&Around) -> bool) {
        // Markup may end what is not the innermost: then nothing is ended that is not meant.
        if self.around.last().is_some_and(which)
            && let Some(Around::List { .. }) = self.around.pop()
        {
            self.lists -= 1;
        }
    }

    // ---- in a line -------------------------------------------------------------------------------------------------

    fn open(&mut self, make: impl FnOnce(usize) -> Inline) {
        if self.inline.len() < MOST_INLINE {
            self.inline.push(make(self.line.len()));
        }
    }

    fn close_mark(&mut self, mark: &'static str) {
        self.close(|open| matches!(open, Inline::Mark { mark: of, .. } if *of == mark));
    }

    fn close(&mut self, which: impl Fn(&Inline) -> bool) {
        if self.inline.last().is_some_and(which)
            && let Some(open) = self.inline.pop()
        {
            self.wrap(&open);
        }
    }

    /// Writes what is around the words since something was opened.
    fn wrap(&mut self, open: &Inline) {
        let (Inline::Link { at, .. } | Inline::Mark { at, .. }) = open;
        let Some(inside) = self.line.get(*at..) else {
            return;
        };
        let words = inside.trim();
        if words.is_empty() {
            return;
        }
        let before = inside.len() - inside.trim_start().len();
        let start = at + before;
        let end = start + words.len();
        match open {
            Inline::Mark { mark, .. } => {
                self.line.insert_str(end, mark);
                self.line.insert_str(start, mark);
            }
            Inline::Link {
                address: Some(to), ..
            } => {
                self.line.insert_str(end, &format!("]({to})"));
                self.line.insert(start, '[');
            }
            Inline::Link { address: None, .. } => {}
        }
    }

    /// Ends what is open in the line; it goes on in the next.
    fn settle_inline(&mut self) {
        let mut open = std::mem::take(&mut self.inline);
        for inline in open.iter().rev() {
            self.wrap(inline);
        }
        for inline in &mut open {
            *inline.at() = 0;
        }
        self.inline = open;
    }

    fn picture(&mut self, page: &Page, node: NodeId, address: &dyn Fn(&str) -> Option<String>) {
        let Some(alt) = page
            .attr(node, name::ALT)
            .filter(|alt| !alt.trim().is_empty())
        else {
            return;
        };
        let to = page
            .attr(node, name::SRC)
            .filter(|source| source.len() <= LONGEST_ADDRESS && !source.starts_with("data:"))
            .and_then(address);
        self.line.push_str("![");
        collapse_into(&mut self.line, alt, Collapse::Trim);
        self.line.push(']');
        if let Some(to) = to {
            // Writing to a text cannot fail.
            let _ = write!(self.line, "({to})");
        }
    }

    // ---- lines -----------------------------------------------------------------------------------------------------

    /// Ends a line that a `<br>` ends: what follows belongs to the same block.
    fn end_line_in_block(&mut self) {
        if self.is_in_cell() {
            self.text(" ");
            return;
        }
        if !self.line.trim().is_empty() {
            self.end_line();
            self.tight = true;
        }
    }

    fn end_line(&mut self) {
        if self.is_in_cell() {
            self.text(" ");
            return;
        }
        self.settle_inline();
        let line = std::mem::take(&mut self.line);
        let text = line.trim();
        if !text.is_empty() {
            let lead = std::mem::take(&mut self.lead);
            let text = if lead.is_empty() {
                guarded(text)
            } else {
                text.to_owned()
            };
            self.write_block(&lead, &text);
        }
        for inline in &mut self.inline {
            *inline.at() = 0;
        }
    }

    /// Writes a block: an empty line before it, unless it is the next of a list.
    fn write_block(&mut self, lead: &str, text: &str) {
        let is_item = lead.ends_with(". ") || lead == "- ";
        if !self.out.is_empty() {
            self.out.push('\n');
            if !(self.tight || is_item && self.lists > 1) {
                self.out.push('\n');
            }
        }
        self.tight = false;
        let mut prefix = self.prefix(is_item);
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.out.push('\n');
            }
            self.out.push_str(&prefix);
            if number == 0 {
                self.out.push_str(lead);
                prefix.push_str(&" ".repeat(if is_item { lead.len() } else { 0 }));
            }
            self.out.push_str(line);
        }
    }

    /// What stands before a line, by what it is in. The first line of an item has its marker in place of blanks.
    fn prefix(&self, is_item: bool) -> String {
        let mut prefix = String::new();
        let inner = self.around.len() - usize::from(is_item && self.ends_in_item());
        for around in self.around[..inner].iter().take(2 * DEEPEST) {
            match around {
                Around::List { .. } => {}
                Around::Item { width } => prefix.push_str(&" ".repeat(*width)),
                Around::Quote => prefix.push_str("> "),
            }
        }
        prefix
    }

    fn ends_in_item(&self) -> bool {
        matches!(self.around.last(), Some(Around::Item { .. }))
    }

    fn write_code(&mut self) {
        let code = std::mem::take(&mut self.code);
        let code = code.trim_matches('\n').trim_end();
        if code.is_empty() {
            return;
        }
        if self.is_in_cell() {
            collapse_into(&mut self.line, code, Collapse::KeepEnds);
            return;
        }
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(3.max(longest + 1));
        let lead = std::mem::take(&mut self.lead);
        self.write_block(&lead, &format!("{fence}\n{code}\n{fence}"));
    }

    fn write_table(&mut self, table: &Table) {
        let text = table::written(table);
        if text.is_empty() {
            return;
        }
        if self.is_in_cell() {
            collapse_into(&mut self.line, &text, Collapse::KeepEnds);
            return;
        }
        let lead = std::mem::take(&mut self.lead);
        self.write_block(&lead, &text);
    }
}

fn level(tag: surefoot_page::Name) -> usize {
    let levels = [name::H1, name::H2, name::H3, name::H4, name::H5, name::H6];
    levels
        .iter()
        .position(|of| *of == tag)
        .map_or(1, |at| at + 1)
}

/// Elements that flow in a line in Markdown, whatever the page makes of them.
fn is_inline(page: &Page, node: NodeId) -> bool {
    matches!(
        page.html_tag(node),
        name::TD | name::TH | name::TR | name::TBODY | name::THEAD | name::TFOOT
    )
}

/// A line of a paragraph that would read as something else: `# 1`, `- x`, `3. y`.
fn guarded(text: &str) -> String {
    let marks = text.starts_with(['#', '>'])
        || ["- ", "+ ", "* ", "```"]
            .iter()
            .any(|mark| text.starts_with(mark))
        || text == "---";
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=9).contains(&digits) && text[digits..].starts_with(". ");
    if numbered {
        return format!("{}\\{}", &text[..digits], &text[digits..]);
    }
    if marks {
        format!("\\{text}")
    } else {
        text.to_owned()
    }
}
