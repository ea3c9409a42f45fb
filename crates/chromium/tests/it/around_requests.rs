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
