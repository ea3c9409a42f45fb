//! Constraint validation (HTML, "constraints"): which controls stop a submission, and what is said about them.

use rustc_hash::{FxHashMap, FxHashSet};
use surefoot_page::{Facts, NodeId, Page, collapsed, name};
use url::Url;

use super::sanitize::{length_limit, takes_readonly};
use super::{ButtonKind, Controls, button_kind, in_datalist, numeric, pattern};

/// A control that fails, and what a browser would say about it.
pub(crate) type Failure = (NodeId, String);

/// The controls of `form` that fail, in tree order. Of a radio group the first button stands for all.
pub(crate) fn check_form(page: &Page, controls: &Controls, form: NodeId) -> Vec<Failure> {
    check_all(page, controls, &controls.of_form(page, form))
}

fn check_all(page: &Page, controls: &Controls, candidates: &[NodeId]) -> Vec<Failure> {
    let radios = RadioGroups::new(page, controls, candidates);
    let mut reported = FxHashSet::default();
    candidates
        .iter()
        .filter(|&&control| is_candidate(page, control))
        .filter_map(|&control| {
            if page.input_type(control) == "radio" {
                let group = radios.failing(page, controls, control)?;
                let first = reported.insert(group);
                return first.then(|| (control, PICK_ONE.to_owned()));
            }
            check_control(page, controls, control).map(|message| (control, message))
        })
        .collect()
}

const PICK_ONE: &str = "Please select one of these options.";

/// Sets INVALID on the controls below `root` that fail now, and takes it from the others. A control that was edited and
/// fails is USER_INVALID as well; one that no longer fails is not.
pub(crate) fn mark_invalid(page: &mut Page, controls: &Controls, root: NodeId) {
    let listed: Vec<NodeId> = page
        .descendants(root)
        .filter(|&n| super::is_listed(page, n))
        .collect();
    let radios = RadioGroups::new(page, controls, &listed);
    let failing: Vec<bool> = listed
        .iter()
        .map(|&control| {
            is_candidate(page, control)
                && if page.input_type(control) == "radio" {
                    radios.failing(page, controls, control).is_some()
                } else {
                    check_control(page, controls, control).is_some()
                }
        })
        .collect();
    for (control, fails) in listed.into_iter().zip(failing) {
        if fails {
            page.add_facts(control, Facts::INVALID);
            if page.dirty_value(control).is_some() {
                page.add_facts(control, Facts::USER_INVALID);
            }
        } else {
            page.remove_facts(control, Facts::INVALID | Facts::USER_INVALID);
        }
    }
}

/// Groups of radio buttons by form, tree and name.
type Group = (Option<NodeId>, Option<NodeId>, String);

struct RadioGroups {
    /// Whether some button of the group is required, and whether one is checked.
    groups: FxHashMap<Group, (bool, bool)>,
}

impl RadioGroups {
    fn new(page: &Page, controls: &Controls, candidates: &[NodeId]) -> RadioGroups {
        let mut groups: FxHashMap<Group, (bool, bool)> = FxHashMap::default();
        for &control in candidates {
            if page.input_type(control) == "radio" {
                let entry = groups.entry(group_of(page, controls, control)).or_default();
                entry.0 |= page.has_attr(control, name::REQUIRED);
                entry.1 |= page.facts(control).contains(Facts::CHECKED);
            }
        }
        RadioGroups { groups }
    }

    fn failing(&self, page: &Page, controls: &Controls, radio: NodeId) -> Option<Group> {
        let group = group_of(page, controls, radio);
        match self.groups.get(&group) {
            Some((true, false)) => Some(group),
            _ => None,
        }
    }
}

/// The group of a radio button; one without a name is a group of its own.
pub(crate) fn group_of(page: &Page, controls: &Controls, radio: NodeId) -> Group {
    match page.attr(radio, name::NAME).filter(|n| !n.is_empty()) {
        Some(n) => (
            controls.owners.of(page, radio),
            page.scope(radio),
            n.to_owned(),
        ),
        None => (Some(radio), None, String::new()),
    }
}

