//! Who acts on the wrong element: the pages of `crates/fixtures/mutations`, which change between what was seen and what
//! is done, played by surefoot, agent-browser and Playwright MCP on the same Chromium.
//!
//! ```text
//! cargo run -p surefoot-bench --bin wrong [-- --surefoot PATH] [--browser PATH] [--only TOOL] [--case NAME]
//! ```
//!
//! The page itself writes down which element got what; no tool judges itself. Prints a table, and each case that a tool
//! did not get right. Installs the others from npm, at the versions named here; where that fails it says why. Exits with
//! 1 when surefoot gets a case wrong.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that answers on the terminal"
)]

mod command;
mod table;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use surefoot_bench::tools::{Package, Playwright, npm};
use surefoot_fixtures::Server;
use surefoot_fixtures::mutations::{Case, Engine, Hand, Played, Verdict, all, play};

use command::Command;
use table::Table;

const USAGE: &str = "usage: wrong [--surefoot PATH] [--browser PATH] [--only surefoot|agent-browser|playwright-mcp] [--case NAME]";

/// The versions that are judged.
const AGENT_BROWSER: Package = Package {
    wanted: "agent-browser@0.41.2",
    file: "agent-browser/bin/agent-browser-{platform}",
};
const PLAYWRIGHT: Package = Package {
    wanted: "@playwright/mcp@0.0.83",
    file: "@playwright/mcp/cli.js",
};

/// Where the browser is looked for: the binaries themselves, not the scripts around them.
const BROWSERS: &[&str] = &[
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
];

#[derive(Default)]
struct Options {
    surefoot: Option<PathBuf>,
    browser: PathBuf,
    only: Option<String>,
    case: Option<String>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Options, String> {
        let browser = BROWSERS.iter().map(PathBuf::from).find(|p| p.exists());
        let mut options = Options {
            browser: browser.unwrap_or_default(),
            ..Options::default()
        };
        while let Some(option) = arguments.next() {
            let option = option.to_string_lossy().into_owned();
            let value = arguments
                .next()
                .ok_or_else(|| format!("{option} needs a value\n\nhint: {USAGE}"))?;
            let text = value.to_string_lossy().into_owned();
            match option.as_str() {
                "--surefoot" => options.surefoot = Some(PathBuf::from(value)),
                "--browser" => options.browser = PathBuf::from(value),
                "--only" => options.only = Some(text),
                "--case" => options.case = Some(text),
                _ => return Err(format!("there is no option {option}\n\nhint: {USAGE}")),
            }
        }
        if options.browser.exists() {
            Ok(options)
        } else {
            Err("no browser was found\n\nhint: --browser PATH names one".to_owned())
        }
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(is_right) => ExitCode::from(u8::from(!is_right)),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// A tool that is started anew as often as needed.
type Start = Box<dyn Fn(&Path) -> Result<Box<dyn Hand>, String>>;

fn run(options: &Options) -> Result<bool, String> {
    let server = Server::start().map_err(|_| "the server of the pages cannot be started")?;
    let mut cases = all()?;
    cases.retain(|case| case.engines.contains(&Engine::Chromium));
    cases.retain(|case| options.case.as_ref().is_none_or(|only| *only == case.name));
    let mut table = Table::new(cases.len());
    for (name, start) in tools(options)? {
        match judge(&cases, &start, options, &server) {
            Ok(results) => table.add(&name, &results, &cases),
            Err(why) => println!("{name} is not judged: {why}"),
        }
    }
    print!("{}", table.text());
    Ok(table.is_ours_right())
}

/// The tools that are there, ours first.
fn tools(options: &Options) -> Result<Vec<(String, Start)>, String> {
    let wants = |name: &str| options.only.as_deref().is_none_or(|only| only == name);
    let mut tools: Vec<(String, Start)> = Vec::new();
    if wants("surefoot") {
        let program = match &options.surefoot {
            Some(path) => path.clone(),
            None => surefoot_bench::build::surefoot()?,
        };
        let start: Start =
            Box::new(move |browser| Ok(Box::new(Command::surefoot(program.clone(), browser)?)));
        tools.push((table::OURS.to_owned(), start));
    }
    if wants("agent-browser") {
        match npm(AGENT_BROWSER) {
            Ok(program) => tools.push((
                AGENT_BROWSER.wanted.replace('@', " "),
                Box::new(move |browser| {
                    Ok(Box::new(Command::agent_browser(program.clone(), browser)?))
                }),
            )),
            Err(why) => println!("agent-browser is not judged: {why}"),
        }
    }
    if wants("playwright-mcp") {
        match npm(PLAYWRIGHT) {
            Ok(program) => tools.push((
                "Playwright MCP 0.0.83".to_owned(),
                Box::new(move |browser| Ok(Box::new(Playwright::start(&program, browser)?))),
            )),
            Err(why) => println!("Playwright MCP is not judged: {why}"),
        }
    }
    Ok(tools)
}

/// Has a tool play all cases. A case that it cannot be brought to the end of leaves why.
fn judge(
    cases: &[Case],
    start: &Start,
    options: &Options,
    server: &Server,
) -> Result<Vec<Result<Played, String>>, String> {
    let mut hand: Option<Box<dyn Hand>> = None;
    let mut results = Vec::new();
    for case in cases {
        let mut now = match hand.take() {
            Some(hand) => hand,
            None => start(&options.browser)?,
        };
        let result = play(case, now.as_mut(), server);
        // What a case leaves behind, as a page that is still on its way, is not the next one's matter.
        let is_clean = result.as_ref().is_ok_and(|r| r.verdict == Verdict::Right);
        if is_clean && !case.spoils() {
            hand = Some(now);
        }
        results.push(result);
    }
    Ok(results)
}
