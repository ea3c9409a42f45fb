//! From the snapshot to what the renderers see.

use std::borrow::Cow;
use std::time::SystemTime;

use surefoot_snapshot::{Control, Cut, Fold, Item, LongText, Rect, Snapshot, repeated};

use crate::escape::{Quoting, cut, cut_at, push_number, push_quoted};
use crate::model::{FoldData, HintSet, PageMeta, Source};
use crate::{Element, Head, States, Style, compact, facts, fold, page, rfc3339};

/// What an answer says besides the page.
#[derive(Clone, PartialEq, Debug)]
pub struct Meta<'a> {
    /// When the page was captured.
    pub timestamp: SystemTime,
    /// The name of the engine: `native`, `chromium` …
    pub engine: &'a str,
    /// How many snapshots of the session came before, and this one: from 1.
    pub generation: u64,
    /// What the reader should know, in sentences.
    pub notes: Vec<String>,
}

/// A snapshot with what there is to say about it.
pub(crate) struct Described<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) meta: &'a Meta<'a>,
    pub(crate) style: Style,
}

impl Source for Described<'_> {
    fn head(&self) -> Head<'_> {
        let Described { snapshot, meta, .. } = self;
        let frames: &[_] = if snapshot.frames.len() > 1 {
            &snapshot.frames
        } else {
            &[]
        };
        Head {
            url: &snapshot.url,
            title: &snapshot.title,
            timestamp: Some(Cow::Owned(rfc3339(meta.timestamp))),
            engine: Some(meta.engine),
            generation: Some(meta.generation),
            meta: Cow::Owned(PageMeta {
                overlays: facts::overlays(snapshot),
                facts: facts::meta(snapshot),
                notes: meta.notes.clone(),
                diagnostics: snapshot.diagnostics.clone(),
                frames: frames.iter().map(|frame| frame.url.clone()).collect(),
            }),
        }
    }

    fn len(&self) -> usize {
        self.snapshot.items.len()
    }

    fn repeated(&self) -> Vec<bool> {
        repeated(self.snapshot.items.iter().map(control))
    }

    fn style(&self) -> Style {
        self.style
    }

    fn page(&self) -> Option<Cow<'_, page::PageView>> {
        page::view_of(self.snapshot).map(Cow::Owned)
    }

    fn element(&self, index: usize) -> Element<'_> {
        self.style
            .applied(Element::from(&self.snapshot.items[index]))
    }
}

/// The role and label of a control, as [`Element`] has them.
fn control(item: &Item) -> Option<Control<'_>> {
    let role = item.role_name();
    let is_control = item.role.is_interactive() || matches!(role, "clickable" | "focusable");
    let label = [&item.name, &item.text, &item.clue]
        .into_iter()
        .find(|label| !label.is_empty());
    is_control.then(|| Control {
        role,
        label: label.map_or("", |label| label),
        context: item
            .context
            .as_deref()
            .map(|c| compact::shown_of_context(c.name())),
        href: item.href.as_deref(),
    })
}

impl<'a> From<&'a Item> for Element<'a> {
    fn from(item: &'a Item) -> Element<'a> {
        if let Some(fold) = &item.fold {
            return fold_element(item, fold);
        }
        let parts = Parts::of(item);
        Element {
            reference: item.reference,
            role: Cow::Borrowed(item.role_name()),
            name: Cow::Borrowed(parts.name),
            text: Cow::Borrowed(parts.text),
            value: parts.value.map(Cow::Borrowed),
            more: parts.more,
            fold: None,
            states: States {
                hidden: item.hidden,
                ..States::from(&item.states)
            },
            level: item.states.level,
            href: item.href.as_deref().map(Cow::Borrowed),
            placeholder: item.placeholder.as_deref().map(Cow::Borrowed),
            description: Cow::Borrowed(&item.description),
            context: item.context.as_deref().map(|c| Cow::Borrowed(c.name())),
            error: Cow::Borrowed(&item.error),
            clue: Cow::Borrowed(&item.clue),
            selector: item.selector.as_deref().map(Cow::Borrowed),
            bounds: item.bounds.map(hundredths),
            obscured_by: item.obscured_by,
            tag: Cow::Borrowed(&item.tag),
            input_type: item.input_type.map(Cow::Borrowed),
            hints: HintSet(item.hints),
            depth: item.depth,
            parent: item.parent,
            frame: Some(item.frame).filter(|&frame| frame != 0),
        }
    }
}

