//! The strategies that name an element by words: its own, or those of what it stands in.

use surefoot_page::{Name, Namespace, NodeId, Page, name};

use super::index::{Feature, folded, tag_key};
use super::text::{ident, quoted};
use super::{Waterfall, Words, words};

/// The tag as a selector names it. `None`: none can, as selectors of HTML documents are read in lower case.
pub(super) fn tag(page: &Page, node: NodeId) -> Option<String> {
    let tag = page.name_str(page.tag(node));
    let is_nameable =
        page.namespace(node) != Namespace::Html || !tag.bytes().any(|b| b.is_ascii_uppercase());
    (is_nameable && !tag.is_empty()).then(|| ident(tag))
}

fn fits(made_up: bool, words: Words) -> bool {
    made_up == (words == Words::MadeUp)
}

/// 1: `#id`.
pub(super) fn id(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    let page = waterfall.page;
    let Some(id) = page.attr(node, name::ID).filter(|id| !id.is_empty()) else {
        return Vec::new();
    };
    let feature = Feature::Id(folded(page, node, id));
    if fits(words::is_made_up(id), words) && waterfall.index.is_only(node, feature) {
        vec![format!("#{}", ident(id))]
    } else {
        Vec::new()
    }
}

/// 2: `[data-testid="…"]`.
pub(super) fn test_id(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    for_tests(waterfall, node, words, |name| name == name::DATA_TESTID)
}

/// 3: `[data-test="…"]`, then what other tools call it.
pub(super) fn test(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    let mut found = for_tests(waterfall, node, words, |name| name == name::DATA_TEST);
    found.extend(for_tests(waterfall, node, words, |name| {
        name != name::DATA_TEST && name != name::DATA_TESTID
    }));
    found
}

fn for_tests(
    waterfall: &Waterfall<'_>,
    node: NodeId,
    words: Words,
    wanted: impl Fn(Name) -> bool,
) -> Vec<String> {
    let page = waterfall.page;
    page.attrs(node)
        .filter(|a| wanted(a.name) && words::is_for_tests(page.name_str(a.name)))
        .filter(|a| !a.value.is_empty() && fits(words::is_made_up(a.value), words))
        .filter(|a| {
            waterfall
                .index
                .is_only(node, Feature::Test(a.name, a.value))
        })
        .map(|a| format!("[{}={}]", ident(page.name_str(a.name)), quoted(a.value)))
        .collect()
}

/// 4: `a[href="…"]`.
pub(super) fn href(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    let is_address = |href: &str| {
        let start: String = href.trim_start().chars().take(11).collect();
        href != "#" && !start.eq_ignore_ascii_case("javascript:")
    };
    by_attribute(waterfall, node, name::HREF, |href| {
        is_address(href) && fits(words::is_address_made_up(href), words)
    })
}

/// 5: `input[name="…"]`; radio buttons and checkboxes share names, so with their value.
pub(super) fn name(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    let page = waterfall.page;
    let meant = |text: &str| fits(words::is_made_up(text), words);
    let found = by_attribute(waterfall, node, name::NAME, meant);
    if !found.is_empty() || !matches!(page.input_type(node), "radio" | "checkbox") {
        return found;
    }
    let (Some(named), Some(value), Some(tag)) = (
        page.attr(node, name::NAME).filter(|n| !n.is_empty()),
        page.attr(node, name::VALUE),
        tag(page, node),
    ) else {
        return Vec::new();
    };
    let feature = Feature::Attribute(tag_key(page, node), name::NAME, named);
    let same = |n: &&NodeId| page.attr(**n, name::VALUE) == Some(value);
    let is_only = waterfall
        .index
        .few(node, feature)
        .is_some_and(|few| few.iter().filter(same).count() == 1);
    if is_only
        && value.len() <= 100
        && fits(words::is_made_up(named) || words::is_made_up(value), words)
    {
        vec![format!(
            "{tag}[name={}][value={}]",
            quoted(named),
            quoted(value)
        )]
    } else {
        Vec::new()
    }
}

/// 6: `button[aria-label="…"]`.
pub(super) fn aria_label(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    by_attribute(waterfall, node, name::ARIA_LABEL, |label| {
        fits(words::is_label_of_now(label), words)
    })
}

/// 7: `li[data-sku="…"]`.
pub(super) fn data(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    let page = waterfall.page;
    let names: Vec<Name> = page.attrs(node).map(|a| a.name).collect();
    names
        .into_iter()
        .filter(|&n| words::is_data(page.name_str(n)) && !words::is_for_tests(page.name_str(n)))
        .flat_map(|n| {
            by_attribute(waterfall, node, n, |value| {
                fits(value.len() > 40 || words::is_made_up(value), words)
            })
        })
        .collect()
}

