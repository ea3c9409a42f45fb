//! Settings: each proves its effect inside of pages and on the wire.

use serde_json::{Value, json};
use surefoot_engine::{
    ColorScheme, Destination, Emulation, Engine, EngineOptions, ErrorKind, Place, Query, Setting,
    Viewport,
};

use crate::support::{limits, run, run_with};

const AGENT: &str = "Tester/1.0 (Linux) Chrome/131.0.0.0";

/// A script that asks for the place.
const PLACE: &str = "new Promise((done) => navigator.geolocation.getCurrentPosition(
    (p) => done([p.coords.latitude, p.coords.longitude, p.coords.accuracy]), (e) => done(e.message)))";

fn everything(options: &mut EngineOptions) {
    options.user_agent = Some(AGENT.to_owned());
    options.headers = vec![("X-Extra".to_owned(), "one, two".to_owned())];
    options.emulation = Emulation {
        viewport: Some(Viewport {
            width: 400,
            height: 700,
            scale: 2.0,
            mobile: true,
            touch: true,
        }),
        locale: Some("de-DE".to_owned()),
        timezone: Some("Asia/Tokyo".to_owned()),
        place: Some(Place {
            latitude: 52.5,
            longitude: 13.4,
            accuracy: 10.0,
        }),
        color_scheme: Some(ColorScheme::Dark),
        reduced_motion: Some(true),
        offline: false,
    };
}

/// What the page, its worker and its frame see of a locale, a time zone and so on.
#[derive(Clone, Copy)]
struct Seen {
    agent: &'static str,
    language: &'static str,
    zone: &'static str,
    dark: bool,
    online: bool,
}

const EVERYTHING: Seen = Seen {
    agent: AGENT,
    language: "de-DE",
    zone: "Asia/Tokyo",
    dark: true,
    online: true,
};

/// Checks that everybody on the page `/js/seen` sees the same.
#[track_caller]
fn check_seen(all: &Value, expected: Seen) {
    for who in ["/page", "/worker", "/frame/page", "/frame/worker"] {
        let seen = all.pointer(who).unwrap_or_else(|| panic!("{who}: {all}"));
        assert_eq!(seen["agent"], expected.agent, "{who}");
        assert_eq!(seen["languages"][0], expected.language, "{who}");
        assert_eq!(seen["locale"], expected.language, "{who}");
        assert_eq!(seen["zone"], expected.zone, "{who}");
        assert_eq!(seen["online"], expected.online, "{who}");
        if who.ends_with("page") {
            for media in ["dark", "still", "touch"] {
                assert_eq!(seen[media], expected.dark, "{who} {media}");
            }
        }
    }
}

#[test]
fn by_default_it_is_a_browser_with_a_window() {
    run(async |site| {
        site.go("/js/seen").await;
        let seen = site.eval("seen").await;
        let agent = seen["page"]["agent"].as_str().unwrap();
        assert!(
            agent.contains(" Chrome/") && !agent.contains("Headless"),
            "{agent}"
        );
        for who in ["/worker", "/frame/page", "/frame/worker"] {
            assert_eq!(seen.pointer(who).unwrap()["agent"], agent);
        }
        let brands = site
            .eval("navigator.userAgentData.brands.map((b) => b.brand)")
            .await
            .to_string();
        assert!(
            brands.contains("Chromium") && !brands.contains("Headless"),
            "{brands}"
        );
        let size = site
            .eval("[innerWidth, innerHeight, devicePixelRatio]")
            .await;
        assert_eq!(size, json!([1280, 720, 1]));
        let requests = site.server.seen();
        assert!(requests.len() >= 6, "{requests:?}");
        for request in requests {
            assert_eq!(
                request.header("user-agent"),
                Some(agent),
                "{}",
                request.target
            );
            assert_eq!(
                request.header("accept-language"),
                Some("en-US,en;q=0.9"),
                "{}",
                request.target
            );
            let hints = request.header("sec-ch-ua").unwrap_or("\"Chromium\"");
            assert!(
                hints.contains("\"Chromium\"") && !hints.contains("Headless"),
                "{hints}"
            );
        }
    });
}

