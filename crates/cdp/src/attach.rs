//! Following a page into its frames and workers.
//!
//! The browser can attach a session to each target that comes to be under another: out-of-process frames, workers,
//! popups. It does so one level at a time. [`Attachments`] asks for the next level at each new session, so that one
//! subscription sees the whole tree, and targets can be held before their first script until what they need is
//! installed.

use rustc_hash::FxHashSet;

use crate::client::Session;
use crate::command::Event;
use crate::error::Error;
use crate::event::{Events, Interest, RawEvent};
use crate::protocol::runtime::RunIfWaitingForDebugger;
use crate::protocol::target::{
    AttachedToTarget, DetachedFromTarget, SessionId, SetAutoAttach, TargetFilter, TargetInfo,
};
use crate::router::Place;

/// Whether new targets run at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// They wait before their first script, until their [`Attached`] is resumed or dropped.
    Held,
    /// They run.
    Running,
}

/// How to follow.
#[derive(Debug, Clone, PartialEq)]
pub struct Following {
    /// Whether new targets are held.
    pub start: Start,
    /// Which kinds of targets; the browser's default leaves out itself and tabs.
    pub filter: Option<TargetFilter>,
}

/// The sessions under one session, as they come and go. Must be read: targets that are held wait for it. When it is
/// dropped the browser lets go of them all.
#[derive(Debug)]
pub struct Attachments {
    root: Session,
    following: Following,
    events: Events,
    members: FxHashSet<SessionId>,
}

/// What happened to the tree.
#[derive(Debug)]
pub enum Attachment {
    /// A session is there.
    Attached(Box<Attached>),
    /// A session, with all that were under it, is gone.
    Detached {
        /// Which.
        session: SessionId,
    },
}

/// A new session. If its target is held it goes on when this is resumed or dropped: commands sent before are carried
/// out before its first script.
///
/// Two habits of Chromium: scripts added to a frame only run once `Page.enable` was sent to its session; and a worker
/// that is asked to evaluate something before it says `Inspector.workerScriptLoaded` takes its whole renderer down
/// (seen in version 156).
#[derive(Debug)]
pub struct Attached {
    /// The session.
    pub session: Session,
    /// What it is attached to.
    pub target: TargetInfo,
    /// The session it was attached through; `None` for the connection's.
    pub parent: Option<SessionId>,
    waiting: bool,
}

impl Attached {
    /// Whether the target is held.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.waiting
    }

    /// Lets the target go on, and hands out the session.
    #[must_use = "the session is what this was about; to let the target go on without it, drop this"]
    pub fn resume(self) -> Session {
        self.session.clone()
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        if self.waiting {
            self.session.call(&RunIfWaitingForDebugger {}).forget();
        }
    }
}

impl Session {
    /// Follows this session's target into its frames, workers and popups, and those into theirs. Targets that are there
    /// already are among the first to be read. A session is followed once at a time.
    pub async fn follow(&self, following: Following) -> Result<Attachments, Error> {
        let interest = Interest::Methods(&[AttachedToTarget::METHOD, DetachedFromTarget::METHOD]);
        let events = self.client().events_everywhere(interest);
        let attachments = Attachments {
            root: self.clone(),
            following,
            events,
            members: FxHashSet::default(),
        };
        self.call(&attachments.command()).await?;
        Ok(attachments)
    }
}

impl Attachments {
    /// What happens next; `None` when the connection is over. An error of the kind [`Lagged`](crate::ErrorKind::Lagged)
    /// means that this was not read for so long that sessions were missed.
    pub async fn next(&mut self) -> Option<Result<Attachment, Error>> {
        loop {
            let event = match self.events.next().await? {
                Ok(event) => event,
                Err(error) => return Some(Err(error)),
            };
            if let Some(attachment) = self.take(&event) {
                return Some(attachment);
            }
        }
    }

    /// What has happened already, without waiting.
    pub fn try_next(&mut self) -> Option<Result<Attachment, Error>> {
        loop {
            let event = match self.events.try_next()? {
                Ok(event) => event,
                Err(error) => return Some(Err(error)),
            };
            if let Some(attachment) = self.take(&event) {
                return Some(attachment);
            }
        }
    }

    fn take(&mut self, event: &RawEvent) -> Option<Result<Attachment, Error>> {
        if !self.is_member(&event.session) {
            return None;
        }
        if let Some(read) = event.read::<AttachedToTarget>() {
            let attached = match read {
                Ok(attached) => attached,
                Err(error) => return Some(Err(error)),
            };
            // It may be gone again.
            let session = self.root.client().session(&attached.session_id).ok()?;
            self.members.insert(attached.session_id);
            // Not awaited: the answer changes nothing, and kinds of targets that have no children refuse.
            session.call(&self.command()).forget();
            return Some(Ok(Attachment::Attached(Box::new(Attached {
                session,
                target: attached.target_info,
                parent: event.session.clone(),
                waiting: attached.waiting_for_debugger,
            }))));
        }
        let detached = match event.read::<DetachedFromTarget>()? {
            Ok(detached) => detached,
            Err(error) => return Some(Err(error)),
        };
        self.members
            .remove(&detached.session_id)
            .then_some(Ok(Attachment::Detached {
                session: detached.session_id,
            }))
    }

    fn is_member(&self, place: &Place) -> bool {
        place.as_ref() == self.root.id()
            || place.as_ref().is_some_and(|id| self.members.contains(id))
    }

    fn command(&self) -> SetAutoAttach {
        SetAutoAttach {
            flatten: Some(true),
            filter: self.following.filter.clone(),
            ..SetAutoAttach::new(true, self.following.start == Start::Held)
        }
    }
}

impl Drop for Attachments {
    fn drop(&mut self) {
        let stop = SetAutoAttach {
            flatten: Some(true),
            ..SetAutoAttach::new(false, false)
        };
        self.root.call(&stop).forget();
    }
}
