//! Finding elements by CSS selectors and XPath expressions, in all frames at once.

use surefoot_engine::{Error, ErrorKind, Limits, Query, Result};
use surefoot_page::NodeKey;

use super::{no_world, or_dialog, record, send};
use crate::errors;
use crate::live::Live;

/// Finds elements, for each query those that match: those of the main document first, then those of each frame, in
/// document order. A frame that does not answer has none.
pub(crate) async fn query(
    live: &Live,
    queries: &[Query],
    limits: Limits,
) -> Result<Vec<Vec<NodeKey>>> {
    or_dialog(live, ask(live, queries, limits)).await
}

async fn ask(live: &Live, queries: &[Query], limits: Limits) -> Result<Vec<Vec<NodeKey>>> {
    let mut found = vec![Vec::new(); queries.len()];
    if queries.is_empty() {
        return Ok(found);
    }
    let asked = queries.iter().map(question).collect::<Result<Vec<_>>>()?;
    let asked = serde_json::to_string(&asked).unwrap_or_default();
    let expression = format!("surefoot.query({asked})");
    let frames = live.frames();
    let calls: Vec<_> = frames
        .iter()
        .map(|frame| send(frame, &expression).map(|call| call.by(limits.deadline.into())))
        .collect();
    for (at, (frame, call)) in frames.iter().zip(calls).enumerate() {
        let reply = match call {
            Some(call) => call
                .await
                .map_err(errors::about("the page cannot be asked")),
            None => Err(no_world()),
        };
        let answer = reply.and_then(|bytes| Ok(record::value(&bytes)?.into_owned()));
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) if at == 0 => return Err(error),
            Err(error) => {
                tracing::debug!(%error, url = frame.url, "a frame was not asked");
                continue;
            }
        };
        let mut lines = answer.split('\n');
        let document = live.identify(&frame.id, lines.next().unwrap_or(""));
        for ((query, found), line) in queries.iter().zip(&mut found).zip(lines) {
            if let Some(why) = line.strip_prefix('!') {
                return Err(bad(query, why));
            }
            let serials = line.split(' ').filter_map(|serial| serial.parse().ok());
            found.extend(serials.map(|serial| NodeKey { document, serial }));
        }
    }
    Ok(found)
}

/// A query as the world is asked it.
fn question(query: &Query) -> Result<[&str; 2]> {
    match query {
        Query::Css(selector) => Ok(["css", selector]),
        Query::XPath(expression) => Ok(["xpath", expression]),
        other => Err(unknown(other)),
    }
}

fn unknown(query: &Query) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        format!("the chromium engine does not know how to find {query:?}"),
    )
}

fn bad(query: &Query, why: &str) -> Error {
    let (what, text, hint) = match query {
        Query::XPath(text) => (
            "XPath expression",
            text,
            "an expression for elements is like //form//button[@type='submit']",
        ),
        Query::Css(text) => (
            "CSS selector",
            text,
            "a selector is like `form > button.primary`",
        ),
        other => return unknown(other),
    };
    // The browser begins with the name of the function that was called, which nobody here has.
    let why = why.rsplit_once(": ").map_or(why, |(_, why)| why);
    Error::new(
        ErrorKind::InvalidArgument,
        format!("{text:?} is no {what}: {}", why.trim_end_matches('.')),
    )
    .with_hint(hint)
}
