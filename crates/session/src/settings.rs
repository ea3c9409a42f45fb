//! [`Settings`]: what a session is started with.

use std::path::PathBuf;

/// Which engine a session uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The one that fits: `native` first, and a browser where a page needs one and one is there.
    #[default]
    Auto,
    /// The engine without a browser.
    Native,
}

impl EngineChoice {
    /// The words a user selects it by.
    pub const NAMES: &[(&str, EngineChoice)] = &[
        ("auto", EngineChoice::Auto),
        ("native", EngineChoice::Native),
    ];
}

/// What a session is started with. A session that exists keeps its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The engine.
    pub engine: EngineChoice,
    /// The `User-Agent` to send; `None`: the engine's own.
    pub user_agent: Option<String>,
    /// Headers sent with every request.
    pub headers: Vec<(String, String)>,
    /// Where downloads go; `None`: a folder `surefoot-downloads` in the user's temporary files.
    pub download_dir: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            engine: EngineChoice::Auto,
            user_agent: None,
            headers: Vec::new(),
            download_dir: None,
        }
    }
}
