//! The mouse: clicks on elements, and moving it about.

use std::sync::atomic::Ordering;

use serde::Deserialize;
use surefoot_cdp::protocol::input::{
    DispatchMouseEvent, DispatchMouseEventType, MouseButton as Button,
};
use surefoot_cdp::{Call, Empty};
use surefoot_engine::{
    Error, ErrorKind, Modifiers, Mouse, MouseButton, Note, NoteKind, Outcome, Point, Result,
};
use surefoot_page::NodeKey;

use super::aim::Aim;
use super::hand::{Done, Hand, Place, Sent, outdated};

/// How often a click is tried again that met something else, which was kept from it.
const TRIES: usize = 3;

/// How an element is clicked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Click {
    pub(super) button: MouseButton,
    pub(super) count: u8,
    pub(super) modifiers: Modifiers,
    pub(super) position: Option<Point>,
}

impl Click {
    /// Once, with the main button, in the middle.
    pub(super) const PLAIN: Click = Click {
        button: MouseButton::Left,
        count: 1,
        modifiers: Modifiers::empty(),
        position: None,
    };
}

fn wire(button: MouseButton) -> (Button, i64) {
    match button {
        MouseButton::Left => (Button::Left, 1),
        MouseButton::Right => (Button::Right, 2),
        MouseButton::Middle => (Button::Middle, 4),
    }
}

/// Modifier keys as the protocol has them.
pub(super) fn modifier_bits(modifiers: Modifiers) -> i64 {
    [
        (Modifiers::ALT, 1),
        (Modifiers::CONTROL, 2),
        (Modifiers::META, 4),
        (Modifiers::SHIFT, 8),
    ]
    .into_iter()
    .filter(|(modifier, _)| modifiers.contains(*modifier))
    .map(|(_, bit)| bit)
    .sum()
}

