//! The words people have for kinds of elements, and what an element is needed for.

use surefoot_page::{Facts, Page, name};
use surefoot_snapshot::{Hints, Item, Role};

/// What an element is needed for. It decides between elements of the same name: what is filled is the field, and not the
/// text beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// To read or test it: any element will do.
    Read,
    /// To use it with the pointer or the keyboard: a control is likelier than a text.
    Use,
    /// To put text into it, or read what it holds.
    Fill,
    /// To check or uncheck it.
    Check,
    /// To select options of it.
    Select,
    /// To give it files.
    Upload,
    /// To submit the form that it is or is in.
    Submit,
}

impl Purpose {
    /// Whether only fitting elements can be meant, if there are any: nothing else can be filled, checked …
    pub(crate) fn is_strict(self) -> bool {
        !matches!(self, Purpose::Read | Purpose::Use | Purpose::Submit)
    }

    /// Whether an element is of the kind that this is done to.
    pub(crate) fn fits(self, item: &Item, page: &Page) -> bool {
        match self {
            Purpose::Read => true,
            Purpose::Use => item.is_interactive(),
            Purpose::Fill => is_field(item, page),
            Purpose::Check => {
                item.states.checked.is_some()
                    || matches!(
                        item.role,
                        Role::Checkbox
                            | Role::Radio
                            | Role::Switch
                            | Role::Menuitemcheckbox
                            | Role::Menuitemradio
                    )
                    || item.hints.contains(Hints::LABEL)
            }
            Purpose::Select => {
                matches!(item.role, Role::Combobox | Role::Listbox)
                    || page.html_tag(item.node) == name::SELECT
            }
            Purpose::Upload => {
                page.input_type(item.node) == "file" || item.hints.contains(Hints::LABEL)
            }
            Purpose::Submit => item.role == Role::Form || item.is_interactive(),
        }
    }
}

/// Whether text can be put into it.
fn is_field(item: &Item, page: &Page) -> bool {
    if matches!(
        item.role,
        Role::Textbox | Role::Searchbox | Role::Spinbutton | Role::Combobox
    ) || item.hints.contains(Hints::EDITABLE)
        || page.facts(item.node).contains(Facts::EDITABLE)
            && page.has_attr(item.node, name::CONTENTEDITABLE)
    {
        return true;
    }
    match page.html_tag(item.node) {
        name::TEXTAREA | name::SELECT => true,
        name::INPUT => !matches!(
            page.input_type(item.node),
            "button" | "submit" | "reset" | "image" | "checkbox" | "radio" | "file" | "hidden"
        ),
        _ => false,
    }
}

/// A kind of element, as people call it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Button,
    Link,
    Field,
    Checkbox,
    Radio,
    Switch,
    Tab,
    MenuItem,
    Menu,
    Dropdown,
    Option,
    Slider,
    Heading,
    Picture,
    Row,
    Cell,
    Item,
    Dialog,
    Form,
    Table,
    List,
    Navigation,
    Section,
}

/// What each kind is called, the longer before the shorter that it ends with.
const WORDS: &[(&str, Kind)] = &[
    ("button", Kind::Button),
    ("btn", Kind::Button),
    ("link", Kind::Link),
    ("text field", Kind::Field),
    ("input field", Kind::Field),
    ("form field", Kind::Field),
    ("search field", Kind::Field),
    ("field", Kind::Field),
    ("text box", Kind::Field),
    ("input box", Kind::Field),
    ("search box", Kind::Field),
    ("textbox", Kind::Field),
    ("searchbox", Kind::Field),
    ("text area", Kind::Field),
    ("textarea", Kind::Field),
    ("text input", Kind::Field),
    ("input", Kind::Field),
    ("check box", Kind::Checkbox),
    ("checkbox", Kind::Checkbox),
    ("combo box", Kind::Dropdown),
    ("combobox", Kind::Dropdown),
    ("list box", Kind::Dropdown),
    ("listbox", Kind::Dropdown),
    ("box", Kind::Field),
    ("radio button", Kind::Radio),
    ("radio", Kind::Radio),
    ("toggle switch", Kind::Switch),
    ("toggle", Kind::Switch),
    ("switch", Kind::Switch),
    ("tab", Kind::Tab),
    ("menu item", Kind::MenuItem),
    ("menuitem", Kind::MenuItem),
    ("list item", Kind::Item),
    ("listitem", Kind::Item),
    ("dropdown menu", Kind::Dropdown),
    ("drop down menu", Kind::Dropdown),
    ("dropdown", Kind::Dropdown),
    ("drop down", Kind::Dropdown),
    ("drop-down", Kind::Dropdown),
    ("select", Kind::Dropdown),
    ("menu", Kind::Menu),
    ("option", Kind::Option),
    ("slider", Kind::Slider),
    ("heading", Kind::Heading),
    ("headline", Kind::Heading),
    ("image", Kind::Picture),
    ("picture", Kind::Picture),
    ("icon", Kind::Picture),
    ("logo", Kind::Picture),
    ("row", Kind::Row),
    ("cell", Kind::Cell),
    ("item", Kind::Item),
    ("card", Kind::Item),
    ("dialog", Kind::Dialog),
    ("popup", Kind::Dialog),
    ("modal", Kind::Dialog),
    ("form", Kind::Form),
    ("table", Kind::Table),
    ("list", Kind::List),
    ("navigation", Kind::Navigation),
    ("section", Kind::Section),
    ("region", Kind::Section),
    ("group", Kind::Section),
];

