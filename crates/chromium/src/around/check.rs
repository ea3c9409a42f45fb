//! Options that make no sense.

use surefoot_engine::{EngineOptions, Error, ErrorKind, Result};

/// The largest side of a view, in CSS pixels.
const LARGEST_VIEW: u32 = 16_384;

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
