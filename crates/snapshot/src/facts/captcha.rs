//! [`Captcha`]: tests whether a human is there, by the markers that their makers put on pages.

use surefoot_page::{NodeId, name};

use super::scene::Scene;
use super::words;

/// A kind of captcha.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Captcha {
    /// Google's reCAPTCHA.
    Recaptcha,
    /// hCaptcha.
    Hcaptcha,
    /// Cloudflare's Turnstile, and its page that checks the browser.
    Turnstile,
    /// A picture whose letters are to be typed.
    Image,
}

impl Captcha {
    /// Its word, as formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Captcha::Recaptcha => "recaptcha",
            Captcha::Hcaptcha => "hcaptcha",
            Captcha::Turnstile => "turnstile",
            Captcha::Image => "image",
        }
    }
}

/// Where the frames of each come from.
const FRAMES: &[(Captcha, &[&str])] = &[
    (
        Captcha::Recaptcha,
        &["google.com/recaptcha/", "recaptcha.net/recaptcha/"],
    ),
    (Captcha::Hcaptcha, &["hcaptcha.com/"]),
    (Captcha::Turnstile, &["challenges.cloudflare.com/"]),
];

/// The classes of the elements that each is put into.
const CLASSES: &[(Captcha, &str)] = &[
    (Captcha::Recaptcha, "g-recaptcha"),
    (Captcha::Recaptcha, "grecaptcha-badge"),
    (Captcha::Hcaptcha, "h-captcha"),
    (Captcha::Turnstile, "cf-turnstile"),
];

/// The captchas of a page, each kind once. One that only watches, without anything to do for the user, is none: its
/// badge and the script alone do not count.
pub(super) fn captchas(scene: &Scene<'_, '_>) -> Vec<Captcha> {
    let mut found: Vec<Captcha> = (scene.elements.iter())
        .filter_map(|&node| captcha(scene, node))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn captcha(scene: &Scene<'_, '_>, node: NodeId) -> Option<Captcha> {
    let page = scene.page;
    match page.html_tag(node) {
        name::IFRAME if scene.is_seen(node) => {
            let source = scene.lower(node, name::SRC);
            let host_on = source.split_once("//").map_or("", |(_, rest)| rest);
            if source.contains("size=invisible") {
                return None;
            }
            FRAMES.iter().find_map(|(captcha, hosts)| {
                let is_it = hosts.iter().any(|host| {
                    host_on.starts_with(host)
                        || host_on.find(host).is_some_and(|at| {
                            host_on[..at].ends_with('.') && !host_on[..at].contains('/')
                        })
                });
                is_it.then_some(*captcha)
            })
        }
        name::IMG if scene.is_seen(node) => {
            let said = [name::SRC, name::ALT, name::ID, name::CLASS, name::NAME]
                .into_iter()
                .filter_map(|attribute| page.attr(node, attribute));
            let is_captcha = said
                .flat_map(words::parts)
                .any(|word| word == "captcha" || word == "captchaimage" || word == "securimage");
            is_captcha.then_some(Captcha::Image)
        }
        _ => {
            let classes = page.attr(node, name::CLASS)?;
            let has = |wanted: &str| classes.split_ascii_whitespace().any(|c| c == wanted);
            let (captcha, _) = CLASSES.iter().find(|(_, class)| has(class))?;
            let is_invisible = has("grecaptcha-badge")
                || page
                    .lookup("data-size")
                    .is_some_and(|size| page.attr(node, size) == Some("invisible"));
            (!is_invisible && !scene.semantics.is_hidden(node)).then_some(*captcha)
        }
    }
}
