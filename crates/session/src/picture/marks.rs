//! Which elements are in a picture, and where.

use rustc_hash::FxHashSet;
use surefoot_engine::Picture;
use surefoot_page::{Facts, NodeId, Page, Rect, Step, name};
use surefoot_picture as picture;
use surefoot_snapshot::{Item, Numbering, Options, RefPolicy, Snapshot, filtered};

use super::{Annotate, PictureMark};
use crate::session::Look;
use crate::{ElementLabel, Session};

/// What is drawn on a picture, and what is not because something covers it.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) drawn: Vec<PictureMark>,
    pub(super) covered: Vec<ElementLabel>,
}

/// An element in the picture.
struct Found {
    /// Its position among what is listed.
    at: usize,
    place: picture::Rect,
    is_covered: bool,
}

impl Session {
    /// The elements that are in a picture, with refs. `width` and `height` are those of the picture that they are drawn
    /// on, `scale` its pixels for each CSS pixel.
    pub(super) fn marks(
        &mut self,
        which: Annotate,
        made: &Picture,
        (width, height, scale): (u32, u32, f64),
        look: &Look,
    ) -> Marks {
        let numbering = Numbering::InteractiveAndNamed;
        let options = Options {
            interactive: which == Annotate::Interactive,
            ..Options::default()
        };
        let mut listed = filtered(&look.outline, &options);
        let all = picture::Rect {
            x: 0,
            y: 0,
            width,
            height,
        };
        let geometry = Geometry::new(&look.page, made);
        let fronts = Fronts::of(&look.page);
        let around = around_covered(&listed, &look.page);
        let found: Vec<Found> = listed
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| !item.hidden && is_numbered(item, &look.page))
            .filter_map(|(at, item)| {
                let place = pixels(geometry.place(item.node)?, made.area, scale).within(all);
                (place.area() > 0).then(|| Found {
                    at,
                    place,
                    is_covered: is_covered(item, &look.page)
                        || around.contains(&at)
                        || fronts.cover(item.node, &look.page),
                })
            })
            .collect();
        self.number(&mut listed, &found, numbering);
        let mut marks = Marks::default();
        for found in found {
            let Some(item) = listed.items.get(found.at) else {
                continue;
            };
            let element = self.label(item);
            if element.reference.is_none() {
                continue;
            }
            if found.is_covered {
                marks.covered.push(element);
            } else {
                marks.drawn.push(PictureMark {
                    element,
                    at: found.place,
                });
            }
        }
        marks
    }

    /// Gives what is in a picture refs: by the policy of the session, as a snapshot would.
    fn number(&mut self, listed: &mut Snapshot, found: &[Found], numbering: Numbering) {
        if self.registry.policy() == RefPolicy::Renumber {
            self.registry.assign(listed, numbering);
            return;
        }
        let numbered = listed_refs(&self.registry, listed, numbering);
        let positions: Vec<usize> = found
            .iter()
            .map(|found| found.at)
            .filter(|at| numbered.contains(at))
            .collect();
        self.registry.assign_at(listed, &positions);
    }
}

/// The positions of what a numbering gives refs to.
fn listed_refs(
    registry: &surefoot_snapshot::Registry,
    listed: &Snapshot,
    numbering: Numbering,
) -> FxHashSet<usize> {
    let mut foreseen = listed.clone();
    registry.foresee(RefPolicy::Stable, &mut foreseen, numbering);
    (0..)
        .zip(&foreseen.items)
        .filter(|(_, item)| item.reference.is_some())
        .map(|(at, _)| at)
        .collect()
}

/// Whether an item is an element that something can be drawn around.
fn is_numbered(item: &Item, page: &Page) -> bool {
    page.is_element(item.node) && item.fold.is_none()
}

/// Whether something else would take a click that is meant for an element.
fn is_covered(item: &Item, page: &Page) -> bool {
    item.cover.is_some()
        || page
            .facts(item.node)
            .intersects(Facts::OBSCURED | Facts::INERT)
}

/// Further out than this from something that is covered nothing counts as covered with it.
const FAR: usize = 8;

/// The positions of what was not tried itself whether a click would reach it, as the heading around a link, and whose middle
/// is behind what covers something inside of it.
fn around_covered(listed: &Snapshot, page: &Page) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    for item in &listed.items {
        let Some(cover) = page.cover(item.node) else {
            continue;
        };
        let Some(bounds) = page.bounds(cover) else {
            continue;
        };
        let parent = |at: Option<u32>| at.map(|at| at as usize);
        let outwards = std::iter::successors(parent(item.parent), |&at| {
            parent(listed.items.get(at)?.parent)
        });
        for at in outwards.take(FAR) {
            let Some(outer) = listed.items.get(at) else {
                break;
            };
            // What is inside of the cover is not behind it.
            let mut above = std::iter::successors(Some(outer.node), |&node| page.flat_parent(node));
            let is_inside = above.by_ref().take(FAR * 100).any(|node| node == cover);
            if !is_inside && !was_tried(outer.node, page) && has_middle_in(outer.node, bounds, page)
            {
                found.insert(at);
            }
        }
    }
    found
}

