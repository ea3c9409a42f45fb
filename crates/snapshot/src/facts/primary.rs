//! Which action a page is there for (S3-23).

use rustc_hash::FxHashMap;
use surefoot_aria::Role;
use surefoot_page::name;

use super::scene::{Area, Scene};
use super::{Action, ActionKind, Form, FormKind, words};

/// Less than this, and nothing on the page stands out.
const ENOUGH: i32 = 40;

/// What is written on what moves a visitor on.
const FORWARD: &[&str] = &[
    "sign in",
    "log in",
    "login",
    "sign up",
    "register",
    "create account",
    "continue",
    "next",
    "submit",
    "save",
    "send",
    "search",
    "add to cart",
    "add to basket",
    "add to bag",
    "buy",
    "buy now",
    "checkout",
    "proceed to checkout",
    "place order",
    "order now",
    "pay",
    "pay now",
    "book",
    "book now",
    "reserve",
    "subscribe",
    "download",
    "get started",
    "start",
    "apply",
    "confirm",
    "verify",
    "publish",
    "post",
    "create",
    "anmelden",
    "weiter",
    "kaufen",
    "senden",
];

/// What is written on what leads away or back.
const ASIDE: &[&str] = &[
    "cancel",
    "close",
    "back",
    "reset",
    "clear",
    "delete",
    "remove",
    "skip",
    "dismiss",
    "forgot",
    "help",
    "more",
    "show",
    "continue with google",
    "continue with facebook",
    "continue with apple",
    "sign in with google",
    "log in with google",
    "previous",
    "no thanks",
    "decline",
    "edit",
    "menu",
];

/// Words in classes of what is meant to stand out.
const STANDS_OUT: &[&str] = &["primary", "cta", "main", "submit", "hero"];

/// Marks the action that the page is there for, if one stands out. In front of a page that is blocked, it is one of what
/// blocks it.
pub(super) fn mark(scene: &Scene<'_, '_>, forms: &[Form], actions: &mut [Action]) {
    let by_submit: FxHashMap<&str, &Form> = forms
        .iter()
        .filter_map(|form| Some((form.submit.as_deref()?, form)))
        .collect();
    let is_blocked = scene
        .outline
        .overlays
        .iter()
        .any(|overlay| overlay.blocking);
    let scores = actions.iter().map(|action| {
        score(
            scene,
            by_submit.get(&*action.id).copied(),
            action,
            is_blocked,
        )
    });
    let best = scores
        .enumerate()
        .max_by_key(|&(at, score)| (score, std::cmp::Reverse(at)));
    if let Some((at, score)) = best
        && score >= ENOUGH
    {
        actions[at].primary = true;
    }
}

fn score(scene: &Scene<'_, '_>, form: Option<&Form>, action: &Action, is_blocked: bool) -> i32 {
    let Some(item) = scene.item(action.item as usize) else {
        return i32::MIN;
    };
    let area = scene.area(action.item as usize);
    if is_blocked != area.contains(Area::OVERLAY) || action.label.is_empty() {
        return i32::MIN;
    }
    let label = action.label.to_lowercase();
    let classes = scene.page.attr(item.node, name::CLASS).unwrap_or_default();
    let mut score = match action.kind {
        ActionKind::Button if item.role == Role::Button => 15,
        ActionKind::Button => 5,
        ActionKind::Link
            if words::parts(classes).any(|w| w == "btn" || w == "button" || w == "cta") =>
        {
            10
        }
        ActionKind::Link => -20,
        ActionKind::Tab | ActionKind::MenuItem => -40,
    };
    if words::parts(classes).any(|word| STANDS_OUT.contains(&word.as_str())) {
        score += 20;
    }
    let is_forward = FORWARD.iter().any(|word| label == *word)
        || FORWARD
            .iter()
            .any(|word| label.len() <= 40 && label.starts_with(&format!("{word} ")));
    if is_forward {
        score += 20;
    }
    if words::has_any(&label, ASIDE) {
        score -= 40;
    }
    if let Some(form) = form {
        score += 15 + 5 * i32::try_from(form.fields.len().min(4)).unwrap_or(4);
        if matches!(
            form.kind,
            Some(FormKind::Login | FormKind::Signup | FormKind::TwoFactor | FormKind::Payment)
        ) {
            score += 15;
        }
    }
    if area.intersects(Area::FRAME) {
        score -= 50;
    }
    if area.contains(Area::MAIN) {
        score += 5;
    }
    if is_blocked {
        score += 15;
    }
    score
}
