//! Pictures on the wire.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::around::Scheme;

/// What a picture is asked for with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Screenshot {
    pub(crate) target: Option<String>,
    pub(crate) extent: Extent,
    pub(crate) max_height: Option<u32>,
    /// The name of the format.
    pub(crate) format: String,
    pub(crate) quality: Option<u8>,
    pub(crate) max_width: Option<std::num::NonZeroU32>,
    pub(crate) scale: Option<f64>,
    pub(crate) scheme: Option<Scheme>,
    pub(crate) annotate: Annotate,
    /// Of 1.
    pub(crate) unless_like: Option<f64>,
    pub(crate) save: Save,
}

/// How much of the page.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Extent {
    View,
    Region([f64; 4]),
    Full,
    Stitch,
}

/// What is drawn on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Annotate {
    None,
    Named,
    Interactive,
}

/// Where a file goes; paths are absolute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Save {
    InFolder(PathBuf),
    At { path: PathBuf, overwrites: bool },
}

/// A picture that is compared with the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Compare {
    /// The picture's file, absolute.
    pub(crate) before: PathBuf,
    pub(crate) full: bool,
    /// Where the picture of the differences goes.
    pub(crate) save: Save,
}
