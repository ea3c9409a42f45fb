//! Every role, in one table: its token, what kind of role it is, how it is named, which states it has, and where it may
//! stand (WAI-ARIA 1.2 section 5.4 and the additions of 1.3).
//!
//! Abstract roles (`widget`, `landmark` …) are left out on purpose: authors may not use them (WAI-ARIA 5.3.1), so for the
//! `role` attribute they are as unknown as a misspelled one.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

// ---- what kind of role ---------------------------------------------------------------------------------------------
/// Something to act on.
const WIDGET: u32 = 1;
/// A landmark (WAI-ARIA 5.3.4).
const LANDMARK: u32 = 1 << 1;
/// Document structure (WAI-ARIA 5.3.3): shapes the page, nothing to act on.
const STRUCTURE: u32 = 1 << 2;
/// May take its name from its content.
const CONTENT: u32 = 1 << 3;
/// Authors may not name it.
const PROHIBITED: u32 = 1 << 4;
/// Its children are presentational.
const LEAF: u32 = 1 << 5;
/// Has a value in a range.
const RANGE: u32 = 1 << 6;
/// Takes its name from its first heading when nothing else names it (accname, "name from heading").
const HEADED: u32 = 1 << 7;
/// As a token of the `role` attribute it counts only on an element that has a name.
const IF_NAMED: u32 = 1 << 8;
/// Makes `<header>` and `<footer>` in it something less than those of the page.
const SECTIONING: u32 = 1 << 9;
/// Not a token for authors.
const OWN: u32 = 1 << 10;

// ---- where it stands: eight kinds of context, offered to descendants or needed from ancestors --------------------
const OFFERS: u32 = 16;
const NEEDS: u32 = 24;
const TABLE: u32 = 1;
const GROUP_OF_ROWS: u32 = 1 << 1;
const ROW: u32 = 1 << 2;
const LIST: u32 = 1 << 3;
const OPTIONS: u32 = 1 << 4;
const MENU: u32 = 1 << 5;
const TABS: u32 = 1 << 6;
const TREE: u32 = 1 << 7;

/// Which states and properties a role has beyond the global ones, as bits.
pub(crate) mod supports {
    pub(crate) const CHECKED: u32 = 1;
    pub(crate) const MIXED: u32 = 1 << 1;
    pub(crate) const PRESSED: u32 = 1 << 2;
    pub(crate) const EXPANDED: u32 = 1 << 3;
    pub(crate) const SELECTED: u32 = 1 << 4;
    pub(crate) const REQUIRED: u32 = 1 << 5;
    pub(crate) const READONLY: u32 = 1 << 6;
    pub(crate) const MULTILINE: u32 = 1 << 7;
    pub(crate) const MULTISELECT: u32 = 1 << 8;
    pub(crate) const LEVEL: u32 = 1 << 9;
    pub(crate) const SORT: u32 = 1 << 10;
    pub(crate) const VALUE: u32 = 1 << 11;
    pub(crate) const MODAL: u32 = 1 << 12;
    /// `aria-orientation`, without a default.
    pub(crate) const ORIENTED: u32 = 1 << 13;
    /// `aria-orientation`, horizontal unless said otherwise.
    pub(crate) const HORIZONTAL: u32 = 1 << 14;
    /// `aria-orientation`, vertical unless said otherwise.
    pub(crate) const VERTICAL: u32 = 1 << 15;
    /// A live region that is polite unless said otherwise.
    pub(crate) const POLITE: u32 = 1 << 16;
    /// A live region that is assertive unless said otherwise.
    pub(crate) const ASSERTIVE: u32 = 1 << 17;
    /// A live region that is off unless said otherwise.
    pub(crate) const OFF: u32 = 1 << 18;
    /// Opens a listbox unless said otherwise.
    pub(crate) const LIST_POPUP: u32 = 1 << 19;
    /// Without `aria-checked` it is not checked, rather than not checkable.
    pub(crate) const ALWAYS_CHECKED: u32 = 1 << 20;
    /// `aria-placeholder`.
    pub(crate) const PLACEHOLDER: u32 = 1 << 21;
    /// Without `aria-selected` it is not selected, rather than not selectable.
    pub(crate) const ALWAYS_SELECTED: u32 = 1 << 22;
    /// Unless said otherwise its least value is 0 and its greatest 100.
    pub(crate) const PERCENT: u32 = 1 << 23;
    /// Unless said otherwise its value is in the middle between them.
    pub(crate) const MIDDLE: u32 = 1 << 24;
}
use supports::{
    ALWAYS_CHECKED, ALWAYS_SELECTED, ASSERTIVE, CHECKED, EXPANDED, HORIZONTAL, LEVEL, LIST_POPUP,
    MIDDLE, MIXED, MODAL, MULTILINE, MULTISELECT, OFF, ORIENTED, PERCENT, PLACEHOLDER, POLITE,
    PRESSED, READONLY, REQUIRED, SELECTED, SORT, VALUE, VERTICAL,
};

