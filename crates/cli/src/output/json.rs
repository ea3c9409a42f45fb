//! The JSON of answers: the envelope, errors, and what was observed after an action. Wire types, made here from the
//! plain ones of the session.

use serde::Serialize;
use surefoot_engine::{
    Candidate, Download, Error, Hop, Navigation, NavigationKind, Note, NoteKind,
};
use surefoot_session::{
    ActionAnswer, ChangeSummary, Effects, ElementLabel, FoundAnswer, SessionSummary, TabSummary,
};

use super::Printed;
use super::json_around::{DialogBody, ScrolledBody, dialog};

#[derive(Serialize)]
struct Success<T> {
    success: bool,
    data: T,
}

#[derive(Serialize)]
struct Failure<'a> {
    success: bool,
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    code: &'static str,
    message: &'a str,
    hint: Option<&'a str>,
    candidates: Vec<Element<'a>>,
}

/// An element: its ref, as in snapshots; its role, as it is printed; its name.
#[derive(Serialize)]
struct Element<'a> {
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<u32>,
    role: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    context: Option<&'a str>,
}

#[derive(Serialize)]
struct Found<'a> {
    count: usize,
    elements: Vec<Element<'a>>,
}

impl<'a> From<&'a Candidate> for Element<'a> {
    fn from(candidate: &'a Candidate) -> Element<'a> {
        Element {
            reference: candidate.reference,
            role: &candidate.role,
            name: &candidate.name,
            context: candidate.context.as_deref(),
        }
    }
}

impl<'a> From<&'a ElementLabel> for Element<'a> {
    fn from(label: &'a ElementLabel) -> Element<'a> {
        Element {
            reference: label.reference,
            role: &label.role,
            name: &label.name,
            context: None,
        }
    }
}

/// A document on a line of its own.
fn document(value: &impl Serialize) -> Vec<u8> {
    let mut text = surefoot_view::json::text(value);
    text.push('\n');
    text.into_bytes()
}

/// `{"success":true,"data":…}`.
pub(super) fn success(data: &impl Serialize) -> Printed {
    Printed::data(document(&Success {
        success: true,
        data,
    }))
}

/// An answer that says besides what else should be known: `"notes"` beside its `"data"`.
pub(super) fn with_notes(mut printed: Printed, notes: &[Note]) -> Printed {
    const END: &[u8] = b"}\n";
    if printed.stdout.ends_with(END) {
        let notes: Vec<NoteBody<'_>> = notes.iter().map(note).collect();
        let end = printed.stdout.len() - END.len();
        printed.stdout.truncate(end);
        printed.stdout.extend_from_slice(b",\"notes\":");
        printed
            .stdout
            .extend_from_slice(surefoot_view::json::text(&notes).as_bytes());
        printed.stdout.extend_from_slice(END);
    }
    printed
}

/// `{"success":false,"error":…}`.
pub(super) fn failure(error: &Error) -> Vec<u8> {
    document(&Failure {
        success: false,
        error: ErrorBody {
            code: error.kind().code(),
            message: error.message(),
            hint: error.hint(),
            candidates: error.candidates().iter().map(Element::from).collect(),
        },
    })
}

/// Data, of something that may have failed all the same: then both are told.
pub(super) fn with_data(error: Option<&Error>, data: &impl Serialize) -> Vec<u8> {
    let Some(error) = error else {
        return success(data).stdout;
    };
    let mut text = failure(error);
    const END: &[u8] = b"}\n";
    text.truncate(text.len().saturating_sub(END.len()));
    text.extend_from_slice(b",\"data\":");
    text.extend_from_slice(surefoot_view::json::text(data).as_bytes());
    text.extend_from_slice(END);
    text
}

/// What `get` and `is` answer.
#[derive(Serialize)]
pub(super) struct Value<T> {
    pub(super) value: T,
}

#[derive(Serialize)]
struct Action<'a> {
    #[serde(rename = "action")]
    verb: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    argument: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Element<'a>>,
    #[serde(skip_serializing_if = "is_false")]
    reattached: bool,
    effects: EffectsBody<'a>,
    #[serde(flatten)]
    after: Option<super::snapshot::After<'a>>,
}

