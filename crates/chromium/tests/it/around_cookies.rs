//! Cookies.

use surefoot_engine::{Cookie, Engine, ErrorKind, SameSite};

use crate::support::run;

fn cookie(name: &str, domain: &str) -> Cookie {
    Cookie {
        name: name.to_owned(),
        value: "v".to_owned(),
        domain: domain.to_owned(),
        path: "/".to_owned(),
        expires: None,
        http_only: false,
        secure: false,
        same_site: None,
    }
}

#[test]
fn cookies_of_two_hosts_are_kept_apart() {
    run(async |site| {
        // No cookie is kept longer than 400 days.
        let soon = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64() + 1e6;
        let other = site.server.other_page("/headers").unwrap();
        let set = vec![
            Cookie {
                expires: Some(soon.floor()),
                http_only: true,
                same_site: Some(SameSite::Lax),
                ..cookie("one", "127.0.0.1")
            },
            Cookie {
                path: "/cookies".to_owned(),
                ..cookie("deep", "127.0.0.1")
            },
            cookie("two", "127.0.0.2"),
            cookie("three", ".example.org"),
        ];
        site.engine.set_cookies(set.clone()).await.unwrap();
        let mut all = site.engine.cookies(None).await.unwrap();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        let mut expected = set;
        expected.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(all, expected);

        let names = |cookies: Vec<Cookie>| -> Vec<String> {
            let mut names: Vec<_> = cookies.into_iter().map(|c| c.name).collect();
            names.sort();
            names
        };
        let here = site.server.page("/headers");
        assert_eq!(
            names(site.engine.cookies(Some(&here)).await.unwrap()),
            ["one"]
        );
        let deep = site.server.page("/cookies/path");
        assert_eq!(
            names(site.engine.cookies(Some(&deep)).await.unwrap()),
            ["deep", "one"]
        );
        assert_eq!(
            names(site.engine.cookies(Some(&other)).await.unwrap()),
            ["two"]
        );
        assert_eq!(
            names(
                site.engine
                    .cookies(Some("https://www.example.org/"))
                    .await
                    .unwrap()
            ),
            ["three"]
        );

        // On the wire, and not for scripts.
        site.go("/headers").await;
        let seen = site.server.seen().pop().unwrap();
        assert_eq!(seen.header("cookie"), Some("one=v"));
        assert_eq!(site.eval("document.cookie").await, "");

        // What the page sets is told too.
        site.eval("document.cookie = 'own=1'").await;
        assert_eq!(
            names(site.engine.cookies(Some(&here)).await.unwrap()),
            ["one", "own"]
        );

        site.engine.clear_cookies().await.unwrap();
        assert!(site.engine.cookies(None).await.unwrap().is_empty());
    });
}

#[test]
fn sessions_do_not_share_cookies() {
    run(async |site| {
        let options = surefoot_engine::EngineOptions::default();
        let launch = surefoot_chromium::LaunchOptions::default();
        let mut second = site.browsers.engine(&launch, options).await.unwrap();
        site.engine
            .set_cookies(vec![cookie("a", "127.0.0.1")])
            .await
            .unwrap();
        assert!(second.cookies(None).await.unwrap().is_empty());
        second.close().await.unwrap();
    });
}

#[test]
fn what_is_no_cookie_is_refused_by_name() {
    run(async |site| {
        let bad = [
            Cookie {
                value: "a;b".to_owned(),
                ..cookie("semicolon", "127.0.0.1")
            },
            cookie("nowhere", ""),
            cookie("spaced", "a b"),
            cookie("__Secure-x", "127.0.0.1"),
        ];
        for cookie in bad {
            let name = cookie.name.clone();
            let Err(error) = site.engine.set_cookies(vec![cookie]).await else {
                panic!("{name} is taken")
            };
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{name}");
            assert!(error.message().contains(&name), "{error}");
        }
        let error = site.engine.cookies(Some("nowhere")).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    });
}