/// One line of the table.
struct Row {
    role: Role,
    token: &'static str,
    flags: u32,
    supports: u32,
}

macro_rules! roles {
    ($($(#[$doc:meta])* $variant:ident $token:literal $flags:expr, $supports:expr;)*) => {
        /// A role. [`Role::as_str`] is its ARIA token; three are surefoot's own: [`Role::Text`], [`Role::Iframe`] and,
        /// for the root of a page or frame, [`Role::Document`] (which is ARIA's too).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Role {
            $($(#[$doc])* #[doc = concat!("`", $token, "`")] $variant,)*
        }

        static ROWS: &[Row] = &[
            $(Row { role: Role::$variant, token: $token, flags: $flags, supports: $supports },)*
        ];
    };
}

roles! {
    Alert "alert" STRUCTURE, ASSERTIVE;
    Alertdialog "alertdialog" HEADED, MODAL;
    Application "application" STRUCTURE, EXPANDED;
    Article "article" STRUCTURE | HEADED | SECTIONING, 0;
    Banner "banner" LANDMARK, 0;
    Blockquote "blockquote" STRUCTURE, 0;
    Button "button" WIDGET | CONTENT | LEAF, PRESSED | EXPANDED;
    Caption "caption" STRUCTURE | PROHIBITED, 0;
    Cell "cell" STRUCTURE | CONTENT, 0;
    Checkbox "checkbox" WIDGET | CONTENT | LEAF, CHECKED | MIXED | ALWAYS_CHECKED | EXPANDED | READONLY | REQUIRED;
    Code "code" STRUCTURE | PROHIBITED, 0;
    Columnheader "columnheader" STRUCTURE | CONTENT | (ROW << NEEDS), EXPANDED | SELECTED | READONLY | REQUIRED | SORT;
    Combobox "combobox" WIDGET, EXPANDED | READONLY | REQUIRED | LIST_POPUP | PLACEHOLDER | ORIENTED;
    Comment "comment" STRUCTURE | CONTENT, LEVEL;
    Complementary "complementary" LANDMARK | SECTIONING, 0;
    Contentinfo "contentinfo" LANDMARK, 0;
    Definition "definition" STRUCTURE | PROHIBITED, 0;
    Deletion "deletion" STRUCTURE | PROHIBITED, 0;
    Dialog "dialog" HEADED, MODAL;
    Document "document" STRUCTURE, 0;
    Emphasis "emphasis" STRUCTURE | PROHIBITED, 0;
    Feed "feed" STRUCTURE, 0;
    Figure "figure" STRUCTURE, 0;
    Form "form" LANDMARK | IF_NAMED, 0;
    /// A wrapper without meaning of its own.
    Generic "generic" STRUCTURE | PROHIBITED, 0;
    GraphicsDocument "graphics-document" STRUCTURE, 0;
    GraphicsObject "graphics-object" STRUCTURE, 0;
    GraphicsSymbol "graphics-symbol" STRUCTURE | LEAF, 0;
    Grid "grid" TABLE << OFFERS, MULTISELECT | READONLY;
    Gridcell "gridcell" CONTENT | (ROW << NEEDS), EXPANDED | SELECTED | READONLY | REQUIRED;
    Group "group" STRUCTURE, 0;
    Heading "heading" STRUCTURE | CONTENT, LEVEL;
    /// The element of a frame; the frame's document is its child.
    Iframe "iframe" STRUCTURE | OWN, 0;
    /// Also the token `image`.
    Img "img" STRUCTURE | LEAF, 0;
    Insertion "insertion" STRUCTURE | PROHIBITED, 0;
    Link "link" WIDGET | CONTENT, EXPANDED;
    /// Also the deprecated token `directory`.
    List "list" STRUCTURE | (LIST << OFFERS), 0;
    Listbox "listbox" WIDGET | (OPTIONS << OFFERS), EXPANDED | MULTISELECT | READONLY | REQUIRED | VERTICAL;
    Listitem "listitem" STRUCTURE | (LIST << NEEDS), LEVEL;
    Log "log" STRUCTURE, POLITE;
    Main "main" LANDMARK | SECTIONING, 0;
    Mark "mark" STRUCTURE | PROHIBITED, 0;
    Marquee "marquee" STRUCTURE, OFF;
    Math "math" STRUCTURE, 0;
    Menu "menu" MENU << OFFERS, VERTICAL;
    Menubar "menubar" MENU << OFFERS, HORIZONTAL;
    Menuitem "menuitem" WIDGET | CONTENT | (MENU << NEEDS), EXPANDED;
    Menuitemcheckbox "menuitemcheckbox" WIDGET | CONTENT | LEAF | (MENU << NEEDS), CHECKED | MIXED | ALWAYS_CHECKED | EXPANDED | READONLY;
    Menuitemradio "menuitemradio" WIDGET | CONTENT | LEAF | (MENU << NEEDS), CHECKED | ALWAYS_CHECKED | EXPANDED | READONLY;
    Meter "meter" STRUCTURE | LEAF | RANGE, VALUE | PERCENT;
    Navigation "navigation" LANDMARK | SECTIONING, 0;
    /// Presentational: without meaning, for those who wrote `none` or `presentation`, and for decoration. Its children
    /// keep theirs.
    None "none" STRUCTURE | PROHIBITED, 0;
    Note "note" STRUCTURE, 0;
    Option "option" WIDGET | CONTENT | LEAF | (OPTIONS << NEEDS), CHECKED | SELECTED | ALWAYS_SELECTED;
    Paragraph "paragraph" STRUCTURE | PROHIBITED, 0;
    Progressbar "progressbar" STRUCTURE | LEAF | RANGE, VALUE | PERCENT;
    Radio "radio" WIDGET | CONTENT | LEAF, CHECKED | ALWAYS_CHECKED;
    Radiogroup "radiogroup" STRUCTURE, READONLY | REQUIRED | ORIENTED;
    Region "region" LANDMARK | IF_NAMED | SECTIONING, 0;
    Row "row" STRUCTURE | CONTENT | (ROW << OFFERS) | ((TABLE | GROUP_OF_ROWS) << NEEDS), EXPANDED | SELECTED | LEVEL;
    Rowgroup "rowgroup" STRUCTURE | (GROUP_OF_ROWS << OFFERS) | (TABLE << NEEDS), 0;
    Rowheader "rowheader" STRUCTURE | CONTENT | (ROW << NEEDS), EXPANDED | SELECTED | READONLY | REQUIRED | SORT;
    Scrollbar "scrollbar" LEAF | RANGE, VALUE | PERCENT | MIDDLE | VERTICAL;
    Search "search" LANDMARK, 0;
    Searchbox "searchbox" WIDGET, MULTILINE | READONLY | REQUIRED | PLACEHOLDER;
    Sectionfooter "sectionfooter" STRUCTURE, 0;
    Sectionheader "sectionheader" STRUCTURE, 0;
    Separator "separator" STRUCTURE | LEAF, VALUE | PERCENT | MIDDLE | HORIZONTAL;
    Slider "slider" WIDGET | LEAF | RANGE, VALUE | PERCENT | MIDDLE | READONLY | HORIZONTAL;
    Spinbutton "spinbutton" WIDGET | RANGE, VALUE | READONLY | REQUIRED | PLACEHOLDER;
    Status "status" STRUCTURE, POLITE;
    Strong "strong" STRUCTURE | PROHIBITED, 0;
    Subscript "subscript" STRUCTURE | PROHIBITED, 0;
    Suggestion "suggestion" STRUCTURE | PROHIBITED, 0;
    Superscript "superscript" STRUCTURE | PROHIBITED, 0;
    Switch "switch" WIDGET | CONTENT | LEAF, CHECKED | ALWAYS_CHECKED | EXPANDED | READONLY | REQUIRED;
    Tab "tab" WIDGET | CONTENT | LEAF | (TABS << NEEDS), EXPANDED | SELECTED | ALWAYS_SELECTED;
    Table "table" STRUCTURE | (TABLE << OFFERS), 0;
    Tablist "tablist" TABS << OFFERS, HORIZONTAL | MULTISELECT;
    Tabpanel "tabpanel" STRUCTURE, 0;
    Term "term" STRUCTURE | PROHIBITED, 0;
    /// A run of text.
    Text "text" STRUCTURE | OWN, 0;
    Textbox "textbox" WIDGET, MULTILINE | READONLY | REQUIRED | PLACEHOLDER;
    Time "time" STRUCTURE | PROHIBITED, 0;
    Timer "timer" STRUCTURE, OFF;
    Toolbar "toolbar" STRUCTURE, HORIZONTAL;
    Tooltip "tooltip" STRUCTURE | CONTENT, 0;
    Tree "tree" TREE << OFFERS, MULTISELECT | REQUIRED | VERTICAL;
    Treegrid "treegrid" (TABLE | TREE) << OFFERS, MULTISELECT | READONLY | REQUIRED | ORIENTED;
    Treeitem "treeitem" WIDGET | CONTENT | (TREE << NEEDS), CHECKED | MIXED | EXPANDED | SELECTED | LEVEL;
}

/// Tokens that stand for a role of the table: synonyms of WAI-ARIA, and the roles of DPUB-ARIA 1.1 by their superclass.
static SYNONYMS: &[(&str, Role)] = &[
    ("image", Role::Img),
    ("presentation", Role::None),
    ("directory", Role::List),
    ("doc-abstract", Role::Group),
    ("doc-acknowledgments", Role::Group),
    ("doc-afterword", Role::Group),
    ("doc-appendix", Role::Group),
    ("doc-backlink", Role::Link),
    ("doc-biblioentry", Role::Listitem),
    ("doc-bibliography", Role::Group),
    ("doc-biblioref", Role::Link),
    ("doc-chapter", Role::Group),
    ("doc-colophon", Role::Group),
    ("doc-conclusion", Role::Group),
    ("doc-cover", Role::Img),
    ("doc-credit", Role::Group),
    ("doc-credits", Role::Group),
    ("doc-dedication", Role::Group),
    ("doc-endnote", Role::Listitem),
    ("doc-endnotes", Role::Group),
    ("doc-epigraph", Role::Group),
    ("doc-epilogue", Role::Group),
    ("doc-errata", Role::Group),
    ("doc-example", Role::Group),
    ("doc-footnote", Role::Group),
    ("doc-foreword", Role::Group),
    ("doc-glossary", Role::Group),
    ("doc-glossref", Role::Link),
    ("doc-index", Role::Navigation),
    ("doc-introduction", Role::Group),
    ("doc-noteref", Role::Link),
    ("doc-notice", Role::Note),
    ("doc-pagebreak", Role::Separator),
    ("doc-pagefooter", Role::Group),
    ("doc-pageheader", Role::Group),
    ("doc-pagelist", Role::Navigation),
    ("doc-part", Role::Group),
    ("doc-preface", Role::Group),
    ("doc-prologue", Role::Group),
    ("doc-pullquote", Role::Group),
    ("doc-qna", Role::Group),
    ("doc-subtitle", Role::Heading),
    ("doc-tip", Role::Note),
    ("doc-toc", Role::Navigation),
];

static BY_TOKEN: LazyLock<FxHashMap<&'static str, Role>> = LazyLock::new(|| {
    let rows = ROWS.iter().map(|row| (row.token, row.role));
    rows.chain(SYNONYMS.iter().copied()).collect()
});

impl Role {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    fn has(self, flag: u32) -> bool {
        self.row().flags & flag != 0
    }

    pub(crate) fn supports(self, any_of: u32) -> bool {
        self.row().supports & any_of != 0
    }

    /// Every role, in the order of the table (alphabetical).
    pub fn all() -> impl Iterator<Item = Role> {
        ROWS.iter().map(|row| row.role)
    }

    /// The token of the role, lower case: `button`, `img`, `none`, `text`, `iframe` …
    pub fn as_str(self) -> &'static str {
        self.row().token
    }

    /// The role of that token, in any case; synonyms (`image`, `presentation`, `directory`, the `doc-` roles) included.
    pub fn parse(token: &str) -> Option<Role> {
        if let Some(&role) = BY_TOKEN.get(token) {
            return Some(role);
        }
        // Longer than any token: not worth a copy.
        if token.len() > 32 || !token.bytes().any(|b| b.is_ascii_uppercase()) {
            return None;
        }
        BY_TOKEN.get(token.to_ascii_lowercase().as_str()).copied()
    }

    /// The role an author can mean by a token of the `role` attribute.
    pub(crate) fn parse_authored(token: &str) -> Option<Role> {
        Role::parse(token).filter(|role| !role.has(OWN))
    }

    /// Something to act on: the fourteen roles that always get a ref (S1-12), `option`, `menuitemcheckbox`, `menuitemradio`.
    pub fn is_interactive(self) -> bool {
        self.has(WIDGET)
    }

    /// A landmark (WAI-ARIA 5.3.4).
    pub fn is_landmark(self) -> bool {
        self.has(LANDMARK)
    }

    /// Shapes or groups the page without being something to act on: document structure, live regions, wrappers.
    pub fn is_structural(self) -> bool {
        self.has(STRUCTURE)
    }

    /// May take its name from its content (WAI-ARIA 5.2.8.4).
    pub fn names_from_content(self) -> bool {
        self.has(CONTENT)
    }

    /// Authors may not name it (WAI-ARIA 5.2.8.6). Browsers honour `aria-label` and `title` on such elements all the
    /// same, and so does surefoot.
    pub fn name_prohibited(self) -> bool {
        self.has(PROHIBITED)
    }

    /// Its descendants have no meaning of their own (WAI-ARIA 5.2.9).
    pub fn children_presentational(self) -> bool {
        self.has(LEAF)
    }

    /// Has a value in a range (superclass `range`).
    pub fn is_range(self) -> bool {
        self.has(RANGE)
    }

    /// Neither meaning nor name: [`Role::Generic`] and [`Role::None`].
    pub fn is_wrapper(self) -> bool {
        matches!(self, Role::Generic | Role::None)
    }

    pub(crate) fn is_sectioning(self) -> bool {
        self.has(SECTIONING)
    }

    pub(crate) fn names_from_heading(self) -> bool {
        self.has(HEADED)
    }

    pub(crate) fn needs_name(self) -> bool {
        self.has(IF_NAMED)
    }

    /// The kinds of context it gives its descendants, as bits.
    pub(crate) fn offers(self) -> u8 {
        (self.row().flags >> OFFERS) as u8
    }

    /// The kinds of context of which it needs one, as bits; 0 where it may stand anywhere.
    pub(crate) fn needs(self) -> u8 {
        (self.row().flags >> NEEDS) as u8
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum_and_tokens_come_back() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.role as usize, at);
            assert_eq!(Role::parse(row.token), Some(row.role));
            assert_eq!(row.token, row.token.to_ascii_lowercase());
            assert!(at == 0 || ROWS[at - 1].token < row.token, "{}", row.token);
        }
        assert_eq!(BY_TOKEN.len(), ROWS.len() + SYNONYMS.len());
    }

    #[test]
    fn tokens_are_read_in_any_case_and_abstract_ones_are_unknown() {
        assert_eq!(Role::parse("BUTTON"), Some(Role::Button));
        assert_eq!(Role::parse("image"), Some(Role::Img));
        assert_eq!(Role::parse("Presentation"), Some(Role::None));
        for token in [
            "widget", "landmark", "roletype", "section", "", "button,", "foo",
        ] {
            assert_eq!(Role::parse(token), None, "{token}");
        }
        assert_eq!(Role::parse_authored("text"), None);
        assert_eq!(Role::parse_authored("iframe"), None);
    }

    #[test]
    fn seventeen_roles_are_interactive() {
        let got: Vec<_> = Role::all()
            .filter(|r| r.is_interactive())
            .map(Role::as_str)
            .collect();
        let want = "button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox \
                    slider spinbutton switch tab textbox treeitem";
        assert_eq!(got.join(" "), want);
    }

    #[test]
    fn what_a_role_needs_some_role_offers() {
        let offered = Role::all().fold(0, |bits, role| bits | role.offers());
        for role in Role::all() {
            assert_eq!(role.needs() & !offered, 0, "{role}");
            assert!(
                !(role.names_from_content() && role.name_prohibited()),
                "{role}"
            );
            assert!(!(role.is_interactive() && role.is_structural()), "{role}");
        }
    }
}
