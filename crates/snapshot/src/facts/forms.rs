//! [`Form`]: which fields belong together, and what sends them (S3-24 to S3-27).

use rustc_hash::FxHashMap;
use surefoot_page::{NodeId, NodeKey, collapsed, name};

use super::scene::Scene;
use super::{Action, ActionKind, Input, words};

/// What a form is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FormKind {
    /// To log in.
    Login,
    /// To make an account.
    Signup,
    /// To enter a code that was sent or made.
    TwoFactor,
    /// To search.
    Search,
    /// To pay.
    Payment,
}

impl FormKind {
    /// Its word, as formats write it.
    pub fn as_str(self) -> &'static str {
        match self {
            FormKind::Login => "login",
            FormKind::Signup => "signup",
            FormKind::TwoFactor => "two_factor",
            FormKind::Search => "search",
            FormKind::Payment => "payment",
        }
    }
}

/// A form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The element; `None` for fields with a password among them that are in no form.
    pub node: Option<NodeKey>,
    /// Its slug.
    pub id: Box<str>,
    /// Its accessible name; mostly empty.
    pub label: Box<str>,
    /// What it is for, if that is known.
    pub kind: Option<FormKind>,
    /// The slugs of its fields, in document order.
    pub fields: Vec<Box<str>>,
    /// The slug of what sends it, if there is such a thing.
    pub submit: Option<Box<str>>,
    /// Where it is sent to, as written; empty if it does not say.
    pub action: Box<str>,
    /// What is wrong with its fields: the slug of each and what the page says.
    pub errors: Vec<(Box<str>, Box<str>)>,
    /// Whether all of it stands in the header, navigation or footer of the page.
    pub(super) apart: bool,
}

/// What belongs to a form, as indices into inputs and actions.
#[derive(Default)]
struct Members {
    inputs: Vec<usize>,
    actions: Vec<usize>,
}

/// The forms that have fields or something that sends them.
pub(super) fn forms(scene: &Scene<'_, '_>, inputs: &[Input], actions: &[Action]) -> Vec<Form> {
    let mut members: FxHashMap<Option<NodeId>, Members> = FxHashMap::default();
    for (at, input) in inputs.iter().enumerate() {
        members.entry(input.form).or_default().inputs.push(at);
    }
    for (at, action) in actions.iter().enumerate() {
        members.entry(action.form).or_default().actions.push(at);
    }
    let mut forms: Vec<Form> = (scene.forms.iter())
        .filter_map(|&node| {
            let members = members.get(&Some(node))?;
            let has_submit = || members.actions.iter().any(|&at| actions[at].submits);
            (!members.inputs.is_empty() || has_submit())
                .then(|| form(scene, Some(node), members, inputs, actions))
        })
        .collect();
    let loose = members.get(&None);
    if let Some(loose) = loose.filter(|m| m.inputs.iter().any(|&at| inputs[at].kind == "password"))
    {
        forms.push(form(scene, None, loose, inputs, actions));
    }
    forms
}

fn form(
    scene: &Scene<'_, '_>,
    node: Option<NodeId>,
    members: &Members,
    inputs: &[Input],
    actions: &[Action],
) -> Form {
    let page = scene.page;
    let fields: Vec<&Input> = members.inputs.iter().map(|&at| &inputs[at]).collect();
    let buttons: Vec<&Action> = members.actions.iter().map(|&at| &actions[at]).collect();
    let submit = submit(&buttons, node.is_some());
    let attribute = |attribute| {
        node.and_then(|node| page.attr(node, attribute))
            .unwrap_or_default()
    };
    let label = node
        .map(|node| scene.semantics.name(node))
        .unwrap_or_default();
    let said = said(scene, node, &label, submit);
    Form {
        node: node.and_then(|node| page.key(node)),
        id: node
            .map_or("login-fields", |node| scene.slugs.of_form(node))
            .into(),
        kind: kind(&fields, &said),
        label: collapsed(&label).into(),
        fields: fields.iter().map(|field| field.id.clone()).collect(),
        submit: submit.map(|action| action.id.clone()),
        action: words::cut(attribute(name::ACTION), 500).0.into(),
        errors: (fields.iter())
            .filter(|field| !field.error.is_empty())
            .map(|field| (field.id.clone(), field.error.clone()))
            .collect(),
        apart: !fields.is_empty() && fields.iter().all(|field| field.apart),
    }
}

