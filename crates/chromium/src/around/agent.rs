//! The user agent: the `User-Agent` header with the client hints and script values that belong to it.
//!
//! A browser without a window calls itself `HeadlessChrome`, and many servers turn that away before they look at
//! anything else. The pages an agent is sent to are the ones a person would see, so by default the browser is named as
//! it is with a window. All the places that tell the name agree: a page can compare them.

use surefoot_cdp::protocol::browser::GetVersionReply;
use surefoot_cdp::protocol::emulation::{UserAgentBrandVersion, UserAgentMetadata};
use surefoot_cdp::protocol::network::SetUserAgentOverride;

/// What a browser says it is, when nobody says otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnAgent {
    /// The `User-Agent`, as it is with a window; empty if the browser did not tell.
    user_agent: String,
    /// Its full version: `156.0.8078.79`.
    version: String,
    /// Whether it has no window, and says so.
    headless: bool,
    /// Whether it sends no `Accept-Language` by itself, as the headless shell does.
    mute: bool,
}

/// The languages a browser without any is said to prefer.
const LANGUAGES: &str = "en-US,en";

impl OwnAgent {
    /// Of a browser that says this of itself.
    pub(crate) fn new(told: &GetVersionReply) -> OwnAgent {
        let version = told
            .product
            .split_once('/')
            .map_or("", |(_, version)| version);
        let name = told.user_agent.replace("HeadlessChrome/", "Chrome/");
        OwnAgent {
            user_agent: reduced(&name),
            version: version.to_owned(),
            headless: told.user_agent.contains("HeadlessChrome/"),
            mute: told.product.starts_with("HeadlessChrome/"),
        }
    }

    /// Whether it has no window. One that has is left as the user knows it: its size, and what it says it is.
    pub(crate) fn is_headless(&self) -> bool {
        self.headless
    }

    /// The command that sets a user agent: the one given, or else the browser's own. `locale` is the language.
    pub(crate) fn command(
        &self,
        given: Option<&str>,
        locale: Option<&str>,
    ) -> SetUserAgentOverride {
        let agent = given.unwrap_or(&self.user_agent);
        SetUserAgentOverride {
            accept_language: locale
                .map(languages)
                .or_else(|| self.mute.then(|| LANGUAGES.to_owned())),
            platform: given.and_then(platform_of).map(str::to_owned),
            user_agent_metadata: self.metadata(agent),
            ..SetUserAgentOverride::new(agent)
        }
    }

    /// The client hints of a user agent; `None` for browsers that send none.
    fn metadata(&self, agent: &str) -> Option<UserAgentMetadata> {
        let told = agent.split_once("Chrome/")?.1;
        let told = told.split([' ', ')']).next().unwrap_or_default();
        let major = told.split('.').next().unwrap_or_default();
        let own = self.version.split('.').next() == Some(major);
        let full = if own { self.version.as_str() } else { told };
        let mobile = agent.contains(" Mobile ");
        let system = SYSTEMS.iter().find(|s| agent.contains(s.word))?;
        let is_android = system.hint == "Android";
        Some(UserAgentMetadata {
            brands: Some(brands(major, major)),
            full_version_list: Some(brands(major, full)),
            platform: system.hint.to_owned(),
            platform_version: if is_android {
                android_version(agent)
            } else {
                String::new()
            },
            architecture: if is_android {
                String::new()
            } else {
                architecture().to_owned()
            },
            model: if is_android {
                android_model(agent)
            } else {
                String::new()
            },
            mobile,
            bitness: Some(if is_android {
                String::new()
            } else {
                "64".to_owned()
            }),
            wow64: Some(false),
            form_factors: Some(vec![if mobile { "Mobile" } else { "Desktop" }.to_owned()]),
        })
    }
}

/// An operating system, as user agents and scripts name it.
struct System {
    /// What a user agent has that runs on it.
    word: &'static str,
    /// Its name in client hints.
    hint: &'static str,
    /// `navigator.platform` on it.
    platform: &'static str,
}

/// The systems; the first that is found counts, as some user agents name two.
const SYSTEMS: &[System] = &[
    System {
        word: "Android",
        hint: "Android",
        platform: "Linux armv81",
    },
    System {
        word: "iPhone",
        hint: "iOS",
        platform: "iPhone",
    },
    System {
        word: "iPad",
        hint: "iOS",
        platform: "iPad",
    },
    System {
        word: "Windows",
        hint: "Windows",
        platform: "Win32",
    },
    System {
        word: "Macintosh",
        hint: "macOS",
        platform: "MacIntel",
    },
    System {
        word: "CrOS",
        hint: "Chrome OS",
        platform: "Linux x86_64",
    },
    System {
        word: "Linux",
        hint: "Linux",
        platform: "Linux x86_64",
    },
];

fn platform_of(agent: &str) -> Option<&'static str> {
    let system = SYSTEMS.iter().find(|s| agent.contains(s.word))?;
    Some(system.platform)
}

