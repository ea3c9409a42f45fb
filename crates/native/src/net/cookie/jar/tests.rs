//! The jar against the rules, one table for each.

use super::*;

fn url(text: &str) -> Url {
    text.parse().unwrap()
}

/// Sets cookies from one URL and reads what another is sent.
#[track_caller]
fn check(headers: &[&str], from: &str, to: &str, expected: Option<&str>) {
    let jar = CookieJar::new();
    for header in headers {
        let _ = jar.store(header, &url(from), SiteContext::SameSite);
    }
    assert_eq!(
        jar.header(&url(to), SiteContext::SameSite).as_deref(),
        expected,
        "{headers:?} {from} -> {to}"
    );
}

#[test]
fn domains() {
    check(
        &["a=1"],
        "http://example.com/",
        "http://example.com:99/",
        Some("a=1"),
    );
    check(
        &["a=1"],
        "http://example.com/",
        "http://www.example.com/",
        None,
    );
    check(
        &["a=1; Domain=example.com"],
        "http://www.example.com/",
        "http://example.com/",
        Some("a=1"),
    );
    check(
        &["a=1; Domain=.EXAMPLE.com"],
        "http://www.example.com/",
        "http://x.y.example.com/",
        Some("a=1"),
    );
    check(
        &["a=1; Domain=example.com"],
        "http://example.com/",
        "http://badexample.com/",
        None,
    );
    check(
        &["a=1; Domain=other.com"],
        "http://example.com/",
        "http://other.com/",
        None,
    );
    check(
        &["a=1; Domain=com"],
        "http://example.com/",
        "http://example.com/",
        None,
    );
    check(
        &["a=1; Domain=co.uk"],
        "http://example.co.uk/",
        "http://other.co.uk/",
        None,
    );
    check(
        &["a=1; Domain=github.io"],
        "http://github.io/",
        "http://github.io/",
        Some("a=1"),
    );
    check(
        &["a=1; Domain=github.io"],
        "http://github.io/",
        "http://alice.github.io/",
        None,
    );
    check(
        &["a=1; Domain=0.0.1"],
        "http://127.0.0.1/",
        "http://127.0.0.1/",
        None,
    );
    check(
        &["a=1; Domain=127.0.0.1"],
        "http://127.0.0.1/",
        "http://127.0.0.1/",
        Some("a=1"),
    );
    check(
        &["a=1; Domain=localhost"],
        "http://localhost/",
        "http://localhost/",
        Some("a=1"),
    );
    check(
        &["a=1; Domain=b\u{fc}cher.example"],
        "http://www.b\u{fc}cher.example/",
        "http://b\u{fc}cher.example/",
        Some("a=1"),
    );
    check(&["a=1"], "http://127.0.0.1/", "http://127.0.0.2/", None);
}

#[test]
fn paths() {
    check(
        &["a=1; Path=/docs"],
        "http://e.com/",
        "http://e.com/docs",
        Some("a=1"),
    );
    check(
        &["a=1; Path=/docs"],
        "http://e.com/",
        "http://e.com/docs/x",
        Some("a=1"),
    );
    check(
        &["a=1; Path=/docs"],
        "http://e.com/",
        "http://e.com/docsx",
        None,
    );
    check(
        &["a=1"],
        "http://e.com/x/y",
        "http://e.com/x/z",
        Some("a=1"),
    );
    check(&["a=1"], "http://e.com/x/y", "http://e.com/", None);
    check(
        &["a=1; Path=/", "b=2; Path=/x/y", "c=3; Path=/x"],
        "http://e.com/",
        "http://e.com/x/y",
        Some("b=2; c=3; a=1"),
    );
}

#[test]
fn security() {
    check(&["a=1; Secure"], "https://e.com/", "http://e.com/", None);
    check(
        &["a=1; Secure"],
        "https://e.com/",
        "https://e.com/",
        Some("a=1"),
    );
    check(&["a=1; Secure"], "http://e.com/", "https://e.com/", None);
    check(
        &["a=1; Secure"],
        "http://localhost/",
        "http://localhost/",
        Some("a=1"),
    );
    check(
        &["__Host-a=1; Secure; Path=/"],
        "https://e.com/",
        "https://e.com/",
        Some("__Host-a=1"),
    );
    check(
        &["__Host-a=1; Secure; Path=/x"],
        "https://e.com/",
        "https://e.com/x",
        None,
    );
    check(
        &["__host-a=1; Secure; Path=/; Domain=e.com"],
        "https://e.com/",
        "https://e.com/",
        None,
    );
    check(&["__Secure-a=1"], "https://e.com/", "https://e.com/", None);
    check(
        &["=__Secure-a=1; Secure"],
        "https://e.com/",
        "https://e.com/",
        None,
    );
    check(
        &["a=1; SameSite=None"],
        "https://e.com/",
        "https://e.com/",
        None,
    );
    let jar = CookieJar::new();
    jar.store("a=1; Secure", &url("https://e.com/"), SiteContext::SameSite)
        .unwrap();
    assert_eq!(
        jar.store("a=2", &url("http://e.com/"), SiteContext::SameSite),
        Err(CookieError::ShadowsSecure)
    );
}

