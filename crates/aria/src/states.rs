//! States and properties of an element: what the host language says, and what ARIA adds where the role has it.

mod tokens;

use std::borrow::Cow;

use surefoot_page::{Facts, Name, NodeId, Page, name as n};

use crate::implicit::details_of;
use crate::roles::supports as s;
use crate::{Role, Semantics, compute, elements};

pub use tokens::{Current, HasPopup, Invalid, Live, Orientation, Sort, Tristate};

/// The value of what has one in a range: a slider, a progress bar, a number field.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RangeValue {
    /// The value.
    pub now: Option<f64>,
    /// The least value.
    pub min: Option<f64>,
    /// The greatest value.
    pub max: Option<f64>,
    /// The value in words.
    pub text: Option<Box<str>>,
}

/// The states of an element. What does not apply to it is absent or false.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct States {
    /// Of a checkbox, radio button, switch or checkable item.
    pub checked: Option<Tristate>,
    /// Of a toggle button.
    pub pressed: Option<Tristate>,
    /// Whether what it controls is open.
    pub expanded: Option<bool>,
    /// Of an option, tab, row, cell or tree item.
    pub selected: Option<bool>,
    /// Cannot be used, by itself, its fieldset, or `aria-disabled` on itself or above.
    pub disabled: bool,
    /// Must be filled in.
    pub required: bool,
    /// Can be read but not changed.
    pub readonly: bool,
    /// Takes several lines of text.
    pub multiline: bool,
    /// Takes several selected items.
    pub multiselectable: bool,
    /// Its value is not accepted.
    pub invalid: Option<Invalid>,
    /// It is the current one of its set.
    pub current: Option<Current>,
    /// Of a heading, tree item, list item or row.
    pub level: Option<u32>,
    /// Of the header of a column or row.
    pub sort: Option<Sort>,
    /// As written, or what its role has by default.
    pub orientation: Option<Orientation>,
    /// The value of what has one in a range; boxed, since few elements have.
    pub range: Option<Box<RangeValue>>,
    /// What opens from it.
    pub has_popup: Option<HasPopup>,
    /// Keeps all else from being used while it is open.
    pub modal: bool,
    /// Has the focus, by itself or as the active descendant of what has it.
    pub focused: bool,
    /// Being changed.
    pub busy: bool,
    /// Tells of changes.
    pub live: Option<Live>,
    /// Inert, its own or an ancestor's.
    pub inert: bool,
}

impl<'p> Semantics<'p> {
    /// The states of a node. Where HTML has a state of its own, ARIA cannot contradict it (HTML-AAM 3.6): a checkbox is
    /// checked when it is.
    pub fn states(&self, node: NodeId) -> States {
        let page = self.page;
        if !page.is_element(node) {
            return States::default();
        }
        let role = self.role(node);
        let facts = page.facts(node);
        let element = Attributes { page, node };
        let states = States {
            checked: checked(element, role, facts),
            pressed: if role.supports(s::PRESSED) {
                element.tristate(n::ARIA_PRESSED)
            } else {
                None
            },
            expanded: self.expanded(element, role),
            selected: selected(element, role, facts),
            disabled: facts.contains(Facts::DISABLED)
                || (self.is_aria_disabled(node) && !role.is_wrapper()),
            required: element.has_html(n::REQUIRED)
                || (role.supports(s::REQUIRED) && element.is_true(n::ARIA_REQUIRED)),
            readonly: element.has_html(n::READONLY)
                || (role.supports(s::READONLY)
                    && element.boolean(n::ARIA_READONLY).unwrap_or_else(|| {
                        matches!(role, Role::Gridcell | Role::Columnheader | Role::Rowheader)
                            && self.is_in_readonly_grid(node)
                    })),
            multiline: role.supports(s::MULTILINE) && multiline(element),
            multiselectable: role.supports(s::MULTISELECT)
                && (page.has_attr(node, n::MULTIPLE) && page.html_tag(node) == n::SELECT
                    || element.is_true(n::ARIA_MULTISELECTABLE)),
            invalid: invalid(element, facts),
            current: element.token(n::ARIA_CURRENT, Current::True, Current::parse),
            level: level(element, role),
            sort: if role.supports(s::SORT) {
                element.attr(n::ARIA_SORT).and_then(Sort::parse)
            } else {
                None
            },
            orientation: orientation(element, role),
            has_popup: has_popup(element, role),
            modal: role.supports(s::MODAL)
                && (element.is_true(n::ARIA_MODAL)
                    || (page.html_tag(node) == n::DIALOG && facts.contains(Facts::TOP_LAYER))),
            focused: facts.contains(Facts::FOCUSED) || self.relations.active == Some(node),
            busy: element.is_true(n::ARIA_BUSY),
            live: live(element, role),
            inert: facts.contains(Facts::INERT),
            ..States::default()
        };
        with_value(states, element, role)
    }

