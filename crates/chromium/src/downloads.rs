//! [`Downloads`]: the files that pages of a context have started to download.
//!
//! The browser saves each under a name of its own making, which no page can choose; once it is whole it gets the name
//! that was suggested for it, made safe, in the same folder.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use surefoot_cdp::protocol::browser::{
    DownloadProgress, DownloadProgressState, DownloadWillBegin, SetDownloadBehavior,
    SetDownloadBehaviorBehavior,
};
use surefoot_cdp::protocol::target::TargetId;
use surefoot_cdp::{Event, RawEvent, Session};
use surefoot_engine::{Download, Limits, Note, NoteKind};

use crate::context::Context;
use crate::live::{Live, Look};

/// The events that are read here.
pub(crate) const EVENTS: &[&str] = &[DownloadWillBegin::METHOD, DownloadProgress::METHOD];

/// How many downloads that nobody was told of are kept.
const KEPT: usize = 200;

/// The longest name of a file, in bytes. File systems allow 255, and a number may be added.
const LONGEST: usize = 200;

/// How long before the deadline waiting for a download ends, to tell of it in time.
const MARGIN: Duration = Duration::from_millis(250);

/// How long a download that is announced may take to begin.
const BEGINNING: Duration = Duration::from_secs(1);

/// The downloads of a context.
#[derive(Debug, Default)]
pub(crate) struct Downloads {
    entries: Vec<Entry>,
    /// How many there were.
    count: u64,
}

#[derive(Debug)]
struct Entry {
    number: u64,
    guid: String,
    /// The tab whose page started it.
    tab: TargetId,
    url: String,
    name: String,
    mime: String,
    state: State,
}

#[derive(Debug)]
enum State {
    Running,
    /// It gets its name.
    Naming,
    Done(PathBuf, u64),
    Failed(String),
}

/// What has come of downloads.
#[derive(Debug, Default)]
pub(crate) struct Finished {
    /// Files that are whole.
    pub(crate) files: Vec<Download>,
    /// What became of others.
    pub(crate) notes: Vec<Note>,
}

impl Downloads {
    /// How many there were.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Whether one that began after so many others is not done yet.
    fn is_running(&self, tab: &TargetId, since: u64) -> bool {
        let running = |e: &Entry| matches!(e.state, State::Running | State::Naming);
        let of_it = |e: &&Entry| e.tab == *tab && e.number > since;
        self.entries.iter().filter(of_it).any(running)
    }

    /// Whether one has ended that nobody was told of.
    pub(crate) fn has_news(&self, tab: &TargetId) -> bool {
        let ended = |e: &Entry| matches!(e.state, State::Done(..) | State::Failed(_));
        self.entries.iter().any(|e| e.tab == *tab && ended(e))
    }

    fn has_begun(&self, tab: &TargetId, since: u64) -> bool {
        self.entries
            .iter()
            .any(|e| e.tab == *tab && e.number > since)
    }

    fn begin(&mut self, tab: TargetId, begun: DownloadWillBegin, mime: String) {
        self.count += 1;
        if self.entries.len() >= KEPT {
            self.entries.remove(0);
        }
        self.entries.push(Entry {
            number: self.count,
            guid: begun.guid,
            tab,
            url: begun.url,
            name: safe(&begun.suggested_filename),
            mime,
            state: State::Running,
        });
    }

    fn entry(&mut self, guid: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|e| e.guid == guid)
    }

    /// Takes what a tab's downloads have come to; those that began after so many others and still run are told of.
    fn take(&mut self, tab: &TargetId, since: u64) -> Finished {
        let mut finished = Finished::default();
        self.entries.retain_mut(|entry| {
            if entry.tab != *tab {
                return true;
            }
            match &entry.state {
                State::Running | State::Naming => {
                    if entry.number > since {
                        finished.notes.push(Note {
                            kind: NoteKind::StillLoading,
                            text: format!("still downloading {} from {}", entry.name, entry.url),
                        });
                    }
                    true
                }
                State::Done(path, size) => {
                    finished.files.push(Download {
                        path: path.clone(),
                        url: std::mem::take(&mut entry.url),
                        size: *size,
                        mime: std::mem::take(&mut entry.mime),
                    });
                    false
                }
                State::Failed(why) => {
                    finished.notes.push(Note {
                        kind: NoteKind::Other,
                        text: format!("the download of {} failed: {why}", entry.name),
                    });
                    false
                }
            }
        });
        finished
    }
}

