//! What holds for every page and every sequence of snapshots.

use proptest::prelude::*;
use rustc_hash::FxHashMap;
use surefoot_aria::Semantics;
use surefoot_native::dom::parse_html;
use surefoot_page::NodeKey;
use surefoot_snapshot::{Lookup, Numbering, Options, RefPolicy, Registry, filtered, outline};

/// Random markup out of pieces that matter here.
pub(crate) fn markup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<a href=x>",
        "</a>",
        "<button>",
        "</button>",
        "<ul><li>",
        "</li>",
        "</ul>",
        "<table><tr><td>",
        "</td>",
        "</table>",
        "<input type=checkbox checked>",
        "<input type=password value=secret-word>",
        "<label>",
        "</label>",
        "<select><option>a<option selected>b</select>",
        "<h2>",
        "</h2>",
        "text ",
        "more &amp; more",
        "<section aria-label=S>",
        "</section>",
        "<div onclick=x>",
        "<span tabindex=0>",
        "</span>",
        "<details><summary>",
        "</summary>",
        "</details>",
        "<img alt=pic src=y>",
        "<br>",
        "<iframe srcdoc='<p>in</p>'></iframe>",
        "<div hidden>",
        "<form>",
        "</form>",
        "<fieldset disabled><legend>L</legend>",
        "</fieldset>",
        "<textarea>t</textarea>",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Parents stand before their children, one level above; depths have no gaps; the password is nowhere.
    #[test]
    fn the_outline_is_a_tree(html in markup(), interactive: bool, compact: bool, depth in 0u32..4) {
        let page = parse_html(&html, "about:blank");
        let options = Options { interactive, compact, depth: std::num::NonZeroU32::new(depth), scope: None, ..Options::default() };
        let snapshot = filtered(&outline(&Semantics::new(&page)), &options);
        for (at, item) in snapshot.items.iter().enumerate() {
            match item.parent {
                None => prop_assert_eq!(item.depth, 0),
                Some(parent) => {
                    prop_assert!((parent as usize) < at);
                    prop_assert_eq!(snapshot.items[parent as usize].depth + 1, item.depth);
                }
            }
            if let Some(depth) = options.depth {
                prop_assert!(item.depth < depth.get());
            }
            prop_assert!(item.value.as_deref().is_none_or(|v| !v.contains("secret-word")));
            prop_assert!(!item.name.contains("secret-word"));
        }
    }

    /// Whatever is looked at in whatever order, a ref names one element, an element has one ref, and the numbers of the
    /// first snapshot are 1, 2, 3 …
    #[test]
    fn a_ref_names_one_element(pages in prop::collection::vec(markup(), 1..5), looks in prop::collection::vec((0usize..5, any::<bool>()), 1..12)) {
        let pages: Vec<_> = pages.iter().map(|html| parse_html(html, "about:blank")).collect();
        let mut registry = Registry::new(RefPolicy::Stable);
        let mut model: FxHashMap<u32, NodeKey> = FxHashMap::default();
        for (count, (which, interactive)) in looks.into_iter().enumerate() {
            let page = &pages[which % pages.len()];
            let mut snapshot = filtered(&outline(&Semantics::new(page)), &Options { interactive, ..Options::default() });
            registry.assign(&mut snapshot, Numbering::All);
            if count == 0 {
                let refs: Vec<u32> = snapshot.items.iter().filter_map(|i| i.reference).collect();
                prop_assert_eq!(refs, (1..=snapshot.items.len() as u32).collect::<Vec<_>>());
            }
            for item in &snapshot.items {
                let reference = item.reference.unwrap();
                prop_assert_eq!(*model.entry(reference).or_insert(item.key), item.key);
            }
            let keys: std::collections::HashSet<_> = model.values().collect();
            prop_assert_eq!(keys.len(), model.len());
            for (reference, key) in &model {
                prop_assert!(matches!(registry.lookup(*reference), Lookup::Shown(shown) if shown.key == *key));
            }
        }
    }
}
