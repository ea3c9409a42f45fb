//! Our tokenizer against html5ever's, by the pages that the tree builder makes of their tokens.

use std::cell::RefCell;

use html5ever::TokenizerResult;
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use proptest::prelude::*;
use surefoot_page::{DocumentInfo, NodeKind, Page};

use super::tokenize;
use crate::dom::guard::Guard;
use crate::dom::sink::Sink;

fn guard() -> Guard {
    let sink = Sink::new(Page::new(), DocumentInfo::new("http://h.test/"), 0);
    let options = TreeBuilderOpts {
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    Guard::new(TreeBuilder::new(sink, options))
}

fn page(guard: Guard) -> Page {
    guard.into_parts().0.into_parts().0
}

fn ours(html: &str) -> Page {
    let guard = guard();
    tokenize(html, &guard);
    page(guard)
}

/// Passes on all but parse errors: after one, the tree builder no longer drops the line feed that a `pre` begins with.
struct Quiet(Guard);

impl TokenSink for Quiet {
    type Handle = <Guard as TokenSink>::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        match token {
            Token::ParseError(_) => TokenSinkResult::Continue,
            token => self.0.process_token(token, line),
        }
    }

    fn end(&self) {
        self.0.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0
            .adjusted_current_node_present_but_not_in_html_namespace()
    }
}

