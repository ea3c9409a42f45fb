//! [`Table`] and [`List`]: what a page has in rows and items (S3-11, S3-12).

use surefoot_aria::Role;
use surefoot_page::{NodeId, NodeKey, Step, collapsed, name};

use super::scene::{Area, Scene};
use super::words;

/// A cell that takes more than one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The row it begins in, from 0, headers not counted.
    pub row: u32,
    /// The column it begins in, from 0.
    pub column: u32,
    /// How many rows it takes.
    pub rows: u32,
    /// How many columns it takes.
    pub columns: u32,
}

/// A table of data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The element.
    pub node: NodeKey,
    /// What it is called: its caption or label; empty if nothing says it.
    pub caption: Box<str>,
    /// What its columns are called; empty if nothing says it.
    pub headers: Vec<Box<str>>,
    /// The texts of its cells, by rows; at most 100 of them. A cell that takes several places stands in the first, and the
    /// others are empty.
    pub rows: Vec<Vec<Box<str>>>,
    /// The cells that take several places, in the rows given.
    pub spans: Vec<Span>,
    /// How many rows there are, headers not counted.
    pub total_rows: usize,
}

/// A list of the content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    /// The element.
    pub node: NodeKey,
    /// What it is called; mostly empty.
    pub label: Box<str>,
    /// The texts of its items; at most 100 of them.
    pub items: Vec<Box<str>>,
    /// How many items there are.
    pub total: usize,
}

/// So many rows and items are told of.
const MOST: usize = 100;
/// So many columns.
const COLUMNS: usize = 60;
/// The longest text of a cell or item, in characters.
const TEXT: usize = 300;
/// So many tables and lists of a page are told of.
const MOST_OF_A_PAGE: usize = 50;

/// The tables of data: those that have headers, a caption or several rows and columns.
pub(super) fn tables(scene: &Scene<'_, '_>) -> Vec<Table> {
    outermost(scene, |role| {
        matches!(role, Role::Table | Role::Grid | Role::Treegrid)
    })
    .filter_map(|node| table(scene, node))
    .take(MOST_OF_A_PAGE)
    .collect()
}

/// The elements of such roles that are seen and in no other of them, in document order.
fn outermost<'s>(
    scene: &'s Scene<'_, '_>,
    is_wanted: impl Fn(Role) -> bool + 's,
) -> impl Iterator<Item = NodeId> + 's {
    let mut taken = vec![false; scene.page.len()];
    scene.elements.iter().copied().filter(move |&node| {
        let parent = scene.page.parent(node);
        let is_inside = parent.is_some_and(|parent| taken[parent.index()]);
        let is_it = !is_inside && is_wanted(scene.semantics.role(node)) && scene.is_seen(node);
        taken[node.index()] = is_inside || is_it;
        is_it
    })
}

/// A row as it is read: its cells with how many places they take, and whether all are headers.
struct Row {
    cells: Vec<(Box<str>, u32, u32)>,
    is_header: bool,
}

fn table(scene: &Scene<'_, '_>, node: NodeId) -> Option<Table> {
    let page = scene.page;
    let (rows, total) = rows(scene, node);
    let mut rows = rows.into_iter().peekable();
    let mut table = Table {
        node: page.key(node)?,
        caption: collapsed(&scene.semantics.name(node)).into(),
        headers: Vec::new(),
        rows: Vec::new(),
        spans: Vec::new(),
        total_rows: total,
    };
    // Of several rows of headers the last names the columns.
    let mut grid = Grid::default();
    while let Some(row) = rows.next_if(|row| row.is_header) {
        let (cells, _) = grid.place(row);
        table.headers = cells;
        table.total_rows = table.total_rows.saturating_sub(1);
    }
    let mut grid = Grid::default();
    for row in rows {
        let at = table.rows.len() as u32;
        let (cells, spans) = grid.place(row);
        table
            .spans
            .extend(spans.into_iter().map(|span| Span { row: at, ..span }));
        table.rows.push(cells);
    }
    let columns = table
        .rows
        .iter()
        .map(Vec::len)
        .max()
        .unwrap_or(0)
        .max(table.headers.len());
    let is_data = !table.headers.is_empty()
        || !table.caption.is_empty()
        || table.rows.len() > 1 && columns > 1;
    let says_something = table.rows.iter().flatten().any(|cell| !cell.is_empty());
    (is_data && says_something).then_some(table)
}