    fn expanded(&self, element: Attributes<'p>, role: Role) -> Option<bool> {
        let Attributes { page, node } = element;
        if page.html_tag(node) == n::SUMMARY
            && let Some(details) = details_of(page, node)
        {
            return Some(page.has_attr(details, n::OPEN));
        }
        if matches!(page.html_tag(node), n::BUTTON | n::INPUT)
            && page.has_attr(node, n::POPOVERTARGET)
        {
            let popover = self.references(node, n::POPOVERTARGET).first().copied();
            if let Some(popover) = popover.filter(|&p| page.has_attr(p, n::POPOVER)) {
                return Some(page.facts(popover).contains(Facts::TOP_LAYER));
            }
        }
        if !role.supports(s::EXPANDED) {
            return None;
        }
        element.boolean(n::ARIA_EXPANDED)
    }

    /// The hint in an empty field: `placeholder`, else `aria-placeholder`.
    pub fn placeholder(&self, node: NodeId) -> Option<&'p str> {
        let element = Attributes {
            page: self.page,
            node,
        };
        if !self.role(node).supports(s::PLACEHOLDER) {
            return None;
        }
        let hosted = matches!(self.page.html_tag(node), n::INPUT | n::TEXTAREA);
        let own = element
            .attr(n::PLACEHOLDER)
            .filter(|v| hosted && !v.trim_ascii().is_empty());
        own.or_else(|| {
            element
                .attr(n::ARIA_PLACEHOLDER)
                .filter(|v| !v.trim_ascii().is_empty())
        })
    }

    /// What its author calls the kind of thing it is, in words (`aria-roledescription`).
    pub fn role_description(&self, node: NodeId) -> Option<&'p str> {
        let text = self.page.attr(node, n::ARIA_ROLEDESCRIPTION)?.trim_ascii();
        (!text.is_empty() && !self.role(node).is_wrapper()).then_some(text)
    }

    /// What a control holds, where that may be shown: of a field, what is typed; of a select, the chosen options as
    /// shown; of a range, its text or number; of editable content, its text, cut like a name. `None` for a password
    /// field, for what holds nothing, and for what holds only what the server reads.
    pub fn shown_value(&self, node: NodeId) -> Option<Cow<'p, str>> {
        let page = self.page;
        if !page.is_element(node) || elements::is_secret(page, node) {
            return None;
        }
        if page.html_tag(node) == n::SELECT {
            return self.chosen(node).map(Cow::Owned);
        }
        let role = self.role(node);
        let element = Attributes { page, node };
        if role.supports(s::VALUE) {
            let said = element
                .attr(n::ARIA_VALUETEXT)
                .or_else(|| element.attr(n::ARIA_VALUENOW));
            if let Some(said) = said.filter(|v| !v.trim_ascii().is_empty()) {
                return Some(Cow::Borrowed(said));
            }
        }
        let typed = matches!(role, Role::Textbox | Role::Searchbox | Role::Combobox);
        if typed && !matches!(page.html_tag(node), n::INPUT | n::TEXTAREA) {
            let text = String::from(compute::content(self, node).text);
            return (!text.is_empty()).then_some(Cow::Owned(text));
        }
        elements::open_value(page, node)
    }

    /// The chosen options of a `<select>`, the first of them where there are many.
    fn chosen(&self, select: NodeId) -> Option<String> {
        const MOST: usize = 100;
        const SEARCHED: usize = 20_000;
        let page = self.page;
        let chosen: Vec<_> = page
            .options(select)
            .take(SEARCHED)
            .filter(|&o| page.facts(o).contains(Facts::SELECTED))
            .take(MOST)
            .map(|o| self.name(o))
            .collect();
        (!chosen.is_empty()).then(|| chosen.join(", "))
    }
}

/// The attributes of one element, read the ARIA way.
#[derive(Clone, Copy)]
struct Attributes<'p> {
    page: &'p Page,
    node: NodeId,
}

