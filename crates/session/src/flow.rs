//! [`Flow`]: what was done in a session, so that it can be done again: each step with the element it was done to and what
//! it was seen to do.

use surefoot_engine::{Error, NavigationKind};
use surefoot_page::{NodeId, NodeKind, Page};
use surefoot_view::escape::quoted;

use crate::{Command, Effects, ElementLabel, WaitFor};

/// Steps, in order. Plain data: an edge crate writes it into a file and reads it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flow {
    /// The engine it was recorded with.
    pub engine: String,
    /// The steps.
    pub steps: Vec<FlowStep>,
}

/// Something that was done.
#[derive(Clone, PartialEq, Debug)]
pub struct FlowStep {
    /// What. Its targets are empty texts: `elements` says what they were. A secret that was typed is a placeholder,
    /// `${env:NAME}`; a text that looks like one has another `$` before it.
    pub command: Command,
    /// What it was done to, one for each of its targets.
    pub elements: Vec<FlowElement>,
    /// What it was seen to do.
    pub expected: Expected,
}

/// An element as a flow finds it again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlowElement {
    /// The selector that matched it and nothing else.
    pub selector: Option<String>,
    /// What each `>>>` of the selector enters.
    pub trees: Vec<FlowTree>,
    /// Its tag; of an input its type, too: `input[type=email]`.
    pub tag: String,
    /// Its role, as it was printed.
    pub role: String,
    /// Its name, or the text inside.
    pub name: String,
    /// What the row, item, form … around it was called.
    pub context: Option<String>,
    /// Whether it is for secrets.
    pub secret: bool,
}

/// A tree inside of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlowTree {
    /// The document in a frame.
    Frame,
    /// A shadow tree.
    Shadow,
}

/// What a step was seen to do. All empty: nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expected {
    /// The URL afterwards, if the tab went somewhere.
    pub url: Option<String>,
    /// What the control held afterwards; never a secret.
    pub value: Option<String>,
    /// Whether the control was checked afterwards.
    pub checked: Option<bool>,
    /// Dialogs that came: their kinds and messages.
    pub dialogs: Vec<(String, String)>,
    /// The names of files that were saved.
    pub downloads: Vec<String>,
    /// How many tabs were opened.
    pub tabs: usize,
    /// Controls that stopped the form: what they are, and what was said of them.
    pub validation: Vec<(String, String)>,
    /// Alerts that were shown.
    pub alerts: Vec<String>,
    /// How many elements came, went, changed and moved. Of this only matters whether anything did.
    pub changes: Option<[usize; 4]>,
}

impl Expected {
    /// What of all that was observed a flow keeps.
    pub(crate) fn of(effects: &Effects) -> Expected {
        let went = effects
            .navigation
            .as_ref()
            .filter(|n| n.kind != NavigationKind::Fragment || effects.url.is_some())
            .map(|n| n.url.clone());
        let name = |path: &std::path::Path| {
            let name = path.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        Expected {
            url: effects.url.as_ref().map(|(_, now)| now.clone()).or(went),
            value: effects.value.clone(),
            checked: effects.checked,
            dialogs: effects
                .dialogs
                .iter()
                .map(|d| (format!("{:?}", d.kind).to_lowercase(), d.message.clone()))
                .collect(),
            downloads: effects.downloads.iter().map(|d| name(&d.path)).collect(),
            tabs: effects.opened.len(),
            validation: effects
                .validation
                .iter()
                .map(|(control, why)| (described(control), why.clone()))
                .collect(),
            alerts: effects.alerts.clone(),
            changes: effects
                .changes
                .as_ref()
                .map(|c| [c.added, c.removed, c.changed, c.moved]),
        }
    }

    /// How something that was observed differs from this.
    pub(crate) fn differences(&self, observed: &Expected) -> Vec<Difference> {
        let text = |value: &Option<String>| match value {
            Some(value) => quoted(value),
            None => "none".to_owned(),
        };
        let list = |list: &[String]| match list {
            [] => "none".to_owned(),
            list => list
                .iter()
                .map(|one| quoted(one))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let pairs = |pairs: &[(String, String)]| {
            let lines: Vec<String> = pairs
                .iter()
                .map(|(what, text)| format!("{what}: {text}"))
                .collect();
            list(&lines)
        };
        let truth = |value: Option<bool>| value.map_or("none".to_owned(), |v| v.to_string());
        let some = |any: bool| if any { "some" } else { "none" }.to_owned();
        let rows = [
            ("url", text(&self.url), text(&observed.url)),
            ("value", text(&self.value), text(&observed.value)),
            ("checked", truth(self.checked), truth(observed.checked)),
            ("dialogs", pairs(&self.dialogs), pairs(&observed.dialogs)),
            (
                "downloads",
                list(&self.downloads),
                list(&observed.downloads),
            ),
            ("tabs", self.tabs.to_string(), observed.tabs.to_string()),
            (
                "validation",
                pairs(&self.validation),
                pairs(&observed.validation),
            ),
            ("alerts", list(&self.alerts), list(&observed.alerts)),
            // That a page changes more or less than before says little; that it does not at all, or does now, much. But
            // where it went elsewhere nothing is compared.
            (
                "changes",
                some(self.changes.is_some()),
                some(observed.changes.is_some()),
            ),
        ];
        rows.into_iter()
            .filter(|(_, expected, observed)| expected != observed)
            .map(|(what, expected, observed)| Difference {
                what,
                expected,
                observed,
            })
            .collect()
    }
}

/// That a step did something else than when it was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Of what: `url`, `value` …
    pub what: &'static str,
    /// What was expected.
    pub expected: String,
    /// What was observed.
    pub observed: String,
}

/// How a flow was replayed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReplayAnswer {
    /// The steps that were tried.
    pub steps: Vec<StepAnswer>,
    /// How many there are.
    pub total: usize,
}

