//! The engine without command and daemon, beside the floor: a plain walk over the page.

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use surefoot_aria::Semantics;
use surefoot_chromium::{Browsers, LaunchOptions};
use surefoot_engine::{Destination, Engine as _, EngineOptions, Limits, Tab};
use surefoot_fixtures::Server;
use surefoot_snapshot::{Numbering, RefPolicy, Registry, outline};
use surefoot_view::{Format, Meta};

use crate::table::{Goals, Series};

/// Reads what a snapshot reads.
const FLOOR: &str = include_str!("floor.js");

/// Runs that are not counted.
const WARM: usize = 3;

/// How many times the floor a snapshot may take.
const GOAL: f64 = 1.6;

/// Measures pages of these sizes.
pub(crate) fn measure(
    server: &Server,
    sizes: &[usize],
    runs: usize,
    browser: &Path,
    goals: &mut Goals,
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|_| "no runtime can be started")?;
    runtime.block_on(async {
        let browsers = Browsers::new();
        let launch = LaunchOptions {
            browser: Some(browser.to_owned()),
            ..LaunchOptions::default()
        };
        let mut engine = browsers
            .engine(&launch, EngineOptions::default())
            .await
            .map_err(|error| error.to_string())?;
        let mut tab = engine.new_tab().await.map_err(|error| error.to_string())?;
        for &size in sizes {
            let url = server.page(&format!("/bench?n={size}"));
            tab.navigate(Destination::Url(url), limits())
                .await
                .map_err(|error| error.to_string())?;
            page(tab.as_mut(), size, runs, goals).await?;
        }
        drop(tab);
        engine.close().await.map_err(|error| error.to_string())
    })
}

fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_mins(1))
}

async fn page(
    tab: &mut dyn Tab,
    size: usize,
    runs: usize,
    goals: &mut Goals,
) -> Result<(), String> {
    let mut floor = Series::default();
    let mut nothing = Series::default();
    let mut capture = Series::default();
    let mut whole = Series::default();
    for run in 0..runs + WARM {
        let (without, _) = evaluated(tab, "0").await?;
        let (walk, length) = evaluated(tab, FLOOR).await?;
        let begun = Instant::now();
        let page = tab
            .capture(limits())
            .await
            .map_err(|error| error.to_string())?;
        let captured = begun.elapsed();
        let mut snapshot = outline(&Semantics::new(&page));
        Registry::new(RefPolicy::Stable).assign(&mut snapshot, Numbering::All);
        let meta = Meta {
            timestamp: SystemTime::UNIX_EPOCH,
            engine: "chromium",
            generation: 1,
            notes: Vec::new(),
        };
        let text = surefoot_view::render(Format::Compact, &snapshot, &meta);
        let all = begun.elapsed();
        if run >= WARM {
            nothing.add(without, 0.0);
            floor.add(walk, 0.0);
            floor.bytes = length;
            capture.add(captured, 0.0);
            whole.add(all, 0.0);
            whole.bytes = text.len();
        }
    }
    println!(
        "inside, {size:>6} elements | no-op {:.2} ms | floor {:.2} {:.2} ms, {} B | capture {:.2} {:.2} ms | snapshot {:.2} {:.2} ms, {} B | {:.2} x the floor",
        nothing.median(),
        floor.shortest(),
        floor.median(),
        floor.bytes,
        capture.shortest(),
        capture.median(),
        whole.shortest(),
        whole.median(),
        whole.bytes,
        whole.median() / floor.median()
    );
    if size >= 600 {
        let what = format!("snapshot at {size}, times the floor");
        goals.at_most(&what, whole.median() / floor.median(), GOAL);
    }
    Ok(())
}

/// How long a script takes, and how long its answer is.
async fn evaluated(tab: &mut dyn Tab, script: &str) -> Result<(Duration, usize), String> {
    let begun = Instant::now();
    let answer = tab
        .evaluate(script, None, limits())
        .await
        .map_err(|error| error.to_string())?;
    Ok((begun.elapsed(), answer.len()))
}
