//! Dialogs of a page: while one waits, it is all there is.

use surefoot_engine::{Dialog, DialogAnswer, DialogKind, Error, ErrorKind, Limits, Result};

use crate::{ActionAnswer, Answer, Command, DialogCommand, Session};

/// That a dialog has to be answered first.
pub(crate) fn open(dialog: &Dialog) -> Error {
    let (what, how) = match dialog.kind {
        DialogKind::Prompt => (
            "asks for a text",
            "`dialog accept TEXT` or `dialog dismiss` answers it",
        ),
        DialogKind::BeforeUnload => (
            "asks whether it may be left",
            "`dialog accept` leaves it, `dialog dismiss` stays",
        ),
        DialogKind::Confirm => (
            "asks yes or no",
            "`dialog accept` or `dialog dismiss` answers it",
        ),
        DialogKind::Alert => ("says something", "`dialog accept` closes it"),
    };
    Error::new(
        ErrorKind::DialogOpen,
        format!("the page {what} in a dialog: {:?}", dialog.message),
    )
    .with_hint(how)
}

impl Session {
    /// Says which dialog waits, or answers it and tells what that did.
    pub(crate) async fn dialog(&mut self, what: DialogCommand, limits: Limits) -> Result<Answer> {
        let waits = self.tabs.current().tab.dialog().filter(|d| d.waits);
        let answer = match &what {
            DialogCommand::Status => return Ok(Answer::Dialog(waits)),
            DialogCommand::Answer(answer) => answer.clone(),
        };
        let Some(dialog) = waits else {
            return Err(Error::new(
                ErrorKind::NotFound,
                "no dialog of the page waits for an answer",
            )
            .with_hint("`dialog status` says whether one does"));
        };
        if matches!(&answer, DialogAnswer::Accept(Some(_))) && dialog.kind != DialogKind::Prompt {
            return Err(
                Error::new(ErrorKind::InvalidArgument, "the dialog asks for no text")
                    .with_hint("`dialog accept` without a text answers it"),
            );
        }
        let before = self.before_leaving();
        let tab = &mut self.tabs.current_mut().tab;
        let outcome = tab.answer_dialog(answer, limits).await?;
        let effects = self.observe(before, outcome, None, limits).await?;
        Ok(Answer::Action(ActionAnswer {
            verb: Command::Dialog(what).past(),
            argument: Some(dialog.message),
            target: None,
            reattached: false,
            snapshot: None,
            effects,
        }))
    }
}
