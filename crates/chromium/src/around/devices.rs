//! Devices that can be believed to be in use, by name.

use surefoot_engine::{Error, ErrorKind, Result, Viewport};

/// A device: what pages see of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Device {
    /// Its name: `iPhone 15`.
    pub name: &'static str,
    /// Its view, held upright if it is held.
    pub viewport: Viewport,
    /// Its user agent; `None`: the browser's own.
    pub user_agent: Option<&'static str>,
}

const IPHONE: Option<&str> = Some(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
);
// As an iPad asks for pages by default since iPadOS 13: as a Mac.
const IPAD: Option<&str> = Some(
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
);

/// An Android phone's or tablet's user agent, as Chrome on it sends: the model is not told any more.
const ANDROID: Option<&str> = Some(
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
);
const ANDROID_TABLET: Option<&str> = Some(
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
);

const fn held(
    name: &'static str,
    (width, height, scale): (u32, u32, f64),
    user_agent: Option<&'static str>,
) -> Device {
    let viewport = Viewport {
        width,
        height,
        scale,
        mobile: true,
        touch: true,
    };
    Device {
        name,
        viewport,
        user_agent,
    }
}

const fn desktop(name: &'static str, (width, height, scale): (u32, u32, f64)) -> Device {
    let viewport = Viewport {
        width,
        height,
        scale,
        mobile: false,
        touch: false,
    };
    Device {
        name,
        viewport,
        user_agent: None,
    }
}

/// The devices. Sizes are CSS pixels, of the whole screen.
const DEVICES: &[Device] = &[
    held("iPhone SE", (375, 667, 2.0), IPHONE),
    held("iPhone 13", (390, 844, 3.0), IPHONE),
    held("iPhone 14", (390, 844, 3.0), IPHONE),
    held("iPhone 15", (393, 852, 3.0), IPHONE),
    held("iPhone 15 Pro", (393, 852, 3.0), IPHONE),
    held("iPhone 15 Pro Max", (430, 932, 3.0), IPHONE),
    held("iPhone 16", (393, 852, 3.0), IPHONE),
    held("iPad", (820, 1180, 2.0), IPAD),
    held("iPad Mini", (744, 1133, 2.0), IPAD),
    held("iPad Pro 11", (834, 1194, 2.0), IPAD),
    held("Pixel 7", (412, 915, 2.625), ANDROID),
    held("Pixel 8", (412, 915, 2.625), ANDROID),
    held("Galaxy S23", (360, 780, 3.0), ANDROID),
    held("Galaxy S24", (360, 780, 3.0), ANDROID),
    held("Galaxy Tab S9", (800, 1280, 2.0), ANDROID_TABLET),
    desktop("Desktop 720p", (1280, 720, 1.0)),
    desktop("Desktop 1080p", (1920, 1080, 1.0)),
    desktop("Desktop 1440p", (2560, 1440, 1.0)),
    desktop("MacBook Air 13", (1440, 900, 2.0)),
];

/// All devices.
pub fn devices() -> &'static [Device] {
    DEVICES
}

/// The device of this name, whatever its case and the spaces and dashes in it. The error names those that are nearest.
pub fn device(name: &str) -> Result<Device> {
    let wanted = folded(name);
    if let Some(device) = DEVICES.iter().find(|d| folded(d.name) == wanted) {
        return Ok(*device);
    }
    let mut near: Vec<_> = DEVICES
        .iter()
        .map(|device| (likeness(&wanted, &folded(device.name)), device.name))
        .collect();
    near.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    let near: Vec<_> = near.into_iter().take(4).map(|(_, name)| name).collect();
    let name: String = name.chars().take(80).collect();
    Err(Error::new(
        ErrorKind::InvalidArgument,
        format!("no device {name:?} is known"),
    )
    .with_hint(format!(
        "near it are {}; or give the size with --viewport",
        near.join(", ")
    )))
}

/// A name without case, spaces and dashes.
fn folded(name: &str) -> Vec<char> {
    let kept = name.chars().filter(|c| c.is_alphanumeric()).take(80);
    kept.flat_map(char::to_lowercase).collect()
}

/// How many pairs of neighbouring letters of a name the other has too, and how alike they are in length.
fn likeness(wanted: &[char], name: &[char]) -> (usize, std::cmp::Reverse<usize>) {
    let shared = wanted
        .windows(2)
        .filter(|pair| name.windows(2).any(|other| other == *pair));
    (
        shared.count(),
        std::cmp::Reverse(wanted.len().abs_diff(name.len())),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        for name in [
            "iPhone 15 Pro",
            "iphone 15 pro",
            "IPHONE-15-PRO",
            "iphone15pro",
        ] {
            assert_eq!(device(name).unwrap().name, "iPhone 15 Pro");
        }
    }

    #[test]
    fn no_two_devices_have_one_name() {
        for (at, a) in DEVICES.iter().enumerate() {
            let same = DEVICES
                .iter()
                .skip(at + 1)
                .filter(|b| folded(a.name) == folded(b.name));
            assert_eq!(same.count(), 0, "{}", a.name);
        }
    }

    #[test]
    fn what_is_not_known_names_what_is_near() {
        let error = device("iphone 17").unwrap_err();
        assert_eq!(error.message(), "no device \"iphone 17\" is known");
        assert!(error.hint().unwrap().contains("iPhone 1"), "{error:?}");
        assert!(
            device("galaxy s25")
                .unwrap_err()
                .hint()
                .unwrap()
                .starts_with("near it are Galaxy S2")
        );
        assert!(device("").is_err());
    }
}