/// Has a browser save the downloads of a context in a folder, and tell of them.
pub(crate) fn set_up(root: &Session, context: &Context, folder: &Path) {
    let named = !folder.as_os_str().is_empty();
    let behavior = if named {
        SetDownloadBehaviorBehavior::AllowAndName
    } else {
        SetDownloadBehaviorBehavior::Deny
    };
    let command = SetDownloadBehavior {
        browser_context_id: context.id.clone(),
        download_path: named.then(|| folder.to_string_lossy().into_owned()),
        events_enabled: Some(true),
        ..SetDownloadBehavior::new(behavior)
    };
    root.call(&command).forget();
}

/// Notes what an event tells.
pub(crate) fn note_event(contexts: &[Arc<Context>], event: &RawEvent) {
    if let Some(Ok(begun)) = event.read::<DownloadWillBegin>() {
        note_begun(contexts, begun);
    } else if let Some(Ok(progress)) = event.read::<DownloadProgress>() {
        for context in contexts {
            note_progress(context, &progress);
        }
    }
}

fn note_begun(contexts: &[Arc<Context>], begun: DownloadWillBegin) {
    let found = contexts.iter().find_map(|context| {
        let tabs = context.tabs();
        let shows = |tab: &Arc<Live>| tab.state().frames.contains_key(&begun.frame_id);
        let tab = tabs.iter().find(|tab| shows(tab))?;
        let mime = mime_of(tab, &begun.url).or_else(|| guessed(&begun.suggested_filename));
        // A tab that was opened for the download alone has nothing to show: it is its opener's.
        let opener = tab.opener.get().filter(|_| tab.state().going.is_empty());
        let tab = opener.unwrap_or(&tab.target).clone();
        Some((context, tab, mime))
    });
    let Some((context, tab, mime)) = found else {
        tracing::warn!("a download of no known tab was not followed");
        return;
    };
    let mime = mime.unwrap_or_else(|| "application/octet-stream".to_owned());
    context.change_downloads(|downloads| downloads.begin(tab, begun, mime));
}

/// The content type that a file came with, if that was seen.
fn mime_of(tab: &Live, url: &str) -> Option<String> {
    let state = tab.state();
    let request = state.traffic.list().filter(|r| r.url == url).last()?;
    request.mime.clone()
}

/// The content type of a file whose response was not seen, by its name.
fn guessed(name: &str) -> Option<String> {
    const TYPES: &[(&str, &str)] = &[
        ("csv", "text/csv"),
        ("txt", "text/plain"),
        ("json", "application/json"),
        ("pdf", "application/pdf"),
        ("zip", "application/zip"),
        ("png", "image/png"),
        ("jpg", "image/jpeg"),
        ("html", "text/html"),
        ("xml", "text/xml"),
    ];
    let (_, extension) = name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    let known = TYPES.iter().find(|(known, _)| *known == extension)?;
    Some(known.1.to_owned())
}

fn note_progress(context: &Arc<Context>, progress: &DownloadProgress) {
    let folder = context.options().download_dir;
    let named = context.change_downloads(|downloads| {
        let entry = downloads.entry(&progress.guid)?;
        match progress.state {
            DownloadProgressState::Completed => {
                entry.state = State::Naming;
                Some(entry.name.clone())
            }
            DownloadProgressState::Canceled => {
                entry.state = State::Failed("it was broken off".to_owned());
                None
            }
            _ => None,
        }
    });
    let Some(name) = named else {
        return;
    };
    let saved = progress.file_path.as_ref().map(PathBuf::from);
    let saved = saved.unwrap_or_else(|| folder.join(&progress.guid));
    let (context, guid) = (Arc::clone(context), progress.guid.clone());
    tokio::task::spawn_blocking(move || {
        let state = match give_name(&saved, &folder, &name) {
            Ok((path, size)) => State::Done(path, size),
            Err(error) => State::Failed(format!("it cannot be saved: {}", error.kind())),
        };
        context.change_downloads(|downloads| {
            if let Some(entry) = downloads.entry(&guid) {
                entry.state = state;
            }
        });
    });
}

