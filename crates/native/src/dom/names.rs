//! Names as html5ever knows them, beside names as the arena knows them.

use std::fmt;
use std::rc::Rc;

use html5ever::tree_builder::ElemName;
use html5ever::{LocalName, Namespace as Ns, QualName, ns};
use rustc_hash::FxHashMap;
use surefoot_page::{Name, Namespace, Page};

/// The name of an element in both worlds. One is shared by all elements of that name.
pub(super) struct ElementName {
    pub(super) ns: Ns,
    pub(super) local: LocalName,
    pub(super) name: Name,
    pub(super) namespace: Namespace,
}

impl fmt::Debug for ElementName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.local)
    }
}

impl ElemName for &ElementName {
    fn ns(&self) -> &Ns {
        &self.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

/// Caches from html5ever's names to the arena's, so that a name is looked up by its characters once per page.
#[derive(Default)]
pub(super) struct Names {
    elements: FxHashMap<(Ns, LocalName), Rc<ElementName>>,
    attributes: FxHashMap<LocalName, Name>,
}

impl Names {
    pub(super) fn element(&mut self, page: &mut Page, name: QualName) -> Rc<ElementName> {
        let key = (name.ns, name.local);
        if let Some(known) = self.elements.get(&key) {
            return Rc::clone(known);
        }
        let namespace = match key.0 {
            ns!(html) => Namespace::Html,
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => Namespace::Other,
        };
        let made = Rc::new(ElementName {
            ns: key.0.clone(),
            local: key.1.clone(),
            name: page.intern(&key.1),
            namespace,
        });
        self.elements.insert(key, Rc::clone(&made));
        made
    }

    /// Whether an HTML element of this name was asked for.
    pub(super) fn has_element(&self, name: &LocalName) -> bool {
        self.elements.contains_key(&(ns!(html), name.clone()))
    }

    pub(super) fn attribute(&mut self, page: &mut Page, name: &QualName) -> Name {
        if let Some(prefix) = &name.prefix {
            // Only the handful of adjusted foreign attributes have one.
            return page.intern(&format!("{prefix}:{}", name.local));
        }
        *self
            .attributes
            .entry(name.local.clone())
            .or_insert_with(|| page.intern(&name.local))
    }
}
