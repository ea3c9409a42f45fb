//! Keys: the names of the DOM, the layout of a US keyboard, and chords.

use surefoot_engine::{Error, ErrorKind, Modifiers, Result};

use super::hand::clip;

/// A key as it is pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// What the page sees: `a`, `Enter`.
    pub(super) name: String,
    /// Where it is on the keyboard: `KeyA`; empty for what is on none.
    pub(super) code: &'static str,
    /// The number that Windows gave it.
    pub(super) number: i64,
    /// The text it makes; empty for none.
    pub(super) text: String,
    /// Whether it is typed with Shift held down.
    pub(super) shifted: bool,
    /// Which of two keys of the name: 1 left, 2 right, 3 on the number pad.
    pub(super) location: i64,
}

/// A key with the modifiers held down meanwhile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chord {
    pub(super) modifiers: Modifiers,
    pub(super) key: Key,
}

/// Keys that make no character of their name: the name, the code, the number, the text.
const NAMED: &[(&str, &str, i64, &str)] = &[
    ("Enter", "Enter", 13, "\r"),
    ("Tab", "Tab", 9, ""),
    ("Escape", "Escape", 27, ""),
    ("Backspace", "Backspace", 8, ""),
    ("Delete", "Delete", 46, ""),
    ("Insert", "Insert", 45, ""),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("Shift", "ShiftLeft", 16, ""),
    ("Control", "ControlLeft", 17, ""),
    ("Alt", "AltLeft", 18, ""),
    ("Meta", "MetaLeft", 91, ""),
    ("AltGraph", "AltRight", 225, ""),
    ("CapsLock", "CapsLock", 20, ""),
    ("NumLock", "NumLock", 144, ""),
    ("ScrollLock", "ScrollLock", 145, ""),
    ("Pause", "Pause", 19, ""),
    ("PrintScreen", "PrintScreen", 44, ""),
    ("ContextMenu", "ContextMenu", 93, ""),
    ("Help", "Help", 47, ""),
    ("Clear", "NumpadClear", 12, ""),
    ("F1", "F1", 112, ""),
    ("F2", "F2", 113, ""),
    ("F3", "F3", 114, ""),
    ("F4", "F4", 115, ""),
    ("F5", "F5", 116, ""),
    ("F6", "F6", 117, ""),
    ("F7", "F7", 118, ""),
    ("F8", "F8", 119, ""),
    ("F9", "F9", 120, ""),
    ("F10", "F10", 121, ""),
    ("F11", "F11", 122, ""),
    ("F12", "F12", 123, ""),
    ("F13", "F13", 124, ""),
    ("F14", "F14", 125, ""),
    ("F15", "F15", 126, ""),
    ("F16", "F16", 127, ""),
    ("F17", "F17", 128, ""),
    ("F18", "F18", 129, ""),
    ("F19", "F19", 130, ""),
    ("F20", "F20", 131, ""),
    ("F21", "F21", 132, ""),
    ("F22", "F22", 133, ""),
    ("F23", "F23", 134, ""),
    ("F24", "F24", 135, ""),
    ("BrowserBack", "BrowserBack", 166, ""),
    ("BrowserForward", "BrowserForward", 167, ""),
    ("BrowserRefresh", "BrowserRefresh", 168, ""),
    ("BrowserStop", "BrowserStop", 169, ""),
    ("BrowserSearch", "BrowserSearch", 170, ""),
    ("BrowserFavorites", "BrowserFavorites", 171, ""),
    ("BrowserHome", "BrowserHome", 172, ""),
    ("AudioVolumeMute", "AudioVolumeMute", 173, ""),
    ("AudioVolumeDown", "AudioVolumeDown", 174, ""),
    ("AudioVolumeUp", "AudioVolumeUp", 175, ""),
    ("MediaTrackNext", "MediaTrackNext", 176, ""),
    ("MediaTrackPrevious", "MediaTrackPrevious", 177, ""),
    ("MediaStop", "MediaStop", 178, ""),
    ("MediaPlayPause", "MediaPlayPause", 179, ""),
];

