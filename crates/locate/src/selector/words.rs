//! Which words mean something to the people who make a page, and which were made up by a tool or stand for a moment.
//!
//! A word that is wrongly taken for made up costs a better selector; one that is wrongly taken for meant gives a
//! selector that dies with the next release. So the rules are strict where hashes have a form of their own.

/// Attributes that tests name elements by, in the spellings of common tools.
const FOR_TESTS: &[&str] = &[
    "data-testid",
    "data-test",
    "data-test-id",
    "data-cy",
    "data-qa",
    "data-qa-id",
    "data-e2e",
    "data-automation-id",
];

pub(super) fn is_for_tests(attribute: &str) -> bool {
    FOR_TESTS.contains(&attribute)
}

/// Beginnings of `data-` attributes that frameworks write for themselves, or that say how things are at the moment.
const NOT_DATA: &[&str] = &[
    "v-",
    "react",
    "radix",
    "headlessui",
    "emotion",
    "styled",
    "svelte",
    "astro",
    "ember",
    "turbo",
    "focus",
    "hover",
    "active",
    "state",
    "selected",
    "checked",
    "expanded",
    "open",
    "disabled",
    "loading",
    "index",
    "aos",
    "gtm",
    "ga-",
    "track",
    "analytics",
    "hveid",
    "ved",
    "jsmodel",
    "rendered",
    "hydrate",
    "floating",
    "side",
    "align",
    "orientation",
];

/// Whether a `data-` attribute may name an element.
pub(super) fn is_data(attribute: &str) -> bool {
    let Some(rest) = attribute.strip_prefix("data-") else {
        return false;
    };
    !rest.is_empty()
        && !rest.bytes().any(|b| b.is_ascii_uppercase())
        && !NOT_DATA.iter().any(|start| rest.starts_with(start))
}

/// Classes that say how an element is at the moment, without the `is-`, `has-` or `js-` before them.
const MOMENTS: &[&str] = &[
    "active",
    "selected",
    "current",
    "open",
    "opened",
    "closed",
    "expanded",
    "collapsed",
    "disabled",
    "enabled",
    "hover",
    "focus",
    "focused",
    "visited",
    "checked",
    "loading",
    "loaded",
    "visible",
    "hidden",
    "show",
    "shown",
    "hide",
    "in",
    "out",
    "error",
    "invalid",
    "valid",
    "dirty",
    "pristine",
    "touched",
    "untouched",
    "first",
    "last",
    "odd",
    "even",
    "animated",
    "dragging",
    "sticky",
    "fixed",
    "empty",
    "filled",
    "ready",
    "lazyloaded",
    "lazyload",
];

/// Whether a class is made up, or stands for a moment.
pub(super) fn is_fleeting(class: &str) -> bool {
    let bare = ["is-", "has-", "js-", "ng-", "was-"]
        .iter()
        .find_map(|start| class.strip_prefix(start))
        .unwrap_or(class);
    let is_for_a_state = class.contains(':') || class.contains('[');
    MOMENTS.contains(&bare) || is_for_a_state || is_made_up(class)
}

/// The first words of classes that say how things look: sizes, distances, colors.
const LOOKS: &[&str] = &[
    "m",
    "mt",
    "mr",
    "mb",
    "ml",
    "mx",
    "my",
    "ms",
    "me",
    "p",
    "pt",
    "pr",
    "pb",
    "pl",
    "px",
    "py",
    "ps",
    "pe",
    "w",
    "h",
    "min",
    "max",
    "gap",
    "space",
    "text",
    "font",
    "leading",
    "tracking",
    "bg",
    "border",
    "rounded",
    "shadow",
    "flex",
    "grid",
    "col",
    "cols",
    "row",
    "order",
    "justify",
    "items",
    "content",
    "self",
    "place",
    "block",
    "inline",
    "d",
    "float",
    "clear",
    "absolute",
    "relative",
    "fixed",
    "static",
    "sticky",
    "top",
    "right",
    "bottom",
    "left",
    "inset",
    "z",
    "overflow",
    "opacity",
    "cursor",
    "transition",
    "duration",
    "ease",
    "transform",
    "translate",
    "scale",
    "rotate",
    "container",
    "clearfix",
    "pull",
    "u",
    "fa",
    "fas",
    "far",
    "fab",
    "glyphicon",
    "sm",
    "md",
    "lg",
    "xl",
    "xs",
];

