//! Dragging: by the mouse alone, and of data, where the page has made something draggable.

use serde::Deserialize;
use surefoot_cdp::protocol::input::{
    DispatchDragEvent, DispatchDragEventType, DragData, DragIntercepted, SetInterceptDrags,
};
use surefoot_cdp::{Empty, Interest};
use surefoot_engine::{
    Error, ErrorKind, Modifiers, MouseButton, Note, NoteKind, Outcome, Point, Result,
};
use surefoot_page::NodeKey;

use super::aim::Aim;
use super::hand::{Done, Hand, Place, Sent};
use super::mouse::modifier_bits;

/// How many moves lead from one element to the other. Each is waited for: moves of one frame come to the page as one.
const STEPS: u32 = 4;

#[derive(Deserialize)]
struct Dragging {
    dragging: bool,
}

impl Hand<'_> {
    /// Presses the main button on one element, and releases it over another.
    pub(super) async fn drag(&mut self, from: NodeKey, to: NodeKey) -> Result<Done> {
        let (from, to) = (self.place(from)?, self.place(to)?);
        // Whatever of the other element can be in view with this one shall be.
        self.aim(&to, Aim::to_reach()).await?;
        let start = self.aim(&from, Aim::to_press()).await?;
        let mut drags = self
            .session()
            .events(Interest::Methods(&["Input.dragIntercepted"]));
        let intercept: surefoot_cdp::Call<Empty> =
            self.session().call(&SetInterceptDrags::new(true));
        self.handled(vec![intercept]).await?;
        let outcome = self.drag_from(&from, start, &to, &mut drags).await;
        self.session().call(&SetInterceptDrags::new(false)).forget();
        if outcome.is_err() && self.input.buttons != 0 {
            self.button(MouseButton::Left, false).forget();
        }
        Ok(Done::on(to.at(0), outcome?))
    }

    async fn drag_from(
        &mut self,
        from: &Place,
        start: Point,
        to: &Place,
        drags: &mut surefoot_cdp::Events,
    ) -> Result<Outcome> {
        let held = self.input.modifiers();
        let mut calls = vec![
            self.move_to(start, held),
            self.button(MouseButton::Left, true),
        ];
        // A little way first: the browser and the page decide by it whether this is a drag.
        for step in 1..=3 {
            let by = f64::from(step) * 3.0;
            calls.push(self.move_to(
                Point {
                    x: start.x + by,
                    y: start.y + by,
                },
                held,
            ));
        }
        let mut outcome = Outcome::default();
        if self.handled(calls).await? != Sent::Handled {
            return Ok(outcome);
        }
        let state: Option<Dragging> = self.try_ask(from, "dragging", &()).await?;
        let data = match state {
            Some(Dragging { dragging: true }) => Some(self.data_of(drags).await?),
            _ => None,
        };
        // The watch goes on to the other element, to see the drop.
        let end = self.aim(to, Aim::to_reach()).await?;
        let start = self.input.at;
        match data {
            Some(data) => self.drop_data(data, end, held, to, &mut outcome).await?,
            None => {
                self.move_and_release(start, end, held).await?;
            }
        }
        Ok(outcome)
    }

    /// What is dragged, as the browser tells it.
    async fn data_of(&self, drags: &mut surefoot_cdp::Events) -> Result<DragData> {
        let deadline = self.limits.deadline.into();
        let told = async {
            let told = drags.next_of::<DragIntercepted>().await;
            told.and_then(Result::ok).map(|drag| drag.data)
        };
        tokio::time::timeout_at(deadline, told)
            .await
            .ok()
            .flatten()
            .ok_or_else(|| {
                Error::new(
                    ErrorKind::Timeout,
                    "the browser did not tell what is dragged in the time given",
                )
            })
    }

    async fn move_and_release(&mut self, start: Point, end: Point, held: Modifiers) -> Result<()> {
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            let point = Point {
                x: start.x + (end.x - start.x) * part,
                y: start.y + (end.y - start.y) * part,
            };
            let moved = self.move_to(point, held);
            if self.handled(vec![moved]).await? != Sent::Handled {
                return Ok(());
            }
        }
        // Once more on the spot: some pages look at where the pointer was last.
        let calls = vec![
            self.move_to(end, held),
            self.button(MouseButton::Left, false),
        ];
        self.handled(calls).await?;
        Ok(())
    }

    async fn drop_data(
        &mut self,
        data: DragData,
        end: Point,
        held: Modifiers,
        to: &Place,
        outcome: &mut Outcome,
    ) -> Result<()> {
        self.input.at = end;
        let mut calls = Vec::new();
        for kind in [
            DispatchDragEventType::DragEnter,
            DispatchDragEventType::DragOver,
            DispatchDragEventType::DragOver,
            DispatchDragEventType::Drop,
        ] {
            let event = DispatchDragEvent {
                modifiers: Some(modifier_bits(held)),
                ..DispatchDragEvent::new(kind, end.x, end.y, data.clone())
            };
            calls.push(self.session().call(&event));
        }
        calls.push(self.button(MouseButton::Left, false));
        let sent = self.handled(calls).await?;
        if sent == Sent::Handled
            && let Some(after) = self.after(&to.at(0)).await?
            && !after.dropped
        {
            outcome.notes.push(Note {
                kind: NoteKind::Other,
                text: "the page did not take the drop there".to_owned(),
            });
        }
        Ok(())
    }
}
