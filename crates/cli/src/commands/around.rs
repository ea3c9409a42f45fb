//! What is around the page, from the words of the wire to those of sessions.

use surefoot_engine::{
    ColorScheme, Cookie, Credentials, DialogAnswer, Paper, Place, SameSite, Storage, StorageKind,
    Viewport,
};
use surefoot_session::{Around, Cookies, DialogCommand, Set};

use crate::wire::around as wire;

pub(super) fn dialog(what: wire::Dialog) -> DialogCommand {
    match what {
        wire::Dialog::Status => DialogCommand::Status,
        wire::Dialog::Accept(text) => DialogCommand::Answer(DialogAnswer::Accept(text)),
        wire::Dialog::Dismiss => DialogCommand::Answer(DialogAnswer::Dismiss),
    }
}

pub(super) fn around(what: wire::Around) -> Around {
    match what {
        wire::Around::Evaluate { script, target } => Around::Evaluate { script, target },
        wire::Around::Console { errors, clear } => Around::Console { errors, clear },
        wire::Around::Errors { clear } => Around::Errors { clear },
        wire::Around::Requests { filter, clear } => Around::Requests { filter, clear },
        wire::Around::Cookies(what) => Around::Cookies(cookies(what)),
        wire::Around::Storage { kind, what } => Around::Storage {
            kind: match kind {
                wire::StorageKind::Local => StorageKind::Local,
                wire::StorageKind::Session => StorageKind::Session,
            },
            what: storage(what),
        },
        wire::Around::Set(what) => Around::Set(set(what)),
        wire::Around::Pdf(pdf) => Around::Pdf {
            paper: Paper {
                width: pdf.size.0,
                height: pdf.size.1,
                landscape: pdf.landscape,
                background: pdf.background,
                scale: pdf.scale,
                pages: pdf.pages,
                margin: pdf.margin.unwrap_or(Paper::default().margin),
            },
            save: super::picture::save(pdf.save),
        },
    }
}

fn cookies(what: wire::Cookies) -> Cookies {
    match what {
        wire::Cookies::List => Cookies::List,
        wire::Cookies::Clear => Cookies::Clear,
        wire::Cookies::Set(cookie) => Cookies::Set(Cookie {
            name: cookie.name,
            value: cookie.value,
            domain: cookie.domain.unwrap_or_default(),
            path: cookie.path,
            expires: cookie.expires,
            http_only: cookie.http_only,
            secure: cookie.secure,
            same_site: cookie.same_site.map(|sites| match sites {
                wire::SameSite::Strict => SameSite::Strict,
                wire::SameSite::Lax => SameSite::Lax,
                wire::SameSite::None => SameSite::None,
            }),
        }),
    }
}

fn storage(what: wire::Storage) -> Storage {
    match what {
        wire::Storage::Get(key) => Storage::Get(key),
        wire::Storage::Set(key, value) => Storage::Set(key, value),
        wire::Storage::Remove(key) => Storage::Remove(key),
    }
}

fn set(what: wire::Set) -> Set {
    match what {
        wire::Set::Viewport(width, height, scale) => {
            Set::Viewport(viewport((width, height, scale)))
        }
        wire::Set::Device(name) => Set::Device(name),
        wire::Set::Geo(latitude, longitude) => Set::Place(place(latitude, longitude)),
        wire::Set::Offline(offline) => Set::Offline(offline),
        wire::Set::Headers(headers) => Set::Headers(headers),
        wire::Set::Credentials(user, password) => {
            Set::Credentials(Some(Credentials { user, password }))
        }
        wire::Set::Media {
            scheme,
            reduced_motion,
        } => Set::Media {
            scheme: scheme.map(self::scheme),
            reduced_motion,
        },
        wire::Set::UserAgent(text) => Set::UserAgent(text),
        wire::Set::Locale(tag) => Set::Locale(tag),
        wire::Set::Timezone(zone) => Set::Timezone(zone),
        wire::Set::Refs(refs) => Set::Refs(super::refs(refs)),
    }
}

/// A view of that width, height and scale, of a machine with a mouse.
pub(super) fn viewport((width, height, scale): (u32, u32, f64)) -> Viewport {
    Viewport {
        width,
        height,
        scale,
        mobile: false,
        touch: false,
    }
}

pub(super) fn place(latitude: f64, longitude: f64) -> Place {
    Place {
        latitude,
        longitude,
        accuracy: 1.0,
    }
}

pub(super) fn scheme(scheme: wire::Scheme) -> ColorScheme {
    match scheme {
        wire::Scheme::Light => ColorScheme::Light,
        wire::Scheme::Dark => ColorScheme::Dark,
    }
}
