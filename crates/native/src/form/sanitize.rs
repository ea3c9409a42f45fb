//! What a text-like control accepts and how it stores it (HTML, "value sanitization algorithm").

use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_page::{Facts, NodeId, Page, name};

use super::{describe::clip, numeric};

/// Whether a control holds text that can be filled in.
pub(crate) fn has_text(page: &Page, node: NodeId) -> bool {
    page.html_tag(node) == name::TEXTAREA
        || matches!(
            page.input_type(node),
            "text"
                | "search"
                | "tel"
                | "url"
                | "email"
                | "password"
                | "number"
                | "range"
                | "color"
                | "date"
                | "month"
                | "week"
                | "time"
                | "datetime-local"
        )
}

/// What the control holds once `text` has been entered, or why it would not take it.
pub(crate) fn accept_fill(page: &Page, node: NodeId, text: &str) -> Result<String> {
    if page.html_tag(node) == name::TEXTAREA {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        return Ok(truncated(page, node, text));
    }
    let kind = page.input_type(node);
    let entered = match kind {
        "text" | "search" | "tel" | "url" | "email" | "password" => {
            let text = truncated(page, node, text.replace(['\r', '\n'], ""));
            return Ok(sanitized(page, node, kind, &text));
        }
        "datetime-local" => text.trim().replacen(' ', "T", 1),
        _ => text.trim().to_owned(),
    };
    let refused = |form: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "{:?} cannot be entered here: the field takes {form}",
                clip(text)
            ),
        )
    };
    if kind == "color" {
        return parse_color(&entered).ok_or_else(|| refused("a colour as #rrggbb"));
    }
    if entered.is_empty() && kind != "range" {
        return Ok(entered);
    }
    let form = numeric::scale(kind).map_or("text", |s| s.form);
    let number = numeric::parse(kind, &entered).ok_or_else(|| refused(form))?;
    Ok(match kind {
        "range" => in_range(page, node, Some(number)),
        "datetime-local" => numeric::format(kind, number),
        _ => entered,
    })
}

/// A value as the control of that type stores it.
fn sanitized(page: &Page, node: NodeId, kind: &str, value: &str) -> String {
    let one_line = || value.replace(['\r', '\n'], "");
    match kind {
        "text" | "search" | "tel" | "password" => one_line(),
        "url" => one_line().trim().to_owned(),
        "email" if page.has_attr(node, name::MULTIPLE) => value
            .split(',')
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(","),
        "email" => one_line().trim().to_owned(),
        "range" => in_range(page, node, numeric::parse(kind, value)),
        "color" => parse_color(value).unwrap_or_else(|| "#000000".to_owned()),
        "number" | "date" | "month" | "week" | "time" => match numeric::parse(kind, value) {
            Some(_) => value.to_owned(),
            None => String::new(),
        },
        "datetime-local" => numeric::parse(kind, value)
            .map(|n| numeric::format(kind, n))
            .unwrap_or_default(),
        _ => value.to_owned(),
    }
}

/// The controls whose value in the markup is not what they hold, with what they hold.
pub(crate) fn initial_values(page: &Page, root: NodeId) -> Vec<(NodeId, String)> {
    page.descendants(root)
        .filter(|&n| page.html_tag(n) == name::INPUT)
        .filter_map(|n| {
            let kind = page.input_type(n);
            if !has_text(page, n) {
                return None;
            }
            let written = page.attr(n, name::VALUE).unwrap_or("");
            let held = sanitized(page, n, kind, written);
            (held != written).then_some((n, held))
        })
        .collect()
}

/// `#rrggbb` in lower case.
fn parse_color(value: &str) -> Option<String> {
    let digits = value.strip_prefix('#')?;
    (digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
        .then(|| value.to_ascii_lowercase())
}

/// A number brought into the bounds and onto the steps of a range control; the middle where there is none.
fn in_range(page: &Page, node: NodeId, number: Option<f64>) -> String {
    let bound = |key, default| {
        page.attr(node, key)
            .and_then(|v| numeric::parse("range", v))
            .unwrap_or(default)
    };
    let min = bound(name::MIN, 0.0);
    let max = bound(name::MAX, 100.0);
    if max < min {
        return numeric::format("range", min);
    }
    let wanted = number
        .unwrap_or_else(|| f64::midpoint(min, max))
        .clamp(min, max);
    let step = match page.attr(node, name::STEP) {
        Some(s) if s.eq_ignore_ascii_case("any") => return numeric::format("range", wanted),
        Some(s) => numeric::parse("range", s)
            .filter(|&s| s > 0.0)
            .unwrap_or(1.0),
        None => 1.0,
    };
    let steps = ((wanted - min) / step).round();
    let on_step = min + steps * step;
    let value = if on_step > max {
        min + ((max - min) / step).floor() * step
    } else {
        on_step
    };
    // Sums of decimal steps carry binary noise; ten digits hold any sensible step.
    numeric::format("range", (value * 1e10).round() / 1e10)
}

/// What of a text the user's keys would get into the control: no more than its `maxlength`, counted in UTF-16 units.
fn truncated(page: &Page, node: NodeId, text: String) -> String {
    let Some(limit) = length_limit(page, node, name::MAXLENGTH) else {
        return text;
    };
    let mut units = 0;
    let end = text
        .char_indices()
        .find(|(_, c)| {
            units += c.len_utf16();
            units > limit
        })
        .map(|(at, _)| at);
    match end {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

/// The value of `maxlength` or `minlength`, if it is a non-negative integer.
pub(crate) fn length_limit(page: &Page, node: NodeId, key: surefoot_page::Name) -> Option<usize> {
    page.attr(node, key).and_then(|v| v.trim().parse().ok())
}

/// Why the content of a control cannot be changed, if it cannot.
pub(crate) fn refuse_unless_editable(page: &Page, node: NodeId) -> Result<()> {
    if page.facts(node).contains(Facts::DISABLED) {
        return Err(Error::new(
            ErrorKind::Disabled,
            format!("{} is disabled", super::describe(page, node)),
        ));
    }
    if page.has_attr(node, name::READONLY) && takes_readonly(page, node) {
        return Err(Error::new(
            ErrorKind::NotEditable,
            format!("{} is read-only", super::describe(page, node)),
        ));
    }
    Ok(())
}

/// Whether `readonly` means something for a control.
pub(crate) fn takes_readonly(page: &Page, node: NodeId) -> bool {
    page.html_tag(node) == name::TEXTAREA
        || (has_text(page, node) && !matches!(page.input_type(node), "range" | "color"))
}
