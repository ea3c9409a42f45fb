//! What an action costs on a quiet page: `cargo run --release -p surefoot-chromium --example acting`.
//!
//! Prints the least and the median of milliseconds, per action, on a page of some 600 elements. The page is captured
//! between the actions, as a session does; that is not counted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a program that prints what it measures, or fails"
)]

use std::time::{Duration, Instant};

use surefoot_chromium::{Browsers, LaunchOptions};
use surefoot_engine::{Action, Destination, Engine, EngineOptions, Limits, Modifiers, MouseButton};
use surefoot_page::{NodeKey, Page, name};

/// Makes an action for a page.
type Make = fn(&Page) -> Action;

const ROUNDS: usize = 40;

const PAGE: &str = "<!doctype html><title>Acting</title><button id=button>Button</button> <input id=field value=old>\
    <input type=checkbox id=box><button id=disabled disabled>Off</button><div id=rows></div>\
    <script>rows.innerHTML = Array.from({length: 200}, (_, i) => `<p><span>Row ${i}</span> <a href='#${i}'>Link ${i}</a></p>`).join('');\
    button.onclick = () => { button.textContent = 'Button ' + performance.now(); }</script>";

fn key(page: &Page, id: &str) -> NodeKey {
    let node = page.ids().find(|&n| page.attr(n, name::ID) == Some(id));
    page.key(node.unwrap()).unwrap()
}

fn limits() -> Limits {
    Limits::until(Instant::now() + Duration::from_secs(30))
}

#[tokio::main]
async fn main() {
    let browsers = Browsers::new();
    let options = EngineOptions::default();
    let mut engine = browsers
        .engine(&LaunchOptions::default(), options)
        .await
        .unwrap();
    let mut tab = engine.new_tab().await.unwrap();
    let file = std::env::temp_dir().join("surefoot-acting.html");
    std::fs::write(&file, PAGE).unwrap();
    let url = format!("file://{}", file.display());
    tab.navigate(Destination::Url(url), limits()).await.unwrap();
    let actions: &[(&str, Make)] = &[
        ("click", |page| Action::Click {
            node: key(page, "button"),
            button: MouseButton::Left,
            count: 1,
            modifiers: Modifiers::empty(),
            position: None,
        }),
        ("click, refused", |page| Action::Click {
            node: key(page, "disabled"),
            button: MouseButton::Left,
            count: 1,
            modifiers: Modifiers::empty(),
            position: None,
        }),
        ("hover", |page| Action::Hover(key(page, "button"))),
        ("focus", |page| Action::Focus(key(page, "field"))),
        ("fill", |page| Action::Fill {
            node: key(page, "field"),
            text: "a new text".to_owned(),
        }),
        ("type 10", |page| Action::Type {
            node: Some(key(page, "field")),
            text: "0123456789".to_owned(),
        }),
        ("press", |page| Action::Press {
            node: Some(key(page, "field")),
            chord: "Control+a".to_owned(),
        }),
        ("check", |page| Action::SetChecked {
            node: key(page, "box"),
            checked: true,
        }),
        ("uncheck", |page| Action::SetChecked {
            node: key(page, "box"),
            checked: false,
        }),
    ];
    let mut times = vec![Vec::new(); actions.len()];
    for _ in 0..ROUNDS {
        for ((_, action), times) in actions.iter().zip(&mut times) {
            let page = tab.capture(limits()).await.unwrap();
            let action = action(&page);
            let begun = Instant::now();
            // What is refused is measured as well.
            let _ = tab.perform(action, limits()).await;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
        }
    }
    for ((name, _), mut times) in actions.iter().zip(times) {
        times.sort_by(f64::total_cmp);
        println!(
            "{name:<16} {:>7.1} {:>7.1}",
            times[0],
            times[times.len() / 2]
        );
    }
    drop(tab);
    engine.close().await.unwrap();
    std::fs::remove_file(file).unwrap();
}
