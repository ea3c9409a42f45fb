//! Any text can be read without panic, and matching agrees with a matcher so simple that it can be seen to be right.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::{DocumentInfo, Namespace, NodeId, Page, name};

const TAGS: [&str; 3] = ["div", "p", "b"];
const CLASSES: [&str; 3] = ["x", "y", "z"];

/// A compound: at least a tag or `*`, then what it asks for.
#[derive(Clone, Debug)]
struct Compound {
    tag: Option<usize>,
    class: Option<usize>,
    not_class: Option<usize>,
    nth: Option<(i32, i32)>,
    empty: bool,
    has_child: Option<usize>,
}

/// Compounds from the right, each with the combinator that leads to it from the one before.
#[derive(Clone, Debug)]
struct Chain {
    subject: Compound,
    rest: Vec<(char, Compound)>,
}

impl Compound {
    fn text(&self) -> String {
        let mut out = self.tag.map_or("*", |t| TAGS[t]).to_owned();
        if let Some(class) = self.class {
            let _ = write!(out, ".{}", CLASSES[class]);
        }
        if let Some(class) = self.not_class {
            let _ = write!(out, ":not(.{})", CLASSES[class]);
        }
        if let Some((a, b)) = self.nth {
            let _ = write!(out, ":nth-child({a}n + {b})");
        }
        if self.empty {
            out += ":empty";
        }
        if let Some(tag) = self.has_child {
            let _ = write!(out, ":has(> {})", TAGS[tag]);
        }
        out
    }

    fn matches(&self, page: &Page, node: NodeId) -> bool {
        let has_class = |class: usize| {
            page.attr(node, name::CLASS)
                .is_some_and(|c| c.split(' ').any(|c| c == CLASSES[class]))
        };
        let is_tag = |node, tag: usize| page.name_str(page.tag(node)) == TAGS[tag];
        let index = siblings(page, node)
            .zip(1..)
            .find(|(n, _)| *n == node)
            .unwrap()
            .1;
        self.tag.is_none_or(|tag| is_tag(node, tag))
            && self.class.is_none_or(has_class)
            && !self.not_class.is_some_and(has_class)
            && self
                .nth
                .is_none_or(|(a, b)| (0..=20).any(|n| a * n + b == index))
            && !(self.empty && page.children(node).next().is_some())
            && self
                .has_child
                .is_none_or(|tag| page.children(node).any(|c| is_tag(c, tag)))
    }
}

fn siblings(page: &Page, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    page.children(page.parent(node).unwrap())
}

impl Chain {
    fn text(&self) -> String {
        let mut out = self.subject.text();
        for (combinator, compound) in &self.rest {
            out = format!("{} {combinator} {out}", compound.text());
        }
        out
    }

    fn matches(&self, page: &Page, node: NodeId) -> bool {
        self.subject.matches(page, node) && rest_matches(&self.rest, page, node)
    }
}

fn rest_matches(rest: &[(char, Compound)], page: &Page, node: NodeId) -> bool {
    let Some(((combinator, compound), rest)) = rest.split_first() else {
        return true;
    };
    let candidates: Vec<NodeId> = match combinator {
        '>' => page.parent_element(node).into_iter().collect(),
        ' ' => {
            std::iter::successors(page.parent_element(node), |&n| page.parent_element(n)).collect()
        }
        _ => {
            let mut before: Vec<_> = siblings(page, node).take_while(|&n| n != node).collect();
            if *combinator == '+' {
                before.drain(..before.len().saturating_sub(1));
            }
            before
        }
    };
    candidates
        .into_iter()
        .any(|n| compound.matches(page, n) && rest_matches(rest, page, n))
}

prop_compose! {
    fn compound()(
        tag in proptest::option::of(0..3_usize),
        class in proptest::option::of(0..3_usize),
        not_class in proptest::option::weighted(0.2, 0..3_usize),
        nth in proptest::option::weighted(0.2, (-2..3_i32, 0..4_i32)),
        empty in proptest::bool::weighted(0.1),
        has_child in proptest::option::weighted(0.15, 0..3_usize),
    ) -> Compound {
        Compound { tag, class, not_class, nth, empty, has_child }
    }
}