/// Whether a class is about looks, and says little about what an element is.
pub(super) fn is_about_looks(class: &str) -> bool {
    let first = class.trim_start_matches('-').split(['-', '_']).next();
    first.is_some_and(|first| LOOKS.contains(&first))
}

/// Beginnings of ids and classes that tools number or hash what follows of.
const BY_TOOLS: &[&str] = &[
    "css-",
    "sc-",
    "jss",
    "jsx-",
    "emotion-",
    "svelte-",
    "astro-",
    "radix-",
    "headlessui-",
    "react-aria",
    "ember",
    "yui_",
    "ext-gen",
    "ext-comp",
    "gwt-uid",
    "ui-id-",
    "mui-",
    "mat-input-",
    "mat-select-",
    "mat-option-",
    "mat-mdc-",
    "cdk-",
    "_ngcontent-",
    "_nghost-",
    "ng-tns-",
    "ng-c",
    "__bvid_",
    "popper-",
    "tippy-",
    "select2-",
    "tooltip",
    "popover",
    "downshift-",
    "uid-",
    "id-",
    "auto-id-",
    "wpforms-",
    "elementor-element-",
    "v-",
    "el-id-",
    "rc_",
    "rc-tabs-",
];

/// Whether an id, a class, or the value of an attribute looks like made by a tool: hashes, counters, random numbers.
///
/// ```
/// use surefoot_locate::is_made_up;
/// for made_up in ["css-1q2w3e", "sc-1x2f3y4", "kJmWbR", ":r1:", "ember123", "data-v-7ba5bd90"] {
///     assert!(is_made_up(made_up), "{made_up}");
/// }
/// for meant in ["submit", "nav-main", "submitButton", "step2", "product-42"] {
///     assert!(!is_made_up(meant), "{meant}");
/// }
/// ```
pub fn is_made_up(word: &str) -> bool {
    is_counted_by_a_framework(word) || is_from_a_tool(word) || pieces(word).any(is_random)
}

/// `:r1:`, `«r1»`, `_r_1_`: what `useId` of React gives.
fn is_counted_by_a_framework(word: &str) -> bool {
    let inner = word
        .strip_prefix(':')
        .and_then(|w| w.strip_suffix(':'))
        .or_else(|| word.strip_prefix('«').and_then(|w| w.strip_suffix('»')))
        .or_else(|| word.strip_prefix("_r_").and_then(|w| w.strip_suffix('_')));
    let is_counter = |w: &str| w.len() <= 8 && w.bytes().all(|b| b.is_ascii_alphanumeric());
    inner.is_some_and(is_counter) || word.contains(":r") && word.matches(':').count() >= 2
}

/// `ember123`, `css-1q2w3e`, `mat-input-0`: a beginning that is known, then something with a digit, or nothing that
/// could be read.
fn is_from_a_tool(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let lower = lower.strip_prefix("data-").unwrap_or(&lower);
    BY_TOOLS.iter().any(|start| {
        lower.strip_prefix(start).is_some_and(|rest| {
            rest.bytes().any(|b| b.is_ascii_digit())
                || (matches!(*start, "css-" | "sc-" | "svelte-" | "jsx-" | "emotion-")
                    && (4..=8).contains(&rest.len())
                    && !rest.contains(['-', '_']))
        })
    })
}

/// What stands between dashes, underscores and the like. A UUID falls to pieces of which one at least is random.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    word.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|piece| !piece.is_empty())
}

/// Whether a piece of a word looks random.
fn is_random(piece: &str) -> bool {
    let digits = piece.bytes().filter(u8::is_ascii_digit).count();
    let letters = piece.len() - digits;
    if letters == 0 {
        // A long number is a time or a counter over everything; a shorter one may be what the thing is known by.
        return digits >= 9;
    }
    if digits > 0 {
        return is_mixed(piece, digits);
    }
    is_unreadable(piece)
}

/// Letters and digits in one: `3xK9d`, `7ba5bd90`. Not `step2`, `h264`, `utf8`, `2fa`, `mp3player`.
fn is_mixed(piece: &str, digits: usize) -> bool {
    let bytes = piece.as_bytes();
    let turns = bytes
        .windows(2)
        .filter(|w| w[0].is_ascii_digit() != w[1].is_ascii_digit())
        .count();
    let is_hex = bytes.iter().all(u8::is_ascii_hexdigit);
    (piece.len() >= 5 && turns >= 3)
        || (piece.len() >= 5 && turns >= 2 && has_odd_case(piece))
        || (piece.len() >= 7 && is_hex && digits >= 2)
        || (piece.len() >= 16 && turns >= 2)
}

