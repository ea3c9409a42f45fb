//! `json`: all that is known, for programs; and the JSON of elements in other answers.
//!
//! ```json
//! {"url":"…","title":"…","timestamp":"…","engine":"native","generation":1,"meta":{},"elements":[
//! {"ref":1,"role":"button","name":"Save","tag":"button","depth":0}
//! ]}
//! ```
//!
//! Members that have nothing to say are absent. Each element has a line of its own, so that line tools can work on it.
//! Whatever a terminal might act on or nobody would see is written as an escape, which to a JSON parser is the same.

use std::borrow::Cow;
use std::io;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use surefoot_snapshot::{Item, Snapshot};

use crate::cursor::is_role;
use crate::escape::{Quoting, push_escaped, push_number, push_quoted};
use crate::item::Described;
use crate::model::{PageMeta, Source};
use crate::{Element, Format, Meta, ParseError, Parsed, Style, tree};

/// The members of the format, in their order.
#[derive(Serialize)]
struct Document<'a> {
    url: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generation: Option<u64>,
    meta: Cow<'a, PageMeta>,
    elements: Elements<'a>,
}

impl<'a> From<&'a dyn Source> for Document<'a> {
    fn from(source: &'a dyn Source) -> Document<'a> {
        let head = source.head();
        Document {
            url: head.url,
            title: head.title,
            timestamp: head.timestamp,
            engine: head.engine,
            generation: head.generation,
            meta: head.meta,
            elements: Elements(source),
        }
    }
}

struct Elements<'a>(&'a dyn Source);

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(Some(self.0.len()))?;
        for index in 0..self.0.len() {
            seq.serialize_element(&self.0.element(index))?;
        }
        seq.end()
    }
}

pub(crate) fn render(source: &dyn Source, out: &mut String) {
    out.push_str(&written(&Document::from(source), Layout::Lines));
    out.push('\n');
}

/// The snapshot as a value to put into another answer, such as the `data` of an envelope; [`text`] writes it.
pub fn data<'a>(snapshot: &'a Snapshot, meta: &'a Meta<'a>) -> impl Serialize + 'a {
    Data(Described {
        snapshot,
        meta,
        style: Style::default(),
    })
}

/// The same, written in a style.
pub fn data_in<'a>(
    snapshot: &'a Snapshot,
    meta: &'a Meta<'a>,
    style: Style,
) -> impl Serialize + 'a {
    Data(Described {
        snapshot,
        meta,
        style,
    })
}

struct Data<'a>(Described<'a>);

impl Serialize for Data<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Document::from(&self.0 as &dyn Source).serialize(serializer)
    }
}

/// An element as the format writes it, for answers and candidates. Its `parent` and `depth` are those of its snapshot.
pub fn item_json(item: &Item) -> Element<'_> {
    Element::from(item)
}

/// Any value as JSON on one line, with everything that a terminal might act on or nobody would see as an escape.
/// Answers are written with this, so that no page text gets around [`crate::escape`]. A value that JSON cannot express,
/// such as a map whose keys are lists, gives `null`.
pub fn text<T: Serialize>(value: &T) -> String {
    written(value, Layout::OneLine)
}

/// The same on lines of their own, indented by one blank a level (S3's example).
pub(crate) fn indented<T: Serialize>(value: &T) -> String {
    written(value, Layout::Indented)
}

/// Where lines end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    OneLine,
    /// Each entry of a list in the outermost object has its own line.
    Lines,
    /// Each entry and member has its own line, indented by one blank a level.
    Indented,
}

fn written<T: Serialize>(value: &T, layout: Layout) -> String {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(
        &mut bytes,
        Safe {
            layout,
            nesting: 0,
            is_empty: true,
            buffer: String::new(),
        },
    );
    // Writing to memory cannot fail, and the types of this workspace are all such as JSON can express.
    match value.serialize(&mut serializer) {
        Ok(()) => String::from_utf8(bytes)
            .unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()),
        Err(_) => "null".to_owned(),
    }
}

/// Compact JSON in which hidden characters are escapes.
struct Safe {
    layout: Layout,
    nesting: u32,
    /// Whether nothing is in the innermost object or list yet.
    is_empty: bool,
    buffer: String,
}

impl Safe {
    fn is_line(&self) -> bool {
        self.layout == Layout::Lines && self.nesting == 2
    }

    /// Ends the line before a member, an entry or the end of what has some.
    fn line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.nesting).try_for_each(|_| writer.write_all(b" "))
    }

    fn begin<W: ?Sized + io::Write>(&mut self, writer: &mut W, with: &[u8]) -> io::Result<()> {
        self.nesting += 1;
        self.is_empty = true;
        writer.write_all(with)
    }

    fn end<W: ?Sized + io::Write>(&mut self, writer: &mut W, with: &[u8]) -> io::Result<()> {
        let is_line = self.is_line() && with == b"]";
        self.nesting -= 1;
        if self.layout == Layout::Indented && !self.is_empty {
            self.line(writer)?;
        } else if is_line {
            writer.write_all(b"\n")?;
        }
        self.is_empty = false;
        writer.write_all(with)
    }
}

impl serde_json::ser::Formatter for Safe {
    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        match self.layout {
            Layout::Indented => self.line(writer),
            _ => Ok(()),
        }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(match self.layout {
            Layout::Indented => b": ",
            _ => b":",
        })
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_empty = false;
        Ok(())
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.is_empty = false;
        Ok(())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        if self.layout == Layout::Indented {
            self.line(writer)
        } else if self.is_line() {
            writer.write_all(b"\n")
        } else {
            Ok(())
        }
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Most text is ASCII, and of that serde_json leaves only DEL to us.
        if fragment.bytes().all(|b| b.is_ascii() && b != 0x7f) {
            return writer.write_all(fragment.as_bytes());
        }
        self.buffer.clear();
        push_escaped(&mut self.buffer, fragment, Quoting::Json);
        writer.write_all(self.buffer.as_bytes())
    }
}