/// The rows of a table, and how many there are. Tables in its cells are but text.
fn rows(scene: &Scene<'_, '_>, table: NodeId) -> (Vec<Row>, usize) {
    let page = scene.page;
    let mut rows: Vec<Row> = Vec::new();
    let mut total = 0;
    let mut walk = page.walk(table);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if !page.is_element(node) || node == table {
            continue;
        }
        if scene.semantics.is_excluded(node) {
            walk.skip_children();
            continue;
        }
        match scene.semantics.role(node) {
            Role::Row => {
                total += 1;
                if rows.len() < MOST + 1 {
                    rows.push(Row {
                        cells: Vec::new(),
                        is_header: true,
                    });
                }
            }
            role @ (Role::Cell | Role::Gridcell | Role::Columnheader | Role::Rowheader) => {
                walk.skip_children();
                let Some(row) = rows.last_mut().filter(|_| total <= MOST + 1) else {
                    continue;
                };
                if row.cells.len() < COLUMNS {
                    let text = collapsed(&page.rendered_text(node));
                    let span = |attribute| {
                        let said = page
                            .attr(node, attribute)
                            .and_then(|v| v.trim().parse().ok());
                        said.unwrap_or(1u32).clamp(1, COLUMNS as u32)
                    };
                    row.cells.push((
                        words::cut(&text, TEXT).0.into(),
                        span(name::ROWSPAN),
                        span(name::COLSPAN),
                    ));
                }
                row.is_header &= role == Role::Columnheader;
            }
            Role::Table | Role::Grid | Role::Treegrid => walk.skip_children(),
            _ => {}
        }
    }
    let empty = rows.iter().filter(|row| row.cells.is_empty()).count();
    rows.retain(|row| !row.cells.is_empty());
    (rows, total - empty)
}

/// Where cells fall when some take several places.
#[derive(Default)]
struct Grid {
    /// For each column, for how many more rows a cell from above takes it.
    taken: Vec<u32>,
}

impl Grid {
    /// The texts of a row in their columns, and the cells that take several places.
    fn place(&mut self, row: Row) -> (Vec<Box<str>>, Vec<Span>) {
        let mut cells: Vec<Box<str>> = Vec::new();
        let mut spans = Vec::new();
        let mut below = Vec::new();
        for (text, rows, columns) in row.cells {
            while self.taken.get(cells.len()).is_some_and(|&rows| rows > 0) {
                cells.push(Box::default());
            }
            if cells.len() >= COLUMNS {
                break;
            }
            let column = cells.len();
            if rows > 1 || columns > 1 {
                spans.push(Span {
                    row: 0,
                    column: column as u32,
                    rows,
                    columns,
                });
            }
            cells.push(text);
            let end = (column + columns as usize).min(COLUMNS);
            cells.resize(end.max(cells.len()), Box::default());
            below.push((column..end, rows));
        }
        while self.taken.get(cells.len()).is_some_and(|&rows| rows > 0) {
            cells.push(Box::default());
        }
        for rows in &mut self.taken {
            *rows = rows.saturating_sub(1);
        }
        self.taken.resize(self.taken.len().max(cells.len()), 0);
        for (columns, rows) in below {
            self.taken[columns].fill(rows - 1);
        }
        (cells, spans)
    }
}

/// The lists of the content: outside of the navigation, the header and the footer, with at least two items that say
/// something.
pub(super) fn lists(scene: &Scene<'_, '_>) -> Vec<List> {
    outermost(scene, |role| role == Role::List)
        .filter(|node| {
            let at = scene.by_node.get(node);
            let apart = Area::FRAME | Area::PAGER;
            at.is_some_and(|&at| {
                let is_pager = scene
                    .item(at as usize)
                    .is_some_and(|item| scene.is_pager(item));
                !is_pager && !scene.area(at as usize).intersects(apart)
            })
        })
        .filter_map(|node| list(scene, node))
        .take(MOST_OF_A_PAGE)
        .collect()
}

fn list(scene: &Scene<'_, '_>, node: NodeId) -> Option<List> {
    let page = scene.page;
    let mut list = List {
        node: page.key(node)?,
        label: collapsed(&scene.semantics.name(node)).into(),
        items: Vec::new(),
        total: 0,
    };
    let mut walk = page.walk(node);
    while let Some(step) = walk.next() {
        let Step::Enter(at) = step else { continue };
        if at == node || !page.is_element(at) {
            continue;
        }
        if scene.semantics.is_excluded(at) {
            walk.skip_children();
        } else if scene.semantics.role(at) == Role::Listitem {
            walk.skip_children();
            list.total += 1;
            if list.items.len() < MOST {
                let text = collapsed(&page.rendered_text(at));
                list.items.push(words::cut(&text, TEXT).0.into());
            }
        }
    }
    let says = list
        .items
        .iter()
        .filter(|item| item.contains(char::is_alphanumeric))
        .count();
    (says > 1).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_fall_where_others_leave_room() {
        let row = |cells: &[(&str, u32, u32)]| Row {
            cells: cells.iter().map(|&(t, r, c)| (t.into(), r, c)).collect(),
            is_header: false,
        };
        let mut grid = Grid::default();
        let mut texts = |cells: &[(&str, u32, u32)]| grid.place(row(cells)).0.join("|");
        assert_eq!(texts(&[("a", 2, 1), ("b", 1, 2)]), "a|b|");
        assert_eq!(texts(&[("c", 1, 1)]), "|c");
        assert_eq!(texts(&[("d", 1, 1), ("e", 3, 1)]), "d|e");
        assert_eq!(texts(&[("f", 1, 1)]), "f|");
    }
}