/// Gives a file its name, with a number if there is one of that name already.
fn give_name(saved: &Path, folder: &Path, name: &str) -> std::io::Result<(PathBuf, u64)> {
    let size = fs::metadata(saved)?.len();
    for number in 0..10_000 {
        let path = folder.join(numbered(name, number));
        // Taken first, so that two downloads at once do not get the same.
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => {
                fs::rename(saved, &path)?;
                return Ok((path, size));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

/// The name with a number before its extension: `a (1).txt`. Number 0 changes nothing.
fn numbered(name: &str, number: u32) -> String {
    match (number, name.rsplit_once('.')) {
        (0, _) => name.to_owned(),
        (number, Some((stem, extension))) if !stem.is_empty() => {
            format!("{stem} ({number}).{extension}")
        }
        (number, _) => format!("{name} ({number})"),
    }
}

/// A suggested name as one that is safe in any file system: no folders, nothing hidden, nothing that cannot be seen.
fn safe(suggested: &str) -> String {
    let last = suggested.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last
        .chars()
        .map(|c| match c {
            '<' | '>' | ':' | '"' | '|' | '?' | '*' => '_',
            c => c,
        })
        .filter(|c| !c.is_control() && !is_invisible(*c))
        .collect();
    let trimmed = name.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let mut name = trimmed.to_owned();
    while name.len() > LONGEST {
        // From before the extension, which says what it is.
        let at = match name.rfind('.') {
            Some(dot) if dot > 0 && name.len() - dot < 20 => dot,
            _ => name.len(),
        };
        let Some((cut, _)) = name
            .get(..at)
            .and_then(|stem| stem.char_indices().next_back())
        else {
            break;
        };
        name.replace_range(cut..at, "");
    }
    if name.is_empty() {
        "download".to_owned()
    } else {
        name
    }
}

/// Characters that make a name look like another one.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

impl Live {
    /// Waits for the downloads of this tab that began after so many others, as long as the limits allow, and takes what
    /// has come of all.
    pub(crate) async fn downloaded(&self, since: u64, limits: Limits) -> Finished {
        let Some(context) = self.context.upgrade() else {
            return Finished::default();
        };
        let deadline = limits
            .deadline
            .checked_sub(MARGIN)
            .unwrap_or(limits.deadline);
        let beginning = Instant::now() + BEGINNING;
        self.watch(|state| {
            let now = Instant::now();
            if state.gone.is_some() || now >= deadline {
                return Look::Found(());
            }
            let (runs, begun) = context.read_downloads(|downloads| {
                (
                    downloads.is_running(&self.target, since),
                    downloads.has_begun(&self.target, since),
                )
            });
            if begun {
                state.going.note_download();
            }
            if runs {
                return Look::Again(Some(deadline));
            }
            if state.going.awaits_download() && now < beginning {
                return Look::Again(Some(beginning.min(deadline)));
            }
            state.going.note_download();
            Look::Found(())
        })
        .await;
        context.change_downloads(|downloads| downloads.take(&self.target, since))
    }

    /// How many downloads its context has had.
    pub(crate) fn download_count(&self) -> u64 {
        let context = self.context.upgrade();
        context.map_or(0, |context| context.read_downloads(Downloads::count))
    }
}

#[cfg(test)]
mod tests {
    use super::{numbered, safe};

    #[test]
    fn names_are_safe() {
        for (suggested, name) in [
            ("report.csv", "report.csv"),
            ("../../evil.sh", "evil.sh"),
            ("C:\\windows\\x.exe", "x.exe"),
            (".hidden", "hidden"),
            ("a:b?.txt", "a_b_.txt"),
            ("exe\u{202e}txt.bin", "exetxt.bin"),
            ("new\nline", "newline"),
            ("...", "download"),
            ("", "download"),
        ] {
            assert_eq!(safe(suggested), name, "{suggested:?}");
        }
        let long = safe(&format!("{}.tar", "ü".repeat(300)));
        assert!(long.len() <= 200 && long.ends_with("ü.tar"), "{long}");
        assert!(safe(&"x".repeat(999)).len() <= 200);
    }

    #[test]
    fn numbers_stand_before_the_extension() {
        assert_eq!(numbered("a.txt", 0), "a.txt");
        assert_eq!(numbered("a.txt", 2), "a (2).txt");
        assert_eq!(numbered("a", 1), "a (1)");
    }
}
