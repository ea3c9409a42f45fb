//! Recording: what is done becomes the steps of a [`Flow`].

use std::path::PathBuf;

use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_locate::Target;
use url::Url;

use crate::find::Element;
use crate::flow::{self, Expected, Flow, FlowElement, FlowStep};
use crate::session::Look;
use crate::{Answer, Command, DialogCommand, Effects, RecordCommand, Session, TabCommand, WaitFor};

/// A recording that is under way.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    /// Where it goes.
    path: Option<PathBuf>,
    overwrites: bool,
    steps: Vec<FlowStep>,
    /// What the step that is being done is done to.
    elements: Vec<FlowElement>,
    /// Whether it is done to what holds a secret, or goes to what has the focus, which does.
    is_secret: bool,
    /// The secrets that were typed, by the names they have in the flow.
    secrets: Vec<(String, String)>,
    /// What was done that a flow has no words for.
    left_out: Vec<&'static str>,
}

impl Session {
    /// Begins or ends a recording.
    pub(crate) fn record(&mut self, what: RecordCommand) -> Result<Answer> {
        match what {
            RecordCommand::Start { path, overwrites } => self.start(path, overwrites),
            RecordCommand::Stop { path, overwrites } => self.stop(path, overwrites),
        }
    }

    fn start(&mut self, path: Option<PathBuf>, overwrites: bool) -> Result<Answer> {
        if self.recorder.is_some() {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "a recording is under way already",
            )
            .with_hint("`record stop` ends it"));
        }
        check_free(path.as_ref(), overwrites)?;
        let mut recorder = Recorder {
            path,
            overwrites,
            ..Recorder::default()
        };
        let url = self.tabs.current().tab.url().to_owned();
        if url.starts_with("http") || url.starts_with("file:") {
            recorder.begin_at(&url);
        }
        self.recorder = Some(recorder);
        Ok(Answer::Done("recording".to_owned()))
    }

    fn stop(&mut self, path: Option<PathBuf>, overwrites: bool) -> Result<Answer> {
        let Some(recorder) = &self.recorder else {
            return Err(Error::new(ErrorKind::NotFound, "no recording is under way")
                .with_hint("`record start FILE` begins one"));
        };
        let path = path.or_else(|| recorder.path.clone());
        let overwrites = overwrites || recorder.overwrites;
        check_free(path.as_ref(), overwrites)?;
        let recorder = self.recorder.take().unwrap_or_default();
        if !recorder.left_out.is_empty() {
            self.say(format!(
                "not recorded, as flows have no words for it: {}",
                recorder.left_out.join(", ")
            ));
        }
        for (name, _) in &recorder.secrets {
            self.say(format!(
                "what was typed as a secret is not in the flow: replay asks the environment for {name}"
            ));
        }
        Ok(Answer::Recorded(Box::new(crate::RecordedAnswer {
            flow: Flow {
                engine: self.engine.name().to_owned(),
                steps: recorder.steps,
            },
            path,
            overwrites,
        })))
    }

    /// Notes what a step is done to, before it is done.
    pub(crate) async fn note_elements(
        &mut self,
        elements: &[Element],
        look: &Look,
        limits: Limits,
    ) {
        if self.recorder.is_none() {
            return;
        }
        let is_password = |element: &Element| look.page.input_type(element.node) == "password";
        let mut noted = Vec::new();
        for element in elements {
            let selector = self.selector(element, look, limits).await.ok();
            let item = element.shown.and_then(|at| look.outline.items.get(at));
            noted.push(FlowElement {
                selector,
                trees: flow::trees(&look.page, element.node),
                tag: match look.page.input_type(element.node) {
                    "" => look.page.name_str(look.page.tag(element.node)).to_owned(),
                    kind => format!("input[type={kind}]"),
                },
                role: element.label.role.clone(),
                name: element.label.name.clone(),
                context: item
                    .and_then(|item| item.context.as_deref())
                    .map(|context| context.name().to_owned()),
                secret: is_password(element),
            });
        }
        let is_secret = match noted.as_slice() {
            [] => self
                .focused(look)
                .is_some_and(|element| is_password(&element)),
            noted => noted.iter().any(|element| element.secret),
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.elements = noted;
            recorder.is_secret = is_secret;
        }
    }

    /// Notes an action that was done, and what it was seen to do.
    pub(crate) fn note_action(&mut self, command: &Command, effects: &Effects) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note(command, Expected::of(effects));
        }
    }

    /// Notes what else was done and belongs to a flow.
    pub(crate) fn note_other(&mut self, command: &Command, answer: &Answer) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        let is_of_flow = match command {
            Command::Dialog(what) => matches!(what, DialogCommand::Answer(_)),
            Command::Tab(what) => !matches!(what, TabCommand::List),
            Command::Wait(what) => !names_a_ref(what),
            Command::Around(crate::Around::Evaluate { .. }) => {
                recorder.leave_out("eval");
                false
            }
            _ => false,
        };
        if !is_of_flow {
            return;
        }
        recorder.elements.clear();
        recorder.is_secret = false;
        let expected = match answer {
            Answer::Action(action) if matches!(command, Command::Dialog(_)) => {
                Expected::of(&action.effects)
            }
            _ => Expected::default(),
        };
        recorder.note(command, expected);
    }
}

