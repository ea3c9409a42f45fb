//! Reading and testing single things.

use surefoot_engine::{Capabilities, Error, ErrorKind, Limits, Read, Reading, Result};
use surefoot_locate::Purpose;
use surefoot_page::{Facts, MASK, NodeId, NodeKind, Rect, name};
use surefoot_snapshot::{Role, Tristate};
use surefoot_view::line_of;

use crate::act::key;
use crate::find::Element;
use crate::session::Look;
use crate::{Answer, Get, IsState, Session};

impl Session {
    /// Reads something of the page or of an element.
    pub(crate) async fn get(&mut self, what: Get, limits: Limits) -> Result<Answer> {
        if what == Get::Title
            && let Read::Text(title) = self
                .tabs
                .current_mut()
                .tab
                .read(Reading::Title, limits)
                .await?
        {
            self.tabs.current_mut().title.clone_from(&title);
            return Ok(Answer::Value(title));
        }
        let look = self.look(limits).await?;
        match what {
            Get::Title => Ok(Answer::Value(look.outline.title.clone())),
            Get::Url => Ok(Answer::Value(self.tabs.current().tab.url().to_owned())),
            Get::Count(css) => Ok(Answer::Count(
                self.find_all(&css, &look, limits).await?.len(),
            )),
            Get::Text(target) => {
                let text = match target {
                    Some(target) => text_of(
                        &self.find(&target, Purpose::Read, &look, limits).await?,
                        &look,
                    ),
                    None => look
                        .page
                        .root()
                        .map(|root| look.page.rendered_text(root))
                        .unwrap_or_default(),
                };
                Ok(Answer::Text(text))
            }
            Get::Html(target) => self.html(target, &look, limits).await.map(Answer::Text),
            Get::Value(target) => {
                let element = self.find(&target, Purpose::Fill, &look, limits).await?;
                value_of(&element, &look).map(Answer::Value)
            }
            Get::Attr(target, attribute) => {
                let element = self.find(&target, Purpose::Read, &look, limits).await?;
                self.attribute(&element, &attribute, &look, limits)
                    .await
                    .map(Answer::Value)
            }
            Get::Box(target) => {
                let element = self.find(&target, Purpose::Read, &look, limits).await?;
                self.bounds(&element, &look).map(Answer::Box)
            }
            Get::Selector(target) => {
                let element = self.find(&target, Purpose::Read, &look, limits).await?;
                self.selector(&element, &look, limits)
                    .await
                    .map(Answer::Value)
            }
            Get::Styles(target, names) => {
                let element = self.find(&target, Purpose::Read, &look, limits).await?;
                let reading = Reading::Styles(key(&element, &look)?, names);
                match self.tabs.current_mut().tab.read(reading, limits).await? {
                    Read::Text(styles) => Ok(Answer::Text(styles)),
                    Read::Absent => Err(Error::new(
                        ErrorKind::NotFound,
                        "the element has no such style",
                    )),
                    Read::InPage => Err(without_layout(self.engine.name(), "computed styles")),
                }
            }
        }
    }

    /// The markup inside an element, or of the page.
    async fn html(
        &mut self,
        target: Option<String>,
        look: &Look,
        limits: Limits,
    ) -> Result<String> {
        let element = match target {
            Some(target) => Some(self.find(&target, Purpose::Read, look, limits).await?),
            None => None,
        };
        let node = element.as_ref().map(|e| key(e, look)).transpose()?;
        let tab = &mut self.tabs.current_mut().tab;
        match tab.read(Reading::Html(node), limits).await? {
            Read::Text(html) => Ok(html),
            Read::Absent => Ok(String::new()),
            Read::InPage => Ok(element
                .map(|e| e.node)
                .or_else(|| look.page.root())
                .map(|node| look.page.inner_html(node))
                .unwrap_or_default()),
        }
    }

    /// An attribute of an element. A capture need not hold all of them.
    async fn attribute(
        &mut self,
        element: &Element,
        attribute: &str,
        look: &Look,
        limits: Limits,
    ) -> Result<String> {
        let is_secret = attribute.eq_ignore_ascii_case("value")
            && look.page.input_type(element.node) == "password";
        if !is_secret {
            let reading = Reading::Attribute(key(element, look)?, attribute.to_owned());
            let tab = &mut self.tabs.current_mut().tab;
            if let Read::Text(value) = tab.read(reading, limits).await? {
                return Ok(value);
            }
        }
        attribute_of(element, attribute, look)
    }

    /// Where an element is.
    fn bounds(&self, element: &Element, look: &Look) -> Result<Rect> {
        if !self.has(Capabilities::LAYOUT) {
            return Err(without_layout(self.engine.name(), "positions and sizes"));
        }
        look.page.bounds(element.node).ok_or_else(|| {
            Error::new(
                ErrorKind::NotVisible,
                format!(
                    "{} has no box: it is not rendered",
                    line_of(
                        element.label.reference,
                        &element.label.role,
                        &element.label.name
                    )
                ),
            )
        })
    }

