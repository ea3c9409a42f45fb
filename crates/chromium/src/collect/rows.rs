//! From records to the nodes of one page.

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_cdp::protocol::page::FrameId;
use surefoot_engine::Result;
use surefoot_page::{
    DocumentInfo, Facts, Front, Name, Namespace, NodeId, Page, Place, Rect, Scroll, ShadowMode,
    name,
};

use super::internals::Custom;
use super::placement::Placement;
use super::record::{Numbers, Record};
use super::{derive, malformed};
use crate::frame::{FrameHandle, Lost};
use crate::live::Live;
use crate::net_errors;

/// Kinds of rows, in the lowest two bits of the number that begins one.
mod kind {
    /// Ends the children of the open node.
    pub(super) const END: u32 = 0;
    /// An element, which is open then. Bits 2 and 3: its namespace. Bit 4: whether it has a box.
    pub(super) const ELEMENT: u32 = 1;
    /// A text.
    pub(super) const TEXT: u32 = 2;
    /// Something about the element that has just begun; the bits from 2 on say what.
    pub(super) const OTHER: u32 = 3;
    /// A shadow root, which is open then.
    pub(super) const SHADOW: u32 = 0;
    /// What a control holds.
    pub(super) const VALUE: u32 = 1;
    /// How far it is scrolled, and how much is left.
    pub(super) const SCROLL: u32 = 2;
    /// Text of `::before` and `::after`.
    pub(super) const GENERATED: u32 = 3;
    /// Where in the view of its document that of the document lies that it shows.
    pub(super) const FRAME: u32 = 4;
    /// The same of one that is turned or scaled: besides, how.
    pub(super) const TURNED: u32 = 5;
    /// To which elements of the document one of its attributes refers: the name, how many, their serials.
    pub(super) const REFERENCES: u32 = 6;
}

/// The content type of documents that the browser's own viewer shows, closed to everybody. The headless shell has no such
/// viewer, and downloads them.
const PDF: &str = "application/pdf";

/// A bit of the collector that is no fact of the page model: what is outside of this element is inert.
pub(super) const MODAL: u32 = 1 << 29;

/// Another: the texts in it are not rendered.
pub(super) const SKIPS: u32 = 1 << 30;

/// What is known of a document besides its nodes.
#[derive(Debug)]
pub(super) struct Document {
    /// Its node.
    pub(super) root: NodeId,
    /// The node that has the focus in it.
    pub(super) focused: Option<NodeId>,
    /// Whether all of it can be edited.
    pub(super) design: bool,
    /// Where its view is in the page.
    pub(super) view: Rect,
}

/// A page that documents are added to, parents before their children.
#[derive(Default, Debug)]
pub(super) struct Assembly {
    page: Page,
    documents: Vec<Document>,
    /// Elements that may show a frame, by the frame that they are in and their serial.
    owners: FxHashMap<(FrameId, u32), NodeId>,
    marks: Marks,
    /// Where in the page the views of the documents lie that such elements show.
    placements: FxHashMap<NodeId, Placement>,
}

/// Elements with something to them that is no fact of the page model.
#[derive(Default, Debug)]
pub(super) struct Marks {
    /// What is outside of them is inert.
    pub(super) modals: FxHashSet<NodeId>,
    /// The texts in them are not rendered.
    pub(super) skips: FxHashSet<NodeId>,
}

