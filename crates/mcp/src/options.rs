//! [`Options`]: how a server is to be.

use std::sync::Arc;
use std::time::Duration;

use surefoot_session::Settings;
use surefoot_view::Format;

use crate::{ToolSet, Voice};

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The tools that are offered.
    pub tools: ToolSet,
    /// What new sessions are started with. With `launch.isolate` each has a browser of its own.
    pub settings: Settings,
    /// The format pages are shown in, if a call does not say another one.
    pub format: Format,
    /// The longest a call may take, if it does not say so itself.
    pub timeout: Duration,
    /// How answers are put into words.
    pub voice: Arc<dyn Voice>,
    /// The version of the program.
    pub version: String,
}
