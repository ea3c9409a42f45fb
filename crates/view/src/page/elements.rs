//! Between elements and pages by sections: what is known of one when only the other is there.

use std::borrow::Cow;

use super::{ActionView, InputView, MoreView, PageView};
use crate::model::{FoldData, Source};
use crate::{Element, Parsed, Tri, fold};

/// The page that elements make: controls have ids of their role and number.
pub(super) fn view(source: &dyn Source) -> PageView {
    let head = source.head();
    let mut view = PageView {
        url: head.url.to_owned(),
        title: head.title.to_owned(),
        frames: head.meta.frames.iter().skip(1).cloned().collect(),
        ..PageView::default()
    };
    for index in 0..source.len() {
        let element = source.element(index);
        if let Some(fold) = element.fold {
            view.more.push(MoreView {
                count: fold.count,
                what: fold.what.into_owned(),
                expand: element.reference,
                page: fold.page,
            });
            continue;
        }
        let number = element.reference.unwrap_or(index as u32 + 1);
        let id = format!("{}-{number}", element.role);
        if let Some(kind) = input_kind(&element) {
            let checked = matches!(kind, "checkbox" | "radio");
            view.inputs.push(InputView {
                id,
                label: element.label().to_owned(),
                kind: kind.to_owned(),
                value: (!checked).then(|| element.value.as_deref().unwrap_or_default().to_owned()),
                checked: checked.then(|| element.states.checked.is_some_and(|c| c != Tri::False)),
                required: element.states.required,
                disabled: element.states.disabled,
                readonly: element.states.readonly,
                placeholder: element.placeholder.as_deref().map(str::to_owned),
                ..InputView::default()
            });
        } else if element.is_interactive() && !matches!(&*element.role, "option") {
            let kind = match &*element.role {
                role @ ("link" | "tab") => role,
                "menuitem" | "menuitemcheckbox" | "menuitemradio" | "treeitem" => "menu-item",
                _ => "button",
            };
            view.actions.push(ActionView {
                id,
                label: element.label().to_owned(),
                kind: kind.to_owned(),
                href: element.href.as_deref().map(str::to_owned),
                disabled: element.states.disabled,
                primary: false,
            });
        } else if !element.label().is_empty() && !element.is_interactive() {
            if !view.content.is_empty() {
                view.content.push('\n');
            }
            view.content.push_str(element.label());
        }
    }
    view
}

fn input_kind<'e>(element: &'e Element<'_>) -> Option<&'e str> {
    match &*element.role {
        "textbox" | "searchbox" if element.states.multiline => Some("textarea"),
        "textbox" | "searchbox" => Some(match element.input_type.as_deref() {
            Some(kind @ ("email" | "password")) => kind,
            _ => "text",
        }),
        "spinbutton" => Some("number"),
        "slider" => Some("range"),
        "combobox" | "listbox" => Some("select"),
        "checkbox" | "switch" => Some("checkbox"),
        "radio" => Some("radio"),
        _ => None,
    }
}

/// What was read back, with an element for each control: so that it can be compared with another.
pub(super) fn parsed(view: PageView) -> Parsed {
    let inputs = view.inputs.iter().map(|input| Element {
        role: Cow::Borrowed(match input.kind.as_str() {
            "checkbox" => "checkbox",
            "radio" => "radio",
            "select" => "combobox",
            "number" => "spinbutton",
            "range" => "slider",
            _ => "textbox",
        }),
        name: Cow::Owned(input.label.clone()),
        value: input
            .value
            .clone()
            .filter(|v| !v.is_empty())
            .map(Cow::Owned),
        states: crate::States {
            checked: input
                .checked
                .map(|c| if c { Tri::True } else { Tri::False }),
            required: input.required,
            disabled: input.disabled,
            readonly: input.readonly,
            ..crate::States::default()
        },
        ..Element::default()
    });
    let actions = view.actions.iter().map(|action| Element {
        role: Cow::Borrowed(match action.kind.as_str() {
            "link" => "link",
            "tab" => "tab",
            "menu-item" => "menuitem",
            _ => "button",
        }),
        name: Cow::Owned(action.label.clone()),
        href: action.href.clone().map(Cow::Owned),
        states: crate::States {
            disabled: action.disabled,
            ..crate::States::default()
        },
        ..Element::default()
    });
    let said = view.alerts.iter().map(|alert| &alert.text);
    let texts = said.map(String::as_str).chain(view.content.lines());
    let texts = texts.map(|text| Element {
        role: Cow::Borrowed("text"),
        name: Cow::Owned(text.to_owned()),
        ..Element::default()
    });
    let more = view.more.iter().map(|more| Element {
        role: Cow::Borrowed(fold::ROLE),
        reference: more.expand,
        fold: Some(FoldData {
            count: more.count,
            what: Cow::Owned(more.what.clone()),
            page: more.page,
        }),
        ..Element::default()
    });
    Parsed {
        url: view.url.clone(),
        title: view.title.clone(),
        elements: texts.chain(inputs).chain(actions).chain(more).collect(),
        page: Some(Box::new(view)),
        ..Parsed::default()
    }
}
