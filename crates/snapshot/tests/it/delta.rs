//! What a delta says, and that what it says is so.

use std::collections::BTreeMap;

use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_page::{Page, Selector};
use surefoot_snapshot::{
    Delta, Item, Mark, Numbering, RefPolicy, Registry, Snapshot, arrange, delta, outline, pairs,
};

fn show(page: &Page, registry: &mut Registry) -> Snapshot {
    let mut snapshot = outline(&Semantics::new(page));
    registry.assign(&mut snapshot, Numbering::All);
    snapshot
}

fn sign(mark: Mark) -> char {
    match mark {
        Mark::Around => ' ',
        Mark::Added => '+',
        Mark::Removed => '-',
        Mark::Changed => '~',
        Mark::Moved => '>',
    }
}

/// The delta as a person would read it.
fn lines(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let lines = delta(before, after).lines;
    let line = |line: &surefoot_snapshot::DeltaLine| {
        let item = match line.mark {
            Mark::Removed => &before.items[line.at],
            _ => &after.items[line.at],
        };
        let indent = "  ".repeat(line.depth as usize);
        let checked = item.states.checked == Some(surefoot_snapshot::Tristate::True);
        let checked = if checked { " checked" } else { "" };
        format!(
            "{}{indent}{} {} {:?}{checked}",
            sign(line.mark),
            item.reference.unwrap_or_default(),
            item.role_name(),
            item.label()
        )
    };
    lines.iter().map(line).collect()
}

/// The delta between two states of one document, where `change` works on the very nodes.
#[track_caller]
fn check(html: &str, change: impl FnOnce(&mut Page), expected: &[&str]) {
    let mut page = parse_html(html, "about:blank");
    let mut registry = Registry::new(RefPolicy::Stable);
    let before = show(&page, &mut registry);
    change(&mut page);
    let after = show(&page, &mut registry);
    assert_eq!(lines(&before, &after), expected);
}

fn one(page: &Page, css: &str) -> surefoot_page::NodeId {
    page.select_everywhere(&Selector::parse(css).unwrap())
        .unwrap()[0]
}

const TODO: &str = "<h1>Todo</h1><ul><li id=a><label><input type=checkbox> Milk</label><button>Delete</button>\
                    <li id=b><label><input type=checkbox> Eggs</label><button>Delete</button>\
                    <li id=c><label><input type=checkbox> Soap</label><button>Delete</button></ul><p>End";

#[test]
fn nothing_changed_is_nothing_said() {
    check(TODO, |_| (), &[]);
}

#[test]
fn what_is_gone_stands_where_it_stood() {
    check(
        TODO,
        |page| page.detach(one(page, "#b")),
        &[
            " 2 list \"\"",
            "-  6 listitem \"\"",
            "-    7 checkbox \"Eggs\"",
            "-    8 button \"Delete\"",
        ],
    );
}

#[test]
fn what_changed_stands_under_what_it_is_in() {
    check(
        TODO,
        |page| {
            let node = one(page, "#c input");
            page.add_facts(node, surefoot_page::Facts::CHECKED);
        },
        &[" 9 listitem \"\"", "~  10 checkbox \"Soap\" checked"],
    );
}

#[test]
fn what_moved_is_said_once() {
    check(
        TODO,
        |page| {
            let (list, item) = (one(page, "ul"), one(page, "#a"));
            page.detach(item);
            page.append(list, item);
        },
        &[" 2 list \"\"", ">  3 listitem \"\""],
    );
}

#[test]
fn what_is_rendered_anew_and_reads_the_same_is_the_same() {
    let show = |html: &str| outline(&Semantics::new(&parse_html(html, "about:blank")));
    let before = show(TODO);
    assert!(delta(&before, &show(TODO)).is_empty());
    // One is left out of the middle: the others are found again all the same.
    let fewer = "<h1>Todo</h1><ul><li id=a><label><input type=checkbox> Milk</label><button>Delete</button>\
                 <li id=c><label><input type=checkbox> Soap</label><button>Delete</button></ul><p>End";
    assert_eq!(
        lines(&before, &show(fewer)),
        [
            " 0 list \"\"",
            "-  0 listitem \"\"",
            "-    0 checkbox \"Eggs\"",
            "-    0 button \"Delete\""
        ]
    );
    let another = TODO.replace("Eggs", "Bread");
    let said = lines(&before, &show(&another));
    assert!(
        said.len() <= 7 && !said.iter().any(|line| line.contains("Milk")),
        "{said:?}"
    );
}

