//! The state controls have when a document is loaded or its form reset: what is checked, selected, disabled, focusable.

use rustc_hash::FxHashMap;
use surefoot_page::{Facts, NodeId, Page, Step, name};

use super::Owners;

/// Sets CHECKED, SELECTED, DISABLED, FOCUSABLE, EDITABLE and FOCUSED in the document whose node is `root`.
pub(crate) fn initialise(page: &mut Page, root: NodeId, by_parser: &FxHashMap<NodeId, NodeId>) {
    let owners = Owners::new(page, root, by_parser);
    let changes = Scan::new(page, &owners).run(root);
    for (node, facts) in changes {
        page.add_facts(node, facts);
    }
}

/// A fieldset, or the legend that is exempt from it.
struct Group {
    node: NodeId,
    disabled: bool,
    has_legend: bool,
}

/// One pass over a document that finds what its controls start with.
struct Scan<'p> {
    page: &'p Page,
    owners: &'p Owners,
    groups: Vec<Group>,
    forms: Vec<NodeId>,
    /// Elements that switch `contenteditable` on or off, innermost last.
    editing: Vec<(NodeId, bool)>,
    /// Per radio group the button that is checked: the last one that says so.
    radios: FxHashMap<(Option<NodeId>, Option<NodeId>, &'p str), NodeId>,
    focused: Option<NodeId>,
    changes: Vec<(NodeId, Facts)>,
}

impl<'p> Scan<'p> {
    fn new(page: &'p Page, owners: &'p Owners) -> Scan<'p> {
        Scan {
            page,
            owners,
            groups: Vec::new(),
            forms: Vec::new(),
            editing: Vec::new(),
            radios: FxHashMap::default(),
            focused: None,
            changes: Vec::new(),
        }
    }

    fn run(mut self, root: NodeId) -> Vec<(NodeId, Facts)> {
        for step in self.page.walk(root) {
            match step {
                Step::Enter(node) if self.page.is_element(node) => self.enter(node),
                Step::Leave(node) if self.page.is_element(node) => self.leave(node),
                _ => {}
            }
        }
        let radios = self.radios.into_values().map(|n| (n, Facts::CHECKED));
        self.changes.extend(radios);
        self.changes
            .extend(self.focused.map(|n| (n, Facts::FOCUSED)));
        self.changes
    }

    fn enter(&mut self, node: NodeId) {
        let page = self.page;
        // Most elements: without attributes only these have a state, or what stands in something that can be edited.
        if self.editing.is_empty()
            && page.attrs(node).next().is_none()
            && !matches!(
                page.html_tag(node),
                name::FORM
                    | name::FIELDSET
                    | name::LEGEND
                    | name::INPUT
                    | name::BUTTON
                    | name::SELECT
                    | name::TEXTAREA
                    | name::OPTION
                    | name::IFRAME
                    | name::SUMMARY
            )
        {
            return;
        }
        let mut facts = Facts::empty();
        if let Some(value) = page.attr(node, name::CONTENTEDITABLE)
            && let Some(on) = editing(value)
        {
            self.editing.push((node, on));
        }
        if self.editing.last().is_some_and(|&(_, on)| on) {
            facts |= Facts::EDITABLE;
        }
        let outer = self.groups.last().is_some_and(|g| g.disabled);
        let own = page.has_attr(node, name::DISABLED);
        match page.html_tag(node) {
            name::FORM => self.forms.push(node),
            name::FIELDSET => {
                self.groups.push(Group {
                    node,
                    disabled: outer || own,
                    has_legend: false,
                });
                facts.set(Facts::DISABLED, outer || own);
            }
            name::LEGEND => self.enter_legend(node),
            name::INPUT | name::BUTTON | name::SELECT | name::TEXTAREA => {
                facts.set(Facts::DISABLED, outer || own);
                facts |= self.control(node);
            }
            name::OPTGROUP => facts.set(Facts::DISABLED, own),
            name::OPTION => {
                let group = page
                    .parent_element(node)
                    .filter(|&p| page.html_tag(p) == name::OPTGROUP);
                let by_group = group.is_some_and(|g| page.has_attr(g, name::DISABLED));
                facts.set(Facts::DISABLED, own || by_group);
            }
            _ => {}
        }
        if is_focusable(page, node, facts) {
            facts |= Facts::FOCUSABLE;
            if self.focused.is_none() && page.has_attr(node, name::AUTOFOCUS) {
                self.focused = Some(node);
            }
        }
        if !facts.is_empty() {
            self.changes.push((node, facts));
        }
    }

    /// The first legend of a fieldset is exempt from its being disabled.
    fn enter_legend(&mut self, node: NodeId) {
        let outside = self.groups.iter().rev().nth(1).is_some_and(|g| g.disabled);
        if let Some(group) = self.groups.last_mut()
            && self.page.parent(node) == Some(group.node)
            && !group.has_legend
        {
            group.has_legend = true;
            self.groups.push(Group {
                node,
                disabled: outside,
                has_legend: true,
            });
        }
    }

    fn control(&mut self, node: NodeId) -> Facts {
        let page = self.page;
        match (page.html_tag(node), page.input_type(node)) {
            (name::INPUT, "checkbox") if page.has_attr(node, name::CHECKED) => Facts::CHECKED,
            (name::INPUT, "radio") if page.has_attr(node, name::CHECKED) => {
                match page.attr(node, name::NAME).filter(|n| !n.is_empty()) {
                    Some(group) => {
                        let nearest = self.forms.last().copied();
                        let form = self.owners.of_control_in(node, nearest);
                        self.radios.insert((form, page.scope(node), group), node);
                        Facts::empty()
                    }
                    None => Facts::CHECKED,
                }
            }
            (name::SELECT, _) => {
                let selected = initial_selection(page, node);
                self.changes
                    .extend(selected.into_iter().map(|o| (o, Facts::SELECTED)));
                Facts::empty()
            }
            _ => Facts::empty(),
        }
    }

    fn leave(&mut self, node: NodeId) {
        if self.groups.last().is_some_and(|g| g.node == node) {
            self.groups.pop();
        }
        if self.forms.last() == Some(&node) {
            self.forms.pop();
        }
        if self.editing.last().is_some_and(|&(n, _)| n == node) {
            self.editing.pop();
        }
    }
}