fn architecture() -> &'static str {
    if cfg!(any(target_arch = "aarch64", target_arch = "arm")) {
        "arm"
    } else {
        "x86"
    }
}

/// The brands of a Chromium of this major version: itself, and one that means nothing, whose name, version and place
/// change with the version so that servers do not come to rely on any of them.
fn brands(major: &str, full: &str) -> Vec<UserAgentBrandVersion> {
    const FILLERS: [&str; 11] = [" ", "(", ":", "-", ".", "/", ")", ";", "=", "?", "_"];
    const VERSIONS: [&str; 3] = ["8", "99", "24"];
    let seed: usize = major.parse().unwrap_or_default();
    let pick = |list: &[&'static str], at: usize| {
        list.get(at % list.len().max(1))
            .copied()
            .unwrap_or_default()
    };
    let name = format!(
        "Not{}A{}Brand",
        pick(&FILLERS, seed),
        pick(&FILLERS, seed + 1)
    );
    let version = pick(&VERSIONS, seed);
    let version = if full.contains('.') {
        format!("{version}.0.0.0")
    } else {
        version.to_owned()
    };
    let mut brands = vec![
        UserAgentBrandVersion::new(name, version),
        UserAgentBrandVersion::new("Chromium", full),
    ];
    if seed % 2 == 1 {
        brands.reverse();
    }
    brands
}

/// A user agent as browsers with a window send it: of the version only the major one.
fn reduced(agent: &str) -> String {
    let Some((before, rest)) = agent.split_once("Chrome/") else {
        return agent.to_owned();
    };
    let (version, after) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
    let major = version.split('.').next().unwrap_or_default();
    format!("{before}Chrome/{major}.0.0.0{after}")
}

/// `Android 14; Pixel 8)` of a user agent: the version.
fn android_version(agent: &str) -> String {
    let after = agent.split_once("Android ").map_or("", |(_, after)| after);
    let version = after.split([';', ')']).next().unwrap_or_default().trim();
    version.to_owned()
}

/// `Android 14; Pixel 8)` of a user agent: the model.
fn android_model(agent: &str) -> String {
    let after = agent.split_once("Android ").map_or("", |(_, after)| after);
    let inside = after.split(')').next().unwrap_or_default();
    let model = inside.split_once(';').map_or("", |(_, model)| model).trim();
    model.to_owned()
}

/// The languages of a locale, the most wanted first: `de-DE,de`.
fn languages(locale: &str) -> String {
    let tag = locale.replace('_', "-");
    match tag.split_once('-') {
        Some((language, _)) => format!("{tag},{language}"),
        None => tag,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> OwnAgent {
        OwnAgent {
            user_agent: reduced(
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.8078.79 Safari/537.36",
            ),
            version: "156.0.8078.79".to_owned(),
            headless: true,
            mute: true,
        }
    }

    fn list(brands: Option<Vec<UserAgentBrandVersion>>) -> Vec<(String, String)> {
        brands
            .unwrap()
            .into_iter()
            .map(|b| (b.brand, b.version))
            .collect()
    }

    fn pair(a: &str, b: &str) -> (String, String) {
        (a.to_owned(), b.to_owned())
    }

    #[test]
    fn the_own_one_is_that_of_a_browser_with_a_window() {
        let command = own().command(None, None);
        assert_eq!(
            command.user_agent,
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
        );
        assert_eq!(command.accept_language.as_deref(), Some("en-US,en"));
        assert_eq!(command.platform, None);
        let hints = command.user_agent_metadata.unwrap();
        // As Chromium 156 with a window has them.
        assert_eq!(
            list(hints.brands),
            [pair("Not:A-Brand", "8"), pair("Chromium", "156")]
        );
        assert_eq!(
            list(hints.full_version_list),
            [
                pair("Not:A-Brand", "8.0.0.0"),
                pair("Chromium", "156.0.8078.79")
            ]
        );
        assert_eq!((hints.platform.as_str(), hints.mobile), ("Linux", false));
    }

    #[test]
    fn client_hints_agree_with_the_agent_that_is_given() {
        let phone = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
        let command = own().command(Some(phone), Some("de-DE"));
        assert_eq!(command.accept_language.as_deref(), Some("de-DE,de"));
        assert_eq!(command.platform.as_deref(), Some("Linux armv81"));
        let hints = command.user_agent_metadata.unwrap();
        assert_eq!(
            list(hints.full_version_list),
            [
                pair("Chromium", "131.0.0.0"),
                pair("Not_A Brand", "24.0.0.0")
            ]
        );
        assert_eq!(
            (&*hints.platform, &*hints.platform_version, &*hints.model),
            ("Android", "14", "Pixel 8")
        );
        assert!(hints.mobile);
    }

    #[test]
    fn browsers_without_client_hints_get_none() {
        let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
        let command = own().command(Some(agent), None);
        assert!(command.user_agent_metadata.is_none());
        assert_eq!(command.platform.as_deref(), Some("iPhone"));
    }
}
