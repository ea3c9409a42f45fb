//! What each event changes of what is known of a tab.

use std::sync::Arc;

use surefoot_cdp::protocol::page::{
    FileChooserOpened, FileChooserOpenedMode, FrameAttached, FrameDetached, FrameDetachedReason,
    FrameId, FrameNavigated, FrameStartedNavigating, FrameStartedNavigatingNavigationType as Way,
    HandleJavaScriptDialog, JavascriptDialogClosed, JavascriptDialogOpening, LifecycleEvent,
    NavigatedWithinDocument, NavigationType,
};
use surefoot_cdp::protocol::runtime::{
    ExecutionContextCreated, ExecutionContextDestroyed, ExecutionContextsCleared,
};
use surefoot_cdp::protocol::target::SessionId;
use surefoot_cdp::protocol::{log, runtime};
use surefoot_cdp::{Event, RawEvent};
use surefoot_engine::{ErrorKind, NavigationKind};

use crate::around::auth;
use crate::around::emulation::{self, Kind};
use crate::dialogs::Reaction;
use crate::frame::{Frame, Lost};
use crate::going::{Arrived, Started};
use crate::live::{self, Chooser, Live, State};
use crate::protocol::{
    FrameRequestedNavigation, FrameStoppedLoading, REQUEST_PAUSED, TerminateExecution,
};
use crate::reading::Attached;
use crate::{intercept, owners, world};

/// The events that are read here.
pub(crate) const EVENTS: &[&str] = &[
    FrameAttached::METHOD,
    FrameDetached::METHOD,
    FrameNavigated::METHOD,
    FrameStartedNavigating::METHOD,
    FrameRequestedNavigation::METHOD,
    FrameStoppedLoading::METHOD,
    NavigatedWithinDocument::METHOD,
    LifecycleEvent::METHOD,
    JavascriptDialogOpening::METHOD,
    JavascriptDialogClosed::METHOD,
    FileChooserOpened::METHOD,
    ExecutionContextCreated::METHOD,
    ExecutionContextDestroyed::METHOD,
    ExecutionContextsCleared::METHOD,
    REQUEST_PAUSED,
    CRASHED,
    REVIVED,
];

/// How many worlds of frames that are not known yet are kept.
const EARLY_WORLDS: usize = 1_000;

const CRASHED: &str = "Inspector.targetCrashed";
const REVIVED: &str = "Inspector.targetReloadedAfterCrash";

impl Live {
    /// A frame in a process of its own is there.
    pub(crate) fn note_frame_target(self: &Arc<Self>, attached: &Attached) {
        let id = FrameId::from(attached.target.target_id.as_str());
        live::set_up(&attached.session);
        if let Some(context) = self.context.upgrade() {
            emulation::set_up(&attached.session, Kind::Frame, &context);
        }
        let is_new = self.change(|state| {
            let before = state.frames.get(&id);
            let parent = attached.target.parent_frame_id.clone();
            let parent = parent.or_else(|| before?.parent.clone());
            let mut frame = Frame::new(id.clone(), parent, attached.session.clone());
            let is_new = before.is_none();
            if let Some(before) = before {
                // The element it is shown in stays the same.
                frame.owner.clone_from(&before.owner);
                frame.owner_is_asked = before.owner_is_asked;
            }
            state.remove_below(&id);
            state.frames.insert(id.clone(), frame);
            is_new
        });
        if is_new {
            owners::ask(self, id);
        }
    }

    /// A worker of it is there.
    pub(crate) fn note_worker(&self, attached: &Attached) {
        let session = &attached.session;
        live::watch_network(session);
        session.call(&runtime::Enable {}).forget();
        session.call(&log::Enable {}).forget();
        if let Some(context) = self.context.upgrade() {
            emulation::set_up(session, Kind::Worker, &context);
        }
        self.change(|state| {
            if let Some(id) = session.id() {
                state.workers.insert(id.clone(), session.clone());
            }
        });
    }

