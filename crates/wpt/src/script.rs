//! The few files of which a script makes the elements or holds the expectations.

use std::fmt::Write as _;

use crate::{Case, Locator, Question, Want};

/// The call that makes an element for each role.
const ASSIGN: &str = "AriaUtils.assignAndVerifyRolesByRoleNames([";

/// The roles in the list of that call.
fn assigned(source: &str) -> Vec<&str> {
    let Some((_, rest)) = source.split_once(ASSIGN) else {
        return Vec::new();
    };
    let list = rest.split_once("])").map_or(rest, |(list, _)| list);
    list.lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split_once('"'))
        .map(|(role, _)| role)
        .collect()
}

/// The source with the elements that the helper script would have made, as its stand-in for browsers makes them.
pub(crate) fn prepared(source: &str) -> String {
    let made = assigned(source).iter().fold(String::new(), |mut html, role| {
        let _ = write!(
            html,
            "<div role=\"{role}\" data-expectedrole=\"{role}\" data-testname=\"role: {role}\">x</div>"
        );
        html
    });
    match source.rfind("</body>") {
        Some(end) if !made.is_empty() => format!("{}{made}{}", &source[..end], &source[end..]),
        _ => source.to_owned(),
    }
}

/// Expectations about the roles of elements with ids: `get_computed_role(document.getElementById('x'))`, then
/// `assert_equals(role, "group")`.
pub(crate) fn cases(source: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for part in source
        .split("get_computed_role(document.getElementById('")
        .skip(1)
    {
        let Some((id, rest)) = part.split_once('\'') else {
            continue;
        };
        let Some((_, rest)) = rest.split_once("assert_equals(role, \"") else {
            continue;
        };
        let Some((role, rest)) = rest.split_once('"') else {
            continue;
        };
        let title = rest.split('"').nth(1).unwrap_or(id);
        cases.push(Case {
            title: title.to_owned(),
            locator: Locator::Id(id.to_owned()),
            question: Question::Role,
            want: Want::Any(vec![role.to_owned()]),
        });
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_of_the_list_become_elements() {
        let source = "<body><script>AriaUtils.assignAndVerifyRolesByRoleNames([\n \"alert\",\n // \"cell\" -> no\n \"log\",\n]);</script></body>";
        let html = prepared(source);
        assert!(html.contains("<div role=\"alert\" data-expectedrole=\"alert\""));
        assert!(html.contains("role=\"log\"") && !html.contains("role=\"cell\""));
    }

    #[test]
    fn expectations_in_scripts_are_read() {
        let source = "promise_test(async t => {\n const role = await test_driver.get_computed_role(document.getElementById('d'));\n assert_equals(role, \"group\");\n}, \"tests explicit role\");";
        let cases = cases(source);
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].title, "tests explicit role");
        assert_eq!(cases[0].want, Want::Any(vec!["group".to_owned()]));
    }
}
