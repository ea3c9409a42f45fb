//! The other end of the pipe, played by a test.

use serde_json::{Value, json};
use surefoot_cdp::{Client, Config, Framing, Session, Transport};
use tokio::io::{
    AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf,
};

/// What a test plays the browser with.
pub(crate) struct Browser {
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: WriteHalf<DuplexStream>,
}

/// A client, and the browser it believes to speak to.
pub(crate) fn start(config: Config) -> (Client, Browser) {
    let (ours, theirs) = tokio::io::duplex(64 << 10);
    let (reader, writer) = tokio::io::split(ours);
    let client = Client::start(Transport::pipe(reader, writer, Framing::Json), config);
    let (reader, writer) = tokio::io::split(theirs);
    (
        client,
        Browser {
            reader: BufReader::new(reader),
            writer,
        },
    )
}

impl Browser {
    /// The next request.
    pub(crate) async fn request(&mut self) -> Value {
        let mut message = Vec::new();
        self.reader.read_until(0, &mut message).await.unwrap();
        assert_eq!(message.pop(), Some(0), "the client has closed the pipe");
        serde_json::from_slice(&message).unwrap()
    }

    /// Waits until the client has closed the pipe; answers what it sent before.
    pub(crate) async fn end(mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        self.reader.read_to_end(&mut rest).await.unwrap();
        rest
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).await.unwrap();
    }

    pub(crate) async fn send(&mut self, message: Value) {
        let mut bytes = serde_json::to_vec(&message).unwrap();
        bytes.push(0);
        self.send_bytes(&bytes).await;
    }

    /// Answers a request.
    pub(crate) async fn answer(&mut self, request: &Value, result: Value) {
        self.send(json!({"id": request["id"], "result": result}))
            .await;
    }

    pub(crate) async fn event(&mut self, session: Option<&str>, method: &str, params: Value) {
        let mut message = json!({"method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.send(message).await;
    }

    /// Announces a session and waits until the client knows it.
    pub(crate) async fn attach(
        &mut self,
        client: &Client,
        parent: Option<&str>,
        session: &str,
        target: &str,
    ) -> Session {
        self.event(
            parent,
            "Target.attachedToTarget",
            attached(session, target, false),
        )
        .await;
        // A round trip: what was sent before has been taken by then.
        let sync = client.root().call_raw("Test.sync", &json!({}));
        loop {
            let request = self.request().await;
            if request["method"] == "Test.sync" {
                self.answer(&request, json!({})).await;
                break;
            }
        }
        sync.await.unwrap();
        client.session(&session.into()).unwrap()
    }
}

/// The parameters of `Target.attachedToTarget`.
pub(crate) fn attached(session: &str, target: &str, held: bool) -> Value {
    json!({
        "sessionId": session,
        "targetInfo": {"targetId": target, "type": "iframe", "title": "", "url": "", "attached": true},
        "waitingForDebugger": held,
    })
}
