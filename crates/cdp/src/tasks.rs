//! The two tasks of a connection. Each owns its half of the transport, so that a call that is given up in the middle
//! cannot cut a message in two.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use crate::error::Error;
use crate::router::Router;
use crate::transport::{Incoming, Sink, Source};

/// How many messages are written at once.
const BATCH: usize = 64;

/// How long what still waits may take to be written after the last client is gone.
const FAREWELL: Duration = Duration::from_secs(5);

/// Reads until the connection is over, and says so to everyone who waits.
pub(crate) async fn read(mut source: Source, router: Arc<Router>, limit: usize) {
    let why = loop {
        match source.next(limit).await {
            Ok(Some(Incoming::Message(frame))) => router.receive(frame),
            Ok(Some(Incoming::TooLarge { head })) => router.receive_too_large(&head, limit),
            Ok(None) => {
                break Error::closed(
                    "the browser has closed the connection: it has ended or crashed",
                );
            }
            Err(error) => break error,
        }
    };
    router.close(&why);
}

/// Writes what is posted until nobody is left who could post, and then, for a moment, what still waits.
pub(crate) async fn write(
    sink: Sink,
    inbox: mpsc::UnboundedReceiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
    router: Arc<Router>,
    gone: oneshot::Receiver<()>,
) {
    // A browser that does not read must not keep this task for ever.
    let too_long = async {
        let _ = gone.await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        written = write_all(sink, inbox, waiting) => {
            if let Err(error) = written {
                router.close(&error);
            }
        }
        () = too_long => {}
    }
}

async fn write_all(
    mut sink: Sink,
    mut inbox: mpsc::UnboundedReceiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
) -> Result<(), Error> {
    let mut frames = Vec::with_capacity(BATCH);
    while inbox.recv_many(&mut frames, BATCH).await > 0 {
        let size = frames.iter().map(Vec::len).sum();
        sink.write(&frames).await?;
        waiting.fetch_sub(size, Ordering::Relaxed);
        frames.clear();
    }
    sink.close().await
}
