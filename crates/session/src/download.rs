//! `download`: a click that is meant to bring a file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use surefoot_engine::{Download, Error, ErrorKind, Limits, Modifiers, MouseButton, Result};

use crate::act::described;
use crate::{ActionAnswer, Answer, Command, Session};

impl Session {
    /// Clicks an element and waits for the file.
    pub(crate) async fn download(
        &mut self,
        target: String,
        to: Option<PathBuf>,
        limits: Limits,
    ) -> Result<Answer> {
        let verb = Command::Download {
            target: String::new(),
            to: None,
        }
        .past();
        let click = Command::Click {
            target,
            button: MouseButton::Left,
            modifiers: Modifiers::empty(),
            count: 1,
            position: None,
        };
        let mut answer = self.act(click, limits).await?;
        if answer.effects.downloads.is_empty() && answer.effects.navigation.is_none() {
            answer.effects.downloads = self.awaited(limits).await?;
        }
        if answer.effects.downloads.is_empty() {
            return Err(nothing(&answer));
        }
        if let Some(to) = to {
            for download in &mut answer.effects.downloads {
                put(download, &to)?;
            }
        }
        answer.verb = verb;
        Ok(Answer::Action(answer))
    }

    /// The files that come while the page is moving, and shortly after.
    async fn awaited(&mut self, limits: Limits) -> Result<Vec<Download>> {
        let limits = Limits {
            deadline: limits.deadline.min(Instant::now() + limits.patience),
            ..limits
        };
        while Instant::now() < limits.deadline {
            let tab = &mut self.tabs.current_mut().tab;
            match tab.next_change(limits).await {
                Ok(Some(mut outcome)) => {
                    let came = std::mem::take(&mut outcome.downloads);
                    self.keep(outcome);
                    if !came.is_empty() {
                        return Ok(came);
                    }
                }
                Ok(None) => return Ok(Vec::new()),
                Err(error) if error.kind() == ErrorKind::Timeout => return Ok(Vec::new()),
                Err(error) => return Err(error),
            }
        }
        Ok(Vec::new())
    }
}

fn nothing(answer: &ActionAnswer) -> Error {
    let what = answer
        .target
        .as_ref()
        .map_or_else(|| "it".to_owned(), described);
    let message = match &answer.effects.navigation {
        Some(navigation) => format!(
            "clicking {what} downloaded nothing: it went to {}",
            navigation.url
        ),
        None => format!("clicking {what} downloaded nothing"),
    };
    Error::new(ErrorKind::NotFound, message).with_hint("a `snapshot` shows what is there now")
}

/// Puts a file where the user wants it: into a folder under its own name, or under the name given.
fn put(download: &mut Download, to: &Path) -> Result<()> {
    let into_folder = to.is_dir() || to.as_os_str().to_string_lossy().ends_with('/');
    let path = match download.path.file_name() {
        Some(name) if into_folder => to.join(name),
        _ => to.to_owned(),
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(&path, &error))?;
    }
    // Another file system takes a copy.
    let moved = std::fs::rename(&download.path, &path).or_else(|_| {
        std::fs::copy(&download.path, &path)?;
        std::fs::remove_file(&download.path)
    });
    moved.map_err(|error| {
        let lies = download.path.display();
        let error = unwritable(&path, &error);
        Error::new(
            error.kind(),
            format!("{}; the file lies in {lies}", error.message()),
        )
    })?;
    download.path = path;
    Ok(())
}

/// That a file cannot be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Error {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::NotADirectory => "a part of the path is not a folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full",
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        _ => "the system refused it",
    };
    Error::new(
        ErrorKind::InvalidArgument,
        format!("cannot write {}: {why}", path.display()),
    )
    .with_hint("give a path that can be written")
}
