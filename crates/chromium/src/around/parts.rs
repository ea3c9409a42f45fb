//! The table of settings: for each, which sessions are sent it, and by which command.

use surefoot_cdp::protocol::emulation::{
    MediaFeature, ScreenOrientation, ScreenOrientationType, SetDeviceMetricsOverride,
    SetEmulatedMedia, SetFocusEmulationEnabled, SetGeolocationOverride, SetLocaleOverride,
    SetTimezoneOverride,
};
use surefoot_cdp::protocol::network::{EmulateNetworkConditions, Headers, SetExtraHttpHeaders};
use surefoot_cdp::protocol::security::SetIgnoreCertificateErrors;
use surefoot_cdp::{Call, Empty, Session};
use surefoot_engine::{ColorScheme, Emulation, EngineOptions, Viewport};

use crate::around::agent::OwnAgent;
use crate::around::wire::{
    ClearDeviceMetricsOverride, ClearGeolocationOverride, SetTouchEmulationEnabled,
};
use crate::intercept::{self, Credentials};

/// The view of pages when nobody asks for another, and there is no window.
const VIEWPORT: Viewport = Viewport {
    width: 1280,
    height: 720,
    scale: 1.0,
    mobile: false,
    touch: false,
};

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

/// One setting.
pub(super) struct Part {
    /// What it is called when it is refused.
    pub(super) name: &'static str,
    pub(super) on: &'static [Kind],
    /// Whether it is another than the browser's own.
    pub(super) is_set: fn(&EngineOptions, &OwnAgent) -> bool,
    /// What it is set to, to be named when it is refused.
    pub(super) value: fn(&EngineOptions) -> String,
    pub(super) send: fn(&Session, &EngineOptions, &OwnAgent) -> Call<Empty>,
}

const EVERYWHERE: &[Kind] = &[Kind::Page, Kind::Frame, Kind::Worker, Kind::SiteWorker];
const OF_TABS: &[Kind] = &[Kind::Page, Kind::Frame, Kind::Worker];
const DOCUMENTS: &[Kind] = &[Kind::Page, Kind::Frame];
const PAGES: &[Kind] = &[Kind::Page];

pub(super) const AGENT: Part = Part {
    name: "user agent",
    on: EVERYWHERE,
    is_set: |options, own| {
        options.user_agent.is_some() || options.emulation.locale.is_some() || own.is_headless()
    },
    value: |options| options.user_agent.clone().unwrap_or_default(),
    send: |session, options, own| {
        let locale = options.emulation.locale.as_deref();
        session.call(&own.command(options.user_agent.as_deref(), locale))
    },
};

pub(super) const HEADERS: Part = Part {
    name: "headers",
    on: EVERYWHERE,
    is_set: |options, _| !options.headers.is_empty(),
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

pub(super) const CREDENTIALS: Part = Part {
    name: "credentials",
    on: OF_TABS,
    is_set: |options, _| options.credentials.is_some(),
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
    is_set: |options, _| options.ignore_https_errors,
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
    is_set: |_, _| true,
    value: |_| String::new(),
    send: |session, _, _| session.call(&SetFocusEmulationEnabled::new(true)),
};

pub(super) const TIMEZONE: Part = Part {
    name: "time zone",
    on: EVERYWHERE,
    is_set: |options, _| options.emulation.timezone.is_some(),
    value: |options| options.emulation.timezone.clone().unwrap_or_default(),
    send: |session, options, _| {
        let zone = options.emulation.timezone.clone().unwrap_or_default();
        session.call(&SetTimezoneOverride::new(zone))
    },
};

pub(super) const LOCALE: Part = Part {
    name: "locale",
    on: DOCUMENTS,
    is_set: |options, _| options.emulation.locale.is_some(),
    value: |options| options.emulation.locale.clone().unwrap_or_default(),
    send: |session, options, _| {
        session.call(&SetLocaleOverride {
            locale: options.emulation.locale.clone(),
        })
    },
};

/// What makes up an [`Emulation`].
pub(super) const EMULATION: &[Part] = &[
    AGENT,
    TIMEZONE,
    LOCALE,
    Part {
        name: "viewport",
        on: PAGES,
        is_set: |options, own| options.emulation.viewport.is_some() || own.is_headless(),
        value: |options| {
            let view = options.emulation.viewport.unwrap_or(VIEWPORT);
            format!("{}x{}", view.width, view.height)
        },
        send: |session, options, own| {
            if options.emulation.viewport.is_none() && !own.is_headless() {
                return session.call(&ClearDeviceMetricsOverride {});
            }
            session.call(&metrics(&options.emulation))
        },
    },
    Part {
        name: "touch",
        on: DOCUMENTS,
        is_set: |options, _| options.emulation.viewport.is_some_and(|view| view.touch),
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
        is_set: |options, _| options.emulation.place.is_some(),
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
        is_set: |options, _| !media(&options.emulation).is_empty(),
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
        is_set: |options, _| options.emulation.offline,
        value: |_| String::new(),
        send: |session, options, _| {
            // Without a limit otherwise.
            let offline = options.emulation.offline;
            session.call(&EmulateNetworkConditions::new(offline, 0.0, -1.0, -1.0))
        },
    },
];

/// All parts.
pub(super) fn parts() -> impl Iterator<Item = &'static Part> {
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

/// What pages are told of the user's preferences.
pub(crate) fn media(emulation: &Emulation) -> Vec<MediaFeature> {
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
