//! Finding elements by selectors.

use surefoot_engine::{Destination, ErrorKind, Query};
use surefoot_page::name;

use crate::support::{Site, limits, run};

const PAGE: &str = "data:text/html,<body><p id=a class=x>a</p><div id=host></div><p id=b class=x>b</p><script>\
    host.attachShadow({mode:'open'}).innerHTML='<p id=s class=x>s</p><div id=inner></div>';\
    host.shadowRoot.getElementById('inner').attachShadow({mode:'open'}).innerHTML='<p id=t class=x>t</p>'</script>";

/// The ids of what is found.
async fn ids(site: &mut Site, query: Query) -> Vec<String> {
    let found = site.tab.query(&[query], limits()).await.unwrap();
    let page = site.tab.capture(limits()).await.unwrap();
    let id = |key| {
        let node = page.find(key).expect("the capture knows what was found");
        page.attr(node, name::ID).unwrap_or("-").to_owned()
    };
    found.into_iter().flatten().map(id).collect()
}

#[test]
fn elements_are_found_in_document_order_and_in_shadow_trees() {
    run(async |site| {
        let to = Destination::Url(PAGE.to_owned());
        site.tab.navigate(to, limits()).await.unwrap();
        let css = |text: &str| Query::Css(text.to_owned());
        assert_eq!(ids(site, css(".x")).await, ["a", "s", "t", "b"]);
        assert_eq!(ids(site, css("#inner, #b")).await, ["inner", "b"]);
        assert_eq!(ids(site, css("#none")).await, [""; 0]);
        let xpath = Query::XPath("//p[text()='b']".to_owned());
        assert_eq!(ids(site, xpath).await, ["b"]);
    });
}

#[test]
fn a_bad_selector_is_named() {
    run(async |site| {
        for query in [Query::Css("p[".to_owned()), Query::XPath("//p[".to_owned())] {
            let error = site.tab.query(&[query], limits()).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            let text = error.message();
            assert!(
                text.contains("p[") && !text.contains("querySelector"),
                "{text}"
            );
        }
    });
}
