//! A picture of one element: as it is, if all of it is in view; else it is brought there.

use surefoot_engine::{Error, ErrorKind, Picture, Result};
use surefoot_page::{Facts, NodeId, NodeKey, Page, Rect};

use super::common;
use super::held::Held;
use super::shot::{Shots, whole};
use crate::collect;

impl Shots<'_> {
    /// An element.
    pub(super) async fn element(&self, node: NodeKey) -> Result<Picture> {
        let page = collect::capture(self.live, self.limits).await?;
        let (at, seen) = places(&page, node)?;
        let view = self.told(self.ask_view()).await?;
        if seen == at && common(at, view.rect()) == Some(at) {
            return self.part_of_page(view, at, Some(page)).await;
        }
        // Each document around it remembers where it is scrolled to before any of them moves: one that brings something into
        // view moves those around it as well.
        let mut held = Vec::new();
        let (mut frame, token) = self.live.frame_of(node.document).ok_or_else(stale)?;
        let mut place = (token, node.serial);
        loop {
            let parent = frame.parent.clone();
            let owner = frame.owner;
            let element = Some((place.0.as_str(), 0));
            let (around, _) = Held::begin_in(self, frame, element, "bring").await?;
            held.push((around, place.1));
            let Some((parent, owner)) = parent.zip(owner) else {
                break;
            };
            let next = self.live.state().frames.get(&parent).cloned();
            let Some(next) = next else { break };
            let token = next.document.as_ref().map(|(token, _)| token.clone());
            place = (token.unwrap_or_default(), owner);
            frame = next;
        }
        for (around, serial) in &held {
            around.bring(*serial).await?;
        }
        let page = collect::capture(self.live, self.limits).await?;
        let (at, seen) = places(&page, node)?;
        let view = self.told(self.ask_view()).await?;
        if seen.width < 1.0 {
            return Err(Error::new(
                ErrorKind::NotVisible,
                "it cannot be pictured: nothing of it can be brought into view",
            )
            .with_hint("do first what shows it, or give another element"));
        }
        // What a part of the page hides that scrolls by itself cannot be had all at once.
        let picture = self.part_of_page(view, seen, Some(page)).await;
        let mut picture = picture?;
        if whole(seen) != whole(at) {
            picture.notes.push(surefoot_engine::Note {
                kind: surefoot_engine::NoteKind::Other,
                text:
                    "only a part of it is in the picture: the rest is out of sight in what it is in"
                        .to_owned(),
            });
        }
        for (around, _) in held {
            around.end().await?;
        }
        Ok(picture)
    }
}

/// Where an element is on the page, and what of that can be seen, as far as what is around it decides.
fn places(page: &Page, node: NodeKey) -> Result<(Rect, Rect)> {
    let id = page.find(node).ok_or_else(stale)?;
    let facts = page.facts(id);
    let unseen = |why: &str| {
        Error::new(
            ErrorKind::NotVisible,
            format!("it cannot be pictured: {why}"),
        )
        .with_hint("do first what shows it, or give another element")
    };
    if facts.contains(Facts::NOT_RENDERED) {
        return Err(unseen("it is not rendered"));
    }
    let at = page.bounds(id).ok_or_else(|| unseen("it has no box"))?;
    if at.width < 1.0 || at.height < 1.0 {
        return Err(unseen(&format!(
            "it is {} x {} CSS pixels large",
            at.width, at.height
        )));
    }
    let mut seen = at;
    for around in around(page, id) {
        if let Some(bounds) = page.bounds(around) {
            seen = common(seen, bounds).unwrap_or(Rect {
                width: 0.0,
                height: 0.0,
                ..seen
            });
        }
    }
    if seen.width < 1.0 || seen.height < 1.0 {
        // Where nothing of it is seen now it has to be brought; where that changes nothing the box itself is shown.
        seen = Rect { width: 0.0, ..at };
    }
    Ok((at, seen))
}

/// What is around an element and clips it: what scrolls by itself, and frames.
fn around(page: &Page, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let parents = std::iter::successors(page.flat_parent(node), |&at| page.flat_parent(at));
    parents.filter(|&at| {
        let tag = page.html_tag(at);
        let is_page = tag == surefoot_page::name::HTML || tag == surefoot_page::name::BODY;
        !is_page && (page.scroll(at).is_some() || page.content_document(at).is_some())
    })
}

pub(super) fn stale() -> Error {
    Error::new(
        ErrorKind::StaleRef,
        "the element is no longer part of the page",
    )
    .with_hint("take a new snapshot")
}
