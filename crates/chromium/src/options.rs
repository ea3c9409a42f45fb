//! [`LaunchOptions`]: which browser, and how it is started.

use std::path::PathBuf;

/// Which browser is used and how it is started. Sessions with equal options share one process.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LaunchOptions {
    /// The program; `None`: the environment variable `SUREFOOT_BROWSER`, else what [`find_browser`](crate::find_browser)
    /// finds.
    pub browser: Option<PathBuf>,
    /// A browser that runs already, instead of one that is started: a port of this machine, or a URL
    /// (`http://host:port`, `ws://…`).
    pub connect: Option<String>,
    /// Headers sent when connecting.
    pub connect_headers: Vec<(String, String)>,
    /// A profile that is kept; `None`: a temporary one. With one the session uses the profile's own cookies and storage.
    pub profile: Option<PathBuf>,
    /// Whether its window is shown.
    pub headed: bool,
    /// The name of the session that wants a process of its own; `None`: the process is shared.
    pub isolate: Option<String>,
    /// The largest document it may hand over in one message, in bytes; `None`: the protocol client's limit.
    pub max_message: Option<usize>,
    /// Further switches, as the browser has them.
    pub args: Vec<String>,
}
