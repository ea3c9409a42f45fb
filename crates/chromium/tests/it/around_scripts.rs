//! Scripts of the user, reading, storage, printing.

use std::time::{Duration, Instant};

use surefoot_engine::{
    Destination, DialogAnswer, ErrorKind, Limits, Paper, Query, Read, Reading, Storage, StorageKind,
};

use crate::around_server::{Fixed, Tls, html};
use crate::support::{Site, limits, run};

/// The key of the element with this id.
async fn key_of(site: &mut Site, id: &str) -> surefoot_page::NodeKey {
    let query = Query::Css(format!("#{id}"));
    let found = site.tab.query(&[query], limits()).await.unwrap();
    found[0][0]
}

#[test]
fn scripts_give_json() {
    run(async |site| {
        site.go("/landed").await;
        let cases = [
            ("1 + 1", "2"),
            ("location.pathname", r#""/landed""#),
            ("undefined", "null"),
            ("null", "null"),
            ("NaN", r#""NaN""#),
            ("-Infinity", r#""-Infinity""#),
            ("-0", "0"),
            ("12n", r#""12n""#),
            (
                "({ a: [1, 'x', null, undefined, NaN, 5n] })",
                r#"{"a":[1,"x",null,null,"NaN","5n"]}"#,
            ),
            ("{ a: 1, b: 2 }", r#"{"a":1,"b":2}"#),
            ("{ const a = 1; a + 1 }", "2"),
            ("new Map([['k', 1]])", r#"[["k",1]]"#),
            ("new Set([1, 2])", "[1,2]"),
            ("new Date(0)", r#""1970-01-01T00:00:00.000Z""#),
            ("document.querySelectorAll('title')", r#"["<title>"]"#),
            ("new Error('x')", r#""Error: x""#),
            ("[new Error('x')]", r#"["Error: x"]"#),
            ("Promise.resolve(5)", "5"),
            ("Promise.resolve({ a: Promise })", "{}"),
            ("await 7", "7"),
            ("const x = await Promise.resolve(2); x * 2", "4"),
            ("const x = 9; x", "9"),
            ("return 5", "5"),
            ("const y = await 3;\nreturn y", "3"),
            ("() => 6", "6"),
            ("async () => { await null; return 'later'; }", r#""later""#),
            ("(function () { return 8; })", "8"),
            ("fetch('/landed').then((r) => r.status)", "200"),
            ("eval('1 + 2')", "3"),
            ("'\\u2028 \\ud83d\\ude00'", "\"\u{2028} \u{1f600}\""),
        ];
        for (script, expected) in cases {
            let given = site.tab.evaluate(script, None, limits()).await;
            assert_eq!(given.as_deref().ok(), Some(expected), "{script}: {given:?}");
        }
    });
}

#[test]
fn scripts_that_fail_say_why_and_where() {
    run(async |site| {
        site.go("/landed").await;
        let cases = [
            (
                "throw new Error('boom')",
                "the script failed: Error: boom (line 1)",
            ),
            (
                "\n\nnull.x",
                "the script failed: TypeError: Cannot read properties of null (reading 'x') (line 3)",
            ),
            ("return\nnull.x", "null"),
            (
                "if (true)\n  return null.x",
                "the script failed: TypeError: Cannot read properties of null (reading 'x') (line 2)",
            ),
            ("throw 'text'", "the script failed: \"text\""),
            (
                "Promise.reject(new TypeError('no'))",
                "the script failed: TypeError: no (line 1)",
            ),
            (
                "await Promise.reject(undefined)",
                "the script failed: undefined was thrown",
            ),
            (
                "1 +",
                "the script is no JavaScript: SyntaxError: Unexpected end of input (line 1)",
            ),
            (
                "document.body",
                "the script gives the node body, which is no JSON",
            ),
            ("window", "the script gives a window, which is no JSON"),
            (
                "document.createElement",
                "the script gives a function, which is no JSON",
            ),
            ("Symbol('s')", "the script gives a symbol, which is no JSON"),
            (
                "let o = {}; o.o = o; o",
                "the script gives something that contains itself, which is no JSON",
            ),
        ];
        for (script, expected) in cases {
            let given = site.tab.evaluate(script, None, limits()).await;
            match given {
                Ok(json) => assert_eq!(json, expected, "{script}"),
                Err(error) => {
                    assert_eq!(error.message(), expected, "{script}");
                    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
                    assert!(error.hint().is_some());
                }
            }
        }
    });
}

#[test]
fn a_script_that_never_ends_is_ended_and_the_page_lives_on() {
    run(async |site| {
        site.go("/landed").await;
        for script in [
            "while (true);",
            "new Promise(() => {})",
            "() => { for (;;); }",
        ] {
            let soon = Limits::until(Instant::now() + Duration::from_millis(700));
            let error = site.tab.evaluate(script, None, soon).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Timeout, "{script}: {error}");
            assert_eq!(site.eval("location.pathname").await, "/landed");
        }
    });
}

#[test]
fn a_script_whose_page_goes_away_is_told_so() {
    run(async |site| {
        site.go("/landed").await;
        let script = "location.href = '/links'; new Promise(() => {})";
        let error = site.tab.evaluate(script, None, limits()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NavigationFailed, "{error}");
    });
}

#[test]
fn scripts_are_the_pages_own_and_leave_nothing_behind() {
    run(async |site| {
        site.go("/landed").await;
        assert_eq!(
            site.eval("globalThis.mark = 4; typeof surefoot").await,
            "undefined"
        );
        assert_eq!(site.eval("mark").await, 4);
        assert_eq!(site.eval("navigator.userActivation.isActive").await, true);
    });
}

#[test]
fn a_function_gets_the_element() {
    run(async |site| {
        site.go("/landed").await;
        let id = "document.body.innerHTML = '<p id=here class=c>Some <b>text</b></p>'";
        site.eval(id).await;
        let key = key_of(site, "here").await;
        let cases = [
            ("el => el.textContent", r#""Some text""#),
            ("(el) => [el.id, el.className]", r#"["here","c"]"#),
            (
                "async function (el) { return await el.localName }",
                r#""p""#,
            ),
            ("function () { return this.id }", r#""here""#),
            ("el => el === document.getElementById('here')", "true"),
        ];
        for (script, expected) in cases {
            let given = site.tab.evaluate(script, Some(key), limits()).await;
            assert_eq!(given.as_deref().ok(), Some(expected), "{script}: {given:?}");
        }
        let error = site
            .tab
            .evaluate("el.id", Some(key), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        let error = site
            .tab
            .evaluate("el => el.no.no", Some(key), limits())
            .await
            .unwrap_err();
        assert!(
            error.message().starts_with("the script failed: TypeError"),
            "{error}"
        );
        site.eval("document.getElementById('here').remove()").await;
        let error = site
            .tab
            .evaluate("el => 1", Some(key), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StaleRef);
        site.go("/landed").await;
        let error = site
            .tab
            .evaluate("el => 1", Some(key), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StaleRef);
    });
}

#[test]
fn markup_attributes_and_styles_are_read() {
    run(async |site| {
        site.go("/landed").await;
        let make = r#"document.body.innerHTML = `<form id=f><input name=tagName value=a><input name=attributes>
            <input id=p type=password value=hunter2><br><script>1 < 2<\/script>a &amp; &lt;b&gt;&nbsp;
            <template><i>in</i></template><!-- said --><svg viewBox="0 0 1 1"><path d="M0"/></svg></form>
            <p id=s style="color: rgb(1, 2, 3); --own: 5px">x</p>`"#;
        site.eval(make).await;
        let form = key_of(site, "f").await;
        let Read::Text(html) = site
            .tab
            .read(Reading::Html(Some(form)), limits())
            .await
            .unwrap()
        else {
            panic!("no markup")
        };
        let expected = "<input name=\"tagName\" value=\"a\"><input name=\"attributes\">\n            \
             <input id=\"p\" type=\"password\" value=\"••••••••\"><br><script>1 < 2</script>a &amp; &lt;b&gt;&nbsp;\n            \
             <template><i>in</i></template><svg viewBox=\"0 0 1 1\"><path d=\"M0\"></path></svg>";
        assert_eq!(html, expected);
        let whole = site.tab.read(Reading::Html(None), limits()).await.unwrap();
        assert!(
            matches!(&whole, Read::Text(text) if text.starts_with("<html") && text.contains(expected))
        );

        let named = "document.title = ' A  title '; document.body.insertAdjacentHTML('beforeend', '<img name=title>')";
        site.eval(named).await;
        let title = site.tab.read(Reading::Title, limits()).await.unwrap();
        assert_eq!(title, Read::Text("A title".to_owned()));

        let p = key_of(site, "p").await;
        let s = key_of(site, "s").await;
        let text = |text: &str| Read::Text(text.to_owned());
        let cases = [
            (Reading::Attribute(p, "type".to_owned()), text("password")),
            (Reading::Attribute(p, "value".to_owned()), text("••••••••")),
            (Reading::Attribute(p, "none".to_owned()), Read::Absent),
            (
                Reading::Styles(
                    s,
                    vec![
                        "color".to_owned(),
                        "--own".to_owned(),
                        "nonsense".to_owned(),
                    ],
                ),
                text("color: rgb(1, 2, 3)\n--own: 5px"),
            ),
            (
                Reading::Styles(s, vec!["nonsense".to_owned()]),
                Read::Absent,
            ),
        ];
        for (reading, expected) in cases {
            assert_eq!(
                site.tab.read(reading.clone(), limits()).await.unwrap(),
                expected,
                "{reading:?}"
            );
        }
        let all = site
            .tab
            .read(Reading::Styles(s, Vec::new()), limits())
            .await
            .unwrap();
        assert!(
            matches!(&all, Read::Text(text) if text.starts_with("display: block\n")),
            "{all:?}"
        );
        site.eval("document.getElementById('s').remove()").await;
        let error = site
            .tab
            .read(Reading::Html(Some(s)), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::StaleRef);
    });
}

#[test]
fn storage_is_the_pages_own() {
    run(async |site| {
        site.go("/landed").await;
        site.eval("localStorage.setItem('a', '1'); localStorage.setItem('length', 'x'); sessionStorage.setItem('b', '2')").await;
        let kinds = [
            (StorageKind::Local, vec![("a", "1"), ("length", "x")]),
            (StorageKind::Session, vec![("b", "2")]),
        ];
        for (kind, expected) in kinds {
            let mut all = site
                .tab
                .storage(kind, Storage::Get(None), limits())
                .await
                .unwrap();
            all.sort();
            let all: Vec<_> = all.iter().map(|(k, v)| (&**k, &**v)).collect();
            assert_eq!(all, expected);
        }
        let local = StorageKind::Local;
        let key = "it's \"quoted\"\n";
        let set = Storage::Set(key.to_owned(), "</script>\u{2028}".to_owned());
        site.tab.storage(local, set, limits()).await.unwrap();
        assert_eq!(
            site.eval("localStorage.getItem('it\\'s \"quoted\"\\n')")
                .await,
            "</script>\u{2028}"
        );
        let get = Storage::Get(Some(key.to_owned()));
        assert_eq!(
            site.tab.storage(local, get, limits()).await.unwrap().len(),
            1
        );
        let get = Storage::Get(Some("none".to_owned()));
        assert!(
            site.tab
                .storage(local, get, limits())
                .await
                .unwrap()
                .is_empty()
        );
        let remove = Storage::Remove(Some("a".to_owned()));
        site.tab.storage(local, remove, limits()).await.unwrap();
        assert_eq!(
            site.eval("localStorage.length + ' ' + localStorage.getItem('a')")
                .await,
            "2 null"
        );
        site.tab
            .storage(local, Storage::Remove(None), limits())
            .await
            .unwrap();
        assert_eq!(
            site.eval("Object.keys(localStorage)").await,
            serde_json::json!([])
        );

        let full = Storage::Set("big".to_owned(), "x".repeat(6 << 20));
        let error = site.tab.storage(local, full, limits()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
    });
}

#[test]
fn a_page_without_a_site_has_no_storage() {
    run(async |site| {
        // As a tab is opened: about:blank.
        let error = site
            .tab
            .storage(StorageKind::Local, Storage::Get(None), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains("localStorage"), "{error}");
    });
}

#[test]
fn a_page_is_printed() {
    run(async |site| {
        site.go("/links").await;
        let pdf = site.tab.pdf(Paper::default(), limits()).await.unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        assert!(pdf.len() > 3_000, "{}", pdf.len());
        let bad = [
            Paper {
                scale: 9.0,
                ..Paper::default()
            },
            Paper {
                width: 0.0,
                ..Paper::default()
            },
            Paper {
                margin: 5.0,
                ..Paper::default()
            },
            Paper {
                pages: "90-91".to_owned(),
                ..Paper::default()
            },
            Paper {
                pages: "x".to_owned(),
                ..Paper::default()
            },
        ];
        for paper in bad {
            let error = site.tab.pdf(paper.clone(), limits()).await.unwrap_err();
            assert_eq!(
                error.kind(),
                ErrorKind::InvalidArgument,
                "{paper:?}: {error}"
            );
        }
    });
}

#[test]
fn dialogs_of_a_script_do_not_hang_it() {
    run(async |site| {
        site.go("/landed").await;
        assert_eq!(site.eval("alert('one'); alert('two'); 5").await, 5);
        let error = site
            .tab
            .evaluate("confirm('sure?')", None, limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen);
        assert!(error.message().contains("sure?"), "{error}");
        let error = site.tab.evaluate("1", None, limits()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen);
        let error = site.tab.pdf(Paper::default(), limits()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DialogOpen);
        site.tab
            .answer_dialog(DialogAnswer::Accept(None), limits())
            .await
            .unwrap();
        assert_eq!(site.eval("2").await, 2);
    });
}

#[test]
fn a_policy_of_the_page_does_not_stop_scripts_of_the_user() {
    run(async |site| {
        let server = Fixed::start(Tls::No, |_| {
            let policy = "Content-Security-Policy: default-src 'none'; script-src 'none'; sandbox allow-scripts\r\n";
            html("200 OK", policy, "<title>Strict</title><p id=here>text")
        })
        .await;
        let url = format!("http://127.0.0.1:{}/", server.address.port());
        site.tab
            .navigate(Destination::Url(url), limits())
            .await
            .unwrap();
        assert_eq!(site.eval("document.title").await, "Strict");
        assert_eq!(site.eval("eval('1 + 1')").await, 2);
        assert_eq!(site.eval("const n = await 1; return n").await, 1);
        let key = key_of(site, "here").await;
        let told = site
            .tab
            .evaluate("el => el.textContent", Some(key), limits())
            .await
            .unwrap();
        assert_eq!(told, "\"text\"");
        // Sandboxed: of no site, so without storage.
        let get = Storage::Get(None);
        let error = site
            .tab
            .storage(StorageKind::Session, get, limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
    });
}

#[test]
fn a_script_that_leads_elsewhere_is_followed() {
    run(async |site| {
        site.go("/links").await;
        let script = "const a = document.createElement('a'); a.href = '/landed'; document.body.append(a); a.click(); 7";
        assert_eq!(site.eval(script).await, 7);
        assert_eq!(site.tab.url(), site.server.page("/landed"));
        assert_eq!(site.eval("location.pathname").await, "/landed");
        site.eval("location.href = '/links'; 0").await;
        assert_eq!(site.tab.url(), site.server.page("/links"));
    });
}
