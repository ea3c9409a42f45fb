//! What can be typed: one table of commands, from which parsing, help, suggestions and completions come.
//!
//! The types here hold what was typed; [`request`](crate::request) says what it means.

pub(crate) mod act;
pub(crate) mod around;
pub(crate) mod browser;
pub(crate) mod find;
pub(crate) mod manage;
pub(crate) mod mcp;
pub(crate) mod page;
pub(crate) mod picture;
pub(crate) mod read;
pub(crate) mod record;
pub(crate) mod usage;
pub(crate) mod values;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

const ABOUT: &str =
    "Read web pages as short text with refs, and act on exactly the element a ref names";

const EXAMPLES: &str = "\
Examples:
  surefoot open example.com              open a page
  surefoot snapshot -i                   show what can be acted on, with refs
  surefoot fill 3 \"jane@example.com\"     put text into element 3
  surefoot click 5                       click element 5 and say what happened
  surefoot get text 7                    read element 7
  surefoot snapshot page.html            open a file (or -, for standard input) and show it
  surefoot close                         end the session

Targets:
  5, e5, @e5, ref=e5, [5]                a ref from a snapshot
  \"the Sign In button\", \"Delete in Bob\"  a label; the kind and what it is in may be said
  sign-in-btn                            an id from the page format
  text=\"Sign in\", role=button[name=\"Save\"], label=, placeholder=, alt=, title=, testid=
                                         in quotes all of it, else a part of it
  button, \"#main > a\", css=..., //a      a CSS selector, or an XPath expression (browsers only)
A target that means several elements is refused, with a ref for each; `... >> nth=0` takes the first.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "surefoot",
    version,
    about = ABOUT,
    after_help = EXAMPLES,
    subcommand_required = true,
    arg_required_else_help = true,
    infer_long_args = false
)]
pub(crate) struct Cli {
    /// What is wanted.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// What every command takes.
    #[command(flatten)]
    pub(crate) global: Global,
}

/// What every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Global {
    /// The session to use: sessions are isolated, each has its own tabs, cookies and refs
    #[arg(long, global = true, value_name = "NAME", env = "SUREFOOT_SESSION", default_value = "default",
          value_parser = values::session_name)]
    pub(crate) session: String,

    /// Answer with one JSON document: {"success":true,"data":...} or {"success":false,"error":...}
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The longest the command may take: 30, 5s, 500ms, 2m
    #[arg(long, global = true, value_name = "TIME", env = "SUREFOOT_TIMEOUT", default_value = "30s",
          value_parser = values::timeout)]
    pub(crate) timeout: Duration,

    /// The engine of a new session; `chromium` moves one that runs without a browser [env: SUREFOOT_ENGINE]
    #[arg(long, global = true, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<Engine>,

    /// The format of snapshots [default: compact; with --json: json and tree]
    #[arg(long, global = true, value_name = "FORMAT", env = "SUREFOOT_FORMAT", value_parser = values::format())]
    pub(crate) format: Option<String>,

    /// The most a document may hold once decoded: 500K, 32M, 1G [default: 32M]
    #[arg(long, global = true, value_name = "SIZE", value_parser = values::size, hide_short_help = true)]
    pub(crate) max_size: Option<u64>,

    /// The User-Agent that a new session sends
    #[arg(long, global = true, value_name = "TEXT", hide_short_help = true)]
    pub(crate) user_agent: Option<String>,

    /// A header that a new session sends with every request; can be given several times
    #[arg(long = "header", global = true, value_name = "NAME: VALUE", value_parser = values::header,
          hide_short_help = true)]
    pub(crate) headers: Vec<(String, String)>,

    /// Where a new session saves downloads; otherwise in `downloads` of the daemon's folder
    #[arg(long, global = true, value_name = "FOLDER", hide_short_help = true)]
    pub(crate) download_dir: Option<PathBuf>,

    /// Act without checking that the element can be seen, is enabled and not covered
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) force: bool,

    /// What is waited for after an action: none, dom (the page stands still), network (its requests have ended, too), or
    /// so many milliseconds at most, as in 500 or 2s [default: network, 3s]
    #[arg(long, global = true, value_name = "none|dom|network|MS", value_parser = values::settle,
          hide_short_help = true)]
    pub(crate) settle: Option<values::Settle>,

    /// What is shown of the page after an action [default: none]
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHAT",
        hide_short_help = true
    )]
    pub(crate) snapshot: Option<page::AfterAction>,

    /// How the browser is started.
    #[command(flatten)]
    pub(crate) browser: browser::Browser,
}