/// What sends a form: the first button that does so by its markup, else its last button. Of loose fields, the first that
/// says so.
fn submit<'a>(buttons: &[&'a Action], is_form: bool) -> Option<&'a Action> {
    let usable = |action: &&&Action| action.kind == ActionKind::Button && !action.label.is_empty();
    if is_form {
        let by_markup = buttons.iter().find(|action| action.submits);
        return by_markup.or_else(|| buttons.iter().rfind(usable)).copied();
    }
    let said = |action: &&&Action| {
        let label = action.label.to_lowercase();
        words::has_any(&label, LOGIN) || words::has_any(&label, SIGNUP)
    };
    buttons.iter().filter(usable).find(said).copied()
}

/// What a form says of itself, in lower case.
fn said(
    scene: &Scene<'_, '_>,
    node: Option<NodeId>,
    label: &str,
    submit: Option<&Action>,
) -> String {
    let mut said = label.to_lowercase();
    if let Some(submit) = submit {
        said.push(' ');
        said.push_str(&submit.label.to_lowercase());
    }
    if let Some(node) = node {
        for attribute in [name::ID, name::CLASS, name::NAME, name::ACTION] {
            for word in words::parts(scene.page.attr(node, attribute).unwrap_or_default()) {
                said.push(' ');
                said.push_str(&word);
            }
        }
        if scene.lower(node, name::ROLE) == "search" {
            said.push_str(" search");
        }
    }
    said
}

/// What is written where one logs in.
pub(super) const LOGIN: &[&str] = &[
    "log in",
    "login",
    "sign in",
    "signin",
    "log on",
    "logon",
    "anmelden",
    "einloggen",
    "connexion",
    "se connecter",
    "iniciar sesión",
    "accedi",
    "inloggen",
    "entrar",
    "войти",
    "登录",
    "ログイン",
];
/// What is written where one makes an account.
pub(super) const SIGNUP: &[&str] = &[
    "sign up",
    "signup",
    "register",
    "registration",
    "create account",
    "create an account",
    "create your account",
    "join",
    "get started",
    "registrieren",
    "konto erstellen",
    "s'inscrire",
    "registrarse",
    "registrati",
    "注册",
];
/// What is written where a code is to be entered.
pub(super) const CODE: &[&str] = &[
    "otp",
    "2fa",
    "mfa",
    "totp",
    "one time code",
    "one-time code",
    "verification code",
    "security code",
    "authentication code",
    "authenticator",
    "two-factor",
    "two factor",
    "two-step",
    "6-digit code",
    "passcode",
];

fn kind(fields: &[&Input], said: &str) -> Option<FormKind> {
    let passwords = fields.iter().filter(|f| f.kind == "password").count();
    let typed = |f: &&&Input| matches!(f.kind, "text" | "email" | "password" | "number");
    let texts = fields.iter().filter(typed).count();
    let field_says = |phrases: &[&str]| {
        fields.iter().any(|f| {
            let label = f.label.to_lowercase();
            words::has_any(&label, phrases)
                || words::parts(&f.name).any(|part| phrases.contains(&part.as_str()))
        })
    };
    let autocompletes = |wanted: &str| {
        fields.iter().any(|f| {
            f.autocomplete
                .split_ascii_whitespace()
                .any(|word| word.starts_with(wanted))
        })
    };
    if autocompletes("cc-")
        || field_says(&["card number", "credit card", "cvv", "cvc", "cardnumber"])
    {
        return Some(FormKind::Payment);
    }
    if passwords > 0 {
        let is_new = passwords > 1 || autocompletes("new-password");
        let says_signup = words::has_any(said, SIGNUP) && !words::has_any(said, LOGIN);
        if is_new || says_signup {
            return Some(FormKind::Signup);
        }
        return (passwords == 1 && texts <= 4).then_some(FormKind::Login);
    }
    let digits = fields
        .iter()
        .filter(|f| f.constraints.max_length == Some(1))
        .count();
    if autocompletes("one-time-code") || digits >= 4 || texts <= 2 && texts > 0 && field_says(CODE)
    {
        return Some(FormKind::TwoFactor);
    }
    let has_search = fields.iter().any(|f| {
        matches!(
            &*f.name,
            "q" | "query" | "search" | "s" | "keyword" | "keywords"
        )
    }) || field_says(&[
        "search",
        "suche",
        "suchen",
        "rechercher",
        "buscar",
        "cerca",
        "zoeken",
        "搜索",
        "検索",
    ]);
    if texts == 1 && (has_search || words::has_any(said, &["search"])) {
        return Some(FormKind::Search);
    }
    if texts > 0 && texts <= 2 && words::has_any(said, LOGIN) && !words::has_any(said, SIGNUP) {
        // The first step of two: the name, and the password on the next page.
        let asks_for_name = autocompletes("username")
            || field_says(&[
                "email",
                "e-mail",
                "username",
                "user name",
                "phone",
                "user",
                "identifier",
            ]);
        return asks_for_name.then_some(FormKind::Login);
    }
    None
}