    /// A session of it has ended: the tab's own, or that of a frame or worker.
    pub(crate) fn note_detached(&self, session: &SessionId) {
        let own = self.session.id() == Some(session);
        self.change(|state| {
            state.traffic.note_session_gone(session);
            state.workers.remove(session);
            if own {
                state.gone = Some(ErrorKind::NotFound);
            } else {
                state.note_frame_session_gone(session);
            }
        });
    }

    /// The browser has ended.
    pub(crate) fn note_browser_gone(&self) {
        self.change(|state| state.gone = Some(ErrorKind::EngineCrashed));
    }

    /// Something happened to another tab that this one waits for.
    pub(crate) fn note_other(&self) {
        self.change(|_| ());
    }

    /// Notes what an event tells.
    pub(crate) fn note_event(self: &Arc<Self>, session: &SessionId, event: &RawEvent) {
        let is_traffic = self.state().traffic.note_event(session, event);
        if is_traffic {
            self.change(|_| ());
        } else if self.state().console.note_event(event) {
            // Nobody waits for what is said.
        } else if let Some(Ok(created)) = event.read::<ExecutionContextCreated>() {
            self.change(|state| state.note_world(session, created));
        } else if let Some(Ok(destroyed)) = event.read::<ExecutionContextDestroyed>() {
            self.change(|state| state.note_world_gone(&destroyed));
        } else if event.is::<ExecutionContextsCleared>() {
            self.change(|state| state.note_worlds_gone(session));
        } else if let Some(Ok(attached)) = event.read::<FrameAttached>() {
            self.note_frame(attached);
        } else if let Some(Ok(detached)) = event.read::<FrameDetached>() {
            // One that is swapped goes on in another process, with a session of its own.
            if detached.reason != Some(FrameDetachedReason::Swap) {
                self.change(|state| state.remove(&detached.frame_id));
            }
        } else if let Some(Ok(navigated)) = event.read::<FrameNavigated>() {
            self.change(|state| state.note_navigated(navigated, session));
        } else if let Some(Ok(within)) = event.read::<NavigatedWithinDocument>() {
            self.change(|state| {
                if within.frame_id == state.main {
                    state.going.note_within();
                }
                if let Some(frame) = state.frames.get_mut(&within.frame_id) {
                    frame.url = within.url;
                }
            });
        } else if let Some(Ok(reached)) = event.read::<LifecycleEvent>() {
            self.change(|state| {
                if reached.frame_id == state.main {
                    state
                        .going
                        .note_reached(reached.loader_id.as_str(), &reached.name);
                }
            });
        } else if event.method.starts_with("Page.") {
            self.note_page_event(event);
        } else if &*event.method == REQUEST_PAUSED {
            intercept::note_paused(self, event);
        } else if &*event.method == auth::AUTH_REQUIRED {
            auth::note_required(self, event);
        } else if &*event.method == CRASHED {
            self.change(|state| state.note_crashed(session, self.session.id() == Some(session)));
        } else if &*event.method == REVIVED && self.session.id() == Some(session) {
            self.change(|state| state.gone.take_if(|g| *g == ErrorKind::PageCrashed));
        }
    }

