//! Choosing files.

use std::path::PathBuf;

use surefoot_engine::{Error, ErrorKind, NoteKind, Result, Takes, accepts, check_upload};
use surefoot_page::{Facts, NodeId, name};

use super::Reaction;
use super::activate::{Activation, activation};
use crate::document::Document;
use crate::errors;

impl Document {
    pub(super) fn upload(&mut self, node: NodeId, files: Vec<PathBuf>) -> Result<Reaction> {
        let page = &self.page;
        let input = match activation(page, node) {
            Activation::Label(_, control) => control,
            _ => node,
        };
        if page.input_type(input) != "file" {
            return Err(errors::wrong_kind(
                page,
                input,
                "is not a file input",
                "choose the field of type file",
            ));
        }
        if page.facts(input).contains(Facts::DISABLED) {
            return Err(errors::disabled(page, input));
        }
        if files.len() > 1 && !page.has_attr(input, name::MULTIPLE) {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!(
                    "{} takes one file, and {} were given",
                    crate::form::describe(page, input),
                    files.len()
                ),
            )
            .with_hint("name one file"));
        }
        for file in &files {
            check_upload(file, Takes::Files)?;
        }
        let accept = page.attr(input, name::ACCEPT).unwrap_or("").to_owned();
        let shown: Vec<String> = files
            .iter()
            .filter_map(|f| f.file_name())
            .map(|n| n.to_string_lossy().into_owned())
            .collect();
        let mut reaction = Reaction::holds(shown.join(", "));
        for file in files.iter().filter(|f| !accepts(&accept, f)) {
            reaction.note(
                NoteKind::Other,
                format!(
                    "the field asks for {accept:?}, and {} is not of that kind; it was chosen all the same",
                    file.display()
                ),
            );
        }
        // The names alone: what is shown of a file field never tells a folder of the user.
        self.page_mut().set_value(input, shown.join(", "));
        self.controls.files.insert(input, files);
        self.move_focus(Some(input), &mut reaction);
        self.refresh_derived();
        Ok(reaction)
    }
}
