//! [`Locator`]: elements by role and name, text, label, placeholder, `alt`, `title` or test id, as Playwright's users know
//! them; and how one is written as a target.

use std::fmt;

use surefoot_snapshot::Role;

use crate::TargetError;
use crate::words::Accept;

/// By what elements are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// The role, as snapshots show it; the name besides, if one is wanted.
    Role,
    /// The text that can be read in the smallest element that has all of it.
    Text,
    /// What a field is called, or what `aria-label` and `aria-labelledby` say of anything.
    Label,
    /// The placeholder of a field.
    Placeholder,
    /// The text that stands for a picture.
    Alt,
    /// The `title` attribute.
    Title,
    /// `data-testid`, `data-test-id` or `data-test`.
    TestId,
}

impl By {
    /// Every way, with the prefix that targets have.
    pub const ALL: &[(By, &str)] = &[
        (By::Role, "role"),
        (By::Text, "text"),
        (By::Label, "label"),
        (By::Placeholder, "placeholder"),
        (By::Alt, "alt"),
        (By::Title, "title"),
        (By::TestId, "testid"),
    ];

    /// The prefix that targets have.
    pub fn prefix(self) -> &'static str {
        By::ALL
            .iter()
            .find(|(by, _)| *by == self)
            .map_or("", |(_, prefix)| prefix)
    }
}

/// A text, and whether it is all that is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sought {
    /// The text.
    pub text: String,
    /// How it is compared.
    pub how: How,
}

/// How a text is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// It is all there is, with the same case of letters.
    Exact,
    /// It is all or a part of it, whatever the case.
    Part,
}

impl How {
    pub(crate) fn accept(self) -> Accept {
        match self {
            How::Exact => Accept::Exact,
            How::Part => Accept::Part,
        }
    }
}

/// A state that an element shall have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Having {
    /// `[checked]`, `[checked=false]`
    Checked(bool),
    /// `[disabled]`
    Disabled(bool),
    /// `[expanded]`
    Expanded(bool),
    /// `[pressed]`
    Pressed(bool),
    /// `[selected]`
    Selected(bool),
    /// `[level=2]`
    Level(u32),
}

/// Which elements are meant. As a target it is written as its [`Display`](fmt::Display) does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Locator {
    /// By what.
    pub by: By,
    /// The text; for [`By::Role`] the role.
    pub value: Sought,
    /// The name, beside a role.
    pub name: Option<Sought>,
    /// The states, beside a role.
    pub having: Vec<Having>,
}

impl Locator {
    /// Elements by a text.
    pub fn new(by: By, text: impl Into<String>, how: How) -> Locator {
        Locator {
            by,
            value: Sought {
                text: text.into(),
                how,
            },
            name: None,
            having: Vec::new(),
        }
    }

    /// Reads what stands after the prefix.
    pub(crate) fn parse(by: By, text: &str) -> Result<Locator, TargetError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TargetError::Empty);
        }
        match by {
            By::Role => role(text),
            _ => {
                let sought = sought(text)?;
                if sought.text.trim().is_empty() {
                    return Err(TargetError::Empty);
                }
                Ok(Locator {
                    by,
                    value: sought,
                    name: None,
                    having: Vec::new(),
                })
            }
        }
    }

    /// The role, if that is what elements are found by.
    pub fn role(&self) -> Option<Role> {
        (self.by == By::Role)
            .then(|| known_role(&self.value.text))
            .flatten()
    }
}

/// The role of that name. Beside those of WAI-ARIA there is `text` for runs of text.
fn known_role(word: &str) -> Option<Role> {
    match word {
        "text" => Some(Role::Text),
        "image" => Some(Role::Img),
        word => Role::parse(word),
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.by.prefix())?;
        if self.by != By::Role {
            return write!(f, "{}", self.value);
        }
        f.write_str(&self.value.text)?;
        if let Some(name) = &self.name {
            write!(f, "[name={name}]")?;
        }
        for having in &self.having {
            write!(f, "{having}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Sought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.text.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")?;
        match self.how {
            How::Exact => Ok(()),
            How::Part => f.write_str(" i"),
        }
    }
}