#[test]
fn pages_frames_and_workers_see_what_is_set_and_send_it() {
    run_with(everything, async |site| {
        site.go("/js/seen").await;
        check_seen(&site.eval("seen").await, EVERYTHING);
        let requests = site.server.seen();
        for by in ["page-worker", "page-fetch", "frame-worker", "frame-fetch"] {
            assert!(
                requests.iter().any(|r| r.target.ends_with(by)),
                "{by}: {requests:?}"
            );
        }
        for request in requests {
            let about = &request.target;
            assert_eq!(request.header("x-extra"), Some("one, two"), "{about}");
            assert_eq!(request.header("user-agent"), Some(AGENT), "{about}");
            assert_eq!(
                request.header("accept-language"),
                Some("de-DE,de;q=0.9"),
                "{about}"
            );
        }
        let view = "const view = document.createElement('meta'); view.name = 'viewport';
                    view.content = 'width=device-width'; document.head.append(view);
                    [innerWidth, innerHeight, devicePixelRatio, screen.width, screen.orientation.type]";
        assert_eq!(
            site.eval(view).await,
            json!([400, 700, 2, 400, "portrait-primary"])
        );
        assert_eq!(site.eval(PLACE).await, json!([52.5, 13.4, 10]));
    });
}

#[test]
fn popups_are_set_up_before_their_first_script() {
    run_with(everything, async |site| {
        site.go("/landed").await;
        for features in ["", "width=200,height=200"] {
            let seen = site
                .eval(&format!(
                    "new Promise((done) => {{
                        addEventListener('message', (event) => done(event.data), {{ once: true }});
                        open('/js/seen', '', '{features}');
                    }})"
                ))
                .await;
            check_seen(&seen, EVERYTHING);
        }
        for request in site.server.seen() {
            assert_eq!(
                request.header("x-extra"),
                Some("one, two"),
                "{}",
                request.target
            );
        }
    });
}

#[test]
fn what_changes_holds_for_open_tabs_and_new_ones_and_can_be_taken_back() {
    run(async |site| {
        site.go("/landed").await;
        let zone = site
            .eval("Intl.DateTimeFormat().resolvedOptions().timeZone")
            .await;
        let mut options = EngineOptions::default();
        everything(&mut options);
        let settings = [
            Setting::UserAgent(options.user_agent),
            Setting::Headers(options.headers),
            Setting::Emulation(options.emulation),
        ];
        for setting in settings {
            site.engine.set(setting).await.unwrap();
        }
        site.go("/js/seen").await;
        check_seen(&site.eval("seen").await, EVERYTHING);
        assert_eq!(site.eval(PLACE).await, json!([52.5, 13.4, 10]));
        let mut second = site.engine.new_tab().await.unwrap();
        second
            .navigate(Destination::Url(site.server.page("/js/seen")), limits())
            .await
            .unwrap();
        let seen = second.evaluate("seen", None, limits()).await.unwrap();
        check_seen(&serde_json::from_str(&seen).unwrap(), EVERYTHING);

        for setting in [
            Setting::UserAgent(None),
            Setting::Headers(Vec::new()),
            Setting::Emulation(Emulation::default()),
        ] {
            site.engine.set(setting).await.unwrap();
        }
        site.go("/js/seen?again").await;
        let seen = site.eval("seen").await;
        assert!(
            seen["frame"]["page"]["agent"]
                .as_str()
                .unwrap()
                .contains(" Chrome/")
        );
        assert_eq!(seen["frame"]["page"]["locale"], "en-US");
        assert_eq!(seen["page"]["zone"], zone);
        assert_eq!(seen["page"]["dark"], false);
        assert_eq!(seen["page"]["touch"], false);
        assert_eq!(
            site.eval("[innerWidth, devicePixelRatio]").await,
            json!([1280, 1])
        );
        let last = site
            .server
            .seen()
            .into_iter()
            .rfind(|r| r.target == "/js/seen?again");
        assert_eq!(last.unwrap().header("x-extra"), None);
    });
}

