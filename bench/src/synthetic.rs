//! Pages made to measure: ordinary ones of any size, and shapes that tempt an algorithm to take more than linear time.

use std::fmt::Write as _;

/// A page with a bit of everything a page has, of at least `bytes` bytes and hardly more.
pub fn ordinary(bytes: usize) -> String {
    let mut html = String::with_capacity(bytes + 2048);
    html.push_str(
        "<!doctype html><meta charset=utf-8><title>Synthetic</title>\
         <style>.off{display:none}.card>h3{margin:0}nav a:hover{color:red}</style><main>",
    );
    let mut n = 0;
    while html.len() < bytes {
        let _ = write!(
            html,
            r##"<section class="card" id="s{n}"><h3>Section {n}</h3>
<p>Some <b>words</b> of text with <a href="/item/{n}">a link to item {n}</a>, and then some more words after it.</p>
<ul><li>First of {n}</li><li><a href="#s{n}" title="Up">Second</a></li></ul>
<form action="/f{n}"><label for="i{n}">Name {n}</label> <input id="i{n}" name="q" value="v{n}" required>
<label><input type="checkbox" name="c" checked> Agree to {n}</label>
<select name="o" aria-label="Choice {n}"><option>One<option selected>Two</select><button>Send {n}</button></form>
<table><tr><th>Key<td>Value {n}</tr></table><div class="off">Not shown</div>
<img src="p{n}.png" alt="Picture {n}"></section>
"##
        );
        n += 1;
    }
    html
}

/// A page with at least `nodes` nodes and hardly anything in them.
pub fn many_nodes(nodes: usize) -> String {
    // Six nodes: div, p, text, a, text, and the line break.
    "<div><p>a<a href=b>c</a></div>\n".repeat(nodes.div_ceil(6))
}

/// A shape of page that could be costly, and how large to make it.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// What there is much of.
    pub label: &'static str,
    /// How much of it makes the large one of the two pages that are compared.
    pub count: usize,
    /// Makes the page with so much of it.
    pub make: fn(usize) -> String,
}

