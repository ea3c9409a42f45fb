//! [`Exchange`]: one request with its redirects, up to the point where the body of the answer begins.

use std::path::Path;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use reqwest::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue,
    ORIGIN, PRAGMA, REFERER, SET_COOKIE,
};
use url::{Origin, Url};

use super::body::{self, MemorySink, within};
use super::client::{Shared, header_value};
use super::cookie::{CookieJar, SiteContext};
use super::download::{self, Download};
use super::error::{NetError, NetErrorKind};
use super::redirect::{self, KeepBody, LoopGuard};
use super::request::{Body, CacheMode, Initiator, Limits, Method, Purpose, Request};
use super::response::{Hop, Response};
use super::site::same_site;
use super::{classify, local, referrer};

/// An answer whose body has not been read yet.
#[derive(Debug)]
pub struct Exchange {
    head: Response,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// The body comes over this connection.
    Http(Box<reqwest::Response>),
    /// The body is in `head` already.
    Ready,
}

impl Exchange {
    pub(super) async fn begin(
        shared: &Shared,
        jar: &CookieJar,
        request: Request,
        limits: &Limits,
    ) -> Result<Exchange, NetError> {
        if matches!(request.url.scheme(), "http" | "https") {
            return Chain::new(shared, jar, request, limits)?.follow().await;
        }
        let head = local::open(request, limits).await?;
        Ok(Exchange {
            head,
            source: Source::Ready,
        })
    }

    /// Status, headers and final URL; the body is empty (except for answers that did not come over the network).
    pub fn head(&self) -> &Response {
        &self.head
    }

    /// Reads the body into memory.
    pub async fn read(self, limits: &Limits) -> Result<Response, NetError> {
        let mut head = self.head;
        if let Source::Http(response) = self.source {
            let mut sink = MemorySink::new(limits.max_body);
            let end = body::read(*response, &head, limits, &mut sink).await?;
            head.body = sink.bytes;
            head.complete = end.broken.is_none();
            head.notes.extend(end.notes);
            head.notes.extend(end.broken);
        }
        Ok(head)
    }

    /// Writes the body to a new file in the folder `dir`. See [`Client::fetch_to_file`](super::Client::fetch_to_file).
    pub async fn save(self, limits: &Limits, dir: &Path) -> Result<Download, NetError> {
        let mut target = download::Target::create(&self.head, dir, limits)?;
        let (mut complete, mut notes) = (self.head.complete, Vec::new());
        match self.source {
            Source::Http(response) => {
                let end = body::read(*response, &self.head, limits, &mut target).await?;
                complete = end.broken.is_none();
                notes.extend(end.notes);
                notes.extend(end.broken);
            }
            Source::Ready => target.write_all(&self.head.url, &self.head.body)?,
        }
        target.finish(&self.head, complete, notes)
    }
}

impl super::Client {
    /// Writes the body of an answer that was read already to a new file in the folder `dir`: for one that turns out to be a
    /// download only when it is seen.
    ///
    /// Errors: [`NetErrorKind::File`] if the file cannot be written, [`NetErrorKind::Protocol`] if the answer is not complete.
    pub async fn save(&self, mut response: Response, dir: &Path) -> Result<Download, NetError> {
        let (url, dir) = (response.url.clone(), dir.to_owned());
        let writing = tokio::task::spawn_blocking(move || {
            let body = std::mem::take(&mut response.body);
            let limits = Limits {
                max_body: u64::MAX,
                ..Limits::within(Duration::MAX)
            };
            let mut target = download::Target::create(&response, &dir, &limits)?;
            target.write_all(&response.url, &body)?;
            target.finish(&response, response.complete, response.notes.clone())
        });
        writing.await.unwrap_or_else(|_| {
            Err(NetError::about(
                NetErrorKind::File,
                &url,
                "the download cannot be written: an internal error",
            ))
        })
    }
}

