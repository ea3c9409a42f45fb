//! The table of results.

use std::fmt;

use crate::timing::Times;

/// What was measured, and whether it is as it should be.
#[derive(Default)]
pub(crate) struct Table {
    rows: Vec<Row>,
}

struct Row {
    what: String,
    result: String,
    goal: Option<f64>,
    reached: bool,
}

impl Table {
    /// A result with a goal.
    pub(crate) fn at_most(&mut self, what: &str, result: f64, goal: f64) {
        self.rows.push(Row {
            what: what.to_owned(),
            result: format!("{result:.1}"),
            goal: Some(goal),
            reached: result <= goal,
        });
    }

    /// Times that are no goal by themselves.
    pub(crate) fn note(&mut self, what: &str, times: &Times) {
        self.rows.push(Row {
            what: what.to_owned(),
            result: format!("{:.2} / {:.2}", times.min(), times.median()),
            goal: None,
            reached: true,
        });
    }

    /// Whether every goal is reached.
    pub(crate) fn is_reached(&self) -> bool {
        self.rows.iter().all(|row| row.reached)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = "measured (times: shortest / median)";
        writeln!(f, "{what:<46} {:>14} {:>9}", "result", "at most")?;
        for row in &self.rows {
            let goal = row.goal.map_or(String::new(), |goal| format!("{goal:.1}"));
            let mark = if row.reached { "" } else { "  missed" };
            writeln!(f, "{:<46} {:>14} {goal:>9}{mark}", row.what, row.result)?;
        }
        Ok(())
    }
}
