//! What came of it, as text.

use std::fmt::Write as _;

use surefoot_fixtures::mutations::{Case, Played, Verdict};

/// How the table calls surefoot.
pub(crate) const OURS: &str = "surefoot";

/// The verdicts, as the table is headed.
const COLUMNS: &[(Verdict, &str)] = &[
    (Verdict::Right, "right"),
    (Verdict::Refused, "refused, though it could be done"),
    (Verdict::Untrue, "said what is not so"),
    (Verdict::Wrong, "acted where it must not"),
];

/// A row for each tool, and a line for each case that went wrong.
pub(crate) struct Table {
    text: String,
    details: String,
    is_ours_right: bool,
}

impl Table {
    pub(crate) fn new(cases: usize) -> Table {
        let mut text = format!("\n{cases} cases\n\n| tool |");
        for (_, heading) in COLUMNS {
            let _ = write!(text, " {heading} |");
        }
        text.push_str(" could not be played |\n|");
        text.push_str(&" --- |".repeat(COLUMNS.len() + 2));
        text.push('\n');
        Table {
            text,
            details: String::new(),
            is_ours_right: true,
        }
    }

    pub(crate) fn add(&mut self, tool: &str, results: &[Result<Played, String>], cases: &[Case]) {
        let _ = write!(self.text, "| {tool} |");
        for (verdict, _) in COLUMNS {
            let verdicts = results.iter().flatten().map(|played| played.verdict);
            let _ = write!(
                self.text,
                " {} |",
                verdicts.filter(|v| v == verdict).count()
            );
        }
        let unplayed = results.iter().filter(|result| result.is_err()).count();
        let _ = writeln!(self.text, " {unplayed} |");
        for (case, result) in cases.iter().zip(results) {
            let (what, why) = match result {
                Ok(played) if played.verdict == Verdict::Right => continue,
                Ok(played) => {
                    let heading = COLUMNS.iter().find(|(v, _)| *v == played.verdict);
                    let answer = played.answer.lines().next().unwrap_or_default();
                    let why = format!("{} | {answer}", played.complaints.join("; "));
                    (heading.map_or("", |(_, heading)| heading), why)
                }
                Err(why) => ("could not be played", why.replace('\n', " ")),
            };
            self.is_ours_right &= tool != OURS;
            let why: String = why.chars().take(240).collect();
            let _ = writeln!(self.details, "{tool}: {}: {what}: {why}", case.name);
        }
    }

    pub(crate) fn text(&self) -> String {
        format!("{}\n{}", self.details, self.text)
    }

    /// Whether surefoot got every case right.
    pub(crate) fn is_ours_right(&self) -> bool {
        self.is_ours_right
    }
}
