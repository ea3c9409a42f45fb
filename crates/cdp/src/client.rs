//! The client and its sessions: what callers hold.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use crate::call::{Call, Decode};
use crate::command::Command;
use crate::config::Config;
use crate::error::{Error, ErrorKind, Method};
use crate::event::{Events, Interest, Queue};
use crate::message::request;
use crate::protocol::target::{AttachToTarget, SessionId, TargetId};
use crate::router::{Place, Router, Scope};
use crate::tasks;
use crate::transport::Transport;

/// A connection to a browser. Clones are the same connection; it is closed when the last
/// clone and session is dropped, and calls still under way end then.
#[derive(Debug, Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    router: Arc<Router>,
    outbox: mpsc::UnboundedSender<Vec<u8>>,
    /// Bytes in `outbox`.
    waiting: Arc<AtomicUsize>,
    reader: AbortHandle,
    /// Tells the writer when this is dropped.
    _alive: oneshot::Sender<()>,
    config: Config,
}

impl Drop for Shared {
    fn drop(&mut self) {
        // The writer ends by itself, once it has sent what waits: `Browser.close` may be the last thing said.
        self.reader.abort();
        self.router
            .close(&Error::closed("the connection was closed on this side"));
    }
}

impl Client {
    /// Starts to read and write. Must be called within a tokio runtime with time enabled.
    #[must_use]
    pub fn start(transport: Transport, config: Config) -> Self {
        let router = Arc::new(Router::default());
        let (outbox, inbox) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let Transport { source, sink } = transport;
        let reader =
            tokio::spawn(tasks::read(source, router.clone(), config.max_message)).abort_handle();
        let (alive, gone) = oneshot::channel();
        tokio::spawn(tasks::write(
            sink,
            inbox,
            waiting.clone(),
            router.clone(),
            gone,
        ));
        Self {
            shared: Arc::new(Shared {
                router,
                outbox,
                waiting,
                reader,
                _alive: alive,
                config,
            }),
        }
    }

    /// The session of the connection itself: the browser's, or the page's where the address was one of a page.
    #[must_use]
    pub fn root(&self) -> Session {
        Session {
            client: self.clone(),
            place: None,
        }
    }

    /// A session that the browser has announced; an error of the kind [`Detached`](ErrorKind::Detached) if it is none,
    /// or none any more.
    pub fn session(&self, id: &SessionId) -> Result<Session, Error> {
        if self.shared.router.knows(id) {
            Ok(Session {
                client: self.clone(),
                place: Some(id.clone()),
            })
        } else {
            Err(Error::new(
                ErrorKind::Detached,
                "there is no such session, or no longer",
            ))
        }
    }

    /// Attaches to a target: a page, a frame or a worker. The session is a new one each time.
    pub async fn attach(&self, target: &TargetId) -> Result<Session, Error> {
        let command = AttachToTarget {
            flatten: Some(true),
            ..AttachToTarget::new(target)
        };
        let reply = self.root().call(&command).await?;
        self.session(&reply.session_id)
    }

    /// Subscribes to events of all sessions, those to come included.
    #[must_use]
    pub fn events_everywhere(&self, interest: Interest<'_>) -> Events {
        self.subscribe(Scope::Everywhere, interest)
    }

    /// Whether the connection has ended: every call fails at once.
    pub fn is_closed(&self) -> bool {
        self.shared.router.is_closed()
    }

    /// How many calls wait for an answer.
    #[must_use]
    pub fn pending_calls(&self) -> usize {
        self.shared.router.pending()
    }

    fn subscribe(&self, scope: Scope<'_>, interest: Interest<'_>) -> Events {
        let queue = Queue::new(interest, &self.shared.config);
        self.shared.router.subscribe(scope, &queue);
        Events::new(queue)
    }

