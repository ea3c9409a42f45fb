//! Whether the cost grows no faster than the page: ordinary pages up to 50 MB and 1,000,000 nodes, and shapes of page
//! that would make a careless algorithm quadratic, at a quarter of their size and in full.
//!
//! A table, not criterion: what counts is the time per node of one size against that of another. Each time is the
//! shortest of a few runs. Arguments choose rows: those whose name holds one of them.

#![expect(clippy::print_stdout, reason = "a benchmark's answer is its table")]

use std::time::{Duration, Instant};

use surefoot_aria::Semantics;
use surefoot_bench::stages::{all_names, everything, numbered, parsed, rendered};
use surefoot_bench::synthetic::{SHAPES, many_nodes, ordinary};
use surefoot_snapshot::outline;
use surefoot_view::Format;

/// A row is marked when a node of the large page costs more than so many times what it costs in the small one. Caches
/// explain a factor of two; a quadratic algorithm would show a factor of four or of fifty.
const MARK: f64 = 2.5;

fn main() {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let wanted =
        |label: &str| chosen.is_empty() || chosen.iter().any(|c| label.contains(c.as_str()));
    sizes(wanted);
    shapes(wanted);
    goals(wanted);
}

/// The times of one page, in the order of [`STAGES`].
type Times = [Duration; STAGES.len()];

const STAGES: [&str; 6] = ["parse", "roles", "names", "outline", "compact", "all"];

fn measured(html: &str) -> (usize, Times) {
    let runs = if html.len() > 5_000_000 { 3 } else { 7 };
    let mut best = [Duration::MAX; STAGES.len()];
    let mut nodes = 0;
    for _ in 0..runs {
        let (page, parse) = timed(|| parsed(html));
        nodes = page.len();
        let (semantics, roles) = timed(|| Semantics::new(&page));
        let (_, names) = timed(|| all_names(&semantics));
        drop(semantics);
        let semantics = Semantics::new(&page);
        let (snapshot, outline) = timed(|| numbered(outline(&semantics)));
        let (_, compact) = timed(|| rendered(Format::Compact, &snapshot));
        drop(snapshot);
        drop(semantics);
        drop(page);
        let bytes = html.as_bytes().to_vec();
        let (_, all) = timed(|| everything(bytes));
        for (best, now) in best
            .iter_mut()
            .zip([parse, roles, names, outline, compact, all])
        {
            *best = now.min(*best);
        }
    }
    (nodes, best)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn per_node(time: Duration, nodes: usize) -> f64 {
    time.as_secs_f64() * 1e9 / nodes as f64
}

fn sizes(wanted: impl Fn(&str) -> bool) {
    let inputs = [
        ("1 MB", ordinary(1_000_000)),
        ("5 MB", ordinary(5_000_000)),
        ("10 MB", ordinary(10_000_000)),
        ("50 MB", ordinary(50_000_000)),
        ("100,000 nodes", many_nodes(100_000)),
        ("1,000,000 nodes", many_nodes(1_000_000)),
    ];
    println!("nanoseconds per node, by the size of the page\n");
    print!("{:<16} {:>9}", "page", "nodes");
    for stage in STAGES {
        print!(" {stage:>8}");
    }
    println!(" {:>9}", "all, ms");
    for (label, html) in inputs.iter().filter(|(label, _)| wanted(label)) {
        let (nodes, times) = measured(html);
        print!("{label:<16} {nodes:>9}");
        for time in times {
            print!(" {:>8.1}", per_node(time, nodes));
        }
        println!(" {:>9.1}", times[STAGES.len() - 1].as_secs_f64() * 1e3);
    }
}

fn shapes(wanted: impl Fn(&str) -> bool) {
    println!(
        "\nnanoseconds per unit, at a quarter of the size and in full; `!`: {MARK} times and more\n"
    );
    println!(
        "{:<38} {:>9} {:>9} {:>9} {:>9} {:>6}",
        "many", "count", "quarter", "full", "full, ms", "ratio"
    );
    for shape in SHAPES.iter().filter(|shape| wanted(shape.label)) {
        let (_, quarter) = measured(&(shape.make)(shape.count / 4));
        let (_, full) = measured(&(shape.make)(shape.count));
        let all = STAGES.len() - 1;
        let quarter_ns = per_node(quarter[all], shape.count / 4);
        let full_ns = per_node(full[all], shape.count);
        let ratio = full_ns / quarter_ns;
        println!(
            "{:<38} {:>9} {quarter_ns:>9.0} {full_ns:>9.0} {:>9.1} {ratio:>6.2}{}",
            shape.label,
            shape.count,
            full[all].as_secs_f64() * 1e3,
            mark(ratio, &quarter, &full),
        );
    }
}

/// For a row that stands out: a mark, and the stage that grew most.
fn mark(ratio: f64, quarter: &Times, full: &Times) -> String {
    if ratio < MARK {
        return String::new();
    }
    let growth = |i: usize| full[i].as_secs_f64() - 4.0 * quarter[i].as_secs_f64();
    let stage = (0..STAGES.len() - 1).max_by(|&a, &b| growth(a).total_cmp(&growth(b)));
    format!(" ! {}", stage.map_or("", |i| STAGES[i]))
}

/// What the numbers of the design are about.
fn goals(wanted: impl Fn(&str) -> bool) {
    let row = "<tr><td><a href=/x>Link text</a><td><button aria-label=Del>x</button>\
               <td><label>Q <input></label> <img alt=pic> <span>words</span>";
    let table = format!("<table>{}</table>", row.repeat(500));
    let fields = SHAPES
        .iter()
        .find(|shape| shape.label == "inputs with a label each")
        .map_or_else(String::new, |shape| (shape.make)(20_000));
    println!();
    if wanted("names of 5,000 elements") {
        names(&table, "5,000 in 5 ms");
    }
    if wanted("names of 20,000 labelled inputs") {
        names(&fields, "20,000 inputs and their labels in 60 ms");
    }
    if wanted("text of 10,000 elements") {
        texts(&row.repeat(1_450));
    }
}

fn names(html: &str, goal: &str) {
    let page = parsed(html);
    let elements = page.ids().filter(|&node| page.is_element(node)).count();
    let (_, times) = measured(html);
    let both = times[1] + times[2];
    println!(
        "roles and names of {elements} elements: {:.2} ms (goal: {goal})",
        both.as_secs_f64() * 1e3
    );
}

/// The time that each format takes to be written.
fn texts(rows: &str) {
    let page = parsed(&format!("<table>{rows}</table>"));
    let snapshot = numbered(outline(&Semantics::new(&page)));
    for &format in Format::ALL {
        let best = (0..9)
            .map(|_| timed(|| rendered(format, &snapshot)).1)
            .min()
            .unwrap_or_default();
        println!(
            "{} elements as {format}: {:.2} ms (goal: 10,000 in 10 ms)",
            snapshot.items.len(),
            best.as_secs_f64() * 1e3
        );
    }
}
