//! Targets: `tests/targets/NAME.html` is a page, `NAME.in` has a line for each target, after what it is needed for, and
//! `NAME.txt` says what each names. `UPDATE_EXPECT=1 cargo test -p surefoot-locate` writes those anew.

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_locate::{Matches, Miss, Purpose, Target, choose, find, nth, plain};
use surefoot_native::dom::parse_html;
use surefoot_page::{NodeId, Page, Selector};
use surefoot_snapshot::{Item, Snapshot, outline};

/// A page with its outline.
pub(crate) struct Shown {
    page: Page,
    outline: Snapshot,
}

impl Shown {
    pub(crate) fn new(html: &str) -> Shown {
        let page = parse_html(html, "https://example.com/");
        let outline = outline(&Semantics::new(&page));
        Shown { page, outline }
    }

    fn css(&self, text: &str) -> Result<Matches, String> {
        let selector = Selector::parse(text).map_err(|e| e.to_string())?;
        let found = self.page.select_everywhere(&selector);
        Ok(Matches::equal(found.map_err(|e| e.to_string())?))
    }

    /// What a target matches, as a session finds it.
    fn matches(&self, target: &Target, purpose: Purpose) -> Result<Matches, String> {
        let Shown { page, outline } = self;
        match target {
            Target::Css(css) => self.css(css),
            Target::Locator(locator) => Ok(find(locator, purpose, page, outline)),
            Target::Words(text) => {
                if let Some(node) = plain::by_slug(target, page, outline) {
                    return Ok(Matches::equal(vec![node]));
                }
                if plain::is_written_as_css(text, page)
                    && let Ok(matches) = self.css(text)
                    && !matches.is_empty()
                {
                    return Ok(matches);
                }
                let matches = plain::by_words(text, purpose, page, outline);
                if !matches.is_empty() {
                    return Ok(matches);
                }
                match self.css(text) {
                    Err(_) if !plain::looks_like_css(text) => Ok(matches),
                    answer => answer,
                }
            }
            other => Err(format!("{other:?}")),
        }
    }

    /// The only element that a target names.
    pub(crate) fn one(&self, text: &str, purpose: Purpose) -> Result<NodeId, String> {
        let Shown { page, outline } = self;
        let target = Target::parse(text).map_err(|error| error.to_string())?;
        if let Target::Nth(of, number) = &target {
            let matches = self.matches(of, purpose)?;
            return nth(&matches, *number).ok_or_else(|| format!("{} match", matches.all.len()));
        }
        let matches = self.matches(&target, purpose)?;
        choose(&matches, page, outline).map_err(|miss| {
            let near = match (&miss, &target) {
                (Miss::NotFound { .. }, Target::Words(text)) => {
                    plain::nothing_like(text, purpose, page, outline)
                }
                _ => miss.clone(),
            };
            self.missed(&near)
        })
    }

    fn missed(&self, miss: &Miss) -> String {
        let (what, candidates) = match miss {
            Miss::NotFound { candidates } => ("nothing".to_owned(), candidates.as_slice()),
            Miss::Ambiguous { count, candidates } => {
                (format!("{count} match"), candidates.as_slice())
            }
            Miss::TooMany { count } => (format!("{count} match, too many"), &[][..]),
            other => (format!("{other:?}"), &[][..]),
        };
        let near: Vec<String> = candidates
            .iter()
            .map(|&at| Self::item(&self.outline.items[at]))
            .collect();
        if near.is_empty() {
            what
        } else {
            format!("{what}: {}", near.join(", "))
        }
    }

    fn item(item: &Item) -> String {
        let context = item.context.as_ref().map_or("", |context| context.name());
        let place = if context.is_empty() {
            String::new()
        } else {
            format!(" in {context:?}")
        };
        format!("{} {:?}{place}", item.role_name(), item.label())
    }

    fn said(&self, node: NodeId) -> String {
        let marker = self.page.lookup("x");
        let mark = marker.and_then(|name| self.page.attr(node, name));
        let mark = mark.map_or(String::new(), |mark| format!("{mark}: "));
        match self.outline.items.iter().find(|item| item.node == node) {
            Some(item) => format!("{mark}{}", Self::item(item)),
            None => format!("{mark}<{}>", self.page.name_str(self.page.tag(node))),
        }
    }
}

