//! What a new session is to be started with.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use surefoot_engine::{Error, ErrorKind};

use crate::args::{self, Global};
use crate::wire;

use super::around::scheme;

/// What was asked for, on the command line or else in the environment.
///
/// The variables are not read by clap: its usage lines would name options that nobody typed.
pub(super) fn settings(global: &Global, here: &Path) -> Result<wire::Settings, Error> {
    let browser = &global.browser;
    let name = |engine: args::Engine| {
        let name = match engine {
            args::Engine::Auto => "auto",
            args::Engine::Native => "native",
            args::Engine::Chromium => "chromium",
        };
        name.to_owned()
    };
    // A bare name is looked for on the PATH.
    let program = |path: PathBuf| match path.components().count() {
        1 => path,
        _ => here.join(path),
    };
    let usual_engine = variable("SUREFOOT_ENGINE")
        .as_deref()
        .map(engine_of)
        .transpose()?;
    Ok(wire::Settings {
        engine: global.engine.map(name),
        usual_engine: usual_engine.map(name),
        usual_browser: variable("SUREFOOT_BROWSER").map(|path| program(path.into())),
        user_agent: global.user_agent.clone(),
        headers: global.headers.clone(),
        download_dir: global.download_dir.as_ref().map(|folder| here.join(folder)),
        browser: browser.program.clone().map(program),
        cdp: browser.cdp.clone(),
        cdp_headers: browser.cdp_header.clone(),
        profile: browser.profile.as_ref().map(|folder| here.join(folder)),
        headed: browser.headed,
        isolate: browser.isolate,
        browser_args: browser.switches.clone(),
        proxy: browser.proxy.clone(),
        credentials: browser.credentials.clone(),
        ignore_https_errors: browser.ignore_https_errors,
        ca_cert: browser.ca_cert.as_ref().map(|file| here.join(file)),
        viewport: browser.viewport,
        device: browser.device.clone(),
        locale: browser.locale.clone(),
        timezone: browser.timezone.clone(),
        geo: browser.geo,
        color_scheme: browser.color_scheme.map(scheme),
        offline: browser.offline,
    })
}

/// A variable of the environment, if it says anything.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

fn engine_of(name: &OsStr) -> Result<args::Engine, Error> {
    let name = name.to_string_lossy();
    args::Engine::from_str(&name, false).map_err(|_| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("SUREFOOT_ENGINE names no engine: {name:?}"),
        )
        .with_hint("it can be auto, native or chromium")
    })
}
