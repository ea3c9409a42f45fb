//! Settings: what the sessions of an engine's tabs, frames and workers are told, when they begin and when it changes.
//!
//! A *part* is one setting, with the commands for it. The parts are a table: a session that begins is sent those that
//! are set, before its first script and without waiting; when something is changed, all sessions are sent the parts
//! concerned, those that are not set any more too, and refusals are told.

use std::time::Duration;

use surefoot_cdp::protocol::emulation::{
    MediaFeature, ScreenOrientation, ScreenOrientationType, SetDeviceMetricsOverride,
    SetEmulatedMedia, SetFocusEmulationEnabled, SetGeolocationOverride, SetLocaleOverride,
    SetTimezoneOverride,
};
use surefoot_cdp::protocol::network::{EmulateNetworkConditions, Headers, SetExtraHttpHeaders};
use surefoot_cdp::protocol::security::SetIgnoreCertificateErrors;
use surefoot_cdp::{Call, Empty, Session};
use surefoot_engine::{
    ColorScheme, Emulation, EngineOptions, Error, ErrorKind, Result, Setting, Viewport,
};

use crate::around::agent::OwnAgent;
use crate::around::text::within;
use crate::around::wire::{
    ClearGeolocationOverride, Permission, SetPermission, SetTouchEmulationEnabled,
};
use crate::context::Context;
use crate::errors;
use crate::intercept::{self, Credentials};
use crate::live::Live;

/// The view of pages when nobody asks for another.
const VIEWPORT: Viewport = Viewport {
    width: 1280,
    height: 720,
    scale: 1.0,
    mobile: false,
    touch: false,
};

/// The largest side of a view, in CSS pixels.
const LARGEST_VIEW: u32 = 16_384;

/// How long a page may take to be told of a change.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a session is attached to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A tab.
    Page,
    /// A frame in a process of its own.
    Frame,
    /// A worker of a page.
    Worker,
    /// A worker of a whole site: a service worker, a shared worker.
    SiteWorker,
}

/// Which parts are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    /// Those that are set.
    Set,
    /// All, to undo those that were.
    All,
}

/// One setting.
struct Part {
    /// What it is called when it is refused.
    name: &'static str,
    on: &'static [Kind],
    /// Whether it is another than the browser's own.
    is_set: fn(&EngineOptions) -> bool,
    /// What it is set to, to be named when it is refused.
    value: fn(&EngineOptions) -> String,
    send: fn(&Session, &EngineOptions, &OwnAgent) -> Call<Empty>,
}

const EVERYWHERE: &[Kind] = &[Kind::Page, Kind::Frame, Kind::Worker, Kind::SiteWorker];
const OF_TABS: &[Kind] = &[Kind::Page, Kind::Frame, Kind::Worker];
const DOCUMENTS: &[Kind] = &[Kind::Page, Kind::Frame];
const PAGES: &[Kind] = &[Kind::Page];

const AGENT: Part = Part {
    name: "user agent",
    on: EVERYWHERE,
    is_set: |_| true,
    value: |options| options.user_agent.clone().unwrap_or_default(),
    send: |session, options, own| {
        let locale = options.emulation.locale.as_deref();
        session.call(&own.command(options.user_agent.as_deref(), locale))
    },
};

const HEADERS: Part = Part {
    name: "headers",
    on: EVERYWHERE,
    is_set: |options| !options.headers.is_empty(),
    value: |options| {
        let names: Vec<_> = options
            .headers
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        names.join(", ")
    },
    send: |session, options, _| {
        let mut headers = serde_json::Map::new();
        for (name, value) in &options.headers {
            headers.insert(name.clone(), value.clone().into());
        }
        session.call(&SetExtraHttpHeaders::new(Headers(headers)))
    },
};

const CREDENTIALS: Part = Part {
    name: "credentials",
    on: OF_TABS,
    is_set: |options| options.credentials.is_some(),
    value: |_| String::new(),
    send: |session, options, _| {
        let given = match options.credentials {
            Some(_) => Credentials::Given,
            None => Credentials::None,
        };
        intercept::pause(session, Vec::new(), given)
    },
};