pub(crate) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let parsed: Parsed =
        serde_json::from_str(text).map_err(|error| wrong(Format::Json, text, &error))?;
    for (index, element) in parsed.elements.iter().enumerate() {
        // The text formats print roles bare.
        if !is_role(&element.role) {
            return Err(ParseError {
                format: Format::Json,
                line: 1,
                column: 1,
                expected: format!("a role in lower-case letters in elements[{index}]").into(),
                found: crate::escape::quoted(&crate::escape::cut(&element.role, 20)),
            });
        }
    }
    Ok(parsed)
}

/// Says in our words what the JSON parser did not like.
pub(crate) fn wrong(format: Format, text: &str, error: &serde_json::Error) -> ParseError {
    use serde_json::error::Category;
    let line = text
        .lines()
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default();
    let before = error.column().saturating_sub(1).min(line.len());
    let before = (0..=before)
        .rev()
        .find(|&at| line.is_char_boundary(at))
        .unwrap_or(0);
    let rest = &line[before..];
    let expected = match error.classify() {
        Category::Eof => "the rest of the JSON object",
        Category::Syntax => "JSON",
        Category::Data | Category::Io => "a member of the type that the format has there",
    };
    ParseError {
        format,
        line: error.line().max(1),
        column: line[..before].chars().count() + 1,
        expected: expected.into(),
        found: if rest.is_empty() {
            "the end of the line".to_owned()
        } else {
            crate::escape::quoted(&crate::escape::cut(rest, 20))
        },
    }
}

/// What `snapshot --format tree --json` answers with (S1-60): the text of `tree` and what each ref of it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TreeData {
    /// The text, without a newline at its end.
    pub snapshot: String,
    /// The refs, in the order of the text.
    pub refs: RefMap,
}

/// The refs of a [`TreeData`]: an object with a member for each, by its name `e5`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RefMap(pub Vec<(u32, RefEntry)>);

impl RefMap {
    /// What a ref means, given as `e5`, `@e5` or `5`.
    ///
    /// ```
    /// use surefoot_view::{Format, json, parse};
    ///
    /// let text = "- button \"Delete\" [ref=e1] [nth=0]\n- button \"Delete\" [ref=e2] [nth=1]\n";
    /// let refs = json::tree_data_of(&parse(Format::Tree, text)?).refs;
    /// let entry = refs.get("e2").ok_or("it is there")?;
    /// assert_eq!((entry.role.as_str(), entry.name.as_str(), entry.nth), ("button", "Delete", Some(1)));
    /// assert_eq!(entry.selector, "getByRole('button', { name: \"Delete\", exact: true })");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, reference: &str) -> Option<&RefEntry> {
        let number: u32 = reference
            .trim_start_matches('@')
            .trim_start_matches('e')
            .parse()
            .ok()?;
        let mut entries = self.0.iter();
        entries.find_map(|(known, entry)| (*known == number).then_some(entry))
    }
}

impl Serialize for RefMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (reference, entry) in &self.0 {
            map.serialize_entry(&format_args!("e{reference}"), entry)?;
        }
        map.end()
    }
}

/// What a ref of `tree` means (S1-27 to S1-32).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RefEntry {
    /// How Playwright would look for it: by its role and its exact name.
    pub selector: String,
    /// Its role.
    pub role: String,
    /// Its accessible name, or the text it is called by.
    pub name: String,
    /// Which of those with the same role and name it is, from 0; absent if there is no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
}

/// The snapshot as S1-60 has it.
pub fn tree_data(snapshot: &Snapshot, meta: &Meta<'_>) -> TreeData {
    tree_data_of(&Described {
        snapshot,
        meta,
        style: Style::default(),
    })
}

/// The same, of anything that can be rendered.
pub fn tree_data_of(source: &dyn Source) -> TreeData {
    let mut snapshot = String::new();
    tree::render(source, &mut snapshot);
    snapshot.truncate(snapshot.trim_end_matches('\n').len());
    let order = tree::Order::new(source);
    let refs = order
        .indices()
        .filter_map(|index| {
            let element = source.element(index);
            let entry = RefEntry {
                selector: selector(&element),
                name: tree::shown_name(&element).to_owned(),
                role: element.role.into_owned(),
                nth: order.nth(index),
            };
            Some((element.reference?, entry))
        })
        .collect();
    TreeData {
        snapshot,
        refs: RefMap(refs),
    }
}

/// `getByRole('button', { name: "Submit", exact: true })`; by its text where it has no role that could be looked for.
fn selector(element: &Element<'_>) -> String {
    let mut out = String::new();
    let by_text = element.is_cursor_interactive() && !element.label().is_empty();
    if by_text {
        out.push_str("getByText(");
        push_quoted(&mut out, element.label(), Quoting::Json);
        out.push_str(", { exact: true })");
        return out;
    }
    out.push_str("getByRole('");
    out.push_str(&element.role);
    out.push('\'');
    if !element.name.is_empty() {
        out.push_str(", { name: ");
        push_quoted(&mut out, &element.name, Quoting::Json);
        out.push_str(", exact: true }");
    }
    out.push(')');
    out
}

/// The name of a ref as `tree` and messages write it: `e5`.
pub fn ref_name(reference: u32) -> String {
    let mut out = String::from("e");
    push_number(&mut out, reference);
    out
}
