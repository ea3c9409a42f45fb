//! The keyboard: typing, chords, keys held down, and the focus that keys go to.

use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::input::{DispatchKeyEvent, DispatchKeyEventType, InsertText};
use surefoot_cdp::{Call, Empty};
use surefoot_engine::{Error, ErrorKind, Modifiers, MouseButton, Outcome, Result};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Place, Sent};
use super::keys::{Chord, Key};
use super::mouse::modifier_bits;

/// How many characters are typed before the page is waited for.
const BATCH: usize = 64;

/// What is asked of a document before keys are sent to an element of it.
#[derive(Serialize)]
pub(super) struct Ready<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<&'a str>,
    pub(super) enabled: bool,
    pub(super) force: bool,
    pub(super) patience: u64,
}

/// How a field takes text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    /// The text goes where the selection is, which is set.
    Field,
    /// An editor: it is made to select by keys.
    Editor,
    /// The selection cannot be set: a key takes it to the end.
    End,
    /// It has no text, but takes keys.
    Keys,
    /// Its value was set already.
    Done,
}

/// A field that is ready.
#[derive(Debug, Deserialize)]
pub(super) struct Field {
    pub(super) mode: Mode,
    /// The field, which need not be the element that was named.
    #[serde(rename = "field")]
    pub(super) serial: u32,
    /// Whether there is nothing in it.
    #[serde(default)]
    pub(super) empty: bool,
    /// Whether it is an editor that takes a whole text by pasting only.
    #[serde(default)]
    pub(super) pastes: bool,
}

#[derive(Deserialize)]
struct Begun {
    focus: u32,
    frame: bool,
}