/// What was observed. What was not is left out; `observed` is false if nothing was.
#[derive(Serialize)]
struct EffectsBody<'a> {
    observed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    navigation: Option<NavigationBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_asked: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<Element<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    validation: Vec<ValidationBody<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    alerts: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dialogs: Vec<DialogBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chooser: Option<ChooserBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scrolled: Option<ScrolledBody>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    downloads: Vec<DownloadBody<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tabs: Vec<TabBody<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed_tabs: Vec<TabBody<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesBody<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteBody<'a>>,
}

/// A file chooser that waits for files.
#[derive(Serialize)]
struct ChooserBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<Element<'a>>,
    multiple: bool,
}

#[derive(Serialize)]
struct NavigationBody<'a> {
    kind: &'static str,
    mime: &'a str,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    redirects: Vec<HopBody<'a>>,
}

#[derive(Serialize)]
struct HopBody<'a> {
    url: &'a str,
    status: u16,
}

#[derive(Serialize)]
struct ValidationBody<'a> {
    #[serde(flatten)]
    element: Element<'a>,
    message: &'a str,
}

#[derive(Serialize)]
struct DownloadBody<'a> {
    path: String,
    url: &'a str,
    size: u64,
    mime: &'a str,
}

#[derive(Serialize)]
struct ChangesBody<'a> {
    added: usize,
    removed: usize,
    changed: usize,
    #[serde(skip_serializing_if = "is_zero")]
    moved: usize,
    lines: Vec<ChangeBody<'a>>,
}

#[derive(Serialize)]
struct ChangeBody<'a> {
    sign: char,
    #[serde(skip_serializing_if = "is_false")]
    moved: bool,
    #[serde(flatten)]
    element: surefoot_view::Element<'a>,
}

#[derive(Serialize)]
struct NoteBody<'a> {
    kind: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct TabBody<'a> {
    number: u32,
    url: &'a str,
    title: &'a str,
    current: bool,
}

#[derive(Serialize)]
struct Tabs<'a> {
    tabs: Vec<TabBody<'a>>,
}

/// A session, as lists show it.
#[derive(Serialize)]
struct SessionBody<'a> {
    name: &'a str,
    engine: &'a str,
    url: &'a str,
    tabs: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    browser: Option<u32>,
}

#[derive(Serialize)]
struct Sessions<'a> {
    sessions: Vec<SessionBody<'a>>,
}

/// The `data` of an action.
pub(super) fn action(action: &ActionAnswer) -> impl Serialize + '_ {
    Action {
        verb: action.verb,
        argument: action.argument.as_deref(),
        target: action.target.as_ref().map(Element::from),
        reattached: action.reattached,
        effects: effects(&action.effects),
        after: action.snapshot.as_deref().map(super::snapshot::after_json),
    }
}

/// The `data` of `find`: the elements, and how many match, as only the first of very many are listed.
pub(super) fn found(found: &FoundAnswer) -> impl Serialize + '_ {
    Found {
        count: found.count,
        elements: found.elements.iter().map(Element::from).collect(),
    }
}

/// The `data` of `tab list`.
pub(super) fn tabs(tabs: &[TabSummary]) -> impl Serialize + '_ {
    Tabs {
        tabs: tabs.iter().map(tab).collect(),
    }
}

/// The `data` of `session list`.
pub(super) fn sessions(list: &[SessionSummary]) -> impl Serialize + '_ {
    Sessions {
        sessions: list.iter().map(session).collect(),
    }
}

fn session(session: &SessionSummary) -> SessionBody<'_> {
    SessionBody {
        name: &session.name,
        engine: session.engine,
        url: &session.url,
        tabs: session.tabs,
        browser: session.browser,
    }
}

fn tab(tab: &TabSummary) -> TabBody<'_> {
    TabBody {
        number: tab.number,
        url: &tab.url,
        title: &tab.title,
        current: tab.current,
    }
}