/// What does not change while an engine lives.
const CERTIFICATES: Part = Part {
    name: "certificate errors",
    on: DOCUMENTS,
    is_set: |options| options.ignore_https_errors,
    value: |_| String::new(),
    send: |session, options, _| {
        session.call(&SetIgnoreCertificateErrors::new(
            options.ignore_https_errors,
        ))
    },
};

/// Pages in the background act as the one in front: agents switch tabs without showing them to anyone.
const FOCUS: Part = Part {
    name: "focus",
    on: DOCUMENTS,
    is_set: |_| true,
    value: |_| String::new(),
    send: |session, _, _| session.call(&SetFocusEmulationEnabled::new(true)),
};

const TIMEZONE: Part = Part {
    name: "time zone",
    on: EVERYWHERE,
    is_set: |options| options.emulation.timezone.is_some(),
    value: |options| options.emulation.timezone.clone().unwrap_or_default(),
    send: |session, options, _| {
        let zone = options.emulation.timezone.clone().unwrap_or_default();
        session.call(&SetTimezoneOverride::new(zone))
    },
};

const LOCALE: Part = Part {
    name: "locale",
    on: DOCUMENTS,
    is_set: |options| options.emulation.locale.is_some(),
    value: |options| options.emulation.locale.clone().unwrap_or_default(),
    send: |session, options, _| {
        session.call(&SetLocaleOverride {
            locale: options.emulation.locale.clone(),
        })
    },
};

/// What makes up an [`Emulation`].
const EMULATION: &[Part] = &[
    AGENT,
    TIMEZONE,
    LOCALE,
    Part {
        name: "viewport",
        on: PAGES,
        is_set: |_| true,
        value: |options| {
            let view = options.emulation.viewport.unwrap_or(VIEWPORT);
            format!("{}x{}", view.width, view.height)
        },
        send: |session, options, _| session.call(&metrics(&options.emulation)),
    },
    Part {
        name: "touch",
        on: DOCUMENTS,
        is_set: |options| options.emulation.viewport.is_some_and(|view| view.touch),
        value: |_| String::new(),
        send: |session, options, _| {
            let enabled = options.emulation.viewport.is_some_and(|view| view.touch);
            session.call(&SetTouchEmulationEnabled {
                enabled,
                max_touch_points: enabled.then_some(5),
            })
        },
    },
    Part {
        name: "place",
        on: DOCUMENTS,
        is_set: |options| options.emulation.place.is_some(),
        value: |_| String::new(),
        send: |session, options, _| match options.emulation.place {
            Some(place) => session.call(&SetGeolocationOverride {
                latitude: Some(place.latitude),
                longitude: Some(place.longitude),
                accuracy: Some(place.accuracy),
                ..SetGeolocationOverride::default()
            }),
            None => session.call(&ClearGeolocationOverride {}),
        },
    },
    Part {
        name: "color scheme",
        on: DOCUMENTS,
        is_set: |options| !media(&options.emulation).is_empty(),
        value: |_| String::new(),
        send: |session, options, _| {
            session.call(&SetEmulatedMedia {
                features: Some(media(&options.emulation)),
                ..SetEmulatedMedia::default()
            })
        },
    },
    Part {
        name: "network",
        on: PAGES,
        is_set: |options| options.emulation.offline,
        value: |_| String::new(),
        send: |session, options, _| {
            // Without a limit otherwise.
            let offline = options.emulation.offline;
            session.call(&EmulateNetworkConditions::new(offline, 0.0, -1.0, -1.0))
        },
    },
];

/// All parts.
fn parts() -> impl Iterator<Item = &'static Part> {
    [&HEADERS, &CREDENTIALS, &CERTIFICATES, &FOCUS]
        .into_iter()
        .chain(EMULATION)
}

fn metrics(emulation: &Emulation) -> SetDeviceMetricsOverride {
    let view = emulation.viewport.unwrap_or(VIEWPORT);
    let (width, height) = (i64::from(view.width), i64::from(view.height));
    let upright = view.mobile && height > width;
    let orientation = if upright {
        ScreenOrientation::new(ScreenOrientationType::PortraitPrimary, 0)
    } else {
        ScreenOrientation::new(
            ScreenOrientationType::LandscapePrimary,
            if view.mobile { 90 } else { 0 },
        )
    };
    SetDeviceMetricsOverride {
        screen_width: Some(width),
        screen_height: Some(height),
        screen_orientation: Some(orientation),
        ..SetDeviceMetricsOverride::new(width, height, view.scale, view.mobile)
    }
}

