//! Warm commands on pages of all sizes, the tools in turn so that whatever else the machine does falls on all of them.

use crate::options::Options;
use surefoot_bench::tools::Tool;

use crate::table::{Goals, Series};

/// A page that is opened, and how the table calls it.
pub(crate) struct Page {
    pub(crate) label: String,
    pub(crate) url: String,
    /// The elements it was made of; none for real pages, where nothing is acted on either.
    pub(crate) size: Option<usize>,
}

/// A command as it is measured.
const SNAPSHOTS: &[&[&str]] = &[&["snapshot"], &["snapshot", "-i"]];

/// How much faster the first tool must be than the second, by elements and the first word of the command.
const GOALS: &[(usize, &str, f64)] = &[
    (600, "snapshot", 8.0),
    (5_000, "snapshot", 10.0),
    (600, "click", 2.0),
];

/// Measures all commands on one page and prints a row for each.
pub(crate) fn measure(
    tools: &[Tool],
    page: &Page,
    options: &Options,
    goals: &mut Goals,
) -> Result<(), String> {
    for tool in tools {
        tool.run(&["open", &page.url])?;
    }
    for words in SNAPSHOTS {
        row(tools, page, options, goals, |_, _| {
            Ok(words.iter().map(|word| (*word).to_owned()).collect())
        })?;
    }
    if page.size.is_none() {
        return Ok(());
    }
    let refs = references(tools)?;
    let of = |at: usize| refs.get(at).cloned().unwrap_or_default();
    row(tools, page, options, goals, |at, _| {
        Ok(vec!["click".to_owned(), of(at).0])
    })?;
    row(tools, page, options, goals, |at, run| {
        Ok(vec!["fill".to_owned(), of(at).1, format!("text {run}")])
    })?;
    row(tools, page, options, goals, |_, _| {
        Ok(vec!["get".to_owned(), "title".to_owned()])
    })?;
    arrived(tools, options)
}

/// What is clicked and what is filled, by tool.
fn references(tools: &[Tool]) -> Result<Vec<(String, String)>, String> {
    let of = |tool: &Tool| {
        let snapshot = tool.run(&["snapshot", "-i"])?.printed;
        Ok((
            tool.reference(&snapshot, "button \"Hit\"")?,
            tool.reference(&snapshot, "textbox \"Field\"")?,
        ))
    };
    tools.iter().map(of).collect()
}

/// The page counts clicks: no tool may have said that it clicked when it did not.
fn arrived(tools: &[Tool], options: &Options) -> Result<(), String> {
    for tool in tools {
        let count = tool.run(&["get", "text", "#count"])?.printed;
        let wanted = options.runs + WARM;
        if count.trim() != wanted.to_string() {
            eprintln!(
                "{} clicked {wanted} times, of which {} arrived",
                tool.kind.name,
                count.trim()
            );
        }
    }
    Ok(())
}

/// Runs that are not counted.
const WARM: usize = 3;

fn row(
    tools: &[Tool],
    page: &Page,
    options: &Options,
    goals: &mut Goals,
    words: impl Fn(usize, usize) -> Result<Vec<String>, String>,
) -> Result<(), String> {
    let mut results = vec![Series::default(); tools.len()];
    let mut shown = String::new();
    for run in 0..options.runs + WARM {
        for (at, (tool, series)) in tools.iter().zip(&mut results).enumerate() {
            let words = words(at, run)?;
            let borrowed: Vec<&str> = words.iter().map(String::as_str).collect();
            let processes = tool.processes();
            let before = processes.cpu_ms();
            let ran = tool.run(&borrowed)?;
            if run >= WARM {
                series.add(ran.took, processes.cpu_ms() - before);
                series.bytes = ran.printed.len();
            }
            // Without what differs from tool to tool.
            shown = words
                .iter()
                .filter(|word| !word.starts_with('@') && !word.starts_with("text "))
                .filter(|word| word.parse::<u64>().is_err())
                .cloned()
                .collect::<Vec<_>>()
                .join(" ");
        }
    }
    print_row(tools, page, &shown, &results);
    if let [ours, theirs] = results.as_slice() {
        judge(page, &shown, ours, theirs, goals);
    }
    Ok(())
}

fn print_row(tools: &[Tool], page: &Page, shown: &str, results: &[Series]) {
    print!("{:<22} {shown:<13}", page.label);
    for (tool, series) in tools.iter().zip(results) {
        print!(
            " | {}: {:>8.1} {:>8.1} ms, cpu {:>7.1} ms, {:>8} B",
            tool.kind.name,
            series.shortest(),
            series.median(),
            series.cpu(),
            series.bytes
        );
    }
    if let [ours, theirs] = results {
        print!(
            " | {:>5.1} x faster, cpu {:>5.1} x",
            theirs.median() / ours.median(),
            theirs.cpu() / ours.cpu()
        );
    }
    println!();
}

fn judge(page: &Page, shown: &str, ours: &Series, theirs: &Series, goals: &mut Goals) {
    for &(size, command, goal) in GOALS {
        if page.size == Some(size) && shown.split(' ').next() == Some(command) {
            let what = format!("{shown} at {size}: times faster than agent-browser");
            goals.at_least(&what, theirs.median() / ours.median(), goal);
            if command == "snapshot" {
                let what = format!("{shown} at {size}: times less processor time");
                goals.at_least(&what, theirs.cpu() / ours.cpu(), goal);
            }
        }
    }
}
