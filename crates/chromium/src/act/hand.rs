//! [`Hand`]: what an action works with: the tab, its input state, what it may cost; and asking the documents.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_cdp::{Call, Empty, Session};
use surefoot_engine::{Checks, Error, ErrorKind, Limits, Outcome, Result, Validation};
use surefoot_page::{DocumentId, NodeKey};

use super::Input;
use crate::frame::FrameHandle;
use crate::live::{Live, Look};
use crate::settle::OPEN;
use crate::{errors, world};

/// What the tab, its keyboard and its mouse are to an action.
pub(super) struct Hand<'t> {
    pub(super) live: &'t Arc<Live>,
    pub(super) input: &'t mut Input,
    pub(super) limits: Limits,
    /// Whether elements have to be what the last capture showed: until something was done.
    pub(super) as_seen: AtomicBool,
    /// Whether something was pressed and got no click.
    pub(super) is_unclicked: bool,
}

/// An element, in the document it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) frame: FrameHandle,
    /// What stands for the document in our world.
    pub(super) token: String,
    pub(super) document: DocumentId,
    /// The element; 0 for none in particular.
    pub(super) serial: u32,
}

impl Place {
    /// Another node of the same document.
    pub(super) fn at(&self, serial: u32) -> Place {
        Place {
            serial,
            ..self.clone()
        }
    }

    pub(super) fn key(&self, serial: u32) -> NodeKey {
        NodeKey {
            document: self.document,
            serial,
        }
    }
}

/// What a document says of something it cannot do (`world/act.js`).
#[derive(Debug, Deserialize)]
pub(super) struct Fault {
    pub(super) fail: String,
    pub(super) text: String,
    hint: Option<String>,
    culprit: Option<u32>,
    /// Whether time may mend it.
    #[serde(default)]
    wait: bool,
    /// The labels of a list's options, where none of them is the one that was asked for.
    options: Option<Vec<String>>,
    more: Option<usize>,
    choice: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer<T> {
    Fault(Fault),
    Done(T),
}

/// What came of input that was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sent {
    /// The page has handled it.
    Handled,
    /// A dialog has opened, which keeps the page from going on.
    Dialog,
    /// The tab has closed itself.
    Closed,
}

/// What a document tells after input came to it (`tasks.after` of `world/watch.js`).
#[derive(Debug, Deserialize)]
pub(super) struct After {
    pub(super) pressed: bool,
    pub(super) culprit: Option<u32>,
    pub(super) dropped: bool,
    /// Whether the press was kept from the page.
    pub(super) swallowed: bool,
    /// Whether that was because the element has changed since it was captured.
    pub(super) outdated: bool,
    /// Whether the press was followed by a release, but not by a click.
    pub(super) unclicked: bool,
}

/// What an action has done, before what it started has come to rest.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) outcome: Outcome,
    /// What was acted on: its value and the focus are told once the page has come to rest.
    pub(super) place: Option<Place>,
    /// Whether what was acted on is what has the focus, so that it is another when the focus moves.
    pub(super) follows_focus: bool,
    /// Whether anything was done at all.
    pub(super) acted: bool,
}

impl Done {
    /// Something done to no element in particular.
    pub(super) fn of(outcome: Outcome) -> Done {
        Done {
            outcome,
            place: None,
            follows_focus: false,
            acted: true,
        }
    }

    /// Something done to an element.
    pub(super) fn on(place: Place, outcome: Outcome) -> Done {
        Done {
            place: Some(place),
            ..Done::of(outcome)
        }
    }

    /// Something done to whatever has the focus.
    pub(super) fn on_focused(place: Place, outcome: Outcome) -> Done {
        Done {
            follows_focus: true,
            ..Done::on(place, outcome)
        }
    }

    /// Nothing had to be done.
    pub(super) fn nothing(outcome: Outcome) -> Done {
        Done {
            acted: false,
            ..Done::of(outcome)
        }
    }
}

/// What a document tells once it has come to rest (`tasks.end` of `world/watch.js`).
#[derive(Debug, Deserialize)]
pub(super) struct End {
    focus: u32,
    invalid: Vec<(u32, String)>,
    value: Option<String>,
}

/// How long an answer of a page that does nothing else may take, whatever patience allows.
const MARGIN: Duration = Duration::from_millis(50);

