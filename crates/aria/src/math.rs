//! MathML as a line of text: `a/b + √2`.
//!
//! What stands above or below a line is told by the signs that people use when they type mathematics: `x^2`, `a_i`,
//! `(n + 1)/2`, `√x`. MathML Core says what there is; nothing says how it is to be typed.

use surefoot_page::{Collapse, NodeId, NodeKind, Page, Step, collapse_into};

/// Nesting that is deeper than this is read as if it were not nested.
const DEEPEST: usize = 64;

/// The text of a `math` element.
pub(crate) fn math_text(page: &Page, math: NodeId) -> String {
    // The open elements, with what is in each so far.
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut depth = 0_usize;
    let mut walk = page.walk(math);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(node) if page.kind(node) == NodeKind::Text => {
                let mut text = String::new();
                let shown = page.text(node).chars().filter(|c| !is_invisible(*c));
                collapse_into(&mut text, &shown.collect::<String>(), Collapse::KeepEnds);
                if let Some(parts) = open.last_mut()
                    && !text.trim().is_empty()
                {
                    parts.push(text.trim().to_owned());
                }
            }
            Step::Enter(node) if is_left_out(page, node) => walk.skip_children(),
            Step::Enter(_) => {
                depth += 1;
                if depth <= DEEPEST {
                    open.push(Vec::new());
                }
            }
            Step::Leave(node) => {
                // Of what is left out the end comes all the same.
                if page.kind(node) == NodeKind::Text || is_left_out(page, node) {
                    continue;
                }
                if depth <= DEEPEST
                    && let Some(parts) = open.pop()
                    && let Some(around) = open.last_mut()
                {
                    around.push(put_together(page.name_str(page.tag(node)), parts));
                }
                depth = depth.saturating_sub(1);
            }
        }
    }
    open.pop().unwrap_or_default().concat()
}

/// Operators that are there to be read aloud only.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{2061}'..='\u{2064}')
}

/// Other ways to say the same, and what only takes up room.
fn is_left_out(page: &Page, node: NodeId) -> bool {
    let tag = page.name_str(page.tag(node));
    matches!(
        tag,
        "annotation" | "annotation-xml" | "mphantom" | "mprescripts" | "none"
    )
}

/// What an element says of its parts.
fn put_together(tag: &str, parts: Vec<String>) -> String {
    let part = |at: usize| parts.get(at).map_or("", String::as_str);
    let whole = |at: usize| in_parentheses(part(at));
    match tag {
        "mfrac" => format!("{}/{}", whole(0), whole(1)),
        "msqrt" => format!("√{}", in_parentheses(&parts.concat())),
        "mroot" => format!("{}^(1/{})", whole(0), whole(1)),
        "msup" | "mover" => format!("{}^{}", part(0), whole(1)),
        "msub" => format!("{}_{}", part(0), whole(1)),
        "msubsup" => format!("{}_{}^{}", part(0), whole(1), whole(2)),
        // Sums and limits, and what they are of.
        "munder" => format!("{}_{} ", part(0), whole(1)),
        "munderover" => format!("{}_{}^{} ", part(0), whole(1), whole(2)),
        "mtable" => format!("[{}]", parts.join("; ")),
        "mtr" | "mlabeledtr" => parts.join(", "),
        "mfenced" => format!("({})", parts.join(", ")),
        "mo" => spaced(parts.concat()),
        _ => match <[String; 1]>::try_from(parts) {
            Ok([only]) => only,
            Err(parts) => parts.concat(),
        },
    }
}

/// An operator between two things, with the blanks that it is typed with.
fn spaced(operator: String) -> String {
    match operator.as_str() {
        "=" | "≠" | "≈" | "≡" | "<" | ">" | "≤" | "≥" | "+" | "±" | "→" | "⇒" | "∈" =>
        {
            format!(" {operator} ")
        }
        "," => ", ".to_owned(),
        _ => operator,
    }
}

/// A text that can stand beside a sign without being torn apart.
fn in_parentheses(text: &str) -> String {
    let text = text.trim();
    let is_one = text.chars().all(char::is_alphanumeric) || text.chars().count() == 1;
    let is_enclosed = text.starts_with(['(', '[']) && text.ends_with([')', ']']);
    if is_one || is_enclosed && !text[1..text.len() - 1].contains(['(', ')', '[', ']']) {
        text.to_owned()
    } else {
        format!("({text})")
    }
}
