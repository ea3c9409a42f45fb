//! Waiting: look, and look again only when something may have changed.

use std::time::Instant;

use surefoot_engine::{Capabilities, Error, ErrorKind, Limits, Outcome, Result};
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
            let mut looked = false;
            loop {
                match self.holds(&what, limits).await {
                    Ok(true) => break,
                    Ok(false) => looked = true,
                    // It has answered before: what ran out is the time to wait, and not the page's to answer.
                    Err(error) if looked && error.kind() == ErrorKind::Timeout => {
                        return Err(in_vain(&what));
                    }
                    Err(error) => return Err(error),
                }
                self.change_awaited(&what, limits).await?;
                if Instant::now() >= limits.deadline {
                    return Err(in_vain(&what));
                }
            }
            self.tell_meanwhile(&mut effects).await?;
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
            snapshot: None,
            effects,
        }))
    }

    /// Waits until it may be worth looking again.
    async fn change_awaited(&mut self, what: &WaitFor, limits: Limits) -> Result<()> {
        let tab = &mut self.tabs.current_mut().tab;
        match tab.next_change(limits).await {
            Ok(Some(outcome)) => {
                self.keep(outcome);
                Ok(())
            }
            Ok(None) => Err(never(what)),
            // Nothing has changed in the time given, and whether that is over is seen by the caller.
            Err(error) if error.kind() == ErrorKind::Timeout => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Tells what was observed while waiting.
    async fn tell_meanwhile(&mut self, effects: &mut Effects) -> Result<()> {
        let observed = std::mem::take(&mut self.meanwhile);
        let Outcome {
            navigation,
            opened,
            downloads,
            dialogs,
            notes,
            ..
        } = observed;
        effects.navigation = navigation;
        effects.downloads = downloads;
        effects.dialogs = dialogs;
        effects.notes = notes;
        let by_themselves = self.tabs.take_opened();
        for tab in opened.into_iter().chain(by_themselves) {
            effects.opened.push(self.tabs.add_behind(tab));
        }
        effects.closed = self.closed_meanwhile().await?;
        Ok(())
    }

    async fn holds(&mut self, what: &WaitFor, limits: Limits) -> Result<bool> {
        match what {
            WaitFor::Time(_) => Ok(true),
            WaitFor::Load(state) => {
                let limits = Limits {
                    load: *state,
                    ..limits
                };
                let tab = &mut self.tabs.current_mut().tab;
                let outcome = tab.wait_loaded(limits).await?;
                self.keep(outcome);
                Ok(true)
            }
            WaitFor::Url(pattern) => {
                // Looking brings the URL up to date, where the page itself changes it.
                self.look(limits).await?;
                Ok(matches(pattern, self.tabs.current().tab.url()))
            }
            WaitFor::Text(text) => Ok(shows(&self.look(limits).await?, text)),
            WaitFor::Function(script) => {
                if !self.has(Capabilities::SCRIPTS) {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        format!("the {} engine runs no scripts", self.engine.name()),
                    )
                    .with_hint("a browser does: `--engine chromium`"));
                }
                let tab = &mut self.tabs.current_mut().tab;
                let Some(outcome) = tab.wait_until(script, limits).await? else {
                    return Err(in_vain(what));
                };
                self.keep(outcome);
                Ok(true)
            }
            WaitFor::Target(target) => {
                let look = self.look(limits).await?;
                let found = self.find_all(target, &look, limits).await?;
                Ok(found.into_iter().any(|n| is_visible(n, &look)))
            }
            WaitFor::Gone(target) => {
                let look = self.look(limits).await?;
                match self.find_all(target, &look, limits).await {
                    Ok(found) => Ok(!found.into_iter().any(|n| is_visible(n, &look))),
                    Err(error) if error.kind() == ErrorKind::StaleRef => {
                        self.take_back_candidates();
                        Ok(true)
                    }
                    Err(error) => Err(error),
                }
            }
        }
    }
}

/// What is not so.
fn missing(what: &WaitFor) -> String {
    match what {
        WaitFor::Target(target) => format!("{target:?} is not on the page"),
        WaitFor::Gone(target) => format!("{target:?} is still on the page"),
        WaitFor::Text(text) => format!("the text {text:?} is not on the page"),
        WaitFor::Url(pattern) => format!("the URL does not match {pattern:?}"),
        WaitFor::Function(_) => "the script does not answer true".to_owned(),
        WaitFor::Load(_) | WaitFor::Time(_) => "the page is not loaded".to_owned(),
    }
}

/// That the time is over.
fn in_vain(what: &WaitFor) -> Error {
    Error::new(
        ErrorKind::Timeout,
        format!("{} after all the time given", missing(what)),
    )
    .with_hint("give it longer with --timeout, or look at the page as it is with `snapshot`")
}

fn never(what: &WaitFor) -> Error {
    Error::new(
        ErrorKind::NotFound,
        format!("{}, and this page does not change by itself", missing(what)),
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