/// Whether what is waited for is named by a ref, which means nothing in another session.
fn names_a_ref(what: &WaitFor) -> bool {
    match what {
        WaitFor::Target(target) | WaitFor::Gone(target) => {
            !matches!(Target::parse(target), Ok(Target::Css(_)))
        }
        _ => false,
    }
}

impl Recorder {
    /// What the page showed when the recording began is where the flow begins.
    fn begin_at(&mut self, url: &str) {
        let url = without_credentials(url);
        self.steps.push(FlowStep {
            command: Command::Open { url: url.clone() },
            elements: Vec::new(),
            expected: Expected {
                url: Some(url),
                ..Expected::default()
            },
        });
    }

    fn leave_out(&mut self, what: &'static str) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    fn note(&mut self, command: &Command, mut expected: Expected) {
        let elements = std::mem::take(&mut self.elements);
        let mut command = command.clone();
        let is_secret = self.is_secret;
        match &mut command {
            Command::OpenSource { .. } | Command::Mouse(_) | Command::Clipboard(_) => {
                self.leave_out(command.verb());
                return;
            }
            // Where an element is in a picture means nothing elsewhere; which it was is known.
            Command::ClickAt {
                button,
                modifiers,
                count,
                ..
            } => {
                command = Command::Click {
                    target: String::new(),
                    button: *button,
                    modifiers: *modifiers,
                    count: *count,
                    position: None,
                };
            }
            Command::Open { url } | Command::Tab(TabCommand::New(Some(url))) => {
                *url = without_credentials(url);
            }
            Command::Fill { text, .. } | Command::Type { text, .. } => {
                *text = self.placed(text, &elements, is_secret);
            }
            Command::Press { chord, .. } => {
                let is_typed = chord.chars().count() == 1;
                *chord = self.placed(chord, &elements, is_secret && is_typed);
            }
            Command::Key { key, .. } if is_secret && key.chars().count() == 1 => {
                self.leave_out("keydown in a password field");
                return;
            }
            _ => {}
        }
        flow::set_targets(&mut command, vec![String::new(); elements.len()]);
        if is_secret {
            expected.value = None;
        }
        expected.url = expected.url.map(|url| without_credentials(&url));
        self.hide(&mut expected);
        self.steps.push(FlowStep {
            command,
            elements,
            expected,
        });
    }

    /// A text as the flow holds it: a secret as a placeholder.
    fn placed(&mut self, text: &str, elements: &[FlowElement], is_secret: bool) -> String {
        if !is_secret || text.is_empty() {
            return if is_like_placeholder(text) {
                format!("${text}")
            } else {
                text.to_owned()
            };
        }
        let known = self.secrets.iter().find(|(_, secret)| secret == text);
        let name = match known {
            Some((name, _)) => name.clone(),
            None => {
                let called = elements.first().map_or("", |element| &element.name);
                let name = self.variable(called);
                self.secrets.push((name.clone(), text.to_owned()));
                name
            }
        };
        format!("${{env:{name}}}")
    }