/// Other words for keys.
const ALIASES: &[(&str, &str)] = &[
    ("esc", "Escape"),
    ("return", "Enter"),
    ("ctrl", "Control"),
    ("cmd", "Meta"),
    ("command", "Meta"),
    ("win", "Meta"),
    ("super", "Meta"),
    ("option", "Alt"),
    ("opt", "Alt"),
    ("controlormeta", "Control"),
    ("del", "Delete"),
    ("ins", "Insert"),
    ("up", "ArrowUp"),
    ("down", "ArrowDown"),
    ("left", "ArrowLeft"),
    ("right", "ArrowRight"),
    ("pgup", "PageUp"),
    ("pgdn", "PageDown"),
    ("pgdown", "PageDown"),
    ("page_up", "PageUp"),
    ("page_down", "PageDown"),
    ("menu", "ContextMenu"),
    ("capslock", "CapsLock"),
    ("space", " "),
    ("spacebar", " "),
    ("plus", "+"),
    ("minus", "-"),
    ("backquote", "`"),
    ("comma", ","),
    ("period", "."),
    ("slash", "/"),
    ("backslash", "\\"),
    ("semicolon", ";"),
    ("quote", "'"),
    ("equal", "="),
    ("bracketleft", "["),
    ("bracketright", "]"),
    ("shiftleft", "Shift"),
    ("controlleft", "Control"),
    ("altleft", "Alt"),
    ("metaleft", "Meta"),
    ("numpadenter", "Enter"),
];

/// Keys that make a character: without Shift, with it, the code, the number.
const PRINTING: &[(char, char, &str, i64)] = &[
    ('a', 'A', "KeyA", 65),
    ('b', 'B', "KeyB", 66),
    ('c', 'C', "KeyC", 67),
    ('d', 'D', "KeyD", 68),
    ('e', 'E', "KeyE", 69),
    ('f', 'F', "KeyF", 70),
    ('g', 'G', "KeyG", 71),
    ('h', 'H', "KeyH", 72),
    ('i', 'I', "KeyI", 73),
    ('j', 'J', "KeyJ", 74),
    ('k', 'K', "KeyK", 75),
    ('l', 'L', "KeyL", 76),
    ('m', 'M', "KeyM", 77),
    ('n', 'N', "KeyN", 78),
    ('o', 'O', "KeyO", 79),
    ('p', 'P', "KeyP", 80),
    ('q', 'Q', "KeyQ", 81),
    ('r', 'R', "KeyR", 82),
    ('s', 'S', "KeyS", 83),
    ('t', 'T', "KeyT", 84),
    ('u', 'U', "KeyU", 85),
    ('v', 'V', "KeyV", 86),
    ('w', 'W', "KeyW", 87),
    ('x', 'X', "KeyX", 88),
    ('y', 'Y', "KeyY", 89),
    ('z', 'Z', "KeyZ", 90),
    ('0', ')', "Digit0", 48),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    (' ', ' ', "Space", 32),
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// The modifier that a key is.
pub(super) fn modifier(key: &str) -> Option<Modifiers> {
    match key {
        "Shift" => Some(Modifiers::SHIFT),
        "Control" => Some(Modifiers::CONTROL),
        "Alt" => Some(Modifiers::ALT),
        "Meta" => Some(Modifiers::META),
        _ => None,
    }
}

impl Key {
    /// The key that types a character, if the keyboard has it. A line break is Enter.
    pub(super) fn typing(c: char) -> Option<Key> {
        if matches!(c, '\n' | '\r') {
            return Some(Key::named("Enter", "Enter", 13, "\r"));
        }
        if c == '\t' {
            return Some(Key::named("Tab", "Tab", 9, ""));
        }
        let &(plain, _, code, number) = PRINTING
            .iter()
            .find(|(plain, shifted, ..)| *plain == c || *shifted == c)?;
        Some(Key {
            name: c.to_string(),
            code,
            number,
            text: c.to_string(),
            shifted: plain != c,
            location: 0,
        })
    }

    /// The key of a name: of the DOM, in any case; a place on the keyboard; a character.
    pub(super) fn of(name: &str) -> Result<Key> {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Ok(Key::typing(c).unwrap_or_else(|| Key {
                name: c.to_string(),
                code: "",
                number: 0,
                text: c.to_string(),
                shifted: false,
                location: 0,
            }));
        }
        let lower = name.to_ascii_lowercase();
        let meant = ALIASES
            .iter()
            .find(|(alias, _)| *alias == lower)
            .map_or(name, |(_, meant)| meant);
        if meant.chars().count() == 1 {
            return Key::of(meant);
        }
        if let Some(&(key, code, number, text)) = NAMED
            .iter()
            .find(|(key, ..)| key.eq_ignore_ascii_case(meant))
        {
            return Ok(Key::named(key, code, number, text));
        }
        if let Some(&(plain, ..)) = PRINTING
            .iter()
            .find(|(_, _, code, _)| code.eq_ignore_ascii_case(meant))
        {
            return Key::of(&plain.to_string());
        }
        Err(unknown(name))
    }

    fn named(key: &str, code: &'static str, number: i64, text: &str) -> Key {
        Key {
            name: key.to_owned(),
            code,
            number,
            text: text.to_owned(),
            shifted: false,
            location: i64::from(modifier(key).is_some()),
        }
    }

    /// The same key with Shift held down: what it types changes.
    fn shifted(self) -> Key {
        let mut chars = self.text.chars();
        let Some(c) = chars.next() else { return self };
        match PRINTING.iter().find(|(plain, ..)| *plain == c) {
            Some((_, shifted, ..)) => Key {
                name: shifted.to_string(),
                text: shifted.to_string(),
                shifted: true,
                ..self
            },
            None => self,
        }
    }
}

