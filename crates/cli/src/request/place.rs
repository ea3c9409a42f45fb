//! Where things are: addresses, files of this machine, standard input.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::DEFAULT_MAX_BODY;
use url::Url;

use crate::args::Global;
use crate::client::guard;
use crate::output::Rendering;
use crate::wire::Source;
use crate::words::{io_reason, size};

/// The URL that HTML from standard input stands at.
const STANDARD_INPUT: &str = "about:stdin";

/// What to open, and the bytes of it where they come from standard input.
pub(super) fn source(
    text: &str,
    here: &Path,
    global: &Global,
) -> Result<(Option<Source>, Vec<u8>), Error> {
    if text != "-" {
        return Ok((Some(Source::Url(location(text, here)?)), Vec::new()));
    }
    Ok((
        Some(Source::Body {
            url: STANDARD_INPUT.to_owned(),
        }),
        standard_input(global)?,
    ))
}

/// All that standard input holds.
pub(super) fn standard_input(global: &Global) -> Result<Vec<u8>, Error> {
    let limit = global.max_size.unwrap_or(DEFAULT_MAX_BODY);
    let _guard = guard::start(
        global.timeout,
        Rendering::of_json(global.json),
        "standard input did not end",
        "pipe a file into it, or give --timeout more",
    );
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock().take(limit.saturating_add(1));
    input.read_to_end(&mut bytes).map_err(|error| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot read standard input: {}", io_reason(&error)),
        )
    })?;
    if bytes.len() as u64 > limit {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("standard input has more than {}", size(limit)),
        )
        .with_hint("raise the limit with --max-size"));
    }
    Ok(bytes)
}

/// A location as the daemon can use it: it has another current folder, so files become absolute `file:` URLs here.
/// Whatever is no file is left as it was typed.
pub(super) fn location(text: &str, here: &Path) -> Result<String, Error> {
    const PATH_STARTS: [&str; 4] = ["/", "./", "../", "~/"];
    if text.trim().is_empty() {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            "there is nothing to open: the location is empty",
        )
        .with_hint("give a URL, a host, a file, or - for standard input"));
    }
    if let Some(path) = text
        .strip_prefix("file:")
        .filter(|rest| !rest.starts_with("//"))
    {
        return file_url(&here.join(path));
    }
    if text.contains("://") {
        return Ok(text.to_owned());
    }
    let looks_like_path =
        PATH_STARTS.iter().any(|start| text.starts_with(start)) || text == "." || text == "..";
    let path = match text.strip_prefix("~/").zip(std::env::var_os("HOME")) {
        Some((rest, home)) => PathBuf::from(home).join(rest),
        None => here.join(text),
    };
    // A folder may bear the name of a host; a name without a dot is that of a folder rather.
    let is_folder = path.is_dir() && (text.ends_with('/') || !text.contains(['.', ':']));
    if path.exists() && (looks_like_path || path.is_file() || is_folder) {
        return file_url(&path);
    }
    if looks_like_path || looks_like_file(text) {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "cannot open the file {}: it does not exist",
                std::path::absolute(&path).unwrap_or(path).display()
            ),
        )
        .with_hint(
            "check the path; a page of the web starts with http:// or https://, or with its host",
        ));
    }
    Ok(text.to_owned())
}

/// Whether a text that names no file that exists names one all the same: its extension is of a file and of no host.
fn looks_like_file(text: &str) -> bool {
    const EXTENSIONS: [&str; 9] = [
        "html", "htm", "xhtml", "mhtml", "svg", "txt", "json", "xml", "pdf",
    ];
    let host = text.split(['/', '?', '#']).next().unwrap_or(text);
    Path::new(host).extension().is_some_and(|extension| {
        EXTENSIONS
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

fn file_url(path: &Path) -> Result<String, Error> {
    let shown = path.display();
    let path = std::path::absolute(path).map_err(|error| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot open the file {shown}: {}", io_reason(&error)),
        )
    })?;
    Url::from_file_path(&path).map(String::from).map_err(|()| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot make a URL of the path {shown}"),
        )
    })
}

/// A file to upload, absolute. That it can be read is told here, where the path is the one that was typed.
pub(super) fn readable_file(file: &Path, here: &Path) -> Result<PathBuf, Error> {
    let refused = |reason: &str| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("cannot upload {}: {reason}", file.display()),
        )
        .with_hint("give the path of a file that exists and can be read")
    };
    let path = here.join(file);
    let about = std::fs::metadata(&path).map_err(|error| refused(io_reason(&error)))?;
    if about.is_dir() {
        return Err(refused("it is a folder"));
    }
    std::fs::File::open(&path).map_err(|error| refused(io_reason(&error)))?;
    Ok(path)
}

pub(super) fn current_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|error| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("the current folder cannot be used: {}", io_reason(&error)),
        )
        .with_hint("change into a folder that exists")
    })
}