prop_compose! {
    fn chain()(
        subject in compound(),
        rest in proptest::collection::vec((prop::sample::select(vec!['>', ' ', '+', '~']), compound()), 0..4),
    ) -> Chain {
        Chain { subject, rest }
    }
}

/// A tree from a list of (parent, tag, classes): the parent is an earlier node.
fn tree(plan: &[(prop::sample::Index, usize, u8)]) -> Page {
    let mut page = Page::new();
    let root = page.create_document(DocumentInfo::new("about:blank"));
    let html = page.create_element(Namespace::Html, name::HTML);
    page.append(root, html);
    let mut nodes = vec![html];
    for (parent, tag, classes) in plan {
        let tag = page.intern(TAGS[*tag]);
        let node = page.create_element(Namespace::Html, tag);
        let classes: Vec<_> = (0..3)
            .filter(|i| classes & (1 << i) != 0)
            .map(|i| CLASSES[i])
            .collect();
        if !classes.is_empty() {
            page.set_attr(node, name::CLASS, &classes.join(" "));
        }
        page.append(*parent.get(&nodes), node);
        nodes.push(node);
    }
    page.finish();
    page
}

fn plan() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, u8)>> {
    proptest::collection::vec((any::<prop::sample::Index>(), 0..3_usize, 0..8_u8), 0..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_read_without_panic(text in ".{0,60}") {
        let _ = Selector::parse(&text);
        let _ = Selector::parse_rule(&text, None);
    }

    #[test]
    fn selector_like_text_is_read_without_panic(
        parts in proptest::collection::vec(prop::sample::select(vec![
            "a", ".", "#", "[", "]", "(", ")", ":", "::", ":not(", ":is(", ":has(", ":nth-child(", "2n+1", " of ",
            ">", "+", "~", " ", ",", "*", "|", "&", "\"", "'", "\\", "\u{e9}", "=", "~=", "i]", ":host", "::slotted(",
            ":lang(", "\0", "/*", "*/", "-", "9", "{", "}", ";", "@",
        ]), 0..20),
    ) {
        let text = parts.concat();
        let outer = Selector::parse_rule("a, .b > c", None).unwrap();
        if let Err(error) = Selector::parse(&text) {
            prop_assert!(error.column().is_none_or(|c| c >= 1 && c <= text.chars().count() + 1), "{error}");
        }
        if let Ok(rule) = Selector::parse_rule(&text, Some(&outer)) {
            let page = tree(&[]);
            let mut rules = RuleSet::new(&page);
            rules.insert(page.root().unwrap(), &rule, 0);
            rules.matches();
        }
    }

    #[test]
    fn matching_agrees_with_a_simple_matcher(plan in plan(), chains in proptest::collection::vec(chain(), 1..4)) {
        let page = tree(&plan);
        let root = page.root().unwrap();
        let text = chains.iter().map(Chain::text).collect::<Vec<_>>().join(", ");
        let selector = Selector::parse(&text).unwrap();
        let expected: Vec<NodeId> = page
            .in_tree_order()
            .filter(|&n| page.is_element(n) && chains.iter().any(|c| c.matches(&page, n)))
            .collect();
        prop_assert_eq!(page.select(&selector, root).unwrap(), expected.clone(), "{}", &text);
        let mut rules = RuleSet::new(&page);
        for (number, chain) in (0..).zip(&chains) {
            rules.insert(root, &Selector::parse_rule(&chain.text(), None).unwrap(), number);
        }
        let mut matched: Vec<NodeId> = rules.matches().found.iter().map(|m| m.node).collect();
        matched.dedup();
        prop_assert_eq!(matched, expected, "{}, as rules", &text);
    }

    #[test]
    fn many_at_once_find_what_each_finds(plan in plan(), chains in proptest::collection::vec(chain(), 5..9)) {
        let page = tree(&plan);
        let selectors: Vec<Selector> =
            chains.iter().map(|chain| Selector::parse(&chain.text()).unwrap()).collect();
        let each: Vec<Vec<NodeId>> =
            selectors.iter().map(|selector| page.select_everywhere(selector).unwrap()).collect();
        prop_assert_eq!(page.select_many(&selectors).unwrap(), each);
    }
}