fn purpose(word: &str) -> Purpose {
    match word {
        "read" => Purpose::Read,
        "fill" => Purpose::Fill,
        "check" => Purpose::Check,
        "select" => Purpose::Select,
        "use" => Purpose::Use,
        other => panic!("{other} is no purpose"),
    }
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/targets");
    let bless = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "in") {
            continue;
        }
        let shown = Shown::new(&std::fs::read_to_string(path.with_extension("html")).unwrap());
        let mut out = String::new();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            count += 1;
            let (word, target) = line.split_once(' ').unwrap();
            let said = match shown.one(target, purpose(word)) {
                Ok(node) => format!("-> {}", shown.said(node)),
                Err(miss) => format!("!  {miss}"),
            };
            let _ = writeln!(out, "{line}\n  {said}");
        }
        let expected = path.with_extension("txt");
        if bless {
            std::fs::write(expected, out).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != out {
            let _ = writeln!(wrong, "{}:\n{out}", path.display());
        }
    }
    assert!(count > 150, "the cases are there");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Labels that are easily taken for something else.
fn label() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z ]{1,12}",
        "\\PC{1,12}",
        prop::sample::select(vec![
            "the Save button",
            "Delete in Bob",
            "button",
            "in",
            "a b",
            "5",
            "@e5",
            "#x",
            "a > b",
            "text=x",
            "Save",
            "SAVE",
            "save!",
            "Don't",
            "\"x\"",
            "»",
            "C++",
            "Sign in",
            "the",
            "row",
            "*",
            "//a",
            "x >> nth=0",
        ])
        .prop_map(str::to_owned),
    ]
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_written_has_an_answer(text in "\\PC{0,40}", labels in prop::collection::vec(label(), 0..6)) {
        let html: String = labels.iter().flat_map(|l| ["<p>".to_owned(), escaped(l), "<button>".to_owned(), escaped(l), "</button>".to_owned()]).collect();
        let shown = Shown::new(&html);
        for purpose in [Purpose::Read, Purpose::Use, Purpose::Fill, Purpose::Check] {
            let _ = shown.one(&text, purpose);
        }
        if let Some(label) = labels.first() {
            let _ = shown.one(&format!("{text}{label}"), Purpose::Use);
        }
    }

    /// What is called so and nothing else is found by `text="…"`, and by the label itself unless that is a ref, has a
    /// prefix, or is CSS for something on the page.
    #[test]
    fn a_label_that_only_one_has_names_it(labels in prop::collection::vec(label(), 1..8)) {
        let html: String = labels
            .iter()
            .enumerate()
            .map(|(at, l)| format!("<button id=n{at}-{at}>{}</button>", escaped(l)))
            .collect::<Vec<_>>()
            .concat();
        let shown = Shown::new(&html);
        let buttons: Vec<&Item> = shown.outline.items.iter().filter(|i| i.role_name() == "button").collect();
        for item in &buttons {
            let label = item.label();
            let alone = buttons.iter().filter(|other| other.label() == label).count() == 1;
            if label.is_empty() || !alone || label.trim() != label {
                continue;
            }
            let css = Selector::parse(label)
                .ok()
                .and_then(|s| shown.page.select_everywhere(&s).ok())
                .is_some_and(|found| !found.is_empty());
            let quoted = label.starts_with(['"', '\'', '\u{201c}']);
            if matches!(Target::parse(label), Ok(Target::Words(_))) && !css && !quoted {
                prop_assert_eq!(shown.one(label, Purpose::Use), Ok(item.node), "{}", label);
            }
        }
    }

    #[test]
    fn a_ref_is_never_a_phrase(number in 1u32.., spelling in 0usize..6) {
        let text = [
            format!("{number}"), format!("e{number}"), format!("@e{number}"), format!("ref=e{number}"),
            format!("[{number}]"), format!("@{number}"),
        ][spelling].clone();
        prop_assert_eq!(Target::parse(&text), Ok(Target::Ref(number)));
    }
}
