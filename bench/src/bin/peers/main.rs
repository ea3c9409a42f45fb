//! surefoot beside agent-browser, both as their users call them, on the same Chromium and the same pages.
//!
//! ```text
//! cargo run --release -p surefoot-bench --bin peers [-- --surefoot PATH] [--browser PATH] [--runs N] [--sizes N,N…]
//!                                                   [--only surefoot|agent-browser] [--part inside|commands|memory|launch]
//! ```
//!
//! Installs agent-browser from npm below `~/.cache/surefoot/peers`; where that fails it says why and measures surefoot
//! alone. Each tool has a folder of its own and every process that was started is ended. Exits with 1 when a goal is
//! missed.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that answers on the terminal"
)]

mod commands;
mod inside;
mod install;
mod launch;
mod memory;
mod options;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use commands::Page;
use options::Options;
use surefoot_bench::tools::{AGENT_BROWSER, Kind, SUREFOOT, Tool};
use surefoot_fixtures::Server;
use table::Goals;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(goals) => {
            print!("\n{}", goals.text());
            ExitCode::from(u8::from(!goals.is_reached()))
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Real pages, by their names in the corpus.
const REAL: &[&str] = &[
    "admin-lte/pages/forms/general.html",
    "admin-lte/pages/tables/data.html",
    "npm-docs/docs/output/using-npm/config.html",
    "underscore/index.html",
    "vis/docs/timeline/index.html",
];

fn run(options: &Options) -> Result<Goals, String> {
    let programs = programs(options)?;
    let start = || {
        let tool = |(kind, program): &(&'static Kind, PathBuf)| {
            Tool::new(kind, program.clone(), options.browser.clone())
        };
        programs.iter().map(tool).collect::<Result<Vec<_>, _>>()
    };
    let server = Server::start().map_err(|_| "the server of the pages cannot be started")?;
    let mut goals = Goals::default();
    println!(
        "browser: {}; times: shortest, median of {} runs",
        options.browser.display(),
        options.runs
    );
    if options.has_part("inside") && options.has_tool(SUREFOOT.name) {
        inside::measure(
            &server,
            &options.sizes,
            options.runs,
            &options.browser,
            &mut goals,
        )?;
    }
    let tools = start()?;
    if options.has_part("commands") {
        for page in pages(&server, options) {
            commands::measure(&tools, &page, options, &mut goals)?;
        }
    }
    if options.has_part("memory") {
        memory::daemon(&tools, &server.page("/bench?n=20000"), &mut goals)?;
        memory::sessions(&tools, &server.page("/bench?n=600"), &mut goals)?;
    }
    drop(tools);
    if options.has_part("launch") {
        launch::measure(&server, options.runs, &options.browser, start, &mut goals)?;
    }
    Ok(goals)
}

/// The tools that are there, with their binaries; ours first.
fn programs(options: &Options) -> Result<Vec<(&'static Kind, PathBuf)>, String> {
    let mut programs = Vec::new();
    if options.has_tool(SUREFOOT.name) {
        let program = match &options.surefoot {
            Some(path) => path.clone(),
            None => surefoot_bench::build::surefoot()?,
        };
        programs.push((&SUREFOOT, program));
    }
    if options.has_tool(AGENT_BROWSER.name) {
        match install::agent_browser() {
            Ok(program) => programs.push((&AGENT_BROWSER, program)),
            Err(why) => println!("agent-browser is not measured: {why}"),
        }
    }
    Ok(programs)
}

fn pages(server: &Server, options: &Options) -> Vec<Page> {
    let made = options.sizes.iter().map(|&size| Page {
        label: format!("{size} elements"),
        url: server.page(&format!("/bench?n={size}")),
        size: Some(size),
    });
    let real = REAL.iter().map(|name| Page {
        label: label(name),
        url: server.page(&format!("/corpus/{name}?alone")),
        size: None,
    });
    made.chain(real).collect()
}

/// The package and the last part of the name, without the ending.
fn label(name: &str) -> String {
    let package = name.split('/').next().unwrap_or_default();
    let page = name.rsplit('/').next().unwrap_or_default();
    format!("{package} {}", page.trim_end_matches(".html"))
}
