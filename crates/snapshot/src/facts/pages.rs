//! [`PageType`] and [`Pagination`]: what a page is for, and where it stands among others.
//!
//! The kinds are asked for in the order of one table: what keeps a visitor out comes before what the page would be, and
//! what one does on it before what it shows. A kind is told only with evidence of two sorts, such as a form *and* that
//! the page is about it; what has none of that is none of the kinds.

use surefoot_aria::Role;
use surefoot_page::{NodeKey, name};

use super::scene::{Area, Scene};
use super::{Content, ContentSource, FormKind, OverlayKind, PageFacts, forms, head, words};
use crate::Item;

/// What a page is for (S0-30, resolution A11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PageType {
    /// It refuses the visitor.
    Blocked,
    /// It tests whether a human is there.
    Captcha,
    /// It asks for consent before anything else.
    Consent,
    /// It says that something went wrong.
    Error,
    /// It asks for a code.
    TwoFactor,
    /// One logs in.
    Login,
    /// One makes an account.
    Signup,
    /// One pays.
    Checkout,
    /// It shows what one is about to buy.
    Cart,
    /// It shows what was found.
    SearchResults,
    /// One searches.
    Search,
    /// It shows one thing to buy.
    Product,
    /// It has a text to read.
    Article,
    /// It sums up what is going on.
    Dashboard,
    /// It has a form to fill in.
    Form,
    /// It lists things of a kind.
    List,
}

impl PageType {
    /// Its word, as formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            PageType::Blocked => "blocked",
            PageType::Captcha => "captcha",
            PageType::Consent => "consent",
            PageType::Error => "error",
            PageType::TwoFactor => "two_factor",
            PageType::Login => "login",
            PageType::Signup => "signup",
            PageType::Checkout => "checkout",
            PageType::Cart => "cart",
            PageType::SearchResults => "search_results",
            PageType::Search => "search",
            PageType::Product => "product",
            PageType::Article => "article",
            PageType::Dashboard => "dashboard",
            PageType::Form => "form",
            PageType::List => "list",
        }
    }
}

/// What the question is decided by.
struct Evidence<'e> {
    facts: &'e PageFacts,
    /// The path and query of the address, in lower case.
    path: String,
    query: String,
    /// The title and the main headings, in lower case.
    headings: String,
    /// How many items there are in the page itself, outside of its frame and of overlays.
    items: usize,
    /// How many of them are links.
    links: usize,
    /// How many items stand behind overlays that block.
    behind: usize,
    /// How much text is read, in bytes.
    text: usize,
    /// How many things of a kind there are: articles and items of lists that lead somewhere, rows.
    things: usize,
    /// How many controls add something to a cart.
    adds_to_cart: usize,
    /// The `og:type`, in lower case.
    og_type: String,
    /// Whether a blocking question about consent is there.
    asks_consent: bool,
}

type Question = fn(&Evidence<'_>) -> bool;

/// Every kind, in the order in which they are asked for.
const KINDS: &[(PageType, Question)] = &[
    (PageType::Blocked, is_blocked),
    (PageType::Captcha, |e| {
        e.is_small()
            && (e.has_challenge() || !e.facts.captchas.is_empty() && e.forms_of_note() == 0)
    }),
    (PageType::Consent, |e| {
        e.asks_consent && e.behind < 10
            || e.is_small() && words::has_any(&e.headings, &["before you continue"])
    }),
    (PageType::Error, is_error),
    (PageType::TwoFactor, |e| {
        e.is_about(FormKind::TwoFactor, forms::CODE)
    }),
    (PageType::Signup, |e| {
        e.is_about(FormKind::Signup, forms::SIGNUP)
    }),
    (PageType::Login, |e| {
        e.is_about(FormKind::Login, forms::LOGIN)
    }),
    (PageType::Checkout, |e| {
        let says = e.says(&["checkout", "check out", "payment", "kasse", "caisse"]);
        says && e.facts.inputs.iter().any(|i| !i.apart) || e.has(FormKind::Payment)
    }),
    (PageType::Cart, |e| {
        let says = e.says(&[
            "cart",
            "shopping cart",
            "basket",
            "shopping bag",
            "warenkorb",
            "panier",
            "carrito",
        ]);
        says && e.adds_to_cart == 0 && !e.is_article()
    }),
    (PageType::SearchResults, is_search_results),
    (PageType::Search, |e| {
        e.has_main(FormKind::Search)
            && e.facts.inputs.iter().filter(|i| !i.apart).count() <= 3
            && e.text < 1_000
            && e.things < 8
    }),
    (PageType::Product, |e| {
        e.og_type.contains("product") || (1..=2).contains(&e.adds_to_cart) && e.things < 60
    }),
    (PageType::Article, |e| e.is_article()),
    (PageType::Dashboard, |e| {
        e.says(&["dashboard", "overview", "admin", "control panel"])
            && e.facts.content.source == ContentSource::Outline
            && e.items > 20
    }),
    (PageType::Form, |e| {
        let fields = |form: &super::Form| form.fields.len() >= 3 && !form.apart;
        e.facts.forms.iter().any(fields)
    }),
    (PageType::List, |e| {
        e.things >= 8 && e.things * 2 + e.links > e.text / 200
    }),
];

/// What a page is for.
pub(super) fn page_type(scene: &Scene<'_, '_>, facts: &PageFacts) -> Option<PageType> {
    let evidence = Evidence::new(scene, facts);
    let found = KINDS.iter().find(|(_, is_it)| is_it(&evidence));
    found.map(|(kind, _)| *kind)
}

/// The path and the query of an address, in lower case.
fn split(url: &str) -> (String, String) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or_default();
    let path = rest.find('/').map_or("", |at| &rest[at..]);
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    (path.to_lowercase(), query.to_lowercase())
}