/// An engine, by the word a user selects it by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Engine {
    /// The one that fits the page
    Auto,
    /// Without a browser: fast, runs no scripts
    Native,
    /// A Chromium browser
    Chromium,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open a URL, a host or a file
    #[command(visible_aliases = ["goto", "navigate"])]
    Open(page::Open),
    /// Go back in the history
    Back,
    /// Go forward in the history
    Forward,
    /// Load the page again
    Reload,
    /// Show the page as text with refs
    #[command(after_help = page::SNAPSHOT_EXAMPLES)]
    Snapshot(page::Snapshot),
    /// Compare a saved snapshot with the page, or with another one
    #[command(after_help = page::DIFF_EXAMPLES)]
    Diff(page::Diff),
    /// Click an element
    Click(act::Click),
    /// Click an element twice
    Dblclick(act::Target),
    /// Move the pointer over an element
    Hover(act::Target),
    /// Give an element the focus
    Focus(act::Target),
    /// Bring an element into view
    #[command(name = "scrollintoview", alias = "scrollinto")]
    ScrollIntoView(act::Target),
    /// Replace what a control holds
    Fill(act::Fill),
    /// Type text at the end of what a control holds
    Type(act::Type),
    /// Press a key: Enter, Control+a
    #[command(visible_alias = "key")]
    Press(act::Press),
    /// Press a key and keep it down
    Keydown(act::Key),
    /// Release a key that is down
    Keyup(act::Key),
    /// Move the mouse, press its buttons, turn its wheel
    #[command(subcommand)]
    Mouse(act::Mouse),
    /// Drag an element onto another
    Drag(act::Drag),
    /// Scroll the page or a part of it
    #[command(after_help = act::SCROLL_EXAMPLES)]
    Scroll(act::Scroll),
    /// Read, write, copy, cut and paste
    #[command(subcommand)]
    Clipboard(act::Clipboard),
    /// Select options of a list
    Select(act::Select),
    /// Check a checkbox, radio button or switch
    Check(act::Target),
    /// Uncheck a checkbox or switch
    Uncheck(act::Target),
    /// Submit a form
    Submit(act::OptionalTarget),
    /// Choose files for a file input, or for the chooser that the page has opened
    Upload(act::Upload),
    /// Click an element and save the file that comes
    Download(act::Download),
    /// Find elements by role, text, label …: list them, or do something with the only one
    #[command(subcommand, after_help = find::FIND_EXAMPLES)]
    Find(find::Find),
    /// Read the main content of the page, or an element, as Markdown
    Read(read::Read),
    /// Read something of the page
    #[command(subcommand)]
    Get(read::Get),
    /// Test an element
    #[command(subcommand)]
    Is(read::Is),
    /// Wait for an element, a text, a URL, the page, or a time
    #[command(after_help = read::WAIT_EXAMPLES)]
    Wait(read::Wait),
    /// Answer a dialog of the page; until then nothing else can be done
    Dialog(DialogArgs),
    /// Run a script in the page
    #[command(visible_alias = "evaluate", after_help = around::EVAL_EXAMPLES)]
    Eval(around::Eval),
    /// Show the messages of the console
    Console(around::Console),
    /// Show the errors that no script caught
    Errors(around::Errors),
    /// List the requests of the page
    Requests(around::Requests),
    /// List the requests of the page: `network requests`
    #[command(subcommand, hide = true)]
    Network(around::Network),
    /// List, set and clear cookies
    Cookies(CookiesArgs),
    /// Read and change localStorage and sessionStorage
    #[command(after_help = around::STORAGE_EXAMPLES)]
    Storage(around::Storage),
    /// Change what pages are made to believe: view, device, place, headers
    #[command(subcommand)]
    Set(around::Set),
    /// Make a picture of the page or of an element
    #[command(after_help = picture::SCREENSHOT_EXAMPLES)]
    Screenshot(picture::Screenshot),
    /// Write the page into a PDF file
    Pdf(around::Pdf),
    /// Record what is done as a flow that can be done again
    #[command(subcommand, after_help = record::RECORD_EXAMPLES)]
    Record(record::Record),
    /// Do a recorded flow again: each element has to be what it was, each step to do what it did
    Replay(record::Replay),
    /// List, open, switch and close tabs; frames need no switching, refs reach into them
    Tab(manage::Tab),
    /// List and close sessions
    #[command(subcommand)]
    Session(manage::Session),
    /// End the session and forget its pages and cookies
    #[command(visible_aliases = ["quit", "exit"])]
    Close(manage::Close),
    /// The process that keeps the sessions
    #[command(subcommand)]
    Daemon(manage::Daemon),
    /// Serve MCP clients: the same sessions as tools of an agent
    #[command(after_help = mcp::MCP_EXAMPLES)]
    Mcp(mcp::Mcp),
    /// Print a skill file for agents that use this command
    Skill,
    /// Say how to install a browser, or do it
    Install(around::Install),
    /// Print completions for a shell
    Completions(manage::Completions),
}

