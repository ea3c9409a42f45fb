//! What is told of an action besides its own result: where the tab went, and what came up meanwhile.

use std::time::{Duration, Instant};

use surefoot_engine::{
    Content, ContentKind, FileChooser, Limits, LoadState, Navigation, NavigationKind, Note,
    NoteKind, Outcome, Tab,
};

use crate::going::{GoingMark, Progress, Way};
use crate::live::{Live, Look, Mark, State};
use crate::tab::ChromiumTab;

/// How many of the requests that keep a page loading are named.
const NAMED: usize = 3;

/// The navigation that arrived last since a moment; `None` if none did.
pub(crate) fn navigation(state: &State, since: GoingMark) -> Option<Navigation> {
    let arrived = state.going.arrived_since(since)?;
    let frame = state.main_frame()?;
    let asked = (arrived.kind != NavigationKind::Fragment)
        .then(|| state.traffic.document(&arrived.loader))
        .flatten();
    let mime = asked.and_then(|d| d.mime.as_deref()).unwrap_or(&frame.mime);
    Some(Navigation {
        url: frame.url.clone(),
        kind: arrived.kind,
        status: asked.and_then(|d| d.status),
        redirects: asked.map(|d| d.redirects.clone()).unwrap_or_default(),
        content: Content {
            kind: kind_of(mime),
            mime: mime.to_owned(),
            about: None,
            size: asked.and_then(|d| d.size).unwrap_or(0),
        },
        notes: Vec::new(),
    })
}

/// What a document of this content type is.
fn kind_of(mime: &str) -> ContentKind {
    let mime = mime.trim().to_ascii_lowercase();
    let (top, sub) = mime.split_once('/').unwrap_or((&mime, ""));
    match (top, sub) {
        ("", _) | ("text", "html") | ("application", "xhtml+xml") => ContentKind::Html,
        ("image", "svg+xml") | ("text" | "application", "xml") => ContentKind::Xml,
        ("application", "pdf") => ContentKind::Pdf,
        ("image", _) => ContentKind::Image,
        ("audio" | "video", _) => ContentKind::Media,
        (_, "json") => ContentKind::Json,
        (_, sub) if sub.ends_with("+json") => ContentKind::Json,
        (_, sub) if sub.ends_with("+xml") => ContentKind::Xml,
        ("text", _) | (_, "javascript" | "ecmascript") => ContentKind::Text,
        _ => ContentKind::Binary,
    }
}

/// That the page is looked at before all of it is there.
pub(crate) fn still_loading(state: &State) -> Note {
    let mut urls = state.traffic.running_urls(NAMED + 1);
    let more = urls.len() > NAMED;
    urls.truncate(NAMED);
    let mut text = match (state.going.started(), urls.is_empty()) {
        (Some(started), _) => format!("still going to {}", started.url),
        (None, true) => "still loading".to_owned(),
        (None, false) => format!("still loading: {}", urls.join(", ")),
    };
    if more {
        text.push_str(", …");
    }
    Note {
        kind: NoteKind::StillLoading,
        text,
    }
}

/// How long a tab that a page has opened may take to begin going where it is to go. One that goes nowhere stays empty.
const SETTING_OUT: Duration = Duration::from_millis(500);

impl Live {
    /// Waits until a tab that a page has opened shows what it was opened for, or an empty page.
    pub(crate) async fn shows_something(&self, deadline: Instant) {
        let set_out = deadline.min(Instant::now() + SETTING_OUT);
        self.watch(|state| {
            let now = Instant::now();
            if state.gone.is_some() || state.dialogs.waiting().is_some() || now >= deadline {
                return Look::Found(());
            }
            if state.going.is_untouched() && state.going.under_way() == Way::Staying {
                return if now < set_out {
                    Look::Again(Some(set_out))
                } else {
                    Look::Found(())
                };
            }
            match state
                .going
                .progress(LoadState::DomContentLoaded, &state.traffic)
            {
                Progress::There | Progress::Enough => Look::Found(()),
                Progress::Until(at) => {
                    Look::Again(Some(at.map_or(deadline, |at| at.min(deadline))))
                }
            }
        })
        .await;
    }
}

impl ChromiumTab {
    /// Adds to an outcome what came up meanwhile, each thing once: dialogs, a file chooser, tabs, downloads.
    pub(crate) async fn add_effects(&mut self, outcome: &mut Outcome, since: Mark, limits: Limits) {
        let downloads = self.live.downloaded(since.downloads, limits).await;
        outcome.downloads.extend(downloads.files);
        outcome.notes.extend(downloads.notes);
        {
            let mut state = self.live.state();
            let (dialogs, note) = state.dialogs.take_untold();
            outcome.dialogs.extend(dialogs);
            outcome.notes.extend(note);
            outcome.chooser = outcome
                .chooser
                .or(state.chooser.as_ref().map(|c| FileChooser {
                    node: None,
                    multiple: c.multiple,
                }));
        }
        if let Some(context) = self.live.context.upgrade() {
            let until = limits.deadline.min(Instant::now() + limits.settle);
            for tab in context.opened_by(&self.live.target) {
                tab.shows_something(until).await;
            }
        }
        outcome.opened.extend(self.take_opened());
    }
}
