//! The clipboard, which belongs to the tab: what is copied here is not what another session pastes.

use serde::Deserialize;
use surefoot_cdp::protocol::input::InsertText;
use surefoot_engine::{Clipboard, Error, ErrorKind, Note, NoteKind, Outcome, Result};

use super::hand::{Done, Hand, Sent};

#[derive(Deserialize)]
struct Copied {
    /// What went to the clipboard; `None`: nothing did.
    text: Option<String>,
}

#[derive(Deserialize)]
struct Written {
    ok: bool,
}

impl Hand<'_> {
    /// Does something with the clipboard.
    pub(super) async fn clipboard(&mut self, what: Clipboard) -> Result<Done> {
        match what {
            Clipboard::Read => Ok(Done::nothing(Outcome {
                value: Some(self.input.clipboard.clone().unwrap_or_default()),
                ..Outcome::default()
            })),
            Clipboard::Write(text) => {
                self.input.clipboard = Some(text.clone());
                Ok(Done::nothing(Outcome {
                    value: Some(text),
                    ..Outcome::default()
                }))
            }
            Clipboard::Copy => self.take("Control+c").await,
            Clipboard::Cut => self.take("Control+x").await,
            Clipboard::Paste => self.paste().await,
        }
    }

    /// Copies or cuts by the keys for it, and keeps what the page put into the clipboard.
    async fn take(&mut self, chord: &str) -> Result<Done> {
        let place = self.focused().await?;
        let document = place.at(0);
        self.ask::<serde_json::Value>(&document, "listenForCopy", &())
            .await?;
        let sent = self.stroke_all(chord).await?;
        let mut outcome = Outcome::default();
        if sent == Sent::Handled
            && let Some(copied) = self.try_ask::<Copied>(&document, "copied", &()).await?
        {
            match copied.text {
                Some(text) if !text.is_empty() => {
                    self.input.clipboard = Some(text.clone());
                    outcome.value = Some(text);
                }
                _ => outcome.notes.push(Note {
                    kind: NoteKind::Other,
                    text: "nothing is selected, so nothing was copied".to_owned(),
                }),
            }
        }
        Ok(Done::on(place, outcome))
    }

    /// Pastes where the focus is, as Control+V does.
    async fn paste(&mut self) -> Result<Done> {
        let Some(text) = self.input.clipboard.clone() else {
            return Err(
                Error::new(ErrorKind::NotFound, "the clipboard of this tab is empty")
                    .with_hint("`clipboard copy` something, or `clipboard write` a text"),
            );
        };
        let place = self.focused().await?;
        let document = place.at(0);
        let written: Written = self.ask(&document, "writeClipboard", &text).await?;
        let mut outcome = Outcome::default();
        if written.ok {
            self.stroke_all("Control+v").await?;
        } else {
            outcome.notes.push(Note {
                kind: NoteKind::Other,
                text: "this page may not use the clipboard; the text was put in, without an event of pasting"
                    .to_owned(),
            });
            let call = self.session().call(&InsertText::new(text));
            self.handled(vec![call]).await?;
        }
        Ok(Done::on(place, outcome))
    }
}
