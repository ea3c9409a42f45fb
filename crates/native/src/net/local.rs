//! What needs no network: `file:`, `data:` and `about:` URLs, and the refusal of all other schemes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use data_url::DataUrl;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use url::Url;

use super::body::{too_large, within};
use super::classify::file_error;
use super::error::{NetError, NetErrorKind};
use super::listing;
use super::request::{Initiator, Limits, Method, Request};
use super::response::Response;

/// Schemes that pages link to and that are no documents, with what a user may do about them.
const NO_DOCUMENTS: &[(&str, &str)] = &[
    ("javascript", "this engine runs no scripts"),
    (
        "mailto",
        "the address is in the link; mail is sent elsewhere",
    ),
    ("tel", "the number is in the link; calls are made elsewhere"),
    (
        "sms",
        "the number is in the link; messages are sent elsewhere",
    ),
    ("blob", "blobs live inside a page whose scripts run"),
    ("ws", "WebSockets are for the scripts of a page"),
    ("wss", "WebSockets are for the scripts of a page"),
    (
        "view-source",
        "open the address without view-source: and ask for its HTML",
    ),
];

/// Answers a request that is not for `http:` or `https:`.
pub(super) async fn open(request: Request, limits: &Limits) -> Result<Response, NetError> {
    match request.url.scheme() {
        "data" => data(request.url, limits),
        "about" if matches!(request.url.path(), "blank" | "srcdoc") => Ok(answer(
            request.url,
            Some("text/html;charset=utf-8"),
            Vec::new(),
        )),
        "file" => file(request, limits).await,
        scheme => {
            let hint = NO_DOCUMENTS
                .iter()
                .find(|(name, _)| *name == scheme)
                .map_or(
                    "use http:, https:, file:, data: or about:blank",
                    |(_, hint)| hint,
                );
            Err(NetError::about(
                NetErrorKind::UnsupportedScheme,
                &request.url,
                format_args!("{scheme}: addresses cannot be opened by this engine"),
            )
            .with_hint(hint))
        }
    }
}

fn answer(url: Url, content_type: Option<&str>, body: Vec<u8>) -> Response {
    let mut headers = HeaderMap::new();
    if let Some(value) = content_type.and_then(|t| HeaderValue::from_str(t).ok()) {
        headers.insert(CONTENT_TYPE, value);
    }
    Response {
        url,
        status: None,
        status_text: String::new(),
        headers,
        redirects: Vec::new(),
        body,
        complete: true,
        notes: Vec::new(),
        method: Method::GET,
    }
}

/// RFC 2397 as Fetch has it.
fn data(url: Url, limits: &Limits) -> Result<Response, NetError> {
    let invalid = |reason| {
        NetError::about(NetErrorKind::InvalidUrl, &url, reason)
            .with_hint("write it as data:TYPE,TEXT or data:TYPE;base64,DATA")
    };
    let (content_type, body) = {
        let parsed = DataUrl::process(url.as_str())
            .map_err(|_| invalid("a data: address needs a comma before its data"))?;
        let (body, _fragment) = parsed
            .decode_to_vec()
            .map_err(|_| invalid("the data is not valid base64"))?;
        (parsed.mime_type().to_string(), body)
    };
    if body.len() as u64 > limits.max_body {
        return Err(too_large(&url, limits.max_body));
    }
    Ok(answer(url, Some(&content_type), body))
}

async fn file(request: Request, limits: &Limits) -> Result<Response, NetError> {
    let allowed = match &request.initiator {
        Initiator::User => true,
        Initiator::Page(page) => page.scheme() == "file",
    };
    if !allowed {
        return Err(NetError::about(
            NetErrorKind::FileNotAllowed,
            &request.url,
            "a page from elsewhere may not open files of this machine",
        )
        .with_hint("open the file yourself if you want to see it"));
    }
    let url = request.url;
    let path = url.to_file_path().map_err(|()| {
        NetError::about(
            NetErrorKind::InvalidUrl,
            &url,
            "the address names no file of this machine",
        )
        .with_hint("write it as file:///folder/name")
    })?;
    let limit = limits.max_body;
    let reading = {
        let url = url.clone();
        tokio::task::spawn_blocking(move || read(url, &path, limit))
    };
    let failed = |_| {
        NetError::about(
            NetErrorKind::File,
            &url,
            "the file cannot be read: an internal error",
        )
    };
    within(
        limits,
        &url,
        "the file could not be read within the time limit",
        reading,
    )
    .await?
    .map_err(failed)?
}

/// Reads a file or lists a folder. Runs on a thread that may block.
fn read(mut url: Url, path: &Path, limit: u64) -> Result<Response, NetError> {
    let unreadable = |url: &Url, error: &io::Error| {
        file_error(url, "cannot be opened", error).with_hint("check the path and its permissions")
    };
    let about = fs::metadata(path).map_err(|e| unreadable(&url, &e))?;
    if about.is_dir() {
        let page = listing::page(path).map_err(|e| unreadable(&url, &e))?;
        if !url.path().ends_with('/') {
            // Links are relative to the folder, not to its parent.
            url.set_path(&format!("{}/", url.path()));
        }
        let mut response = answer(url, Some("text/html;charset=utf-8"), page.html.into_bytes());
        response.notes = page.notes;
        return Ok(response);
    }
    if !about.is_file() {
        // Reading a pipe or a device may never end.
        return Err(NetError::about(
            NetErrorKind::File,
            &url,
            "it is neither a file nor a folder",
        )
        .with_hint("copy its contents to a file first"));
    }
    let mut body = Vec::with_capacity(usize::try_from(about.len().min(limit)).unwrap_or(0));
    let file = File::open(path).map_err(|e| unreadable(&url, &e))?;
    // One byte more than allowed tells whether there is more, also of a file that grows while it is read.
    file.take(limit.saturating_add(1))
        .read_to_end(&mut body)
        .map_err(|e| unreadable(&url, &e))?;
    if body.len() as u64 > limit {
        return Err(too_large(&url, limit));
    }
    Ok(answer(url, type_by_name(path), body))
}

/// The MIME type by the extension; `None` leaves it to the bytes.
fn type_by_name(path: &Path) -> Option<&'static str> {
    // Rather a program in TypeScript than a video stream.
    const HERE: &[(&str, &str)] = &[
        ("ts", "text/plain"),
        ("mts", "text/plain"),
        ("md", "text/markdown"),
    ];
    let extension = PathBuf::from(path)
        .extension()?
        .to_str()?
        .to_ascii_lowercase();
    match HERE.iter().find(|(name, _)| *name == extension) {
        Some((_, mime)) => Some(mime),
        None => mime_guess::from_ext(&extension).first_raw(),
    }
}