/// What stands for what was left out.
fn fold_element<'a>(item: &Item, fold: &'a Fold) -> Element<'a> {
    Element {
        reference: item.reference,
        role: Cow::Borrowed(fold::ROLE),
        fold: Some(FoldData {
            count: fold.count,
            what: Cow::Borrowed(&fold.what),
            page: fold.page,
        }),
        depth: item.depth,
        parent: item.parent,
        frame: Some(item.frame).filter(|&frame| frame != 0),
        ..Element::default()
    }
}

/// The texts of an item that may be cut, as they are shown.
struct Parts<'a> {
    name: &'a str,
    text: &'a str,
    value: Option<&'a str>,
    /// How many characters of one of them are not shown.
    more: u32,
}

impl<'a> Parts<'a> {
    fn of(item: &'a Item) -> Parts<'a> {
        let mut parts = Parts {
            name: &item.name,
            text: &item.text,
            value: item.value.as_deref(),
            more: 0,
        };
        let Some(Cut { from, to }) = item.cut else {
            return parts;
        };
        let (which, text) = item.longest();
        let at = |chars: u32| {
            let mut places = text.char_indices().map(|(at, _)| at);
            places.nth(chars as usize).unwrap_or(text.len())
        };
        let shown = text.get(at(from)..at(to)).unwrap_or(text);
        let after = text.get(at(to)..).map_or(0, |rest| rest.chars().count());
        parts.more = u32::try_from(after).unwrap_or(u32::MAX);
        match which {
            LongText::Name => parts.name = shown,
            LongText::Text => parts.text = shown,
            LongText::Value => parts.value = Some(shown),
        }
        parts
    }
}

/// A box to a hundredth of a pixel: more digits would say nothing.
fn hundredths(bounds: Rect) -> [f64; 4] {
    [bounds.x, bounds.y, bounds.width, bounds.height]
        .map(|length| (f64::from(length) * 100.0).round() / 100.0)
}

/// An element as messages and candidates show it: `@e5 button "Save"`.
pub fn item_line(item: &Item) -> String {
    line_of(item.reference, item.role_name(), item.label())
}

/// The same of an element that is no longer there: from the ref, role and label it was shown with. The label is cut as
/// names are in `compact`.
///
/// ```
/// assert_eq!(surefoot_view::line_of(Some(5), "button", "Save"), "@e5 button \"Save\"");
/// assert_eq!(surefoot_view::line_of(None, "list", ""), "list");
/// ```
pub fn line_of(reference: Option<u32>, role: &str, label: &str) -> String {
    line_in(reference, role, label, None)
}

/// The same, with what it is inside of, as messages tell things of the same name apart.
///
/// ```
/// assert_eq!(surefoot_view::line_in(Some(7), "button", "Delete", Some("Bob")), "@e7 button \"Delete\" in \"Bob\"");
/// ```
pub fn line_in(reference: Option<u32>, role: &str, label: &str, context: Option<&str>) -> String {
    let label = cut(label, compact::NAME);
    let mut out = String::with_capacity(role.len() + label.len() + 16);
    if let Some(reference) = reference {
        out.push_str("@e");
        push_number(&mut out, reference);
        out.push(' ');
    }
    out.push_str(role);
    if !label.is_empty() {
        out.push(' ');
        push_quoted(&mut out, &label, Quoting::Go);
    }
    if let Some(context) = context.filter(|context| !context.is_empty()) {
        out.push_str(compact::IN);
        push_quoted(
            &mut out,
            &cut_at(context, compact::CONTEXT, "…"),
            Quoting::Go,
        );
    }
    out
}
