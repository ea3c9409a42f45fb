//! Acting: trusted input on exactly one element.
//!
//! An action goes through four steps. It *aims*: one question to the document checks the element and finds the point
//! to press, waiting only while the page moves. It *sends* input, through the browser, as a user's device would. It
//! looks *after*: what was really hit, which `world/watch.js` noted in the page, and kept from anything else. And it
//! *finishes*: what the input has started is waited for.
//!
//! The nouns: a [`Hand`](hand::Hand) is what an action works with, a [`Place`](hand::Place) an element in its document.
//! An [`Input`] is what a tab's keyboard and mouse are like between actions.

mod aim;
mod check;
mod choose;
mod clipboard;
mod drag;
mod files;
mod hand;
mod keyboard;
mod keys;
mod mouse;
mod scroll;
mod text;

use surefoot_engine::{
    Action, Error, ErrorKind, Limits, Modifiers, MouseButton, Outcome, Point, Result,
};

use self::hand::Hand;
use self::mouse::Click;
use crate::tab::ChromiumTab;

/// The keyboard and the mouse of a tab, as actions have left them, and its clipboard.
#[derive(Debug)]
pub(crate) struct Input {
    /// Keys that are held down, in the words of the DOM.
    held: Vec<keys::Key>,
    /// Where the pointer is, in the view.
    at: Point,
    /// Buttons that are held down, as the DOM has them in `buttons`.
    buttons: i64,
    /// What was copied, cut or written here last.
    clipboard: Option<String>,
}

impl Default for Input {
    fn default() -> Input {
        Input {
            held: Vec::new(),
            at: Point { x: 0.0, y: 0.0 },
            buttons: 0,
            clipboard: None,
        }
    }
}

impl Input {
    /// The modifier keys among those held down.
    fn modifiers(&self) -> Modifiers {
        self.held
            .iter()
            .filter_map(|key| keys::modifier(&key.key))
            .fold(Modifiers::empty(), Modifiers::union)
    }

    /// A button that is held down.
    fn held_button(&self) -> Option<MouseButton> {
        [
            (1, MouseButton::Left),
            (2, MouseButton::Right),
            (4, MouseButton::Middle),
        ]
        .into_iter()
        .find_map(|(bit, button)| (self.buttons & bit != 0).then_some(button))
    }
}

/// Does something to the page.
pub(crate) async fn perform(
    tab: &mut ChromiumTab,
    action: Action,
    limits: Limits,
) -> Result<Outcome> {
    let mut hand = Hand {
        live: &tab.live,
        input: &mut tab.input,
        limits,
    };
    match action {
        Action::Click {
            node,
            button,
            count,
            modifiers,
            position,
        } => {
            let click = Click {
                button,
                count,
                modifiers,
                position,
            };
            hand.click(node, click).await
        }
        Action::Hover(node) => hand.hover(node).await,
        Action::Focus(node) => hand.focus(node).await,
        Action::Fill { node, text } => hand.fill(node, &text).await,
        Action::Type { node, text } => hand.type_text(node, &text).await,
        Action::Press { node, chord } => hand.press(node, &chord).await,
        Action::Select { node, choices } => hand.select(node, &choices).await,
        Action::SetChecked { node, checked } => hand.set_checked(node, checked).await,
        Action::Submit(node) => hand.submit(node).await,
        Action::Upload { node, files } => hand.upload(node, &files).await,
        Action::Choose(files) => hand.choose_files(&files).await,
        Action::ScrollTo(node) => hand.scroll_to(node).await,
        Action::Scroll { node, by } => hand.scroll(node, by).await,
        Action::Drag { from, to } => hand.drag(from, to).await,
        Action::Key { key, down } => hand.key(&key, down).await,
        Action::Mouse(mouse) => hand.mouse(mouse).await,
        Action::Clipboard(what) => hand.clipboard(what).await,
        _ => Err(Error::new(
            ErrorKind::Unsupported,
            "this engine does not know this action",
        )),
    }
}
