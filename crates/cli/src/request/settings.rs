//! What a new session is to be started with.

use std::path::Path;

use crate::args::{self, Global};
use crate::wire;

use super::around::scheme;

pub(super) fn settings(global: &Global, here: &Path) -> wire::Settings {
    let browser = &global.browser;
    let engine = global.engine.map(|engine| match engine {
        args::Engine::Auto => "auto",
        args::Engine::Native => "native",
        args::Engine::Chromium => "chromium",
    });
    wire::Settings {
        engine: engine.map(str::to_owned),
        user_agent: global.user_agent.clone(),
        headers: global.headers.clone(),
        download_dir: global.download_dir.as_ref().map(|folder| here.join(folder)),
        // A bare name is looked for on the PATH.
        browser: browser
            .browser
            .as_ref()
            .filter(|path| !path.as_os_str().is_empty())
            .map(|path| match path.components().count() {
                1 => path.clone(),
                _ => here.join(path),
            }),
        cdp: browser.cdp.clone(),
        cdp_headers: browser.cdp_header.clone(),
        profile: browser.profile.as_ref().map(|folder| here.join(folder)),
        headed: browser.headed,
        isolate: browser.isolate,
        browser_args: browser.browser_args.clone(),
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
    }
}
