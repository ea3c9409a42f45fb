//! [`Dialogs`]: the dialogs of a page, as they come.

use std::collections::VecDeque;

use surefoot_cdp::protocol::page::{DialogType, JavascriptDialogOpening};
use surefoot_engine::{Dialog, DialogKind, Error, ErrorKind, Note, NoteKind};

/// A page that says so many things in a row, before anybody could be told, is not going to stop: its script is ended.
const STORM: u64 = 200;

/// How many dialogs that nobody was told of are kept. A page may open them without end.
const KEPT: usize = 10;

/// The longest message that is kept, in characters.
const LONGEST: usize = 2_000;

/// The dialogs of a tab.
#[derive(Debug, Default)]
pub(crate) struct Dialogs {
    /// The one that waits for an answer.
    waiting: Option<Dialog>,
    /// Those that nobody was told of yet.
    untold: VecDeque<Dialog>,
    /// How many more there were.
    dropped: u64,
    /// How many there were in all.
    count: u64,
    /// Whether a script was ended because of them, and nobody was told of that.
    stopped: bool,
}

/// What is to be done about a dialog that opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reaction {
    /// Leave it: it waits for an answer.
    Leave,
    /// Close it: it only says something.
    Close,
    /// Close it, and end the script that opens one after the other.
    EndScript,
}

impl Dialogs {
    /// The one that waits for an answer.
    pub(crate) fn waiting(&self) -> Option<&Dialog> {
        self.waiting.as_ref()
    }

    /// How many there were.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// One opens; what is to be done about it.
    pub(crate) fn note_opening(&mut self, opening: JavascriptDialogOpening) -> Reaction {
        let kind = match opening.type_ {
            DialogType::Confirm => DialogKind::Confirm,
            DialogType::Prompt => DialogKind::Prompt,
            DialogType::Beforeunload => DialogKind::BeforeUnload,
            _ => DialogKind::Alert,
        };
        let waits = kind != DialogKind::Alert;
        let dialog = Dialog {
            kind,
            message: shortened(opening.message),
            proposal: (kind == DialogKind::Prompt)
                .then(|| shortened(opening.default_prompt.unwrap_or_default())),
            url: opening.url,
            waits,
        };
        self.count += 1;
        if waits {
            self.waiting = Some(dialog.clone());
        }
        if self.untold.len() < KEPT {
            self.untold.push_back(dialog);
        } else {
            self.dropped += 1;
        }
        if waits {
            Reaction::Leave
        } else if self.dropped < STORM {
            Reaction::Close
        } else {
            self.stopped = true;
            Reaction::EndScript
        }
    }

    /// The one that waited is closed.
    pub(crate) fn note_closed(&mut self) {
        if let Some(closed) = self.waiting.take() {
            for dialog in &mut self.untold {
                dialog.waits &= *dialog != closed;
            }
        }
    }

    /// Those that nobody was told of, and what is to be said besides.
    pub(crate) fn take_untold(&mut self) -> (Vec<Dialog>, Option<Note>) {
        let dropped = std::mem::take(&mut self.dropped);
        let stopped = if std::mem::take(&mut self.stopped) {
            ", and would not stop: its script was ended"
        } else {
            ""
        };
        let note = (dropped > 0).then(|| Note {
            kind: NoteKind::Other,
            text: format!("the page opened {dropped} more dialogs{stopped}"),
        });
        (self.untold.drain(..).collect(), note)
    }
}

/// What everything but an answer is refused with while a dialog waits.
pub(crate) fn open_error(dialog: &Dialog) -> Error {
    let what = match dialog.kind {
        DialogKind::Alert => "says",
        DialogKind::Confirm | DialogKind::Prompt => "asks",
        DialogKind::BeforeUnload => "asks whether it may be left",
    };
    let message = if dialog.message.is_empty() {
        format!("a dialog of the page {what}, and waits for an answer")
    } else {
        format!(
            "a dialog of the page {what}, and waits for an answer: {}",
            dialog.message
        )
    };
    Error::new(ErrorKind::DialogOpen, message).with_hint("`dialog accept` or `dialog dismiss`")
}

fn shortened(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(at);
        text.push('…');
    }
    text
}
