//! [`Semantics`]: roles, and what is in the accessibility tree at all. Built in one pass; names are computed when asked for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use surefoot_page::{Facts, Name, NodeId, NodeKind, Page, name as n};

use crate::compute::{Named as ComputedName, Scratch};
use crate::elements::element;
use crate::implicit::{Inside, Named, Place, is_table, resolve};
use crate::relations::Relations;
use crate::{AxWalk, Role};

bitflags::bitflags! {
    /// What the pass found out about a node.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Status: u16 {
        /// It or an ancestor takes no part in layout, or it was not reached at all.
        const NOT_RENDERED = 1;
        /// It cannot be seen itself; what is below it may.
        const INVISIBLE = 1 << 1;
        /// It or an ancestor is `aria-hidden`.
        const ARIA_HIDDEN = 1 << 2;
        /// It or an ancestor is inert.
        const INERT = 1 << 3;
        /// Scripts, styles, fallback content: it or an ancestor is never shown.
        const NO_CONTENT = 1 << 4;
        /// Disabled for ARIA, by itself or an ancestor.
        const DISABLED = 1 << 5;
        /// Below an element whose children are presentational.
        const IN_LEAF = 1 << 6;
        /// In a grid that is read-only, which its cells are then, too, unless they say otherwise.
        const IN_READONLY_GRID = 1 << 7;
    }
}

impl Status {
    /// What takes the whole subtree out of the accessibility tree.
    const GONE: Status = Status::NOT_RENDERED
        .union(Status::ARIA_HIDDEN)
        .union(Status::INERT)
        .union(Status::NO_CONTENT);
    const INHERITED: Status = Status::GONE
        .union(Status::DISABLED)
        .union(Status::IN_LEAF)
        .union(Status::IN_READONLY_GRID);
}

/// Why a node is not in the accessibility tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Exclusion {
    /// It is no content: a script, a style, `<head>`, a template, the fallback of a video …
    NotContent,
    /// It is not rendered, by itself or an ancestor; or not part of what is shown (a child of a shadow host without slot).
    NotRendered,
    /// It is invisible (`visibility`). Its descendants may be visible all the same.
    Invisible,
    /// `aria-hidden="true"`, its own or an ancestor's.
    AriaHidden,
    /// It is inert, say behind a modal dialog.
    Inert,
}

/// What was cut short, because the page made it too costly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Diagnostic {
    /// Names were cut: the page's names depend on each other or nest so much that computing them all would take more
    /// than linear time.
    NamesCut,
    /// Some `aria-owns` were not followed, for the same reason.
    OwnsIgnored,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Diagnostic::NamesCut => {
                "some accessible names are cut short: the page nests or refers too deeply"
            }
            Diagnostic::OwnsIgnored => "some aria-owns are ignored: the page nests them too deeply",
        })
    }
}

/// Roles, names, descriptions and states of a page.
///
/// [`Semantics::new`] computes roles and exclusion in one pass; names, descriptions and states are computed when asked
/// for, and names remembered. Work on names is bounded: past [`Diagnostic::NamesCut`] they are cut, never slow.
#[derive(Debug)]
pub struct Semantics<'p> {
    pub(crate) page: &'p Page,
    pub(crate) relations: Relations<'p>,
    nodes: Vec<(Role, Status)>,
    orphaned: FxHashMap<NodeId, Role>,
    diagnostics: Vec<Diagnostic>,
    pub(crate) names: RefCell<FxHashMap<NodeId, Rc<ComputedName>>>,
    /// The name of everything that has none.
    pub(crate) nameless: Rc<ComputedName>,
    pub(crate) scratch: RefCell<Scratch>,
    pub(crate) names_cut: Cell<bool>,
}

/// A node whose role stands or falls with its name.
struct Pending {
    node: NodeId,
    place: Place,
}

