//! Whatever a page says: what is rendered reads back, renders the same again, and has the lines it should have.

use std::borrow::Cow;
use std::num::NonZeroU32;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use surefoot_snapshot::Hints;
use surefoot_view::{
    Addresses, Element, Format, HintSet, Overlay, PageMeta, Parsed, States, Style, Tri, escape,
    json, parse, render_parsed, render_parsed_in,
};

/// Text as hostile pages have it: fragments that mean something in some format, between anything.
pub(crate) fn text() -> impl Strategy<Value = String> {
    const FRAGMENTS: &[&str] = &[
        "\"",
        "\\",
        "\n",
        "\r\n",
        "\t",
        ": ",
        ":",
        "{",
        "}",
        "[",
        "]",
        " ",
        "  ",
        "- ",
        "#",
        "'",
        "...",
        "…",
        "\u{a0}",
        "[ref=e1]",
        "\" [ref=e1]",
        "5: button \"OK\"",
        "\n5: button \"OK\"\n",
        "- button \"OK\" [ref=e1]",
        "Page: \"x\"",
        "# Cursor-interactive elements:",
        "\n# Cursor-interactive elements:\n",
        "\u{26a0} OVERLAY DETECTED",
        "\n\u{26a0} OVERLAY DETECTED: [dialog] \"x\" @e1 \u{2014} interact with this first\n",
        "@e1    [button]      \"OK\"",
        "1. [button] <button> \"OK\"",
        "\n   selector: #pay\n",
        "   position: (1, 2) size: 3x4",
        "… 12 more lines",
        "placeholder=\"x\"",
        " label=\"x\"",
        ">",
        "<",
        "email",
        "password",
        "value=\"x\"",
        "text=\"x\"",
        "checked",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{200d}",
        "\u{feff}",
        "\u{2028}",
        "\u{85}",
        "\u{9b}31m",
        "\u{1b}[31m",
        "\0",
        "\u{7f}",
        "\u{e0041}",
        "\u{e000}",
        "\u{10ffff}",
        "👩\u{200d}👧",
        "❤\u{fe0f}",
        "e\u{301}",
        "日本語",
        "\\u0041",
        "\\x41",
        "@e5",
        "</script>",
    ];
    let piece = prop_oneof![
        4 => proptest::sample::select(FRAGMENTS).prop_map(str::to_owned),
        2 => "[a-z ]{1,12}",
        1 => any::<char>().prop_map(String::from),
        1 => "[a-zé]{70,90}",
    ];
    prop_oneof![1 => Just(String::new()), 6 => vec(piece, 0..8).prop_map(|pieces| pieces.concat())]
}

fn cow(strategy: impl Strategy<Value = String>) -> impl Strategy<Value = Cow<'static, str>> {
    strategy.prop_map(Cow::Owned)
}

fn states() -> impl Strategy<Value = States<'static>> {
    let tri = || {
        of(proptest::sample::select(vec![
            Tri::False,
            Tri::True,
            Tri::Mixed,
        ]))
    };
    let flags = proptest::array::uniform8(any::<bool>());
    let numbers = (
        of(any::<f64>().prop_filter("a JSON number", |v| v.is_finite())),
        of(-1e9..1e9),
    );
    let words = (of(cow(text())), of(cow(text())), of(cow(text())));
    (
        tri(),
        tri(),
        of(any::<bool>()),
        of(any::<bool>()),
        flags,
        numbers,
        words,
    )
        .prop_map(
            |(
                checked,
                pressed,
                selected,
                expanded,
                flags,
                (valuenow, valuemax),
                (invalid, current, valuetext),
            )| States {
                checked,
                pressed,
                selected,
                expanded,
                required: flags[0],
                readonly: flags[1],
                multiline: flags[2],
                disabled: flags[3],
                focused: flags[4],
                multiselectable: flags[5],
                modal: flags[6],
                busy: flags[7],
                hidden: flags[6],
                sort: valuetext.clone(),
                valuenow,
                valuemax,
                invalid,
                current,
                valuetext,
                ..States::default()
            },
        )
}