#[test]
fn replacing_and_deleting() {
    check(
        &["a=1", "b=2", "a=3"],
        "http://e.com/",
        "http://e.com/",
        Some("a=3; b=2"),
    );
    check(
        &["a=1", "a=; Max-Age=0"],
        "http://e.com/",
        "http://e.com/",
        None,
    );
    check(
        &["a=1", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
        "http://e.com/",
        "http://e.com/",
        None,
    );
    check(
        &["plain", "=other"],
        "http://e.com/",
        "http://e.com/",
        Some("other"),
    );
}

#[test]
fn same_site_contexts() {
    use SiteContext::{CrossSiteNested, CrossSiteSafe, CrossSiteUnsafe, SameSite};
    let jar = CookieJar::new();
    let to = url("https://e.com/");
    for header in [
        "s=1; SameSite=Strict",
        "l=1; SameSite=Lax",
        "n=1; SameSite=None; Secure",
        "u=1",
    ] {
        jar.store(header, &to, SameSite).unwrap();
    }
    let rows = [
        (SameSite, "s=1; l=1; n=1; u=1"),
        (CrossSiteSafe, "l=1; n=1; u=1"),
        (CrossSiteUnsafe, "n=1; u=1"),
        (CrossSiteNested, "n=1"),
    ];
    for (context, expected) in rows {
        assert_eq!(
            jar.header(&to, context).as_deref(),
            Some(expected),
            "{context:?}"
        );
    }
    let later = SystemTime::now() + LAX_POST_AGE;
    let found: Vec<_> = jar
        .lock()
        .find(&to, CrossSiteUnsafe, later)
        .into_iter()
        .map(|c| c.name)
        .collect();
    assert_eq!(found, ["n"], "the exception for new cookies ends");
    assert_eq!(
        jar.store("x=1", &to, CrossSiteNested),
        Err(CookieError::CrossSite)
    );
}

#[test]
fn limits() {
    let jar = CookieJar::new();
    let from = url("http://e.com/");
    for n in 0..=MAX_PER_SITE {
        jar.store(&format!("c{n}=x"), &from, SiteContext::SameSite)
            .unwrap();
    }
    let left = jar.list();
    assert_eq!(left.len(), MAX_PER_SITE);
    assert!(
        !left.iter().any(|c| c.name == "c0"),
        "the oldest goes first"
    );
    for n in 0..MAX_TOTAL {
        jar.store(
            "a=b",
            &url(&format!("http://s{n}.com/")),
            SiteContext::SameSite,
        )
        .unwrap();
    }
    assert_eq!(jar.list().len(), MAX_TOTAL);
}

#[test]
fn list_set_remove_clear() {
    let jar = CookieJar::new();
    let cookie = Cookie {
        name: "a".into(),
        value: "secret".into(),
        domain: ".Example.com".into(),
        host_only: false,
        path: "/".into(),
        expires: None,
        secure: false,
        http_only: true,
        same_site: SameSite::Lax,
    };
    jar.set(cookie.clone()).unwrap();
    let listed = jar.list();
    assert_eq!(
        listed,
        [Cookie {
            domain: "example.com".into(),
            ..cookie.clone()
        }]
    );
    assert_eq!(jar.matching(&url("http://www.example.com/")), listed);
    assert!(!format!("{jar:?}").contains("secret"));
    jar.set(Cookie {
        name: "b".into(),
        ..cookie.clone()
    })
    .unwrap();
    assert_eq!(jar.remove(Some("a"), Some("example.com"), None), 1);
    assert_eq!(jar.clone().list().len(), 1, "a clone is the same jar");
    jar.clear();
    assert!(jar.list().is_empty());
    for (bad, reason) in [
        (
            Cookie {
                name: "a;b".into(),
                ..cookie.clone()
            },
            CookieError::Malformed,
        ),
        (
            Cookie {
                domain: "co.uk".into(),
                ..cookie.clone()
            },
            CookieError::PublicSuffix("co.uk".into()),
        ),
        (
            Cookie {
                domain: String::new(),
                ..cookie.clone()
            },
            CookieError::ForeignDomain(String::new()),
        ),
        (
            Cookie {
                same_site: SameSite::None,
                ..cookie
            },
            CookieError::SameSiteNoneInsecure,
        ),
    ] {
        assert_eq!(jar.set(bad), Err(reason));
    }
}
