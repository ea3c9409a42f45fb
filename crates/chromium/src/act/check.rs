//! Checkboxes, switches and radio buttons: bringing them into a state.

use serde::{Deserialize, Serialize};
use surefoot_engine::{Error, ErrorKind, Outcome, Result};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Sent, stale};
use super::mouse::Click;

#[derive(Serialize)]
struct Wanted {
    checked: bool,
    force: bool,
    patience: u64,
}

#[derive(Deserialize)]
struct Checkable {
    state: String,
    serial: u32,
    /// What is pressed to change it: a label, where the control itself cannot be seen.
    pressed: u32,
}

#[derive(Deserialize)]
struct State {}

/// How long a state that was changed is waited for while the page moves, in milliseconds.
const CHANGING: u64 = 1_000;

impl Hand<'_> {
    /// Brings a checkbox, switch or radio button into a state, by clicking it if it is not in it, and makes sure.
    pub(super) async fn set_checked(&mut self, node: NodeKey, checked: bool) -> Result<Done> {
        let place = self.place(node)?;
        let wanted = Wanted {
            checked,
            force: self.forced(),
            patience: self.patience(),
        };
        let found: Checkable = self.ask(&place, "checkable", &wanted).await?;
        let word = if checked { "checked" } else { "unchecked" };
        let mut outcome = Outcome::default();
        if found.state == checked.to_string() {
            outcome.value = Some(word.to_owned());
            return Ok(Done::nothing(outcome));
        }
        let control = place.at(found.serial);
        // One that is neither may take two clicks.
        let mut clicks = if found.state == "mixed" { 2 } else { 1 };
        loop {
            clicks -= 1;
            let sent = self
                .press_on(place.key(found.pressed), Click::PLAIN)
                .await?;
            outcome.value = None;
            if sent != Sent::Handled {
                break;
            }
            let look = Wanted {
                patience: self.patience().min(CHANGING),
                ..wanted
            };
            match self.try_ask::<State>(&control, "checked", &look).await {
                Ok(Some(State {})) => outcome.value = Some(word.to_owned()),
                Ok(None) => {}
                // It is gone with what it did; there is nothing to look at.
                Err(error) if error.kind() == stale().kind() => {}
                Err(error) if error.kind() == ErrorKind::NotEditable && clicks > 0 => continue,
                Err(error) if error.kind() == ErrorKind::NotEditable => {
                    return Err(Error::new(
                        ErrorKind::NotEditable,
                        format!("it was clicked, but the page has not made it {word}"),
                    )
                    .with_hint("take a new snapshot, and look how it stands"));
                }
                Err(error) => return Err(error),
            }
            break;
        }
        Ok(Done::on(control, outcome))
    }
}
