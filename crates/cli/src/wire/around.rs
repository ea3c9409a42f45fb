//! The part of the wire for what is around the page.

use serde::{Deserialize, Serialize};

/// What to do about a dialog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Dialog {
    Status,
    Accept(Option<String>),
    Dismiss,
}

/// Something around the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Around {
    Evaluate {
        script: String,
        target: Option<String>,
    },
    Console {
        errors: bool,
        clear: bool,
    },
    Errors {
        clear: bool,
    },
    Requests {
        filter: Option<String>,
        clear: bool,
    },
    Cookies(Cookies),
    Storage {
        kind: StorageKind,
        what: Storage,
    },
    Set(Set),
    Pdf(Pdf),
}

impl Around {
    /// What it is called in messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Around::Evaluate { .. } => "eval",
            Around::Console { .. } => "console",
            Around::Errors { .. } => "errors",
            Around::Requests { .. } => "requests",
            Around::Cookies(_) => "cookies",
            Around::Storage { .. } => "storage",
            Around::Set(_) => "set",
            Around::Pdf(_) => "pdf",
        }
    }

    /// Whether it makes sense before any page was opened.
    pub(crate) fn comes_before_pages(&self) -> bool {
        matches!(self, Around::Set(_) | Around::Cookies(Cookies::Set(_)))
    }
}

/// What to do with cookies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cookies {
    List,
    Set(Cookie),
    Clear,
}

/// A cookie. Without a domain it is for the page's host.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Cookie {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) domain: Option<String>,
    pub(crate) path: String,
    pub(crate) expires: Option<f64>,
    pub(crate) http_only: bool,
    pub(crate) secure: bool,
    pub(crate) same_site: Option<SameSite>,
}

/// To which sites' requests a cookie is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SameSite {
    Strict,
    Lax,
    None,
}

/// Which storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StorageKind {
    Local,
    Session,
}

/// What to do with a storage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Storage {
    Get(Option<String>),
    Set(String, String),
    Remove(Option<String>),
}

/// A change of the settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Set {
    Viewport(u32, u32, f64),
    Device(String),
    Geo(f64, f64),
    Offline(bool),
    Headers(Vec<(String, String)>),
    Credentials(String, String),
    Media {
        scheme: Option<Scheme>,
        reduced_motion: Option<bool>,
    },
    UserAgent(Option<String>),
    Locale(Option<String>),
    Timezone(Option<String>),
    Refs(super::Refs),
}

/// Which colors a user prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scheme {
    Light,
    Dark,
}

/// How a page is put on paper.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Pdf {
    pub(crate) save: super::picture::Save,
    /// Width and height in inches.
    pub(crate) size: (f64, f64),
    pub(crate) landscape: bool,
    pub(crate) background: bool,
    pub(crate) scale: f64,
    /// In inches.
    pub(crate) margin: Option<f64>,
    pub(crate) pages: String,
}
