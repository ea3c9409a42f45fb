//! Opening pages.

use crate::support::run;

#[test]
fn a_page_is_opened() {
    run(async |site| {
        let outcome = site.go("/landed").await;
        let url = site.server.page("/landed");
        assert_eq!(outcome.navigation.unwrap().url, url);
        assert_eq!(site.tab.url(), url);
    });
}
