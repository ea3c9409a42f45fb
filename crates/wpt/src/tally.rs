//! Counting what came of the cases.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use crate::{Case, Directory, Engine, Exception, File, Kind, Question, exceptions, judge};

/// What came of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The answer is right.
    Passed,
    /// It is not.
    Failed,
    /// The case cannot be judged with this engine.
    NotApplicable,
}

#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    passed: usize,
    failed: usize,
    not_applicable: usize,
}

/// What came of all cases, by directory and engine.
#[derive(Debug)]
pub struct Tally {
    exceptions: Vec<(Exception, usize)>,
    counts: BTreeMap<(Directory, Engine), Counts>,
    surprises: String,
    failures: String,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            exceptions: exceptions().into_iter().map(|e| (e, 0)).collect(),
            counts: BTreeMap::new(),
            surprises: String::new(),
            failures: String::new(),
        }
    }
}

impl Tally {
    /// Nothing counted yet.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Counts the answer of an engine to a case; `None`: it has no such element.
    pub fn count(
        &mut self,
        engine: Engine,
        file: &File,
        case: &Case,
        answer: Option<&str>,
    ) -> Outcome {
        let passed = answer.is_some_and(|answer| judge(case, answer));
        let listed = self
            .exceptions
            .iter_mut()
            .find(|(e, _)| e.is_about(engine, file, case));
        let counts = self.counts.entry((file.directory, engine)).or_default();
        let is_listed = listed.is_some();
        let kind = listed.map(|(exception, uses)| {
            *uses += 1;
            exception.kind
        });
        if kind == Some(Kind::NotApplicable) || case.question == Question::Platform {
            counts.not_applicable += 1;
            return Outcome::NotApplicable;
        }
        let told = |out: &mut String, what: &str| {
            let _ = writeln!(
                out,
                "fails {} | {} | {}\n    {what}; {} wanted {:?}, got {answer:?}",
                engine.as_str(),
                file.path,
                case.title,
                case.question.as_str(),
                case.want,
            );
        };
        if passed == is_listed && engine != Engine::Browser {
            told(
                &mut self.surprises,
                if passed {
                    "is listed as failing but passes"
                } else {
                    "fails"
                },
            );
        }
        if passed {
            counts.passed += 1;
            Outcome::Passed
        } else {
            counts.failed += 1;
            told(&mut self.failures, "fails");
            Outcome::Failed
        }
    }

    /// The cases that came out otherwise than listed, and the lines of the list that are about no case. Empty if all is
    /// as it should be. `engines`: those that were counted.
    pub fn surprises(&self, engines: &[Engine]) -> String {
        let mut all = self.surprises.clone();
        for (exception, uses) in &self.exceptions {
            if *uses == 0 && exception.engines.iter().any(|e| engines.contains(e)) {
                let _ = writeln!(
                    all,
                    "listed, but there is no such case: {} | {}",
                    exception.path, exception.title
                );
            }
        }
        all
    }

    /// All cases that failed, listed or not.
    pub fn failures(&self) -> &str {
        &self.failures
    }

    /// How many cases passed, failed, and could not be judged.
    pub fn totals(&self, engine: Engine) -> [usize; 3] {
        self.counts
            .iter()
            .filter(|((_, e), _)| *e == engine)
            .fold([0; 3], |[p, f, n], (_, c)| {
                [p + c.passed, f + c.failed, n + c.not_applicable]
            })
    }
}

impl fmt::Display for Tally {
    /// A table: a line for each directory and engine.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:16} {:9} {:>7} {:>7} {:>7}",
            "directory", "engine", "passed", "failed", "n/a"
        )?;
        for ((directory, engine), counts) in &self.counts {
            let Counts {
                passed,
                failed,
                not_applicable,
            } = counts;
            let (directory, engine) = (directory.path(), engine.as_str());
            writeln!(
                f,
                "{directory:16} {engine:9} {passed:7} {failed:7} {not_applicable:7}"
            )?;
        }
        Ok(())
    }
}
