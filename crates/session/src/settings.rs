//! [`Settings`]: what a session is started with.

use surefoot_chromium::LaunchOptions;
use surefoot_engine::{Emulation, EngineOptions};

/// Which engine a session uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The one that fits: `native` first, and a browser where a page needs one and one is there.
    #[default]
    Auto,
    /// The engine without a browser.
    Native,
    /// A Chromium browser.
    Chromium,
}

impl EngineChoice {
    /// The words a user selects it by.
    pub const NAMES: &[(&str, EngineChoice)] = &[
        ("auto", EngineChoice::Auto),
        ("native", EngineChoice::Native),
        ("chromium", EngineChoice::Chromium),
    ];
}

/// What a session is started with. A session that exists keeps its own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The engine.
    pub engine: EngineChoice,
    /// What the engine is started with. An empty download folder: `surefoot-downloads` in the user's temporary files.
    pub options: EngineOptions,
    /// Which browser, and how it is started, if one is.
    pub launch: LaunchOptions,
}

impl Settings {
    /// Whether something was asked for that only a browser has, so that there is no use in beginning without one.
    pub(crate) fn need_a_browser(&self) -> bool {
        let LaunchOptions {
            connect,
            profile,
            headed,
            ..
        } = &self.launch;
        let options = &self.options;
        connect.is_some()
            || profile.is_some()
            || *headed
            || options.credentials.is_some()
            || options.ignore_https_errors
            || options.emulation != Emulation::default()
    }

    /// What engines are started with.
    pub(crate) fn engine_options(&self) -> EngineOptions {
        let mut options = self.options.clone();
        if options.download_dir.as_os_str().is_empty() {
            options.download_dir = std::env::temp_dir().join("surefoot-downloads");
        }
        options
    }
}
