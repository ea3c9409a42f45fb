//! Where on a page a text can be read: the smallest element that has all of it.
//!
//! The rendered text of the page is gone through once, line by line: a line ends where a block, a control or a document
//! begins or ends, and nothing is found across lines. Of each line it is kept which element each piece of it came from,
//! and which pieces each element has. The cost is that of the page.

use rustc_hash::FxHashMap;
use surefoot_page::{Collapse, Facts, NodeId, NodeKind, Page, Step, collapse_into, name};

use crate::words::{Rank, Wanted, fold};

/// A text found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// The smallest element that has all of it.
    pub(crate) element: NodeId,
    /// How well the text fits all that the element says in that line, or all of one text in it.
    pub(crate) rank: Rank,
}

/// How many elements up from a text it is asked which one has all of what was found.
const MOST_UP: usize = 256;

/// Where a text can be read, in the order of the document.
pub(crate) fn find(wanted: &Wanted, page: &Page) -> Vec<Found> {
    let Some(root) = page.root() else {
        return Vec::new();
    };
    if wanted.folded().is_empty() {
        return Vec::new();
    }
    let mut flow = Flow::new(page, wanted);
    let mut walk = page.walk(root);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) => {
                if !flow.enter(node) {
                    walk.skip_children();
                }
            }
            Step::Leave(node) => flow.leave(node),
        }
    }
    flow.end_line();
    flow.found
}

/// A part of a line that came from one text.
struct Piece {
    raw: (usize, usize),
    folded: (usize, usize),
    element: NodeId,
}

/// An element that was entered and not yet left.
struct Open {
    node: NodeId,
    /// In which line, and before which of its pieces.
    line: usize,
    piece: usize,
}

struct Flow<'a> {
    page: &'a Page,
    wanted: &'a Wanted,
    found: Vec<Found>,
    open: Vec<Open>,
    /// The number of the line.
    line: usize,
    raw: String,
    folded: String,
    pieces: Vec<Piece>,
    /// The pieces of the elements that have not all of the line.
    spans: FxHashMap<NodeId, (usize, usize)>,
}

