//! What the collector tells of its own times, by the events that the engine traces.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::field::{Field, Visit};
use tracing::span;
use tracing::{Event, Metadata, Subscriber};

/// What collecting one document took inside the page.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Collected {
    /// The walk over its nodes.
    pub(crate) walk: Duration,
    /// Finding out what covers what.
    pub(crate) hits: Duration,
    /// How much was told.
    pub(crate) bytes: u64,
}

/// The last event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Arc<Mutex<Option<Collected>>>);

impl Times {
    /// Begins to listen, for this whole process.
    pub(crate) fn collect() -> Result<Times, String> {
        let times = Times::default();
        tracing::subscriber::set_global_default(times.clone())
            .map_err(|error| error.to_string())?;
        Ok(times)
    }

    /// What was told last, once.
    pub(crate) fn take(&self) -> Option<Collected> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Subscriber for Times {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        about.is_event() && about.target() == "surefoot_chromium::collect"
    }

    fn event(&self, event: &Event<'_>) {
        let mut collected = Collected::default();
        event.record(&mut collected);
        if collected.bytes > 0 {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(collected);
        }
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

impl Visit for Collected {
    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "walk" => self.walk = Duration::from_micros(value),
            "hits" => self.hits = Duration::from_micros(value),
            "bytes" => self.bytes = value,
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
