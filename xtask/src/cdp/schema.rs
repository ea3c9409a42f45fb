//! The JSON of the npm package, as far as it is read.

use serde::Deserialize;

/// Both files together.
#[derive(Default, Deserialize)]
pub(crate) struct Protocol {
    pub(crate) domains: Vec<Domain>,
}

/// One domain: `Page`, `Runtime` …
#[derive(Deserialize)]
pub(crate) struct Domain {
    #[serde(rename = "domain")]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) types: Vec<Type>,
    #[serde(default)]
    pub(crate) commands: Vec<Member>,
    #[serde(default)]
    pub(crate) events: Vec<Member>,
}

/// A named type.
#[derive(Deserialize)]
pub(crate) struct Type {
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) shape: Shape,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) properties: Vec<Property>,
}

/// A command or an event.
#[derive(Deserialize)]
pub(crate) struct Member {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) parameters: Vec<Property>,
    #[serde(default)]
    pub(crate) returns: Vec<Property>,
}

/// A parameter, a member of a reply, or a field of a type.
#[derive(Clone, Deserialize)]
pub(crate) struct Property {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) shape: Shape,
    #[serde(default)]
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) optional: bool,
    #[serde(default)]
    pub(crate) deprecated: bool,
    #[serde(default)]
    pub(crate) experimental: bool,
}

/// What a value looks like: a reference, or a kind with its parts.
#[derive(Clone, Default, Deserialize)]
pub(crate) struct Shape {
    #[serde(rename = "$ref")]
    pub(crate) reference: Option<String>,
    #[serde(default, rename = "type")]
    pub(crate) kind: String,
    pub(crate) items: Option<Box<Shape>>,
    #[serde(default, rename = "enum")]
    pub(crate) values: Vec<String>,
}