/// Whether a control is validated at all (HTML, "barred from constraint validation").
fn is_candidate(page: &Page, control: NodeId) -> bool {
    let validated = match page.html_tag(control) {
        name::INPUT => !matches!(
            page.input_type(control),
            "hidden" | "reset" | "button" | "submit" | "image"
        ),
        name::SELECT | name::TEXTAREA => true,
        name::BUTTON => button_kind(page, control) == Some(ButtonKind::Submit),
        _ => false,
    };
    validated
        && !page.facts(control).contains(Facts::DISABLED)
        && (!page.has_attr(control, name::READONLY) || !takes_readonly(page, control))
        && !in_datalist(page, control)
}

/// What is wrong with a control other than a radio button; `None` if nothing is.
pub(crate) fn check_control(page: &Page, controls: &Controls, control: NodeId) -> Option<String> {
    let required = page.has_attr(control, name::REQUIRED);
    match (page.html_tag(control), page.input_type(control)) {
        (name::SELECT, _) => (required && !has_choice(page, control))
            .then(|| "Please select an item in the list.".to_owned()),
        (name::INPUT, "checkbox") => (required && !page.facts(control).contains(Facts::CHECKED))
            .then(|| "Please check this box if you want to proceed.".to_owned()),
        (name::INPUT, "file") => (required
            && controls.files.get(&control).is_none_or(Vec::is_empty))
        .then(|| "Please select a file.".to_owned()),
        (name::INPUT, "radio") => None,
        (name::TEXTAREA, _) => {
            let value = page.value(control)?;
            missing(required, &value).or_else(|| wrong_length(page, controls, control, &value))
        }
        (name::INPUT, kind) => {
            let value = page.value(control)?;
            missing(required && kind != "color" && kind != "range", &value)
                .or_else(|| wrong_type(page, control, kind, &value))
                .or_else(|| wrong_pattern(page, control, kind, &value))
                .or_else(|| wrong_length(page, controls, control, &value))
                .or_else(|| wrong_number(page, control, kind, &value))
        }
        _ => None,
    }
}

/// Whether a required `select` has a choice that is not its placeholder (HTML, "placeholder label option").
fn has_choice(page: &Page, select: NodeId) -> bool {
    let placeholder = (!page.has_attr(select, name::MULTIPLE)
        && super::state::display_size(page, select) == 1)
        .then(|| page.options(select).next())
        .flatten()
        .filter(|&first| page.parent(first) == Some(select))
        .filter(|&first| page.value(first).is_none_or(|v| v.is_empty()));
    page.options(select).any(|o| {
        let facts = page.facts(o);
        facts.contains(Facts::SELECTED)
            && !facts.contains(Facts::DISABLED)
            && Some(o) != placeholder
    })
}

fn missing(required: bool, value: &str) -> Option<String> {
    (required && value.is_empty()).then(|| "Please fill out this field.".to_owned())
}

fn wrong_type(page: &Page, control: NodeId, kind: &str, value: &str) -> Option<String> {
    if value.is_empty() {
        return None;
    }
    match kind {
        "url" => Url::parse(value)
            .is_err()
            .then(|| "Please enter a URL.".to_owned()),
        "email" if page.has_attr(control, name::MULTIPLE) => value
            .split(',')
            .any(|address| !is_email(address.trim()))
            .then(|| "Please enter a comma separated list of email addresses.".to_owned()),
        "email" if !value.contains('@') => Some(format!(
            "Please include an '@' in the email address. '{}' is missing an '@'.",
            super::describe::clip(value)
        )),
        "email" => (!is_email(value)).then(|| "Please enter an email address.".to_owned()),
        _ => None,
    }
}

/// HTML, "valid email address".
fn is_email(value: &str) -> bool {
    let Some((local, domain)) = value.split_once('@') else {
        return false;
    };
    let local_ok = !local.is_empty()
        && local
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&b));
    let label_ok = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    local_ok && domain.split('.').all(label_ok)
}