/// A chain of redirects while it is followed.
struct Chain<'a> {
    shared: &'a Shared,
    jar: &'a CookieJar,
    limits: &'a Limits,
    /// What is asked for next. Changes from hop to hop.
    request: Request,
    /// User name and password, and the origin they are for.
    credentials: Option<(Origin, String, String)>,
    first_origin: Origin,
    /// A redirect led from one foreign origin to another: the `Origin` header becomes `null`.
    tainted: bool,
    redirects: Vec<Hop>,
    guard: LoopGuard,
}

impl<'a> Chain<'a> {
    fn new(
        shared: &'a Shared,
        jar: &'a CookieJar,
        request: Request,
        limits: &'a Limits,
    ) -> Result<Chain<'a>, NetError> {
        if request.url.host_str().is_none_or(str::is_empty) {
            return Err(NetError::about(
                NetErrorKind::InvalidUrl,
                &request.url,
                "the address has no host",
            ));
        }
        Ok(Chain {
            shared,
            jar,
            limits,
            credentials: None,
            first_origin: request.url.origin(),
            tainted: false,
            redirects: Vec::new(),
            guard: LoopGuard::default(),
            request,
        })
    }

    async fn follow(mut self) -> Result<Exchange, NetError> {
        loop {
            let response = self.send().await?;
            self.store_cookies(&response);
            let status = response.status().as_u16();
            let target = if redirect::is_redirect(status) {
                redirect::target(&self.request.url, response.headers())?
            } else {
                None
            };
            match target {
                Some(to) => self.go_on(status, to)?,
                None => return Ok(self.arrive(response)),
            }
        }
    }

    /// Sends the current request and waits for the head of its answer.
    async fn send(&mut self) -> Result<reqwest::Response, NetError> {
        let context = site_context(&self.request);
        let cookies = self.jar.header(&self.request.url, context);
        if !self
            .guard
            .is_new(&self.request.url, &self.request.method, cookies.as_deref())
        {
            return Err(self.went_in_circles());
        }
        let headers = self.headers(cookies.as_deref())?;
        let url = &self.request.url;
        let retries = u8::from(self.request.body.is_none() && self.request.method.is_safe());
        for _ in 0..retries {
            match within(
                self.limits,
                url,
                NO_ANSWER,
                self.prepare(headers.clone()).send(),
            )
            .await?
            {
                Ok(response) => return Ok(response),
                Err(error) if classify::is_worth_a_retry(&error) => {}
                Err(error) => return Err(classify::request_error(url, &error)),
            }
        }
        let sent = within(self.limits, url, NO_ANSWER, self.prepare(headers).send()).await?;
        sent.map_err(|error| classify::request_error(url, &error))
    }

    /// The request in the words of the HTTP library.
    fn prepare(&self, headers: HeaderMap) -> reqwest::RequestBuilder {
        let mut builder = self
            .shared
            .http
            .request(self.request.method.clone(), bare(&self.request.url))
            .headers(headers);
        if let Some((origin, user, password)) = &self.credentials
            && *origin == self.request.url.origin()
        {
            builder = builder.basic_auth(user, Some(password));
        }
        match &self.request.body {
            Some(body) => builder.body(body.bytes.clone()),
            // A POST of nothing says that it is nothing: some servers wait for a body otherwise.
            None if self.request.method == Method::POST => {
                builder.header(CONTENT_LENGTH, HeaderValue::from_static("0"))
            }
            None => builder,
        }
    }

    fn headers(&mut self, cookies: Option<&str>) -> Result<HeaderMap, NetError> {
        let url = &self.request.url;
        let mut headers = self.shared.headers.clone();
        if let Some(authorization) = &self.shared.authorization
            && self.first_origin == url.origin()
        {
            headers.insert(AUTHORIZATION, authorization.clone());
        }
        if let Some(credentials) = credentials_of(url) {
            headers.remove(AUTHORIZATION);
            self.credentials = Some((url.origin(), credentials.0, credentials.1));
        }
        if let Some(cookies) = cookies.and_then(|c| HeaderValue::from_bytes(c.as_bytes()).ok()) {
            headers.insert(COOKIE, cookies);
        }
        if let Some(Body { content_type, .. }) = &self.request.body {
            headers.insert(CONTENT_TYPE, header_value("content-type", content_type)?);
        }
        if let Some(referer) = self
            .request
            .referrer
            .as_ref()
            .and_then(|from| referrer::referer(from, url))
        {
            headers.insert(REFERER, header_value("referer", &referer)?);
        }
        if let Initiator::Page(page) = &self.request.initiator
            && !self.request.method.is_safe()
        {
            let origin = if self.tainted {
                "null".to_owned()
            } else {
                referrer::origin(page)
            };
            headers.insert(ORIGIN, header_value("origin", &origin)?);
        }
        if self.request.cache == CacheMode::Reload {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
        }
        Ok(headers)
    }

    fn store_cookies(&self, response: &reqwest::Response) {
        let context = site_context(&self.request);
        for header in response.headers().get_all(SET_COOKIE) {
            let header = String::from_utf8_lossy(header.as_bytes());
            if let Err(error) = self.jar.store(&header, &self.request.url, context) {
                let name = header.split(['=', ';']).next().unwrap_or_default();
                tracing::debug!(name, %error, "cookie not stored");
            }
        }
    }

    /// Turns the request into the one that the redirect asks for.
    fn go_on(&mut self, status: u16, to: Url) -> Result<(), NetError> {
        if self.redirects.len() >= self.limits.max_redirects as usize {
            let first = self
                .redirects
                .first()
                .map_or(&self.request.url, |hop| &hop.url);
            return Err(NetError::about(
                NetErrorKind::TooManyRedirects,
                first,
                format_args!("gave up after {} redirects", self.limits.max_redirects),
            )
            .with_hint("the site may want cookies it cannot set; try its start page"));
        }
        let (method, keep) = redirect::next_method(status, &self.request.method);
        if keep == KeepBody::No {
            self.request.body = None;
        }
        self.request.method = method;
        if let Initiator::Page(page) = &self.request.initiator {
            let from = self.request.url.origin();
            self.tainted |= from != to.origin() && from != page.origin();
        }
        let from = std::mem::replace(&mut self.request.url, to);
        self.redirects.push(Hop { url: from, status });
        Ok(())
    }

    fn went_in_circles(&self) -> NetError {
        let first = self
            .redirects
            .first()
            .map_or(&self.request.url, |hop| &hop.url);
        NetError::about(
            NetErrorKind::RedirectLoop,
            first,
            format_args!(
                "the server redirects in a circle, back to {} after {} redirects",
                super::error::display_url(&self.request.url),
                self.redirects.len()
            ),
        )
        .with_hint("the site may want a login or cookies; try its start page")
    }

    fn arrive(self, mut response: reqwest::Response) -> Exchange {
        let status = response.status();
        let head = Response {
            url: self.request.url,
            status: Some(status.as_u16()),
            status_text: status.canonical_reason().unwrap_or_default().to_owned(),
            headers: std::mem::take(response.headers_mut()),
            redirects: self.redirects,
            body: Vec::new(),
            complete: true,
            notes: Vec::new(),
            method: self.request.method,
        };
        Exchange {
            head,
            source: Source::Http(Box::new(response)),
        }
    }
}

const NO_ANSWER: &str = "no answer within the time limit";

/// How the request relates to the site it goes to, which decides about `SameSite` cookies.
fn site_context(request: &Request) -> SiteContext {
    match &request.initiator {
        Initiator::User => SiteContext::SameSite,
        Initiator::Page(page) if same_site(page, &request.url) => SiteContext::SameSite,
        Initiator::Page(_) => match request.purpose {
            Purpose::Nested => SiteContext::CrossSiteNested,
            Purpose::TopLevel if request.method.is_safe() => SiteContext::CrossSiteSafe,
            Purpose::TopLevel => SiteContext::CrossSiteUnsafe,
        },
    }
}

/// The URL as it is sent: without fragment, user name and password.
fn bare(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    // These fail only for URLs without a host, which do not get here.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

fn credentials_of(url: &Url) -> Option<(String, String)> {
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    Some((
        decode(url.username()),
        decode(url.password().unwrap_or_default()),
    ))
}