fn effects(effects: &Effects) -> EffectsBody<'_> {
    let navigation = effects.navigation.as_ref();
    let changed_url = effects.url.as_ref();
    let notes = navigation
        .into_iter()
        .flat_map(|n| &n.notes)
        .chain(&effects.notes);
    EffectsBody {
        observed: !effects.is_empty(),
        url: navigation
            .map(|n| n.url.as_str())
            .or(changed_url.map(|(_, after)| after.as_str())),
        previous_url: changed_url.map(|(before, _)| before.as_str()),
        title: effects.title.as_deref(),
        status: navigation.and_then(|n| n.status),
        navigation: navigation.map(self::navigation),
        value: effects.value.as_deref(),
        value_asked: effects.value_asked.as_deref(),
        checked: effects.checked,
        focus: effects.focus.as_ref().map(Element::from),
        validation: effects
            .validation
            .iter()
            .map(|(control, message)| ValidationBody {
                element: control.into(),
                message,
            })
            .collect(),
        alerts: &effects.alerts,
        dialogs: effects.dialogs.iter().map(dialog).collect(),
        chooser: effects
            .chooser
            .as_ref()
            .map(|(element, multiple)| ChooserBody {
                element: element.as_ref().map(Element::from),
                multiple: *multiple,
            }),
        scrolled: effects.scrolled.map(ScrolledBody::from),
        downloads: effects.downloads.iter().map(download).collect(),
        tabs: effects.opened.iter().map(tab).collect(),
        closed_tabs: effects.closed.iter().map(tab).collect(),
        changes: effects.changes.as_ref().map(changes),
        notes: notes.map(note).collect(),
    }
}

fn navigation(navigation: &Navigation) -> NavigationBody<'_> {
    NavigationBody {
        kind: match navigation.kind {
            NavigationKind::Document => "document",
            NavigationKind::Fragment => "fragment",
            NavigationKind::Restored => "restored",
        },
        mime: &navigation.content.mime,
        size: navigation.content.size,
        about: navigation.content.about.as_deref(),
        redirects: navigation.redirects.iter().map(hop).collect(),
    }
}

fn hop(hop: &Hop) -> HopBody<'_> {
    HopBody {
        url: &hop.url,
        status: hop.status,
    }
}

fn download(download: &Download) -> DownloadBody<'_> {
    DownloadBody {
        path: download.path.to_string_lossy().into_owned(),
        url: &download.url,
        size: download.size,
        mime: &download.mime,
    }
}

fn changes(changes: &ChangeSummary) -> ChangesBody<'_> {
    let lines = changes.lines.iter().map(|line| {
        // Where it stands is told by indices into a snapshot, which this is not.
        let element = surefoot_view::Element {
            parent: None,
            ..surefoot_view::json::item_json(&line.item)
        };
        ChangeBody {
            sign: line.sign,
            moved: line.moved,
            element,
        }
    });
    ChangesBody {
        added: changes.added,
        removed: changes.removed,
        changed: changes.changed,
        moved: changes.moved,
        lines: lines.collect(),
    }
}

fn note(note: &Note) -> NoteBody<'_> {
    let kind = match note.kind {
        NoteKind::NeedsScripts => "needs_scripts",
        NoteKind::Incomplete => "incomplete",
        NoteKind::LimitReached => "limit_reached",
        NoteKind::FrameFailed => "frame_failed",
        NoteKind::RefreshPending => "refresh_pending",
        NoteKind::StillLoading => "still_loading",
        _ => "other",
    };
    NoteBody {
        kind,
        text: &note.text,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use surefoot_engine::ErrorKind;

    use super::*;

    #[test]
    fn an_error_has_all_its_members() {
        let error = Error::new(ErrorKind::StaleRef, "@e5 is gone")
            .with_hint("take a snapshot")
            .with_candidates(vec![
                Candidate {
                    reference: Some(9),
                    role: "button".into(),
                    name: "Save".into(),
                    context: Some("Bob".into()),
                },
                Candidate {
                    reference: None,
                    role: "link".into(),
                    name: "\u{202e}x".into(),
                    context: None,
                },
            ]);
        assert_eq!(
            String::from_utf8(failure(&error)).unwrap(),
            "{\"success\":false,\"error\":{\"code\":\"stale_ref\",\"message\":\"@e5 is gone\",\"hint\":\"take a \
             snapshot\",\"candidates\":[{\"ref\":9,\"role\":\"button\",\"name\":\"Save\",\"context\":\"Bob\"},{\"role\":\"link\",\
             \"name\":\"\\u202ex\"}]}}\n"
        );
    }

    #[test]
    fn an_action_without_effect_says_so() {
        let answer = ActionAnswer {
            verb: "clicked",
            argument: None,
            target: None,
            reattached: false,
            effects: Effects::default(),
            snapshot: None,
        };
        assert_eq!(
            String::from_utf8(success(&action(&answer)).stdout).unwrap(),
            "{\"success\":true,\"data\":{\"action\":\"clicked\",\"effects\":{\"observed\":false}}}\n"
        );
    }
}