/// Whether it was tried if a click would reach an element: only what can be clicked is.
fn was_tried(node: NodeId, page: &Page) -> bool {
    let clickable = Facts::FOCUSABLE | Facts::POINTER_CURSOR;
    page.facts(node).intersects(clickable)
}

/// Whether the middle of an element is in a part of the page.
fn has_middle_in(node: NodeId, part: Rect, page: &Page) -> bool {
    page.bounds(node).is_some_and(|at| {
        let (x, y) = (at.x + at.width / 2.0, at.y + at.height / 2.0);
        (part.x..part.x + part.width).contains(&x) && (part.y..part.y + part.height).contains(&y)
    })
}

/// What stands in front of the page. Only what can be clicked was tried whether a click would reach it; for the rest it
/// counts whether its middle is behind one of these.
struct Fronts {
    /// Where each is, and what is inside of it.
    layers: Vec<(Rect, FxHashSet<NodeId>)>,
}

impl Fronts {
    fn of(page: &Page) -> Fronts {
        let mut layers: Vec<NodeId> = page.fronts().iter().map(|front| front.layer).collect();
        layers.sort();
        layers.dedup();
        let inside = |layer: NodeId| {
            page.walk(layer)
                .filter_map(|step| match step {
                    Step::Enter(node) => Some(node),
                    Step::Leave(_) => None,
                })
                .collect()
        };
        Fronts {
            layers: layers
                .into_iter()
                .filter_map(|layer| Some((page.bounds(layer)?, inside(layer))))
                .collect(),
        }
    }

    fn cover(&self, node: NodeId, page: &Page) -> bool {
        !was_tried(node, page)
            && self
                .layers
                .iter()
                .any(|(layer, inside)| has_middle_in(node, *layer, page) && !inside.contains(&node))
    }
}

/// Where elements are in the coordinates of a picture, as far as they can be seen there.
struct Geometry<'p> {
    page: &'p Page,
    /// For each node what clips it: the parts of the page around it that can be scrolled by themselves.
    clips: Vec<Option<Rect>>,
    /// For each node by how much it is further down in the picture.
    down: Vec<f32>,
}

impl<'p> Geometry<'p> {
    fn new(page: &'p Page, made: &Picture) -> Geometry<'p> {
        let mut clips = vec![None; page.len()];
        let mut down = vec![0.0; page.len()];
        // What holds for what is inside of the open nodes.
        let mut open: Vec<(Option<Rect>, f32)> = vec![(None, 0.0)];
        let steps = page.root().map(|root| page.walk(root));
        for step in steps.into_iter().flatten() {
            match step {
                Step::Enter(node) => {
                    let (clip, shift) = open.last().copied().unwrap_or_default();
                    let key = page.key(node);
                    let pin = made.pins.iter().find(|pin| Some(pin.node) == key);
                    let shift = pin.map_or(shift, |pin| pin.down as f32);
                    let clip = if pin.is_some() { None } else { clip };
                    clips[node.index()] = clip;
                    down[node.index()] = shift;
                    let opened = made.opened.is_some() && made.opened == key;
                    let inner = match page.bounds(node) {
                        Some(bounds) if clips_content(page, node) && !opened => {
                            Some(clip.map_or(bounds, |clip| common(clip, bounds)))
                        }
                        _ => clip,
                    };
                    open.push((inner, shift));
                }
                Step::Leave(_) => {
                    open.pop();
                }
            }
        }
        Geometry { page, clips, down }
    }

    /// Where an element is; `None`: it cannot be seen.
    fn place(&self, node: NodeId) -> Option<Rect> {
        let bounds = self.page.bounds(node)?;
        let clip = self.clips.get(node.index()).copied().flatten();
        let seen = clip.map_or(bounds, |clip| common(clip, bounds));
        let down = self.down.get(node.index()).copied().unwrap_or_default();
        (seen.width > 0.0 && seen.height > 0.0).then_some(Rect {
            y: seen.y + down,
            ..seen
        })
    }
}

/// Whether what is inside of an element is seen only where the element is.
fn clips_content(page: &Page, node: NodeId) -> bool {
    let tag = page.html_tag(node);
    if tag == name::HTML || tag == name::BODY {
        return false;
    }
    page.scroll(node).is_some() || page.content_document(node).is_some()
}

fn common(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    Rect {
        x,
        y,
        width: ((a.x + a.width).min(b.x + b.width) - x).max(0.0),
        height: ((a.y + a.height).min(b.y + b.height) - y).max(0.0),
    }
}

/// The pixels of a part of the page.
fn pixels(at: Rect, area: Rect, scale: f64) -> picture::Rect {
    let pixel = |at: f32| (f64::from(at) * scale).round().max(0.0) as u32;
    let (x, y) = (pixel(at.x - area.x), pixel(at.y - area.y));
    picture::Rect {
        x,
        y,
        width: pixel(at.x - area.x + at.width).saturating_sub(x),
        height: pixel(at.y - area.y + at.height).saturating_sub(y),
    }
}