impl Kind {
    /// The kind that a phrase ends with, and what comes before: `Sign in button`.
    pub(crate) fn after(text: &str) -> Option<(&str, Kind)> {
        let fits = |&(word, kind): &(&str, Kind)| {
            let at = text.len().checked_sub(word.len())?;
            let (before, last) = text.split_at_checked(at)?;
            let rest = before.trim_end();
            let stands_apart =
                rest.len() < before.len() || rest.is_empty() || rest.ends_with(QUOTES);
            (stands_apart && last.eq_ignore_ascii_case(word)).then_some((rest, kind))
        };
        longest(fits)
    }

    /// The kind that a phrase begins with, and what comes after: `button "Sign in"`.
    pub(crate) fn before(text: &str) -> Option<(&str, Kind)> {
        let fits = |&(word, kind): &(&str, Kind)| {
            let (first, after) = text.split_at_checked(word.len())?;
            let rest = after.trim_start();
            let stands_apart = rest.len() < after.len() || rest.starts_with(QUOTES);
            (stands_apart && first.eq_ignore_ascii_case(word)).then_some((rest, kind))
        };
        longest(fits)
    }

    /// The kind of that name.
    pub(crate) fn called(text: &str) -> Option<Kind> {
        let known = WORDS
            .iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(text));
        known.map(|&(_, kind)| kind)
    }

    /// Whether other elements are in such a one.
    pub(crate) fn holds_others(self) -> bool {
        matches!(
            self,
            Kind::Menu
                | Kind::Row
                | Kind::Cell
                | Kind::Item
                | Kind::Dialog
                | Kind::Form
                | Kind::Table
                | Kind::List
                | Kind::Navigation
                | Kind::Section
        )
    }

    /// Whether an element is of this kind.
    pub(crate) fn is(self, item: &Item, page: &Page) -> bool {
        let role = item.role;
        match self {
            Kind::Button => role == Role::Button || item.is_cursor_interactive(),
            Kind::Link => role == Role::Link,
            Kind::Field => is_field(item, page),
            Kind::Checkbox => {
                matches!(role, Role::Checkbox | Role::Menuitemcheckbox | Role::Switch)
                    || item.hints.contains(Hints::LABEL)
            }
            Kind::Radio => {
                matches!(role, Role::Radio | Role::Menuitemradio)
                    || item.hints.contains(Hints::LABEL)
            }
            Kind::Switch => {
                matches!(role, Role::Switch | Role::Checkbox)
                    || item.states.pressed.is_some()
                    || item.hints.contains(Hints::LABEL)
            }
            Kind::Tab => role == Role::Tab,
            Kind::MenuItem => matches!(
                role,
                Role::Menuitem | Role::Menuitemcheckbox | Role::Menuitemradio
            ),
            Kind::Menu => {
                matches!(role, Role::Menu | Role::Menubar) || item.states.has_popup.is_some()
            }
            Kind::Dropdown => {
                matches!(role, Role::Combobox | Role::Listbox)
                    || page.html_tag(item.node) == name::SELECT
                    || item.states.has_popup.is_some()
            }
            Kind::Option => matches!(role, Role::Option | Role::Radio | Role::Menuitemradio),
            Kind::Slider => role == Role::Slider,
            Kind::Heading => role == Role::Heading,
            Kind::Picture => role == Role::Img || item.is_interactive(),
            Kind::Row => role == Role::Row,
            Kind::Cell => matches!(
                role,
                Role::Cell | Role::Gridcell | Role::Columnheader | Role::Rowheader
            ),
            Kind::Item => matches!(
                role,
                Role::Listitem
                    | Role::Treeitem
                    | Role::Article
                    | Role::Row
                    | Role::Option
                    | Role::Menuitem
            ),
            Kind::Dialog => matches!(role, Role::Dialog | Role::Alertdialog),
            Kind::Form => matches!(role, Role::Form | Role::Search),
            Kind::Table => matches!(role, Role::Table | Role::Grid | Role::Treegrid),
            Kind::List => matches!(role, Role::List | Role::Listbox | Role::Tree),
            Kind::Navigation => role == Role::Navigation,
            Kind::Section => {
                matches!(
                    role,
                    Role::Region | Role::Group | Role::Radiogroup | Role::Tabpanel
                ) || role.is_landmark()
            }
        }
    }
}

/// Quotes need no blank beside them.
const QUOTES: [char; 4] = ['"', '\'', '\u{201c}', '\u{201d}'];

/// What fits the longest of the words that do.
fn longest<'t>(fits: impl Fn(&(&str, Kind)) -> Option<(&'t str, Kind)>) -> Option<(&'t str, Kind)> {
    WORDS
        .iter()
        .filter_map(fits)
        .min_by_key(|(rest, _)| rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stand_at_either_end() {
        for (text, expected) in [
            ("Sign in button", Some(("Sign in", Kind::Button))),
            ("Terms check box", Some(("Terms", Kind::Checkbox))),
            ("Search Box", Some(("", Kind::Field))),
            ("\"Save\"button", Some(("\"Save\"", Kind::Button))),
            ("button", Some(("", Kind::Button))),
            ("Xbox", None),
            ("ébutton", None),
        ] {
            assert_eq!(Kind::after(text), expected, "{text}");
        }
        for (text, expected) in [
            ("button \"Save\"", Some(("\"Save\"", Kind::Button))),
            ("menu item Copy", Some(("Copy", Kind::MenuItem))),
            ("Linkage", None),
            ("button", None),
        ] {
            assert_eq!(Kind::before(text), expected, "{text}");
        }
    }
}
