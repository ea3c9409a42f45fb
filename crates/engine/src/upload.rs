//! Files that are to be uploaded: whether they can be read, and whether a field asks for them.

use std::path::Path;

use crate::{Error, ErrorKind, Result};

/// What a field takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Takes {
    /// Files.
    Files,
    /// A folder with all that is in it (`webkitdirectory`).
    Folder,
}

/// Refuses a file that cannot be uploaded: [`ErrorKind::InvalidArgument`], with the reason.
pub fn check_upload(file: &Path, takes: Takes) -> Result<()> {
    let refuse = |why: &str| {
        Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("{} cannot be uploaded: {why}", file.display()),
        )
        .with_hint("name an existing file that can be read"))
    };
    match std::fs::metadata(file) {
        Err(_) => refuse("there is no such file, or it is not accessible"),
        Ok(facts) if facts.is_dir() && takes == Takes::Files => refuse("it is a folder"),
        Ok(facts) if !facts.is_dir() && takes == Takes::Folder => {
            refuse("the field takes a folder")
        }
        Ok(_) if std::fs::File::open(file).is_err() => refuse("it cannot be read"),
        Ok(_) => Ok(()),
    }
}

/// Whether an `accept` attribute asks for a file, by the file's name (HTML, "File Upload state").
pub fn accepts(accept: &str, file: &Path) -> bool {
    let mime = mime_guess::from_path(file).first_or_octet_stream();
    let mime = mime.essence_str();
    let name = file.to_string_lossy().to_ascii_lowercase();
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
            let answer = accepts(accept, Path::new(file));
            assert_eq!(answer, accepted, "{accept} {file}");
        }
    }
}
