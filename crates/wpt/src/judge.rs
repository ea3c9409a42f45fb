//! What surefoot says to a case, and whether that is right.

use surefoot_aria::{Role, Semantics};
use surefoot_page::{NodeId, collapsed};

use crate::{Case, Question, Want, state};

/// What surefoot says of an element.
pub fn answer(semantics: &Semantics<'_>, node: NodeId, question: &Question) -> String {
    match question {
        Question::Role => semantics.role(node).as_str().to_owned(),
        Question::Name => semantics.name(node),
        Question::Description => semantics.description(node),
        Question::State(name) => state::state(semantics, node, name).unwrap_or_default(),
        Question::Platform => String::new(),
    }
}

/// A text as the helper script of the suite compares it: white space of HTML collapsed and trimmed.
pub fn normalized(text: &str) -> String {
    collapsed(text)
}

/// Whether an answer is right. Synonymous roles (`image` and `img`, `none` and `presentation`) are the same role.
pub fn judge(case: &Case, answer: &str) -> bool {
    let same = |want: &String| match case.question {
        Question::Role => {
            want == answer
                || (Role::parse(want).is_some() && Role::parse(want) == Role::parse(answer))
        }
        // What is expected is written as it is to be, but for the files for people.
        _ => normalized(answer) == normalized(want),
    };
    match &case.want {
        Want::Any(all) => all.iter().any(same),
        Want::NoneOf(one) => !same(one),
    }
}