fn media(emulation: &Emulation) -> Vec<MediaFeature> {
    let scheme = emulation.color_scheme.map(|scheme| match scheme {
        ColorScheme::Light => "light",
        ColorScheme::Dark => "dark",
    });
    let motion = emulation
        .reduced_motion
        .map(|reduced| if reduced { "reduce" } else { "no-preference" });
    let features = [
        ("prefers-color-scheme", scheme),
        ("prefers-reduced-motion", motion),
    ];
    let set = features
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    set.map(|(name, value)| MediaFeature::new(name, value))
        .collect()
}

/// Sends a session that begins what is set. Nothing is waited for: what a target has no use for it refuses, and a
/// process in which another session of ours has set the locale already says so.
pub(crate) fn set_up(session: &Session, kind: Kind, context: &Context) {
    let options = context.options();
    send(
        session,
        kind,
        parts(),
        Which::Set,
        &options,
        context.agent(),
    )
    .for_each(|(_, call)| call.forget());
}

fn send<'a>(
    session: &'a Session,
    kind: Kind,
    parts: impl Iterator<Item = &'static Part> + 'a,
    which: Which,
    options: &'a EngineOptions,
    own: &'a OwnAgent,
) -> impl Iterator<Item = (&'static Part, Call<Empty>)> + 'a {
    parts
        .filter(move |part| part.on.contains(&kind))
        .filter(move |part| which == Which::All || (part.is_set)(options))
        .map(move |part| (part, (part.send)(session, options, own)))
}

/// Sends once more what a browser may refuse of the options, and tells the refusal: `set_up` does not wait.
pub(crate) async fn confirm(live: &Live, context: &Context) -> Result<()> {
    let options = context.options();
    let doubtful = [&TIMEZONE, &LOCALE, &HEADERS].into_iter();
    let sent = send(
        &live.session,
        Kind::Page,
        doubtful,
        Which::Set,
        &options,
        context.agent(),
    );
    told(sent.collect(), &options).await
}

/// Has pages ask where they are, if a place is set: the user has said that they may.
pub(crate) fn permit(root: &Session, context: &Context) {
    let is_set = context.options().emulation.place.is_some();
    let permission = SetPermission {
        permission: Permission {
            name: "geolocation",
        },
        setting: if is_set { "granted" } else { "prompt" },
        browser_context_id: context.browser_context(),
    };
    root.call(&permission).forget();
}

/// Changes a setting, for all tabs there are and those to come. On an error nothing has changed.
pub(crate) async fn change(root: &Session, context: &Context, setting: Setting) -> Result<()> {
    let before = context.options();
    let mut after = before.clone();
    let parts: Vec<&'static Part> = match setting {
        Setting::UserAgent(agent) => {
            after.user_agent = agent;
            vec![&AGENT]
        }
        Setting::Headers(headers) => {
            after.headers = headers;
            vec![&HEADERS]
        }
        Setting::Credentials(credentials) => {
            after.credentials = credentials;
            vec![&CREDENTIALS]
        }
        Setting::Emulation(emulation) => {
            after.emulation = emulation;
            EMULATION.iter().collect()
        }
        _ => {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "this setting cannot be changed while the browser runs",
            ));
        }
    };
    check(&after)?;
    context.change_options(|options| options.clone_from(&after));
    if after.credentials != before.credentials {
        context.auth.set(after.credentials.clone());
    }
    permit(root, context);
    let refused = tell_all(context, &parts).await;
    if refused.is_err() {
        context.change_options(|options| options.clone_from(&before));
        permit(root, context);
        // What is refused now was refused before as well.
        let _ = tell_all(context, &parts).await;
    }
    refused
}