impl<'e> Evidence<'e> {
    fn new(scene: &Scene<'_, '_>, facts: &'e PageFacts) -> Evidence<'e> {
        let outline = scene.outline;
        let (path, query) = split(&outline.url);
        let mut evidence = Evidence {
            facts,
            path,
            query,
            headings: outline.title.to_lowercase(),
            items: 0,
            links: 0,
            behind: 0,
            text: 0,
            things: 0,
            adds_to_cart: 0,
            og_type: head::meta(scene, "og:type")
                .unwrap_or_default()
                .to_lowercase(),
            asks_consent: (outline.overlays.iter())
                .any(|o| o.blocking && o.kind == OverlayKind::CookieBanner),
        };
        let mut headings = 0;
        for (at, item) in outline.items.iter().enumerate() {
            let area = scene.area(at);
            if !area.contains(Area::OVERLAY) {
                evidence.behind += 1;
            }
            if item.role == Role::Heading
                && item.states.level.is_some_and(|l| l <= 2)
                && headings < 3
            {
                headings += 1;
                evidence.headings.push_str(" | ");
                evidence
                    .headings
                    .push_str(&words::cut(item.label(), 200).0.to_lowercase());
            }
            if area.intersects(Area::FRAME | Area::OVERLAY) {
                continue;
            }
            evidence.count(scene, at, item, area);
        }
        evidence
    }

    fn count(&mut self, scene: &Scene<'_, '_>, at: usize, item: &Item, area: Area) {
        self.items += 1;
        if item.role == Role::Link {
            self.links += 1;
        }
        if !area.contains(Area::CONTROL) && !item.is_interactive() {
            self.text += item.label().len();
        }
        let is_thing = match item.role {
            Role::Row | Role::Article => true,
            Role::Listitem => {
                // Only the first few things in it are looked at, so that no item is looked at often.
                scene
                    .inside(at)
                    .take(6)
                    .any(|(_, inner)| inner.role == Role::Link)
            }
            _ => false,
        };
        self.things += usize::from(is_thing);
        if item.is_interactive() && item.label().len() < 60 {
            let label = item.label().to_lowercase();
            self.adds_to_cart += usize::from(words::has_any(&label, ADDS_TO_CART));
        }
    }

    fn is_small(&self) -> bool {
        self.items < 60 && self.text < 3_000
    }

    /// Whether the title, the headings or the address say one of these.
    fn says(&self, phrases: &[&str]) -> bool {
        words::has_any(&self.headings, phrases)
            || phrases.iter().any(|phrase| {
                let mut last = self.path.trim_end_matches('/').rsplit('/').take(2);
                last.any(|part| {
                    words::has(&part.replace(['_', '.'], "-"), &phrase.replace(' ', "-"))
                })
            })
    }

    fn has(&self, kind: FormKind) -> bool {
        self.facts.forms.iter().any(|form| form.kind == Some(kind))
    }

    /// Whether a form of that kind stands in the page itself.
    fn has_main(&self, kind: FormKind) -> bool {
        self.facts
            .forms
            .iter()
            .any(|form| form.kind == Some(kind) && !form.apart)
    }

    /// Whether the page is there for a form of that kind: it is said so, or there is little else.
    fn is_about(&self, kind: FormKind, phrases: &[&str]) -> bool {
        self.has_main(kind) && (self.says(phrases) || self.items < 50) && !self.is_article()
    }

    fn forms_of_note(&self) -> usize {
        let is_of_note = |form: &&super::Form| form.fields.len() > 1 && !form.apart;
        self.facts.forms.iter().filter(is_of_note).count()
    }

    /// Whether the page is there to test its visitor.
    fn has_challenge(&self) -> bool {
        words::has_any(&self.headings, CHALLENGES)
    }

    fn is_article(&self) -> bool {
        let Content { text, source, .. } = &self.facts.content;
        let is_text = *source == ContentSource::Article;
        let says = self.og_type.contains("article");
        // On a front page, texts are short and links are many.
        is_text && (text.len() > 1_500 && self.links < text.len() / 40 || says && text.len() > 600)
    }
}

/// What is written on what puts a thing into a cart.
const ADDS_TO_CART: &[&str] = &[
    "add to cart",
    "add to basket",
    "add to bag",
    "buy now",
    "in den warenkorb",
    "ajouter au panier",
    "añadir al carrito",
];

/// What is written where a visitor is tested.
const CHALLENGES: &[&str] = &[
    "just a moment",
    "checking your browser",
    "verify you are human",
    "are you a robot",
    "are you human",
    "human verification",
    "security check",
    "i'm not a robot",
    "captcha",
    "robot check",
];

fn is_blocked(evidence: &Evidence<'_>) -> bool {
    const SAID: &[&str] = &[
        "access denied",
        "you have been blocked",
        "request blocked",
        "attention required",
        "403 forbidden",
        "forbidden",
        "access to this page has been denied",
        "your ip has been",
        "not available in your region",
    ];
    evidence.is_small()
        && evidence.facts.captchas.is_empty()
        && words::has_any(&evidence.headings, SAID)
}

fn is_error(evidence: &Evidence<'_>) -> bool {
    const SAID: &[&str] = &[
        "404",
        "page not found",
        "not found",
        "500",
        "502",
        "503",
        "internal server error",
        "bad gateway",
        "service unavailable",
        "something went wrong",
        "server error",
        "page doesn't exist",
        "page does not exist",
        "seite nicht gefunden",
        "page introuvable",
        "página no encontrada",
        "an error occurred",
    ];
    let is_bare = evidence.text < 1_500 && evidence.things < 30;
    is_bare && words::has_any(&evidence.headings, SAID) && evidence.forms_of_note() == 0
}

fn is_search_results(evidence: &Evidence<'_>) -> bool {
    const QUERY: &[&str] = &[
        "q",
        "query",
        "search",
        "s",
        "k",
        "keyword",
        "keywords",
        "text",
        "term",
        "search_query",
    ];
    let parameters = evidence.query.split('&').filter_map(|p| p.split_once('='));
    let asked = parameters
        .filter(|(_, value)| !value.is_empty())
        .any(|(key, _)| QUERY.contains(&key));
    let says = words::has_any(
        &evidence.headings,
        &[
            "search results",
            "results for",
            "suchergebnisse",
            "résultats",
            "resultados",
        ],
    );
    (asked || says)
        && evidence.links >= 3
        && !evidence.is_article()
        && (says || evidence.things >= 3)
}

// ---- pages of a series -----------------------------------------------------------------------------------------------

/// Where a page stands in a series of pages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pagination {
    /// Its number.
    pub current: Option<u32>,
    /// The highest number that is named.
    pub last: Option<u32>,
    /// The control that leads to the next one.
    pub next: Option<NodeKey>,
    /// The control that leads to the one before.
    pub previous: Option<NodeKey>,
}

