//! Interned names of elements and attributes.
//!
//! The names that HTML, SVG and ARIA define are constants here, the same in every page, so tables over them are plain
//! matches on numbers. Any other name gets a number of its own in the page that holds it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// An interned tag or attribute name. Compare names of one page only, or with the constants of [`name`](self).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(u32);

impl Name {
    /// Whether it is one of the constants of [`name`](self).
    pub fn is_well_known(self) -> bool {
        (self.0 as usize) < WELL_KNOWN.len()
    }

    /// The number behind the name, from 0: well-known names first, in the order of their declaration.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! well_known {
    ($($constant:ident $text:literal),* $(,)?) => {
        /// Numbers the names in the order of the list.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the variants only count the constants")]
        #[repr(u32)]
        enum Position { EMPTY, $($constant),* }

        /// The empty name: of nodes that are no elements.
        pub const EMPTY: Name = Name(Position::EMPTY as u32);
        $(
            #[doc = concat!("`", $text, "`")]
            pub const $constant: Name = Name(Position::$constant as u32);
        )*

        const WELL_KNOWN: &[&str] = &["", $($text),*];
    };
}

well_known! {
    A "a", ABBR "abbr", ACRONYM "acronym", ADDRESS "address", APPLET "applet", AREA "area", ARTICLE "article",
    ASIDE "aside", AUDIO "audio", B "b", BASE "base", BDI "bdi", BDO "bdo", BIG "big", BLOCKQUOTE "blockquote",
    BODY "body", BR "br", BUTTON "button", CANVAS "canvas", CAPTION "caption", CENTER "center", CITE "cite",
    CODE "code", COL "col", COLGROUP "colgroup", DATA "data", DATALIST "datalist", DD "dd", DEL "del",
    DETAILS "details", DFN "dfn", DIALOG "dialog", DIR "dir", DIV "div", DL "dl", DT "dt", EM "em", EMBED "embed",
    FIELDSET "fieldset", FIGCAPTION "figcaption", FIGURE "figure", FONT "font", FOOTER "footer", FORM "form",
    FRAME "frame", FRAMESET "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", HEAD "head",
    HEADER "header", HGROUP "hgroup", HR "hr", HTML "html", I "i", IFRAME "iframe", IMG "img", INPUT "input",
    INS "ins", KBD "kbd", LABEL "label", LEGEND "legend", LI "li", LINK "link", MAIN "main", MAP "map",
    MARK "mark", MARQUEE "marquee", MATH "math", MENU "menu", META "meta", METER "meter", NAV "nav", NOBR "nobr",
    NOEMBED "noembed", NOFRAMES "noframes", NOSCRIPT "noscript", OBJECT "object", OL "ol", OPTGROUP "optgroup",
    OPTION "option", OUTPUT "output", P "p", PARAM "param", PICTURE "picture", PLAINTEXT "plaintext",
    PORTAL "portal", PRE "pre", PROGRESS "progress", Q "q", RP "rp", RT "rt", RUBY "ruby", S "s", SAMP "samp",
    SCRIPT "script", SEARCH "search", SECTION "section", SELECT "select", SELECTEDCONTENT "selectedcontent",
    SLOT "slot", SMALL "small", SOURCE "source", SPAN "span", STRIKE "strike", STRONG "strong", STYLE "style",
    SUB "sub", SUMMARY "summary", SUP "sup", SVG "svg", TABLE "table", TBODY "tbody", TD "td", TEMPLATE "template",
    TEXTAREA "textarea", TFOOT "tfoot", TH "th", THEAD "thead", TIME "time", TITLE "title", TR "tr", TRACK "track",
    TT "tt", U "u", UL "ul", VAR "var", VIDEO "video", WBR "wbr", XMP "xmp", G "g", PATH "path", CIRCLE "circle",
    ELLIPSE "ellipse", RECT "rect", LINE "line", POLYLINE "polyline", POLYGON "polygon", TEXT "text",
    TSPAN "tspan", TEXT_PATH "textPath", IMAGE "image", USE "use", SYMBOL "symbol", DEFS "defs", DESC "desc",
    FOREIGN_OBJECT "foreignObject", METADATA "metadata", SWITCH "switch", VIEW "view", MI "mi", MN "mn", MO "mo",
    MS "ms", MTEXT "mtext", MROW "mrow", MFRAC "mfrac", MSQRT "msqrt", MROOT "mroot", ANNOTATION "annotation", ALTTEXT "alttext",
    ID "id", CLASS "class", ROLE "role", NAME "name", VALUE "value", TYPE "type", HREF "href", SRC "src",
    ALT "alt", FOR "for", PLACEHOLDER "placeholder", CHECKED "checked", SELECTED "selected", DISABLED "disabled",
    READONLY "readonly", REQUIRED "required", MULTIPLE "multiple", HIDDEN "hidden", INERT "inert", OPEN "open",
    TABINDEX "tabindex", CONTENTEDITABLE "contenteditable", SIZE "size", LIST "list", MIN "min", MAX "max",
    STEP "step", PATTERN "pattern", MINLENGTH "minlength", MAXLENGTH "maxlength", ACTION "action", METHOD "method",
    ENCTYPE "enctype", TARGET "target", REL "rel", DOWNLOAD "download", FORMACTION "formaction",
    FORMMETHOD "formmethod", FORMENCTYPE "formenctype", FORMTARGET "formtarget", FORMNOVALIDATE "formnovalidate",
    NOVALIDATE "novalidate", ACCEPT "accept", AUTOCOMPLETE "autocomplete", AUTOFOCUS "autofocus", SCOPE "scope",
    START "start", HEADERS "headers", COLSPAN "colspan", ROWSPAN "rowspan", USEMAP "usemap", ISMAP "ismap", LANG "lang",
    SRCDOC "srcdoc", SRCSET "srcset", SANDBOX "sandbox", IS "is", SHADOWROOTMODE "shadowrootmode",
    ACCESSKEY "accesskey", DRAGGABLE "draggable", SPELLCHECK "spellcheck", POPOVER "popover",
    POPOVERTARGET "popovertarget", POPOVERTARGETACTION "popovertargetaction", ONCLICK "onclick", MEDIA "media",
    HTTP_EQUIV "http-equiv", CONTENT "content", CHARSET "charset", CONTROLS "controls", WIDTH "width",
    HEIGHT "height", VIEW_BOX "viewBox", XLINK_HREF "xlink:href", ARIA_LABEL "aria-label",
    ARIA_LABELLEDBY "aria-labelledby", ARIA_DESCRIBEDBY "aria-describedby", ARIA_DESCRIPTION "aria-description",
    ARIA_DETAILS "aria-details", ARIA_ERRORMESSAGE "aria-errormessage", ARIA_OWNS "aria-owns",
    ARIA_CONTROLS "aria-controls", ARIA_FLOWTO "aria-flowto", ARIA_ACTIVEDESCENDANT "aria-activedescendant",
    ARIA_HIDDEN "aria-hidden", ARIA_DISABLED "aria-disabled", ARIA_READONLY "aria-readonly",
    ARIA_REQUIRED "aria-required", ARIA_CHECKED "aria-checked", ARIA_PRESSED "aria-pressed",
    ARIA_EXPANDED "aria-expanded", ARIA_SELECTED "aria-selected", ARIA_CURRENT "aria-current",
    ARIA_LEVEL "aria-level", ARIA_SORT "aria-sort", ARIA_ORIENTATION "aria-orientation",
    ARIA_VALUENOW "aria-valuenow", ARIA_VALUEMIN "aria-valuemin", ARIA_VALUEMAX "aria-valuemax",
    ARIA_VALUETEXT "aria-valuetext", ARIA_HASPOPUP "aria-haspopup", ARIA_MODAL "aria-modal", ARIA_LIVE "aria-live",
    ARIA_ATOMIC "aria-atomic", ARIA_BUSY "aria-busy", ARIA_RELEVANT "aria-relevant", ARIA_INVALID "aria-invalid",
    ARIA_MULTILINE "aria-multiline", ARIA_MULTISELECTABLE "aria-multiselectable",
    ARIA_AUTOCOMPLETE "aria-autocomplete", ARIA_PLACEHOLDER "aria-placeholder",
    ARIA_ROLEDESCRIPTION "aria-roledescription", ARIA_KEYSHORTCUTS "aria-keyshortcuts",
    ARIA_POSINSET "aria-posinset", ARIA_SETSIZE "aria-setsize", ARIA_COLCOUNT "aria-colcount",
    ARIA_COLINDEX "aria-colindex", ARIA_COLSPAN "aria-colspan", ARIA_ROWCOUNT "aria-rowcount",
    ARIA_ROWINDEX "aria-rowindex", ARIA_ROWSPAN "aria-rowspan", ARIA_BRAILLELABEL "aria-braillelabel",
    ARIA_BRAILLEROLEDESCRIPTION "aria-brailleroledescription", ARIA_GRABBED "aria-grabbed",
    ARIA_DROPEFFECT "aria-dropeffect", DATA_TESTID "data-testid", DATA_TEST "data-test",
}

