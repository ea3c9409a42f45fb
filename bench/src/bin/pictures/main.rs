//! What a picture of what is in view costs, beside the protocol's own call for it.
//!
//! `cargo run --release -p surefoot-bench --bin pictures [RUNS]` prints a line for each kind of picture: the fastest and
//! the median of the bare call `Page.captureScreenshot`, of the engine's picture and of the session's `screenshot`, in
//! milliseconds, and the ratio of the last to the first. Two browsers with the same page take turns. Exits with 1 when a
//! picture that nothing is changed of costs more than the goal.

#![allow(clippy::print_stdout, reason = "what is measured is printed")]

use std::process::{Command as Process, ExitCode};
use std::time::{Duration, Instant};

use surefoot_cdp::protocol::emulation::SetDeviceMetricsOverride;
use surefoot_cdp::protocol::page::{
    CaptureScreenshot, CaptureScreenshotFormat, Enable, LoadEventFired, Navigate,
};
use surefoot_cdp::protocol::target::CreateTarget;
use surefoot_cdp::{Client, Config, Framing, Interest, Session as Raw, launch};
use surefoot_chromium::{Browsers, LaunchOptions, find_browser};
use surefoot_engine::{
    Destination, Engine as _, EngineOptions, Limits, PicturePart, PictureRequest, PieceEncoding,
    Tab, WithPage,
};
use surefoot_fixtures::Server;
use surefoot_session::{
    Annotate, Bounds, Command, Extent, PictureFormat, ScreenshotRequest, Session,
};

/// Elements of the page.
const SIZE: usize = 600;

/// How many times the bare call a picture may take.
const GOAL: f64 = 1.2;

fn main() -> ExitCode {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok());
    match measure(runs.unwrap_or(40)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn measure(runs: usize) -> Result<bool, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(text)?;
    runtime.block_on(async {
        let server = Server::start().map_err(text)?;
        let url = server.page(&format!("/bench?n={SIZE}"));
        let profile = tempfile::tempdir().map_err(text)?;
        let found = find_browser(None, false).map_err(text)?;
        let mut program = Process::new(&found.path);
        program
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args([
                "--headless",
                "--no-sandbox",
                "--hide-scrollbars",
                "--no-first-run",
            ]);
        let (mut child, transport) = launch(program, Framing::Json).map_err(text)?;
        let client = Client::start(transport, Config::new());
        let raw = raw_page(&client, &url).await?;

        let browsers = Browsers::new();
        let launched = LaunchOptions::default();
        let engine = || browsers.engine(&launched, EngineOptions::default());
        let mut own = engine().await.map_err(text)?;
        let mut tab = own.new_tab().await.map_err(text)?;
        let to = Destination::Url(url.clone());
        tab.navigate(to, limits()).await.map_err(text)?;
        let mut session = Session::with_engine("bench", Box::new(engine().await.map_err(text)?))
            .await
            .map_err(text)?;
        let open = Command::Open { url };
        session.run(open, bounds()).await.map_err(text)?;

        println!("                      bare call       engine          session         ratio");
        let mut holds = true;
        for (name, format, encoding) in [
            ("png", PictureFormat::Png, PieceEncoding::Png),
            (
                "jpeg",
                PictureFormat::Jpeg,
                PieceEncoding::Jpeg { quality: 80 },
            ),
            (
                "webp",
                PictureFormat::Webp,
                PieceEncoding::Webp { quality: 80 },
            ),
        ] {
            let mut times = [const { Vec::new() }; 3];
            for run in 0..runs + 3 {
                let took = [
                    timed(bare(&raw, format)).await?,
                    timed(of_engine(tab.as_mut(), encoding)).await?,
                    timed(Box::pin(of_session(
                        &mut session,
                        ScreenshotRequest {
                            format,
                            ..ScreenshotRequest::default()
                        },
                    )))
                    .await?,
                ];
                if run >= 3 {
                    times
                        .iter_mut()
                        .zip(took)
                        .for_each(|(all, took)| all.push(took));
                }
            }
            let ratio = median(&times[2]) / median(&times[0]);
            holds &= ratio <= GOAL;
            let mark = if ratio <= GOAL { ' ' } else { '!' };
            let [first, second, third] = times.each_ref().map(|times| figures(times));
            println!("{name:20}  {first}  {second}  {third}  {ratio:5.2}{mark}");
        }
        for (name, request) in [
            (
                "annotated",
                ScreenshotRequest {
                    annotate: Annotate::Named,
                    ..ScreenshotRequest::default()
                },
            ),
            (
                "annotated -i",
                ScreenshotRequest {
                    annotate: Annotate::Interactive,
                    ..ScreenshotRequest::default()
                },
            ),
            (
                "all at once",
                ScreenshotRequest {
                    extent: Extent::Full,
                    ..ScreenshotRequest::default()
                },
            ),
            (
                "stitched",
                ScreenshotRequest {
                    extent: Extent::Stitch,
                    ..ScreenshotRequest::default()
                },
            ),
        ] {
            let mut times = Vec::new();
            for _ in 0..runs.div_ceil(8) {
                let work = of_session(&mut session, request.clone());
                times.push(timed(Box::pin(work)).await?);
            }
            println!("{name:20}  {:15}  {:15} {}", "", "", figures(&times));
        }
        drop(tab);
        own.close().await.map_err(text)?;
        session.close().await.map_err(text)?;
        // It is ours, and nothing of it is kept.
        let _ = child.start_kill();
        let _ = child.wait().await;
        Ok(holds)
    })
}

