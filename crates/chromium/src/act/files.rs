//! Files: choosing them for an input, and submitting forms.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surefoot_cdp::protocol::dom::SetFileInputFiles;
use surefoot_cdp::protocol::runtime::Evaluate;
use surefoot_engine::{
    Error, ErrorKind, Note, NoteKind, Outcome, Result, Takes, accepts, check_upload,
};
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
        let takes = if input.directory {
            Takes::Folder
        } else {
            Takes::Files
        };
        for file in files {
            check_upload(file, takes)?;
        }
        for file in files.iter().filter(|f| !accepts(&input.accept, f)) {
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
            ..SetFileInputFiles::new(names(files)?)
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
            check_upload(file, Takes::Files)?;
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
            ..SetFileInputFiles::new(names(files)?)
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
pub(super) fn names(files: &[PathBuf]) -> Result<Vec<String>> {
    let name = |file: &PathBuf| {
        file.to_str().map(ToOwned::to_owned).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "{} cannot be uploaded: its name is not Unicode",
                    file.display()
                ),
            )
            .with_hint("rename it")
        })
    };
    files.iter().map(name).collect()
}