fn wrong_pattern(page: &Page, control: NodeId, kind: &str, value: &str) -> Option<String> {
    if value.is_empty() || !takes_pattern(kind) {
        return None;
    }
    let pattern = page.attr(control, name::PATTERN)?;
    let fits = if kind == "email" && page.has_attr(control, name::MULTIPLE) {
        value
            .split(',')
            .all(|v| pattern::matches(pattern, v.trim()) != Some(false))
    } else {
        pattern::matches(pattern, value) != Some(false)
    };
    if fits {
        return None;
    }
    let title = page.attr(control, name::TITLE).map(collapsed);
    Some(match title.filter(|t| !t.is_empty()) {
        Some(title) => format!("Please match the requested format. {title}"),
        None => "Please match the requested format.".to_owned(),
    })
}

fn takes_pattern(kind: &str) -> bool {
    matches!(
        kind,
        "text" | "search" | "tel" | "url" | "email" | "password"
    )
}

fn wrong_length(page: &Page, controls: &Controls, control: NodeId, value: &str) -> Option<String> {
    let counted =
        page.html_tag(control) == name::TEXTAREA || takes_pattern(page.input_type(control));
    if !counted || value.is_empty() || !controls.edited.contains(&control) {
        return None;
    }
    let length = value.encode_utf16().count();
    let using = if length == 1 {
        "1 character".to_owned()
    } else {
        format!("{length} characters")
    };
    if let Some(least) = length_limit(page, control, name::MINLENGTH)
        && length < least
    {
        return Some(format!(
            "Please lengthen this text to {least} characters or more (you are currently using {using})."
        ));
    }
    let most = length_limit(page, control, name::MAXLENGTH).filter(|&most| length > most)?;
    Some(format!(
        "Please shorten this text to {most} characters or less (you are currently using {using})."
    ))
}

fn wrong_number(page: &Page, control: NodeId, kind: &str, value: &str) -> Option<String> {
    let scale = numeric::scale(kind)?;
    if value.is_empty() {
        return None;
    }
    let Some(number) = numeric::parse(kind, value) else {
        return Some(format!("Please enter {}.", scale.form));
    };
    let bound = |key| {
        page.attr(control, key)
            .and_then(|v| numeric::parse(kind, v).map(|n| (n, v)))
    };
    let is_number = matches!(kind, "number" | "range");
    let (min, max) = (bound(name::MIN), bound(name::MAX));
    if let Some((least, shown)) = min
        && number < least
    {
        return Some(if is_number {
            format!("Value must be greater than or equal to {shown}.")
        } else {
            format!("Value must be {shown} or later.")
        });
    }
    if let Some((most, shown)) = max
        && number > most
    {
        return Some(if is_number {
            format!("Value must be less than or equal to {shown}.")
        } else {
            format!("Value must be {shown} or earlier.")
        });
    }
    off_step(
        page,
        control,
        kind,
        number,
        scale,
        min.map(|(n, _)| n),
        max.map(|(n, _)| n),
    )
}