impl fmt::Display for Having {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Having::Checked(is) => write!(f, "[checked={is}]"),
            Having::Disabled(is) => write!(f, "[disabled={is}]"),
            Having::Expanded(is) => write!(f, "[expanded={is}]"),
            Having::Pressed(is) => write!(f, "[pressed={is}]"),
            Having::Selected(is) => write!(f, "[selected={is}]"),
            Having::Level(level) => write!(f, "[level={level}]"),
        }
    }
}

/// A text in quotes, which is then all there is, or without, when it may be a part. After the closing quote ` i` makes it
/// a part all the same.
fn sought(text: &str) -> Result<Sought, TargetError> {
    let Some((inner, rest)) = quoted(text)? else {
        return Ok(Sought {
            text: text.to_owned(),
            how: How::Part,
        });
    };
    let how = match rest.trim() {
        "" | "s" => How::Exact,
        "i" => How::Part,
        _ => {
            // A text that merely begins with something in quotes.
            return Ok(Sought {
                text: text.to_owned(),
                how: How::Part,
            });
        }
    };
    Ok(Sought { text: inner, how })
}

/// What stands in the quotes that a text begins with, and what comes after; `None` if it begins with none.
fn quoted(text: &str) -> Result<Option<(String, &str)>, TargetError> {
    let mut chars = text.char_indices();
    let close = match chars.next() {
        Some((_, quote @ ('"' | '\''))) => quote,
        Some((_, '\u{201c}')) => '\u{201d}',
        _ => return Ok(None),
    };
    let mut inner = String::new();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, 'n')) => inner.push('\n'),
                Some((_, 't')) => inner.push('\t'),
                Some((_, c)) => inner.push(c),
                None => inner.push('\\'),
            },
            c if c == close => return Ok(Some((inner, &text[at + c.len_utf8()..]))),
            c => inner.push(c),
        }
    }
    Err(TargetError::OpenQuote(text.to_owned()))
}

/// `button`, `button[name="Save"][disabled=false]`, `button "Save"`, `button Save`.
fn role(text: &str) -> Result<Locator, TargetError> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .unwrap_or(text.len());
    let (word, mut rest) = text.split_at(end);
    let word = word.to_ascii_lowercase();
    if known_role(&word).is_none() {
        return Err(TargetError::UnknownRole(text.to_owned()));
    }
    let mut locator = Locator::new(By::Role, word, How::Exact);
    loop {
        rest = rest.trim_start();
        let Some(inside) = rest.strip_prefix('[') else {
            break;
        };
        rest = attribute(inside, &mut locator)
            .map_err(|reason| TargetError::RoleAttribute(text.to_owned(), reason))?;
    }
    if !rest.is_empty() {
        if locator.name.is_some() {
            return Err(TargetError::RoleAttribute(
                text.to_owned(),
                "the name is given twice".to_owned(),
            ));
        }
        locator.name = Some(sought(rest)?);
    }
    Ok(locator)
}