static BY_TEXT: LazyLock<FxHashMap<&'static str, Name>> = LazyLock::new(|| {
    WELL_KNOWN
        .iter()
        .zip(0..)
        .map(|(&text, i)| (text, Name(i)))
        .collect()
});

/// The well-known name of that spelling.
pub fn well_known(text: &str) -> Option<Name> {
    BY_TEXT.get(text).copied()
}

/// The text of a well-known name; `None` for names that a page brought itself.
pub fn well_known_text(name: Name) -> Option<&'static str> {
    WELL_KNOWN.get(name.index()).copied()
}

/// The names of one page that are not well known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interner {
    texts: Vec<Box<str>>,
    by_text: FxHashMap<Box<str>, Name>,
}

impl Interner {
    pub(crate) fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.lookup(text) {
            return name;
        }
        // Nodes are counted in 32 bits and each brings a bounded number of names, but a page of nothing but fresh
        // attribute names could still exceed that: such names are all the empty name.
        let Some(number) = u32::try_from(WELL_KNOWN.len() + self.texts.len()).ok() else {
            return EMPTY;
        };
        self.texts.push(text.into());
        self.by_text.insert(text.into(), Name(number));
        Name(number)
    }

    pub(crate) fn lookup(&self, text: &str) -> Option<Name> {
        well_known(text).or_else(|| self.by_text.get(text).copied())
    }

    pub(crate) fn resolve(&self, name: Name) -> &str {
        match WELL_KNOWN.get(name.index()) {
            Some(text) => text,
            None => self
                .texts
                .get(name.index() - WELL_KNOWN.len())
                .map_or("", |t| t),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_interned_once() {
        let mut names = Interner::default();
        assert_eq!(names.intern("div"), DIV);
        let own = names.intern("x-card");
        assert_eq!(names.intern("x-card"), own);
        assert!(!own.is_well_known());
        assert_eq!(names.resolve(own), "x-card");
        assert_eq!(names.resolve(ARIA_LABEL), "aria-label");
        assert_eq!(well_known("foreignObject"), Some(FOREIGN_OBJECT));
    }

    #[test]
    fn no_name_stands_twice() {
        assert_eq!(BY_TEXT.len(), WELL_KNOWN.len());
    }
}
