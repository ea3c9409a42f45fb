//! A browser, a server and a tab for a test.

use std::time::{Duration, Instant};

use surefoot_chromium::{Browsers, ChromiumEngine, LaunchOptions};
use surefoot_engine::{Destination, Engine, EngineOptions, Limits, Outcome, Result, Tab};
use surefoot_fixtures::Server;

/// What a test works with. Each has a browser process of its own.
pub(crate) struct Site {
    pub(crate) server: Server,
    pub(crate) browsers: Browsers,
    pub(crate) engine: ChromiumEngine,
    pub(crate) tab: Box<dyn Tab>,
    pub(crate) downloads: tempfile::TempDir,
}

/// Enough for anything, on a machine with much else to do.
pub(crate) fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_secs(30))
}

/// Runs a test on a runtime of its own.
pub(crate) fn run<F: AsyncFnOnce(&mut Site)>(test: F) {
    run_with(|_| {}, test);
}

/// Runs a test with other options than the usual ones.
pub(crate) fn run_with<F: AsyncFnOnce(&mut Site)>(
    change: impl FnOnce(&mut EngineOptions),
    test: F,
) {
    launch_and_run(&LaunchOptions::default(), change, test);
}

/// Runs a test in a browser that has a process of its own for each site, as full browsers do; the headless shell does
/// not by itself.
pub(crate) fn run_isolating_sites<F: AsyncFnOnce(&mut Site)>(test: F) {
    let launch = LaunchOptions {
        args: vec!["--site-per-process".to_owned()],
        ..LaunchOptions::default()
    };
    launch_and_run(&launch, |_| {}, test);
}

fn launch_and_run<F: AsyncFnOnce(&mut Site)>(
    launch: &LaunchOptions,
    change: impl FnOnce(&mut EngineOptions),
    test: F,
) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let downloads = tempfile::tempdir().unwrap();
        let mut options = EngineOptions {
            download_dir: downloads.path().join("new"),
            ..EngineOptions::default()
        };
        change(&mut options);
        let browsers = Browsers::new();
        let mut engine = browsers.engine(launch, options).await.unwrap();
        let tab = engine.new_tab().await.unwrap();
        let mut site = Site {
            server: Server::start().unwrap(),
            browsers,
            engine,
            tab,
            downloads,
        };
        test(&mut site).await;
    });
}

impl Site {
    /// A further tab of the same engine.
    pub(crate) async fn engine_tab(&mut self) -> Box<dyn Tab> {
        self.engine.new_tab().await.unwrap()
    }

    /// Opens a page of the server.
    pub(crate) async fn go(&mut self, path: &str) -> Outcome {
        self.try_go(path).await.unwrap()
    }

    pub(crate) async fn try_go(&mut self, path: &str) -> Result<Outcome> {
        let url = self.server.page(path);
        self.tab.navigate(Destination::Url(url), limits()).await
    }

    /// What a script gives in the page.
    pub(crate) async fn eval(&mut self, script: &str) -> serde_json::Value {
        let json = self.tab.evaluate(script, None, limits()).await.unwrap();
        serde_json::from_str(&json).unwrap()
    }
}