#[test]
fn a_long_list_rendered_anew_costs_no_more_than_its_length() {
    let list = |from: u32| {
        let items: Vec<String> = (from..from + 20_000)
            .map(|i| format!("<li><a href=x>Item {i}</a> <button>Delete</button>"))
            .collect();
        outline(&Semantics::new(&parse_html(
            &format!("<ul>{}</ul>", items.concat()),
            "about:blank",
        )))
    };
    let delta = delta(&list(0), &list(10));
    assert_eq!(delta.count(Mark::Added), 30);
    assert_eq!(delta.count(Mark::Removed), 30);
    assert_eq!(delta.lines.len(), 61);
}

/// What an item reads.
fn reading(item: &Item) -> String {
    format!(
        "{:?} {} {:?} {:?} {:?} {:?}",
        item.reference,
        item.role_name(),
        item.name,
        item.text,
        item.value,
        item.states
    )
}

/// What is read, and how often.
fn readings<'a>(items: impl Iterator<Item = &'a Item>) -> BTreeMap<String, i32> {
    let mut readings = BTreeMap::new();
    for item in items {
        *readings.entry(reading(item)).or_insert(0) += 1;
    }
    readings
}

/// What the delta says, done to the readings before.
fn applied(before: &Snapshot, after: &Snapshot, delta: &Delta) -> BTreeMap<String, i32> {
    let pairs = pairs(before, after);
    let mut readings = readings(before.items.iter());
    let mut count = |item: &Item, by: i32| *readings.entry(reading(item)).or_insert(0) += by;
    for line in &delta.lines {
        match line.mark {
            Mark::Around => {}
            Mark::Removed => count(&before.items[line.at], -1),
            Mark::Added => count(&after.items[line.at], 1),
            Mark::Changed | Mark::Moved => {
                let was = pairs.iter().position(|now| *now == Some(line.at as u32));
                count(&before.items[was.unwrap()], -1);
                count(&after.items[line.at], 1);
            }
        }
    }
    readings.retain(|_, times| *times != 0);
    readings
}

