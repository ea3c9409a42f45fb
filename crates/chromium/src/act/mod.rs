//! Acting: trusted input on exactly one element.
//!
//! An action goes through four steps. It *aims*: one question to the document checks the element and finds the point
//! to press, waiting only while the page moves. It *sends* input, through the browser, as a user's device would. It
//! looks *after*: what was really hit, which `world/watch.js` noted in the page, and kept from anything else. And it
//! *finishes*: what the input has started is waited for.
//!
//! The nouns: a `Hand` is what an action works with, a `Place` an element in its document.
//! An `Input` is what a tab's keyboard and mouse are like between actions.

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

use std::sync::atomic::{AtomicBool, Ordering};

use surefoot_engine::{
    Action, Error, ErrorKind, Limits, Modifiers, MouseButton, NavigationKind, Outcome, Point,
    Result, Tab,
};

use self::hand::{Done, Hand};
use self::mouse::Click;
use crate::settle;
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
    /// Whether a link that was activated last opens its tab behind this one.
    behind: bool,
}

impl Default for Input {
    fn default() -> Input {
        Input {
            held: Vec::new(),
            at: Point { x: 0.0, y: 0.0 },
            buttons: 0,
            clipboard: None,
            behind: false,
        }
    }
}

impl Input {
    /// The modifier keys among those held down.
    fn modifiers(&self) -> Modifiers {
        self.held
            .iter()
            .filter_map(|key| keys::modifier(&key.name))
            .fold(Modifiers::empty(), Modifiers::union)
    }

    /// Notes what links and scripts are activated with: the middle button or Control open tabs behind, as long as Shift
    /// does not bring them to the front.
    fn note_activation(&mut self, button: MouseButton, modifiers: Modifiers) {
        let apart = button == MouseButton::Middle
            || modifiers.intersects(Modifiers::CONTROL | Modifiers::META);
        self.behind = apart && !modifiers.contains(Modifiers::SHIFT);
    }

    /// Whether a tab that was opened by what was done last belongs behind this one.
    pub(crate) fn opens_behind(&self) -> bool {
        self.behind
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

/// Does something to the page, and waits for what it starts.
pub(crate) async fn perform(
    tab: &mut ChromiumTab,
    action: Action,
    limits: Limits,
) -> Result<Outcome> {
    let mark = tab.live.mark();
    tab.input.behind = false;
    let mut done = hand(tab, limits).act(action).await?;
    let seen = std::mem::take(&mut done.outcome);
    if !done.acted {
        return Ok(seen);
    }
    // What the page has said of a further tab came before its last answer.
    tab.live.caught_up().await;
    if let Some(context) = tab.live.context.upgrade() {
        let target = &tab.live.target;
        context.asked_tabs_arrive(target, limits.deadline).await;
    }
    let mut outcome = settle::settle(tab, mark, limits).await?;
    outcome.value = seen.value;
    outcome.scrolled = seen.scrolled;
    outcome.notes.splice(0..0, seen.notes);
    let stays = outcome
        .navigation
        .as_ref()
        .is_none_or(|went| went.kind == NavigationKind::Fragment);
    if stays && tab.dialog().is_none() {
        hand(tab, limits).end(done, &mut outcome).await?;
    }
    Ok(outcome)
}

fn hand(tab: &mut ChromiumTab, limits: Limits) -> Hand<'_> {
    Hand {
        live: &tab.live,
        input: &mut tab.input,
        limits,
        as_seen: AtomicBool::new(true),
        is_unclicked: false,
    }
}

impl Hand<'_> {
    /// The action itself.
    async fn act(&mut self, action: Action) -> Result<Done> {
        let done = self.try_act(action).await;
        let nothing_done = self.as_seen.load(Ordering::Relaxed);
        // What was there when the page was captured has gone, or may be another thing, before anything was done.
        done.map_err(|error| match error.kind() {
            ErrorKind::StaleRef if nothing_done => error.outdated(),
            _ => error,
        })
    }

    async fn try_act(&mut self, action: Action) -> Result<Done> {
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
                self.click(node, click).await
            }
            Action::Hover(node) => self.hover(node).await,
            Action::Focus(node) => self.focus(node).await,
            Action::Fill { node, text } => self.fill(node, &text).await,
            Action::Type { node, text } => self.type_text(node, &text).await,
            Action::Press { node, chord } => self.press(node, &chord).await,
            Action::Select { node, choices } => self.select(node, &choices).await,
            Action::SetChecked { node, checked } => self.set_checked(node, checked).await,
            Action::Submit(node) => self.submit(node).await,
            Action::Upload { node, files } => self.upload(node, &files).await,
            Action::Choose(files) => self.choose_files(&files).await,
            Action::ScrollTo(node) => self.scroll_to(node).await,
            Action::Scroll { node, by } => self.scroll(node, by).await,
            Action::Drag { from, to } => self.drag(from, to).await,
            Action::Key { key, down } => self.key(&key, down).await,
            Action::Mouse(mouse) => self.mouse(mouse).await,
            Action::Clipboard(what) => self.clipboard(what).await,
            _ => Err(Error::new(
                ErrorKind::Unsupported,
                "this engine does not know this action",
            )),
        }
    }
}
