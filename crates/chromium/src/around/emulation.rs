//! Settings: what the sessions of an engine's tabs, frames and workers are told, when they begin and when it changes.
//!
//! A *part* is one setting, with the commands for it. The parts are a table: a session that begins is sent those that
//! are set, before its first script and without waiting; when something is changed, all sessions are sent the parts
//! concerned, those that are not set any more too, and refusals are told.

use std::time::Duration;

use surefoot_cdp::{Call, Empty, Session};
use surefoot_engine::{EngineOptions, Error, ErrorKind, Result, Setting};

use crate::around::agent::OwnAgent;
pub(crate) use crate::around::check::check;
use crate::around::parts::{AGENT, CREDENTIALS, EMULATION, HEADERS, LOCALE, Part, TIMEZONE, parts};
pub(crate) use crate::around::parts::{Kind, media};
use crate::around::text::within;
use crate::around::wire::{Permission, SetPermission};
use crate::context::Context;
use crate::errors;
use crate::live::Live;

/// The sessions of a tab that have documents.
pub(crate) fn documents_of(live: &Live) -> impl Iterator<Item = Session> {
    let all = live.sessions().into_iter();
    all.filter(|(_, kind)| matches!(kind, Kind::Page | Kind::Frame))
        .map(|(session, _)| session)
}

/// How long a page may take to be told of a change.
const PATIENCE: Duration = Duration::from_secs(5);

/// Which parts are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Which {
    /// Those that are set.
    Set,
    /// All, to undo those that were.
    All,
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
        .filter(move |part| which == Which::All || (part.is_set)(options, own))
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
