//! Downloads: an answer written to a new file. [`Target`] is the file while it grows.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use url::Url;

use super::body::{display_size, too_large};
use super::classify::file_error;
use super::decode::{Sink, Stop};
use super::error::{NetError, NetErrorKind};
use super::filename;
use super::request::Limits;
use super::response::Response;

/// A finished download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Where the file is.
    pub path: PathBuf,
    /// Its name.
    pub file_name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The `Content-Type` the server gave, if any.
    pub content_type: Option<String>,
    /// Where it came from, after redirects.
    pub url: Url,
    /// Things the user should be told.
    pub notes: Vec<String>,
}

/// How many names are tried: `report.pdf`, `report (1).pdf` …
const MAX_NAMES: u32 = 1000;

/// A file that is being written. Dropped before it is finished, it is removed: also when the request is aborted.
#[derive(Debug)]
pub(super) struct Target {
    file: Option<File>,
    path: PathBuf,
    size: u64,
    limit: u64,
}

impl Target {
    /// Creates a new file in `dir` for an answer. Never opens an existing one, not even through a link.
    pub(super) fn create(head: &Response, dir: &Path, limits: &Limits) -> Result<Target, NetError> {
        let name = filename::for_response(head);
        for attempt in 0..MAX_NAMES {
            let path = dir.join(filename::numbered(&name, attempt));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    return Ok(Target {
                        file: Some(file),
                        path,
                        size: 0,
                        limit: limits.max_body,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(file_error(
                        &head.url,
                        &format!("cannot save into {}", dir.display()),
                        &error,
                    )
                    .with_hint("choose a folder that exists and can be written"));
                }
            }
        }
        Err(NetError::about(
            NetErrorKind::File,
            &head.url,
            format_args!(
                "{} already holds {MAX_NAMES} files named like {name}",
                dir.display()
            ),
        )
        .with_hint("choose another folder"))
    }

    /// Writes what is in memory already.
    pub(super) fn write_all(&mut self, url: &Url, bytes: &[u8]) -> Result<(), NetError> {
        self.take(bytes).map_err(|stop| match stop {
            Stop::Write(error) => file_error(url, "the download cannot be written", &error),
            _ => too_large(url, self.limit),
        })
    }

    /// Keeps the file, if it is whole.
    pub(super) fn finish(
        mut self,
        head: &Response,
        complete: bool,
        notes: Vec<String>,
    ) -> Result<Download, NetError> {
        if !complete {
            let reason = notes
                .last()
                .map_or("the answer ends too early", String::as_str);
            return Err(NetError::about(
                NetErrorKind::Protocol,
                &head.url,
                format_args!(
                    "the download broke off after {}: {reason}",
                    display_size(self.size)
                ),
            )
            .with_hint("try again"));
        }
        let write_failed =
            |error: io::Error| file_error(&head.url, "the download cannot be written", &error);
        if let Some(file) = &mut self.file {
            file.flush().map_err(write_failed)?;
        }
        self.file = None;
        let path = std::mem::take(&mut self.path);
        Ok(Download {
            file_name: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            path,
            size: self.size,
            content_type: head.content_type(),
            url: head.url.clone(),
            notes,
        })
    }
}

impl Sink for Target {
    /// Writes to the file directly. These are writes of a few kilobytes into the page cache, which are shorter than handing them
    /// to another thread.
    fn take(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.len() as u64 > self.limit - self.size {
            return Err(Stop::TooLarge);
        }
        if let Some(file) = &mut self.file {
            file.write_all(bytes).map_err(Stop::Write)?;
            self.size += bytes.len() as u64;
        }
        Ok(())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // Nothing can be done about a file that cannot be removed, and nobody is left to tell.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
