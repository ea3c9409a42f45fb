//! `localStorage` and `sessionStorage` of the main document's origin. They are reached from our world, which shares
//! them with the page: nothing of the page's own scripts is relied on.

use serde::Deserialize;
use surefoot_engine::{Error, ErrorKind, Limits, Result, Storage, StorageKind};

use crate::around::read::{literal, main_frame, no_sense};
use crate::live::Live;
use crate::world::{self, Promise};

#[derive(Debug, Deserialize)]
struct Answer {
    #[serde(default)]
    entries: Vec<(String, String)>,
    refused: Option<String>,
}

/// Reads or changes a storage.
pub(crate) async fn storage(
    live: &Live,
    kind: StorageKind,
    what: Storage,
    limits: Limits,
) -> Result<Vec<(String, String)>> {
    let frame = main_frame(live, limits).await?;
    let which = match kind {
        StorageKind::Local => "localStorage",
        StorageKind::Session => "sessionStorage",
    };
    let optional = |key: &Option<String>| key.as_deref().map_or("null".to_owned(), literal);
    let rest = match &what {
        Storage::Get(key) => format!("'get',{}", optional(key)),
        Storage::Set(key, value) => format!("'set',{},{}", literal(key), literal(value)),
        Storage::Remove(key) => format!("'remove',{}", optional(key)),
    };
    let expression = format!("surefoot.storage('{which}',{rest})");
    let told = world::ask(&frame, expression, Promise::No, limits).await?;
    let answer: Answer = serde_json::from_str(&told).map_err(|_| no_sense())?;
    match answer.refused.as_deref() {
        None => Ok(answer.entries),
        Some("full") => Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "{which} of {} is full: the browser does not keep this entry",
                frame.url
            ),
        )
        .with_hint("remove other entries first; a site has about 5 MB")),
        Some(_) => Err(Error::new(
            ErrorKind::Unsupported,
            format!("the page {} has no {which}", frame.url),
        )
        .with_hint("storage belongs to a site: open a page of it over http or https first")),
    }
}
