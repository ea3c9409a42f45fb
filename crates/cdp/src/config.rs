//! The limits a client keeps.

use std::time::Duration;

/// Limits of one connection. [`Config::new`] has values that fit a browser on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// How long a call waits for its answer, unless it says otherwise itself.
    pub timeout: Duration,
    /// The largest message that is read, in bytes. A larger one is skipped, and ends the call it answers with
    /// [`TooLarge`](crate::ErrorKind::TooLarge); a larger
    /// event is told to subscriptions as [`Lagged`](crate::ErrorKind::Lagged). Over a WebSocket it ends the connection.
    pub max_message: usize,
    /// How many events a subscription keeps for a reader that is behind.
    pub max_queued_events: usize,
    /// How many bytes of events a subscription keeps for a reader that is behind.
    pub max_queued_bytes: usize,
    /// How many bytes may wait to be sent before calls are refused as [`Overloaded`](crate::ErrorKind::Overloaded).
    pub max_outgoing: usize,
}

impl Config {
    /// 30 seconds, messages of 128 MiB, and 16,384 events or 32 MiB per subscription.
    #[must_use]
    pub fn new() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            max_message: 128 << 20,
            max_queued_events: 16_384,
            max_queued_bytes: 32 << 20,
            max_outgoing: 128 << 20,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}
