//! Requests: which, where to, and how they ended.

use surefoot_engine::Request;

use crate::support::run;

/// The requests as `kind status path`, without their host.
fn told(requests: &[Request], host: &str) -> Vec<String> {
    let line = |r: &Request| {
        let path = r.url.strip_prefix(host).unwrap_or(&r.url);
        let end = match (r.status, &r.failure) {
            (_, Some(failure)) => failure.clone(),
            (Some(status), None) => status.to_string(),
            (None, None) => "-".to_owned(),
        };
        format!("{} {} {end} {path}", r.method, r.kind)
    };
    requests.iter().map(line).collect()
}

#[test]
fn redirects_are_requests_of_their_own() {
    run(async |site| {
        site.go("/redirect/2").await;
        let requests = site.tab.requests();
        let host = site.server.url();
        assert_eq!(
            told(&requests, &host)[..3],
            [
                "GET document 302 /redirect/2",
                "GET document 302 /redirect/1",
                "GET document 200 /landed",
            ]
        );
        let numbers: Vec<_> = requests.iter().map(|r| r.number).collect();
        assert_eq!(numbers[..3], [1, 2, 3]);
        assert_eq!(requests[2].mime.as_deref(), Some("text/html"));
        assert!(requests[2].size.unwrap() > 100 && requests[2].took_ms.unwrap() > 0.0);

        site.tab.clear_requests();
        assert!(site.tab.requests().is_empty());
    });
}

#[test]
fn requests_of_frames_and_workers_and_failures_are_told() {
    run(async |site| {
        site.go("/js/seen").await;
        site.eval("seen").await;
        let failing = "Promise.allSettled([
            fetch('http://127.0.0.1:1/unsafe'),
            fetch('http://127.0.0.2:' + location.port + '/landed'),
            fetch('data:text/plain,' + 'x'.repeat(5000)),
            fetch('/status/404', { method: 'POST' }),
        ]).then(() => 0)";
        site.eval(failing).await;
        let host = site.server.url();
        let other = site.server.other_page("").unwrap();
        let requests = site.tab.requests();
        let lines = told(&requests, &host);
        for expected in [
            "GET document 200 /js/seen".to_owned(),
            format!("GET document 200 {other}/js/seen"),
            "GET fetch 200 /headers?by=page-fetch".to_owned(),
            "GET fetch 200 /headers?by=page-worker".to_owned(),
            format!("GET fetch 200 {other}/headers?by=frame-fetch"),
            format!("GET fetch 200 {other}/headers?by=frame-worker"),
            "GET fetch net::ERR_UNSAFE_PORT http://127.0.0.1:1/unsafe".to_owned(),
            format!("GET fetch CORS: MissingAllowOriginHeader {other}/landed"),
            "POST fetch 404 /status/404".to_owned(),
        ] {
            assert!(lines.contains(&expected), "{expected}: {lines:#?}");
        }
        let data = requests
            .iter()
            .find(|r| r.url.starts_with("data:"))
            .unwrap();
        assert!(data.url.len() < 100, "{}", data.url);
        // Bodies that no script reads end a little later.
        let is_open = |r: &Request| r.took_ms.is_none() && r.failure.is_none();
        for _ in 0..100 {
            if !site.tab.requests().iter().any(is_open) {
                return;
            }
            site.eval("new Promise((done) => setTimeout(done, 20))")
                .await;
        }
        panic!("requests never end: {:#?}", site.tab.requests());
    });
}