/// What a value of `contenteditable` switches; `None`: nothing, it is inherited.
fn editing(value: &str) -> Option<bool> {
    if value.is_empty()
        || value.eq_ignore_ascii_case("true")
        || value.eq_ignore_ascii_case("plaintext-only")
    {
        Some(true)
    } else if value.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

/// The options of a `select` that its markup selects (HTML, "selectedness setting algorithm").
pub(crate) fn initial_selection(page: &Page, select: NodeId) -> Vec<NodeId> {
    let marked = page
        .options(select)
        .filter(|&o| page.has_attr(o, name::SELECTED));
    if page.has_attr(select, name::MULTIPLE) {
        return marked.collect();
    }
    if let Some(last) = marked.last() {
        return vec![last];
    }
    if display_size(page, select) > 1 {
        return Vec::new();
    }
    page.options(select)
        .find(|&o| !is_disabled_option(page, o))
        .into_iter()
        .collect()
}

/// How many options a `select` shows at once (HTML, "display size").
pub(crate) fn display_size(page: &Page, select: NodeId) -> u32 {
    let default = if page.has_attr(select, name::MULTIPLE) {
        4
    } else {
        1
    };
    page.attr(select, name::SIZE)
        .and_then(|s| s.trim().parse().ok())
        .filter(|&s| s > 0)
        .unwrap_or(default)
}

/// Whether an option is disabled by itself or its group, as its markup says.
pub(crate) fn is_disabled_option(page: &Page, option: NodeId) -> bool {
    page.has_attr(option, name::DISABLED)
        || page
            .parent_element(option)
            .is_some_and(|p| page.html_tag(p) == name::OPTGROUP && page.has_attr(p, name::DISABLED))
}

/// Whether an element can take the focus, as far as markup decides (HTML, "focusable area", "tabindex").
fn is_focusable(page: &Page, node: NodeId, facts: Facts) -> bool {
    let by_kind = match page.html_tag(node) {
        name::A | name::AREA => page.has_attr(node, name::HREF),
        name::INPUT => page.input_type(node) != "hidden" && !facts.contains(Facts::DISABLED),
        name::BUTTON | name::SELECT | name::TEXTAREA => !facts.contains(Facts::DISABLED),
        name::IFRAME => true,
        name::AUDIO | name::VIDEO => page.has_attr(node, name::CONTROLS),
        name::SUMMARY => is_details_summary(page, node),
        _ => false,
    };
    let disabled_control = facts.contains(Facts::DISABLED)
        && matches!(
            page.html_tag(node),
            name::INPUT | name::BUTTON | name::SELECT | name::TEXTAREA
        );
    let by_tabindex = !disabled_control
        && page
            .attr(node, name::TABINDEX)
            .is_some_and(|t| t.trim().parse::<i32>().is_ok());
    let hosts_editing = page.attr(node, name::CONTENTEDITABLE).and_then(editing) == Some(true);
    by_kind || by_tabindex || hosts_editing
}

/// Whether a `summary` is the one that opens its `details`.
pub(crate) fn is_details_summary(page: &Page, summary: NodeId) -> bool {
    // The nearest earlier element sibling decides; a summary after any other summary does not count.
    let Some(parent) = page.parent_element(summary) else {
        return false;
    };
    page.html_tag(summary) == name::SUMMARY
        && page.html_tag(parent) == name::DETAILS
        && page
            .children(parent)
            .find(|&c| page.html_tag(c) == name::SUMMARY)
            == Some(summary)
}