impl<'a> Flow<'a> {
    fn new(page: &'a Page, wanted: &'a Wanted) -> Flow<'a> {
        Flow {
            page,
            wanted,
            found: Vec::new(),
            open: Vec::new(),
            line: 0,
            raw: String::new(),
            folded: String::new(),
            pieces: Vec::new(),
            spans: FxHashMap::default(),
        }
    }

    /// Enters a node; the answer is whether anything below it is read.
    fn enter(&mut self, node: NodeId) -> bool {
        let page = self.page;
        let facts = page.facts(node);
        if breaks_lines(page, node) {
            self.end_line();
        }
        self.open.push(Open {
            node,
            line: self.line,
            piece: self.pieces.len(),
        });
        if facts.contains(Facts::NOT_RENDERED) || is_unread(page, node) {
            return false;
        }
        if facts.contains(Facts::INVISIBLE) {
            return true;
        }
        if page.html_tag(node) == name::BR {
            self.add_blank();
        }
        match page.kind(node) {
            NodeKind::Text => {
                if let Some(element) = page.flat_parent(node) {
                    self.add(page.text(node), element);
                }
            }
            NodeKind::Element if is_button(page, node) => {
                if let Some(value) = page.value(node) {
                    self.add(&value, node);
                }
            }
            _ => {}
        }
        true
    }

    fn leave(&mut self, node: NodeId) {
        if breaks_lines(self.page, node) {
            self.end_line();
        }
        let Some(open) = self.open.pop() else { return };
        let from = if open.line == self.line {
            open.piece
        } else {
            0
        };
        if from < self.pieces.len() {
            self.spans.insert(open.node, (from, self.pieces.len()));
        }
    }

    fn add(&mut self, text: &str, element: NodeId) {
        let raw = self.raw.len();
        let folded = self.folded.len();
        collapse_into(&mut self.raw, text, Collapse::KeepEnds);
        let new = &self.raw[raw..];
        if new.is_empty() {
            return;
        }
        let bare = fold(new.trim_matches(' '));
        if new.starts_with(' ') && !self.folded.ends_with(' ') {
            self.folded.push(' ');
        }
        self.folded.push_str(&bare);
        if new.ends_with(' ') && !self.folded.ends_with(' ') {
            self.folded.push(' ');
        }
        self.pieces.push(Piece {
            raw: (raw, self.raw.len()),
            folded: (folded, self.folded.len()),
            element,
        });
    }

    /// Where a line is broken within a text.
    fn add_blank(&mut self) {
        for text in [&mut self.raw, &mut self.folded] {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        }
        // What comes before has the blank, so that pieces stay side by side.
        if let Some(last) = self.pieces.last_mut() {
            last.raw.1 = self.raw.len();
            last.folded.1 = self.folded.len();
        }
    }

    /// Looks for the text in the line, and begins another one.
    fn end_line(&mut self) {
        if self.folded.contains(self.wanted.folded()) {
            self.close_spans();
            self.search();
        }
        self.line += 1;
        self.raw.clear();
        self.folded.clear();
        self.pieces.clear();
        self.spans.clear();
    }

    /// Notes which pieces the elements have that were entered in this line and are still open.
    fn close_spans(&mut self) {
        for open in self
            .open
            .iter()
            .rev()
            .take_while(|open| open.line == self.line)
        {
            self.spans
                .insert(open.node, (open.piece, self.pieces.len()));
        }
    }

    fn search(&mut self) {
        let wanted = self.wanted.folded();
        let spots: Vec<(usize, usize)> = self
            .folded
            .match_indices(wanted)
            .map(|(at, part)| (at, at + part.len()))
            .collect();
        for (start, end) in spots {
            let first = self.pieces.partition_point(|piece| piece.folded.1 <= start);
            let last = self.pieces.partition_point(|piece| piece.folded.1 < end);
            if let Some(found) = self.holder(first, last)
                && self.found.last().is_none_or(|f| f.element != found.element)
            {
                self.found.push(found);
            }
        }
    }

    /// The smallest element that has these pieces, if what is wanted of its text is so.
    fn holder(&self, first: usize, last: usize) -> Option<Found> {
        let from = self.pieces.get(first)?;
        let to = self.pieces.get(last)?;
        let all = (0, self.pieces.len());
        let span = |node: &NodeId| self.spans.get(node).copied().unwrap_or(all);
        let element =
            std::iter::successors(Some(from.element), |&node| self.page.flat_parent(node))
                .take(MOST_UP)
                .filter(|&node| self.page.is_element(node))
                .find(|node| {
                    let (start, end) = span(node);
                    start <= first && last < end
                })?;
        let (start, end) = span(&element);
        let said = (
            self.pieces.get(start)?.raw.0,
            self.pieces.get(end.checked_sub(1)?)?.raw.1,
        );
        let ranks = [said, (from.raw.0, to.raw.1)]
            .into_iter()
            .filter_map(|(start, end)| self.wanted.rank(self.raw[start..end].trim_matches(' ')));
        Some(Found {
            element,
            rank: ranks.min()?,
        })
    }
}

/// Whether a line ends where this begins or ends.
fn breaks_lines(page: &Page, node: NodeId) -> bool {
    page.kind(node) == NodeKind::Document
        || page.facts(node).contains(Facts::BLOCK)
        || matches!(
            page.html_tag(node),
            name::BUTTON | name::INPUT | name::OPTION | name::SELECT | name::TEXTAREA
        )
}

/// Whether what is in it is no text that is read there.
fn is_unread(page: &Page, node: NodeId) -> bool {
    matches!(
        page.html_tag(node),
        name::SCRIPT | name::STYLE | name::TEMPLATE | name::HEAD | name::TEXTAREA
    )
}

/// Whether its value is written on it.
fn is_button(page: &Page, node: NodeId) -> bool {
    page.html_tag(node) == name::INPUT
        && matches!(page.input_type(node), "button" | "submit" | "reset")
}
