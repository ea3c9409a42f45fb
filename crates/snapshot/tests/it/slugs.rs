//! What things of a page are called where they need a readable id.

use proptest::prelude::*;
use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_page::name;
use surefoot_snapshot::{Slugs, is_slug, outline};

use crate::properties::markup;

#[track_caller]
fn check(html: &str, expected: &[&str]) {
    let page = parse_html(html, "about:blank");
    let outline = outline(&Semantics::new(&page));
    let slugs = Slugs::new(&page, &outline);
    let all: Vec<&str> = (0..outline.items.len())
        .map(|index| slugs.of(index))
        .filter(|slug| !slug.is_empty())
        .collect();
    assert_eq!(all, expected, "{html}");
}

#[test]
fn ids_of_the_markup_come_first_then_labels() {
    check(
        "<form id=login-form><label>Email address <input id=email-field></label>
         <label>Password <input type=password></label><label><input type=checkbox> Remember me</label>
         <button>Sign In</button><a href=/reset>Forgot password?</a><button id=google-login>Continue with Google</button>
         </form>",
        &[
            "login-form",
            "email-field",
            "password-field",
            "remember-me",
            "sign-in-btn",
            "forgot-password",
            "google-login",
        ],
    );
}

#[test]
fn what_would_be_called_the_same_is_numbered() {
    check(
        "<button>Save</button><button>Save</button><button id=save-btn>X</button><button>Save</button>",
        &["save-btn-2", "save-btn-3", "save-btn", "save-btn-4"],
    );
    // An id that two elements have is no id.
    check(
        "<button id=go>A</button><p id=go><button>B</button>",
        &["a-btn", "b-btn"],
    );
    check(
        "<button id=e5>Send</button><button></button>",
        &["send-btn", "unnamed-btn"],
    );
    check(
        "<button>A</button><button>A 2</button><button>A</button>",
        &["a-btn", "a-2-btn", "a-btn-2"],
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Every slug is one, is found again, and belongs to one thing; all that can be acted on has one.
    #[test]
    fn a_slug_names_one_thing(html in markup()) {
        let page = parse_html(&html, "about:blank");
        let outline = outline(&Semantics::new(&page));
        let slugs = Slugs::new(&page, &outline);
        for (index, item) in outline.items.iter().enumerate() {
            let slug = slugs.of(index);
            prop_assert_eq!(item.is_interactive() || item.role.as_str() == "form", !slug.is_empty());
            if !slug.is_empty() {
                prop_assert!(is_slug(slug), "{}", slug);
                prop_assert_eq!(slugs.find(slug), Some(index));
                prop_assert_eq!(slugs.find_node(slug), Some(item.node));
            }
        }
        for form in page.in_tree_order().filter(|&n| page.html_tag(n) == name::FORM) {
            prop_assert_eq!(slugs.find_node(slugs.of_form(form)), Some(form));
        }
    }
}