#[test]
fn without_a_network_nothing_is_sent() {
    run(async |site| {
        site.go("/js/seen").await;
        site.eval("seen").await;
        let offline = Emulation {
            offline: true,
            ..Emulation::default()
        };
        site.engine.set(Setting::Emulation(offline)).await.unwrap();
        let before = site.server.seen().len();
        assert_eq!(site.eval("navigator.onLine").await, false);
        let told = site
            .eval("fetch('/landed').then((r) => r.status, (e) => e.name)")
            .await;
        assert_eq!(told, "TypeError");
        let told = site
            .eval(
                "new Promise((done) => {
                    const url = JSON.stringify(location.origin + '/landed');
                    const script = `fetch(${url}).then(() => postMessage('sent'), () => postMessage('failed'))`;
                    const blob = new Blob([script], { type: 'text/javascript' });
                    new Worker(URL.createObjectURL(blob)).onmessage = (event) => done(event.data);
                })",
            )
            .await;
        assert_eq!(told, "failed");
        // In the frame of another site, and process.
        let query = Query::Css("pre".to_owned());
        let found = site.tab.query(&[query], limits()).await.unwrap();
        assert_eq!(found[0].len(), 2);
        let script =
            "() => fetch('/landed').then(() => 'sent', () => 'failed ' + navigator.onLine)";
        let told = site
            .tab
            .evaluate(script, Some(found[0][1]), limits())
            .await
            .unwrap();
        assert_eq!(told, "\"failed false\"");
        assert_eq!(site.server.seen().len(), before);
        let error = site.try_go("/landed").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NavigationFailed);
        assert_eq!(site.server.seen().len(), before);
        site.engine
            .set(Setting::Emulation(Emulation::default()))
            .await
            .unwrap();
        site.go("/landed").await;
        assert_eq!(site.eval("navigator.onLine").await, true);
    });
}

#[test]
fn tabs_in_the_background_act_as_the_one_in_front() {
    run(async |site| {
        site.go("/landed").await;
        let second = site.engine.new_tab().await.unwrap();
        let told = site
            .eval("[document.hasFocus(), document.visibilityState]")
            .await;
        assert_eq!(told, json!([true, "visible"]));
        let frame = "new Promise((done) => requestAnimationFrame(() => done('drawn')))";
        assert_eq!(site.eval(frame).await, "drawn");
        drop(second);
    });
}

#[test]
fn what_makes_no_sense_is_refused_by_name_and_changes_nothing() {
    run(async |site| {
        site.go("/landed").await;
        let emulation = |change: fn(&mut Emulation)| {
            let mut emulation = Emulation::default();
            change(&mut emulation);
            Setting::Emulation(emulation)
        };
        let view = |width, scale| Viewport {
            width,
            height: 10,
            scale,
            mobile: false,
            touch: false,
        };
        let cases = [
            (
                emulation(|e| e.timezone = Some("Nowhere/City".to_owned())),
                "Nowhere/City",
            ),
            (
                emulation(|e| e.locale = Some("xx-invalid!!".to_owned())),
                "xx-invalid!!",
            ),
            (
                Setting::Emulation(Emulation {
                    viewport: Some(view(0, 1.0)),
                    ..Emulation::default()
                }),
                "0x10",
            ),
            (
                Setting::Emulation(Emulation {
                    viewport: Some(view(9, f64::NAN)),
                    ..Emulation::default()
                }),
                "NaN",
            ),
            (
                emulation(|e| {
                    e.place = Some(Place {
                        latitude: 91.0,
                        longitude: 0.0,
                        accuracy: 1.0,
                    });
                }),
                "91",
            ),
            (
                Setting::Headers(vec![("a b".to_owned(), String::new())]),
                "a b",
            ),
            (
                Setting::Headers(vec![("a".to_owned(), "b\r\nc: d".to_owned())]),
                "\"a\"",
            ),
        ];
        for (setting, named) in cases {
            let error = site.engine.set(setting.clone()).await.unwrap_err();
            assert_eq!(
                error.kind(),
                ErrorKind::InvalidArgument,
                "{setting:?}: {error}"
            );
            assert!(error.message().contains(named), "{error}");
        }
        site.go("/js/seen").await;
        assert_eq!(
            site.eval("seen.then((seen) => seen.page.locale)").await,
            "en-US"
        );

        let options = EngineOptions {
            emulation: Emulation {
                timezone: Some("Nowhere/City".to_owned()),
                ..Emulation::default()
            },
            ..EngineOptions::default()
        };
        let launch = surefoot_chromium::LaunchOptions::default();
        let mut engine = site.browsers.engine(&launch, options).await.unwrap();
        let error = engine.new_tab().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("Nowhere/City"), "{error}");
    });
}

