//! Names and descriptions of the protocol, as Rust wants them.

/// `getFullAXTree`, `baseURL` → `get_full_ax_tree`, `base_url`.
pub(crate) fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            out.push('_');
            continue;
        }
        if letter.is_ascii_uppercase() && at > 0 {
            let before = letters[at - 1];
            let word_ends = before.is_ascii_lowercase() || before.is_ascii_digit();
            let acronym_ends = before.is_ascii_uppercase()
                && letters.get(at + 1).is_some_and(char::is_ascii_lowercase);
            if word_ends || acronym_ends {
                out.push('_');
            }
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// `mousePressed`, `max-age`, `-0`, `AXNodeId` → `MousePressed`, `MaxAge`, `Negative0`, `AxNodeId`.
pub(crate) fn pascal(name: &str) -> String {
    let spelled = name
        .strip_prefix('-')
        .map(|rest| format!("negative_{rest}"));
    let mut out = String::new();
    for word in snake(spelled.as_deref().unwrap_or(name)).split('_') {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            out.extend(first.to_uppercase());
            out.push_str(letters.as_str());
        }
    }
    // `Self` is the one type name that is taken.
    if out == "Self" {
        "SelfValue".to_owned()
    } else {
        out
    }
}

/// A field name: snake case, and no keyword.
pub(crate) fn field(name: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "type", "override", "self", "ref", "match", "where", "async", "final", "static", "for",
        "in",
    ];
    let name = snake(name);
    if KEYWORDS.contains(&name.as_str()) {
        name + "_"
    } else {
        name
    }
}

/// What serde's `rename_all = "camelCase"` makes of a field name.
pub(crate) fn camel(field: &str) -> String {
    let mut out = String::new();
    let mut upper = false;
    for letter in field.chars() {
        if letter == '_' {
            upper = true;
        } else if upper {
            out.extend(letter.to_uppercase());
            upper = false;
        } else {
            out.push(letter);
        }
    }
    out
}

/// Documentation lines of a description: its text with what rustdoc would take for markup escaped, or, where there is
/// none, the name that the thing has in the protocol.
pub(crate) fn docs(description: &str, name: &str) -> String {
    let mut out = String::new();
    if description.trim().is_empty() {
        return format!("/// `{name}` of the protocol.\n");
    }
    for line in description.trim().lines() {
        out.push_str("/// ");
        let mut code = false;
        for (at, word) in line.trim().split(' ').enumerate() {
            if at > 0 {
                out.push(' ');
            }
            if !code && (word.starts_with("http://") || word.starts_with("https://")) {
                let address = word.trim_end_matches(['.', ',', ')']);
                out.push('<');
                out.push_str(address);
                out.push('>');
                out.push_str(&word[address.len()..]);
                continue;
            }
            for letter in word.chars() {
                code ^= letter == '`';
                if !code && matches!(letter, '<' | '>' | '[' | ']' | '*' | '_') {
                    out.push('\\');
                }
                out.push(letter);
            }
        }
        if code {
            out.push('`');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{camel, docs, field, pascal, snake};

    #[test]
    fn names() {
        for (name, expected) in [
            ("getFullAXTree", "get_full_ax_tree"),
            ("baseURL", "base_url"),
            ("backendDOMNodeId", "backend_dom_node_id"),
            ("securityOrigin", "security_origin"),
            ("max-age", "max_age"),
            ("x", "x"),
        ] {
            assert_eq!(snake(name), expected);
        }
        for (name, expected) in [
            ("mousePressed", "MousePressed"),
            ("AXNodeId", "AxNodeId"),
            ("-Infinity", "NegativeInfinity"),
            ("self", "SelfValue"),
        ] {
            assert_eq!(pascal(name), expected);
        }
        assert_eq!(field("type"), "type_");
        assert_eq!(camel("base_url"), "baseUrl");
    }

    #[test]
    fn descriptions() {
        assert_eq!(
            docs("", "Page.enable"),
            "/// `Page.enable` of the protocol.\n"
        );
        assert_eq!(
            docs("See https://a.b/c_d.\n\na <b> `x[0]` [y]", "n"),
            "/// See <https://a.b/c_d>.\n///\n/// a \\<b\\> `x[0]` \\[y\\]\n"
        );
    }
}
