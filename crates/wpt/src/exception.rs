//! The cases that do not pass, and why.

use crate::{Case, File};

/// With what a case is judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Engine {
    /// Pages as the native engine captures them.
    Native,
    /// Pages as captured from Chromium.
    Chromium,
    /// Chromium's own accessibility tree, for comparison.
    Browser,
}

impl Engine {
    const ALL: [Engine; 3] = [Engine::Native, Engine::Chromium, Engine::Browser];

    /// Its word in the list and in tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Engine::Native => "native",
            Engine::Chromium => "chromium",
            Engine::Browser => "browser",
        }
    }
}

/// What is excepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It fails, and is expected to.
    Fails,
    /// It cannot be judged with this engine: it needs scripts or layout.
    NotApplicable,
}

/// One line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exception {
    /// What is excepted.
    pub kind: Kind,
    /// With which engines.
    pub engines: Vec<Engine>,
    /// The file.
    pub path: String,
    /// The title of the case; `*` for all cases of the file.
    pub title: String,
    /// Why.
    pub reason: String,
}

impl Exception {
    /// Whether this line is about that case.
    pub fn is_about(&self, engine: Engine, file: &File, case: &Case) -> bool {
        self.engines.contains(&engine)
            && self.path == file.path
            && (self.title == "*" || self.title == case.title)
    }
}

const LIST: &str = include_str!("../exceptions.txt");

/// The list. Each entry is a line `fails|needs ENGINES | PATH | TITLE` with the reason in the indented lines below it.
///
/// # Panics
/// If the list is malformed.
pub fn exceptions() -> Vec<Exception> {
    let mut all: Vec<Exception> = Vec::new();
    for line in LIST
        .lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
    {
        if line.starts_with(' ') {
            let last = all
                .last_mut()
                .unwrap_or_else(|| panic!("a reason without a case: {line}"));
            if !last.reason.is_empty() {
                last.reason.push(' ');
            }
            last.reason.push_str(line.trim());
        } else {
            all.push(entry(line).unwrap_or_else(|| panic!("not an entry: {line}")));
        }
    }
    all
}

fn entry(line: &str) -> Option<Exception> {
    let mut parts = line.splitn(3, " | ");
    let (head, path, title) = (parts.next()?, parts.next()?, parts.next()?);
    let mut words = head.split_ascii_whitespace();
    let kind = match words.next()? {
        "fails" => Kind::Fails,
        "needs" => Kind::NotApplicable,
        _ => return None,
    };
    let engine = |word: &str| Engine::ALL.into_iter().find(|e| e.as_str() == word);
    let engines = words.map(engine).collect::<Option<Vec<_>>>()?;
    (!engines.is_empty()).then(|| Exception {
        kind,
        engines,
        path: path.trim().to_owned(),
        title: title.trim().to_owned(),
        reason: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exception_has_a_reason() {
        for exception in exceptions() {
            assert!(exception.reason.len() > 20, "{exception:?}");
        }
    }
}