impl<'p> Semantics<'p> {
    /// Computes the roles of a page.
    pub fn new(page: &'p Page) -> Semantics<'p> {
        let mut diagnostics = Vec::new();
        let relations = Relations::new(page, &mut diagnostics);
        let mut this = Semantics {
            page,
            relations,
            nodes: vec![(Role::None, Status::NOT_RENDERED); page.len()],
            orphaned: FxHashMap::default(),
            diagnostics,
            names: RefCell::default(),
            nameless: Rc::default(),
            scratch: RefCell::new(Scratch::new(page.len())),
            names_cut: Cell::new(false),
        };
        let pending = this.assign();
        this.settle(&pending);
        this
    }

    /// Goes through the page once, ancestors first.
    fn assign(&mut self) -> Vec<Pending> {
        let page = self.page;
        let mut pending = Vec::new();
        let mut stack = Vec::new();
        let mut children = Vec::new();
        stack.extend(page.root().map(|root| (root, Place::TOP, Status::empty())));
        while let Some((node, place, inherited)) = stack.pop() {
            let (role, status, inside) = match page.kind(node) {
                NodeKind::Element => {
                    let status = self.status(node, inherited);
                    let resolved = resolve(page, node, place, Named::Perhaps);
                    if let Some(orphan) = resolved.orphaned {
                        self.orphaned.insert(node, orphan);
                    }
                    if resolved.needs_name {
                        pending.push(Pending { node, place });
                    }
                    (
                        resolved.role,
                        status,
                        place_below(page, node, resolved.role, place),
                    )
                }
                NodeKind::Document => (
                    Role::Document,
                    inherited & (Status::INHERITED - Status::NO_CONTENT),
                    Place::TOP,
                ),
                NodeKind::Text => (Role::Text, inherited, place),
                NodeKind::ShadowRoot => (Role::None, inherited, place),
                NodeKind::Fragment => (Role::None, inherited | Status::NO_CONTENT, place),
            };
            self.nodes[node.index()] = (role, status);
            if page.kind(node) == NodeKind::Text {
                continue;
            }
            let mut below = status & (Status::INHERITED | Status::INVISIBLE);
            if role.children_presentational() {
                below |= Status::IN_LEAF;
            }
            if is_table(role) {
                let readonly = page.attr(node, n::ARIA_READONLY);
                let is_readonly =
                    readonly.is_some_and(|v| v.trim_ascii().eq_ignore_ascii_case("true"));
                below.set(Status::IN_READONLY_GRID, is_readonly && role != Role::Table);
            }
            if page.is_element(node) && element(page, node).is_replaced() {
                below |= Status::NO_CONTENT;
            }
            children.clear();
            self.relations
                .children_into(page, node, usize::MAX, &mut children);
            stack.extend(children.iter().rev().map(|&child| (child, inside, below)));
        }
        pending
    }

    /// The status of an element whose parent hands down `inherited`.
    fn status(&self, node: NodeId, inherited: Status) -> Status {
        let page = self.page;
        let facts = page.facts(node);
        let mut status = inherited & Status::INHERITED;
        // Style sheets hide `<area>`, but its image shows it.
        status.set(
            Status::NOT_RENDERED,
            inherited.contains(Status::NOT_RENDERED)
                || (facts.contains(Facts::NOT_RENDERED) && page.html_tag(node) != n::AREA),
        );
        status.set(Status::INVISIBLE, facts.contains(Facts::INVISIBLE));
        // A modal dialog is not inert, though all around it is; an engine tells of any other that it is.
        status.set(
            Status::INERT,
            facts.contains(Facts::INERT)
                || (inherited.contains(Status::INERT) && !facts.contains(Facts::TOP_LAYER)),
        );
        if element(page, node).is_never_shown() || page.input_type(node) == "hidden" {
            status |= Status::NO_CONTENT;
        }
        let is = |name, value: &str| {
            page.attr(node, name)
                .is_some_and(|v| v.trim_ascii().eq_ignore_ascii_case(value))
        };
        // On the root of a page it would leave nothing; browsers ignore it there.
        if is(n::ARIA_HIDDEN, "true") && !matches!(page.html_tag(node), n::HTML | n::BODY) {
            status |= Status::ARIA_HIDDEN;
        }
        if is(n::ARIA_DISABLED, "true") {
            status |= Status::DISABLED;
        } else if is(n::ARIA_DISABLED, "false") {
            status -= Status::DISABLED;
        }
        status
    }

    /// Gives the elements whose role needs a name the role they have without one, where there turns out to be none.
    fn settle(&mut self, pending: &[Pending]) {
        let unnamed: Vec<_> = pending
            .iter()
            .filter(|p| self.name(p.node).is_empty())
            .collect();
        for &Pending { node, place } in unnamed {
            let resolved = resolve(self.page, node, place, Named::No);
            self.nodes[node.index()].0 = resolved.role;
        }
        self.names.borrow_mut().clear();
    }

    /// The page.
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// What was cut short.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.diagnostics.clone();
        if self.names_cut.get() {
            all.push(Diagnostic::NamesCut);
        }
        all
    }

