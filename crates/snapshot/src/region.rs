//! [`Region`]: a part of a page that people have a word for, such as its main content or its navigation.

use surefoot_aria::{Role, Semantics};
use surefoot_page::NodeId;

use crate::Snapshot;

/// A kind of part of a page, by the roles that make it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region(&'static Row);

#[derive(PartialEq, Eq, Hash, Debug)]
struct Row {
    name: &'static str,
    /// Another word for it.
    alias: Option<&'static str>,
    roles: &'static [Role],
}

const fn row(name: &'static str, alias: Option<&'static str>, roles: &'static [Role]) -> Row {
    Row { name, alias, roles }
}

/// The landmarks of ARIA, by the words of HTML too, and other parts that pages have.
static TABLE: &[Row] = &[
    row("main", None, &[Role::Main]),
    row("navigation", Some("nav"), &[Role::Navigation]),
    row("dialog", Some("modal"), &[Role::Dialog, Role::Alertdialog]),
    row("banner", Some("header"), &[Role::Banner]),
    row("form", None, &[Role::Form]),
    row("search", None, &[Role::Search]),
    row("complementary", Some("aside"), &[Role::Complementary]),
    row("contentinfo", Some("footer"), &[Role::Contentinfo]),
    row("region", Some("section"), &[Role::Region]),
    row("article", None, &[Role::Article]),
    row(
        "table",
        Some("grid"),
        &[Role::Table, Role::Grid, Role::Treegrid],
    ),
    row("list", None, &[Role::List]),
    row("menu", None, &[Role::Menu, Role::Menubar]),
    row("alert", Some("status"), &[Role::Alert, Role::Status]),
];

impl Region {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Region> {
        TABLE.iter().map(Region)
    }

    /// The one of that name, or of that other word for it.
    pub fn named(name: &str) -> Option<Region> {
        Region::all().find(|region| region.name() == name || region.alias() == Some(name))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Another word for it.
    pub fn alias(self) -> Option<&'static str> {
        self.0.alias
    }

    /// The elements of the page that are such a part. Most are shown; one that only holds something else is not, so the
    /// page itself is asked where none is.
    pub fn find(self, semantics: &Semantics<'_>, outline: &Snapshot) -> Vec<NodeId> {
        let items = outline.items.iter();
        let shown = items.filter(|item| self.0.roles.contains(&item.role));
        let nodes: Vec<NodeId> = shown.map(|item| item.node).collect();
        if !nodes.is_empty() {
            return nodes;
        }
        let page = semantics.page();
        page.ids()
            .filter(|&node| page.is_element(node) && self.0.roles.contains(&semantics.role(node)))
            .filter(|&node| !semantics.is_excluded(node))
            .collect()
    }

    /// The kinds of which an outline shows some.
    pub fn shown(outline: &Snapshot) -> Vec<Region> {
        let is_shown = |region: &Region| {
            let mut items = outline.items.iter();
            items.any(|item| region.0.roles.contains(&item.role))
        };
        Region::all().filter(is_shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Region;

    #[test]
    fn names_mean_one_region_each() {
        for region in Region::all() {
            assert_eq!(Region::named(region.name()), Some(region));
            if let Some(alias) = region.alias() {
                assert_eq!(Region::named(alias), Some(region), "{alias}");
            }
        }
        assert_eq!(Region::named("Main"), None);
    }
}
