//! What an engine can do, and what it is started with.

use std::path::PathBuf;

bitflags::bitflags! {
    /// What an engine can do at all. What is absent it refuses with `unsupported`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Capabilities: u32 {
        /// Runs the page's scripts.
        const SCRIPTS = 1;
        /// Knows boxes: where things are and what covers them.
        const LAYOUT = 1 << 1;
        /// Gives trusted mouse and keyboard input.
        const INPUT = 1 << 2;
        /// Makes pictures.
        const PICTURES = 1 << 3;
    }
}

/// What an engine is started with.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The `User-Agent` to send; `None`: the engine's own.
    pub user_agent: Option<String>,
    /// Headers sent with every request, as name and value.
    pub headers: Vec<(String, String)>,
    /// Where downloads go. Created when the first one comes.
    pub download_dir: PathBuf,
}
