//! [`Registry`]: which sessions there are.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use surefoot_engine::{Error, ErrorKind};
use surefoot_session::{SessionSummary, Shared};
use tokio::runtime::Handle;

use super::worker::{self, Worker};
use crate::commands;
use crate::output;
use crate::wire::{Run, Settings};

/// The most sessions at a time: each has a thread.
const MOST: usize = 1000;

type Workers = Arc<Mutex<BTreeMap<String, Arc<Worker>>>>;

/// The sessions by name.
#[derive(Debug)]
pub(super) struct Registry {
    workers: Workers,
    shared: Arc<Shared>,
    runtime: Handle,
    /// Where downloads go unless a session says otherwise.
    downloads: PathBuf,
}

/// A session's own entry, with which it is taken out when it fails.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    workers: Workers,
    name: String,
}

impl Entry {
    /// Takes `worker` out, unless another one has come in its place.
    pub(super) fn remove(&self, worker: &Arc<Worker>) {
        let mut workers = locked(&self.workers);
        if workers
            .get(&self.name)
            .is_some_and(|there| Arc::ptr_eq(there, worker))
        {
            workers.remove(&self.name);
        }
    }
}

/// A panic elsewhere leaves the map as it is between two calls: whole.
fn locked(workers: &Workers) -> MutexGuard<'_, BTreeMap<String, Arc<Worker>>> {
    workers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// Without sessions.
    pub(super) fn new(shared: Shared, runtime: Handle, downloads: PathBuf) -> Registry {
        Registry {
            workers: Workers::default(),
            shared: Arc::new(shared),
            runtime,
            downloads,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        locked(&self.workers).len()
    }

    /// What lists show of each, by name.
    pub(super) fn summaries(&self) -> Vec<SessionSummary> {
        locked(&self.workers)
            .values()
            .map(|worker| worker.summary())
            .collect()
    }

    /// The session of a command: the one there is, or a new one if the command can begin one.
    pub(super) fn worker(&self, run: &Run) -> Result<Arc<Worker>, Error> {
        let mut workers = locked(&self.workers);
        if let Some(worker) = workers.get(&run.session) {
            same_settings(&run.session, worker.settings(), &run.settings)?;
            return Ok(Arc::clone(worker));
        }
        if !run.starts_session() {
            return Err(output::no_such_session(&run.session));
        }
        if workers.len() >= MOST {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!("there are {MOST} sessions already"),
            )
            .with_hint("`surefoot session list` shows them, `surefoot close --all` ends them"));
        }
        let entry = Entry {
            workers: Arc::clone(&self.workers),
            name: run.session.clone(),
        };
        let settings =
            commands::settings(&run.settings.in_effect(), &run.session, &self.downloads)?;
        let worker = worker::start(
            entry,
            run,
            settings,
            Arc::clone(&self.shared),
            self.runtime.clone(),
        )?;
        workers.insert(run.session.clone(), Arc::clone(&worker));
        Ok(worker)
    }

    /// Ends the session of that name and answers the names of those that ended: none or one.
    pub(super) async fn close(&self, name: &str) -> Vec<String> {
        let worker = locked(&self.workers).remove(name);
        match worker {
            Some(worker) => {
                worker.close().await;
                vec![name.to_owned()]
            }
            None => Vec::new(),
        }
    }

    /// Ends everything: the sessions, then the browsers they used.
    pub(super) async fn end(&self) {
        self.close_all().await;
        self.shared.close().await;
    }

    /// Ends every session and answers their names.
    pub(super) async fn close_all(&self) -> Vec<String> {
        let workers = std::mem::take(&mut *locked(&self.workers));
        // All are told first, so that they end side by side.
        for worker in workers.values() {
            worker.end();
        }
        for worker in workers.values() {
            worker.close().await;
        }
        workers.into_keys().collect()
    }
}

/// Whether something was asked for that is not so.
fn differs<T: PartialEq>(asked: Option<&T>, has: Option<&T>) -> bool {
    asked.is_some() && asked != has
}

