//! Custom elements that say by `ElementInternals` what they are: their role and states stand in no attribute, and no
//! script but their own can read them. The browser's accessibility tree has them.
//!
//! Only elements are asked about that can be controls and have no `role`: where a page has none, this costs nothing. What
//! is told becomes attributes of the captured element, as if its author had written them.

use std::time::Instant;

use bytes::Bytes;
use serde::Deserialize;
use surefoot_cdp::Call;
use surefoot_cdp::protocol::accessibility::GetPartialAxTree;
use surefoot_cdp::protocol::runtime::Evaluate;

use super::objects::{self, GROUP};
use super::record;
use crate::frame::Frame;

/// What the browser tells of an element, as attributes.
#[derive(Debug)]
pub(super) struct Custom {
    pub(super) serial: u32,
    pub(super) attributes: Vec<(&'static str, String)>,
}

/// The reply, as far as it matters.
#[derive(Deserialize)]
struct Reply {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
#[serde(default)]
struct Node {
    ignored: bool,
    role: Told,
    name: Told,
    description: Told,
    value: Told,
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    value: Told,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Told {
    #[serde(rename = "type")]
    kind: String,
    value: serde_json::Value,
    sources: Vec<Source>,
}

/// Where a name may come from, the first that counts first.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Source {
    attribute: String,
    value: Option<serde::de::IgnoredAny>,
}

impl Default for Node {
    fn default() -> Node {
        Node {
            ignored: true,
            role: Told::default(),
            name: Told::default(),
            description: Told::default(),
            value: Told::default(),
            properties: Vec::new(),
        }
    }
}

impl Told {
    /// It as the value of an attribute.
    fn text(&self) -> Option<String> {
        match &self.value {
            serde_json::Value::String(text) => Some(text.clone()),
            serde_json::Value::Bool(is) => Some(is.to_string()),
            serde_json::Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Whether it comes from one of these attributes.
    fn is_of(&self, attributes: &[&str]) -> bool {
        let first = self.sources.iter().find(|source| source.value.is_some());
        first.is_some_and(|source| attributes.contains(&source.attribute.as_str()))
    }
}

/// What the browser tells of the elements of each frame whose attributes do not say what they are.
pub(super) async fn ask(
    frames: &[Frame],
    answers: &[Option<String>],
    by: Instant,
) -> Vec<Vec<Custom>> {
    let mut all = Vec::with_capacity(frames.len());
    for (frame, answer) in frames.iter().zip(answers) {
        let serials = answer.as_deref().map(record::customs).unwrap_or_default();
        all.push(if serials.is_empty() {
            Vec::new()
        } else {
            of_frame(frame, &serials, by).await
        });
    }
    all
}

async fn of_frame(frame: &Frame, serials: &[u32], by: Instant) -> Vec<Custom> {
    let objects: Vec<_> = serials
        .iter()
        .map(|serial| {
            let evaluate = Evaluate {
                unique_context_id: frame.world.clone(),
                object_group: Some(GROUP.to_owned()),
                silent: Some(true),
                ..Evaluate::new(format!("surefoot.nodeOf({serial})"))
            };
            frame.session.call(&evaluate).by(by.into())
        })
        .collect();
    let mut asked: Vec<(u32, Call<Bytes>)> = Vec::with_capacity(serials.len());
    for (serial, object) in serials.iter().zip(objects) {
        let Some(object) = object.await.ok().and_then(|reply| reply.result.object_id) else {
            continue;
        };
        let ask = GetPartialAxTree {
            object_id: Some(object),
            fetch_relatives: Some(false),
            ..GetPartialAxTree::default()
        };
        let call = frame
            .session
            .call_raw("Accessibility.getPartialAXTree", &ask);
        asked.push((*serial, call));
    }
    let mut told = Vec::with_capacity(asked.len());
    for (serial, call) in asked {
        let Ok(bytes) = call.by(by.into()).await else {
            continue;
        };
        let reply: Option<Reply> = serde_json::from_slice(&bytes).ok();
        let node = reply.and_then(|reply| reply.nodes.into_iter().next());
        let attributes = node.map(|node| attributes(&node)).unwrap_or_default();
        told.push(Custom { serial, attributes });
    }
    objects::release(frame);
    told
}

/// Roles that say nothing.
const NOTHING: [&str; 3] = ["generic", "none", "presentation"];

/// The attributes that would say what the browser tells of an element; none if it is nothing particular.
fn attributes(node: &Node) -> Vec<(&'static str, String)> {
    let role = node
        .role
        .text()
        .filter(|role| !NOTHING.contains(&role.as_str()));
    let Some(role) = role.filter(|_| !node.ignored && node.role.kind == "role") else {
        return Vec::new();
    };
    let mut all = vec![("role", role)];
    if node.name.is_of(&["aria-label", "aria-labelledby"]) {
        all.extend(node.name.text().map(|name| ("aria-label", name)));
    }
    all.extend(
        node.description
            .text()
            .map(|text| ("aria-description", text)),
    );
    all.extend(node.value.text().map(|value| ("aria-valuenow", value)));
    for property in &node.properties {
        let Some((_, attribute, says_nothing)) =
            PROPERTIES.iter().find(|(name, ..)| *name == property.name)
        else {
            continue;
        };
        all.extend(
            property
                .value
                .text()
                .filter(|value| value != says_nothing)
                .map(|value| (*attribute, value)),
        );
    }
    all.retain(|(_, value)| !value.is_empty());
    all
}

/// Properties of the accessibility tree, the attributes of the same meaning, and the value that is as good as none.
const PROPERTIES: &[(&str, &str, &str)] = &[
    ("autocomplete", "aria-autocomplete", "none"),
    ("busy", "aria-busy", "false"),
    ("checked", "aria-checked", ""),
    ("disabled", "aria-disabled", "false"),
    ("expanded", "aria-expanded", ""),
    ("hasPopup", "aria-haspopup", "false"),
    ("invalid", "aria-invalid", "false"),
    ("level", "aria-level", ""),
    ("live", "aria-live", "off"),
    ("modal", "aria-modal", "false"),
    ("multiline", "aria-multiline", "false"),
    ("multiselectable", "aria-multiselectable", "false"),
    ("orientation", "aria-orientation", ""),
    ("pressed", "aria-pressed", ""),
    ("readonly", "aria-readonly", "false"),
    ("required", "aria-required", "false"),
    ("roledescription", "aria-roledescription", ""),
    ("selected", "aria-selected", ""),
    ("valuemax", "aria-valuemax", ""),
    ("valuemin", "aria-valuemin", ""),
    ("valuetext", "aria-valuetext", ""),
];
