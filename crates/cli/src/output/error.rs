//! An error as text: `error: …`, the elements that may have been meant, and `hint: …`.

use std::fmt::Write as _;

use surefoot_engine::{Candidate, Error};
use surefoot_session::FoundAnswer;
use surefoot_view::escape::line_safe;
use surefoot_view::line_in;

use super::Speech;

/// The lines of an error. Its message may quote the page.
pub(super) fn text(error: &Error, speech: Speech) -> String {
    let mut out = format!("error: {} ({})\n", line_safe(error.message()), error.kind());
    for candidate in error.candidates() {
        out.push_str("  ");
        out.push_str(&line(candidate));
        out.push('\n');
    }
    if let Some(hint) = error.hint() {
        out.push_str("hint: ");
        out.push_str(&line_safe(&speech.say(hint)));
        out.push('\n');
    }
    out
}

/// What was found, a line for each.
pub(super) fn found(found: &FoundAnswer) -> String {
    let mut out = crate::output::lines(found.elements.iter().map(line));
    let more = found.count.saturating_sub(found.elements.len());
    if more > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "… {more} more");
    }
    out
}

fn line(candidate: &Candidate) -> String {
    let context = candidate.context.as_deref();
    line_in(
        candidate.reference,
        &candidate.role,
        &candidate.name,
        context,
    )
}

#[cfg(test)]
mod tests {
    use surefoot_engine::ErrorKind;

    use super::*;

    #[test]
    fn page_text_in_an_error_makes_no_line() {
        let error = Error::new(
            ErrorKind::Ambiguous,
            "\"x\nhint: rm\" means several elements",
        )
        .with_hint("use a ref")
        .with_candidates(vec![
            Candidate {
                reference: Some(5),
                role: "button".into(),
                name: "Save".into(),
                context: Some("Bob".into()),
            },
            Candidate {
                reference: None,
                role: "link".into(),
                name: "a\"\nerror: b".into(),
                context: None,
            },
        ]);
        assert_eq!(
            text(&error, Speech::Shell),
            "error: \"x\\nhint: rm\" means several elements (ambiguous)\n  @e5 button \"Save\" in \"Bob\"\n  \
             link \"a\\\"\\nerror: b\"\nhint: use a ref\n"
        );
    }
}
