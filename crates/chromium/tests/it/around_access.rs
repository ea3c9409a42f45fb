//! Credentials for servers and proxies, and certificates.

use surefoot_engine::{Credentials, Destination, Engine as _, EngineOptions, ErrorKind, Setting};

use crate::around_server::{Fixed, Tls, html};
use crate::support::{limits, run, run_with};

#[test]
fn servers_that_ask_get_the_credentials() {
    let given =
        |options: &mut EngineOptions| options.credentials = Some(credentials("correct horse"));
    run_with(given, async |site| {
        site.go("/js/seen").await;
        site.eval("seen").await;
        let outcome = site.go("/basic").await;
        assert_eq!(outcome.navigation.unwrap().status, Some(200));
        assert_eq!(
            site.eval("document.querySelector('h1').textContent").await,
            "Welcome, ada"
        );
        let told = site.eval("fetch('/basic').then((r) => r.status)").await;
        assert_eq!(told, 200);

        // Another host does not get them by asking, in a frame or as a page.
        let other = site.server.other_page("/basic?other").unwrap();
        let script = format!(
            "new Promise((done) => {{
                const frame = document.createElement('iframe');
                frame.onload = () => done();
                frame.src = {other:?};
                document.body.append(frame);
            }})"
        );
        site.eval(&script).await;
        let outcome = site
            .tab
            .navigate(Destination::Url(other), limits())
            .await
            .unwrap();
        assert_eq!(outcome.navigation.unwrap().status, Some(401));
        for request in site.server.seen() {
            if request.target == "/basic?other" {
                assert_eq!(request.header("authorization"), None);
            }
        }
    });
}

#[test]
fn wrong_credentials_are_given_once() {
    let given = |options: &mut EngineOptions| options.credentials = Some(credentials("wrong"));
    run_with(given, async |site| {
        let outcome = site.go("/basic").await;
        assert_eq!(outcome.navigation.unwrap().status, Some(401));
        let tries = |site: &crate::support::Site| {
            let seen = site.server.seen();
            seen.iter()
                .filter(|r| r.header("authorization").is_some())
                .count()
        };
        assert_eq!(tries(site), 1);
        let right = Setting::Credentials(Some(credentials("correct horse")));
        site.engine.set(right).await.unwrap();
        let outcome = site.go("/basic").await;
        assert_eq!(outcome.navigation.unwrap().status, Some(200));
        site.engine.set(Setting::Credentials(None)).await.unwrap();
        site.go("/landed").await;
    });
}

#[test]
fn nobody_gets_credentials_that_are_not_set() {
    run(async |site| {
        let outcome = site.go("/basic").await;
        assert_eq!(outcome.navigation.unwrap().status, Some(401));
        site.engine
            .set(Setting::Credentials(Some(credentials("correct horse"))))
            .await
            .unwrap();
        let outcome = site.go("/basic").await;
        assert_eq!(outcome.navigation.unwrap().status, Some(200));
    });
}

fn credentials(password: &str) -> Credentials {
    Credentials {
        user: "ada".to_owned(),
        password: password.to_owned(),
    }
}

#[test]
fn proxies_that_ask_get_the_credentials() {
    run(async |site| {
        let proxy = Fixed::start(Tls::No, |request| {
            // `ada:correct horse`, in base64.
            if request
                .to_lowercase()
                .contains("proxy-authorization: basic ywrhomnvcnjly3qgag9yc2u=")
            {
                html("200 OK", "", "<title>By proxy</title>")
            } else {
                let ask = "Proxy-Authenticate: Basic realm=\"proxy\"\r\n";
                html("407 Proxy Authentication Required", ask, "who?")
            }
        })
        .await;
        for (password, title) in [("correct horse", "\"By proxy\""), ("wrong", "")] {
            let options = EngineOptions {
                proxy: Some(format!("http://127.0.0.1:{}", proxy.address.port())),
                credentials: Some(credentials(password)),
                ..EngineOptions::default()
            };
            let launch = surefoot_chromium::LaunchOptions::default();
            let mut engine = site.browsers.engine(&launch, options).await.unwrap();
            let mut tab = engine.new_tab().await.unwrap();
            let to = Destination::Url("http://nowhere.test/page".to_owned());
            let before = proxy.seen().len();
            let went = tab.navigate(to, limits()).await;
            assert_eq!(proxy.seen().len(), before + 2, "asked once, answered once");
            if title.is_empty() {
                // Chromium has no page for it: it is the error, or the proxy's own words.
                let status = went.map(|outcome| outcome.navigation.unwrap().status);
                assert!(!matches!(status, Ok(Some(200))), "{status:?}");
            } else {
                assert_eq!(went.unwrap().navigation.unwrap().status, Some(200));
                assert_eq!(
                    tab.evaluate("document.title", None, limits())
                        .await
                        .unwrap(),
                    title
                );
            }
        }
    });
}

/// A page with a frame of another host, which tells it that it is there.
fn with_a_frame(request: &str) -> String {
    if request.starts_with("GET /frame") {
        return html(
            "200 OK",
            "",
            "<script>parent.postMessage('here', '*')</script>",
        );
    }
    let page = "<script>
        const heard = new Promise((done) => addEventListener('message', (event) => done(event.data)));
        document.write(`<iframe src='https://127.0.0.2:${location.port}/frame'></iframe>`);
    </script>";
    html("200 OK", "", page)
}

#[test]
fn certificates_that_nobody_vouches_for_are_taken_only_if_asked_to() {
    run(async |site| {
        let server = Fixed::start(Tls::OwnCertificate, with_a_frame).await;
        let url = format!("https://127.0.0.1:{}/", server.address.port());
        let error = site
            .tab
            .navigate(Destination::Url(url.clone()), limits())
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NavigationFailed);
        assert!(server.seen().is_empty());

        let options = EngineOptions {
            ignore_https_errors: true,
            ..EngineOptions::default()
        };
        let launch = surefoot_chromium::LaunchOptions::default();
        let mut engine = site.browsers.engine(&launch, options).await.unwrap();
        let mut tab = engine.new_tab().await.unwrap();
        tab.navigate(Destination::Url(url), limits()).await.unwrap();
        assert_eq!(
            tab.evaluate("heard", None, limits()).await.unwrap(),
            "\"here\""
        );
    });
}