impl ReplayAnswer {
    /// How many failed.
    pub fn failed(&self) -> usize {
        self.steps.iter().filter(|step| step.has_failed()).count()
    }
}

/// How a step was replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct StepAnswer {
    /// Its number, from 1.
    pub number: usize,
    /// What it does, in words.
    pub what: String,
    /// Why an element was not found by its selector, but by role, name and context; `None`: it was.
    pub healed: Option<String>,
    /// What was different.
    pub differences: Vec<Difference>,
    /// Why it could not be done.
    pub error: Option<Error>,
}

impl StepAnswer {
    /// Whether it could not be done, or did something else.
    pub fn has_failed(&self) -> bool {
        self.error.is_some() || !self.differences.is_empty()
    }
}

impl FlowStep {
    /// What it does, in words: `fill textbox "Email"`.
    pub fn what(&self) -> String {
        let mut out = self.command.verb().to_owned();
        let argument = match &self.command {
            Command::Open { url } => Some(url.clone()),
            // It may be a letter of a password.
            Command::Press { chord, .. } if chord.chars().count() == 1 => None,
            Command::Wait(what) => waited(what),
            other => other.argument(),
        };
        for element in &self.elements {
            out.push(' ');
            out.push_str(&element.described());
        }
        if let Some(argument) = argument {
            out.push(' ');
            out.push_str(&quoted(&argument));
        }
        out
    }
}

impl FlowElement {
    /// It, as messages name it.
    pub fn described(&self) -> String {
        surefoot_view::line_of(None, &self.role, &self.name)
    }
}

/// What was waited for.
fn waited(what: &WaitFor) -> Option<String> {
    match what {
        WaitFor::Target(text)
        | WaitFor::Gone(text)
        | WaitFor::Text(text)
        | WaitFor::Url(text)
        | WaitFor::Function(text) => Some(text.clone()),
        WaitFor::Time(time) => Some(format!("{} ms", time.as_millis())),
        WaitFor::Load(_) => None,
    }
}

fn described(label: &ElementLabel) -> String {
    surefoot_view::line_of(None, &label.role, &label.name)
}

/// What has to be entered to get from the main document to a node.
pub(crate) fn trees(page: &Page, node: NodeId) -> Vec<FlowTree> {
    let mut trees = Vec::new();
    let mut tree = page.scope(node);
    while let Some(root) = tree.filter(|&root| Some(root) != page.root()) {
        trees.push(match page.kind(root) {
            NodeKind::ShadowRoot => FlowTree::Shadow,
            _ => FlowTree::Frame,
        });
        tree = page.parent(root).and_then(|owner| page.scope(owner));
    }
    trees.reverse();
    trees
}

/// Says what the targets of a command are. What it has no words for stays as it is.
pub(crate) fn set_targets(command: &mut Command, targets: Vec<String>) {
    let mut targets = targets.into_iter();
    match command {
        Command::Click { target, .. }
        | Command::Hover { target }
        | Command::Focus { target }
        | Command::ScrollTo { target }
        | Command::Fill { target, .. }
        | Command::Select { target, .. }
        | Command::SetChecked { target, .. }
        | Command::Upload { target, .. } => *target = targets.next().unwrap_or_default(),
        Command::Type { target, .. }
        | Command::Press { target, .. }
        | Command::Submit { target }
        | Command::Scroll { target, .. } => *target = targets.next(),
        Command::Drag { from, to } => {
            *from = targets.next().unwrap_or_default();
            *to = targets.next().unwrap_or_default();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_different_is_told_by_its_name() {
        let expected = Expected {
            url: Some("http://a/cart".to_owned()),
            changes: Some([1, 0, 0, 0]),
            ..Expected::default()
        };
        assert!(expected.differences(&expected).is_empty());
        let more = Expected {
            changes: Some([9, 9, 9, 9]),
            ..expected.clone()
        };
        assert!(
            expected.differences(&more).is_empty(),
            "any change is a change"
        );
        let other = Expected {
            url: Some("http://a/login".to_owned()),
            alerts: vec!["Log in".to_owned()],
            ..Expected::default()
        };
        let differences = expected.differences(&other);
        let what: Vec<&str> = differences.iter().map(|d| d.what).collect();
        assert_eq!(what, ["url", "alerts", "changes"]);
        assert_eq!(differences[1].expected, "none");
        assert_eq!(differences[1].observed, "\"Log in\"");
    }
}
