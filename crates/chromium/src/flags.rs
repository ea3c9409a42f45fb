//! The switches a browser is started with.

use std::path::Path;

use crate::{BrowserKind, FoundBrowser, LaunchOptions};

/// What keeps it quiet and light: no network of its own, no first steps, no hidden pages.
const QUIET: &[&str] = &[
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    // Tabs are opened when they are asked for.
    "--no-startup-window",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-field-trial-config",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-search-engine-choice-screen",
    "--disable-dev-shm-usage",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    // Timers and frames of pages in the background run as those in front: agents do not look.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-ipc-flooding-protection",
    // Input is not thrown away before a page is painted first.
    "--allow-pre-commit-input",
    // Two hidden pages a window otherwise; what would ask servers of its own; pages that are kept or loaded unseen.
    "--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,\
     InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication,PaintHolding,BackForwardCache,Prerender2",
];

/// The switch without which Chromium does not run as root.
pub(crate) const NO_SANDBOX: &str = "--no-sandbox";

/// What is said of it.
pub(crate) const ROOT_WARNING: &str = "the browser runs without its sandbox, since this is root: run surefoot as another user \
     to keep pages apart from the machine";

/// All switches, but for that of the pipe.
pub(crate) fn switches(
    browser: &FoundBrowser,
    options: &LaunchOptions,
    profile: &Path,
) -> Vec<String> {
    let mut switches: Vec<String> = QUIET.iter().map(|&s| s.to_owned()).collect();
    if !options.headed {
        switches.push(match browser.kind {
            BrowserKind::HeadlessShell => "--headless".to_owned(),
            BrowserKind::Full => "--headless=new".to_owned(),
        });
        switches.push("--disable-gpu".to_owned());
    }
    if is_root() {
        // Chromium refuses to sandbox for root. Only then: the sandbox is what stands between a page and the machine.
        switches.push(NO_SANDBOX.to_owned());
    }
    switches.push(format!("--user-data-dir={}", profile.display()));
    switches.extend(options.args.iter().cloned());
    switches
}

/// Whether this process is root's.
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