impl Hand<'_> {
    /// Clicks an element: exactly it, or nothing.
    pub(super) async fn click(&mut self, node: NodeKey, click: Click) -> Result<Done> {
        if click.count == 0 || click.count > 3 {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "a click presses once to three times, not {} times",
                    click.count
                ),
            ));
        }
        let place = self.place(node)?;
        self.press_on(node, click).await?;
        let mut outcome = Outcome::default();
        if self.is_unclicked {
            // That may be all it wants, as where a list is gone before the button is released.
            outcome.notes.push(Note {
                kind: NoteKind::Other,
                text: "it was pressed, but got no click: the page moved, covered or removed it before the release"
                    .to_owned(),
            });
        }
        Ok(Done::on(place, outcome))
    }

    /// The click itself, without waiting for what it starts.
    pub(super) async fn press_on(&mut self, node: NodeKey, click: Click) -> Result<Sent> {
        let mut tries = 1;
        loop {
            let place = self.place(node)?;
            let aim = Aim {
                position: click.position.map(|p| (p.x, p.y)),
                ..Aim::to_press()
            };
            let point = self.aim(&place, aim).await?;
            let calls = self.click_at(point, click);
            let sent = self.handled(calls).await?;
            if sent != Sent::Handled {
                return Ok(sent);
            }
            // The document is asked: the element may have gone meanwhile.
            let Some(after) = self.after(&place.at(0)).await? else {
                return Ok(sent);
            };
            if self.forced() {
                return Ok(sent);
            }
            if after.pressed && !after.swallowed {
                self.is_unclicked |= after.unclicked && click.button == MouseButton::Left;
                return Ok(sent);
            }
            // Nothing was done: what is there now has to be what was seen.
            self.as_seen.store(true, Ordering::Relaxed);
            if after.outdated {
                return Err(outdated());
            }
            let Some(culprit) = after.culprit else {
                return Err(Error::new(
                    ErrorKind::Obscured,
                    "the press did not arrive at it: something else took it",
                )
                .with_hint("take a new snapshot, and look what has changed"));
            };
            if tries == TRIES {
                return Err(Error::new(
                    ErrorKind::Obscured,
                    "something else came over it when the pointer went there; nothing was clicked",
                )
                .with_culprit(place.key(culprit))
                .with_hint("take a new snapshot, and look what is there now"));
            }
            tries += 1;
        }
    }

    /// Sends the events of a click, all at once: one by one each move would wait for a frame.
    fn click_at(&mut self, at: Point, click: Click) -> Vec<Call<Empty>> {
        let modifiers = click.modifiers | self.input.modifiers();
        self.input.note_activation(click.button, modifiers);
        let (button, bit) = wire(click.button);
        let mut calls = vec![self.move_to(at, modifiers)];
        for count in 1..=i64::from(click.count) {
            for kind in [
                DispatchMouseEventType::MousePressed,
                DispatchMouseEventType::MouseReleased,
            ] {
                let down = kind == DispatchMouseEventType::MousePressed;
                let event = DispatchMouseEvent {
                    modifiers: Some(modifier_bits(modifiers)),
                    button: Some(button.clone()),
                    buttons: Some(if down { bit } else { 0 }),
                    click_count: Some(count),
                    ..DispatchMouseEvent::new(kind, at.x, at.y)
                };
                calls.push(self.session().call(&event));
            }
        }
        calls
    }

    /// Sends the pointer to a point.
    pub(super) fn move_to(&mut self, at: Point, modifiers: Modifiers) -> Call<Empty> {
        self.input.at = at;
        let held = self.input.held_button();
        let event = DispatchMouseEvent {
            modifiers: Some(modifier_bits(modifiers)),
            button: Some(held.map_or(Button::None, |b| wire(b).0)),
            buttons: Some(self.input.buttons),
            ..DispatchMouseEvent::new(DispatchMouseEventType::MouseMoved, at.x, at.y)
        };
        self.session().call(&event)
    }

    /// Presses or releases a button where the pointer is.
    pub(super) fn button(&mut self, button: MouseButton, down: bool) -> Call<Empty> {
        self.input.note_activation(button, self.input.modifiers());
        let (wire, bit) = wire(button);
        let kind = if down {
            self.input.buttons |= bit;
            DispatchMouseEventType::MousePressed
        } else {
            self.input.buttons &= !bit;
            DispatchMouseEventType::MouseReleased
        };
        let event = DispatchMouseEvent {
            modifiers: Some(modifier_bits(self.input.modifiers())),
            button: Some(wire),
            buttons: Some(self.input.buttons),
            click_count: Some(1),
            ..DispatchMouseEvent::new(kind, self.input.at.x, self.input.at.y)
        };
        self.session().call(&event)
    }

    /// Moves the pointer over an element; it stays there.
    pub(super) async fn hover(&mut self, node: NodeKey) -> Result<Done> {
        let place = self.place(node)?;
        let point = self.aim(&place, Aim::to_reach()).await?;
        let modifiers = self.input.modifiers();
        let moved = self.move_to(point, modifiers);
        let sent = self.handled(vec![moved]).await?;
        let mut outcome = Outcome::default();
        if sent == Sent::Handled && !self.is_hovered(&place).await? {
            outcome.notes.push(Note {
                kind: NoteKind::Other,
                text: "the pointer is there, but the page does not count it as over the element"
                    .to_owned(),
            });
        }
        Ok(Done::of(outcome))
    }

    /// Whether the page counts the pointer as over an element. One that has gone with what the pointer did was hovered.
    async fn is_hovered(&self, place: &Place) -> Result<bool> {
        #[derive(Deserialize)]
        struct Hovered {
            hovered: bool,
        }
        match self.try_ask::<Hovered>(place, "hovered", &()).await {
            Ok(told) => Ok(told.is_none_or(|told| told.hovered)),
            Err(error) if error.kind() == ErrorKind::StaleRef => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// One thing done with the mouse, wherever it is.
    pub(super) async fn mouse(&mut self, mouse: Mouse) -> Result<Done> {
        let modifiers = self.input.modifiers();
        let call = match mouse {
            Mouse::Move(at) => {
                if !(at.x.is_finite() && at.y.is_finite()) {
                    return Err(Error::new(
                        ErrorKind::InvalidArgument,
                        "a point needs two numbers",
                    ));
                }
                self.move_to(at, modifiers)
            }
            Mouse::Down(button) => self.button(button, true),
            Mouse::Up(button) => self.button(button, false),
            Mouse::Wheel(x, y) => {
                let event = DispatchMouseEvent {
                    modifiers: Some(modifier_bits(modifiers)),
                    delta_x: Some(x),
                    delta_y: Some(y),
                    ..DispatchMouseEvent::new(
                        DispatchMouseEventType::MouseWheel,
                        self.input.at.x,
                        self.input.at.y,
                    )
                };
                self.session().call(&event)
            }
        };
        self.handled(vec![call]).await?;
        Ok(Done::of(Outcome::default()))
    }
}
