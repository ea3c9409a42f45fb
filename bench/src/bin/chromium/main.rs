//! What a capture of a page that has changed costs, and which part of it is the walk inside the page.
//!
//! `cargo run --release -p surefoot-bench --bin chromium [RUNS]` prints a line for each size of page: what the collector
//! itself took in the page, by its own clock, without and with the tests of what a click would hit; what the capture
//! took; and their ratio. Times are in milliseconds, the fastest and the median.

#![allow(clippy::print_stdout, reason = "what is measured is printed")]

mod times;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use surefoot_chromium::{Browsers, LaunchOptions};
use surefoot_engine::{Destination, Engine as _, EngineOptions, Limits, Tab};
use surefoot_fixtures::Server;

use times::{Collected, Times};

/// Elements of the pages.
const SIZES: [usize; 5] = [15, 150, 600, 5_000, 20_000];

/// How many times the walk inside the page a capture may take.
const GOAL: f64 = 1.6;

fn main() -> ExitCode {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok());
    match measure(runs.unwrap_or(30)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(runs: usize) -> Result<(), String> {
    let times = Times::collect()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|_| "no runtime can be started")?;
    runtime.block_on(async {
        let server = Server::start().map_err(|_| "no server can be started")?;
        let browsers = Browsers::new();
        let mut engine = browsers
            .engine(&LaunchOptions::default(), EngineOptions::default())
            .await
            .map_err(|error| error.to_string())?;
        let mut tab = engine.new_tab().await.map_err(|error| error.to_string())?;
        println!("elements  walk          hit tests     capture       ratio  KB");
        for size in SIZES {
            let url = server.page(&format!("/bench?n={size}"));
            tab.navigate(Destination::Url(url), limits())
                .await
                .map_err(|error| error.to_string())?;
            line(tab.as_mut(), size, runs, &times).await?;
        }
        drop(tab);
        engine.close().await.map_err(|error| error.to_string())
    })
}

fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_mins(1))
}

/// Captures a page so many times and prints what it took.
async fn line(tab: &mut dyn Tab, size: usize, runs: usize, times: &Times) -> Result<(), String> {
    let mut captures = Vec::new();
    let mut inside = Vec::new();
    // The first ones are slower: the page's scripts are compiled, listeners are looked up.
    for run in 0..runs + 3 {
        // A page that nothing has happened to would not be captured again.
        tab.evaluate(
            "document.documentElement.dataset.run = Math.random(); 0",
            None,
            limits(),
        )
        .await
        .map_err(|error| error.to_string())?;
        let begin = Instant::now();
        tab.capture(limits())
            .await
            .map_err(|error| error.to_string())?;
        let took = begin.elapsed();
        let collected = times.take().ok_or("the collector tells no times")?;
        if run >= 3 {
            captures.push(took);
            inside.push(collected);
        }
    }
    let of = |part: fn(&Collected) -> Duration| inside.iter().map(part).collect::<Vec<_>>();
    let (walk, hits) = (of(|c| c.walk), of(|c| c.hits));
    let whole = of(|c| c.walk + c.hits);
    let ratio = fastest(&captures).as_secs_f64() / fastest(&whole).as_secs_f64().max(1e-9);
    let size_kb = inside.last().map_or(0, |c| c.bytes / 1000);
    println!(
        "{size:8}  {}  {}  {}  {ratio:5.2}{} {size_kb}",
        figures(&walk),
        figures(&hits),
        figures(&captures),
        if ratio <= GOAL { " " } else { "!" },
    );
    Ok(())
}

fn fastest(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

/// The fastest and the median.
fn figures(times: &[Duration]) -> String {
    let mut sorted = times.to_vec();
    sorted.sort();
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    format!("{:5.1} / {:5.1}", ms(fastest(times)), ms(median))
}