impl Chord {
    /// Reads `Control+a`, `Shift+Tab`, `Enter`, `+`, `Control++`.
    pub(super) fn parse(chord: &str) -> Result<Chord> {
        let mut modifiers = Modifiers::empty();
        let mut rest = chord;
        while let Some((word, after)) = rest.split_once('+') {
            if word.is_empty() || after.is_empty() {
                break;
            }
            let key = Key::of(word)?;
            let Some(modifier) = modifier(&key.name) else {
                return Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!("{:?} is no key to hold down in a chord", clip(word)),
                )
                .with_hint(
                    "write chords as Control+a: Control, Shift, Alt or Meta, and one key at the end",
                ));
            };
            modifiers |= modifier;
            rest = after;
        }
        if rest.is_empty() {
            return Err(unknown(chord));
        }
        let key = Key::of(rest)?;
        let key = if modifiers.contains(Modifiers::SHIFT) {
            key.shifted()
        } else {
            key
        };
        Ok(Chord { modifiers, key })
    }
}

fn unknown(name: &str) -> Error {
    let error = Error::new(
        ErrorKind::InvalidArgument,
        format!("there is no key {:?}", clip(name)),
    );
    let lower = name.to_ascii_lowercase();
    let mut near: Vec<(usize, &str)> = NAMED
        .iter()
        .map(|(key, ..)| (distance(&lower, &key.to_ascii_lowercase()), *key))
        .filter(|(distance, key)| *distance <= 2 || (lower.len() >= 3 && has(key, &lower)))
        .collect();
    near.sort_unstable();
    let least = near.first().map_or(0, |(distance, _)| *distance);
    near.retain(|(distance, _)| *distance == least);
    near.truncate(3);
    if near.is_empty() {
        return error.with_hint(
            "write keys as the DOM names them: Enter, Tab, ArrowDown, F5, a, Control+a",
        );
    }
    let names: Vec<&str> = near.into_iter().map(|(_, key)| key).collect();
    error.with_hint(format!("did you mean {}?", names.join(" or ")))
}

fn has(key: &str, part: &str) -> bool {
    key.to_ascii_lowercase().contains(part)
}

/// How many letters have to be put in, left out or changed.
fn distance(a: &str, b: &str) -> usize {
    // A name is short; what a user wrote instead may not be.
    if a.len() > 40 {
        return usize::MAX;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_are_read() {
        let cases: &[(&str, Modifiers, &str, &str)] = &[
            ("Enter", Modifiers::empty(), "Enter", "\r"),
            ("esc", Modifiers::empty(), "Escape", ""),
            ("Control+a", Modifiers::CONTROL, "a", "a"),
            ("ctrl+A", Modifiers::CONTROL, "A", "A"),
            ("Shift+Tab", Modifiers::SHIFT, "Tab", ""),
            ("Shift+a", Modifiers::SHIFT, "A", "A"),
            ("Shift+1", Modifiers::SHIFT, "!", "!"),
            (
                "Control+Shift+ArrowLeft",
                Modifiers::CONTROL.union(Modifiers::SHIFT),
                "ArrowLeft",
                "",
            ),
            ("+", Modifiers::empty(), "+", "+"),
            ("Control++", Modifiers::CONTROL, "+", "+"),
            ("Control", Modifiers::empty(), "Control", ""),
            ("KeyQ", Modifiers::empty(), "q", "q"),
            ("Digit7", Modifiers::empty(), "7", "7"),
            ("Space", Modifiers::empty(), " ", " "),
            ("ü", Modifiers::empty(), "ü", "ü"),
        ];
        for (chord, modifiers, key, text) in cases {
            let read = Chord::parse(chord).unwrap_or_else(|e| panic!("{chord}: {e}"));
            assert_eq!(read.modifiers, *modifiers, "{chord}");
            assert_eq!(read.key.name, *key, "{chord}");
            assert_eq!(read.key.text, *text, "{chord}");
        }
    }

    #[test]
    fn unknown_keys_name_the_nearest() {
        let error = Chord::parse("Entre")
            .map(drop)
            .map_err(|e| e.hint().map(ToOwned::to_owned));
        assert_eq!(error, Err(Some("did you mean Enter?".to_owned())));
        for wrong in ["", "a+b", "Control+", "Foo+a", "Hyper"] {
            let error = Chord::parse(wrong).map(drop).map_err(|e| e.kind());
            assert_eq!(error, Err(ErrorKind::InvalidArgument), "{wrong:?}");
        }
    }
}