fn html5evers(html: &str) -> Page {
    // Left to itself, html5ever also drops a byte order mark behind a script.
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let options = TokenizerOpts {
        discard_bom: false,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(Quiet(guard()), options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    page(tokenizer.sink.0)
}

/// Everything a page says: a line a node, neighbouring texts as one.
fn dump(page: &Page) -> String {
    let mut out = format!("quirks: {}", page.documents()[0].quirks);
    let mut text_of = None;
    for node in page.ids() {
        let parent = page.parent(node);
        let start = match parent {
            Some(parent) => format!("\n{} ", parent.index()),
            None => "\n".to_owned(),
        };
        if page.kind(node) == NodeKind::Text {
            if text_of != Some(parent) || page.prev_sibling(node).is_none() {
                out.push_str(&start);
            }
            text_of = Some(parent);
            out.extend(page.text(node).escape_debug());
            continue;
        }
        text_of = None;
        let kind = (page.kind(node), page.namespace(node));
        let what = format!("{start}{kind:?} {}", page.name_str(page.tag(node)));
        out.push_str(&what);
        for a in page.attrs(node) {
            let attribute = format!(" {}={:?}", page.name_str(a.name), a.value);
            out.push_str(&attribute);
        }
    }
    out
}

#[track_caller]
fn same(html: &str) {
    assert_eq!(dump(&ours(html)), dump(&html5evers(html)), "{html:?}");
}

/// Corners of the tokenizer, alone and after each other.
const CORNERS: &[&str] = &[
    "",
    "<",
    "</",
    "<!",
    "<?",
    "<a",
    "<a ",
    "<a/",
    "<a b",
    "<a b=",
    "<a b='",
    "<a b=c",
    "&",
    "&#",
    "&#x",
    "&am",
    "&amp",
    "<>",
    "</>",
    "</ x>",
    "<1>",
    "<!x>y",
    "<?x>y",
    "<!-x>y",
    "<!doctype>",
    "<!DOCTYPE html>",
    "<!doctype html public 'a>b'>",
    "<!doctype html public \"-//W3C//DTD HTML 4.01//EN\">",
    "<!doctype x",
    "x<!doctype html>",
    "\0",
    "a\0b",
    "<a\0b c\0=d\0>",
    "<!-->x",
    "<!--->x",
    "<!---->x",
    "<!----!>x",
    "<!--a-->x",
    "<!--a--!>x",
    "<!--a->x-->y",
    "<!--!>x-->y",
    "<!--<!-->x",
    "<!--<!--->x",
    "<!--a--!-->x",
    "<!--a--b-->x",
    "<!--a",
    "<!--a--",
    "<!--a--!",
    "<!---!>x-->y",
    "<A HREF=X>y</A>",
    "<a b=c/d>e",
    "<a b='c'd=e>f",
    "<a b = \"c\" / d>e",
    "<a =b>c",
    "<a b==c>d",
    "<a \"b\">c",
    "<a b=>c",
    "<a b='c' b='d' B=e>f",
    "<br/>x",
    "<br / >x",
    "<div/>x</div/>y",
    "</div a='>'>x",
    "<a/b>c",
    "<a b/>c",
    "<a b= />c",
    "<a b=\"&amp;&lt&gt;&notit;&notin;&copy=1&copya&copy\">x",
    "<a b=&amp>x",
    "<a b='&#65;&#x41&#0;&#128;&#xD800;&#x110000;'>x",
    "&amp;&lt&gt;&notit;&notin;&NotEqualTilde;&copy=1&copya&nosuch;&;& &#65;&#x41&#0;&#128;&#129;&#xD800;&#99999999999;&#;&#x;&#13;x",
    "&acE;&fjlig;&zzz&ampx&Amp;&AMP",
    "\r\n\ra\rb\r\nc",
    "<pre>\r\n\nx</pre>",
    "<pre>&#10;x",
    "<textarea>\n\n&amp;</textareax></TEXTAREA >y",
    "<title>a<b>&lt;</title/>c",
    "<title>x</title",
    "<style>a<b>&lt;\0</style>c",
    "<script>a</script>b",
    "<script>a<!--b</script>c",
    "<script><!--<script>a</script>b--></script>c",
    "<script><!--<script>a</script>b</script>c",
    "<script><!-->a<script></script>b",
    "<script><!--->a<script></script>b",
    "<script><!--<scriptx></script>b",
    "<script><!--<SCRIPT/a</SCRIPT/>--<b>--></script>c",
    "<script>a</scriptx></script\t>b",
    "<script><!-- -- > --></script>c",
    "<script>x",
    "<script><!--x</script",
    "<script>\0&amp;</script>",
    "<svg><![CDATA[a<b>&amp;\0]]>c]]></svg>",
    "<svg><![CDATA[a",
    "<svg><![CDATA[a]]",
    "<p><![CDATA[a]]>b",
    "<svg><title>a<b>c</title>",
    "<svg><script>a<b></b></script><style>c<d></d></style></svg>",
    "<math><mi>&lt;<mglyph></mi><![cdata[x]]></math>",
    "<plaintext>a</plaintext>\0&amp;<b>",
    "<xmp><b>&lt;</xmp>c",
    "<iframe><p></iframe>x",
    "<noembed><p></noembed>x",
    "<noframes><p></noframes>",
    "<noscript><p>&lt;</noscript>x",
    "<select><title>a</title><option>b",
    "<table>a<tr>b&amp;c",
    "<frameset>a \0 b",
    "\u{feff}x",
    "x\u{feff}",
    "<\u{e9}>",
    "<a\u{e9} b\u{e9}=\u{e9}>\u{e9}&\u{e9}",
    "</a\u{e9}",
    "<a b=\u{e9}",
    "<template><p>&amp;</template>",
    "<a b\nc\t=\x0cd>e",
    "<title>&amp",
    "<title>&am</title>",
    "<textarea>&lt</textarea>",
    "<a b=c&lt>d",
    "<a b=\"&ltx\" c='&lt'>d",
    "<p>\x0c</p>",
    "<!doctype html SYSTEM 'about:legacy-compat'>",
];

#[test]
fn corners() {
    for html in CORNERS {
        same(html);
        same(&format!("<!doctype html><body>{html}</p>z"));
        for other in CORNERS {
            same(&format!("{html}{other}"));
        }
    }
}

/// What comes out even where the page ends in the middle of something.
#[test]
fn every_beginning_of_a_page() {
    let html = CORNERS
        .concat()
        .replace("<plaintext>", "")
        .replace("<frameset>", "");
    for (at, _) in html.char_indices() {
        let (head, tail) = html.split_at(at);
        same(head);
        same(tail);
    }
}

#[test]
fn real_pages() {
    for page in surefoot_corpus::selection().unwrap_or_else(|missing| panic!("{missing}")) {
        let html = String::from_utf8_lossy(&page.bytes().expect("a page")).into_owned();
        assert!(
            dump(&ours(&html)) == dump(&html5evers(&html)),
            "{}",
            page.name
        );
    }
}

#[test]
fn text_longer_than_the_window_is_one_run() {
    #[derive(Default)]
    struct Runs(RefCell<Vec<usize>>);
    impl TokenSink for Runs {
        type Handle = ();
        fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
            if let Token::CharacterTokens(text) = token {
                self.0.borrow_mut().push(text.len());
            }
            TokenSinkResult::Continue
        }
    }
    let runs = Runs::default();
    let long = "\u{e9}".repeat(super::WINDOW);
    tokenize(&format!("ab<i>{long}<i>some more text<i>{long}"), &runs);
    assert_eq!(*runs.0.borrow(), [2, long.len(), 14, long.len()]);
}

#[test]
fn attributes_past_the_limit_are_left_out_and_counted() {
    let many = |n: usize| {
        let each: Vec<_> = (0..n).map(|i| format!(" a{i}='>'")).collect();
        each.concat()
    };
    let (full, over) = (many(super::MAX_ATTRIBUTES), many(super::MAX_ATTRIBUTES + 5));
    let sink = guard();
    let html = format!("<p{full}><b{over}/>x</b{over}><!-- <p{over}> --><title><p{over}></title>");
    assert_eq!(tokenize(&html, &sink), 1);
    let page = page(sink);
    let counts: Vec<_> = page
        .ids()
        .map(|n| page.attrs(n).count())
        .filter(|&n| n > 0)
        .collect();
    assert_eq!(counts, [super::MAX_ATTRIBUTES; 2]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1024) })]

    #[test]
    fn whatever_the_page(parts in prop::collection::vec(prop_oneof![
        prop::sample::select(CORNERS).prop_map(str::to_owned),
        "[<>/!?&;#=\"' a-cxX0-9\\-\\[\\]\n\r\0é]{0,12}",
        prop::sample::select(&["script", "title", "textarea", "svg", "math", "style", "p", "table", "!--", "![CDATA["][..])
            .prop_map(|name| format!("<{name}")),
        prop::sample::select(&["script>", "title ", "textarea/", "svg>", "math>", "style\n>"][..])
            .prop_map(|name| format!("</{name}")),
    ], 0..12)) {
        let html = parts.concat();
        prop_assert_eq!(dump(&ours(&html)), dump(&html5evers(&html)), "{:?}", html);
    }
}
