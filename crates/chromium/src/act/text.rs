//! Filling: replacing what a field holds.

use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::input::InsertText;
use surefoot_engine::{Outcome, Result};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Place, Sent};
use super::keyboard::{Field, Mode};

impl Hand<'_> {
    /// Replaces the content of a field by `text`. What it holds then is told, whatever the page made of it.
    ///
    /// Fields that the browser shows a picker for (dates, times, colours, ranges) are set, and the page is told by
    /// `input` and `change` events of our own, as no keys mean the same in all of them.
    pub(super) async fn fill(&mut self, node: NodeKey, text: &str) -> Result<Done> {
        let place = self.place(node)?;
        let ready = self.ready(Some(text));
        let Some(field) = self.try_ask::<Field>(&place, "fill", &ready).await? else {
            return Ok(Done::of(Outcome::default()));
        };
        let place = place.at(field.serial);
        match field.mode {
            Mode::Done => {}
            Mode::Editor => self.replace_in_editor(&place, text, &field).await?,
            _ if text.is_empty() && field.empty => {}
            _ if text.is_empty() => {
                self.stroke_all("Delete").await?;
            }
            _ => {
                let call = self.session().call(&InsertText::new(text));
                self.handled(vec![call]).await?;
            }
        }
        Ok(Done::on(place, Outcome::default()))
    }

    /// Replaces what an editor holds. It may keep its content and selection by itself, so it is asked by keys to
    /// select all.
    async fn replace_in_editor(&mut self, place: &Place, text: &str, field: &Field) -> Result<()> {
        let empty = field.empty;
        if !empty && self.stroke_all("Control+a").await? != Sent::Handled {
            return Ok(());
        }
        if !text.is_empty() {
            if field.pastes && self.pasted(place, text).await? {
                return Ok(());
            }
            // A line break that is inserted is one; the Enter key might send what was written.
            let call = self.session().call(&InsertText::new(text));
            self.handled(vec![call]).await?;
        } else if !empty {
            self.stroke_all("Delete").await?;
        }
        Ok(())
    }

    /// Gives an editor a text as by pasting; whether it has taken it, or nothing more can be done.
    async fn pasted(&mut self, place: &Place, text: &str) -> Result<bool> {
        #[derive(Serialize)]
        struct Given<'a> {
            text: &'a str,
        }
        #[derive(Deserialize)]
        struct Pasted {
            taken: bool,
        }
        let pasted: Option<Pasted> = self.try_ask(place, "paste", &Given { text }).await?;
        Ok(pasted.is_none_or(|pasted| pasted.taken))
    }
}
