//! A page that does not fit is folded, and nothing of it is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::num::NonZeroU32;

use proptest::prelude::*;
use surefoot_engine::ErrorKind;
use surefoot_page::NodeKey;
use surefoot_session::{
    Answer, Command, Session, Settings, Shared, SnapshotAnswer, SnapshotRequest,
};
use surefoot_snapshot::Item;
use surefoot_view::{Format, Meta, PageView, parse, render, render_parsed, tokens};

use crate::{click, run};

/// Something on a page.
#[derive(Clone, Debug)]
enum Part {
    Text(usize),
    Link(usize),
    Button,
    Field,
    Choices(usize),
    List(usize),
    Table(usize, usize),
    Section(Vec<Part>),
    Row(Vec<Part>),
    Message,
}

fn part() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        (1..400usize).prop_map(Part::Text),
        (1..6usize).prop_map(Part::Link),
        Just(Part::Button),
        Just(Part::Field),
        (1..60usize).prop_map(Part::Choices),
        (1..40usize).prop_map(Part::List),
        (1..20usize, 1..5usize).prop_map(|(rows, cells)| Part::Table(rows, cells)),
        Just(Part::Message),
    ];
    leaf.prop_recursive(4, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..8).prop_map(Part::Section),
            prop::collection::vec(inner, 1..8).prop_map(Part::Row),
        ]
    })
}

/// Writes the markup of a part; each text is another one.
fn write(out: &mut String, part: &Part, next: &mut usize) {
    *next += 1;
    let n = *next;
    let words = |count: usize| {
        (0..count).fold(format!("w{n}"), |mut text, word| {
            let _ = write!(text, " word{}", word % 97);
            text
        })
    };
    let _ = match part {
        Part::Text(count) => write!(out, "<p>{}</p>", words(*count)),
        Part::Link(count) => write!(out, "<a href='/{n}'>{}</a> ", words(*count)),
        Part::Button => write!(out, "<button>Do {n}</button>"),
        Part::Field => write!(out, "<label>Field {n} <input value='{n}'></label>"),
        Part::Message => write!(out, "<div role=alert>Message {n}</div>"),
        Part::Choices(count) => {
            let options: String = (0..*count)
                .map(|o| format!("<option>{n} {o}"))
                .collect::<Vec<_>>()
                .concat();
            write!(out, "<select aria-label='{n}'>{options}</select>")
        }
        Part::List(count) => {
            let items: String = (0..*count)
                .map(|i| format!("<li>{n} <a href=x>{i}</a>"))
                .collect::<Vec<_>>()
                .concat();
            write!(out, "<ul>{items}</ul>")
        }
        Part::Table(rows, cells) => {
            let row: String = (0..*cells)
                .map(|cell| format!("<td>{n} {cell}<td>x"))
                .collect::<Vec<_>>()
                .concat();
            write!(out, "<table>{}</table>", format!("<tr>{row}").repeat(*rows))
        }
        Part::Section(parts) | Part::Row(parts) => {
            let (open, close) = match part {
                Part::Section(_) => (
                    format!("<section aria-label='S{n}'><h2>{n}</h2>"),
                    "</section>",
                ),
                _ => ("<ul><li>".to_owned(), "</li></ul>"),
            };
            out.push_str(&open);
            for part in parts {
                write(out, part, next);
            }
            write!(out, "{close}")
        }
    };
}

async fn open(html: &str) -> Session {
    let mut session = Session::new("test", Settings::default(), &Shared::new().unwrap())
        .await
        .unwrap();
    let source = Command::OpenSource {
        bytes: html.as_bytes().to_vec(),
        url: "https://example.com/".to_owned(),
    };
    run(&mut session, source).await.unwrap();
    session
}

async fn snapshot(session: &mut Session, request: SnapshotRequest) -> SnapshotAnswer {
    match run(session, Command::Snapshot(request)).await.unwrap() {
        Answer::Snapshot(answer) => answer,
        other => panic!("no snapshot: {other:?}"),
    }
}

fn text(answer: &SnapshotAnswer) -> String {
    let meta = Meta {
        timestamp: answer.timestamp,
        engine: answer.engine,
        generation: answer.generation,
        notes: Vec::new(),
    };
    render(answer.format, &answer.snapshot, &meta)
}

/// What of each item was shown: parts of its text, from one scalar value to another; and whether the item itself was.
type Seen = BTreeMap<NodeKey, BTreeSet<(u32, u32)>>;

fn see(seen: &mut Seen, item: &Item) {
    let cut = item.cut.map_or((0, u32::MAX), |cut| (cut.from, cut.to));
    seen.entry(item.key).or_default().insert(cut);
}

/// Whether the parts are all of a text.
fn is_whole(parts: &BTreeSet<(u32, u32)>, len: u32) -> bool {
    let mut end = 0;
    for &(from, to) in parts {
        if from > end {
            return false;
        }
        end = end.max(to);
    }
    end >= len
}