impl<'p> Attributes<'p> {
    fn attr(self, name: Name) -> Option<&'p str> {
        self.page.attr(self.node, name)
    }

    fn is_true(self, name: Name) -> bool {
        self.boolean(name) == Some(true)
    }

    fn boolean(self, name: Name) -> Option<bool> {
        match self.tristate(name)? {
            Tristate::True => Some(true),
            Tristate::False => Some(false),
            Tristate::Mixed => None,
        }
    }

    fn tristate(self, name: Name) -> Option<Tristate> {
        let value = self.attr(name)?.trim_ascii();
        [
            ("true", Tristate::True),
            ("false", Tristate::False),
            ("mixed", Tristate::Mixed),
        ]
        .into_iter()
        .find_map(|(token, state)| token.eq_ignore_ascii_case(value).then_some(state))
    }

    /// A token list where `false` and nothing mean no, and an unknown token means yes (WAI-ARIA 6.2.4, "token").
    fn token<T>(self, name: Name, unknown: T, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let value = self.attr(name)?.trim_ascii();
        if ["", "false", "undefined"]
            .iter()
            .any(|v| v.eq_ignore_ascii_case(value))
        {
            return None;
        }
        Some(parse(value).unwrap_or(unknown))
    }

    /// A boolean attribute of an HTML control that has it.
    fn has_html(self, name: Name) -> bool {
        let tag = self.page.html_tag(self.node);
        let applies = match tag {
            n::SELECT => name == n::REQUIRED,
            n::INPUT => match self.page.input_type(self.node) {
                "checkbox" | "radio" | "file" => name == n::REQUIRED,
                "hidden" | "range" | "color" | "submit" | "image" | "reset" | "button" => false,
                _ => true,
            },
            _ => tag == n::TEXTAREA,
        };
        applies && self.page.has_attr(self.node, name)
    }

    fn number(self, name: Name) -> Option<f64> {
        self.attr(name)?
            .trim_ascii()
            .parse()
            .ok()
            .filter(|v: &f64| v.is_finite())
    }
}

fn has_popup(element: Attributes<'_>, role: Role) -> Option<HasPopup> {
    let implied = role.supports(s::LIST_POPUP).then_some(HasPopup::Listbox);
    match element.attr(n::ARIA_HASPOPUP) {
        Some(value) if value.trim_ascii().eq_ignore_ascii_case("true") => Some(HasPopup::Menu),
        Some(value) if value.trim_ascii().eq_ignore_ascii_case("false") => None,
        Some(value) => HasPopup::parse(value).or(implied),
        None => implied,
    }
}

fn checked(element: Attributes<'_>, role: Role, facts: Facts) -> Option<Tristate> {
    if matches!(element.page.input_type(element.node), "checkbox" | "radio")
        && role.supports(s::CHECKED)
    {
        return Some(
            if facts.contains(Facts::INDETERMINATE) && role.supports(s::MIXED) {
                Tristate::Mixed
            } else if facts.contains(Facts::CHECKED) {
                Tristate::True
            } else {
                Tristate::False
            },
        );
    }
    if !role.supports(s::CHECKED) {
        return None;
    }
    match element.tristate(n::ARIA_CHECKED) {
        Some(Tristate::Mixed) if !role.supports(s::MIXED) => Some(Tristate::False),
        Some(state) => Some(state),
        None => role.supports(s::ALWAYS_CHECKED).then_some(Tristate::False),
    }
}

fn selected(element: Attributes<'_>, role: Role, facts: Facts) -> Option<bool> {
    if element.page.html_tag(element.node) == n::OPTION && role == Role::Option {
        return Some(facts.contains(Facts::SELECTED));
    }
    if !role.supports(s::SELECTED) {
        return None;
    }
    let implied = role.supports(s::ALWAYS_SELECTED).then_some(false);
    element.boolean(n::ARIA_SELECTED).or(implied)
}

fn multiline(element: Attributes<'_>) -> bool {
    match element.page.html_tag(element.node) {
        n::TEXTAREA => true,
        n::INPUT => false,
        // Where its author says what it is, it has one line unless he says otherwise.
        _ => element.boolean(n::ARIA_MULTILINE).unwrap_or_else(|| {
            element.attr(n::ROLE).is_none() && elements::is_editing_host(element.page, element.node)
        }),
    }
}

