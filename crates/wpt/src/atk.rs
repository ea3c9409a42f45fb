//! What expectations about the interface of Linux (ATK) mean for roles, states and properties, by Core-AAM's mappings.

use crate::{Question, Want};

/// The roles that are each of ATK's.
const ROLES: &[(&str, &[&str])] = &[
    ("ROLE_ARTICLE", &["article"]),
    ("ROLE_CHECK_BOX", &["checkbox"]),
    ("ROLE_CHECK_MENU_ITEM", &["menuitemcheckbox"]),
    ("ROLE_COLUMN_HEADER", &["columnheader"]),
    ("ROLE_COMBO_BOX", &["combobox"]),
    ("ROLE_DESCRIPTION_TERM", &["term"]),
    ("ROLE_DIALOG", &["dialog", "alertdialog"]),
    ("ROLE_EMBEDDED", &["application"]),
    ("ROLE_ENTRY", &["textbox", "searchbox"]),
    ("ROLE_HEADING", &["heading"]),
    ("ROLE_IMAGE", &["img"]),
    ("ROLE_LANDMARK", &["region"]),
    ("ROLE_LINK", &["link"]),
    ("ROLE_LIST_BOX", &["listbox"]),
    ("ROLE_LIST_ITEM", &["listitem", "option"]),
    ("ROLE_MENU", &["menu"]),
    ("ROLE_MENU_BAR", &["menubar"]),
    ("ROLE_MENU_ITEM", &["menuitem"]),
    ("ROLE_PAGE_TAB", &["tab"]),
    ("ROLE_PAGE_TAB_LIST", &["tablist"]),
    ("ROLE_PANEL", &["group", "figure", "feed", "radiogroup"]),
    ("ROLE_PUSH_BUTTON", &["button"]),
    ("ROLE_RADIO_MENU_ITEM", &["menuitemradio"]),
    ("ROLE_ROW_HEADER", &["rowheader"]),
    ("ROLE_SCROLL_BAR", &["scrollbar"]),
    ("ROLE_SECTION", &["generic", "none"]),
    ("ROLE_SEPARATOR", &["separator"]),
    ("ROLE_SLIDER", &["slider"]),
    ("ROLE_SPIN_BUTTON", &["spinbutton"]),
    ("ROLE_TABLE", &["table", "grid"]),
    ("ROLE_TABLE_CELL", &["cell", "gridcell"]),
    ("ROLE_TABLE_ROW", &["row"]),
    ("ROLE_TOGGLE_BUTTON", &["switch"]),
    ("ROLE_TOOL_BAR", &["toolbar"]),
    ("ROLE_TREE", &["tree"]),
    ("ROLE_TREE_ITEM", &["treeitem"]),
    ("ROLE_TREE_TABLE", &["treegrid"]),
];

/// For each of ATK's states the state of ours (see `state.rs`) and its value where ATK has it.
const STATES: &[(&str, &str, &str)] = &[
    ("STATE_ACTIVE", "current?", "true"),
    ("STATE_BUSY", "busy", "true"),
    ("STATE_CHECKED", "checked", "true"),
    ("STATE_EXPANDABLE", "expandable", "true"),
    ("STATE_EXPANDED", "expanded", "true"),
    ("STATE_FOCUSABLE", "focusable", "true"),
    ("STATE_FOCUSED", "focused", "true"),
    ("STATE_HAS_POPUP", "popup?", "true"),
    ("STATE_HORIZONTAL", "orientation", "horizontal"),
    ("STATE_INDETERMINATE", "checked", "mixed"),
    ("STATE_MODAL", "modal", "true"),
    ("STATE_MULTI_LINE", "multiline", "true"),
    ("STATE_READ_ONLY", "readonly", "true"),
    ("STATE_REQUIRED", "required", "true"),
    ("STATE_SELECTABLE", "selectable", "true"),
    ("STATE_SELECTED", "selected", "true"),
    ("STATE_SINGLE_LINE", "multiline", "false"),
    ("STATE_VERTICAL", "orientation", "vertical"),
];

/// For each of ATK's attributes the property of ours.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("current", "current"),
    ("haspopup", "popup"),
    ("level", "level"),
    ("placeholder-text", "placeholder"),
    ("roledescription", "roledescription"),
    ("valuetext", "valuetext"),
    ("xml-roles", "role"),
];

/// For each of ATK's functions and relations the property of ours.
const VALUES: &[(&str, &str)] = &[
    ("atk_value_get_current_value()", "valuenow"),
    ("atk_value_get_minimum_value()", "valuemin"),
    ("atk_value_get_maximum_value()", "valuemax"),
    ("RELATION_DETAILS", "details"),
    ("RELATION_ERROR_MESSAGE", "errormessage"),
    ("RELATION_CONTROLLER_FOR", "controls"),
];

fn one(want: &str) -> Want {
    Want::Any(vec![want.to_owned()])
}

/// The question and the right answer that a clause means; `None` where it speaks of what only that interface has.
pub(crate) fn meaning([kind, what, how, value]: [&str; 4]) -> Option<(Question, Want)> {
    let contains = match how {
        "contains" | "is" | "isLTE" | "isGTE" => true,
        "doesNotContain" => false,
        _ => return None,
    };
    let state = |name: &'static str| Question::State(name);
    match (kind, what) {
        ("property", "role") => {
            let (_, roles) = ROLES.iter().find(|(atk, _)| *atk == value)?;
            let roles = roles.iter().map(|&r| r.to_owned()).collect();
            Some((Question::Role, Want::Any(roles)))
        }
        ("property", "states") => {
            let (_, name, there) = STATES.iter().find(|(atk, ..)| *atk == value)?;
            let want = if contains {
                one(there)
            } else {
                Want::NoneOf((*there).to_owned())
            };
            Some((state(name), want))
        }
        ("property", "objectAttributes") => {
            let (key, text) = value.split_once(':').unwrap_or((value, ""));
            let (_, name) = ATTRIBUTES.iter().find(|(atk, _)| *atk == key)?;
            match (*name, text, contains) {
                // That it is not so is said by saying nothing.
                ("current" | "popup", "false", true) => Some((state(name), one(""))),
                ("popup", "true", true) => Some((state(name), one("menu"))),
                ("role", role, true) => Some((Question::Role, one(role))),
                (name, "", false) => Some((state(name), one(""))),
                (name, text, false) => Some((state(name), Want::NoneOf(text.to_owned()))),
                (name, text, true) => Some((state(name), one(text))),
            }
        }
        ("property", "relations") if !contains => {
            let (_, name) = VALUES.iter().find(|(atk, _)| *atk == value)?;
            Some((state(name), one("")))
        }
        ("result" | "relation", what) => {
            let (_, name) = VALUES.iter().find(|(atk, _)| *atk == what)?;
            // Without an end is beyond any number.
            let want = match how {
                "isLTE" | "isGTE" => "",
                _ => value.trim_matches(['[', ']']),
            };
            Some((state(name), one(want)))
        }
        _ => None,
    }
}
