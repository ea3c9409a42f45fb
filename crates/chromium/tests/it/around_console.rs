//! The console, and errors nobody caught.

use surefoot_engine::{ConsoleMessage, Level};

use crate::support::{Site, run};

/// The messages once there are so many. A script's own round comes after what was said before it.
async fn messages(site: &mut Site, at_least: usize) -> Vec<ConsoleMessage> {
    for _ in 0..100 {
        let told = site.tab.console();
        if told.len() >= at_least {
            return told;
        }
        site.eval("new Promise((done) => setTimeout(done, 20))")
            .await;
    }
    site.tab.console()
}

#[test]
fn what_a_page_says_is_told_as_the_console_shows_it() {
    run(async |site| {
        site.go("/js/console").await;
        let told = messages(site, 8).await;
        let lines: Vec<_> = told
            .iter()
            .filter(|m| !m.uncaught)
            .map(|m| (m.level, &*m.text))
            .collect();
        for expected in [
            (Level::Info, "on load 1 true null {a: Array(2)}"),
            (Level::Info, "an info"),
            (Level::Warning, "a warning"),
            (Level::Error, "an error"),
            (Level::Debug, "a detail"),
            (Level::Info, "styled text"),
        ] {
            assert!(lines.contains(&expected), "{expected:?} of {lines:?}");
        }
        let page = site.server.page("/js/console");
        let first = &told.iter().find(|m| m.text == "an info").unwrap();
        assert_eq!((first.url.as_deref(), first.line), (Some(&*page), Some(7)));

        let uncaught: Vec<_> = told.iter().filter(|m| m.uncaught).collect();
        assert_eq!(uncaught.len(), 1);
        assert_eq!(
            uncaught[0].text,
            "ReferenceError: undefinedFunction is not defined"
        );
        assert_eq!(
            (uncaught[0].level, uncaught[0].line),
            (Level::Error, Some(13))
        );

        let missing = told.iter().find(|m| m.text.contains("404")).unwrap();
        assert_eq!(missing.url, Some(site.server.page("/status/404")));

        site.tab.clear_console();
        assert!(site.tab.console().is_empty());
        site.eval("console.log('%s is %d%% of %o', 'this', 12.7, [1, { a: 'x' }], new Error('e').message)").await;
        assert_eq!(messages(site, 1).await[0].text, "this is 12% of [1, {…}] e");
    });
}

#[test]
fn promises_nobody_caught_are_told_and_storms_are_bounded() {
    run(async |site| {
        site.go("/landed").await;
        site.eval("setTimeout(() => { Promise.reject(new TypeError('lost')); }); 0")
            .await;
        let told = messages(site, 1).await;
        assert_eq!(told[0].text, "(in promise) TypeError: lost");
        assert!(told[0].uncaught);
        site.eval("for (let i = 0; i < 3000; i++) console.log(i + ' ' + 'x'.repeat(5000)); 0")
            .await;
        let told = messages(site, 1000).await;
        assert_eq!(told.len(), 1000);
        assert!(told.iter().all(|m| m.text.len() <= 2000));
        assert_eq!(site.eval("1").await, 1);
    });
}

#[test]
fn frames_and_workers_are_heard_too() {
    run(async |site| {
        site.go("/landed").await;
        let other = site.server.other_page("/js/console").unwrap();
        let script = format!(
            "document.body.innerHTML = '<iframe src=\"{other}\"></iframe>';
             new Worker(URL.createObjectURL(new Blob(['console.log(\"from the worker\")']))); 0"
        );
        site.eval(&script).await;
        let told = messages(site, 9).await;
        let texts: Vec<_> = told.iter().map(|m| &*m.text).collect();
        assert!(texts.contains(&"from the worker"), "{texts:?}");
        assert!(texts.contains(&"an info"), "{texts:?}");
    });
}
