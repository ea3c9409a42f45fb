//! Sessions: the one place where a command becomes an action on exactly one element, and an observation an answer.
//!
//! A [`Session`] owns an engine with its tabs and the registry of refs. [`Session::run`] takes a [`Command`] and gives
//! an [`Answer`]; the act loop inside is: find the target, check it, do, observe. The command line and the MCP server
//! are thin layers over this.

mod act;
mod answer;
mod around;
mod command;
mod culprit;
mod dialogs;
mod download;
mod engines;
mod find;
mod fit;
mod flow;
mod front;
mod invalid;
mod listed;
mod markdown;
mod matched;
mod observe;
mod part;
mod picture;
mod pierce;
mod prepare;
mod read;
mod record;
mod replay;
mod restart;
mod selectors;
mod session;
mod settings;
mod show;
mod step;
mod tabs;
mod urls;
mod wait;
mod words;

pub use answer::{
    ActionAnswer, Answer, ChangeLine, ChangeSummary, DiffAnswer, Effects, ElementLabel,
    FoundAnswer, RecordedAnswer, SessionSummary, Since, SnapshotAnswer, TabSummary,
};
pub use command::{
    Around, Command, Cookies, DialogCommand, Get, IsState, LEAST_BUDGET, RecordCommand, Set, Show,
    SnapshotRequest, TabCommand, WaitFor, default_budget,
};
pub use flow::{
    Difference, Expected, Flow, FlowElement, FlowStep, FlowTree, ReplayAnswer, StepAnswer,
};
pub use markdown::{ReadAnswer, ReadRequest};
pub use picture::{
    Annotate, ComparedAnswer, DEFAULT_MAX_HEIGHT, Extent, PictureMark, Save, ScreenshotAnswer,
    ScreenshotRequest, Unchanged, compare_pictures,
};
pub use replay::AfterFailure;

pub use engines::{EngineKind, Engines, Shared, Started};
pub use session::{Bounds, Session};
pub use settings::{EngineChoice, Settings};
pub use surefoot_chromium::{
    Device, InstallStep, LaunchOptions, device, find_browser, install_steps,
};
pub use surefoot_engine::DEFAULT_MAX_BODY;
pub use surefoot_locate::{By, Chain, How, Locator, Sought};
pub use surefoot_page::Rect as PageRect;
pub use surefoot_picture::{Format as PictureFormat, Rect as PixelRect};