    /// A name for a secret that no other has. It never is that of a variable that has a meaning already.
    fn variable(&self, called: &str) -> String {
        let words: String = called
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() {
                    c.to_ascii_uppercase()
                } else {
                    ' '
                }
            })
            .collect();
        let words: Vec<&str> = words.split_whitespace().take(4).collect();
        let base = match words.as_slice() {
            [] => "SECRET_PASSWORD".to_owned(),
            words => format!("SECRET_{}", words.join("_")),
        };
        let is_free = |name: &String| self.secrets.iter().all(|(taken, _)| taken != name);
        let mut name = base.clone();
        let mut number = 2;
        while !is_free(&name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }

    /// Takes out of what is expected whatever holds a secret: a form may put it into a URL.
    fn hide(&self, expected: &mut Expected) {
        let encoded = |secret: &str| -> String {
            url::form_urlencoded::byte_serialize(secret.as_bytes()).collect()
        };
        let secrets: Vec<String> = self
            .secrets
            .iter()
            .filter(|(_, secret)| secret.len() > 1)
            .flat_map(|(_, secret)| {
                [
                    secret.clone(),
                    encoded(secret),
                    encoded(secret).replace('+', "%20"),
                ]
            })
            .collect();
        let holds = |text: &String| secrets.iter().any(|secret| text.contains(secret.as_str()));
        expected.url = expected.url.take().filter(|url| !holds(url));
        expected.value = expected.value.take().filter(|value| !holds(value));
        expected.alerts.retain(|alert| !holds(alert));
        expected.dialogs.retain(|(_, message)| !holds(message));
        expected.validation.retain(|(_, why)| !holds(why));
        expected.downloads.retain(|name| !holds(name));
    }
}

/// Whether a text looks like a placeholder, with any number of `$` before it.
fn is_like_placeholder(text: &str) -> bool {
    text.starts_with('$')
        && text.trim_start_matches('$').starts_with("{env:")
        && text.ends_with('}')
}

/// A URL without user and password.
fn without_credentials(url: &str) -> String {
    match Url::parse(url) {
        Ok(mut parsed) if !parsed.username().is_empty() || parsed.password().is_some() => {
            let _ = parsed.set_username("");
            let _ = parsed.set_password(None);
            parsed.into()
        }
        _ => url.to_owned(),
    }
}

/// Refuses a file that is there already, or cannot be.
fn check_free(path: Option<&PathBuf>, overwrites: bool) -> Result<()> {
    let Some(path) = path else {
        return Ok(());
    };
    if path.exists() && !overwrites {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("{} is there already", path.display()),
        )
        .with_hint("name another file, or overwrite it with --force"));
    }
    if path.parent().is_some_and(|folder| !folder.is_dir()) {
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(crate::download::unwritable(path, &missing));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_get_names_of_their_own() {
        let mut recorder = Recorder::default();
        let element = |name: &str| {
            vec![FlowElement {
                name: name.to_owned(),
                secret: true,
                ..FlowElement::default()
            }]
        };
        assert_eq!(
            recorder.placed("a1", &element("Password"), true),
            "${env:SECRET_PASSWORD}"
        );
        assert_eq!(
            recorder.placed("a1", &element("Again"), true),
            "${env:SECRET_PASSWORD}"
        );
        assert_eq!(
            recorder.placed("b2", &element("Password"), true),
            "${env:SECRET_PASSWORD_2}"
        );
        assert_eq!(
            recorder.placed("c3", &element("größe"), true),
            "${env:SECRET_GR_E}"
        );
        assert_eq!(recorder.placed("d4", &[], true), "${env:SECRET_PASSWORD_3}");
        assert_eq!(recorder.placed("${env:X}", &[], false), "$${env:X}");
        assert_eq!(recorder.placed("$5", &[], false), "$5");
        let mut expected = Expected {
            url: Some("http://a/?p=a1".to_owned()),
            alerts: vec!["fine".to_owned(), "a1 is too short".to_owned()],
            ..Expected::default()
        };
        recorder.hide(&mut expected);
        assert_eq!(expected.url, None);
        assert_eq!(expected.alerts, ["fine"]);
    }

    #[test]
    fn credentials_leave_urls() {
        assert_eq!(
            without_credentials("https://u:p@a.b/c?d"),
            "https://a.b/c?d"
        );
        assert_eq!(without_credentials("a.b"), "a.b");
    }
}
