//! The table of tools: [`TOOLS`], and what its rows are made of.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use surefoot_engine::Result;

use crate::arguments::Arguments;
use crate::task::Task;
use crate::tools;

/// A tool.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does, for the model.
    pub(crate) about: &'static str,
    /// Whether most tasks need it.
    pub(crate) profile: Profile,
    /// What calling it may do.
    pub(crate) effect: Effect,
    /// What it takes besides [`COMMON`].
    pub(crate) args: &'static [Arg],
    /// What a call of it means.
    pub(crate) make: fn(&Arguments, Manner) -> Result<Task>,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What the server decides for all calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// The format pages are shown in.
    pub(crate) format: surefoot_view::Format,
}

/// Which tools there are together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// What most tasks need.
    Core,
    /// The rest.
    All,
}

/// What calling a tool may do, as its annotations say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It looks and changes nothing.
    Reads,
    /// It goes elsewhere, or moves what is seen: nothing is lost by that.
    Moves,
    /// As [`Moves`](Effect::Moves), and doing it twice is doing it once.
    MovesOnce,
    /// It changes something, and doing it twice is doing it once.
    Sets,
    /// It may change anything, each time.
    Acts,
    /// It may end something of this server's own, and reaches nothing else.
    Manages,
}

/// An argument of a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    /// Its name.
    pub(crate) name: &'static str,
    /// Other spellings that are accepted.
    pub(crate) also: &'static [&'static str],
    /// What it may be.
    pub(crate) kind: Kind,
    /// What the model is told of it; may be empty where the name says it.
    pub(crate) about: &'static str,
    /// Whether it has to be there, and whether schemas show it.
    pub(crate) need: Need,
}

/// What an argument may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An element.
    Target,
    /// A text.
    Text,
    /// A text or several.
    Texts,
    /// Several texts.
    List,
    /// Whether it is so.
    Flag,
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// One of these.
    Word(&'static [&'static str]),
    /// Fields of a form.
    Fields,
    /// Calls of tools.
    Steps,
    /// The name of a session.
    Session,
}

impl Kind {
    /// The words of a [`Word`](Kind::Word).
    pub(crate) fn words(self) -> &'static [&'static str] {
        match self {
            Kind::Word(words) => words,
            _ => &[],
        }
    }
}

/// Whether an argument has to be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// It has.
    Required,
    /// It has not.
    Optional,
    /// It has not, and schemas do not show it: it is told in the documentation, since schemas cost.
    Quiet,
}

impl Arg {
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Arg {
        Arg {
            name,
            also: &[],
            kind,
            about: "",
            need: Need::Optional,
        }
    }

    pub(crate) const fn required(self) -> Arg {
        Arg {
            need: Need::Required,
            ..self
        }
    }

    pub(crate) const fn quiet(self) -> Arg {
        Arg {
            need: Need::Quiet,
            ..self
        }
    }

    pub(crate) const fn about(self, about: &'static str) -> Arg {
        Arg { about, ..self }
    }

    pub(crate) const fn also(self, also: &'static [&'static str]) -> Arg {
        Arg { also, ..self }
    }

    /// Whether a caller may mean it by that name.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.also.contains(&name)
    }
}

/// What every tool takes.
pub(crate) const COMMON: &[Arg] = &[
    Arg::new("session", Kind::Session),
    Arg::new("timeout", Kind::Number).about("seconds").quiet(),
    Arg::new("force", Kind::Flag)
        .about("skip the checks")
        .quiet(),
    Arg::new("snapshot", Kind::Word(&["delta", "full", "none"]))
        .about("what is shown of the page afterwards")
        .quiet(),
];

/// All tools, in the order they are listed.
pub(crate) const TOOLS: &[&[Tool]] = &[
    tools::page::TOOLS,
    tools::act::TOOLS,
    tools::fill::TOOLS,
    tools::read::TOOLS,
    tools::around::TOOLS,
    tools::several::TOOLS,
];

/// All tools.
pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().copied().flatten()
}

/// The tool of that name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    all().find(|tool| tool.name == name)
}

/// The names of all tools, and of which profile they are.
pub fn tool_names() -> impl Iterator<Item = (&'static str, Profile)> {
    all().map(|tool| (tool.name, tool.profile))
}

/// Which tools a server offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolSet(BTreeSet<&'static str>);

impl ToolSet {
    /// Those of a profile.
    pub fn of(profile: Profile) -> ToolSet {
        let tools = all().filter(|tool| profile == Profile::All || tool.profile == Profile::Core);
        ToolSet(tools.map(|tool| tool.name).collect())
    }

    /// The tools, in the order of the table.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &'static Tool> {
        all().filter(|tool| self.0.contains(tool.name))
    }

    /// Whether a tool is offered.
    pub(crate) fn has(&self, tool: &Tool) -> bool {
        self.0.contains(tool.name)
    }
}

/// `core`, `all`, or names of tools and profiles with commas between them. The `browse_` of names may be left out.
impl FromStr for ToolSet {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<ToolSet, String> {
        let mut set = BTreeSet::new();
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match word {
                "core" => set.extend(ToolSet::of(Profile::Core).0),
                "all" => set.extend(ToolSet::of(Profile::All).0),
                name => {
                    let full = format!("browse_{name}");
                    let tool = find(name).or_else(|| find(&full));
                    let tool = tool.ok_or_else(|| format!("there is no tool {name:?}"))?;
                    set.insert(tool.name);
                }
            }
        }
        if set.is_empty() {
            return Err("name at least one tool, or core or all".to_owned());
        }
        Ok(ToolSet(set))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let mut names = BTreeSet::new();
        for tool in all() {
            assert!(names.insert(tool.name), "{tool:?} twice");
            assert!(tool.name.starts_with("browse_"), "{tool:?}");
            assert!(!tool.about.is_empty(), "{tool:?}");
            let mut known = BTreeSet::new();
            for arg in tool.args.iter().chain(COMMON) {
                for name in std::iter::once(&arg.name).chain(arg.also) {
                    // A tool may show an argument that others only accept.
                    let is_shown_common = COMMON.iter().any(|common| common.name == *name);
                    assert!(
                        known.insert(*name) || is_shown_common,
                        "{tool:?} has {name} twice"
                    );
                }
            }
        }
    }

    #[test]
    fn sets_are_lists_of_profiles_and_names() {
        let core: ToolSet = "core".parse().unwrap();
        assert!(core.has(find("browse_click").unwrap()));
        assert!(!core.has(find("browse_eval").unwrap()));
        let more: ToolSet = "core, eval,browse_cookies".parse().unwrap();
        assert_eq!(more.tools().count(), core.tools().count() + 2);
        assert_eq!(ToolSet::of(Profile::All).tools().count(), all().count());
        assert!(
            "core,nonsense"
                .parse::<ToolSet>()
                .unwrap_err()
                .contains("nonsense")
        );
        assert!("".parse::<ToolSet>().is_err());
    }
}
