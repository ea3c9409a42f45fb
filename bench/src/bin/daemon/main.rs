//! What the built command costs: memory of the daemon, and the time of a warm command.
//!
//!     cargo run --release -p surefoot-bench --bin daemon [-- --surefoot PATH] [--runs N] [--sessions N]
//!
//! Builds `surefoot` unless it is told where one is. Uses a folder of its own for the daemon, and ends that daemon.
//! Exits with 1 when a goal is missed.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that answers on the terminal"
)]

mod goals;
mod options;
mod surefoot;
mod timing;

use std::process::ExitCode;

use goals::Table;
use options::Options;
use surefoot::Surefoot;
use surefoot_fixtures::Server;

/// A megabyte, as the goals mean it.
const MB: f64 = 1024.0 * 1024.0;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(table) => {
            print!("{table}");
            ExitCode::from(u8::from(!table.is_reached()))
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<Table, String> {
    let program = match &options.surefoot {
        Some(path) => path.clone(),
        None => surefoot_bench::build::surefoot()?,
    };
    let pages = pages()?;
    let mut table = Table::default();

    let surefoot = Surefoot::start(program.clone())?;
    surefoot.run(&["open", &pages.single])?;
    surefoot.run(&["snapshot"])?;
    table.at_most(
        "memory, 1 session on a page of 1.3 MB, MB",
        megabytes(&surefoot)?,
        40.0,
    );
    times(&surefoot, options.runs, &mut table)?;
    drop(surefoot);

    let surefoot = Surefoot::start(program)?;
    for (number, page) in (0..options.sessions).zip(pages.many.iter().cycle()) {
        let session = format!("s{number}");
        surefoot.run(&["--session", &session, "open", page])?;
        surefoot.run(&["--session", &session, "snapshot"])?;
    }
    let what = format!(
        "memory, {} sessions on different pages, MB",
        options.sessions
    );
    table.at_most(&what, megabytes(&surefoot)?, 400.0);
    Ok(table)
}

fn megabytes(surefoot: &Surefoot) -> Result<f64, String> {
    Ok(surefoot.resident_bytes()? as f64 / MB)
}

/// The addresses that are opened, on a server in this process.
struct Pages {
    /// Answers for as long as it is held.
    _server: Server,
    /// By the one session.
    single: String,
    /// By the many, in turn.
    many: Vec<String>,
}

fn pages() -> Result<Pages, String> {
    let server = Server::start().map_err(|_| "the server of the pages cannot be started")?;
    let selected = surefoot_corpus::selection().map_err(|missing| missing.to_string())?;
    let address = |name: &str| server.page(&format!("/corpus/{name}"));
    Ok(Pages {
        single: address(surefoot_bench::real::LARGE),
        many: selected.iter().map(|page| address(&page.name)).collect(),
        _server: server,
    })
}

/// Starting `true` and warm commands in turn, so that whatever else the machine does falls on all of them.
fn times(surefoot: &Surefoot, runs: usize, table: &mut Table) -> Result<(), String> {
    let mut nothing = timing::Times::default();
    let mut version = timing::Times::default();
    let mut title = timing::Times::default();
    for _ in 0..runs {
        nothing.add(timing::run(std::process::Command::new("true"))?);
        version.add(timing::run(surefoot.command(&["--version"]))?);
        title.add(timing::run(surefoot.command(&["get", "title"]))?);
    }
    table.note("`true`, ms", &nothing);
    table.note("`surefoot --version`, ms", &version);
    table.note("`surefoot get title`, ms", &title);
    let (nothing, title) = (nothing.median(), title.median());
    table.at_most(
        "`surefoot get title`, median, ms",
        title,
        3.0 * nothing + 3.0,
    );
    // The engine has nothing to do for it, so all that is left is overhead.
    table.at_most(
        "warm command over starting a process, ms",
        title - nothing,
        5.0,
    );
    Ok(())
}