/// Sends parts to all sessions of a context, and waits until they are told. The first refusal is the error.
async fn tell_all(context: &Context, parts: &[&'static Part]) -> Result<()> {
    let options = context.options();
    let mut sent = Vec::new();
    for live in context.tabs() {
        for (session, kind) in live.sessions() {
            let parts = parts.iter().copied();
            sent.extend(send(
                &session,
                kind,
                parts,
                Which::All,
                &options,
                context.agent(),
            ));
        }
    }
    told(sent, &options).await
}

async fn told(sent: Vec<(&'static Part, Call<Empty>)>, options: &EngineOptions) -> Result<()> {
    use surefoot_cdp::ErrorKind as Kind;
    let by = tokio::time::Instant::now() + PATIENCE;
    let mut answer = Ok(());
    for (part, call) in sent {
        let Err(error) = call.by(by).await else {
            continue;
        };
        let refusal = match error.kind() {
            // It holds for the whole process, and another session has set it.
            Kind::Protocol { .. } if error.message().contains("already in effect") => continue,
            Kind::Protocol { .. } => refused(part, options, error.message()),
            // What has gone meanwhile needs nothing.
            Kind::Detached | Kind::Crashed => continue,
            Kind::Timeout => Error::new(
                ErrorKind::Timeout,
                format!(
                    "a page does not answer, so the {} may not hold for it",
                    part.name
                ),
            )
            .with_hint("`reload` the page that is busy, or close its tab; then set it again"),
            _ => errors::of(&error, &format!("the {} cannot be set", part.name)),
        };
        if answer.is_ok() {
            answer = Err(refusal);
        }
    }
    answer
}

/// What is said of a value that the browser refuses.
fn refused(part: &Part, options: &EngineOptions, why: &str) -> Error {
    let value = match (part.value)(options) {
        empty if empty.is_empty() => empty,
        value => format!(" {:?}", within(&value, 200)),
    };
    let error = Error::new(
        ErrorKind::InvalidArgument,
        format!("the browser does not take the {}{value}: {why}", part.name),
    );
    match part.name {
        "time zone" => {
            error.with_hint("name it as the IANA does: Europe/Berlin, America/New_York, UTC")
        }
        "locale" => error.with_hint("give a BCP 47 tag: en-US, de-DE, ja"),
        _ => error,
    }
}

/// Refuses options that make no sense, before anything is done with them.
pub(crate) fn check(options: &EngineOptions) -> Result<()> {
    let bad = |what: String, hint: &str| {
        Err(Error::new(ErrorKind::InvalidArgument, what).with_hint(hint))
    };
    for (name, value) in &options.headers {
        if !is_token(name) {
            return bad(
                format!("{name:?} is no name of a header"),
                "a header is given as `Name: value`; its name has letters, digits and dashes",
            );
        }
        if value.contains(['\r', '\n', '\0']) {
            return bad(
                format!("the value of the header {name:?} has a line break"),
                "a header is one line",
            );
        }
    }
    if options
        .user_agent
        .as_ref()
        .is_some_and(|agent| agent.contains(['\r', '\n', '\0']))
    {
        return bad(
            "the user agent has a line break".to_owned(),
            "a user agent is one line",
        );
    }
    if let Some(view) = options.emulation.viewport {
        let fits = |side: u32| (1..=LARGEST_VIEW).contains(&side);
        if !fits(view.width) || !fits(view.height) {
            return bad(
                format!(
                    "a viewport of {}x{} is not possible",
                    view.width, view.height
                ),
                "each side has 1 to 16384 pixels: 1280x720",
            );
        }
        if !(view.scale > 0.0 && view.scale <= 16.0) {
            return bad(
                format!("a scale of {} is not possible", view.scale),
                "it is more than 0 and at most 16; most devices have 1, 2 or 3",
            );
        }
    }
    if let Some(place) = options.emulation.place {
        let fits = (-90.0..=90.0).contains(&place.latitude)
            && (-180.0..=180.0).contains(&place.longitude)
            && place.accuracy >= 0.0
            && place.accuracy.is_finite();
        if !fits {
            return bad(
                format!(
                    "{}, {} is no place on earth",
                    place.latitude, place.longitude
                ),
                "the latitude is -90 to 90 degrees, the longitude -180 to 180",
            );
        }
    }
    Ok(())
}

/// Whether a text is a token of HTTP (RFC 9110, 5.6.2).
fn is_token(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !text.is_empty() && text.chars().all(is_part)
}