/// Reads an attribute after its `[`; answers what comes after its `]`.
fn attribute<'t>(text: &'t str, locator: &mut Locator) -> Result<&'t str, String> {
    let unclosed = || "a [ is not closed".to_owned();
    let end = text.find(['=', ']']).ok_or_else(unclosed)?;
    let (key, rest) = text.split_at(end);
    let key = key.trim();
    let (value, rest) = match rest.strip_prefix('=') {
        None => (None, &rest[1..]),
        Some(rest) => {
            let rest = rest.trim_start();
            let is_quoted = quoted(rest).map_err(|error| error.to_string())?;
            match is_quoted {
                Some((inner, after)) => {
                    let (flag, after) = after.split_once(']').ok_or_else(unclosed)?;
                    let how = match flag.trim() {
                        "" | "s" => How::Exact,
                        "i" => How::Part,
                        other => return Err(format!("{other:?} after the quotes means nothing")),
                    };
                    (Some(Sought { text: inner, how }), after)
                }
                None => {
                    let (value, after) = rest.split_once(']').ok_or_else(unclosed)?;
                    let value = Sought {
                        text: value.trim().to_owned(),
                        how: How::Part,
                    };
                    (Some(value), after)
                }
            }
        }
    };
    if key == "name" {
        let name = value.ok_or("the name is missing")?;
        if name.text.starts_with('/') && name.how == How::Part {
            return Err("names are texts, not regular expressions".to_owned());
        }
        locator.name = Some(name);
        return Ok(rest);
    }
    let value = value.map(|v| v.text);
    let truth = match value.as_deref() {
        None | Some("true") => Some(true),
        Some("false") => Some(false),
        Some(_) => None,
    };
    let is = truth.ok_or_else(|| format!("[{key}] is true or false"));
    locator.having.push(match key {
        "checked" => Having::Checked(is?),
        "disabled" => Having::Disabled(is?),
        "expanded" => Having::Expanded(is?),
        "pressed" => Having::Pressed(is?),
        "selected" => Having::Selected(is?),
        "level" => Having::Level(
            value
                .and_then(|v| v.parse().ok())
                .ok_or("[level] is a number")?,
        ),
        other => {
            return Err(format!(
                "[{other}] is not known; name, checked, disabled, expanded, level, pressed and selected are"
            ));
        }
    });
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(by: By, text: &str, expected: &str) {
        let written = match Locator::parse(by, text) {
            Ok(locator) => locator.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(written, expected, "{text}");
        if let Some((_, rest)) = written
            .split_once('=')
            .filter(|_| !written.starts_with("error"))
        {
            let again = Locator::parse(by, rest).map(|l| l.to_string());
            assert_eq!(again, Ok(written.clone()), "{text}");
        }
    }

    #[test]
    fn texts() {
        check(By::Text, "Sign in", "text=\"Sign in\" i");
        check(By::Text, "\"Sign in\"", "text=\"Sign in\"");
        check(By::Text, "'Don\\'t'", "text=\"Don't\"");
        check(By::Text, "\"a\" or b", "text=\"\\\"a\\\" or b\" i");
        check(By::Label, "“Email”", "label=\"Email\"");
        check(By::Text, "\"a\\\\\\\"\\nb\"", "text=\"a\\\\\\\"\\nb\"");
        check(
            By::Text,
            "\"open",
            "error: a quote is not closed in \"\\\"open\"",
        );
        check(By::Text, "\"\"", "error: the target is empty");
    }

    #[test]
    fn roles() {
        check(By::Role, "button", "role=button");
        check(
            By::Role,
            "button[name=\"Save\"]",
            "role=button[name=\"Save\"]",
        );
        check(
            By::Role,
            "button[name=\"Save\" i]",
            "role=button[name=\"Save\" i]",
        );
        check(
            By::Role,
            "button [ name = Save ]",
            "role=button[name=\"Save\" i]",
        );
        check(By::Role, "Button \"Save\"", "role=button[name=\"Save\"]");
        check(
            By::Role,
            "button Save all",
            "role=button[name=\"Save all\" i]",
        );
        check(
            By::Role,
            "checkbox[checked][disabled=false]",
            "role=checkbox[checked=true][disabled=false]",
        );
        check(
            By::Role,
            "heading[level=2][name='a]b']",
            "role=heading[name=\"a]b\"][level=2]",
        );
        check(
            By::Role,
            "knob",
            "error: \"knob\" begins with no role that there is",
        );
        check(
            By::Role,
            "button[name=/x/]",
            "error: the role \"button[name=/x/]\" cannot be read: names are texts, not regular expressions",
        );
        check(
            By::Role,
            "button[colour=red]",
            "error: the role \"button[colour=red]\" cannot be read: [colour] is not known; name, checked, disabled, expanded, level, pressed and selected are",
        );
    }
}
