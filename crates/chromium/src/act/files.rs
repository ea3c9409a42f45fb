//! Files: choosing them for an input, and submitting forms.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::dom::SetFileInputFiles;
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_engine::{Error, ErrorKind, Note, NoteKind, Outcome, Result};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Place, stale};
use crate::errors;

#[derive(Deserialize)]
struct FileInput {
    input: u32,
    multiple: bool,
    accept: String,
    directory: bool,
}

#[derive(Serialize)]
struct Submitting {
    force: bool,
}

#[derive(Deserialize)]
struct Submitted {}

impl Hand<'_> {
    /// Chooses files for a file input.
    pub(super) async fn upload(&mut self, node: NodeKey, files: &[PathBuf]) -> Result<Done> {
        let place = self.place(node)?;
        let input: FileInput = self.ask(&place, "files", &()).await?;
        let mut outcome = Outcome::default();
        if files.len() > 1 && !input.multiple {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("it takes one file, and {} were given", files.len()),
            )
            .with_hint("name one file"));
        }
        for file in files {
            check_readable(file, input.directory)?;
        }
        for file in files.iter().filter(|f| !is_accepted(&input.accept, f)) {
            outcome.notes.push(Note {
                kind: NoteKind::Other,
                text: format!(
                    "the field asks for {:?}, and {} is not of that kind; it was chosen all the same",
                    input.accept,
                    file.display()
                ),
            });
        }
        let place = place.at(input.input);
        let object = self.object_of(&place).await?;
        let command = SetFileInputFiles {
            object_id: Some(object),
            ..SetFileInputFiles::new(names(files))
        };
        let call = place.frame.session.call(&command);
        self.handled(vec![call]).await?;
        Ok(Done::on(place, outcome))
    }

    /// A handle of an element, in our world.
    async fn object_of(
        &self,
        place: &Place,
    ) -> Result<surefoot_cdp::protocol::runtime::RemoteObjectId> {
        let world = place.frame.world.clone().ok_or_else(stale)?;
        let reply = place
            .frame
            .session
            .call(&Evaluate {
                unique_context_id: Some(world),
                object_group: Some("surefoot-files".to_owned()),
                silent: Some(true),
                ..Evaluate::new(format!("surefoot.nodeOf({})", place.serial))
            })
            .by(self.limits.deadline.into())
            .await
            .map_err(errors::about("the page cannot be asked"))?;
        reply.result.object_id.ok_or_else(stale)
    }

    /// Gives files to the file chooser that waits, or closes it.
    pub(super) async fn choose_files(&mut self, files: &[PathBuf]) -> Result<Done> {
        let chooser = self.live.state().chooser.clone().ok_or_else(|| {
            Error::new(ErrorKind::NotFound, "no file chooser is open")
                .with_hint("click what opens it first, or use `upload` on the field")
        })?;
        if files.len() > 1 && !chooser.multiple {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("the chooser takes one file, and {} were given", files.len()),
            )
            .with_hint("name one file"));
        }
        for file in files {
            check_readable(file, false)?;
        }
        if files.is_empty() {
            self.live.change(|state| state.chooser = None);
            return Ok(Done::nothing(Outcome::default()));
        }
        let input = chooser.input.ok_or_else(|| {
            Error::new(
                ErrorKind::Unsupported,
                "the chooser belongs to no file input of the page, so files cannot be given to it",
            )
        })?;
        let command = SetFileInputFiles {
            backend_node_id: Some(input),
            ..SetFileInputFiles::new(names(files))
        };
        let call = chooser.session.call(&command);
        self.handled(vec![call]).await?;
        self.live.change(|state| state.chooser = None);
        let names = files.iter().filter_map(|file| file.file_name());
        let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
        Ok(Done::of(Outcome {
            value: Some(names.join(", ")),
            ..Outcome::default()
        }))
    }

    /// Submits a form as its default button would.
    pub(super) async fn submit(&mut self, node: NodeKey) -> Result<Done> {
        let place = self.place(node)?;
        let options = Submitting {
            force: self.forced(),
        };
        // A dialog in the middle of it is told by what comes after.
        let _: Option<Submitted> = self.try_ask(&place, "submit", &options).await?;
        Ok(Done::on(place.at(0), Outcome::default()))
    }
}

/// Paths as the browser takes them.
pub(super) fn names(files: &[PathBuf]) -> Vec<String> {
    files
        .iter()
        .map(|file| file.to_string_lossy().into_owned())
        .collect()
}

/// Refuses what cannot be uploaded.
pub(super) fn check_readable(file: &Path, folder: bool) -> Result<()> {
    let refuse = |why: &str| {
        Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("{} cannot be uploaded: {why}", file.display()),
        )
        .with_hint("name an existing file that can be read"))
    };
    match std::fs::metadata(file) {
        Err(_) => refuse("there is no such file, or it is not accessible"),
        Ok(facts) if facts.is_dir() && !folder => refuse("it is a folder"),
        Ok(facts) if folder && !facts.is_dir() => refuse("the field takes a folder"),
        Ok(_) if std::fs::File::open(file).is_err() => refuse("it cannot be read"),
        Ok(_) if file.to_str().is_none() => refuse("its name is not Unicode"),
        Ok(_) => Ok(()),
    }
}

/// Endings of names, and the content types they stand for in an `accept` attribute.
const TYPES: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("svg", "image/svg+xml"),
    ("bmp", "image/bmp"),
    ("avif", "image/avif"),
    ("pdf", "application/pdf"),
    ("txt", "text/plain"),
    ("csv", "text/csv"),
    ("html", "text/html"),
    ("htm", "text/html"),
    ("css", "text/css"),
    ("md", "text/markdown"),
    ("json", "application/json"),
    ("xml", "text/xml"),
    ("zip", "application/zip"),
    ("gz", "application/gzip"),
    ("mp3", "audio/mpeg"),
    ("wav", "audio/wav"),
    ("ogg", "audio/ogg"),
    ("mp4", "video/mp4"),
    ("webm", "video/webm"),
    ("mov", "video/quicktime"),
    ("doc", "application/msword"),
    (
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    ("xls", "application/vnd.ms-excel"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
];

/// Whether an `accept` attribute takes a file, by its name.
fn is_accepted(accept: &str, file: &Path) -> bool {
    let name = file.to_string_lossy().to_ascii_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mime = TYPES
        .iter()
        .find(|(known, _)| *known == ending)
        .map_or("application/octet-stream", |(_, mime)| mime);
    let mut any = false;
    for token in accept.split(',').map(|t| t.trim().to_ascii_lowercase()) {
        if token.is_empty() {
            continue;
        }
        any = true;
        let fits = match token.strip_suffix("/*") {
            Some("*") => true,
            Some(kind) => mime.split('/').next() == Some(kind),
            None if token.starts_with('.') => name.ends_with(&token),
            None => mime == token,
        };
        if fits {
            return true;
        }
    }
    !any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_accepted_by_their_name() {
        let cases = [
            ("", "a.bin", true),
            ("image/*", "a.PNG", true),
            ("image/*", "a.pdf", false),
            (".pdf,.doc", "a.doc", true),
            ("application/pdf", "a.pdf", true),
            ("application/pdf", "a", false),
            ("*/*", "a", true),
        ];
        for (accept, file, accepted) in cases {
            assert_eq!(
                is_accepted(accept, Path::new(file)),
                accepted,
                "{accept} {file}"
            );
        }
    }
}