    /// Tests a state of an element.
    pub(crate) async fn is(
        &mut self,
        state: IsState,
        target: &str,
        limits: Limits,
    ) -> Result<Answer> {
        let look = self.look(limits).await?;
        let purpose = match state {
            IsState::Visible => Purpose::Read,
            IsState::Enabled => Purpose::Use,
            IsState::Checked => Purpose::Check,
        };
        let element = match self.find(target, purpose, &look, limits).await {
            Ok(element) => element,
            // What is not there is not visible: that is an answer. What is meant by a ref is another matter.
            Err(error) if state == IsState::Visible && error.kind() == ErrorKind::NotFound => {
                self.take_back_candidates();
                return Ok(Answer::Truth(false));
            }
            Err(error) => return Err(error),
        };
        let states = states_of(&element, &look);
        match state {
            IsState::Visible => Ok(Answer::Truth(is_visible(element.node, &look))),
            IsState::Enabled => Ok(Answer::Truth(!states.disabled)),
            IsState::Checked => match states.checked {
                Some(checked) => Ok(Answer::Truth(checked == Tristate::True)),
                None => Err(Error::new(
                    ErrorKind::WrongKind,
                    format!(
                        "{} cannot be checked at all",
                        line_of(None, &element.label.role, &element.label.name)
                    ),
                )
                .with_hint("checkboxes, radio buttons, switches and checkable menu items can")),
            },
        }
    }
}

/// That an engine knows no layout.
fn without_layout(engine: &str, what: &str) -> Error {
    Error::new(
        ErrorKind::Unsupported,
        format!("the {engine} engine knows no {what}"),
    )
    .with_hint("a browser does: `--engine chromium`")
}

/// The states of an element, whether it is shown or not.
pub(crate) fn states_of(element: &Element, look: &Look) -> surefoot_snapshot::States {
    match element.shown.and_then(|at| look.outline.items.get(at)) {
        Some(item) if item.node == element.node => item.states.clone(),
        _ => surefoot_aria::Semantics::new(&look.page).states(element.node),
    }
}

/// Whether anything of the element can be seen.
pub(crate) fn is_visible(node: NodeId, look: &Look) -> bool {
    let page = &look.page;
    // An area has no box of its own: it is seen where its image is, which style sheets do not know.
    let seen = match page.html_tag(node) {
        name::AREA => page.flat_parent(node).unwrap_or(node),
        _ => node,
    };
    !page
        .facts(seen)
        .intersects(Facts::NOT_RENDERED | Facts::INVISIBLE | Facts::NO_AREA)
}

/// The text a person would read: of a run of text the run, of an element what is rendered inside.
fn text_of(element: &Element, look: &Look) -> String {
    let item = element.shown.and_then(|at| look.outline.items.get(at));
    match item {
        Some(item) if item.role == Role::Text && look.page.kind(item.node) == NodeKind::Text => {
            item.name.to_string()
        }
        _ => look.page.rendered_text(element.node),
    }
}

fn value_of(element: &Element, look: &Look) -> Result<String> {
    let page = &look.page;
    let node = element.node;
    if page.input_type(node) == "password" {
        let is_empty = page.value(node).is_none_or(|v| v.is_empty());
        // The value of a password field is never printed; whether it has one may be needed.
        return Ok(if is_empty {
            String::new()
        } else {
            MASK.to_owned()
        });
    }
    if page.facts(node).contains(Facts::EDITABLE) {
        return Ok(page.rendered_text(node));
    }
    page.value(node)
        .map(std::borrow::Cow::into_owned)
        .ok_or_else(|| {
            Error::new(
                ErrorKind::WrongKind,
                format!(
                    "{} holds no value",
                    line_of(None, &element.label.role, &element.label.name)
                ),
            )
            .with_hint("`get text` reads what is written in it")
        })
}

fn attribute_of(element: &Element, attribute: &str, look: &Look) -> Result<String> {
    let page = &look.page;
    let found = page
        .lookup(&attribute.to_ascii_lowercase())
        .and_then(|name| page.attr(element.node, name));
    let found = found.or_else(|| {
        page.lookup(attribute)
            .and_then(|name| page.attr(element.node, name))
    });
    if found.is_some()
        && attribute.eq_ignore_ascii_case("value")
        && page.input_type(element.node) == "password"
    {
        return value_of(element, look);
    }
    found.map(ToOwned::to_owned).ok_or_else(|| {
        let there: Vec<&str> = page
            .attrs(element.node)
            .map(|a| page.name_str(a.name))
            .take(20)
            .collect();
        let hint = match there.as_slice() {
            [] => "it has no attributes".to_owned(),
            there => format!("it has {}", there.join(", ")),
        };
        Error::new(
            ErrorKind::NotFound,
            format!(
                "{} has no attribute {attribute:?}",
                line_of(None, &element.label.role, &element.label.name)
            ),
        )
        .with_hint(hint)
    })
}
