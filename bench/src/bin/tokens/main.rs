//! How many tokens a page costs: surefoot beside agent-browser, Playwright's ARIA snapshot and the raw HTML, on the same
//! saved pages in the same Chromium, counted with the same tokenizer (o200k).
//!
//! ```text
//! cargo run --release -p surefoot-bench --bin tokens [-- --surefoot PATH] [--browser PATH] [--pages N]
//! ```
//!
//! Nothing is folded: surefoot shows all of each page (`--budget none`), and the numbers of elements that can be acted on
//! are printed beside those of agent-browser. Each page has a session of its own, so that refs are short. Then each page is shown in 500 tokens. Exits with 1 when a goal is missed.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that answers on the terminal"
)]

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;
use surefoot_bench::tools::{AGENT_BROWSER, Package, Playwright, SUREFOOT, Tool, npm};
use surefoot_fixtures::Server;
use surefoot_view::tokens;

const USAGE: &str = "usage: tokens [--surefoot PATH] [--browser PATH] [--pages N]";

/// The versions that are measured.
const PEER: Package = Package {
    wanted: "agent-browser@0.41.2",
    file: "agent-browser/bin/agent-browser-{platform}",
};
const PLAYWRIGHT: Package = Package {
    wanted: "@playwright/mcp@0.0.83",
    file: "@playwright/mcp/cli.js",
};

/// The goals: the median of surefoot's tokens as a part of agent-browser's, with and without `-i`.
const FULL: f64 = 0.55;
const INTERACTIVE: f64 = 0.60;
/// What a page has to fit into at least.
const SMALL: usize = 500;

/// Smaller pages say little: bytes of HTML.
const LEAST: usize = 15_000;

struct Options {
    surefoot: Option<PathBuf>,
    browser: PathBuf,
    pages: usize,
}

/// What one page costs.
struct Row {
    page: String,
    html: usize,
    ours: Shown,
    theirs: Shown,
    playwright: Option<usize>,
    small: usize,
}

