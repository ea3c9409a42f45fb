//! Commands around the page, from what was typed to what is meant.

use std::path::Path;

use surefoot_engine::{Error, ErrorKind};

use crate::args::around::{self as args, Switch};
use crate::args::browser::Scheme as TypedScheme;
use crate::args::values;
use crate::wire::Command;
use crate::wire::around as wire;
use crate::wire::around::Around;

pub(super) fn dialog(what: Option<args::Dialog>) -> Command {
    Command::Dialog(match what {
        None | Some(args::Dialog::Status) => wire::Dialog::Status,
        Some(args::Dialog::Accept { text }) => wire::Dialog::Accept(text),
        Some(args::Dialog::Dismiss) => wire::Dialog::Dismiss,
    })
}

/// The script is the one given, or what standard input holds.
pub(super) fn eval(
    eval: args::Eval,
    input: impl FnOnce() -> Result<Vec<u8>, Error>,
) -> Result<Command, Error> {
    let script = match eval.script {
        Some(script) => script,
        None => String::from_utf8(input()?).map_err(|_| {
            Error::new(
                ErrorKind::InvalidArgument,
                "the script on standard input is not UTF-8 text",
            )
        })?,
    };
    Ok(Command::Around(Around::Evaluate {
        script,
        target: eval.on,
    }))
}

pub(super) fn requests(requests: args::Requests) -> Command {
    Command::Around(Around::Requests {
        filter: requests.filter,
        clear: requests.clear,
    })
}

pub(super) fn cookies(what: Option<args::Cookies>) -> Command {
    Command::Around(Around::Cookies(match what {
        None | Some(args::Cookies::Get) => wire::Cookies::List,
        Some(args::Cookies::Clear) => wire::Cookies::Clear,
        Some(args::Cookies::Set(cookie)) => wire::Cookies::Set(wire::Cookie {
            name: cookie.name,
            value: cookie.value,
            domain: cookie.domain,
            path: cookie.path,
            expires: cookie.expires,
            http_only: cookie.http_only,
            secure: cookie.secure,
            same_site: cookie.same_site.map(|sites| match sites {
                args::SameSite::Strict => wire::SameSite::Strict,
                args::SameSite::Lax => wire::SameSite::Lax,
                args::SameSite::None => wire::SameSite::None,
            }),
        }),
    }))
}

pub(super) fn storage(storage: args::Storage) -> Command {
    use args::StorageCommand as Asked;
    Command::Around(Around::Storage {
        kind: match storage.kind {
            args::StorageKind::Local => wire::StorageKind::Local,
            args::StorageKind::Session => wire::StorageKind::Session,
        },
        what: match storage.what {
            None => wire::Storage::Get(None),
            Some(Asked::Get { key }) => wire::Storage::Get(key),
            Some(Asked::Set { key, value }) => wire::Storage::Set(key, value),
            Some(Asked::Remove { key }) => wire::Storage::Remove(Some(key)),
            Some(Asked::Clear) => wire::Storage::Remove(None),
        },
    })
}

pub(super) fn set(set: args::Set) -> Result<Command, Error> {
    use args::Set as Asked;
    Ok(Command::Around(Around::Set(match set {
        Asked::Viewport {
            width,
            height,
            scale,
        } => {
            if !(0.1..=10.0).contains(&scale) {
                return Err(invalid("the scale must be from 0.1 to 10"));
            }
            wire::Set::Viewport(width, height, scale)
        }
        Asked::Device { name } => wire::Set::Device(name),
        Asked::Geo {
            latitude,
            longitude,
        } => {
            let (latitude, longitude) =
                values::place(&format!("{latitude},{longitude}")).map_err(|why| invalid(&why))?;
            wire::Set::Geo(latitude, longitude)
        }
        Asked::Offline { state } => wire::Set::Offline(state == Switch::On),
        Asked::Headers { object } => wire::Set::Headers(headers(&object)?),
        Asked::Credentials { user, password } => wire::Set::Credentials(user, password),
        Asked::Media {
            scheme,
            reduced_motion,
        } => wire::Set::Media {
            scheme: scheme.map(self::scheme),
            reduced_motion: reduced_motion.then_some(true),
        },
        Asked::UserAgent { text } => wire::Set::UserAgent(text),
        Asked::Locale { tag } => wire::Set::Locale(tag),
        Asked::Timezone { zone } => wire::Set::Timezone(zone),
        Asked::Refs { policy } => wire::Set::Refs(super::refs(policy)),
    })))
}

/// Headers as a JSON object of texts, each fit to be sent.
fn headers(json: &str) -> Result<Vec<(String, String)>, Error> {
    let expected = || {
        invalid("the headers must be a JSON object of texts")
            .with_hint("write them as {\"Name\": \"value\"}; {} sends none")
    };
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(json).map_err(|_| expected())?;
    object
        .into_iter()
        .map(|(name, value)| {
            let value = value.as_str().ok_or_else(expected)?;
            values::header(&format!("{name}: {value}")).map_err(|why| invalid(&why))
        })
        .collect()
}

pub(super) fn scheme(scheme: TypedScheme) -> wire::Scheme {
    match scheme {
        TypedScheme::Light => wire::Scheme::Light,
        TypedScheme::Dark => wire::Scheme::Dark,
    }
}

pub(super) fn pdf(pdf: args::Pdf, overwrites: bool, here: &Path) -> Result<Command, Error> {
    let size = match pdf.paper {
        args::Paper::A4 => (8.27, 11.69),
        args::Paper::A3 => (11.69, 16.54),
        args::Paper::Letter => (8.5, 11.0),
        args::Paper::Legal => (8.5, 14.0),
    };
    Ok(Command::Around(Around::Pdf(wire::Pdf {
        save: super::picture::place(pdf.path.as_deref(), overwrites, here)?,
        size,
        landscape: pdf.landscape,
        background: !pdf.no_background,
        scale: pdf.scale,
        margin: pdf.margin,
        pages: pdf.pages,
    })))
}

fn invalid(why: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_an_object_of_texts() {
        assert_eq!(
            headers("{\"X-A\": \"b\"}").ok(),
            Some(vec![("X-A".to_owned(), "b".to_owned())])
        );
        assert_eq!(headers("{}").ok(), Some(Vec::new()));
        for json in [
            "",
            "[]",
            "{\"a\": 1}",
            "{\"a b\": \"c\"}",
            "{\"a\": \"b\\nc\"}",
        ] {
            assert!(headers(json).is_err(), "{json}");
        }
    }
}
