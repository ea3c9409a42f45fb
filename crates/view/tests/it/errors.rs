//! What parsers say of text that is not theirs.

use surefoot_view::{Format, parse};

#[track_caller]
fn check(format: Format, text: &str, line: usize, column: usize, says: &str) {
    let error = parse(format, text).expect_err(text);
    assert_eq!((error.line, error.column), (line, column), "{error}");
    let message = error.to_string();
    assert!(message.contains(says), "{message}");
    assert!(
        message.contains(&format!("--format {format}")) && !message.contains('\n'),
        "{message}"
    );
}

#[test]
fn compact() {
    let compact = |text, line, column, says| check(Format::Compact, text, line, column, says);
    compact(
        "Page: Home\n\n",
        1,
        7,
        "expected a text in double quotes, found \"Home\"",
    );
    compact("Page: \"Home\"\n1: button\n", 2, 1, "expected a blank line");
    compact("Page: \"Home\" x\n\n", 1, 13, "the end of the line");
    compact("0: button\n", 1, 1, "a ref");
    compact("99999999999: button\n", 1, 1, "a ref");
    compact("1: button\n 2: link\n", 2, 2, "two blanks a level");
    compact("1 button\n", 1, 2, "a colon");
    compact("1: Button\n", 1, 4, "a role");
    compact(
        "1: button \"a",
        1,
        13,
        "expected a closing quote, found the end of the line",
    );
    compact("1: button \"é\\q\"", 1, 13, "an escape");
    compact("1: button \"\\x9b\"", 1, 12, "an escape");
    compact("1: button \"\\ud800\"", 1, 12, "an escape");
    compact("1: button \"a\" gone\n", 1, 15, "a state");
    compact("1: button \"a\" disabled \n", 1, 24, "a state");
    compact("1: button\n\n2: link\n", 2, 1, "a role");
}

#[test]
fn tree() {
    let tree = |text, line, column, says| check(Format::Tree, text, line, column, says);
    tree("button\n", 1, 1, "a hyphen");
    tree("- button\n# Something else:\n", 2, 1, "a hyphen");
    tree("- \"a\"\n", 1, 3, "a role");
    tree("- button [ref=5]\n", 1, 11, "a state or hints");
    tree("- button [ref=e5\n", 1, 17, "a closing bracket");
    tree("- button [ref=e0]\n", 1, 16, "a ref");
    tree("- button [broken]\n", 1, 11, "a state or hints");
    tree("- button text\n", 1, 9, "an attribute");
    tree("- paragraph: \n", 1, 14, "text");
    tree("- paragraph: \"a\" b\n", 1, 17, "the end of the line");
}

#[test]
fn json() {
    let json = |text, line, column, says| check(Format::Json, text, line, column, says);
    json("", 1, 1, "the rest of the JSON object");
    json("{\"url\":\"a\"", 1, 10, "the rest of the JSON object");
    json("{\n\"url\" 5}", 2, 7, "expected JSON");
    json("{\"url\":5}", 1, 8, "of the type");
    json("{\"elements\":[{\"role\":\"a\\nb\"}]}", 1, 1, "elements[0]");
    json("{\"elements\":[{\"name\":\"a\"}]}", 1, 1, "elements[0]");
}