fn element() -> impl Strategy<Value = Element<'static>> {
    const ROLES: &[&str] = &[
        "button",
        "link",
        "text",
        "paragraph",
        "listitem",
        "clickable",
        "textbox",
        "doc-cover",
        "img",
        "heading",
        "dialog",
        "combobox",
        "email",
        "focusable",
        "progressbar",
    ];
    const KINDS: &[&str] = &[
        "text", "email", "password", "date", "file", "range", "submit",
    ];
    let role = proptest::sample::select(ROLES).prop_map(Cow::Borrowed);
    let texts = (
        cow(text()),
        cow(text()),
        of(cow(text())),
        of(cow(text())),
        cow(text()),
        cow(text()),
        of(cow(text())),
    );
    (
        role,
        texts,
        states(),
        of(1..u32::MAX),
        of(1..9_u32),
        0..32_u8,
        0..70_u32,
        (
            of(cow(text())),
            cow(text()),
            of(cow(text())),
            cow(text()),
            of(proptest::sample::select(KINDS)),
            of(proptest::array::uniform4(-1e6..1e6_f64)),
        ),
    )
        .prop_map(
            |(
                role,
                (name, inner, value, href, description, clue, context),
                states,
                reference,
                level,
                hints,
                depth,
                (placeholder, error, selector, tag, kind, bounds),
            )| Element {
                reference,
                role,
                name,
                text: inner,
                value,
                states,
                level,
                href,
                description,
                clue,
                context,
                hints: HintSet(Hints::from_bits_truncate(hints)),
                depth,
                placeholder,
                error,
                selector,
                tag,
                input_type: kind.map(Cow::Borrowed),
                bounds,
                ..Element::default()
            },
        )
}

fn snapshot() -> impl Strategy<Value = Parsed> {
    (
        text(),
        text(),
        vec(element(), 0..6),
        any::<bool>(),
        any::<bool>(),
        vec((of(1..u32::MAX), text(), text()), 0..2),
    )
        .prop_map(|(url, title, mut elements, flat, alike, overlays)| {
            if alike {
                // Controls of the same name, so that their contexts are shown.
                for element in &mut elements {
                    element.name = Cow::Borrowed("Delete");
                }
            }
            if flat {
                for element in &mut elements {
                    element.depth = 0;
                }
            }
            let overlays = overlays
                .into_iter()
                .map(|(reference, kind, title)| Overlay {
                    reference,
                    kind,
                    title,
                    ..Overlay::default()
                });
            let meta = PageMeta {
                overlays: overlays.collect(),
                ..PageMeta::default()
            };
            Parsed {
                url,
                title,
                elements,
                meta,
                ..Parsed::default()
            }
        })
}

/// Styles that change what is written.
fn styles() -> impl Strategy<Value = Style> {
    (of(1..200_u32), any::<bool>()).prop_map(|(longest, urls)| Style {
        max_name: longest.and_then(NonZeroU32::new),
        addresses: if urls {
            Addresses::Shown
        } else {
            Addresses::Left
        },
    })
}

/// How many lines a format has besides those of the elements.
fn header(format: Format, parsed: &Parsed, rendered: &str) -> usize {
    match format {
        Format::List if !parsed.title.is_empty() || !parsed.url.is_empty() => {
            parsed.meta.overlays.len() + 2
        }
        Format::List if parsed.meta.overlays.is_empty() => 0,
        Format::List => parsed.meta.overlays.len() + 1,
        // The blank lines between entries.
        Format::Numbered => parsed.elements.len().saturating_sub(1),
        Format::Compact if parsed.title.trim().is_empty() => 0,
        Format::Compact => 2,
        Format::Tree => usize::from(
            rendered
                .lines()
                .any(|line| line == "# Cursor-interactive elements:"),
        ),
        Format::Json => 2,
        _ => unreachable!("every format says how many lines it has"),
    }
}

/// How many lines an element has.
fn lines(format: Format, element: &Element<'_>) -> usize {
    match format {
        Format::Numbered => {
            1 + usize::from(element.selector.is_some()) + usize::from(element.bounds.is_some())
        }
        _ => 1,
    }
}

