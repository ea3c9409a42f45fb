//! What submitting a form asks for (HTML, "form submission algorithm").

use encoding_rs::{Encoding, UTF_8};
use surefoot_engine::{Error, ErrorKind, Result};
use surefoot_page::{Name, NodeId, Page, name};
use url::Url;

use super::entries::{Entry, entry_list};
use super::{Controls, Enctype, Submitter, encode};

/// How a form's entries travel.
#[derive(Clone, Debug)]
pub(crate) enum Transport {
    /// In the URL, which holds them already.
    Url,
    /// In the body of a POST.
    Body {
        entries: Vec<Entry>,
        enctype: Enctype,
        encoding: &'static Encoding,
    },
}

/// A submission worked out.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    /// `method=dialog`: the dialog is closed, nothing is sent.
    CloseDialog(Option<NodeId>),
    /// A request.
    Request {
        url: Url,
        transport: Transport,
        /// The `target` or `formtarget`.
        target: String,
        /// Whether the form's `rel` asks for no `Referer`.
        noreferrer: bool,
    },
}

/// Works out the submission of `form`. `encoding` is the document's.
pub(crate) fn plan(
    page: &Page,
    controls: &Controls,
    form: NodeId,
    submitter: Option<Submitter>,
    encoding: &'static Encoding,
) -> Result<Plan> {
    let setting = |overriding: Name, own: Name| {
        submitter
            .and_then(|s| page.attr(s.node, overriding))
            .or_else(|| page.attr(form, own))
            .unwrap_or("")
    };
    let method = setting(name::FORMMETHOD, name::METHOD);
    if method.eq_ignore_ascii_case("dialog") {
        let dialog = page
            .ancestors(form)
            .find(|&a| page.html_tag(a) == name::DIALOG);
        return Ok(Plan::CloseDialog(dialog));
    }
    let post = method.eq_ignore_ascii_case("post");
    let encoding = submission_encoding(page, form, encoding);
    let entries = entry_list(page, controls, form, submitter, encoding.name());
    let action = setting(name::FORMACTION, name::ACTION).trim();
    let mut url = action_url(page, form, action)?;
    let enctype = Enctype::parse(setting(name::FORMENCTYPE, name::ENCTYPE));
    let transport = match (url.scheme(), post) {
        ("http" | "https", true) => Transport::Body {
            entries,
            enctype,
            encoding,
        },
        ("http" | "https" | "file", _) => {
            url.set_query(Some(&encode::url_encoded(&entries, encoding)));
            Transport::Url
        }
        ("data" | "about", _) => Transport::Url,
        ("javascript", _) => {
            return Err(Error::new(
                ErrorKind::Unsupported,
                "the form is submitted to a script of the page, and this engine runs none",
            )
            .with_hint(crate::errors::USE_BROWSER));
        }
        (scheme, _) => {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "the form is submitted to a {scheme}: address, which this engine does not open"
                ),
            ));
        }
    };
    Ok(Plan::Request {
        url,
        transport,
        target: target(page, form, submitter),
        noreferrer: page
            .attr(form, name::REL)
            .is_some_and(|rel| has_word(rel, "noreferrer")),
    })
}

/// Whether a space-separated attribute holds a word, without regard to case.
pub(crate) fn has_word(value: &str, word: &str) -> bool {
    value
        .split_ascii_whitespace()
        .any(|w| w.eq_ignore_ascii_case(word))
}

fn target(page: &Page, form: NodeId, submitter: Option<Submitter>) -> String {
    submitter
        .and_then(|s| page.attr(s.node, name::FORMTARGET))
        .or_else(|| page.attr(form, name::TARGET))
        .map_or_else(|| crate::frames::base_target(page, form), str::to_owned)
}

/// The URL of an action; that of the document where there is none.
fn action_url(page: &Page, form: NodeId, action: &str) -> Result<Url> {
    let document = page.document_of(form);
    let (own, base) = document.map_or(("", ""), |d| (d.url.as_str(), d.base_url.as_str()));
    let parsed = if action.is_empty() {
        Url::parse(own)
    } else {
        match Url::parse(base) {
            Ok(base) => base.join(action),
            Err(_) => Url::parse(action),
        }
    };
    parsed.map_err(|_| {
        Error::new(
            ErrorKind::NavigationFailed,
            format!(
                "the form's action {:?} is not a usable URL",
                super::describe::clip(action)
            ),
        )
    })
}

/// The encoding a form is submitted in (HTML, "pick an encoding for the form").
fn submission_encoding(
    page: &Page,
    form: NodeId,
    document: &'static Encoding,
) -> &'static Encoding {
    let accepted = page
        .lookup("accept-charset")
        .and_then(|key| page.attr(form, key));
    let chosen = match accepted {
        Some(list) => list
            .split_ascii_whitespace()
            .find_map(|label| Encoding::for_label(label.as_bytes()))
            .unwrap_or(UTF_8),
        None => document,
    };
    chosen.output_encoding()
}