#[test]
fn every_device_can_be_used() {
    run(async |site| {
        site.go("/landed").await;
        for device in surefoot_chromium::devices() {
            let emulation = Emulation {
                viewport: Some(device.viewport),
                ..Emulation::default()
            };
            let agent = device.user_agent.map(str::to_owned);
            site.engine.set(Setting::UserAgent(agent)).await.unwrap();
            site.engine
                .set(Setting::Emulation(emulation))
                .await
                .unwrap();
            let told = site
                .eval(
                    "[screen.width, screen.height, devicePixelRatio, navigator.maxTouchPoints > 0]",
                )
                .await;
            let view = device.viewport;
            assert_eq!(told[0], view.width, "{}", device.name);
            assert_eq!(told[1], view.height, "{}", device.name);
            assert_eq!(told[2].as_f64(), Some(view.scale), "{}", device.name);
            assert_eq!(told[3], view.touch, "{}", device.name);
        }
    });
}

#[test]
fn workers_of_a_site_send_what_is_set() {
    run_with(everything, async |site| {
        site.go("/js/service-worker").await;
        site.eval("navigator.serviceWorker.ready.then(() => 1)")
            .await;
        let script = site
            .server
            .wait_for("/js/api/worker.js", std::time::Duration::from_secs(5));
        assert!(script.is_some());
        let shared = "new Promise((done) => {
            const url = JSON.stringify(location.origin + '/headers?by=shared');
            const script = `onconnect = (e) => fetch(${url}).then((r) => e.ports[0].postMessage(r.status))`;
            const worker = new SharedWorker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
            worker.port.onmessage = (event) => done(event.data);
        })";
        assert_eq!(site.eval(shared).await, 200);
        for request in site.server.seen() {
            // The script of a service worker is asked for by the browser itself, which no session of ours can change.
            if request.target == "/js/api/worker.js" {
                continue;
            }
            assert_eq!(
                request.header("user-agent"),
                Some(AGENT),
                "{}",
                request.target
            );
        }
        let by_shared = site
            .server
            .seen()
            .into_iter()
            .find(|r| r.target.ends_with("by=shared"));
        assert_eq!(by_shared.unwrap().header("x-extra"), Some("one, two"));
    });
}

#[test]
fn the_full_browser_does_the_same() {
    let Ok(full) = surefoot_chromium::find_browser(None, true) else {
        return;
    };
    run(async |site| {
        let mut options = EngineOptions::default();
        everything(&mut options);
        let launch = surefoot_chromium::LaunchOptions {
            browser: Some(full.path.clone()),
            ..surefoot_chromium::LaunchOptions::default()
        };
        let mut engine = site.browsers.engine(&launch, options).await.unwrap();
        let mut tab = engine.new_tab().await.unwrap();
        let url = site.server.page("/js/seen");
        tab.navigate(Destination::Url(url), limits()).await.unwrap();
        let seen = tab.evaluate("seen", None, limits()).await.unwrap();
        check_seen(&serde_json::from_str(&seen).unwrap(), EVERYTHING);
        let pdf = tab
            .pdf(surefoot_engine::Paper::default(), limits())
            .await
            .unwrap();
        assert!(pdf.starts_with(b"%PDF-"));

        engine.set(Setting::UserAgent(None)).await.unwrap();
        let agent = tab
            .evaluate("navigator.userAgent", None, limits())
            .await
            .unwrap();
        assert!(
            agent.contains(" Chrome/") && !agent.contains("Headless"),
            "{agent}"
        );
    });
}