/// Letters only, that nobody could read: `kJmWbR`, `VfPpkd`. Not `submitButton`, `URLBar`, `tbody`.
fn is_unreadable(piece: &str) -> bool {
    let has_vowel = |text: &str| text.bytes().any(|b| b"aeiouyAEIOUY".contains(&b));
    if piece.len() < 5 {
        return false;
    }
    if has_odd_case(piece) {
        return true;
    }
    let is_mixed_case = piece.bytes().any(|b| b.is_ascii_lowercase())
        && piece.bytes().skip(1).any(|b| b.is_ascii_uppercase());
    let longest = if is_mixed_case { 5 } else { 7 };
    !has_vowel(piece) && piece.len() >= longest
}

/// Whether capitals stand where no words begin: the parts that they begin are two letters long on average, or less.
fn has_odd_case(piece: &str) -> bool {
    let starts = |w: &[u8]| !w[0].is_ascii_uppercase() && w[1].is_ascii_uppercase();
    let humps = piece.as_bytes().windows(2).filter(|w| starts(w)).count();
    let has_lower = piece.bytes().any(|b| b.is_ascii_lowercase());
    has_lower && humps >= 2 && piece.len() <= 2 * (humps + 1) + 1
}

/// Whether the address in a link is of this moment: it is long, or has a random number in its query.
pub(super) fn is_address_made_up(href: &str) -> bool {
    let query = href.split_once('?').map_or("", |(_, query)| query);
    href.len() > 100 || pieces(query).any(is_random)
}

/// Whether a label has a number in brackets at its end, which counts something: `Inbox (3)`.
pub(super) fn is_label_of_now(label: &str) -> bool {
    label.ends_with(')')
        && label
            .rsplit_once('(')
            .is_some_and(|(_, counter)| counter.bytes().any(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tools_make_up_is_known() {
        for word in [
            "css-1q2w3e",
            "css-hnqezi",
            "sc-1x2f3y4",
            "sc-bdVaJa",
            "kJmWbR",
            "bdVaJa",
            "VfPpkd-LgbsSe",
            ":r1:",
            ":R2bm:",
            "«r3»",
            "_r_5_",
            "radix-:r4:",
            "ember123",
            "mat-input-0",
            "Button_root__3xK9d",
            "data-v-7ba5bd90",
            "svelte-1abc23",
            "550e8400-e29b-41d4-a716-446655440000",
            "field_1699999999999",
            "_ngcontent-ab-c12",
            "jss42",
        ] {
            assert!(is_made_up(word), "{word}");
        }
    }

    #[test]
    fn what_people_write_is_meant() {
        for word in [
            "main",
            "nav",
            "submit-button",
            "submitButton",
            "primaryNavItem",
            "btn-primary",
            "step2",
            "product-42",
            "order_10023",
            "h264",
            "col-md-6",
            "MuiButton-root",
            "JavaScript",
            "iPhone15",
            "user_email",
            "tbody",
            "html5",
            "mw-content-text",
            "p-search",
            "siteSub",
            "navbar__link--wide",
            "Größe",
            "2fa",
            "address.street1",
            "order[0][name]",
        ] {
            assert!(!is_made_up(word), "{word}");
        }
    }

    #[test]
    fn moments_and_looks_are_known() {
        for class in [
            "active",
            "is-open",
            "hover:bg-red",
            "ng-touched",
            "css-1q2w3e",
        ] {
            assert!(is_fleeting(class), "{class}");
        }
        for class in ["card", "product", "menu-item", "btn"] {
            assert!(!is_fleeting(class) && !is_about_looks(class), "{class}");
        }
        for class in ["mt-4", "text-center", "-ml-2", "flex", "w-full"] {
            assert!(is_about_looks(class), "{class}");
        }
    }

    #[test]
    fn attributes_that_say_something() {
        for attribute in ["data-sku", "data-id", "data-product"] {
            assert!(is_data(attribute), "{attribute}");
        }
        for attribute in [
            "data-v-7ba5bd90",
            "data-reactid",
            "data-state",
            "data-",
            "class",
        ] {
            assert!(!is_data(attribute), "{attribute}");
        }
        assert!(is_address_made_up("/x?session=a1b2c3d4e5"));
        assert!(!is_address_made_up("/products?page=2"));
        assert!(is_label_of_now("Inbox (3)"));
    }
}