/// Says so when a value lies between two steps.
fn off_step(
    page: &Page,
    control: NodeId,
    kind: &str,
    number: f64,
    scale: numeric::Scale,
    min: Option<f64>,
    max: Option<f64>,
) -> Option<String> {
    let step = match page.attr(control, name::STEP) {
        Some(s) if s.trim().eq_ignore_ascii_case("any") => return None,
        Some(s) => numeric::parse("number", s.trim())
            .filter(|&s| s > 0.0)
            .unwrap_or(scale.default_step),
        None => scale.default_step,
    } * scale.unit;
    let written = page
        .attr(control, name::VALUE)
        .and_then(|v| numeric::parse(kind, v));
    let base = min.or(written).unwrap_or(scale.default_base);
    let steps = (number - base) / step;
    // A value typed in decimal is off by binary rounding only; the standard leaves the tolerance open.
    if (steps - steps.round()).abs() < 1e-7 * steps.abs().max(1.0) {
        return None;
    }
    let tidy = |n: f64| numeric::format(kind, (n * 1e10).round() / 1e10);
    let below = base + steps.floor() * step;
    let above = base + steps.ceil() * step;
    Some(if max.is_some_and(|max| above > max) {
        format!(
            "Please enter a valid value. The nearest valid value is {}.",
            tidy(below)
        )
    } else {
        format!(
            "Please enter a valid value. The two nearest valid values are {} and {}.",
            tidy(below),
            tidy(above)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Owners;

    /// What is said about the only control with an id `x`, after the user typed `typed` into it if it is `Some`.
    fn message(html: &str, typed: Option<&str>) -> Option<String> {
        let mut page = crate::dom::parse_html(html, "about:blank");
        let root = page.root().unwrap();
        let control = page
            .descendants(root)
            .find(|&n| page.attr(n, name::ID) == Some("x"))
            .unwrap();
        let mut controls = Controls {
            owners: Owners::new(&page, root, &FxHashMap::default()),
            ..Controls::default()
        };
        if let Some(typed) = typed {
            page.set_value(control, typed);
            controls.edited.insert(control);
        }
        check_all(&page, &controls, &[control])
            .pop()
            .map(|(_, m)| m)
    }

    #[test]
    fn each_constraint_has_its_message() {
        for (html, typed, expected) in [
            ("<input id=x required>", None, "fill out this field"),
            ("<input id=x required value=a>", None, ""),
            ("<input id=x required readonly>", None, ""),
            ("<input id=x required disabled>", None, ""),
            (
                "<input id=x type=checkbox required>",
                None,
                "check this box",
            ),
            (
                "<input id=x type=radio name=r required>",
                None,
                "one of these options",
            ),
            ("<input id=x type=file required>", None, "select a file"),
            (
                "<select id=x required><option value=''>-<option>a</select>",
                None,
                "item in the list",
            ),
            ("<select id=x required><option>a</select>", None, ""),
            ("<textarea id=x required></textarea>", None, "fill out"),
            ("<input id=x type=email>", Some("a"), "missing an '@'"),
            ("<input id=x type=email>", Some("a@"), "email address"),
            ("<input id=x type=email>", Some("a@b.c"), ""),
            ("<input id=x type=email multiple>", Some("a@b, c@d"), ""),
            (
                "<input id=x type=email multiple>",
                Some("a@b, c"),
                "comma separated",
            ),
            ("<input id=x type=url>", Some("example.org"), "a URL"),
            ("<input id=x type=url>", Some("x:y"), ""),
            (
                "<input id=x pattern=[0-9]+ title='Digits only'>",
                Some("a"),
                "requested format. Digits only",
            ),
            ("<input id=x pattern=[0-9]+>", Some("12"), ""),
            ("<input id=x pattern='('>", Some("a"), ""),
            (
                "<input id=x minlength=3>",
                Some("ab"),
                "lengthen this text to 3",
            ),
            ("<input id=x minlength=3 value=ab>", None, ""),
            (
                "<input id=x type=number min=3>",
                Some("2"),
                "greater than or equal to 3",
            ),
            (
                "<input id=x type=number max=3>",
                Some("4"),
                "less than or equal to 3",
            ),
            (
                "<input id=x type=number>",
                Some("1.5"),
                "values are 1 and 2",
            ),
            ("<input id=x type=number step=0.1>", Some("1.3"), ""),
            ("<input id=x type=number step=any>", Some("1.33"), ""),
            (
                "<input id=x type=number min=1 step=2>",
                Some("4"),
                "values are 3 and 5",
            ),
            (
                "<input id=x type=date min=2024-01-02>",
                Some("2024-01-01"),
                "2024-01-02 or later",
            ),
            (
                "<input id=x type=date step=7 min=2024-01-01>",
                Some("2024-01-03"),
                "2024-01-01 and 2024-01-08",
            ),
            (
                "<input id=x type=time max=12:00>",
                Some("13:00"),
                "12:00 or earlier",
            ),
        ] {
            let got = message(html, typed).unwrap_or_default();
            let fits = if expected.is_empty() {
                got.is_empty()
            } else {
                got.contains(expected)
            };
            assert!(fits, "{html} with {typed:?}: {got:?}");
        }
    }
}
