//! What was typed.

use std::ffi::OsString;
use std::path::PathBuf;

const USAGE: &str = "usage: peers [--surefoot PATH] [--browser PATH] [--runs N] [--sizes N,N…] [--only surefoot|agent-browser] [--part inside|commands|memory|launch]";

/// What to measure.
pub(crate) struct Options {
    /// The command, where it is not to be built.
    pub(crate) surefoot: Option<PathBuf>,
    /// The browser that all drive.
    pub(crate) browser: PathBuf,
    /// How often each command is timed.
    pub(crate) runs: usize,
    /// Elements of the made pages.
    pub(crate) sizes: Vec<usize>,
    /// The one tool to measure; all where none is named.
    pub(crate) only: Option<String>,
    /// The one part to measure; all where none is named.
    pub(crate) part: Option<String>,
}

/// Where the browser is looked for: the binaries themselves, not the scripts around them.
const BROWSERS: &[&str] = &[
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
];

impl Options {
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Options, String> {
        let mut options = Options {
            surefoot: None,
            browser: BROWSERS
                .iter()
                .map(PathBuf::from)
                .find(|path| path.exists())
                .unwrap_or_default(),
            runs: 15,
            sizes: vec![15, 150, 600, 5_000, 20_000],
            only: None,
            part: None,
        };
        let mut arguments = arguments;
        while let Some(option) = arguments.next() {
            let option = option.to_string_lossy().into_owned();
            let value = arguments
                .next()
                .ok_or_else(|| format!("{option} needs a value\n\nhint: {USAGE}"))?;
            let text = value.to_string_lossy().into_owned();
            match option.as_str() {
                "--surefoot" => options.surefoot = Some(PathBuf::from(value)),
                "--browser" => options.browser = PathBuf::from(value),
                "--runs" => options.runs = number(&option, &text)?,
                "--sizes" => {
                    options.sizes = text
                        .split(',')
                        .map(|size| number(&option, size))
                        .collect::<Result<_, _>>()?;
                }
                "--only" => options.only = Some(text),
                "--part" => options.part = Some(text),
                _ => return Err(format!("there is no option {option}\n\nhint: {USAGE}")),
            }
        }
        if options.browser.exists() {
            Ok(options)
        } else {
            Err("no browser was found\n\nhint: --browser PATH names one".to_owned())
        }
    }

    /// Whether this part is to be measured.
    pub(crate) fn has_part(&self, part: &str) -> bool {
        self.part.as_deref().is_none_or(|only| only == part)
    }

    /// Whether this tool is to be measured.
    pub(crate) fn has_tool(&self, tool: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == tool)
    }
}

fn number(option: &str, value: &str) -> Result<usize, String> {
    value
        .parse()
        .ok()
        .filter(|&number| number > 0)
        .ok_or_else(|| format!("{option} needs a number from 1: {value}"))
}
