//! Filling: replacing what a field holds.

use surefoot_cdp::protocol::input::InsertText;
use surefoot_engine::{Outcome, Result};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Sent};
use super::keyboard::{Field, Mode};

impl Hand<'_> {
    /// Replaces the content of a field by `text`. What it holds then is told, whatever the page made of it.
    ///
    /// Fields that the browser shows a picker for (dates, times, colours, ranges) are set, and the page is told by
    /// `input` and `change` events of our own, as no keys mean the same in all of them.
    pub(super) async fn fill(&mut self, node: NodeKey, text: &str) -> Result<Done> {
        let place = self.place(node)?;
        let mut outcome = Outcome::default();
        let Some(field) = self
            .try_ask::<Field>(&place, "fill", &self.ready(Some(text)))
            .await?
        else {
            return Ok(Done::of(outcome));
        };
        let place = place.at(field.serial);
        let sent = match field.mode {
            Mode::Done => {
                outcome.value = field.value;
                Sent::Handled
            }
            Mode::Editor => self.replace_in_editor(text, field.empty).await?,
            _ if text.is_empty() && field.empty => Sent::Handled,
            _ if text.is_empty() => self.stroke_all("Delete").await?,
            _ => {
                let call = self.session().call(&InsertText::new(text));
                self.handled(vec![call]).await?
            }
        };
        self.look_after(sent, &place, &mut outcome).await?;
        Ok(Done::holding(outcome, place))
    }

    /// Replaces what an editor holds. It may keep its content and selection by itself, so it is asked by keys to
    /// select all.
    async fn replace_in_editor(&mut self, text: &str, empty: bool) -> Result<Sent> {
        if !empty {
            let sent = self.stroke_all("Control+a").await?;
            if sent != Sent::Handled {
                return Ok(sent);
            }
        }
        if text.is_empty() {
            return if empty {
                Ok(Sent::Handled)
            } else {
                self.stroke_all("Delete").await
            };
        }
        // A line break that is inserted is one; the Enter key might send what was written.
        let call = self.session().call(&InsertText::new(text));
        self.handled(vec![call]).await
    }
}
