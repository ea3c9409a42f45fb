//! The role of one element: the first usable token of its `role` attribute, else what its tag means where it stands.

use surefoot_page::{Name, NodeId, Page, name as n};

use crate::Role;
use crate::elements::{self, RoleRule, element, has_target, is_editing_host, is_focusable};

bitflags::bitflags! {
    /// What a node inherits from the nodes above it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(crate) struct Inside: u8 {
        /// Sectioning content or `<main>`, by tag or by role.
        const SECTIONING = 1;
        /// Sectioning content other than `<main>`.
        const SECTION = 1 << 1;
        /// A `<thead>`.
        const TABLE_HEAD = 1 << 2;
        /// A table row that has a data cell.
        const ROW_WITH_DATA = 1 << 3;
    }
}

/// Where an element stands, as far as its role depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) inside: Inside,
    /// The kinds of context some ancestor offers (see [`Role::offers`]).
    pub(crate) context: u8,
    /// The role of the nearest ancestor that has a meaning.
    pub(crate) nearest: Role,
    /// The role of the nearest table, or what a `<table>` is instead; [`Role::None`] outside of any.
    pub(crate) table: Role,
}

impl Place {
    /// At the top of a document.
    pub(crate) const TOP: Place = Place {
        inside: Inside::empty(),
        context: 0,
        nearest: Role::Document,
        table: Role::None,
    };
}

/// Whether the element has a name, as far as known: roles that need one are first given to all that could have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// It has an attribute that could name it; whether that comes to anything is found out later.
    Perhaps,
    /// It has none.
    No,
}

/// A role, and how it came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resolved {
    pub(crate) role: Role,
    /// It depends on the element having a name.
    pub(crate) needs_name: bool,
    /// A role the author asked for that does not count, for want of the context it needs.
    pub(crate) orphaned: Option<Role>,
}

/// The attributes that all elements may have and that undo `role="none"` (WAI-ARIA 1.2, 6.5 and 5.4 "conflict
/// resolution"). Not among them: `aria-hidden`, which either takes the element away or says nothing.
const GLOBAL: [Name; 20] = [
    n::ARIA_LABEL,
    n::ARIA_LABELLEDBY,
    n::ARIA_DESCRIBEDBY,
    n::ARIA_DESCRIPTION,
    n::ARIA_ATOMIC,
    n::ARIA_BUSY,
    n::ARIA_CONTROLS,
    n::ARIA_CURRENT,
    n::ARIA_DETAILS,
    n::ARIA_DROPEFFECT,
    n::ARIA_FLOWTO,
    n::ARIA_GRABBED,
    n::ARIA_KEYSHORTCUTS,
    n::ARIA_LIVE,
    n::ARIA_OWNS,
    n::ARIA_RELEVANT,
    n::ARIA_ROLEDESCRIPTION,
    n::ARIA_BRAILLELABEL,
    n::ARIA_BRAILLEROLEDESCRIPTION,
    n::ARIA_ERRORMESSAGE,
];

/// Whether something makes an element matter although it is called presentational.
fn is_needed(page: &Page, node: NodeId) -> bool {
    page.attrs(node)
        .any(|a| GLOBAL.contains(&a.name) && !a.value.trim_ascii().is_empty())
        || is_focusable(page, node)
}

/// Whether some attribute could give the element a name.
fn could_be_named(page: &Page, node: NodeId) -> bool {
    [n::ARIA_LABEL, n::ARIA_LABELLEDBY, n::TITLE]
        .iter()
        .any(|&a| {
            page.attr(node, a)
                .is_some_and(|v| !v.trim_ascii().is_empty())
        })
}

/// The role of an element.
pub(crate) fn resolve(page: &Page, node: NodeId, place: Place, named: Named) -> Resolved {
    let named = match named {
        Named::Perhaps if could_be_named(page, node) => Named::Perhaps,
        _ => Named::No,
    };
    let mut orphaned = None;
    for token in page
        .attr(node, n::ROLE)
        .unwrap_or("")
        .split_ascii_whitespace()
    {
        let Some(role) = Role::parse_authored(token) else {
            continue;
        };
        if role.needs_name() && named == Named::No {
            continue;
        }
        if role.needs() != 0 && role.needs() & place.context == 0 {
            orphaned = orphaned.or(Some(role));
            continue;
        }
        if role == Role::None && is_needed(page, node) {
            break;
        }
        return Resolved {
            role,
            needs_name: role.needs_name(),
            orphaned,
        };
    }
    Resolved {
        orphaned,
        ..implicit(page, node, place, named)
    }
}