impl Assembly {
    /// Adds the document of a frame. Fails if it is malformed; then nothing of it is part of the page.
    pub(super) fn add(
        &mut self,
        live: &Live,
        frame: &FrameHandle,
        record: &Record<'_>,
        listening: &[u32],
        custom: &[Custom],
    ) -> Result<()> {
        let owner = match &frame.parent {
            None => None,
            Some(parent) => {
                let owner = frame
                    .owner
                    .and_then(|serial| self.owners.get(&(parent.clone(), serial)));
                let Some(owner) = owner else {
                    // The element it was in has gone meanwhile, or the frame around it was left out.
                    return Ok(());
                };
                Some(*owner)
            }
        };
        let root = self.page.create_document(DocumentInfo {
            id: live.identify(&frame.id, record.token),
            base_url: record.base.to_owned(),
            quirks: record.quirks,
            ..DocumentInfo::new(record.url)
        });
        let [x, y, width, height] = record.view;
        let placement = match owner {
            None => {
                self.page.set_viewport(Rect {
                    x,
                    y,
                    width,
                    height,
                });
                Placement::at(x, y)
            }
            Some(owner) => self.placements.get(&owner).copied().unwrap_or_default(),
        };
        let mut reading = Reading {
            page: &mut self.page,
            record,
            numbers: Numbers::new(record.rows),
            placement,
            serial: 0,
            open: vec![root],
            nodes: Vec::new(),
            texts: record.texts.iter(),
            names: vec![None; record.strings.len()],
            frames: Vec::new(),
            references: Vec::new(),
            marks: &mut self.marks,
            placements: &mut self.placements,
        };
        reading.document(root).ok_or_else(malformed)?;
        let Reading {
            nodes,
            frames,
            references,
            ..
        } = reading;
        refer(&mut self.page, &nodes, references);
        describe(&mut self.page, &nodes, custom);
        cover(&mut self.page, &nodes, record).ok_or_else(malformed)?;
        if owner.is_none() {
            let fronts = fronts(&nodes, record).ok_or_else(malformed)?;
            self.page.set_fronts(fronts);
        }
        listen(&mut self.page, &nodes, listening);
        if record.cut {
            self.page.set_cut_off();
        }
        if frame.mime == PDF {
            self.page.add_note(format!(
                "a PDF is shown, whose text cannot be read here: {}",
                frame.url
            ));
        }
        if let Some(owner) = owner {
            self.page.append(owner, root);
            if frame.lost.is_some() {
                self.note_lost(live, frame);
            }
        }
        for (serial, node) in frames {
            self.owners.insert((frame.id.clone(), serial), node);
        }
        let by_serial = |serial| nodes.iter().find(|(s, _)| *s == serial).map(|(_, n)| *n);
        self.documents.push(Document {
            root,
            focused: Some(record.focused).filter(|&s| s != 0).and_then(by_serial),
            design: record.design,
            view: placement.of(Rect {
                x: 0.0,
                y: 0.0,
                width,
                height,
            }),
        });
        Ok(())
    }

    /// Notes that a frame could not be read.
    pub(super) fn leave_out(&mut self, live: &Live, frame: &FrameHandle) {
        match frame.lost {
            Some(_) => self.note_lost(live, frame),
            None => self.page.add_note(format!(
                "a frame does not answer and was left out: {}",
                frame.url
            )),
        }
    }

    /// Notes that it is not known yet of so many elements that they listen to clicks.
    pub(super) fn note_unknown_listeners(&mut self, count: usize) {
        self.page.add_note(format!(
            "{count} more elements listen to clicks than could be told at once: the next snapshots tell of them"
        ));
    }

    /// Notes that a frame does not show what it should.
    fn note_lost(&mut self, live: &Live, frame: &FrameHandle) {
        let url = &frame.url;
        let note = match frame.lost {
            Some(Lost::Crashed) => format!("the process of a frame has crashed: {url}"),
            _ => {
                let state = live.state();
                let document = state.traffic.document(&frame.loader);
                let failure = document.and_then(|d| d.failure.as_deref());
                let error = net_errors::failed(url, failure.unwrap_or_default());
                format!("a frame is empty: {}", error.message())
            }
        };
        self.page.add_note(note);
    }

    /// The page, with what is derived.
    pub(super) fn finish(mut self) -> Page {
        self.page.finish();
        derive::derive(&mut self.page, &self.documents, &self.marks);
        self.page
    }
}

/// The elements that listen to clicks. Those around everything listen for what is inside of them.
fn listen(page: &mut Page, nodes: &[(u32, NodeId)], listening: &[u32]) {
    if listening.is_empty() {
        return;
    }
    let by_serial: FxHashMap<u32, NodeId> = nodes.iter().copied().collect();
    for node in listening.iter().filter_map(|serial| by_serial.get(serial)) {
        if page.is_element(*node) && !matches!(page.html_tag(*node), name::HTML | name::BODY) {
            page.add_facts(*node, Facts::CLICK_LISTENER);
        }
    }
}