fn by_attribute(
    waterfall: &Waterfall<'_>,
    node: NodeId,
    attribute: Name,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<String> {
    let page = waterfall.page;
    let value = page.attr(node, attribute).filter(|v| !v.is_empty());
    let (Some(value), Some(tag)) = (value, tag(page, node)) else {
        return Vec::new();
    };
    let feature = Feature::Attribute(tag_key(page, node), attribute, value);
    if is_wanted(value) && waterfall.index.is_only(node, feature) {
        let attribute = ident(page.name_str(attribute));
        vec![format!("{tag}[{attribute}={}]", quoted(value))]
    } else {
        Vec::new()
    }
}

/// 8: `#ancestor descendant`, by the nearest ancestors with an id that means something.
pub(super) fn scoped(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    /// How far up, and how many ids are tried.
    const LEVELS: usize = 24;
    const IDS: usize = 3;
    let page = waterfall.page;
    if words == Words::MadeUp {
        return Vec::new();
    }
    let ancestors = std::iter::successors(page.parent_element(node), |&n| page.parent_element(n));
    let named = ancestors
        .take(LEVELS)
        .filter_map(|outer| Some((outer, id(waterfall, outer, words).pop()?)))
        .take(IDS);
    let own = own_words(waterfall, node);
    named
        .filter_map(|(outer, id)| {
            let inside = |(feature, _): &&(Feature<'_>, String)| {
                waterfall.index.is_only_inside(outer, node, feature.clone())
            };
            let (_, inner) = own.iter().find(inside)?;
            Some(format!("{id} {inner}"))
        })
        .collect()
}

/// What an element may be called within another: its tag, by an attribute, by a class.
fn own_words<'p>(waterfall: &Waterfall<'p>, node: NodeId) -> Vec<(Feature<'p>, String)> {
    let page = waterfall.page;
    let Some(tag) = tag(page, node) else {
        return Vec::new();
    };
    let of = tag_key(page, node);
    let mut found = vec![(Feature::Tag(of), tag.clone())];
    for attribute in [name::NAME, name::ARIA_LABEL, name::HREF] {
        if let Some(value) = page.attr(node, attribute)
            && (1..=100).contains(&value.len())
            && !words::is_made_up(value)
        {
            found.push((
                Feature::Attribute(of, attribute, value),
                format!("{tag}[{}={}]", page.name_str(attribute), quoted(value)),
            ));
        }
    }
    for class in classes(page, node, Words::Meant) {
        found.push((
            Feature::Class(of, folded(page, node, class)),
            format!("{tag}.{}", ident(class)),
        ));
    }
    found
}

/// The classes of an element that are worth naming it by, those that say most first.
pub(super) fn classes(page: &Page, node: NodeId, words: Words) -> Vec<&str> {
    /// More than this nobody reads.
    const MOST: usize = 8;
    let list = page.attr(node, name::CLASS).unwrap_or_default();
    let mut found: Vec<&str> = Vec::new();
    for class in list.split_ascii_whitespace() {
        let is_wanted = fits(words::is_fleeting(class), words) && !found.contains(&class);
        if is_wanted && found.len() < MOST {
            found.push(class);
        }
    }
    found.sort_by_key(|class| words::is_about_looks(class));
    found
}

/// Tags of which a page commonly has one, or of which each has a meaning.
const TELLING: &[Name] = &[
    name::MAIN,
    name::NAV,
    name::HEADER,
    name::FOOTER,
    name::ASIDE,
    name::SEARCH,
    name::FORM,
    name::DIALOG,
    name::TABLE,
    name::H1,
    name::VIDEO,
    name::AUDIO,
];

/// 9: `tag.class`, with as many classes as it takes; a tag that says enough stands alone.
pub(super) fn class(waterfall: &Waterfall<'_>, node: NodeId, words: Words) -> Vec<String> {
    let page = waterfall.page;
    let Some(tag) = tag(page, node) else {
        return Vec::new();
    };
    let feature = |class| Feature::Class(tag_key(page, node), folded(page, node, class));
    let telling = TELLING.contains(&page.html_tag(node)) || tag.contains('-');
    let alone = Feature::Tag(tag_key(page, node));
    if telling && words == Words::Meant && waterfall.index.is_only(node, alone) {
        return vec![tag];
    }
    let classes = classes(page, node, words);
    let single = classes
        .iter()
        .find(|class| waterfall.index.is_only(node, feature(class)));
    if let Some(class) = single {
        return vec![format!("{tag}.{}", ident(class))];
    }
    // Of those that have the rarest class, who has the others too?
    let Some(rarest) = classes
        .iter()
        .min_by_key(|class| waterfall.index.count(node, feature(class)))
    else {
        return Vec::new();
    };
    let Some(mut left) = waterfall.index.few(node, feature(rarest)) else {
        return Vec::new();
    };
    let mut chosen = vec![*rarest];
    for class in classes.iter().filter(|c| *c != rarest) {
        let before = left.len();
        left.retain(|&other| has_class(page, other, class));
        if left.len() < before {
            chosen.push(class);
        }
        if left.len() == 1 {
            return vec![format!("{tag}{}", dotted(&chosen))];
        }
    }
    Vec::new()
}

/// Classes as a selector has them: `.card.wide`.
pub(super) fn dotted(classes: &[&str]) -> String {
    classes.iter().fold(String::new(), |mut out, class| {
        out.push('.');
        out.push_str(&ident(class));
        out
    })
}

/// Whether an element has a class, as selectors see it.
pub(super) fn has_class(page: &Page, node: NodeId, class: &str) -> bool {
    let list = page.attr(node, name::CLASS).unwrap_or_default();
    let quirks = page.document_of(node).is_some_and(|d| d.quirks);
    list.split_ascii_whitespace()
        .any(|own| own == class || (quirks && own.eq_ignore_ascii_case(class)))
}