/// The shapes.
pub const SHAPES: &[Shape] = &[
    Shape {
        label: "elements nested in each other",
        count: 100_000,
        make: |n| format!("{}deep", "<div>".repeat(n)),
    },
    Shape {
        label: "lists nested in each other",
        count: 100_000,
        make: |n| format!("{}deep", "<ul><li>".repeat(n / 2)),
    },
    Shape {
        label: "children of one element",
        count: 200_000,
        make: |n| format!("<div>{}</div>", "<p>x".repeat(n)),
    },
    Shape {
        label: "links in one paragraph",
        count: 100_000,
        make: |n| format!("<p>{}", "<a href=x>y</a> z ".repeat(n)),
    },
    Shape {
        label: "inputs with a label each",
        count: 20_000,
        make: |n| {
            repeated(n, |html, i| {
                write!(html, "<label for=i{i}>Label {i}</label><input id=i{i}>")
            })
        },
    },
    Shape {
        label: "labels of one input",
        count: 20_000,
        make: |n| format!("<input id=i>{}", "<label for=i>Label</label>".repeat(n)),
    },
    Shape {
        label: "inputs labelled by the one before",
        count: 20_000,
        make: |n| {
            repeated(n, |html, i| {
                write!(html, "<input id=i{} aria-labelledby='i{i} t'>", i + 1)
            })
        },
    },
    Shape {
        label: "buttons labelled by one long text",
        count: 20_000,
        make: |n| {
            format!(
                "<p id=t>{}</p>{}",
                "long ".repeat(n),
                "<button aria-labelledby=t>x</button>".repeat(n)
            )
        },
    },
    Shape {
        label: "buttons nested in each other's names",
        count: 20_000,
        make: |n| format!("{}x", "<span role=button>".repeat(n)),
    },
    Shape {
        label: "radio buttons of one group",
        count: 50_000,
        make: |n| format!("<form>{}", "<input type=radio name=g checked>".repeat(n)),
    },
    Shape {
        label: "options of one select",
        count: 100_000,
        make: |n| format!("<select>{}</select>", "<option>x".repeat(n)),
    },
    Shape {
        label: "cells of one table",
        count: 100_000,
        make: |n| {
            format!(
                "<table>{}</table>",
                "<tr><td>a<td>b<th>c<td>d".repeat(n / 4)
            )
        },
    },
    Shape {
        label: "table content in the wrong place",
        count: 50_000,
        make: |n| format!("<table>{}", "<div>x</div><tr>".repeat(n)),
    },
    Shape {
        label: "formatting left open in paragraphs",
        count: 20_000,
        make: |n| "<p><b><i>x".repeat(n),
    },
    Shape {
        label: "formatting closed in the wrong order",
        count: 20_000,
        make: |n| "<a><b><p>x</a></b>".repeat(n),
    },
    Shape {
        label: "style rules with a class each",
        count: 10_000,
        make: |n| {
            let rules = repeated(n, |html, i| write!(html, ".c{i}{{display:none}}"));
            let used = repeated(n, |html, i| write!(html, "<p class=c{i}>x"));
            format!("<style>{rules}</style>{used}")
        },
    },
    Shape {
        label: "style rules that fit every element",
        count: 2_000,
        make: |n| {
            let rules = repeated(n, |html, i| {
                write!(html, "div p:nth-child({}n){{display:block}}", i + 1)
            });
            format!("<style>{rules}</style><div>{}", "<p>x".repeat(n))
        },
    },
    Shape {
        label: "style elements",
        count: 10_000,
        make: |n| "<style>.a{display:none}</style><p class=a>".repeat(n),
    },
    Shape {
        label: "attributes of one element",
        count: 50_000,
        make: |n| {
            let attributes = repeated(n, |html, i| write!(html, " a{i}=v"));
            format!("<p{attributes}>x")
        },
    },
    Shape {
        label: "ids that are all the same",
        count: 50_000,
        make: |n| "<p id=x aria-labelledby=x>y".repeat(n),
    },
    Shape {
        label: "owned elements",
        count: 20_000,
        make: |n| {
            let owner = repeated(n, |html, i| write!(html, "o{i} "));
            let owned = repeated(n, |html, i| write!(html, "<p id=o{i}>x</p>"));
            format!("<div role=list aria-owns='{owner}'></div>{owned}")
        },
    },
    Shape {
        label: "frames with a document each",
        count: 5_000,
        make: |n| "<iframe srcdoc='<p>x'></iframe>".repeat(n),
    },
    Shape {
        label: "characters of one text",
        count: 5_000_000,
        make: |n| format!("<p>{}", "text ".repeat(n / 5)),
    },
    Shape {
        label: "NUL characters",
        count: 1_000_000,
        make: |n| "\0".repeat(n),
    },
    Shape {
        label: "character references",
        count: 500_000,
        make: |n| "&amp;".repeat(n),
    },
    Shape {
        label: "end tags of nothing",
        count: 500_000,
        make: |n| "</x>".repeat(n),
    },
];

fn repeated(n: usize, one: impl Fn(&mut String, usize) -> std::fmt::Result) -> String {
    let mut html = String::new();
    for i in 0..n {
        // Writing to a string cannot fail.
        let _ = one(&mut html, i);
    }
    html
}

#[cfg(test)]
mod tests {
    use super::{SHAPES, many_nodes, ordinary};
    use crate::stages::{everything, parsed};

    #[test]
    fn pages_have_the_size_asked_for() {
        let html = ordinary(100_000);
        assert!((100_000..102_000).contains(&html.len()), "{}", html.len());
        let nodes = parsed(&many_nodes(60_000)).len();
        assert!((60_000..60_100).contains(&nodes), "{nodes}");
    }

    #[test]
    fn every_shape_is_a_page_that_can_be_read() {
        for shape in SHAPES {
            let html = (shape.make)(8);
            assert!(html.len() >= 8, "{}", shape.label);
            everything(html.into_bytes());
        }
    }
}
