//! A page that nothing has happened to is captured once; whatever happens to it, it is captured again.

use std::sync::Arc;

use surefoot_engine::{Action, Point};
use surefoot_page::{Page, name};

use crate::support::{Site, limits, run};

/// What scripts can change without a trace in the markup, too.
const CHANGES: &[(&str, &str)] = &[
    ("text", "d.firstChild.data = 'other'"),
    ("attribute", "d.setAttribute('aria-label', 'x')"),
    ("node", "d.append('y')"),
    ("removal", "d.lastChild.remove()"),
    ("title", "document.title = 'w'"),
    ("address", "history.pushState({}, '', '#x')"),
    ("checked", "c.checked = true"),
    ("indeterminate", "c.indeterminate = true"),
    ("a value", "t.value = 'v'"),
    ("a value that is not shown", "n.value = 'v'"),
    ("a hidden value", "h.value = 'v'"),
    ("a choice", "s.selectedIndex = 1"),
    ("a choice that is not shown", "q.selectedIndex = 1"),
    ("text of an area", "a.value = 'v'"),
    ("a range", "r.value = 7"),
    ("validity", "t.setCustomValidity('bad')"),
    ("disabled", "t.disabled = true"),
    ("a listener", "d.addEventListener('click', () => 0)"),
    ("a handler", "d.onclick = () => 0"),
    ("a rule", "st.sheet.insertRule('#d { cursor: pointer }', 0)"),
    ("an inline style", "d.style.opacity = 0"),
    (
        "a sheet",
        "const z = new CSSStyleSheet(); z.replaceSync('#e { display: none }'); document.adoptedStyleSheets = [z]",
    ),
    (
        "a shadow root",
        "e.attachShadow({ mode: 'open' }).innerHTML = '<b>w</b>'",
    ),
    (
        "in a shadow root",
        "e.shadowRoot.firstChild.textContent = 'u'",
    ),
    (
        "a control in a shadow root",
        "e.shadowRoot.innerHTML = '<input type=checkbox>'",
    ),
    ("its state", "e.shadowRoot.firstChild.indeterminate = true"),
    ("scrolled inside", "sc.scrollTop = 20"),
    ("scrolled", "scrollTo(0, 50)"),
    ("focus", "t.disabled = false; t.focus()"),
    ("a modal dialog", "dl.showModal()"),
    ("closed", "dl.close()"),
    ("a popover", "p.showPopover()"),
    ("inert", "d.inert = true"),
    ("edited", "document.designMode = 'on'"),
    (
        "a frame's text",
        "f.contentDocument.body.textContent = 'changed'",
    ),
    (
        "a frame's control",
        "f.contentDocument.body.innerHTML = '<input type=checkbox>'",
    ),
    (
        "its state",
        "f.contentDocument.querySelector('input').indeterminate = true",
    ),
    ("a frame", "f.srcdoc = 'new'"),
    ("no frame", "f.remove()"),
];

const BODY: &str = "<title>x</title><style id=st>.z{color:red}</style><div id=d>text<b>bold</b></div><div id=e></div>\
    <input type=checkbox id=c><input id=t><input id=n style='display:none'><input type=hidden id=h>\
    <select id=s><option>1<option>2</select><select id=q style='display:none'><option>1<option>2</select>\
    <textarea id=a></textarea><input type=range id=r max=10><dialog id=dl>dialog</dialog><p id=p popover>popover</p>\
    <div id=sc style='height:50px;overflow:auto'><p style='height:500px'>high</div><iframe id=f srcdoc='framed'></iframe>\
    <div style='height:5000px'>long</div>";

async fn capture(site: &mut Site) -> Arc<Page> {
    site.tab.capture(limits()).await.unwrap()
}

/// Captures until the page has come to rest, so that the same is answered twice.
async fn rested(site: &mut Site) -> Arc<Page> {
    let mut page = capture(site).await;
    for _ in 0..200 {
        let again = capture(site).await;
        if Arc::ptr_eq(&page, &again) {
            return page;
        }
        page = again;
    }
    panic!("the page never rests");
}

#[test]
fn whatever_changes_is_captured() {
    run(async |site| {
        site.go("/empty").await;
        let body = serde_json::Value::from(BODY);
        site.eval(&format!("document.body.innerHTML = {body}; 0"))
            .await;
        for (what, script) in CHANGES {
            let before = rested(site).await;
            site.eval(&format!("{{ {script} }} 0")).await;
            let after = capture(site).await;
            assert!(!Arc::ptr_eq(&before, &after), "{what} was not noticed");
        }
        rested(site).await;
    });
}

#[test]
fn what_the_pointer_does_is_captured() {
    run(async |site| {
        site.go("/empty").await;
        let body = "<style>#d:hover b{display:none}</style><div id=d>text<b>bold</b></div>";
        site.eval(&format!("document.body.innerHTML = \"{body}\"; 0"))
            .await;
        let before = rested(site).await;
        let middle = surefoot_engine::Mouse::Move(Point { x: 20.0, y: 15.0 });
        site.tab
            .perform(Action::Mouse(middle), limits())
            .await
            .unwrap();
        let after = capture(site).await;
        assert!(!Arc::ptr_eq(&before, &after));
        let bold = after.ids().find(|&n| after.html_tag(n) == name::B).unwrap();
        assert!(
            after
                .facts(bold)
                .contains(surefoot_page::Facts::NOT_RENDERED)
        );
    });
}

#[test]
fn what_moves_is_captured_as_it_is() {
    run(async |site| {
        site.go("/empty").await;
        let body = "<style>@keyframes k{to{transform:translateX(300px)}} #d{width:9px;animation:k 1s linear infinite alternate}</style><div id=d>x</div>";
        site.eval(&format!("document.body.innerHTML = \"{body}\"; 0"))
            .await;
        let mut places = Vec::new();
        for _ in 0..5 {
            let page = capture(site).await;
            let moving = page
                .ids()
                .find(|&n| page.attr(n, name::ID) == Some("d"))
                .unwrap();
            places.push(page.bounds(moving).unwrap().x);
            site.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))").await;
        }
        places.dedup();
        assert!(places.len() > 2, "{places:?}");
    });
}

#[test]
fn another_process_is_asked_too() {
    run(async |site| {
        let other = site.server.other_page("/landed").unwrap();
        site.go("/empty").await;
        site.eval(&format!(
            "document.body.innerHTML = '<iframe id=f src=\"{other}\"></iframe>'; new Promise((done) => f.onload = () => done(0))"
        ))
        .await;
        let before = rested(site).await;
        assert_eq!(before.documents().len(), 2);
        // Nothing of the document around it changes.
        site.eval(&format!("f.contentWindow.location = '{other}#further'; 0"))
            .await;
        let noticed = async { while Arc::ptr_eq(&before, &capture(site).await) {} };
        let bound = std::time::Duration::from_secs(20);
        tokio::time::timeout(bound, noticed).await.unwrap();
    });
}
