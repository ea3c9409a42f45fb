//! Which nodes refer to which: labels, `aria-owns`, and lists of ids. Gathered in one walk of the page.

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_page::{Facts, IdIndex, Name, NodeId, Page, Step, name as n};

use crate::Diagnostic;
use crate::elements::is_labelable;

/// References between the nodes of a page.
#[derive(Debug)]
pub(crate) struct Relations<'p> {
    pub(crate) ids: IdIndex<'p>,
    /// The labels of each control, in tree order.
    labels: FxHashMap<NodeId, Vec<NodeId>>,
    label_targets: FxHashMap<NodeId, NodeId>,
    /// What each element owns by `aria-owns`, in the order given.
    owned: FxHashMap<NodeId, Vec<NodeId>>,
    owner: FxHashMap<NodeId, NodeId>,
    /// The element that has the focus, and the one it passes it on to (`aria-activedescendant`).
    pub(crate) focused: Option<NodeId>,
    pub(crate) active: Option<NodeId>,
}

/// How many ids of one attribute are read; further ones are passed over.
const MAX_REFERENCES: usize = 1_000;

impl<'p> Relations<'p> {
    pub(crate) fn new(page: &'p Page, diagnostics: &mut Vec<Diagnostic>) -> Relations<'p> {
        let mut this = Relations {
            ids: IdIndex::new(page),
            labels: FxHashMap::default(),
            label_targets: FxHashMap::default(),
            owned: FxHashMap::default(),
            owner: FxHashMap::default(),
            focused: None,
            active: None,
        };
        let owners = this.gather(page);
        this.own(page, &owners, diagnostics);
        this.active = this.focused.and_then(|f| {
            this.references(page, f, n::ARIA_ACTIVEDESCENDANT)
                .first()
                .copied()
        });
        this
    }

    /// Finds labels and focus; gives back the elements with `aria-owns`.
    fn gather(&mut self, page: &'p Page) -> Vec<NodeId> {
        let mut owners = Vec::new();
        let mut order = 0_u32;
        let mut labels: FxHashMap<NodeId, Vec<(u32, NodeId)>> = FxHashMap::default();
        // Labels that are open and still without a control. The first control below one is its own.
        let mut open: Vec<(u32, NodeId)> = Vec::new();
        let Some(root) = page.root() else {
            return owners;
        };
        for step in page.walk(root) {
            match step {
                Step::Enter(node) if page.is_element(node) => {
                    order = order.saturating_add(1);
                    if page.facts(node).contains(Facts::FOCUSED) && self.focused.is_none() {
                        self.focused = Some(node);
                    }
                    if page.has_attr(node, n::ARIA_OWNS) {
                        owners.push(node);
                    }
                    if page.html_tag(node) == n::LABEL {
                        match page.attr(node, n::FOR) {
                            None => open.push((order, node)),
                            Some(id) => {
                                let target = page.scope(node).and_then(|s| self.ids.get(s, id));
                                if let Some(target) = target.filter(|&t| is_labelable(page, t)) {
                                    labels.entry(target).or_default().push((order, node));
                                    self.label_targets.insert(node, target);
                                }
                            }
                        }
                    } else if !open.is_empty() && is_labelable(page, node) {
                        let scope = page.scope(node);
                        while let Some(&(order, label)) = open.last()
                            && page.scope(label) == scope
                        {
                            open.pop();
                            labels.entry(node).or_default().push((order, label));
                            self.label_targets.insert(label, node);
                        }
                    }
                }
                Step::Leave(node) if open.last().is_some_and(|&(_, label)| label == node) => {
                    open.pop();
                }
                _ => {}
            }
        }
        for (control, mut list) in labels {
            list.sort_unstable();
            self.labels
                .insert(control, list.into_iter().map(|(_, label)| label).collect());
        }
        owners
    }

    /// Accepts what `aria-owns` says as far as every node keeps one parent and no node comes to be below itself.
    fn own(&mut self, page: &Page, owners: &[NodeId], diagnostics: &mut Vec<Diagnostic>) {
        let mut steps_left = 8 * page.len() + 100_000;
        for &owner in owners {
            let children = self.references(page, owner, n::ARIA_OWNS);
            if children.is_empty() {
                continue;
            }
            let mut above = FxHashSet::default();
            let mut at = Some(owner);
            while let Some(node) = at {
                if steps_left == 0 {
                    diagnostics.push(Diagnostic::OwnsIgnored);
                    return;
                }
                steps_left -= 1;
                above.insert(node);
                at = self
                    .owner
                    .get(&node)
                    .copied()
                    .or_else(|| page.flat_parent(node));
            }
            let mut accepted = Vec::new();
            for child in children {
                if !above.contains(&child) && !self.owner.contains_key(&child) {
                    self.owner.insert(child, owner);
                    accepted.push(child);
                }
            }
            if !accepted.is_empty() {
                self.owned.insert(owner, accepted);
            }
        }
    }

    /// The elements that the ids in an attribute name, in the element's own tree, or that were set by script; each once.
    pub(crate) fn references(&self, page: &Page, node: NodeId, attribute: Name) -> Vec<NodeId> {
        if let Some(set) = page.references(node, attribute) {
            return set.iter().take(MAX_REFERENCES).copied().collect();
        }
        let (Some(value), Some(scope)) = (page.attr(node, attribute), page.scope(node)) else {
            return Vec::new();
        };
        let mut seen = FxHashSet::default();
        value
            .split_ascii_whitespace()
            .take(MAX_REFERENCES)
            .filter_map(|id| self.ids.get(scope, id))
            .filter(|&target| seen.insert(target))
            .collect()
    }

    pub(crate) fn labels(&self, control: NodeId) -> &[NodeId] {
        self.labels.get(&control).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn label_target(&self, label: NodeId) -> Option<NodeId> {
        self.label_targets.get(&label).copied()
    }

    pub(crate) fn owner(&self, node: NodeId) -> Option<NodeId> {
        self.owner.get(&node).copied()
    }

    /// Appends the children of a node in the accessibility tree, at most `limit` of them.
    pub(crate) fn children_into(
        &self,
        page: &Page,
        node: NodeId,
        limit: usize,
        out: &mut Vec<NodeId>,
    ) {
        if self.owner.is_empty() {
            out.extend(page.flat_children(node).take(limit));
            return;
        }
        let own = page
            .flat_children(node)
            .filter(|c| !self.owner.contains_key(c));
        let owned = self.owned.get(&node).into_iter().flatten().copied();
        out.extend(own.chain(owned).take(limit));
    }
}
