//! Text that style sheets put before and after the content of elements (CSS Content 3), with the counters it may be made
//! of (CSS Lists 3).

use cssparser::{Parser, Token};
use rustc_hash::FxHashMap;
use surefoot_page::{Facts, NodeId, NodeKind, Page, Part, Step, name};

use super::cascade::{Authored, Styles};
use super::declaration::{Display, Property, Texts, Value};

/// The longest text that is generated in one place, in bytes.
const MOST_BYTES: usize = 2_000;

/// The texts before and after the content of all rendered elements that have such.
pub(super) fn generated(page: &Page, styles: &Styles) -> Vec<(NodeId, [String; 2])> {
    let Some(root) = page.root().filter(|_| !styles.parts.is_empty()) else {
        return Vec::new();
    };
    let mut all: FxHashMap<NodeId, [String; 2]> = FxHashMap::default();
    let mut counters = Counters::default();
    let mut walk = page.walk(root);
    while let Some(step) = walk.next() {
        let (Step::Enter(node) | Step::Leave(node)) = step;
        if page.kind(node) != NodeKind::Element {
            continue;
        }
        let (part, which) = match step {
            Step::Enter(_) => {
                if page.facts(node).contains(Facts::NOT_RENDERED) {
                    walk.skip_children();
                    continue;
                }
                counters.apply(styles, styles.elements.get(&node));
                counters.list(page, node);
                counters.open();
                (Part::Before, 0)
            }
            Step::Leave(_) => (Part::After, 1),
        };
        if step == Step::Leave(node) && page.facts(node).contains(Facts::NOT_RENDERED) {
            continue;
        }
        if let Some(style) = styles.parts.get(&(node, part)) {
            let text = counters.text(page, node, styles, style);
            if let Some(text) = text.filter(|t| !t.is_empty()) {
                all.entry(node).or_default()[which] = text;
            }
        }
        if part == Part::After {
            counters.close();
        }
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_unstable_by_key(|(node, _)| *node);
    all
}

/// A counter that goes on: made by a child of the element that is open at this depth.
#[derive(Debug)]
struct Counter {
    depth: usize,
    value: i64,
}

/// All counters at one place in the page.
#[derive(Default, Debug)]
struct Counters {
    /// By name those that are nested, the innermost last.
    stacks: FxHashMap<Box<str>, Vec<Counter>>,
    /// For each open element the names of the counters that end with it.
    ends: Vec<Vec<Box<str>>>,
}

impl Counters {
    fn open(&mut self) {
        self.ends.push(Vec::new());
    }

    fn close(&mut self) {
        for name in self.ends.pop().unwrap_or_default() {
            if let Some(stack) = self.stacks.get_mut(&name) {
                stack.pop();
            }
        }
    }

    fn reset(&mut self, name: &str, value: i64) {
        let depth = self.ends.len();
        let stack = self.stacks.entry(name.into()).or_default();
        match stack.last_mut() {
            // A sibling's is replaced.
            Some(last) if last.depth == depth => last.value = value,
            _ => {
                stack.push(Counter { depth, value });
                if let Some(ends) = self.ends.last_mut() {
                    ends.push(name.into());
                }
            }
        }
    }

    fn change(&mut self, name: &str, change: impl FnOnce(i64) -> i64) {
        if self.stacks.get(name).is_none_or(Vec::is_empty) {
            self.reset(name, 0);
        }
        if let Some(last) = self.stacks.get_mut(name).and_then(|s| s.last_mut()) {
            last.value = change(last.value);
        }
    }

    /// What a style says of counters.
    fn apply(&mut self, styles: &Styles, style: Option<&Authored>) {
        let Some(style) = style else { return };
        for (name, value) in pairs(&styles.texts, style, Property::CounterReset, 0) {
            self.reset(&name, value);
        }
        for (name, by) in pairs(&styles.texts, style, Property::CounterIncrement, 1) {
            self.change(&name, |value| value.saturating_add(by));
        }
        for (name, to) in pairs(&styles.texts, style, Property::CounterSet, 0) {
            self.change(&name, |_| to);
        }
    }

    /// What the browser itself does to the counter of list items.
    fn list(&mut self, page: &Page, node: NodeId) {
        let number = |name| page.attr(node, name)?.trim_ascii().parse::<i64>().ok();
        match page.html_tag(node) {
            name::OL | name::UL | name::MENU | name::DIR => {
                let start = number(name::START).unwrap_or(1);
                self.reset("list-item", start.saturating_sub(1));
            }
            name::LI => {
                let written = number(name::VALUE);
                self.change("list-item", |value| {
                    written.unwrap_or(value.saturating_add(1))
                });
            }
            _ => {}
        }
    }

    /// The text of one part of an element; `None` if it has none.
    fn text(
        &mut self,
        page: &Page,
        node: NodeId,
        styles: &Styles,
        style: &Authored,
    ) -> Option<String> {
        let display = match style.value(Property::Display) {
            Some(Value::Display(display)) => display,
            _ => Display::Inline,
        };
        let Some(Value::Text(content)) = style.value(Property::Content) else {
            return None;
        };
        if display == Display::None {
            return None;
        }
        self.apply(styles, Some(style));
        let mut content = self.content(page, node, styles.texts.get(content));
        content.text.retain(|c| !is_private(c));
        if content.text.is_empty() {
            return None;
        }
        // What has a box of its own stands apart, and so does what stands for something else.
        if display != Display::Inline || content.is_alternative {
            content.text = format!(" {} ", content.text);
        }
        Some(content.text)
    }

    /// Reads a value of `content`: its strings, attributes and counters, or its alternative text.
    fn content(&self, page: &Page, node: NodeId, value: &str) -> Content {
        let mut content = Content::default();
        let mut input = Parser::new(value);
        while let Ok(token) = input.next().cloned() {
            match token {
                Token::QuotedString(text) => content.text.push_str(&text),
                Token::Delim('/') => {
                    content.is_alternative = true;
                    content.text.clear();
                }
                Token::Function(function) => {
                    let mut words = Vec::new();
                    let read = input.parse_nested_block(|input| {
                        while let Ok(token) = input.next() {
                            match token {
                                Token::Ident(word) | Token::QuotedString(word) => {
                                    words.push(word.to_string());
                                }
                                _ => {}
                            }
                        }
                        Ok::<_, cssparser::ParseError<()>>(())
                    });
                    // What is not known makes the whole value none.
                    if read.is_err() || function.eq_ignore_ascii_case("var") {
                        return Content::default();
                    }
                    content.text += &self.function(page, node, &function, &words);
                }
                _ => {}
            }
            if content.text.len() > MOST_BYTES {
                let end = content.text.floor_char_boundary(MOST_BYTES);
                content.text.truncate(end);
                break;
            }
        }
        content
    }

    fn function(&self, page: &Page, node: NodeId, function: &str, words: &[String]) -> String {
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        let values = || {
            let stack = self.stacks.get(word(0)).map_or(&[][..], Vec::as_slice);
            stack.iter().map(|c| c.value).collect::<Vec<_>>()
        };
        match function.to_ascii_lowercase().as_str() {
            "attr" => {
                let mut attributes = page.attrs(node);
                let wanted = word(0).to_ascii_lowercase();
                let found = attributes.find(|a| page.name_str(a.name) == wanted);
                found.map_or_else(|| word(1), |a| a.value).to_owned()
            }
            "counter" => written(values().last().copied().unwrap_or(0), word(1)),
            "counters" => {
                let mut values = values();
                if values.is_empty() {
                    values.push(0);
                }
                let values: Vec<_> = values.iter().map(|&v| written(v, word(2))).collect();
                values.join(word(1))
            }
            _ => String::new(),
        }
    }
}

/// What a value of `content` comes to.
#[derive(Default)]
struct Content {
    text: String,
    /// It is what is said instead of what is shown.
    is_alternative: bool,
}

/// Glyphs of icon fonts are no text.
fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}')
}