    /// The role of a node: [`Role::Text`] for text, [`Role::Document`] for the root of a page or frame,
    /// [`Role::Generic`] for wrappers, [`Role::None`] for what is presentational or no content.
    pub fn role(&self, node: NodeId) -> Role {
        self.nodes.get(node.index()).map_or(Role::None, |n| n.0)
    }

    /// The role its author asked for in vain, because it stands outside the context that role needs: a `menuitem`
    /// outside of menus. [`Semantics::role`] is then what Core-AAM says, often `generic`; but the author meant it, so
    /// it is most likely something to act on.
    pub fn orphaned_role(&self, node: NodeId) -> Option<Role> {
        self.orphaned.get(&node).copied()
    }

    fn status_of(&self, node: NodeId) -> Status {
        self.nodes
            .get(node.index())
            .map_or(Status::NOT_RENDERED, |n| n.1)
    }

    /// Why a node is not in the accessibility tree; `None` if it is in it.
    pub fn exclusion(&self, node: NodeId) -> Option<Exclusion> {
        let status = self.status_of(node);
        [
            (Status::NO_CONTENT, Exclusion::NotContent),
            (Status::NOT_RENDERED, Exclusion::NotRendered),
            (Status::INVISIBLE, Exclusion::Invisible),
            (Status::ARIA_HIDDEN, Exclusion::AriaHidden),
            (Status::INERT, Exclusion::Inert),
        ]
        .into_iter()
        .find_map(|(bit, why)| status.contains(bit).then_some(why))
    }

    /// Whether a node is not in the accessibility tree, by itself or an ancestor.
    pub fn is_excluded(&self, node: NodeId) -> bool {
        self.status_of(node)
            .intersects(Status::GONE | Status::INVISIBLE)
    }

    /// Whether nothing at all below an excluded node can be in the tree: so for all exclusions but `visibility`, and
    /// inertness, which a modal dialog is free of wherever it stands.
    pub(crate) fn is_gone(&self, node: NodeId) -> bool {
        self.status_of(node)
            .intersects(Status::GONE - Status::INERT)
    }