impl Hand<'_> {
    /// Where an element is, if its document is still shown.
    pub(super) fn place(&self, node: NodeKey) -> Result<Place> {
        let (frame, token) = self.live.frame_of(node.document).ok_or_else(stale)?;
        Ok(Place {
            frame,
            token,
            document: node.document,
            serial: node.serial,
        })
    }

    /// The main document, and no element of it in particular.
    pub(super) fn main(&self) -> Result<Place> {
        let main = self.live.state().main.clone();
        self.whole(&main)
            .ok_or_else(|| Error::new(ErrorKind::PageCrashed, "the tab has no page"))
    }

    /// The document that a frame shows, captured or not.
    pub(super) fn whole(&self, id: &surefoot_cdp::protocol::page::FrameId) -> Option<Place> {
        let frame = self.live.state().frames.get(id).cloned()?;
        // Without a token the question goes to whatever is shown; the world's own id keeps it to that document.
        let (token, document) = frame
            .document
            .clone()
            .unwrap_or_else(|| (String::new(), DocumentId::fresh()));
        Some(Place {
            frame,
            token,
            document,
            serial: 0,
        })
    }

    /// Whether the user wants no checks.
    pub(super) fn forced(&self) -> bool {
        self.limits.checks == Checks::Forced
    }

    /// Milliseconds that checks may be tried again for.
    pub(super) fn patience(&self) -> u64 {
        let left = self
            .limits
            .deadline
            .saturating_duration_since(Instant::now());
        let patience = self.limits.patience.min(left.saturating_sub(MARGIN));
        u64::try_from(patience.as_millis()).unwrap_or(u64::MAX)
    }

    /// Has a task done in a document. What it cannot do yet is tried again, in the page while that moves, and from here
    /// when a request has ended. `None`: a dialog has opened meanwhile, so nobody knows.
    pub(super) async fn try_ask<T: DeserializeOwned>(
        &self,
        place: &Place,
        task: &str,
        options: &impl Serialize,
    ) -> Result<Option<T>> {
        let end = Instant::now() + Duration::from_millis(self.patience());
        loop {
            match self.ask_once(place, task, options).await? {
                None => return Ok(None),
                Some(Answer::Done(done)) => return Ok(Some(done)),
                Some(Answer::Fault(fault)) => {
                    let again = fault.wait && !self.forced() && self.request_ends(end).await;
                    if !again {
                        return Err(Hand::error_of(&fault, place));
                    }
                }
            }
        }
    }

    /// Waits until one of the requests that are under way has ended; whether one has.
    async fn request_ends(&self, by: Instant) -> bool {
        let before = self.live.state().traffic.changed_at();
        self.live
            .watch(|state| {
                let changed = state.traffic.changed_at();
                if changed != before {
                    return Look::Found(true);
                }
                let over = by.min(changed + OPEN);
                if state.traffic.awaited() == 0
                    || Instant::now() >= over
                    || state.dialogs.waiting().is_some()
                    || state.gone.is_some()
                {
                    return Look::Found(false);
                }
                Look::Again(Some(over))
            })
            .await
    }

    /// Asks once.
    async fn ask_once<T: DeserializeOwned>(
        &self,
        place: &Place,
        task: &str,
        options: &impl Serialize,
    ) -> Result<Option<Answer<T>>> {
        let call = self.send(place, task, options)?;
        let reply = async { Ok(call.await) };
        let Some(reply) = self.unless_dialog(reply).await? else {
            return Ok(None);
        };
        let reply = reply.map_err(|error| asking(&error))?;
        let text = world::answer(reply)?;
        serde_json::from_str(&text).map(Some).map_err(|error| {
            tracing::warn!(%error, task, "an answer of our world is of no use");
            Error::new(
                ErrorKind::EngineCrashed,
                "the page gave an answer that makes no sense",
            )
        })
    }

    /// Has a task done in a document.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        place: &Place,
        task: &str,
        options: &impl Serialize,
    ) -> Result<T> {
        self.try_ask(place, task, options)
            .await?
            .ok_or_else(dialog_open)
    }

    fn send(
        &self,
        place: &Place,
        task: &str,
        options: &impl Serialize,
    ) -> Result<Call<surefoot_cdp::protocol::runtime::EvaluateReply>> {
        let options = serde_json::to_string(options).map_err(|error| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("the arguments cannot be written: {error}"),
            )
        })?;
        let world = place.frame.world.clone().ok_or_else(stale)?;
        let token = &place.token;
        let serial = place.serial;
        let seen = self.as_seen.load(Ordering::Relaxed);
        let expression = format!("surefoot.act(\"{token}\",{serial},\"{task}\",{options},{seen})");
        let call = place.frame.session.call(&Evaluate {
            unique_context_id: Some(world),
            return_by_value: Some(true),
            silent: Some(true),
            await_promise: Some(true),
            // What a user does may open windows and play sounds.
            user_gesture: Some(true),
            ..Evaluate::new(expression)
        });
        Ok(call.by(self.limits.deadline.into()))
    }

    /// A fault as the error that it is.
    fn error_of(fault: &Fault, place: &Place) -> Error {
        let kind = ErrorKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.code() == fault.fail)
            .unwrap_or(ErrorKind::Unsupported);
        let mut error = match &fault.choice {
            Some(choice) => Error::new(kind, format!("{}: {:?}", fault.text, clip(choice))),
            None => Error::new(kind, fault.text.clone()),
        };
        if let Some(hint) = &fault.hint {
            error = error.with_hint(hint.clone());
        }
        if let Some(options) = &fault.options {
            error = error.with_hint(listed(options, fault.more.unwrap_or(0)));
        }
        match fault.culprit {
            Some(culprit) => error.with_culprit(place.key(culprit)),
            None => error,
        }
    }

    /// The session that input goes to: the page's own, whichever process draws what is hit.
    pub(super) fn session(&self) -> &Session {
        &self.live.session
    }

    /// Waits until input that was sent is handled.
    pub(super) async fn handled(&self, calls: Vec<Call<Empty>>) -> Result<Sent> {
        self.as_seen.store(false, Ordering::Relaxed);
        let deadline = self.limits.deadline.into();
        let all = async {
            for call in calls {
                if let Err(error) = call.by(deadline).await {
                    if error.kind() == surefoot_cdp::ErrorKind::Detached {
                        return Ok(Sent::Closed);
                    }
                    return Err(errors::of(&error, "the page cannot be acted on"));
                }
            }
            Ok(Sent::Handled)
        };
        Ok(self.unless_dialog(all).await?.unwrap_or(Sent::Dialog))
    }

    /// What a future comes to, or `None` as soon as a dialog is open: a page that shows one answers nothing.
    pub(super) async fn unless_dialog<T>(
        &self,
        future: impl Future<Output = Result<T>>,
    ) -> Result<Option<T>> {
        self.live.or_dialog(future).await.transpose()
    }

    /// What a document tells of the input that came to it; `None` if it is gone, or shows a dialog.
    pub(super) async fn after(&self, place: &Place) -> Result<Option<After>> {
        match self.try_ask(place, "after", &()).await {
            Ok(after) => Ok(after),
            // It has gone elsewhere: an effect, not a failure.
            Err(error) if error.kind() == ErrorKind::StaleRef => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What has come of an action in the document it was done in; adds it to the outcome.
    pub(super) async fn end(&self, done: Done, outcome: &mut Outcome) -> Result<()> {
        #[derive(Serialize)]
        struct Of {
            serial: u32,
        }
        let Some(place) = done.place else {
            return Ok(());
        };
        let of = Of {
            serial: place.serial,
        };
        let end: End = match self.try_ask(&place.at(0), "end", &of).await {
            Ok(Some(end)) => end,
            Ok(None) => return Ok(()),
            // The page has gone elsewhere, or its frame has.
            Err(error) if error.kind() == ErrorKind::StaleRef => return Ok(()),
            Err(error) => return Err(error),
        };
        if end.focus != 0 {
            outcome.focus = Some(place.key(end.focus));
        }
        if outcome.value.is_none() && !(done.follows_focus && end.focus != 0) {
            outcome.value = end.value;
        }
        outcome
            .validation
            .extend(end.invalid.into_iter().map(|(serial, message)| Validation {
                node: place.key(serial),
                message,
            }));
        Ok(())
    }
}

/// The first so many characters of a text that is quoted.
pub(super) fn clip(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn listed(options: &[String], more: usize) -> String {
    if options.is_empty() {
        return "the list is empty".to_owned();
    }
    let names: Vec<String> = options.iter().map(|o| format!("{:?}", clip(o))).collect();
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("its options: {}{rest}", names.join(", "))
}

pub(super) fn stale() -> Error {
    Error::new(
        ErrorKind::StaleRef,
        "the element is no longer part of the page",
    )
    .with_hint("take a new snapshot")
}

/// An element has become another one when it was about to be pressed; nothing was done.
pub(super) fn outdated() -> Error {
    Error::new(ErrorKind::StaleRef, "the page keeps changing around it")
        .with_hint("wait for it to come to rest, and take a new snapshot")
}

fn dialog_open() -> Error {
    Error::new(ErrorKind::DialogOpen, "a dialog of the page has opened")
        .with_hint("`dialog accept` or `dialog dismiss`")
}

/// Why a document was not asked. That its world is gone means that the document is.
fn asking(error: &surefoot_cdp::Error) -> Error {
    match error.kind() {
        surefoot_cdp::ErrorKind::Protocol { .. } | surefoot_cdp::ErrorKind::Detached => stale(),
        _ => errors::of(error, "the page cannot be acted on"),
    }
}