/// The pairs of a name and a number in a value such as `a 1 b -2`.
fn pairs(
    texts: &Texts,
    style: &Authored,
    property: Property,
    otherwise: i64,
) -> Vec<(String, i64)> {
    let Some(Value::Text(text)) = style.value(property) else {
        return Vec::new();
    };
    let mut pairs: Vec<(String, i64)> = Vec::new();
    let mut input = Parser::new(texts.get(text));
    while let Ok(token) = input.next() {
        match token {
            Token::Ident(name) if !name.eq_ignore_ascii_case("none") => {
                pairs.push((name.to_string(), otherwise));
            }
            Token::Number {
                int_value: Some(number),
                ..
            } => {
                if let Some(last) = pairs.last_mut() {
                    last.1 = i64::from(*number);
                }
            }
            _ => {}
        }
    }
    pairs
}

/// A number in a counter style (CSS Counter Styles 3, section 6).
fn written(number: i64, style: &str) -> String {
    let plain = number.to_string();
    let positive = usize::try_from(number).ok().filter(|&n| n > 0);
    let lower = style.strip_prefix("upper-");
    let written = match (
        lower.unwrap_or(style.strip_prefix("lower-").unwrap_or("")),
        positive,
    ) {
        ("alpha" | "latin", Some(n)) => letters(n),
        ("roman", Some(n)) if n < 4_000 => roman(n),
        _ => match style {
            "none" => String::new(),
            "disc" => "\u{2022}".to_owned(),
            "circle" => "\u{25e6}".to_owned(),
            "square" => "\u{25aa}".to_owned(),
            "decimal-leading-zero" if (0..10).contains(&number) => format!("0{number}"),
            _ => plain,
        },
    };
    if lower.is_some() {
        written.to_uppercase()
    } else {
        written
    }
}

fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        letters.push(b'a' + ((number - 1) % 26) as u8);
        number = (number - 1) / 26;
    }
    letters.iter().rev().map(|&b| char::from(b)).collect()
}

fn roman(mut number: usize) -> String {
    const SIGNS: [(usize, &str); 13] = [
        (1_000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}
