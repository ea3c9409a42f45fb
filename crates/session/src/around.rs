//! Around the page: scripts, console, requests, cookies, storage, settings, paper.

use surefoot_engine::{
    Capabilities, Cookie, Error, ErrorKind, Level, Limits, Paper, Result, Setting, Storage,
    StorageKind,
};
use surefoot_snapshot::RefPolicy;
use url::Url;

use crate::act::key;
use crate::picture::{check_place, save_file};
use crate::{Answer, Around, Cookies, Save, Session, Set};

impl Session {
    /// Does something around the page.
    pub(crate) async fn around(&mut self, what: Around, limits: Limits) -> Result<Answer> {
        match what {
            Around::Evaluate { script, target } => self.evaluate(&script, target, limits).await,
            Around::Console { errors, clear } => {
                self.needs_scripts("the console of a page")?;
                let tab = &mut self.tabs.current_mut().tab;
                let mut messages = tab.console();
                messages.retain(|m| !errors || m.level == Level::Error);
                if clear {
                    tab.clear_console();
                }
                Ok(Answer::Console(messages))
            }
            Around::Errors { clear } => {
                self.needs_scripts("errors of scripts")?;
                let tab = &mut self.tabs.current_mut().tab;
                let mut messages = tab.console();
                messages.retain(|m| m.uncaught);
                if clear {
                    tab.clear_console();
                }
                Ok(Answer::Console(messages))
            }
            Around::Requests { filter, clear } => {
                self.needs_scripts("a list of requests")?;
                let tab = &mut self.tabs.current_mut().tab;
                let mut requests = tab.requests();
                requests.retain(|r| filter.as_ref().is_none_or(|part| r.url.contains(part)));
                if clear {
                    tab.clear_requests();
                }
                Ok(Answer::Requests(requests))
            }
            Around::Cookies(what) => self.cookies(what).await,
            Around::Storage { kind, what } => self.storage(kind, what, limits).await,
            Around::Set(what) => self.set(what).await,
            Around::Pdf { save, paper } => self.pdf(&save, paper, limits).await,
        }
    }

