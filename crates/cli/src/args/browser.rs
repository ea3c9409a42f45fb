//! What a new session's engine is started with.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values;

/// How a new session comes by its browser, and what pages are made to believe. Any of these but `--browser` and
/// `--isolate` makes `--engine auto` begin with a browser.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of a new session's browser")]
pub(crate) struct Browser {
    /// The browser to start, instead of the one that is installed [env: SUREFOOT_BROWSER]
    #[arg(
        long = "browser",
        id = "browser",
        global = true,
        value_name = "PATH",
        alias = "executable-path",
        hide_short_help = true
    )]
    pub(crate) program: Option<PathBuf>,

    /// A browser that runs already: a port of this machine, or a URL (http://host:port, ws://...)
    #[arg(
        long,
        global = true,
        value_name = "PORT|URL",
        hide_short_help = true,
        conflicts_with_all = ["browser", "profile", "headed", "isolate", "browser_args"]
    )]
    pub(crate) cdp: Option<String>,

    /// A header sent when connecting with --cdp; can be given several times
    #[arg(long, global = true, value_name = "NAME: VALUE", value_parser = values::header, hide_short_help = true)]
    pub(crate) cdp_header: Vec<(String, String)>,

    /// A profile that is kept, with its own cookies and storage; made if it is not there
    #[arg(long, global = true, value_name = "FOLDER", hide_short_help = true)]
    pub(crate) profile: Option<PathBuf>,

    /// Show the browser's window
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) headed: bool,

    /// A browser process of its own; otherwise sessions share one
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) isolate: bool,

    /// A further switch for the browser that is started; can be given several times
    #[arg(
        long = "browser-arg",
        alias = "args",
        id = "browser_args",
        global = true,
        value_name = "SWITCH",
        allow_hyphen_values = true,
        hide_short_help = true
    )]
    pub(crate) switches: Vec<String>,

    /// The proxy: http://host:port, socks5://host:port
    #[arg(long, global = true, value_name = "URL", hide_short_help = true)]
    pub(crate) proxy: Option<String>,

    /// User and password for servers that ask who is there
    #[arg(long, global = true, value_name = "USER:PASSWORD", value_parser = values::credentials,
          hide_short_help = true)]
    pub(crate) credentials: Option<(String, String)>,

    /// Talk to servers with certificates that nobody vouches for
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) ignore_https_errors: bool,

    /// A PEM file of certificates that are trusted besides the system's
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub(crate) ca_cert: Option<PathBuf>,

    /// The size of the view, in CSS pixels, and how many device pixels each is: 1280x720, 390x844@3
    #[arg(long, global = true, value_name = "WxH", value_parser = values::viewport, hide_short_help = true)]
    pub(crate) viewport: Option<(u32, u32, f64)>,

    /// A device, with its view and User-Agent: "iPhone 15", "Pixel 8"
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    pub(crate) device: Option<String>,

    /// The language: de-DE
    #[arg(long, global = true, value_name = "TAG", hide_short_help = true)]
    pub(crate) locale: Option<String>,

    /// The time zone: Europe/Berlin
    #[arg(long, global = true, value_name = "ZONE", hide_short_help = true)]
    pub(crate) timezone: Option<String>,

    /// The place, in degrees: 52.52,13.405
    #[arg(long, global = true, value_name = "LAT,LON", value_parser = values::place, hide_short_help = true,
          allow_hyphen_values = true)]
    pub(crate) geo: Option<(f64, f64)>,

    /// The colors the user prefers
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "SCHEME",
        hide_short_help = true
    )]
    pub(crate) color_scheme: Option<Scheme>,

    /// Without network
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) offline: bool,
}

/// Which colors a user prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Scheme {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}