/// What the tag means where it stands.
fn implicit(page: &Page, node: NodeId, place: Place, named: Named) -> Resolved {
    let sure = |role| Resolved {
        role,
        needs_name: false,
        orphaned: None,
    };
    let if_named = |role| match named {
        Named::Perhaps => Resolved {
            role,
            needs_name: true,
            orphaned: None,
        },
        Named::No => sure(Role::Generic),
    };
    sure(match element(page, node).role {
        RoleRule::Is(Role::Generic) if is_editing_host(page, node) => Role::Textbox,
        RoleRule::Is(role) => role,
        RoleRule::Link if has_target(page, node) => Role::Link,
        RoleRule::Link => Role::Generic,
        RoleRule::Aside if place.inside.contains(Inside::SECTION) => {
            return if_named(Role::Complementary);
        }
        RoleRule::Aside => Role::Complementary,
        RoleRule::OfPage(_) if place.inside.contains(Inside::SECTIONING) => Role::Generic,
        RoleRule::OfPage(role) => role,
        RoleRule::Section => return if_named(Role::Region),
        RoleRule::Image if page.attr(node, n::ALT) == Some("") && !is_needed(page, node) => {
            Role::None
        }
        RoleRule::Image => Role::Img,
        RoleRule::Input => match elements::input(page, node) {
            Some(kind) if kind.suggests && page.has_attr(node, n::LIST) => Role::Combobox,
            Some(kind) => kind.role,
            None => Role::Textbox,
        },
        RoleRule::ListItem if place.nearest == Role::List => Role::Listitem,
        RoleRule::ListItem => Role::Generic,
        RoleRule::Select if shows_several(page, node) => Role::Listbox,
        RoleRule::Select => Role::Combobox,
        RoleRule::Summary if details_of(page, node).is_some() => Role::Button,
        RoleRule::Summary => Role::Generic,
        RoleRule::DataCell => match place.table {
            Role::Table => Role::Cell,
            Role::Grid | Role::Treegrid => Role::Gridcell,
            _ => Role::Generic,
        },
        RoleRule::HeaderCell if is_table(place.table) => header_cell(page, node, place),
        RoleRule::HeaderCell => Role::Generic,
        RoleRule::InTable(role) if is_table(place.table) => role,
        RoleRule::InTable(_) => Role::Generic,
        RoleRule::Shape if is_needed(page, node) || svg_title(page, node).is_some() => Role::Img,
        RoleRule::Shape => Role::None,
    })
}

pub(crate) fn is_table(role: Role) -> bool {
    matches!(role, Role::Table | Role::Grid | Role::Treegrid)
}

/// Whether a `<select>` is a box of options rather than one that drops down.
pub(crate) fn shows_several(page: &Page, select: NodeId) -> bool {
    let size = page
        .attr(select, n::SIZE)
        .and_then(|s| s.trim().parse::<u32>().ok());
    page.has_attr(select, n::MULTIPLE) || size.is_some_and(|s| s > 1)
}

/// The `<details>` that a `<summary>` opens: its parent, if it is the first of them.
pub(crate) fn details_of(page: &Page, summary: NodeId) -> Option<NodeId> {
    let parent = page
        .parent(summary)
        .filter(|&p| page.html_tag(p) == n::DETAILS)?;
    // Bounded, so that many summaries far down in one `<details>` do not each search it all.
    let first = page
        .children(parent)
        .take(256)
        .find(|&c| page.html_tag(c) == n::SUMMARY);
    (first == Some(summary)).then_some(parent)
}

/// The first `<title>` child of an SVG element.
pub(crate) fn svg_title(page: &Page, node: NodeId) -> Option<NodeId> {
    use surefoot_page::Namespace;
    page.children(node)
        .find(|&c| page.tag(c) == n::TITLE && page.namespace(c) == Namespace::Svg)
}

/// Of which line of cells a `<th>` is the header (HTML, "the scope attribute"). Without `scope`: in a row that has data it
/// heads the row if it comes first, everywhere else its column.
fn header_cell(page: &Page, node: NodeId, place: Place) -> Role {
    let scope = page.attr(node, n::SCOPE).unwrap_or("").trim_ascii();
    let is = |values: [&str; 2]| values.iter().any(|v| v.eq_ignore_ascii_case(scope));
    if is(["row", "rowgroup"]) {
        return Role::Rowheader;
    }
    if is(["col", "colgroup"])
        || place.inside.contains(Inside::TABLE_HEAD)
        || !place.inside.contains(Inside::ROW_WITH_DATA)
    {
        return Role::Columnheader;
    }
    let mut before = std::iter::successors(page.prev_sibling(node), |&s| page.prev_sibling(s));
    if before.any(|s| page.is_element(s)) {
        Role::Columnheader
    } else {
        Role::Rowheader
    }
}