    fn send<T, P>(&self, place: &Place, method: Method, params: &P, decode: Decode<T>) -> Call<T>
    where
        P: Serialize + ?Sized,
    {
        match self.try_send(place, &method, params) {
            Ok((id, answer)) => {
                let timeout = self.shared.config.timeout;
                Call::waiting(
                    self.shared.router.clone(),
                    id,
                    method,
                    answer,
                    decode,
                    timeout,
                )
            }
            Err(error) => Call::failed(error, method, decode),
        }
    }

    fn try_send<P>(
        &self,
        place: &Place,
        method: &Method,
        params: &P,
    ) -> Result<(u64, crate::call::Receiver), Error>
    where
        P: Serialize + ?Sized,
    {
        let (id, answer) = self.shared.router.book(place, method)?;
        let sent = request(id, method, place.as_ref().map(SessionId::as_str), params)
            .and_then(|frame| self.post(frame, method));
        if let Err(error) = sent {
            self.shared.router.forget(id);
            return Err(error);
        }
        Ok((id, answer))
    }

    fn post(&self, frame: Vec<u8>, method: &Method) -> Result<(), Error> {
        let size = frame.len();
        let before = self.shared.waiting.fetch_add(size, Ordering::Relaxed);
        if before != 0 && before + size > self.shared.config.max_outgoing {
            self.shared.waiting.fetch_sub(size, Ordering::Relaxed);
            return Err(Error::of(
                ErrorKind::Overloaded,
                method,
                "the browser does not read what is sent to it",
            ));
        }
        // A closed outbox means a closed connection, and then the router has ended this call already.
        let _ = self.shared.outbox.send(frame);
        Ok(())
    }
}

/// A session: a page, a frame, a worker, or the browser itself. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Session {
    client: Client,
    place: Place,
}

impl Session {
    /// Its id; `None` for that of the connection.
    #[must_use]
    pub fn id(&self) -> Option<&SessionId> {
        self.place.as_ref()
    }

    /// The connection it belongs to.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Sends a command. It is on its way when this returns, whether or not the call is awaited, so calls that do not
    /// depend on each other go out together:
    ///
    /// ```no_run
    /// # async fn example(session: surefoot_cdp::Session) -> Result<(), surefoot_cdp::Error> {
    /// use surefoot_cdp::protocol::{page, runtime};
    /// let tree = session.call(&page::GetFrameTree {});
    /// let title = session.call(&runtime::Evaluate::new("document.title"));
    /// let (tree, title) = (tree.await?, title.await?);
    /// # Ok(()) }
    /// ```
    pub fn call<C: Command>(&self, command: &C) -> Call<C::Reply> {
        self.client
            .send(&self.place, Cow::Borrowed(C::METHOD), command, decode_owned)
    }

    /// Sends a command by name and answers the bytes of the result, a JSON object, for callers that read it with types
    /// of their own: borrowed ones, where a reply is large.
    pub fn call_raw<P>(&self, method: impl Into<Cow<'static, str>>, params: &P) -> Call<Bytes>
    where
        P: Serialize + ?Sized,
    {
        self.client
            .send(&self.place, method.into(), params, |_, bytes| {
                Ok(bytes.clone())
            })
    }

    /// Sends several commands of one kind before it waits for any. The answers are in the order of the commands.
    pub async fn call_all<'c, C: Command + 'c>(
        &self,
        commands: impl IntoIterator<Item = &'c C>,
    ) -> Vec<Result<C::Reply, Error>> {
        let calls: Vec<_> = commands
            .into_iter()
            .map(|command| self.call(command))
            .collect();
        let mut answers = Vec::with_capacity(calls.len());
        for call in calls {
            answers.push(call.await);
        }
        answers
    }

    /// Subscribes to this session's events, from now on. For events that a command causes, subscribe before it is sent.
    #[must_use]
    pub fn events(&self, interest: Interest<'_>) -> Events {
        self.client.subscribe(Scope::Session(&self.place), interest)
    }

    /// The time a call has by default.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.client.shared.config.timeout
    }
}

fn decode_owned<T: DeserializeOwned>(method: &Method, bytes: &Bytes) -> Result<T, Error> {
    serde_json::from_slice(bytes).map_err(|error| Error::decode(method, &error))
}