/// Whether a session can go on with the engine asked for: one that may choose can be told to use a browser.
fn engine_fits(has: &Settings, asked: &Settings) -> bool {
    let auto = "auto";
    let has = has.engine.as_deref().unwrap_or(auto);
    match asked.engine.as_deref() {
        None => true,
        Some("chromium") => has != "native",
        Some(asked) => asked == has,
    }
}

/// Refuses settings that the session was not started with: it cannot take them up any more.
fn same_settings(name: &str, has: &Settings, asked: &Settings) -> Result<(), Error> {
    let differing = [
        ("--engine", !engine_fits(has, asked)),
        (
            "--user-agent",
            differs(asked.user_agent.as_ref(), has.user_agent.as_ref()),
        ),
        (
            "--header",
            !asked.headers.is_empty() && asked.headers != has.headers,
        ),
        (
            "--download-dir",
            differs(asked.download_dir.as_ref(), has.download_dir.as_ref()),
        ),
        (
            "--browser",
            differs(asked.browser.as_ref(), has.browser.as_ref()),
        ),
        ("--cdp", differs(asked.cdp.as_ref(), has.cdp.as_ref())),
        (
            "--cdp-header",
            !asked.cdp_headers.is_empty() && asked.cdp_headers != has.cdp_headers,
        ),
        (
            "--profile",
            differs(asked.profile.as_ref(), has.profile.as_ref()),
        ),
        ("--headed", asked.headed && !has.headed),
        ("--isolate", asked.isolate && !has.isolate),
        (
            "--browser-arg",
            !asked.browser_args.is_empty() && asked.browser_args != has.browser_args,
        ),
        ("--proxy", differs(asked.proxy.as_ref(), has.proxy.as_ref())),
        (
            "--credentials",
            differs(asked.credentials.as_ref(), has.credentials.as_ref()),
        ),
        (
            "--ignore-https-errors",
            asked.ignore_https_errors && !has.ignore_https_errors,
        ),
        (
            "--ca-cert",
            differs(asked.ca_cert.as_ref(), has.ca_cert.as_ref()),
        ),
        (
            "--viewport",
            differs(asked.viewport.as_ref(), has.viewport.as_ref()),
        ),
        (
            "--device",
            differs(asked.device.as_ref(), has.device.as_ref()),
        ),
        (
            "--locale",
            differs(asked.locale.as_ref(), has.locale.as_ref()),
        ),
        (
            "--timezone",
            differs(asked.timezone.as_ref(), has.timezone.as_ref()),
        ),
        ("--geo", differs(asked.geo.as_ref(), has.geo.as_ref())),
        (
            "--color-scheme",
            differs(asked.color_scheme.as_ref(), has.color_scheme.as_ref()),
        ),
        ("--offline", asked.offline && !has.offline),
    ];
    match differing.iter().find(|(_, differs)| *differs) {
        None => Ok(()),
        Some((option, _)) => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!(
                "session \"{name}\" was started with another {option}, which cannot be changed"
            ),
        )
        .with_hint(format!(
            "close it first (`surefoot --session {name} close`), or use another --session"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_cannot_be_taken_up_are_refused() {
        let plain = Settings::default();
        let native = Settings {
            engine: Some("native".into()),
            ..Settings::default()
        };
        let auto = Settings {
            engine: Some("auto".into()),
            ..Settings::default()
        };
        let chromium = Settings {
            engine: Some("chromium".into()),
            ..Settings::default()
        };
        let proxy = Settings {
            proxy: Some("http://localhost:1".into()),
            ..Settings::default()
        };
        let header = Settings {
            headers: vec![("A".into(), "b".into())],
            ..Settings::default()
        };
        for (has, asked, fits) in [
            (&plain, &plain, true),
            (&plain, &auto, true),
            (&plain, &native, false),
            (&native, &plain, true),
            (&native, &native, true),
            (&plain, &chromium, true),
            (&native, &chromium, false),
            (&chromium, &chromium, true),
            (&chromium, &auto, false),
            (&plain, &proxy, false),
            (&proxy, &plain, true),
            (&header, &plain, true),
            (&plain, &header, false),
        ] {
            assert_eq!(
                same_settings("s", has, asked).is_ok(),
                fits,
                "{has:?} {asked:?}"
            );
        }
    }
}