    /// Events of navigations, dialogs and choosers.
    fn note_page_event(&self, event: &RawEvent) {
        if let Some(Ok(asked)) = event.read::<FrameRequestedNavigation>() {
            // What stays in the tab; a script that is asked for as a URL goes nowhere.
            let stays = asked.disposition == "currentTab" && !asked.url.starts_with("javascript:");
            if asked.disposition.starts_with("new")
                && let Some(context) = self.context.upgrade()
            {
                context.note_asked(&self.target);
            }
            self.change(|state| {
                if asked.disposition == "download" {
                    state.going.note_asked_download();
                } else if asked.frame_id == state.main && stays {
                    state.going.note_asked();
                }
            });
        } else if let Some(Ok(started)) = event.read::<FrameStartedNavigating>() {
            self.change(|state| {
                if started.frame_id == state.main {
                    state.going.note_started(Started {
                        loader: started.loader_id.as_str().to_owned(),
                        url: started.url,
                        within: matches!(
                            started.navigation_type,
                            Way::SameDocument | Way::HistorySameDocument
                        ),
                    });
                }
            });
        } else if let Some(Ok(stopped)) = event.read::<FrameStoppedLoading>() {
            self.change(|state| {
                if stopped.frame_id == state.main {
                    let State { going, traffic, .. } = state;
                    going.note_stopped(traffic);
                }
            });
        } else if let Some(Ok(opening)) = event.read::<JavascriptDialogOpening>() {
            let reaction = self.change(|state| state.dialogs.note_opening(opening));
            if reaction == Reaction::EndScript {
                let theirs = event.session.as_ref();
                let theirs = theirs.and_then(|id| self.session.client().session(id).ok());
                let theirs = theirs.as_ref().unwrap_or(&self.session);
                theirs.call(&TerminateExecution {}).forget();
            }
            if reaction != Reaction::Leave {
                self.session
                    .call(&HandleJavaScriptDialog::new(true))
                    .forget();
            }
        } else if event.is::<JavascriptDialogClosed>() {
            self.change(|state| state.dialogs.note_closed());
        } else if let Some(Ok(opened)) = event.read::<FileChooserOpened>() {
            let Ok(session) = event
                .session
                .as_ref()
                .map_or(Ok(self.session.clone()), |id| {
                    self.session.client().session(id)
                })
            else {
                return;
            };
            let chooser = Chooser {
                session,
                input: opened.backend_node_id,
                multiple: opened.mode == FileChooserOpenedMode::SelectMultiple,
            };
            self.change(|state| state.chooser = Some(chooser));
        }
    }

    fn note_frame(self: &Arc<Self>, attached: FrameAttached) {
        let id = attached.frame_id;
        let is_new = self.change(|state| {
            let parent = state.frames.get(&attached.parent_frame_id);
            let Some(parent) = parent.filter(|_| !state.frames.contains_key(&id)) else {
                return false;
            };
            let frame = Frame::new(id.clone(), Some(parent.id.clone()), parent.session.clone());
            state.frames.insert(id.clone(), frame);
            true
        });
        if is_new {
            owners::ask(self, id);
        }
    }
}

impl State {
    /// The main frame.
    pub(crate) fn main_frame(&self) -> Option<&Frame> {
        self.frames.get(&self.main)
    }

    /// A frame is gone, with all below it.
    fn remove(&mut self, id: &FrameId) {
        self.remove_below(id);
        if *id != self.main && self.frames.remove(id).is_some() {
            self.traffic.note_frame_gone(id);
        }
    }

    /// All frames below one are gone.
    fn remove_below(&mut self, id: &FrameId) {
        let mut above = vec![id.clone()];
        while let Some(parent) = above.pop() {
            let below: Vec<FrameId> = self
                .frames
                .values()
                .filter(|f| f.parent.as_ref() == Some(&parent))
                .map(|f| f.id.clone())
                .collect();
            for id in below {
                self.frames.remove(&id);
                self.traffic.note_frame_gone(&id);
                above.push(id);
            }
        }
    }

    /// The process of a frame does not show it any more: it goes on in its parent's, or is gone, which is told next.
    fn note_frame_session_gone(&mut self, session: &SessionId) {
        let of_it = |f: &Frame| f.session.id() == Some(session);
        let Some(top) = self.frames.values().find(|f| {
            let parent = f.parent.as_ref().and_then(|p| self.frames.get(p));
            of_it(f) && !parent.is_some_and(of_it)
        }) else {
            return;
        };
        let id = top.id.clone();
        let parent = top.parent.as_ref().and_then(|p| self.frames.get(p));
        let session = parent.map(|p| p.session.clone());
        self.remove_below(&id);
        match (session, self.frames.get_mut(&id)) {
            (Some(session), Some(frame)) => frame.leave(session),
            _ => drop(self.frames.remove(&id)),
        }
    }