/// A tree as the parents of its nodes, in document order: each is inside of the last node or of what that is inside of.
fn forest() -> impl Strategy<Value = Vec<Option<u32>>> {
    prop::collection::vec(0usize..4, 0..14).prop_map(|ups| {
        let mut parents: Vec<Option<u32>> = Vec::new();
        for up in ups {
            let mut parent = parents.len().checked_sub(1).map(|last| last as u32);
            for _ in 0..up {
                parent = parent.and_then(|p| parents[p as usize]);
            }
            parents.push(parent);
        }
        parents
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    /// Every thing that is new, gone or changed has one line; each line stands in document order, right inside of the
    /// nearest shown thing around it, and what is shown of what is around it is its container.
    #[test]
    fn the_lines_are_a_tree(before in forest(), after in forest(), order in any::<prop::sample::Index>(), mut partners in prop::collection::vec(any::<bool>(), 14)) {
        // Random partners: a rotation of the positions, of which some are left out.
        let shift = order.index(after.len().max(1));
        partners.truncate(before.len());
        let pairs: Vec<Option<u32>> = (0..before.len())
            .map(|was| (was < after.len() && partners[was]).then(|| ((was + shift) % after.len()) as u32))
            .collect();
        let delta = arrange(&before, &after, &pairs, |was, _| was % 3 == 0);
        let partner_of = |now: usize| pairs.iter().position(|p| *p == Some(now as u32));
        let container = |now: usize| {
            let mut around = after[now];
            while let Some(p) = around.filter(|p| partner_of(*p as usize).is_none()) {
                around = after[p as usize];
            }
            around
        };
        let container_before = |was: usize| {
            let mut around = before[was];
            while let Some(p) = around.filter(|p| pairs[*p as usize].is_none()) {
                around = before[p as usize];
            }
            around.and_then(|p| pairs[p as usize])
        };
        let mut last_after = None;
        let mut stack: Vec<(Mark, usize)> = Vec::new();
        for line in &delta.lines {
            prop_assert!(line.depth as usize <= stack.len());
            stack.truncate(line.depth as usize);
            let around = stack.last().copied();
            if line.mark == Mark::Removed {
                prop_assert!(pairs[line.at].is_none());
                // Its parent, if that is gone too, else its container.
                match before[line.at].filter(|p| pairs[*p as usize].is_none()) {
                    Some(parent) => prop_assert_eq!(around, Some((Mark::Removed, parent as usize))),
                    None => {
                        prop_assert_eq!(around.map(|(_, at)| at as u32), container_before(line.at));
                        prop_assert!(around.is_none_or(|(mark, _)| !matches!(mark, Mark::Removed | Mark::Added)));
                    }
                }
            } else {
                prop_assert!(last_after.is_none_or(|last| last < line.at));
                last_after = Some(line.at);
                let mut expected = after[line.at];
                while let Some(p) = expected.filter(|p| !delta.lines.iter().any(|l| l.mark != Mark::Removed && l.at == *p as usize)) {
                    expected = after[p as usize];
                }
                prop_assert!(around.is_none_or(|(mark, _)| mark != Mark::Removed));
                prop_assert_eq!(around.map(|(_, at)| at as u32), expected);
                if line.mark != Mark::Around
                    && let Some(c) = container(line.at)
                {
                    prop_assert!(delta.lines.iter().any(|l| l.mark != Mark::Removed && l.at == c as usize));
                }
            }
            stack.push((line.mark, line.at));
        }
        for now in 0..after.len() {
            let marks: Vec<Mark> = delta.lines.iter().filter(|l| l.mark != Mark::Removed && l.at == now).map(|l| l.mark).collect();
            prop_assert!(marks.len() <= 1);
            match partner_of(now) {
                None => prop_assert_eq!(&marks, &[Mark::Added]),
                Some(was) => {
                    prop_assert!(!marks.contains(&Mark::Added));
                    let moved = container_before(was) != container(now);
                    prop_assert!(!moved || marks == [Mark::Moved]);
                    prop_assert!(was % 3 != 0 || matches!(marks.as_slice(), [Mark::Changed | Mark::Moved]));
                }
            }
        }
        for (was, partner) in pairs.iter().enumerate() {
            let lines = delta.lines.iter().filter(|l| l.mark == Mark::Removed && l.at == was).count();
            prop_assert_eq!(lines, usize::from(partner.is_none()));
        }
        // Of those that are not said to have moved none changed places.
        for (a, b) in (0..before.len()).flat_map(|a| (a + 1..before.len()).map(move |b| (a, b))) {
            let (Some(x), Some(y)) = (pairs[a], pairs[b]) else { continue };
            let stayed = |now: u32| !delta.lines.iter().any(|l| l.mark == Mark::Moved && l.at == now as usize);
            if stayed(x) && stayed(y) && container(x as usize) == container(y as usize) {
                prop_assert!(x < y, "{x} and {y} changed places");
            }
        }
    }

    /// Doing what the delta says to what was read before gives what is read after.
    #[test]
    fn a_delta_says_all_that_is_different(was in crate::properties::markup(), now in crate::properties::markup(), with_refs: bool) {
        let mut registry = Registry::new(RefPolicy::Stable);
        let mut show = |html: &str| {
            let page = parse_html(html, "about:blank");
            let mut snapshot = outline(&Semantics::new(&page));
            if with_refs {
                registry.assign(&mut snapshot, Numbering::All);
            }
            snapshot
        };
        let (before, after) = (show(&was), show(&now));
        let said = delta(&before, &after);
        prop_assert_eq!(applied(&before, &after, &said), readings(after.items.iter()));
        prop_assert!(delta(&after, &after).is_empty());
        if !with_refs {
            prop_assert!(delta(&before, &show(&was)).is_empty());
        }
    }

    /// The same of one page whose nodes come, go and move.
    #[test]
    fn a_delta_follows_the_nodes(html in crate::properties::markup(), moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 0..6)) {
        let mut page = parse_html(&html, "about:blank");
        let mut registry = Registry::new(RefPolicy::Stable);
        let before = show(&page, &mut registry);
        for (what, into, remove) in moves {
            let all = page.select_everywhere(&Selector::parse("body *").unwrap()).unwrap();
            if all.is_empty() {
                break;
            }
            let (what, into) = (all[what.index(all.len())], all[into.index(all.len())]);
            let around = std::iter::successors(Some(into), |&n| page.parent(n)).any(|n| n == what);
            if around {
                continue;
            }
            page.detach(what);
            if !remove {
                page.append(into, what);
            }
        }
        let after = show(&page, &mut registry);
        let said = delta(&before, &after);
        prop_assert_eq!(applied(&before, &after, &said), readings(after.items.iter()));
    }
}