/// A page as a tool shows it.
struct Shown {
    /// Tokens of all, and of what can be acted on.
    full: usize,
    interactive: usize,
    /// How many elements `-i` lists.
    elements: usize,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        surefoot: None,
        browser: PathBuf::from("/usr/lib/chromium/chromium-headless-shell"),
        pages: 40,
    };
    let mut arguments = std::env::args_os().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        match option.to_str() {
            Some("--surefoot") => options.surefoot = Some(PathBuf::from(value)),
            Some("--browser") => options.browser = PathBuf::from(value),
            Some("--pages") => {
                let number = value.to_str().and_then(|value| value.parse().ok());
                options.pages = number.ok_or(USAGE)?;
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<bool, String> {
    let surefoot = match &options.surefoot {
        Some(path) => path.clone(),
        None => surefoot_bench::build::surefoot()?,
    };
    let server = Server::start().map_err(|_| "the server of the pages cannot be started")?;
    let ours = Tool::new(&SUREFOOT, surefoot, options.browser.clone())?;
    let theirs = Tool::new(&AGENT_BROWSER, npm(PEER)?, options.browser.clone())?;
    let mut playwright = npm(PLAYWRIGHT)
        .and_then(|program| Playwright::start(&program, &options.browser))
        .inspect_err(|why| println!("Playwright is not measured: {why}"))
        .ok();
    let mut rows = Vec::new();
    println!("{}", Row::HEAD);
    for (name, bytes) in pages(options.pages)? {
        let url = server.page(&format!("/corpus/{name}?alone"));
        let row = measure(&name, &bytes, &url, &ours, &theirs, playwright.as_mut());
        match row {
            Ok(row) => {
                println!("{}", row.line());
                rows.push(row);
            }
            Err(why) => println!("{name} is left out: {}", why.trim()),
        }
    }
    Ok(summary(&rows))
}

/// Whether a line is of something that can be acted on: one with a ref, whose role is not one for content.
fn is_control(line: &str) -> bool {
    let line = line.trim_start();
    let (has_ref, rest) = match line.strip_prefix("- ") {
        Some(rest) => (rest.contains("ref=e"), rest),
        None => (
            line.starts_with(|c: char| c.is_ascii_digit()),
            line.split_once(": ").map_or(line, |(_, rest)| rest),
        ),
    };
    let role = rest.split([' ', ':']).next().unwrap_or_default();
    has_ref && !CONTENT.contains(&role)
}

/// Roles of content, which the `-i` of agent-browser lists if it has a name, and of frames, which it always lists.
const CONTENT: &[&str] = &[
    "heading",
    "cell",
    "gridcell",
    "columnheader",
    "rowheader",
    "listitem",
    "article",
    "region",
    "main",
    "navigation",
    "banner",
    "complementary",
    "contentinfo",
    "form",
    "search",
    "image",
    "img",
    "paragraph",
    "text",
    "list",
    "table",
    "row",
    "generic",
    "figure",
    "strong",
    "code",
    "term",
    "definition",
    "group",
    "Iframe",
];

/// Pages from everywhere in the corpus, evenly.
fn pages(wanted: usize) -> Result<Vec<(String, Vec<u8>)>, String> {
    let all = surefoot_corpus::pages().map_err(|missing| missing.to_string())?;
    let large: Vec<(String, Vec<u8>)> = all
        .into_iter()
        .filter_map(|page| Some((page.name.clone(), page.bytes().ok()?)))
        .filter(|(_, bytes)| bytes.len() >= LEAST)
        .collect();
    let step = (large.len() / wanted.max(1)).max(1);
    Ok(large.into_iter().step_by(step).take(wanted).collect())
}

fn measure(
    name: &str,
    bytes: &[u8],
    url: &str,
    ours: &Tool,
    theirs: &Tool,
    playwright: Option<&mut Playwright>,
) -> Result<Row, String> {
    ours.run(&["open", url])?;
    theirs.run(&["open", url])?;
    let whole = ["--budget", "none"];
    let shown = |tool: &Tool, more: &[&str]| -> Result<Shown, String> {
        let full = tool.run(&[&["snapshot"], more].concat())?.printed;
        let interactive = tool.run(&[&["snapshot", "-i"], more].concat())?.printed;
        Ok(Shown {
            full: tokens::count(&full),
            interactive: tokens::count(&interactive),
            elements: interactive.lines().filter(|line| is_control(line)).count(),
        })
    };
    let small = SMALL.to_string();
    let small = ours.run(&["snapshot", "--budget", &small])?.printed;
    let playwright = playwright.and_then(|playwright| {
        playwright
            .call("browser_navigate", &json!({"url": url}))
            .ok()?;
        let text = playwright.call("browser_snapshot", &json!({})).ok()?;
        Some(tokens::count(&text))
    });
    // Refs begin anew on the next page, as they do with the other.
    let row = Row {
        page: name.to_owned(),
        html: tokens::count(&String::from_utf8_lossy(bytes)),
        ours: shown(ours, &whole)?,
        theirs: shown(theirs, &[])?,
        playwright,
        small: tokens::count(&small),
    };
    ours.run(&["close"])?;
    Ok(row)
}

impl Row {
    const HEAD: &str = "| page | HTML | Playwright | agent-browser | surefoot | | agent-browser -i | surefoot -i | | elements of both | in 500 |\n|---|---|---|---|---|---|---|---|---|---|---|";

    fn full(&self) -> f64 {
        ratio(self.ours.full, self.theirs.full)
    }

    fn interactive(&self) -> f64 {
        ratio(self.ours.interactive, self.theirs.interactive)
    }

    fn line(&self) -> String {
        let name: String = self.page.chars().take(44).collect();
        let playwright = self
            .playwright
            .map_or_else(|| "-".to_owned(), |n| n.to_string());
        format!(
            "| {name} | {} | {playwright} | {} | {} | {:.2} | {} | {} | {:.2} | {} {} | {} |",
            self.html,
            self.theirs.full,
            self.ours.full,
            self.full(),
            self.theirs.interactive,
            self.ours.interactive,
            self.interactive(),
            self.theirs.elements,
            self.ours.elements,
            self.small,
        )
    }
}

fn ratio(ours: usize, theirs: usize) -> f64 {
    ours as f64 / theirs.max(1) as f64
}

/// Prints the medians; whether the goals are reached.
fn summary(rows: &[Row]) -> bool {
    let median = |of: fn(&Row) -> f64| {
        let mut all: Vec<f64> = rows.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let (full, interactive) = (median(Row::full), median(Row::interactive));
    let fewer = rows
        .iter()
        .filter(|row| row.ours.elements < row.theirs.elements);
    let fewer: Vec<&str> = fewer.map(|row| row.page.as_str()).collect();
    let too_large = rows.iter().filter(|row| row.small > SMALL).count();
    println!(
        "\n{} pages\nmedian of surefoot / agent-browser: {full:.2} (goal {FULL}), with -i {interactive:.2} (goal {INTERACTIVE})",
        rows.len()
    );
    println!(
        "fewer elements than agent-browser: {} pages {fewer:?}",
        fewer.len()
    );
    println!("more than {SMALL} tokens with --budget {SMALL}: {too_large} pages");
    full <= FULL && interactive <= INTERACTIVE && too_large == 0
}