    fn note_world(&mut self, session: &SessionId, created: ExecutionContextCreated) {
        let world = &created.context;
        let about = world.aux_data.as_ref();
        let text = |key| about.and_then(|a| a.get(key)?.as_str());
        let (Some(frame), Some(kind)) = (text("frameId"), text("type")) else {
            return;
        };
        let Some(frame) = self.frames.get_mut(&FrameId::from(frame)) else {
            if self.early_worlds.len() < EARLY_WORLDS {
                self.early_worlds.push((session.clone(), created));
            }
            return;
        };
        if frame.session.id() != Some(session) {
            return;
        }
        match kind {
            "default" => frame.main_world.clone_from(&world.unique_id),
            "isolated" if world.name == world::NAME => {
                frame.world.clone_from(&world.unique_id);
                frame.is_silent = false;
                frame.world_number = Some(world.id);
            }
            _ => {}
        }
    }

    /// Gives worlds that were told of before their frames to those that are known by now.
    pub(crate) fn claim_worlds(&mut self) {
        for (session, created) in std::mem::take(&mut self.early_worlds) {
            self.note_world(&session, created);
        }
    }

    fn note_world_gone(&mut self, destroyed: &ExecutionContextDestroyed) {
        let gone = destroyed.execution_context_unique_id.as_ref();
        self.early_worlds
            .retain(|(_, created)| created.context.unique_id.as_ref() != gone);
        for frame in self.frames.values_mut() {
            frame.world.take_if(|w| Some(&*w) == gone);
            frame.main_world.take_if(|w| Some(&*w) == gone);
        }
    }

    fn note_worlds_gone(&mut self, session: &SessionId) {
        self.early_worlds.retain(|(of, _)| of != session);
        for frame in self.frames.values_mut() {
            if frame.session.id() == Some(session) {
                frame.world = None;
                frame.main_world = None;
            }
        }
    }

    fn note_navigated(&mut self, navigated: FrameNavigated, session: &SessionId) {
        let told = navigated.frame;
        let is_main = told.id == self.main;
        let parents = self.frames.get(&told.id).and_then(|f| {
            let parent = self.frames.get(f.parent.as_ref()?)?;
            Some(parent.session.clone())
        });
        let Some(frame) = self.frames.get_mut(&told.id) else {
            return;
        };
        if frame.session.id() != Some(session) {
            match parents {
                // It goes on in its parent's process.
                Some(parents) if parents.id() == Some(session) => frame.leave(parents),
                // The process a frame has left may still tell of it.
                _ => return,
            }
        }
        let is_error = told.unreachable_url.is_some();
        frame.url = match told.unreachable_url {
            Some(wanted) => wanted,
            None => told.url + told.url_fragment.as_deref().unwrap_or(""),
        };
        frame.lost = is_error.then_some(Lost::Unreachable);
        frame.mime = told.mime_type;
        frame.loader = told.loader_id.as_str().to_owned();
        frame.document = None;
        let loader = frame.loader.clone();
        self.remove_below(&told.id);
        self.traffic.note_document(&told.id, &loader);
        if is_main {
            self.chooser = None;
            self.gone.take_if(|gone| *gone == ErrorKind::PageCrashed);
            let restored = navigated.type_ == Some(NavigationType::BackForwardCacheRestore);
            self.going.note_document(Arrived {
                kind: if restored {
                    NavigationKind::Restored
                } else {
                    NavigationKind::Document
                },
                loader,
                is_error,
            });
        }
    }

    /// A process that showed frames has crashed: the tab's own, or that of frames alone.
    fn note_crashed(&mut self, session: &SessionId, own: bool) {
        self.note_worlds_gone(session);
        self.traffic.note_session_gone(session);
        for frame in self.frames.values_mut() {
            if frame.session.id() == Some(session) {
                frame.lost = Some(Lost::Crashed);
            }
        }
        if own {
            let main = self.main.clone();
            self.remove_below(&main);
            self.going.note_crashed();
            self.dialogs.note_closed();
            self.chooser = None;
            self.gone.get_or_insert(ErrorKind::PageCrashed);
        }
    }
}