    /// Refuses what makes no sense where no scripts run.
    fn needs_scripts(&self, what: &str) -> Result<()> {
        if self.has(Capabilities::SCRIPTS) {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Unsupported,
            format!("the {} engine does not have {what}", self.engine.name()),
        )
        .with_hint("a browser has: `--engine chromium`"))
    }

    async fn evaluate(
        &mut self,
        script: &str,
        target: Option<String>,
        limits: Limits,
    ) -> Result<Answer> {
        self.needs_scripts("scripts")?;
        let node = match target {
            None => None,
            Some(target) => {
                let look = self.look(limits).await?;
                let element = self
                    .find(&target, surefoot_locate::Purpose::Read, &look, limits)
                    .await?;
                Some(key(&element, &look)?)
            }
        };
        let tab = &mut self.tabs.current_mut().tab;
        tab.evaluate(script, node, limits).await.map(Answer::Json)
    }

    async fn cookies(&mut self, what: Cookies) -> Result<Answer> {
        match what {
            Cookies::List => self.engine.cookies(None).await.map(Answer::Cookies),
            Cookies::Clear => {
                self.engine.clear_cookies().await?;
                Ok(Answer::Done("cleared all cookies".to_owned()))
            }
            Cookies::Set(cookie) => {
                let cookie = self.complete(cookie)?;
                let said = format!("set cookie {:?} for {}", cookie.name, cookie.domain);
                self.engine.set_cookies(vec![cookie]).await?;
                Ok(Answer::Done(said))
            }
        }
    }

    /// A cookie with what was left out: it is for the page's own host, and for all of it.
    fn complete(&self, mut cookie: Cookie) -> Result<Cookie> {
        if cookie.domain.is_empty() {
            let url = self.tabs.current().tab.url();
            let host = Url::parse(url)
                .ok()
                .and_then(|url| url.host_str().map(str::to_owned));
            cookie.domain = host.ok_or_else(|| {
                Error::new(
                    ErrorKind::InvalidArgument,
                    format!("the page has no host that a cookie could be for: {url}"),
                )
                .with_hint("name one with --domain, or open the page first")
            })?;
        }
        if cookie.path.is_empty() {
            "/".clone_into(&mut cookie.path);
        }
        Ok(cookie)
    }

    async fn storage(
        &mut self,
        kind: StorageKind,
        what: Storage,
        limits: Limits,
    ) -> Result<Answer> {
        self.needs_scripts("storage")?;
        let name = match kind {
            StorageKind::Local => "localStorage",
            StorageKind::Session => "sessionStorage",
        };
        let asked = what.clone();
        let tab = &mut self.tabs.current_mut().tab;
        let entries = tab.storage(kind, what, limits).await?;
        match asked {
            Storage::Get(None) => Ok(Answer::Entries(entries)),
            Storage::Get(Some(key)) => match entries.into_iter().find(|(k, _)| *k == key) {
                Some((_, value)) => Ok(Answer::Value(value)),
                None => Err(Error::new(
                    ErrorKind::NotFound,
                    format!("{name} has no entry {key:?}"),
                )
                .with_hint("`storage local` and `storage session` list what is there")),
            },
            Storage::Set(key, _) => Ok(Answer::Done(format!("set {key:?} in {name}"))),
            Storage::Remove(Some(key)) => Ok(Answer::Done(format!("removed {key:?} from {name}"))),
            Storage::Remove(None) => Ok(Answer::Done(format!("cleared {name}"))),
        }
    }

    async fn set(&mut self, what: Set) -> Result<Answer> {
        let mut emulation = self.options.emulation.clone();
        let mut settings = Vec::new();
        let said = match what {
            Set::Viewport(viewport) => {
                emulation.viewport = Some(viewport);
                let scale = match viewport.scale {
                    1.0 => String::new(),
                    scale => format!(" at scale {scale}"),
                };
                format!("viewport {}x{}{scale}", viewport.width, viewport.height)
            }
            Set::Device(name) => {
                let device = surefoot_chromium::device(&name)?;
                emulation.viewport = Some(device.viewport);
                settings.push(Setting::UserAgent(device.user_agent.map(str::to_owned)));
                format!("device {:?}", device.name)
            }
            Set::Place(place) => {
                emulation.place = Some(place);
                format!("geo {}, {}", place.latitude, place.longitude)
            }
            Set::Offline(offline) => {
                emulation.offline = offline;
                format!("offline {}", if offline { "on" } else { "off" })
            }
            Set::Headers(headers) => {
                let count = headers.len();
                settings.push(Setting::Headers(headers));
                format!("{count} headers")
            }
            Set::Credentials(credentials) => {
                let said = match &credentials {
                    Some(credentials) => format!("credentials of {:?}", credentials.user),
                    None => "no credentials".to_owned(),
                };
                settings.push(Setting::Credentials(credentials));
                said
            }
            Set::Media {
                scheme,
                reduced_motion,
            } => {
                emulation.color_scheme = scheme.or(emulation.color_scheme);
                emulation.reduced_motion = reduced_motion.or(emulation.reduced_motion);
                "media".to_owned()
            }
            Set::UserAgent(user_agent) => {
                settings.push(Setting::UserAgent(user_agent));
                "user agent".to_owned()
            }
            Set::Locale(locale) => {
                emulation.locale = locale;
                "locale".to_owned()
            }
            Set::Refs(policy) => {
                self.registry.set_policy(policy);
                let word = match policy {
                    RefPolicy::Stable => "stable",
                    RefPolicy::Renumber => "renumber",
                };
                format!("refs {word}")
            }
            Set::Timezone(timezone) => {
                emulation.timezone = timezone;
                "time zone".to_owned()
            }
        };
        if emulation != self.options.emulation {
            settings.push(Setting::Emulation(emulation));
        }
        for setting in settings {
            self.engine.set(setting.clone()).await?;
            self.remember(setting);
        }
        Ok(Answer::Done(format!("set {said}")))
    }

    /// Keeps a setting for engines that are started later.
    fn remember(&mut self, setting: Setting) {
        let options = &mut self.options;
        match setting {
            Setting::UserAgent(user_agent) => options.user_agent = user_agent,
            Setting::Headers(headers) => options.headers = headers,
            Setting::Credentials(credentials) => options.credentials = credentials,
            Setting::Emulation(emulation) => options.emulation = emulation,
            _ => {}
        }
    }

    async fn pdf(&mut self, save: &Save, paper: Paper, limits: Limits) -> Result<Answer> {
        check_place(save)?;
        let tab = &mut self.tabs.current_mut().tab;
        let bytes = tab.pdf(paper, limits).await?;
        let path = save_file(save, &bytes, "page", "pdf")?;
        Ok(Answer::Written(
            path.unwrap_or_default(),
            bytes.len() as u64,
        ))
    }
}
