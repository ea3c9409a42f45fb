//! Project chores, run as `cargo xtask COMMAND`.
//!
//! What needs more than one cargo command lives here instead of in shell scripts, so that it works the same on every
//! system and for every contributor.

mod browser;
mod cdp;
mod clients;
mod corpus;
mod error;
mod test;
mod unpack;

use std::process::ExitCode;

use error::Error;

/// One chore: its name, what it does, and the function that does it with the rest of the arguments.
struct Chore {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<(), Error>,
}

const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        about: "fetch what the tests need, then run every test; further arguments filter them",
        run: test::run,
    },
    Chore {
        name: "corpus",
        about: "fetch the corpus of real pages and applications (once; nothing happens when it is there)",
        run: corpus::run,
    },
    Chore {
        name: "mcp",
        about: "hold the MCP server against the official conformance suite, inspector and SDKs, which are fetched",
        run: clients::run,
    },
    Chore {
        name: "cdp-codegen",
        about: "write the DevTools protocol's types anew, after a change of crates/cdp/protocol.txt",
        run: cdp::run,
    },
];

#[expect(clippy::print_stderr, reason = "a command-line program")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments.first().map_or("", String::as_str);
    let Some(chore) = CHORES.iter().find(|chore| chore.name == wanted) else {
        return usage(wanted);
    };
    match (chore.run)(arguments.get(1..).unwrap_or(&[])) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line program"
)]
fn usage(wanted: &str) -> ExitCode {
    let mut text = String::from("Usage: cargo xtask COMMAND\n\nCommands:\n");
    for chore in CHORES {
        text.push_str(&format_chore(chore));
    }
    if matches!(wanted, "help" | "--help" | "-h") {
        println!("{text}");
        return ExitCode::SUCCESS;
    }
    if !wanted.is_empty() {
        eprintln!("error: there is no chore {wanted:?}\n");
    }
    eprintln!("{text}");
    ExitCode::from(2)
}

fn format_chore(chore: &Chore) -> String {
    format!("  {:11} {}\n", chore.name, chore.about)
}
