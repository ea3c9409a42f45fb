//! One node of the arena: its kind, links and payload.

use crate::{Facts, Name, NodeId};

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum NodeKind {
    /// A document: the root of the page, or the content of a frame (then a child of the frame's element).
    Document,
    /// An element.
    Element,
    /// A run of text. Neighbouring text nodes are possible; readers join them.
    Text,
    /// The root of a shadow tree: always the first child of its host.
    ShadowRoot,
    /// The contents of a `<template>`, or another root that is not part of any document.
    Fragment,
}

/// The namespace of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
    /// Any other (XML vocabularies).
    Other,
}

impl Namespace {
    /// The namespace's URL; empty for [`Namespace::Other`].
    pub fn url(self) -> &'static str {
        match self {
            Namespace::Html => "http://www.w3.org/1999/xhtml",
            Namespace::Svg => "http://www.w3.org/2000/svg",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            Namespace::Other => "",
        }
    }
}

/// Whether script of the page can reach into a shadow root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShadowMode {
    /// `mode: "open"`.
    Open,
    /// `mode: "closed"`.
    Closed,
}

/// An attribute of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute<'p> {
    /// The name as the parser adjusted it: lower case in HTML, `xlink:href` for namespaced ones.
    pub name: Name,
    /// The value, as written, entities resolved.
    pub value: &'p str,
}

/// A run of the page's string buffer.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Span {
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// An attribute as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredAttribute {
    pub(crate) name: Name,
    pub(crate) value: Span,
}

/// A node as it is stored: 56 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) first_child: Option<NodeId>,
    pub(crate) last_child: Option<NodeId>,
    pub(crate) prev: Option<NodeId>,
    pub(crate) next: Option<NodeId>,
    /// Text: its characters. Element: its run of the attribute pool. Document: its index in the document table.
    pub(crate) payload: Span,
    /// The root of the tree it is in: a document, shadow root or fragment. Set by `Page::finish`.
    pub(crate) scope: Option<NodeId>,
    /// The index of its document in the document table. Set by `Page::finish`.
    pub(crate) document: u32,
    /// The engine's number for it within its document.
    pub(crate) serial: u32,
    pub(crate) name: Name,
    pub(crate) facts: Facts,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
}