    /// Whether nobody sees the node itself: not rendered, invisible, or no content.
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.status_of(node)
            .intersects(Status::NOT_RENDERED | Status::INVISIBLE | Status::NO_CONTENT)
    }

    /// Whether `aria-hidden="true"` hides it, its own or an ancestor's. Such an element may still be seen, focused and
    /// clicked: by the specification it is not in the tree, and whoever wants it there can tell by this.
    pub fn is_aria_hidden(&self, node: NodeId) -> bool {
        self.status_of(node).contains(Status::ARIA_HIDDEN)
    }

    /// Whether it stands below an element whose children are presentational, say inside a button.
    pub fn is_in_leaf(&self, node: NodeId) -> bool {
        self.status_of(node).contains(Status::IN_LEAF)
    }

    /// Whether `aria-disabled` disables it, its own or an ancestor's.
    pub(crate) fn is_aria_disabled(&self, node: NodeId) -> bool {
        self.status_of(node).contains(Status::DISABLED)
    }

    /// Whether it stands in a grid that is read-only.
    pub(crate) fn is_in_readonly_grid(&self, node: NodeId) -> bool {
        self.status_of(node).contains(Status::IN_READONLY_GRID)
    }

    /// Hidden as accname means it (step 2A): leaving its subtree out unless it is referred to.
    pub(crate) fn is_hidden_in_names(&self, node: NodeId) -> bool {
        self.status_of(node).intersects(
            Status::NOT_RENDERED | Status::INVISIBLE | Status::ARIA_HIDDEN | Status::NO_CONTENT,
        )
    }

    /// Hidden but for `visibility`, which a descendant can undo.
    pub(crate) fn is_merely_invisible(&self, node: NodeId) -> bool {
        let hidden =
            Status::NOT_RENDERED | Status::INVISIBLE | Status::ARIA_HIDDEN | Status::NO_CONTENT;
        self.status_of(node) & hidden == Status::INVISIBLE
    }

    /// Whether it can take the focus, or has it passed on to it (`aria-activedescendant`).
    pub fn is_focusable(&self, node: NodeId) -> bool {
        self.page.is_element(node)
            && (crate::elements::is_focusable(self.page, node)
                || self.relations.active == Some(node))
    }

    /// The labels of a control, in tree order (HTML, "labels").
    pub fn labels(&self, control: NodeId) -> &[NodeId] {
        self.relations.labels(control)
    }

    /// The control that a `<label>` is for (HTML, "labeled control").
    pub fn label_target(&self, label: NodeId) -> Option<NodeId> {
        self.relations.label_target(label)
    }

    /// The elements that an attribute such as `aria-controls` or `aria-describedby` refers to by id, in its own tree.
    pub fn references(&self, node: NodeId, attribute: Name) -> Vec<NodeId> {
        self.relations.references(self.page, node, attribute)
    }

    /// What tells more about an element (`aria-details`).
    pub fn details(&self, node: NodeId) -> Vec<NodeId> {
        self.references(node, n::ARIA_DETAILS)
    }

    /// What tells why the value of an element is not accepted (`aria-errormessage`), while it is not (WAI-ARIA 6.6,
    /// "aria-errormessage").
    pub fn error_messages(&self, node: NodeId) -> Vec<NodeId> {
        if self.page.attr(node, n::ARIA_ERRORMESSAGE).is_none()
            || self.states(node).invalid.is_none()
        {
            return Vec::new();
        }
        self.references(node, n::ARIA_ERRORMESSAGE)
    }

    /// The parent in the accessibility tree, wrappers included: its owner by `aria-owns`, else its parent in the flat tree.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.relations
            .owner(node)
            .or_else(|| self.page.flat_parent(node))
    }

    /// The children in the order of the accessibility tree: those of the flat tree, without those owned elsewhere, then
    /// those it owns by `aria-owns`. Excluded ones are among them.
    pub fn owned_children(&self, node: NodeId) -> Vec<NodeId> {
        let mut children = Vec::new();
        self.relations
            .children_into(self.page, node, usize::MAX, &mut children);
        children
    }

    /// Walks the accessibility tree from `root`; see [`AxWalk`].
    pub fn walk(&self, root: NodeId) -> AxWalk<'_, 'p> {
        AxWalk::new(self, root)
    }
}

/// Where the children of an element stand.
fn place_below(page: &Page, node: NodeId, role: Role, place: Place) -> Place {
    let mut below = place;
    below.context |= role.offers();
    if !role.is_wrapper() {
        below.nearest = role;
    }
    let tag = page.html_tag(node);
    if is_table(role) || tag == n::TABLE {
        below.table = role;
        below.inside -= Inside::TABLE_HEAD | Inside::ROW_WITH_DATA;
    }
    if element(page, node).is_sectioning() || role.is_sectioning() {
        below.inside |= Inside::SECTIONING;
        if role != Role::Main {
            below.inside |= Inside::SECTION;
        }
    }
    if tag == n::THEAD {
        below.inside |= Inside::TABLE_HEAD;
    }
    if tag == n::TR {
        let has_data = page.children(node).any(|c| page.html_tag(c) == n::TD);
        below.inside.set(Inside::ROW_WITH_DATA, has_data);
    }
    below
}