impl Hand<'_> {
    /// What a document is told before an element of it gets keys.
    pub(super) fn ready<'a>(&self, text: Option<&'a str>) -> Ready<'a> {
        Ready {
            text,
            enabled: true,
            force: self.forced(),
            patience: self.patience(),
        }
    }

    /// Gives an element the focus.
    pub(super) async fn focus(&mut self, node: NodeKey) -> Result<Done> {
        let place = self.place(node)?;
        self.focus_on(&place).await?;
        Ok(Done::on(place.at(0), Outcome::default()))
    }

    /// Gives an element the focus, and watches what comes of the input that follows.
    async fn focus_on(&self, place: &Place) -> Result<()> {
        let _: Option<serde_json::Value> = self.try_ask(place, "focus", &self.ready(None)).await?;
        Ok(())
    }

    /// What has the focus: the element, or with serial 0 the document that keys go to. What follows is watched there.
    pub(super) async fn focused(&self) -> Result<Place> {
        let mut place = self.main()?;
        loop {
            let begun: Begun = self.ask(&place, "begin", &()).await?;
            if !begun.frame {
                return Ok(place.at(begun.focus));
            }
            let child = {
                let state = self.live.state();
                let inside = state.frames.values().find(|frame| {
                    frame.parent.as_ref() == Some(&place.frame.id)
                        && frame.owner == Some(begun.focus)
                });
                inside.map(|frame| frame.id.clone())
            };
            match child.and_then(|id| self.whole(&id)) {
                Some(inner) => place = inner,
                None => return Ok(place.at(begun.focus)),
            }
        }
    }

    /// Types a text, at the end of an element's content, or wherever the focus is.
    pub(super) async fn type_text(&mut self, node: Option<NodeKey>, text: &str) -> Result<Done> {
        let place = match node {
            Some(node) => {
                let place = self.place(node)?;
                let field: Field = self.ask(&place, "type", &self.ready(None)).await?;
                match field.mode {
                    Mode::End => self.stroke_all("End").await?,
                    Mode::Editor => self.stroke_all("Control+End").await?,
                    _ => Sent::Handled,
                };
                place.at(field.serial)
            }
            None => {
                let place = self.focused().await?;
                if place.serial == 0 {
                    return Err(Error::new(
                        ErrorKind::InvalidArgument,
                        "nothing on the page has the focus",
                    )
                    .with_hint("name the element, or focus it first"));
                }
                place
            }
        };
        self.type_keys(text, &place).await?;
        Ok(Done::on(place, Outcome::default()))
    }

    /// Sends the keys of a text. What no key types is put in as an input method does.
    async fn type_keys(&mut self, text: &str, place: &Place) -> Result<Sent> {
        let mut calls = Vec::new();
        let mut keys = 0;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\r' && chars.peek() == Some(&'\n') {
                continue;
            }
            if c == '\n' && !calls.is_empty() {
                // Pages take in what was typed with the next frame, and nobody presses Enter within the same.
                let sent = self.handled(std::mem::take(&mut calls)).await?;
                if sent != Sent::Handled {
                    return Ok(sent);
                }
                self.next_frame(place).await?;
            }
            match Key::typing(c) {
                Some(key) => self.stroke(&key, Modifiers::empty(), &mut calls),
                None => calls.push(self.session().call(&InsertText::new(c.to_string()))),
            }
            keys += 1;
            if keys % BATCH == 0 {
                let sent = self.handled(std::mem::take(&mut calls)).await?;
                if sent != Sent::Handled {
                    return Ok(sent);
                }
            }
        }
        self.handled(calls).await
    }

    /// Waits for the next frame of a document, if it is still there.
    async fn next_frame(&self, place: &Place) -> Result<()> {
        match self
            .try_ask::<serde_json::Value>(&place.at(0), "frame", &())
            .await
        {
            Err(error) if error.kind() != ErrorKind::StaleRef => Err(error),
            _ => Ok(()),
        }
    }

    /// Presses a chord, on an element or wherever the focus is.
    pub(super) async fn press(&mut self, node: Option<NodeKey>, chord: &str) -> Result<Done> {
        Chord::parse(chord)?;
        let Some(node) = node else {
            let place = self.focused().await?;
            self.stroke_all(chord).await?;
            return Ok(Done::on_focused(place, Outcome::default()));
        };
        let place = self.place(node)?;
        self.focus_on(&place).await?;
        self.stroke_all(chord).await?;
        Ok(Done::on(place, Outcome::default()))
    }

    /// Presses a chord and waits until the page has handled it.
    pub(super) async fn stroke_all(&mut self, chord: &str) -> Result<Sent> {
        let mut calls = Vec::new();
        self.chord(&Chord::parse(chord)?, &mut calls);
        self.handled(calls).await
    }

    /// Sends a chord: its modifiers go down, the key, and up again.
    fn chord(&mut self, chord: &Chord, calls: &mut Vec<Call<Empty>>) {
        let wanted = [
            (Modifiers::CONTROL, "Control"),
            (Modifiers::ALT, "Alt"),
            (Modifiers::SHIFT, "Shift"),
            (Modifiers::META, "Meta"),
        ];
        let down: Vec<Key> = wanted
            .into_iter()
            .filter(|(bit, _)| {
                chord.modifiers.contains(*bit) && !self.input.modifiers().contains(*bit)
            })
            .filter_map(|(_, name)| Key::of(name).ok())
            .collect();
        for key in &down {
            calls.push(self.key_event(key, Way::Down, Modifiers::empty()));
        }
        calls.push(self.key_event(&chord.key, Way::Down, Modifiers::empty()));
        calls.push(self.key_event(&chord.key, Way::Up, Modifiers::empty()));
        for key in down.iter().rev() {
            calls.push(self.key_event(key, Way::Up, Modifiers::empty()));
        }
    }

    /// Sends one key, down and up. Shift is down for what needs it, as far as the key itself tells.
    fn stroke(&mut self, key: &Key, also: Modifiers, calls: &mut Vec<Call<Empty>>) {
        let shift = if key.shifted {
            also | Modifiers::SHIFT
        } else {
            also
        };
        calls.push(self.key_event(key, Way::Down, shift));
        calls.push(self.key_event(key, Way::Up, shift));
    }

    /// One event of a key. A key that goes down stays so until it goes up.
    fn key_event(&mut self, key: &Key, way: Way, also: Modifiers) -> Call<Empty> {
        let repeated = self.input.held.iter().any(|held| held.name == key.name);
        self.input.held.retain(|held| held.name != key.name);
        if way == Way::Down {
            self.input.held.push(key.clone());
        }
        let modifiers = self.input.modifiers() | also;
        if way == Way::Down {
            self.input.note_activation(MouseButton::Left, modifiers);
        }
        // With Control or the like a key is a shortcut, and makes no text.
        let shortcut = modifiers.intersects(Modifiers::CONTROL | Modifiers::ALT | Modifiers::META);
        let text =
            (way == Way::Down && !key.text.is_empty() && !shortcut).then(|| key.text.clone());
        let kind = match (way, &text) {
            (Way::Up, _) => DispatchKeyEventType::KeyUp,
            (Way::Down, Some(_)) => DispatchKeyEventType::KeyDown,
            (Way::Down, None) => DispatchKeyEventType::RawKeyDown,
        };
        let commands = if way == Way::Down {
            editing_commands(modifiers, &key.name)
        } else {
            Vec::new()
        };
        let event = DispatchKeyEvent {
            modifiers: Some(modifier_bits(modifiers)),
            unmodified_text: text.clone(),
            text,
            code: Some(key.code.to_owned()),
            key: Some(key.name.clone()),
            windows_virtual_key_code: Some(key.number),
            auto_repeat: (way == Way::Down && repeated).then_some(true),
            location: (key.location != 0).then_some(key.location),
            commands: (!commands.is_empty()).then_some(commands),
            ..DispatchKeyEvent::new(kind)
        };
        self.session().call(&event)
    }

    /// Presses a key that stays down, or releases one.
    pub(super) async fn key(&mut self, key: &str, down: bool) -> Result<Done> {
        let place = self.focused().await?;
        let mut key = Key::of(key)?;
        let held = self.input.held.iter().find(|held| held.code == key.code);
        if let Some(held) = held.filter(|_| !down) {
            key = held.clone();
        }
        let way = if down { Way::Down } else { Way::Up };
        let shift = if key.shifted {
            Modifiers::SHIFT
        } else {
            Modifiers::empty()
        };
        let call = self.key_event(&key, way, shift);
        self.handled(vec![call]).await?;
        Ok(Done::on_focused(place, Outcome::default()))
    }
}

/// Which way a key goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Down,
    Up,
}

/// What a shortcut does in a text, where the system and not the browser decides it: on macOS.
fn editing_commands(modifiers: Modifiers, key: &str) -> Vec<String> {
    const SHORTCUTS: &[(&str, &str)] = &[
        ("a", "selectAll"),
        ("c", "copy"),
        ("x", "cut"),
        ("v", "paste"),
        ("z", "undo"),
        ("y", "redo"),
    ];
    if !cfg!(target_os = "macos") || modifiers != Modifiers::CONTROL && modifiers != Modifiers::META
    {
        return Vec::new();
    }
    SHORTCUTS
        .iter()
        .filter(|(shortcut, _)| *shortcut == key)
        .map(|(_, command)| (*command).to_owned())
        .collect()
}
