//! Reading what a capture need not hold: markup, attributes, computed styles.

use serde::Deserialize;
use surefoot_engine::{Error, ErrorKind, Limits, Read, Reading, Result};
use surefoot_page::NodeKey;

use crate::frame::FrameHandle;
use crate::live::Live;
use crate::world::{self, Promise};

/// What our world answers (`world/around.js`).
#[derive(Debug, Deserialize)]
struct Answer {
    text: Option<String>,
    #[serde(default)]
    absent: bool,
    #[serde(default)]
    stale: bool,
}

/// Reads something of the page.
pub(crate) async fn read(live: &Live, reading: Reading, limits: Limits) -> Result<Read> {
    let (frame, expression) = match reading {
        Reading::Title => (
            main_frame(live, limits).await?,
            "surefoot.title()".to_owned(),
        ),
        Reading::Html(None) => (
            main_frame(live, limits).await?,
            "surefoot.html('',null)".to_owned(),
        ),
        Reading::Html(Some(node)) => {
            let (frame, place) = place(live, node)?;
            (frame, format!("surefoot.html({place})"))
        }
        Reading::Attribute(node, name) => {
            let (frame, place) = place(live, node)?;
            (
                frame,
                format!("surefoot.attribute({place},{})", literal(&name)),
            )
        }
        Reading::Styles(node, names) => {
            let (frame, place) = place(live, node)?;
            let names: Vec<_> = names.iter().map(|name| literal(name)).collect();
            (
                frame,
                format!("surefoot.styles({place},[{}])", names.join(",")),
            )
        }
        _ => return Ok(Read::InPage),
    };
    let told = world::ask(&frame, expression, Promise::No, limits).await?;
    let answer: Answer = serde_json::from_str(&told).map_err(|_| no_sense())?;
    match answer {
        Answer { stale: true, .. } => Err(stale()),
        Answer { absent: true, .. } => Ok(Read::Absent),
        Answer {
            text: Some(text), ..
        } => Ok(Read::Text(text)),
        Answer { text: None, .. } => Err(no_sense()),
    }
}

/// The main frame, once our world is there in it.
pub(crate) async fn main_frame(live: &Live, limits: Limits) -> Result<FrameHandle> {
    live.until(
        limits.deadline,
        "the page's document was not there",
        |state| {
            let main = state.frames.get(&state.main)?;
            (main.world.is_some() && main.main_world.is_some()).then(|| main.clone())
        },
    )
    .await
}

/// The frame of a node, and the node as the functions of our world take it: token and serial.
pub(crate) fn place(live: &Live, node: NodeKey) -> Result<(FrameHandle, String)> {
    let (frame, token) = live.frame_of(node.document).ok_or_else(stale)?;
    Ok((frame, format!("{},{}", literal(&token), node.serial)))
}

/// A text as a literal of a script.
pub(crate) fn literal(text: &str) -> String {
    // JSON is a part of the language (ECMA-262, since 2019).
    serde_json::Value::from(text).to_string()
}

pub(crate) fn stale() -> Error {
    Error::new(ErrorKind::StaleRef, "the element is no longer on the page")
        .with_hint("take a new `snapshot`")
}

pub(crate) fn no_sense() -> Error {
    Error::new(
        ErrorKind::EngineCrashed,
        "the page answered with something that makes no sense",
    )
}
