//! Waiting: look, and look again only when something may have changed.

use surefoot_engine::{Error, ErrorKind, Limits, Outcome, Result};
use surefoot_page::collapsed;

use crate::read::is_visible;
use crate::session::Look;
use crate::{ActionAnswer, Answer, Effects, Session, WaitFor};

impl Session {
    /// Waits until something is so. Fails at once if nothing can change any more.
    pub(crate) async fn wait(&mut self, what: WaitFor, limits: Limits) -> Result<Answer> {
        let mut effects = Effects::default();
        if let WaitFor::Time(time) = what {
            // The one wait that is for time itself: the user asked for it. The deadline of the command bounds it.
            tokio::time::sleep(time).await;
        } else {
            let before = self.tabs.current().tab.url().to_owned();
            while !self.holds(&what, limits).await? {
                match self.tabs.current_mut().tab.next_change(limits).await? {
                    Some(outcome) => self.note_change(outcome, &mut effects),
                    None => return Err(never(&what)),
                }
            }
            let now = self.tabs.current().tab.url().to_owned();
            if now != before {
                effects.url = Some((before, now));
            }
        }
        Ok(Answer::Action(ActionAnswer {
            verb: "waited",
            argument: None,
            target: None,
            reattached: false,
            effects,
        }))
    }

    /// Keeps what was observed while waiting.
    fn note_change(&mut self, outcome: Outcome, effects: &mut Effects) {
        if let Some(navigation) = outcome.navigation {
            self.tabs.current_mut().remember(&navigation);
            effects.navigation = Some(navigation);
        }
        effects.downloads.extend(outcome.downloads);
        effects.notes.extend(outcome.notes);
    }

    async fn holds(&mut self, what: &WaitFor, limits: Limits) -> Result<bool> {
        let look = self.look(limits).await?;
        match what {
            // A page is loaded by the time `open` has answered.
            WaitFor::Load | WaitFor::Time(_) => Ok(true),
            WaitFor::Url(pattern) => Ok(matches(pattern, self.tabs.current().tab.url())),
            WaitFor::Text(text) => Ok(shows(&look, text)),
            WaitFor::Target(target) => {
                let found = self.find_all(target, &look, limits).await;
                match found {
                    Ok(nodes) => Ok(nodes.into_iter().any(|n| is_visible(n, &look))),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

fn never(what: &WaitFor) -> Error {
    let what = match what {
        WaitFor::Target(target) => format!("{target:?} is not on the page"),
        WaitFor::Text(text) => format!("the text {text:?} is not on the page"),
        WaitFor::Url(pattern) => format!("the URL does not match {pattern:?}"),
        WaitFor::Load | WaitFor::Time(_) => "the page is not loaded".to_owned(),
    };
    Error::new(
        ErrorKind::NotFound,
        format!("{what}, and this page does not change by itself"),
    )
    .with_hint("the native engine runs no scripts; act on the page, or `reload` it")
}

/// Whether the text can be read on the page, white space and case of letters aside.
fn shows(look: &Look, text: &str) -> bool {
    let wanted = collapsed(text).to_lowercase();
    let Some(root) = look.page.root() else {
        return false;
    };
    let shown = collapsed(&look.page.rendered_text(root)).to_lowercase();
    shown.contains(&wanted)
        || look.outline.items.iter().any(|item| {
            item.name.to_lowercase().contains(&wanted)
                || item
                    .value
                    .as_ref()
                    .is_some_and(|v| v.to_lowercase().contains(&wanted))
        })
}

/// Whether a URL matches a pattern: `*` stands for anything but `/`, `**` for anything, `?` for itself, as URLs have it.
/// A pattern without `*` has to be the whole URL, or its end from a `/` on.
fn matches(pattern: &str, url: &str) -> bool {
    if !pattern.contains('*') {
        return url == pattern || (pattern.starts_with('/') && url.ends_with(pattern));
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let url: Vec<char> = url.chars().collect();
    // The states reached after each character of the URL: positions in the pattern. Linear in both, whatever they are.
    let mut reached = vec![false; pattern.len() + 1];
    reached[0] = true;
    pass_stars(&pattern, &mut reached);
    for &c in &url {
        let mut next = vec![false; pattern.len() + 1];
        for (at, _) in reached.iter().enumerate().filter(|(_, r)| **r) {
            match pattern.get(at) {
                Some('*') if c != '/' || is_double(&pattern, at) => next[at] = true,
                Some(&p) if p == c && p != '*' => next[at + 1] = true,
                _ => {}
            }
        }
        pass_stars(&pattern, &mut next);
        reached = next;
    }
    reached[pattern.len()]
}

fn is_double(pattern: &[char], at: usize) -> bool {
    pattern.get(at + 1) == Some(&'*') || (at > 0 && pattern[at - 1] == '*')
}

/// A star may stand for nothing.
fn pass_stars(pattern: &[char], reached: &mut [bool]) {
    for at in 0..pattern.len() {
        if reached[at] && pattern[at] == '*' {
            reached[at + 1] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn url_patterns() {
        for (pattern, url, expected) in [
            ("https://a.b/c", "https://a.b/c", true),
            ("/c", "https://a.b/c", true),
            ("c", "https://a.b/c", false),
            ("**/c", "https://a.b/x/c", true),
            ("https://*/c", "https://a.b/c", true),
            ("https://*/c", "https://a.b/x/c", false),
            ("**/item/*", "https://a.b/item/5", true),
            ("**/item/*", "https://a.b/item/5/x", false),
            ("**/s?q=*", "https://a.b/s?q=1", true),
            ("**", "anything", true),
        ] {
            assert_eq!(matches(pattern, url), expected, "{pattern} {url}");
        }
    }
}