/// A page of a browser that nothing but the protocol is between.
async fn raw_page(client: &Client, url: &str) -> Result<Raw, String> {
    let blank = CreateTarget::new("about:blank");
    let target = client.root().call(&blank).await.map_err(text)?.target_id;
    let raw = client.attach(&target).await.map_err(text)?;
    let metrics = SetDeviceMetricsOverride::new(1280, 720, 1.0, false);
    raw.call(&metrics).await.map_err(text)?;
    let mut events = raw.events(Interest::Every);
    raw.call(&Enable::default()).await.map_err(text)?;
    raw.call(&Navigate::new(url)).await.map_err(text)?;
    let loaded = events.next_of::<LoadEventFired>().await;
    loaded.ok_or("the page was not loaded")?.map_err(text)?;
    Ok(raw)
}

async fn bare(raw: &Raw, format: PictureFormat) -> Result<(), String> {
    let (format, quality) = match format {
        PictureFormat::Png => (CaptureScreenshotFormat::Png, None),
        PictureFormat::Jpeg => (CaptureScreenshotFormat::Jpeg, Some(80)),
        PictureFormat::Webp => (CaptureScreenshotFormat::Webp, Some(80)),
    };
    let command = CaptureScreenshot {
        format: Some(format),
        quality,
        ..CaptureScreenshot::default()
    };
    raw.call(&command).await.map(drop).map_err(text)
}

async fn of_engine(tab: &mut dyn Tab, encoding: PieceEncoding) -> Result<(), String> {
    let request = PictureRequest {
        part: PicturePart::View,
        encoding,
        scale: None,
        scheme: None,
        page: WithPage::No,
    };
    tab.picture(request, limits()).await.map(drop).map_err(text)
}

async fn of_session(session: &mut Session, request: ScreenshotRequest) -> Result<(), String> {
    let command = Command::Screenshot(Box::new(request));
    session.run(command, bounds()).await.map(drop).map_err(text)
}

fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_mins(1))
}

fn bounds() -> Bounds {
    Bounds::until(Instant::now() + Duration::from_mins(1))
}

async fn timed(work: impl Future<Output = Result<(), String>>) -> Result<Duration, String> {
    let begin = Instant::now();
    work.await?;
    Ok(begin.elapsed())
}

fn sorted(times: &[Duration]) -> Vec<Duration> {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted
}

/// In milliseconds.
fn median(times: &[Duration]) -> f64 {
    let sorted = sorted(times);
    let middle = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    middle.as_secs_f64() * 1000.0
}

/// The fastest and the median.
fn figures(times: &[Duration]) -> String {
    let fastest = times.iter().min().copied().unwrap_or_default();
    format!(
        "{:5.1} / {:5.1}  ",
        fastest.as_secs_f64() * 1000.0,
        median(times)
    )
}