/// `dialog`.
#[derive(Debug, Args)]
pub(crate) struct DialogArgs {
    /// What to do [default: status]
    #[command(subcommand)]
    pub(crate) what: Option<around::Dialog>,
}

/// `cookies`.
#[derive(Debug, Args)]
pub(crate) struct CookiesArgs {
    /// What to do [default: get]
    #[command(subcommand)]
    pub(crate) what: Option<around::Cookies>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_table_of_commands_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_argument_says_what_it_is() {
        fn check(command: &clap::Command) {
            assert!(
                command.get_about().is_some(),
                "`{}` has no description",
                command.get_name()
            );
            for argument in command.get_arguments() {
                assert!(
                    argument.get_help().is_some(),
                    "`{}` of `{}`",
                    argument.get_id(),
                    command.get_name()
                );
            }
            command
                .get_subcommands()
                .filter(|c| c.get_name() != "help")
                .for_each(check);
        }
        check(&Cli::command());
    }

    fn parsed(line: &[&str]) -> Cli {
        Cli::try_parse_from(std::iter::once("surefoot").chain(line.iter().copied()))
            .unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn text_may_look_like_an_option() {
        for (line, expected) in [
            (&["fill", "3", "-5"][..], "-5"),
            (&["fill", "3", "--", "--json"], "--json"),
            (&["fill", "3", "--nonsense"], "--nonsense"),
            (&["fill", "3", ""], ""),
            (&["fill", "3", "-"], "-"),
        ] {
            let cli = parsed(line);
            assert!(!cli.global.json, "{line:?}");
            let Command::Fill(fill) = cli.command else {
                panic!("{line:?}")
            };
            assert_eq!((fill.target.as_str(), fill.text.as_str()), ("3", expected));
        }
        let Command::Type(typed) = parsed(&["type", "3", "-x"]).command else {
            panic!()
        };
        assert_eq!(
            (typed.target_or_text.as_str(), typed.text.as_deref()),
            ("3", Some("-x"))
        );
        let Command::Type(typed) = parsed(&["type", "-x", "--json"]).command else {
            panic!()
        };
        assert_eq!((typed.target_or_text.as_str(), typed.text), ("-x", None));
    }

    #[test]
    fn options_of_every_command_stand_anywhere() {
        for line in [
            &["--json", "--session", "a", "fill", "3", "x"][..],
            &["fill", "--json", "3", "x", "--session", "a"],
            &["fill", "3", "x", "--session=a", "--json"],
        ] {
            let cli = parsed(line);
            assert_eq!(
                (cli.global.json, cli.global.session.as_str()),
                (true, "a"),
                "{line:?}"
            );
        }
        let cli = parsed(&["type", "3", "x", "--json", "--timeout", "5s"]);
        assert!(cli.global.json);
        assert_eq!(cli.global.timeout, Duration::from_secs(5));
    }

    #[test]
    fn other_names_of_commands() {
        assert!(matches!(parsed(&["goto", "a"]).command, Command::Open(_)));
        assert!(matches!(
            parsed(&["navigate", "a"]).command,
            Command::Open(_)
        ));
        assert!(matches!(
            parsed(&["key", "Enter"]).command,
            Command::Press(_)
        ));
        assert!(matches!(parsed(&["quit"]).command, Command::Close(_)));
        assert!(matches!(
            parsed(&["tab", "2"]).command,
            Command::Tab(manage::Tab {
                number: Some(2),
                command: None
            })
        ));
        assert!(matches!(
            parsed(&["tab"]).command,
            Command::Tab(manage::Tab {
                number: None,
                command: None
            })
        ));
        assert!(matches!(
            parsed(&["wait", "--load"]).command,
            Command::Wait(read::Wait { load: Some(_), .. })
        ));
    }
}