/// The elements that attributes refer to.
fn refer(page: &mut Page, nodes: &[(u32, NodeId)], references: Vec<(NodeId, Name, Vec<u32>)>) {
    if references.is_empty() {
        return;
    }
    let by_serial: FxHashMap<u32, NodeId> = nodes.iter().copied().collect();
    for (element, attribute, serials) in references {
        let targets = serials.iter().filter_map(|serial| by_serial.get(serial));
        page.set_references(element, attribute, targets.copied().collect());
    }
}

/// Gives elements the role and the states that the browser tells of them, where no attribute does.
fn describe(page: &mut Page, nodes: &[(u32, NodeId)], custom: &[Custom]) {
    for custom in custom {
        let Some(&(_, node)) = nodes.iter().find(|(serial, _)| *serial == custom.serial) else {
            continue;
        };
        for (attribute, value) in &custom.attributes {
            let attribute = page.intern(attribute);
            if !page.has_attr(node, attribute) {
                page.set_attr(node, attribute, value);
            }
        }
    }
}

/// The elements that do not get the click at their middle.
fn cover(page: &mut Page, nodes: &[(u32, NodeId)], record: &Record<'_>) -> Option<()> {
    let mut covers = Numbers::new(record.covers);
    let mut at = 0;
    let mut pairs = Vec::new();
    while let Some(step) = covers.next() {
        at += step as usize;
        pairs.push((nodes.get(at)?.1, covers.next()?));
    }
    if pairs.is_empty() {
        return Some(());
    }
    let by_serial: FxHashMap<u32, NodeId> = nodes.iter().copied().collect();
    for (node, by) in pairs {
        page.add_facts(node, Facts::OBSCURED);
        if let Some(&by) = by_serial.get(&by) {
            page.set_cover(node, by);
        }
    }
    Some(())
}

/// What stands in front of the page.
fn fronts(nodes: &[(u32, NodeId)], record: &Record<'_>) -> Option<Vec<Front>> {
    let mut numbers = Numbers::new(record.fronts);
    let mut read = Vec::new();
    while let Some(place) = numbers.next() {
        let place = match place {
            0 => Place::Middle,
            1 => Place::Inner,
            _ => Place::Edge,
        };
        let layer = numbers.next()?;
        let count = numbers.next()?;
        let behind: Option<Vec<u32>> = (0..count).map(|_| numbers.next()).collect();
        read.push((place, layer, behind?));
    }
    if read.is_empty() {
        return Some(Vec::new());
    }
    let by_serial: FxHashMap<u32, NodeId> = nodes.iter().copied().collect();
    let node = |serial: u32| by_serial.get(&serial).copied();
    let fronts = read.into_iter().filter_map(|(place, layer, behind)| {
        Some(Front {
            place,
            layer: node(layer)?,
            behind: behind.into_iter().filter_map(node).collect(),
        })
    });
    Some(fronts.collect())
}

/// One document being read.
struct Reading<'p, 'r> {
    page: &'p mut Page,
    record: &'r Record<'r>,
    numbers: Numbers<'r>,
    /// Where its view is in the page.
    placement: Placement,
    /// The serial of the last node.
    serial: u32,
    open: Vec<NodeId>,
    /// All nodes with their serials, in the order in which they came.
    nodes: Vec<(u32, NodeId)>,
    texts: std::slice::Iter<'r, &'r str>,
    /// The names that strings are, once they were used as such.
    names: Vec<Option<Name>>,
    frames: Vec<(u32, NodeId)>,
    /// The serials that attributes refer to.
    references: Vec<(NodeId, Name, Vec<u32>)>,
    marks: &'p mut Marks,
    placements: &'p mut FxHashMap<NodeId, Placement>,
}

