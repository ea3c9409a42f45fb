//! From nothing to a loaded page: the tools, and the same browser started bare with the flags of surefoot's.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use surefoot_fixtures::Server;

use surefoot_bench::tools::Tool;

use crate::table::{Goals, Series};

/// How long a page may take to say that it has loaded.
const LONG: Duration = Duration::from_secs(30);

/// Flags that make no sense without a client on the pipe, or name a folder that belongs to the other browser.
const NOT_BARE: &[&str] = &[
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--user-data-dir",
    "about:blank",
];

/// Measures `runs` cold starts of each.
pub(crate) fn measure(
    server: &Server,
    runs: usize,
    browser: &Path,
    start: impl Fn() -> Result<Vec<Tool>, String>,
    goals: &mut Goals,
) -> Result<(), String> {
    let mut flags: Option<Vec<String>> = None;
    let mut bare = Series::default();
    // By tool: until the page had loaded, and until the command had returned.
    let mut results: Vec<(&'static str, Series, Series)> = Vec::new();
    let mut page = 0;
    let mut fresh = || {
        page += 1;
        (
            server.page(&format!("/bench?n=600&tell={page}")),
            format!("/told/{page}"),
        )
    };
    for run in 0..=runs {
        for (at, tool) in start()?.iter().enumerate() {
            if results.len() <= at {
                results.push((tool.kind.name, Series::default(), Series::default()));
            }
            let (url, told) = fresh();
            let (loaded, returned) = std::thread::scope(|scope| {
                let begun = Instant::now();
                let waiting =
                    scope.spawn(move || server.wait_for(&told, LONG).map(|_| begun.elapsed()));
                let ran = tool.run(&["open", &url]);
                (waiting.join().ok().flatten(), ran)
            });
            let (loaded, returned) = (loaded.ok_or("a page never loaded")?, returned?.took);
            if let Some((_, to_loaded, to_returned)) = results.get_mut(at)
                && run > 0
            {
                to_loaded.add(loaded, 0.0);
                to_returned.add(returned, 0.0);
            }
            if tool.kind.name == "surefoot" && flags.is_none() {
                flags = Some(bare_flags(tool, browser));
            }
        }
        let (url, told) = fresh();
        let took = bare_start(browser, flags.as_deref().unwrap_or_default(), &url, || {
            server.wait_for(&told, LONG).is_some()
        })?;
        if run > 0 {
            bare.add(took, 0.0);
        }
    }
    println!(
        "launch to loaded page          | the browser alone: {:.0} {:.0} ms",
        bare.shortest(),
        bare.median()
    );
    for (name, loaded, returned) in &results {
        println!(
            "launch to loaded page          | {name}: {:.0} {:.0} ms, command returned after {:.0} {:.0} ms, {:.2} x the browser alone",
            loaded.shortest(),
            loaded.median(),
            returned.shortest(),
            returned.median(),
            loaded.median() / bare.median()
        );
        if *name == "surefoot" {
            goals.at_most(
                "launch to loaded page, times the bare browser's",
                loaded.median() / bare.median(),
                1.2,
            );
        }
    }
    Ok(())
}

/// The flags of the browser that the tool has started.
fn bare_flags(tool: &Tool, browser: &Path) -> Vec<String> {
    let name = browser.file_name().unwrap_or_default().to_string_lossy();
    let words = tool.processes().named(&name).command_line();
    words
        .into_iter()
        .skip(1)
        .filter(|word| !NOT_BARE.iter().any(|no| word.starts_with(no)))
        .collect()
}

/// Starts a browser with an address and ends it when the page has loaded.
fn bare_start(
    browser: &Path,
    flags: &[String],
    url: &str,
    is_loaded: impl FnOnce() -> bool,
) -> Result<Duration, String> {
    let profile = tempfile::tempdir().map_err(|_| "cannot make a folder for a profile")?;
    // Without flags to copy, those without which it does not run here.
    let least = ["--headless".to_owned(), "--no-sandbox".to_owned()];
    let flags = if flags.is_empty() { &least } else { flags };
    let begun = Instant::now();
    let mut child = Command::new(browser)
        .args(flags)
        // So that a headless one does not end as soon as it has nothing to do.
        .arg("--remote-debugging-port=0")
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| format!("{} cannot be started", browser.display()))?;
    let loaded = is_loaded();
    let took = begun.elapsed();
    let _ = child.kill();
    let _ = child.wait();
    if loaded {
        Ok(took)
    } else {
        Err("the bare browser never loaded the page".to_owned())
    }
}