const NEXT: &[&str] = &[
    "next",
    "next page",
    "older",
    "older posts",
    "›",
    "»",
    "→",
    ">",
    "weiter",
    "suivant",
    "siguiente",
];
const PREVIOUS: &[&str] = &[
    "previous",
    "prev",
    "previous page",
    "newer",
    "newer posts",
    "‹",
    "«",
    "←",
    "<",
    "zurück",
    "précédent",
    "anterior",
];

/// Where the page stands in a series.
pub(super) fn pagination(scene: &Scene<'_, '_>) -> Option<Pagination> {
    let mut found = Pagination::default();
    let mut in_pager = false;
    for (at, item) in scene.outline.items.iter().enumerate() {
        let is_in_pager = scene.area(at).contains(Area::PAGER);
        let rel = scene.lower(item.node, name::REL);
        let has_rel = |wanted: &str| rel.split_ascii_whitespace().any(|word| word == wanted);
        if is_in_pager && !scene.area(at).contains(Area::CONTROL) {
            in_pager = true;
            number(&mut found, item);
        }
        if !item.is_interactive() || item.states.disabled {
            continue;
        }
        let label = words::cut(item.label(), 40).0.to_lowercase();
        let says = |phrases: &[&str]| {
            is_in_pager
                && phrases.iter().any(|p| {
                    label == *p || label.trim_matches([' ', '›', '»', '→', '‹', '«', '←']) == *p
                })
        };
        if found.next.is_none() && (has_rel("next") || says(NEXT)) {
            found.next = Some(item.key);
        } else if found.previous.is_none() && (has_rel("prev") || says(PREVIOUS)) {
            found.previous = Some(item.key);
        }
    }
    let is_one =
        found.next.is_some() || found.previous.is_some() || in_pager && found.last > Some(1);
    is_one.then_some(found)
}

/// Notes the number of a page.
fn number(found: &mut Pagination, item: &Item) {
    let label = item.label();
    let digits = label.rsplit(' ').next().unwrap_or_default();
    let Ok(number) = digits.parse::<u32>() else {
        return;
    };
    if item.states.current.is_some() || !item.is_interactive() && label == digits {
        found.current.get_or_insert(number);
    }
    found.last = found.last.max(Some(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_split() {
        let check = |url: &str, path: &str, query: &str| {
            assert_eq!(split(url), (path.to_owned(), query.to_owned()), "{url}");
        };
        check("https://example.com/Login?next=/a#x", "/login", "next=/a");
        check("https://example.com", "", "");
        check("about:blank", "", "");
    }
}
