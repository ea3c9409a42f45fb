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
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineOptions {
    /// The `User-Agent` to send; `None`: the engine's own.
    pub user_agent: Option<String>,
    /// Headers sent with every request, as name and value.
    pub headers: Vec<(String, String)>,
    /// Where downloads go. Created when the first one comes.
    pub download_dir: PathBuf,
    /// What answers when a server or proxy asks who is there. A proxy gets them, and one host: the first that asks as
    /// the page of a tab, or for what its page is made of. Others do not get them by asking.
    pub credentials: Option<Credentials>,
    /// Whether servers with certificates that nobody vouches for are talked to.
    pub ignore_https_errors: bool,
    /// A PEM file of certificates that are trusted besides the system's.
    pub ca_cert: Option<PathBuf>,
    /// The proxy, as a URL: `http://host:port`, `socks5://host:port`.
    pub proxy: Option<String>,
    /// What pages are made to believe of the machine.
    pub emulation: Emulation,
}

/// A user and a password for HTTP authentication.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The user.
    pub user: String,
    /// The password.
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    /// Without the password: what is debugged ends in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

/// What pages are made to believe of the machine they are shown on. What is `None` is as the engine has it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Emulation {
    /// The view.
    pub viewport: Option<Viewport>,
    /// The language, as a BCP 47 tag: `de-DE`.
    pub locale: Option<String>,
    /// The time zone, as IANA names it: `Europe/Berlin`.
    pub timezone: Option<String>,
    /// The place.
    pub place: Option<Place>,
    /// Which colors the user prefers.
    pub color_scheme: Option<ColorScheme>,
    /// Whether the user asked for less motion.
    pub reduced_motion: Option<bool>,
    /// Whether there is no network.
    pub offline: bool,
}

/// The view of a page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// Device pixels for each CSS pixel.
    pub scale: f64,
    /// Whether it is a small device, whose pages follow `<meta name=viewport>`.
    pub mobile: bool,
    /// Whether it is touched rather than pointed at.
    pub touch: bool,
}

/// A place on earth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// In degrees, north positive.
    pub latitude: f64,
    /// In degrees, east positive.
    pub longitude: f64,
    /// Within how many meters.
    pub accuracy: f64,
}

/// Which colors a user prefers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColorScheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A change of what an engine was started with, for all its tabs, those to come included.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Setting {
    /// The `User-Agent`.
    UserAgent(Option<String>),
    /// All headers sent with every request.
    Headers(Vec<(String, String)>),
    /// What answers when a server or proxy asks who is there.
    Credentials(Option<Credentials>),
    /// What pages are made to believe of the machine.
    Emulation(Emulation),
}
