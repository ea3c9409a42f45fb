//! `click --at`: from a point of the last picture to the element that is there.

use surefoot_engine::{Error, ErrorKind, HitPoint, Limits, Point, Result};
use surefoot_page::{NodeId, NodeKey};

use super::LastPicture;
use crate::Session;
use crate::find::Element;
use crate::session::Look;

/// An element that was found at a point.
pub(crate) struct At {
    /// What is called by a ref: the nearest thing that snapshots list.
    pub(crate) element: Element,
    /// What the pointer meets.
    pub(crate) node: NodeKey,
    /// Where in that, from the top left corner of its box.
    pub(crate) position: Point,
}

impl Session {
    /// The element that a point of the tab's last picture shows. It gets a ref.
    pub(crate) async fn at(&mut self, at: Point, limits: Limits) -> Result<(At, Look)> {
        let tab = self.tabs.current_mut();
        let Some(last) = &tab.picture else {
            return Err(Error::new(
                ErrorKind::NotFound,
                "there is no picture of this tab yet, so a point of it means nothing",
            )
            .with_hint("take a `screenshot` first; the point counts its pixels"));
        };
        let point = point_of(last, at)?;
        let document = last.document.clone();
        let hit = tab.tab.hit(&document, point, limits).await?;
        let Some(hit) = hit else {
            return Err(nothing_at(at));
        };
        let look = self.look(limits).await?;
        let Some(node) = look.page.find(hit.node) else {
            return Err(Error::new(
                ErrorKind::StaleRef,
                "what is at this point has just been replaced",
            )
            .with_hint("take a new `screenshot`")
            .outdated());
        };
        Ok((
            At {
                element: self.called(node, &look),
                node: hit.node,
                position: hit.position,
            },
            look,
        ))
    }

    /// What a node is called by: the nearest thing around it that can be acted on, else the nearest that is listed, else
    /// its tag.
    fn called(&mut self, node: NodeId, look: &Look) -> Element {
        let items = &look.outline.items;
        let page = &look.page;
        let around = std::iter::successors(Some(node), |&node| page.flat_parent(node));
        let listed: Vec<usize> = around
            .filter_map(|node| look.outline.position(page.key(node)?))
            .take(NEAR)
            .collect();
        let acts = |at: &&usize| {
            items
                .get(**at)
                .is_some_and(surefoot_snapshot::Item::is_interactive)
        };
        let best = listed.iter().find(acts).or_else(|| listed.first());
        if let Some(at) = best {
            self.registry.assign_at(&look.outline, &[*at]);
        }
        let called = best
            .and_then(|&at| items.get(at))
            .map_or(node, |item| item.node);
        self.element(called, None, false, look)
    }
}

/// What is called by something further out than this many listed elements is called by the nearest.
const NEAR: usize = 8;

/// The point of the page that a point of a picture shows.
fn point_of(last: &LastPicture, at: Point) -> Result<HitPoint> {
    let (width, height) = (f64::from(last.width), f64::from(last.height));
    if !(at.x >= 0.0 && at.y >= 0.0 && at.x < width && at.y < height) {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("the point {},{} is not in the last picture", at.x, at.y),
        )
        .with_hint(format!(
            "it has {width} x {height} pixels; the first is 0,0"
        )));
    }
    let page = Point {
        x: f64::from(last.area.x) + at.x / last.scale,
        y: f64::from(last.area.y) + at.y / last.scale,
    };
    let in_view = |scroll: Point| HitPoint::View {
        at: Point {
            x: page.x - scroll.x,
            y: page.y - scroll.y,
        },
        scroll,
    };
    if last.is_of_view() {
        return Ok(in_view(last.scroll));
    }
    let pin = last.pins.iter().find(|pin| {
        let (left, top) = (f64::from(pin.at.x), f64::from(pin.at.y));
        (left..left + f64::from(pin.at.width)).contains(&page.x)
            && (top..top + f64::from(pin.at.height)).contains(&page.y)
    });
    Ok(match pin {
        Some(pin) => in_view(pin.scroll),
        None => HitPoint::Page {
            at: page,
            opened: last.opened,
        },
    })
}

fn nothing_at(at: Point) -> Error {
    Error::new(
        ErrorKind::NotFound,
        format!("nothing is at {},{} that could be clicked", at.x, at.y),
    )
    .with_hint("take a new `screenshot`, and give a point of an element")
}
