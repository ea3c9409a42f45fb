//! What the head of a page says about it.

use surefoot_page::{Name, NodeId, collapsed, name};

use super::scene::Scene;

/// The longest description, in characters.
const LONGEST: usize = 1000;

/// The content of the first `<meta>` whose `name` or `property` is `wanted`.
pub(super) fn meta(scene: &Scene<'_, '_>, wanted: &str) -> Option<String> {
    let page = scene.page;
    let property = page.lookup("property");
    let is_it = |node: NodeId, attribute: Name| {
        page.attr(node, attribute)
            .is_some_and(|value| value.trim().eq_ignore_ascii_case(wanted))
    };
    let metas = scene
        .elements
        .iter()
        .filter(|&&node| page.html_tag(node) == name::META);
    let mut found = metas.filter(|&&node| {
        is_it(node, name::NAME) || property.is_some_and(|property| is_it(node, property))
    });
    found.find_map(|&node| {
        let content = collapsed(page.attr(node, name::CONTENT)?);
        (!content.is_empty()).then_some(content)
    })
}

/// How the page describes itself.
pub(super) fn description(scene: &Scene<'_, '_>) -> Box<str> {
    let found = meta(scene, "og:description").or_else(|| meta(scene, "description"));
    super::words::cut(&found.unwrap_or_default(), LONGEST)
        .0
        .into()
}

/// The language it says it is in.
pub(super) fn language(scene: &Scene<'_, '_>) -> Box<str> {
    let page = scene.page;
    let root = page.root().and_then(|root| {
        page.children(root)
            .find(|&child| page.html_tag(child) == name::HTML)
    });
    let said = root
        .and_then(|root| page.attr(root, name::LANG))
        .map(str::trim);
    super::words::cut(said.unwrap_or_default(), 35).0.into()
}
