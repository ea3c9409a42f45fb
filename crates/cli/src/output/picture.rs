//! Pictures: where they are, and what is drawn on them.

use serde::Serialize;
use surefoot_engine::Note;
use surefoot_session::{ComparedAnswer, ElementLabel, PictureMark, ScreenshotAnswer};
use surefoot_view::escape::line_safe;
use surefoot_view::line_of;

use super::{Printed, Rendering, lines};

/// As text (S1-58): where it was saved, then a line for each element that is drawn on it.
pub(super) fn text(shot: &ScreenshotAnswer) -> Printed {
    let mut out = Vec::new();
    let place = |path: &std::path::Path| line_safe(&path.to_string_lossy()).into_owned();
    match (&shot.unchanged, &shot.path) {
        (Some(unchanged), _) => {
            let since = unchanged
                .path
                .as_deref()
                .map(|path| format!(" {}", place(path)))
                .unwrap_or_default();
            out.push(format!(
                "no picture: it looks as the last one{since} ({}% differs)",
                percent(unchanged.difference)
            ));
        }
        (None, Some(path)) => out.push(format!("Screenshot saved to {}", place(path))),
        (None, None) => out.push(format!(
            "a picture of {} x {} pixels",
            shot.width, shot.height
        )),
    }
    out.extend(shot.marks.iter().map(|mark| legend(&mark.element)));
    let mut printed = Printed::data(lines(out));
    printed.stderr = lines(notes(shot).map(|note| format!("note: {}", line_safe(&note))));
    printed
}

/// What should be known besides.
fn notes(shot: &ScreenshotAnswer) -> impl Iterator<Item = String> + '_ {
    let covered: Vec<String> = shot
        .covered
        .iter()
        .filter_map(|element| element.reference)
        .map(|reference| reference.to_string())
        .collect();
    let covered = (!covered.is_empty()).then(|| {
        format!(
            "not drawn, because something else covers it: {}",
            covered.join(", ")
        )
    });
    shot.notes
        .iter()
        .map(|note| note.text.clone())
        .chain(covered)
}

/// `[5] @e5 button "Submit"`.
fn legend(element: &ElementLabel) -> String {
    let number = element
        .reference
        .map_or_else(String::new, |reference| format!("[{reference}] "));
    format!(
        "{number}{}",
        line_of(element.reference, &element.role, &element.name)
    )
}

/// So much of 1 in percent, with as many digits as say something.
pub(super) fn percent(part: f64) -> String {
    let percent = part * 100.0;
    match percent {
        0.0 => "0".to_owned(),
        p if p < 0.01 => "less than 0.01".to_owned(),
        p if p < 10.0 => format!("{p:.2}"),
        p => format!("{p:.0}"),
    }
}

#[derive(Serialize)]
struct Shot<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    format: &'static str,
    width: u32,
    height: u32,
    scale: f64,
    area: Area,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unchanged: Option<Unchanged>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<Annotation<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    covered: Vec<Annotated<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
}

/// In CSS pixels of the page.
#[derive(Serialize)]
struct Area {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

#[derive(Serialize)]
struct Unchanged {
    /// Of 1.
    difference: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

#[derive(Serialize)]
struct Annotated<'a> {
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<u32>,
    role: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct Annotation<'a> {
    #[serde(flatten)]
    element: Annotated<'a>,
    /// In pixels of the picture.
    #[serde(rename = "box")]
    at: PixelBox,
}

#[derive(Serialize)]
struct PixelBox {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl<'a> From<&'a ElementLabel> for Annotated<'a> {
    fn from(label: &'a ElementLabel) -> Annotated<'a> {
        Annotated {
            reference: label.reference,
            role: &label.role,
            name: &label.name,
        }
    }
}

impl<'a> From<&'a PictureMark> for Annotation<'a> {
    fn from(mark: &'a PictureMark) -> Annotation<'a> {
        Annotation {
            element: Annotated::from(&mark.element),
            at: PixelBox {
                x: mark.at.x,
                y: mark.at.y,
                width: mark.at.width,
                height: mark.at.height,
            },
        }
    }
}

/// As JSON.
pub(super) fn json(shot: &ScreenshotAnswer) -> Printed {
    let text = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
    Printed::json(&Shot {
        path: shot.path.as_ref().map(text),
        format: shot.format.name(),
        width: shot.width,
        height: shot.height,
        scale: shot.scale,
        area: Area {
            x: shot.area.x,
            y: shot.area.y,
            width: shot.area.width,
            height: shot.area.height,
        },
        size: Some(shot.bytes.len()).filter(|size| *size > 0),
        unchanged: shot.unchanged.as_ref().map(|unchanged| Unchanged {
            difference: unchanged.difference,
            path: unchanged.path.as_ref().map(text),
        }),
        annotations: shot.marks.iter().map(Annotation::from).collect(),
        covered: shot.covered.iter().map(Annotated::from).collect(),
        notes: shot
            .notes
            .iter()
            .map(|note: &Note| note.text.as_str())
            .collect(),
    })
}

/// How two pictures differ.
pub(crate) fn compared(found: &ComparedAnswer, rendering: Rendering) -> Printed {
    match rendering {
        Rendering::Text => Printed::data(compared_text(found)),
        Rendering::Json => Printed::json(&serde_json::json!({
            "difference": found.ratio,
            "pixels": found.pixels,
            "of": found.of,
            "box": found.around.map(|at| serde_json::json!({
                "x": at.x, "y": at.y, "width": at.width, "height": at.height
            })),
            "path": found.path.as_ref().map(|path| path.to_string_lossy()),
        })),
    }
}

fn compared_text(found: &ComparedAnswer) -> String {
    let Some(around) = found.around else {
        return "no difference\n".to_owned();
    };
    let mut out = vec![format!(
        "{}% differs: {} of {} pixels, around {},{} {}x{}",
        percent(found.ratio),
        found.pixels,
        found.of,
        around.x,
        around.y,
        around.width,
        around.height
    )];
    if let Some([(width, height), (new_width, new_height)]) = found.sizes {
        out.push(format!(
            "the sizes differ: {width}x{height} and {new_width}x{new_height}"
        ));
    }
    if let Some(path) = &found.path {
        out.push(format!(
            "Diff saved to {}",
            line_safe(&path.to_string_lossy())
        ));
    }
    lines(out)
}