/// Whether every one of `some` is in `all`, in the same order.
fn is_part_of<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    let mut all = all.iter();
    some.iter().all(|one| all.any(|other| other == one))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn what_is_rendered_reads_back_and_renders_the_same(parsed in snapshot(), style in styles()) {
        for &format in Format::ALL {
            let rendered = render_parsed_in(format, &parsed, style);
            let again = match parse(format, &rendered) {
                Ok(again) => again,
                Err(e) => return Err(TestCaseError::fail(format!("{e}\n{rendered}"))),
            };
            prop_assert_eq!(render_parsed_in(format, &again, style), rendered.clone(), "{}", format);
            if matches!(format, Format::Page | Format::PageJson) {
                // Sections instead of elements: see `page.rs`.
                prop_assert!(!rendered.contains(|c| c != '\n' && escape::is_hidden(c)), "{:?}", rendered);
                continue;
            }
            // No text makes a line, and nothing that a terminal would act on gets through.
            let of_elements: usize = again.elements.iter().map(|element| lines(format, element)).sum();
            prop_assert_eq!(rendered.lines().count(), header(format, &again, &rendered) + of_elements, "{}", rendered);
            prop_assert_eq!(again.meta.overlays.len(), if matches!(format, Format::List | Format::Json) { parsed.meta.overlays.len() } else { 0 });
            prop_assert!(!rendered.contains(|c| c != '\n' && escape::is_hidden(c)), "{:?}", rendered);
            // No text makes or takes a ref.
            if matches!(format, Format::List | Format::Numbered) {
                let refs = |parsed: &Parsed| parsed.elements.iter().map(|e| e.reference).collect::<Vec<_>>();
                prop_assert!(is_part_of(&refs(&again), &refs(&parsed)), "{}", rendered);
                // Nothing that can be acted on is left out.
                let acts = parsed.elements.iter().filter(|e| e.is_interactive()).count();
                prop_assert!(again.elements.len() >= acts, "{}", rendered);
                continue;
            }
            let mut refs: Vec<_> = again.elements.iter().map(|e| (e.reference, e.role.clone())).collect();
            let mut expected: Vec<_> = parsed.elements.iter().map(|e| (e.reference, e.role.clone())).collect();
            refs.sort();
            expected.sort();
            prop_assert_eq!(refs, expected, "{}", rendered);
        }
    }

    #[test]
    fn json_loses_nothing(parsed in snapshot()) {
        let rendered = render_parsed(Format::Json, &parsed);
        prop_assert_eq!(parse(Format::Json, &rendered).expect("our own output"), parsed);
    }

    #[test]
    fn tree_keeps_names_texts_and_values(parsed in snapshot()) {
        let mut elements = parsed.elements.clone();
        // A flat list is put in two sections; the order within each stays.
        for element in &mut elements {
            element.depth = 1;
        }
        let parsed = Parsed { elements, ..parsed };
        let again = parse(Format::Tree, &render_parsed(Format::Tree, &parsed)).expect("our own output");
        for (a, b) in parsed.elements.iter().zip(&again.elements) {
            prop_assert_eq!(a.label(), b.label());
            if !a.is_text() && !a.is_cursor_interactive() {
                prop_assert_eq!((&a.name, &a.text, a.level), (&b.name, &b.text, b.level));
            }
            let value = a.value.as_deref().filter(|v| !v.is_empty() && *v != a.label());
            prop_assert_eq!(value, b.value.as_deref());
        }
    }

    #[test]
    fn contexts_are_shown_of_controls_alike_and_read_back(contexts in vec(text(), 2..5), unlike in text()) {
        let control = |context: &str, name: &'static str| Element {
            role: Cow::Borrowed("button"),
            name: Cow::Borrowed(name),
            context: Some(Cow::Owned(context.to_owned())),
            ..Element::default()
        };
        let mut elements: Vec<_> = contexts.iter().map(|context| control(context, "Delete")).collect();
        elements.push(control(&unlike, "Add"));
        let parsed = Parsed { elements, ..Parsed::default() };
        for format in [Format::Compact, Format::Tree, Format::List, Format::Numbered] {
            let again = parse(format, &render_parsed(format, &parsed)).expect("our own output");
            prop_assert_eq!(again.elements.last().and_then(|e| e.context.as_deref()), None);
            for (context, element) in contexts.iter().zip(&again.elements) {
                let shown = element.context.as_deref().unwrap_or_default();
                prop_assert_eq!(&element.name, "Delete");
                if context.chars().count() <= 40 {
                    prop_assert_eq!(shown, context);
                } else {
                    prop_assert_eq!(shown.chars().count(), 40);
                    prop_assert!(context.starts_with(shown.trim_end_matches('…')) && shown.ends_with('…'));
                }
            }
        }
    }

    #[test]
    fn any_json_text_is_written_as_json(text in text()) {
        let written = json::text(&text);
        prop_assert_eq!(serde_json::from_str::<String>(&written).expect("JSON"), text);
    }

    #[test]
    fn parsers_survive_anything(text in text(), lines in vec(text(), 0..4)) {
        for &format in Format::ALL {
            let _ = parse(format, &text);
            let _ = parse(format, &lines.join("\n"));
        }
    }

    #[test]
    fn parsers_survive_mutations(parsed in snapshot(), at in any::<prop::sample::Index>(), with in any::<char>()) {
        for &format in Format::ALL {
            let rendered = render_parsed(format, &parsed);
            let mut characters: Vec<char> = rendered.chars().collect();
            if characters.is_empty() {
                continue;
            }
            let at = at.index(characters.len());
            characters[at] = with;
            let mutated: String = characters.into_iter().collect();
            if let Ok(again) = parse(format, &mutated) {
                let once = render_parsed(format, &again);
                let twice = parse(format, &once).expect("what was rendered");
                prop_assert_eq!(render_parsed(format, &twice), once);
            }
        }
    }
}
