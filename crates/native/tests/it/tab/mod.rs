//! The engine and its tab against the fixture server: what an agent would do, end to end but without a daemon.

mod actions;
mod forms;
mod frames;
mod navigation;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_engine::{
    Action, Destination, Engine, EngineOptions, ErrorKind, Limits, Modifiers, MouseButton,
    Navigation, Outcome, Query, Result, Tab,
};
use surefoot_fixtures::Server;
use surefoot_native::NativeEngine;
use surefoot_native::net::{Client, ClientConfig};
use surefoot_page::{NodeId, NodeKey, Page};

/// A server, an engine and a tab.
struct Browser {
    server: Server,
    engine: NativeEngine,
    tab: Box<dyn Tab>,
    downloads: tempfile::TempDir,
}

fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_secs(20))
}

/// Runs a test on a runtime of its own.
fn run<F: AsyncFnOnce(&mut Browser)>(test: F) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let server = Server::start().unwrap();
        let downloads = tempfile::tempdir().unwrap();
        let client = Client::new(ClientConfig::default()).unwrap();
        let options = EngineOptions {
            download_dir: downloads.path().join("new"),
            ..EngineOptions::default()
        };
        let mut engine = NativeEngine::new(client, options).unwrap();
        let tab = engine.new_tab().await.unwrap();
        test(&mut Browser {
            server,
            engine,
            tab,
            downloads,
        })
        .await;
    });
}

impl Browser {
    async fn go(&mut self, path: &str) -> Navigation {
        self.try_go(path).await.unwrap()
    }

    async fn try_go(&mut self, path: &str) -> Result<Navigation> {
        let url = self.server.page(path);
        self.to(Destination::Url(url)).await
    }

    async fn to(&mut self, destination: Destination) -> Result<Navigation> {
        let outcome = self.tab.navigate(destination, limits()).await?;
        Ok(outcome.navigation.unwrap())
    }

    async fn show(&mut self, html: &str) {
        let source = Destination::Source {
            bytes: html.as_bytes().to_vec(),
            url: self.server.page("/source"),
        };
        self.to(source).await.unwrap();
    }

    async fn page(&mut self) -> Arc<Page> {
        self.tab.capture(limits()).await.unwrap()
    }

    async fn text(&mut self) -> String {
        let page = self.page().await;
        page.rendered_text(page.root().unwrap())
    }

    /// The first element of a selector.
    async fn key(&mut self, css: &str) -> NodeKey {
        let found = self
            .tab
            .query(&[Query::Css(css.to_owned())], limits())
            .await
            .unwrap();
        *found[0]
            .first()
            .unwrap_or_else(|| panic!("nothing matches {css}"))
    }

    /// The first element of a selector with that text.
    async fn key_by_text(&mut self, css: &str, text: &str) -> NodeKey {
        let found = self
            .tab
            .query(&[Query::Css(css.to_owned())], limits())
            .await
            .unwrap();
        let page = self.page().await;
        let has_text = |key: &&NodeKey| page.text_content(page.find(**key).unwrap()).trim() == text;
        *found[0]
            .iter()
            .find(has_text)
            .unwrap_or_else(|| panic!("no {css} says {text}"))
    }

    async fn node(&mut self, css: &str) -> (Arc<Page>, NodeId) {
        let key = self.key(css).await;
        let page = self.page().await;
        let node = page.find(key).unwrap();
        (page, node)
    }

    async fn act(&mut self, action: Action) -> Result<Outcome> {
        self.tab.perform(action, limits()).await
    }

    async fn click(&mut self, css: &str) -> Result<Outcome> {
        let node = self.key(css).await;
        self.act(click(node)).await
    }

    async fn click_text(&mut self, css: &str, text: &str) -> Result<Outcome> {
        let node = self.key_by_text(css, text).await;
        self.act(click(node)).await
    }

    async fn fill(&mut self, css: &str, text: &str) -> Result<Outcome> {
        let node = self.key(css).await;
        self.act(Action::Fill {
            node,
            text: text.to_owned(),
        })
        .await
    }

    async fn press(&mut self, css: &str, chord: &str) -> Result<Outcome> {
        let node = Some(self.key(css).await);
        self.act(Action::Press {
            node,
            chord: chord.to_owned(),
        })
        .await
    }
}

fn click(node: NodeKey) -> Action {
    Action::Click {
        node,
        button: MouseButton::Left,
        count: 1,
        modifiers: Modifiers::empty(),
        position: None,
    }
}

/// The code of the error a call must have ended with.
#[track_caller]
fn kind_of<T: std::fmt::Debug>(result: Result<T>) -> ErrorKind {
    result.map(|_| ()).unwrap_err().kind()
}

/// A file with that content in a folder of the test.
fn file(browser: &Browser, name: &str, content: &str) -> PathBuf {
    let path = browser.downloads.path().join(name);
    std::fs::write(&path, content).unwrap();
    path
}