fn invalid(element: Attributes<'_>, facts: Facts) -> Option<Invalid> {
    // A required field that nobody has come to yet is not wrong in any sense that helps a reader.
    let implied = facts.contains(Facts::USER_INVALID).then_some(Invalid::True);
    match element.attr(n::ARIA_INVALID) {
        None => implied,
        Some(_) => element.token(n::ARIA_INVALID, Invalid::True, Invalid::parse),
    }
}

fn level(element: Attributes<'_>, role: Role) -> Option<u32> {
    if !role.supports(s::LEVEL) {
        return None;
    }
    let said = element
        .attr(n::ARIA_LEVEL)
        .and_then(|v| v.trim_ascii().parse::<u32>().ok())
        .filter(|&l| l > 0);
    let implied = match element.page.html_tag(element.node) {
        n::H1 => Some(1),
        n::H2 => Some(2),
        n::H3 => Some(3),
        n::H4 => Some(4),
        n::H5 => Some(5),
        n::H6 => Some(6),
        _ => (role == Role::Heading).then_some(2),
    };
    said.or(implied)
}

fn orientation(element: Attributes<'_>, role: Role) -> Option<Orientation> {
    let implied = if role.supports(s::HORIZONTAL) {
        Some(Orientation::Horizontal)
    } else if role.supports(s::VERTICAL) {
        Some(Orientation::Vertical)
    } else if role.supports(s::ORIENTED) {
        None
    } else {
        return None;
    };
    element
        .attr(n::ARIA_ORIENTATION)
        .and_then(Orientation::parse)
        .or(implied)
}

fn live(element: Attributes<'_>, role: Role) -> Option<Live> {
    let implied = if role.supports(s::ASSERTIVE) {
        Some(Live::Assertive)
    } else if role.supports(s::POLITE) {
        Some(Live::Polite)
    } else if role.supports(s::OFF) {
        Some(Live::Off)
    } else {
        None
    };
    element.attr(n::ARIA_LIVE).and_then(Live::parse).or(implied)
}

/// The range of a control: HTML's own where it has one, else ARIA's.
fn with_value(mut states: States, element: Attributes<'_>, role: Role) -> States {
    if !role.supports(s::VALUE) {
        return states;
    }
    let Attributes { page, node } = element;
    if role == Role::Separator && !elements::is_focusable(page, node) {
        return states;
    }
    let text = element
        .attr(n::ARIA_VALUETEXT)
        .filter(|v| !v.trim_ascii().is_empty())
        .map(Box::from);
    let value = || {
        page.value(node)?
            .trim_ascii()
            .parse()
            .ok()
            .filter(|v: &f64| v.is_finite())
    };
    let (now, min, max) = match (page.html_tag(node), page.input_type(node)) {
        (_, "range") => {
            let min = element.number(n::MIN).unwrap_or(0.0);
            let max = element.number(n::MAX).unwrap_or(100.0);
            let middle = if max < min {
                min
            } else {
                f64::midpoint(min, max)
            };
            (Some(value().unwrap_or(middle)), Some(min), Some(max))
        }
        (_, "number") => (value(), element.number(n::MIN), element.number(n::MAX)),
        (n::PROGRESS, _) => (value(), Some(0.0), element.number(n::MAX).or(Some(1.0))),
        (n::METER, _) => (
            value(),
            element.number(n::MIN).or(Some(0.0)),
            element.number(n::MAX).or(Some(1.0)),
        ),
        _ => aria_range(element, role),
    };
    let range = RangeValue {
        now,
        min,
        max,
        text,
    };
    states.range = (range != RangeValue::default()).then(|| Box::new(range));
    states
}

/// The value, least and greatest value that ARIA gives an element, with those that its role implies (WAI-ARIA 1.2, 5.4,
/// "implicit value for role").
fn aria_range(element: Attributes<'_>, role: Role) -> (Option<f64>, Option<f64>, Option<f64>) {
    let or = |value: Option<f64>, implied: f64| {
        value.or_else(|| role.supports(s::PERCENT).then_some(implied))
    };
    let min = or(element.number(n::ARIA_VALUEMIN), 0.0);
    let max = or(element.number(n::ARIA_VALUEMAX), 100.0);
    let now = element.number(n::ARIA_VALUENOW).or_else(|| match role {
        Role::Spinbutton => Some(0.0),
        _ if role.supports(s::MIDDLE) => Some(f64::midpoint(min?, max?)),
        _ => None,
    });
    (now, min, max)
}