/// All that a snapshot and what it expands to show, and their texts. No text of them is longer than the budget.
async fn all_of(session: &mut Session, request: &SnapshotRequest) -> (Seen, String) {
    let budget = request.budget.unwrap().get() as usize;
    let mut seen = Seen::new();
    let first = snapshot(session, request.clone()).await;
    let first_text = text(&first);
    assert!(tokens::count(&first_text) <= budget, "{first_text}");
    let parsed = parse(request.format, &first_text).unwrap();
    assert_eq!(render_parsed(request.format, &parsed), first_text);
    let mut texts = first_text;
    let mut wanted = Vec::new();
    for item in &first.snapshot.items {
        if item.fold.is_none() {
            see(&mut seen, item);
        }
        if item.fold.is_some() || item.cut.is_some() {
            // What has no ref in this format is asked for with what it is in.
            let mut at = Some(item);
            while let Some(item) = at
                && item.reference.is_none()
            {
                at = item
                    .parent
                    .map(|parent| &first.snapshot.items[parent as usize]);
            }
            wanted.push(at.and_then(|item| item.reference));
        }
    }
    for reference in wanted {
        for page in 1.. {
            let request = SnapshotRequest {
                expand: reference.map(|reference| reference.to_string()),
                page: NonZeroU32::new(page),
                ..request.clone()
            };
            let shown = snapshot(session, request).await;
            let text = text(&shown);
            assert!(tokens::count(&text) <= budget, "{text}");
            texts.push_str(&text);
            let mut is_last = true;
            for item in &shown.snapshot.items {
                match &item.fold {
                    Some(_) => is_last = false,
                    None => see(&mut seen, item),
                }
            }
            if is_last {
                break;
            }
        }
    }
    (seen, texts)
}

/// What a page by sections says of what can be acted on.
fn controls(page: &PageView) -> Vec<&String> {
    let options = page
        .inputs
        .iter()
        .filter_map(|input| input.options.as_ref());
    let inputs = page.inputs.iter().map(|input| &input.id);
    let actions = page.actions.iter().map(|action| &action.id);
    let all = inputs.chain(actions).chain(&page.navigation);
    all.chain(options.flatten()).collect()
}

/// The formats that are read by models.
const TEXTS: &[Format] = &[
    Format::Compact,
    Format::Tree,
    Format::List,
    Format::Numbered,
    Format::Page,
    Format::PageJson,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn nothing_is_lost(parts in prop::collection::vec(part(), 1..14), budget in 120u32..900, format in 0..6usize) {
        let mut html = String::new();
        let mut next = 0;
        for part in &parts {
            write(&mut html, part, &mut next);
        }
        let format = TEXTS[format];
        let budget = budget + if format == Format::PageJson { 300 } else { 0 };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut session = open(&html).await;
            let request = SnapshotRequest {
                budget: NonZeroU32::new(budget),
                ..SnapshotRequest::new(format)
            };
            let (seen, texts) = all_of(&mut session, &request).await;
            let all = snapshot(&mut session, SnapshotRequest { budget: None, ..request }).await;
            for item in &all.snapshot.items {
                let len = item.longest().1.chars().count() as u32;
                let parts = seen.get(&item.key);
                assert!(parts.is_some_and(|parts| is_whole(parts, len)), "{item:?}\n{seen:?}");
            }
            if let Some(page) = parse(format, &text(&all)).unwrap().page {
                for said in controls(&page) {
                    assert!(texts.contains(said.as_str()), "{said} is not in\n{texts}");
                }
            }
        });
    }
}

#[tokio::test]
async fn a_fold_is_no_element() {
    let rows = "<li><button>Delete</button>".repeat(100);
    let mut session = open(&format!("<ul id=list>{rows}</ul>")).await;
    let request = SnapshotRequest {
        budget: NonZeroU32::new(200),
        ..SnapshotRequest::new(Format::Compact)
    };
    let shown = snapshot(&mut session, request.clone()).await;
    let fold = shown.snapshot.items.iter().find(|item| item.fold.is_some());
    let fold = fold.and_then(|item| item.reference).unwrap().to_string();
    let error = run(&mut session, click(&fold)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongKind);
    assert!(error.message().contains("stands for"), "{error}");
    assert!(error.hint().unwrap().contains(&format!("--expand {fold}")));
    // Shown again, it has the same number.
    let again = snapshot(&mut session, request.clone()).await;
    assert_eq!(text(&shown), text(&again));
    let beyond = SnapshotRequest {
        expand: Some(fold),
        page: NonZeroU32::new(99),
        ..request
    };
    let error = run(&mut session, Command::Snapshot(beyond))
        .await
        .unwrap_err();
    assert!(error.message().contains("no page 99"), "{error}");
}

#[tokio::test]
async fn what_matters_stays() {
    let filler: String = (0..400)
        .map(|n| format!("<p>Paragraph {n} with <a href=/{n}>a link</a> and more words.</p>"))
        .collect::<Vec<_>>()
        .concat();
    let html = format!(
        "<main><h1>Shop</h1>{filler}<form aria-label=Order><label>Name <input autofocus></label>\
         <button>Buy now</button></form><div role=alertdialog aria-modal=true aria-label=Sure><button>Yes</button>\
         </div></main><footer>{filler}</footer>"
    );
    let mut session = open(&html).await;
    for &format in TEXTS {
        let request = SnapshotRequest {
            budget: NonZeroU32::new(if format == Format::PageJson { 900 } else { 500 }),
            ..SnapshotRequest::new(format)
        };
        let text = text(&snapshot(&mut session, request).await);
        for wanted in ["Name", "Buy now", "Yes"] {
            assert!(text.contains(wanted), "{wanted} is not in\n{text}");
        }
    }
}