impl<'r> Reading<'_, 'r> {
    /// Reads all rows; `None` if something makes no sense.
    fn document(&mut self, root: NodeId) -> Option<()> {
        self.numbered(root)?;
        while let Some(row) = self.numbers.next() {
            match row & 3 {
                kind::END => {
                    self.open.pop();
                }
                kind::ELEMENT => self.element(row >> 2)?,
                kind::TEXT => {
                    let text = self.texts.next()?;
                    let node = self.page.create_text(text);
                    self.placed(node)?;
                }
                kind::OTHER => self.other(row >> 2)?,
                _ => return None,
            }
        }
        Some(())
    }

    /// Gives a node the serial that comes next.
    fn numbered(&mut self, node: NodeId) -> Option<()> {
        self.serial = self.serial.checked_add_signed(self.numbers.signed()?)?;
        self.page.set_serial(node, self.serial);
        self.nodes.push((self.serial, node));
        Some(())
    }

    /// Gives a node its serial, and puts it where it belongs.
    fn placed(&mut self, node: NodeId) -> Option<()> {
        self.numbered(node)?;
        self.page.append(*self.open.last()?, node);
        Some(())
    }

    fn string(&mut self) -> Option<&'r str> {
        let at = self.numbers.next()? as usize;
        self.record.strings.get(at).copied()
    }

    fn name(&mut self) -> Option<Name> {
        let at = self.numbers.next()? as usize;
        let slot = self.names.get_mut(at)?;
        if let Some(name) = slot {
            return Some(*name);
        }
        let name = self.page.intern(self.record.strings.get(at)?);
        *slot = Some(name);
        Some(name)
    }

    fn element(&mut self, bits: u32) -> Option<()> {
        const NAMESPACES: [Namespace; 4] = [
            Namespace::Html,
            Namespace::Svg,
            Namespace::MathMl,
            Namespace::Other,
        ];
        let namespace = *NAMESPACES.get((bits & 3) as usize)?;
        let tag = self.name()?;
        let node = self.page.create_element(namespace, tag);
        self.placed(node)?;
        let facts = self.numbers.next()?;
        if facts & MODAL != 0 {
            self.marks.modals.insert(node);
        }
        if facts & SKIPS != 0 {
            self.marks.skips.insert(node);
        }
        self.page.add_facts(node, Facts::from_bits_truncate(facts));
        for _ in 0..self.numbers.next()? {
            let name = self.name()?;
            let value = self.string()?;
            self.page.set_attr(node, name, value);
        }
        if bits & 4 != 0 {
            let bounds = self.bounds()?;
            self.page.set_bounds(node, bounds);
        }
        if matches!(tag, name::IFRAME | name::FRAME | name::OBJECT | name::EMBED) {
            self.frames.push((self.serial, node));
        }
        self.open.push(node);
        Some(())
    }

    fn bounds(&mut self) -> Option<Rect> {
        let bounds = Rect {
            x: self.pixels()?,
            y: self.pixels()?,
            width: self.numbers.next()? as f32,
            height: self.numbers.next()? as f32,
        };
        Some(self.placement.of(bounds))
    }

    fn pixels(&mut self) -> Option<f32> {
        self.numbers.signed().map(|n| n as f32)
    }

    /// Something about the element that has just begun.
    fn other(&mut self, what: u32) -> Option<()> {
        let element = *self.open.last()?;
        match what {
            kind::SHADOW => {
                let mode = match self.numbers.next()? {
                    0 => ShadowMode::Open,
                    _ => ShadowMode::Closed,
                };
                let before = self.page.len();
                let root = self.page.create_shadow_root(element, mode);
                // A host has one shadow root only.
                (self.page.len() > before).then_some(())?;
                self.numbered(root)?;
                self.open.push(root);
            }
            kind::VALUE => {
                let value = self.string()?;
                self.page.set_value(element, value);
            }
            kind::SCROLL => {
                let mut sides = [0.0; 4];
                for side in &mut sides {
                    *side = self.pixels()?;
                }
                let [x, y, right, below] = sides;
                if right > 0.0 || below > 0.0 {
                    self.page.add_facts(element, Facts::SCROLLABLE);
                }
                self.page.set_scroll(element, Scroll { x, y, right, below });
            }
            kind::GENERATED => {
                let (before, after) = (self.string()?, self.string()?);
                self.page.set_generated(element, before, after);
            }
            kind::REFERENCES => {
                let name = self.name()?;
                let count = self.numbers.next()?;
                let serials: Option<_> = (0..count).map(|_| self.numbers.next()).collect();
                self.references.push((element, name, serials?));
            }
            kind::FRAME | kind::TURNED => {
                let mut inside = Placement::at(self.pixels()?, self.pixels()?);
                if what == kind::TURNED {
                    let mut linear = [0.0; 4];
                    for part in &mut linear {
                        *part = self.pixels()? / Placement::PARTS;
                    }
                    inside.linear = Some(linear);
                }
                self.placements
                    .insert(element, self.placement.around(&inside));
            }
            _ => return None,
        }
        Some(())
    }
}
