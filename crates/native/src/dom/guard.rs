//! The guard between tokenizer and tree builder: keeps the tree builder's stack and its list of active formatting
//! elements short, because it searches them for nearly every tag.
//!
//! Browsers do the same: Blink and WebKit flatten what is nested deeper than 512. Here, past that depth, containers
//! (`div`, `span`, `table` …) are passed over with their end tags while their content stays, and what can be acted on
//! is kept to twice that depth.

use std::cell::{Cell, RefCell};

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{Tracer, TreeBuilder};
use html5ever::{LocalName, local_name, ns};
use rustc_hash::FxHashMap;
use surefoot_engine::{Note, NoteKind};

use super::sink::{Handle, Sink};

/// How deep elements may nest before containers are flattened; the figure of Blink and WebKit.
const DEPTH: u16 = 512;
/// How deep anything may nest, what can be acted on included.
const HARD_DEPTH: usize = 1024;
/// How many formatting elements may be open or waiting to be opened again.
const FORMATTING: usize = 64;
/// How often the list of active formatting elements is looked at: every so many formatting tags.
const LOOK_EVERY: u32 = 32;
/// Elements that may exist without a tag of their own before formatting elements are closed: a constant, and per tag.
const FREE_ELEMENTS: u64 = 10_000;
const ELEMENTS_PER_TAG: u64 = 4;

/// See the module.
pub(super) struct Guard {
    builder: TreeBuilder<Handle, Sink>,
    tags: Cell<u64>,
    formatting_tags: Cell<u32>,
    /// Start tags passed over whose end tags are still to come, by name.
    passed_over: RefCell<FxHashMap<LocalName, u32>>,
    flattened: Cell<u64>,
    closed_formatting: Cell<u64>,
}

impl Guard {
    pub(super) fn new(builder: TreeBuilder<Handle, Sink>) -> Guard {
        Guard {
            builder,
            tags: Cell::new(0),
            formatting_tags: Cell::new(0),
            passed_over: RefCell::default(),
            flattened: Cell::new(0),
            closed_formatting: Cell::new(0),
        }
    }

    /// The sink with what was built, and what there is to say about it.
    pub(super) fn into_parts(self) -> (Sink, Vec<Note>) {
        let mut notes = Vec::new();
        if self.flattened.get() > 0 {
            notes.push(Note {
                kind: NoteKind::LimitReached,
                text: format!(
                    "elements are nested more than {DEPTH} deep: {} containers below that were flattened, their content kept",
                    self.flattened.get()
                ),
            });
        }
        if self.closed_formatting.get() > 0 {
            notes.push(Note {
                kind: NoteKind::LimitReached,
                text: format!(
                    "more than {FORMATTING} unclosed formatting elements (b, i, font ...): they were closed early, their content kept"
                ),
            });
        }
        (self.builder.sink, notes)
    }

    /// Whether the tree builder must not see this start tag.
    fn passes_over(&self, tag: &Tag) -> bool {
        let sink = &self.builder.sink;
        if sink.last_depth.get() < DEPTH {
            if sink.last_depth.get() < DEPTH / 2 {
                self.passed_over.borrow_mut().clear();
            }
            return false;
        }
        if is_leaf(&tag.name) {
            return false;
        }
        let open = self.open_count();
        let limit = if can_be_acted_on(&tag.name) {
            HARD_DEPTH
        } else {
            usize::from(DEPTH)
        };
        if open < limit {
            return false;
        }
        self.flattened.set(self.flattened.get() + 1);
        if !tag.self_closing {
            *self
                .passed_over
                .borrow_mut()
                .entry(tag.name.clone())
                .or_default() += 1;
        }
        true
    }

    /// Whether this end tag belongs to a start tag that was passed over.
    fn ends_passed_over(&self, tag: &Tag) -> bool {
        let mut passed_over = self.passed_over.borrow_mut();
        match passed_over.get_mut(&tag.name) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// Closes formatting elements when there are too many, or when opening them again multiplies the page.
    fn relieve_formatting(&self, tag: &Tag, line: u64) {
        self.tags.set(self.tags.get() + 1);
        let multiplied =
            self.builder.sink.created.get() > FREE_ELEMENTS + ELEMENTS_PER_TAG * self.tags.get();
        if tag.kind == TagKind::StartTag && is_formatting(&tag.name) {
            self.formatting_tags.set(self.formatting_tags.get() + 1);
        }
        let due = self.formatting_tags.get() >= LOOK_EVERY;
        if !due && !multiplied {
            return;
        }
        self.formatting_tags.set(0);
        // An open `a` is closed by the next one anyway, and closing it early would cost a link its text.
        let open = self.traced(|h| {
            h.name.ns == ns!(html)
                && is_formatting(&h.name.local)
                && h.name.local != local_name!("a")
        });
        if open.len() <= FORMATTING && !multiplied {
            return;
        }
        for handle in open.iter().rev() {
            let end = Tag {
                kind: TagKind::EndTag,
                name: handle.name.local.clone(),
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            // The result is for the tokenizer's state, which an end tag of these never changes.
            let _ = self.builder.process_token(Token::TagToken(end), line);
        }
        self.closed_formatting
            .set(self.closed_formatting.get() + open.len() as u64);
    }

    /// How many nodes the tree builder holds: a little more than its stack of open elements.
    fn open_count(&self) -> usize {
        let counter = Counter(Cell::new(0));
        self.builder.trace_handles(&counter);
        counter.0.get()
    }

    /// What the tree builder holds: the document, open elements, active formatting elements, head and form.
    fn traced(&self, wanted: fn(&Handle) -> bool) -> Vec<Handle> {
        let collector = Collector {
            wanted,
            found: RefCell::default(),
        };
        self.builder.trace_handles(&collector);
        collector.found.into_inner()
    }
}

/// Counts without taking hold of anything.
struct Counter(Cell<usize>);

impl Tracer for Counter {
    type Handle = Handle;

    fn trace_handle(&self, _: &Handle) {
        self.0.set(self.0.get() + 1);
    }
}

struct Collector {
    wanted: fn(&Handle) -> bool,
    found: RefCell<Vec<Handle>>,
}

impl Tracer for Collector {
    type Handle = Handle;

    fn trace_handle(&self, node: &Handle) {
        if (self.wanted)(node) {
            self.found.borrow_mut().push(node.clone());
        }
    }
}

impl TokenSink for Guard {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if let Token::TagToken(tag) = &token {
            self.relieve_formatting(tag, line);
            let skip = match tag.kind {
                TagKind::StartTag => self.passes_over(tag),
                TagKind::EndTag => self.ends_passed_over(tag),
            };
            if skip {
                return TokenSinkResult::Continue;
            }
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Elements that never hold other elements: void ones, and those whose content is only text to the tokenizer, which
/// must see their start tags to read that content right.
fn is_leaf(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("area")
            | local_name!("base")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("hr")
            | local_name!("iframe")
            | local_name!("img")
            | local_name!("input")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("param")
            | local_name!("plaintext")
            | local_name!("script")
            | local_name!("source")
            | local_name!("style")
            | local_name!("textarea")
            | local_name!("title")
            | local_name!("track")
            | local_name!("wbr")
            | local_name!("xmp")
    )
}

/// Elements kept past [`DEPTH`], because losing them would take something to act on away.
fn can_be_acted_on(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("button")
            | local_name!("details")
            | local_name!("dialog")
            | local_name!("form")
            | local_name!("label")
            | local_name!("optgroup")
            | local_name!("option")
            | local_name!("select")
            | local_name!("summary")
    )
}

/// HTML's formatting elements.
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}
