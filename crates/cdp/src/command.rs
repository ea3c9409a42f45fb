//! What makes a type a command or an event: its name on the wire, and what it is answered with.

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::wire::Empty;

/// A command with its parameters. The types of [`protocol`](crate::protocol) are some; one that is missing there can be
/// written by hand:
///
/// ```
/// #[derive(serde::Serialize)]
/// struct GetHeapUsage {}
///
/// #[derive(serde::Deserialize)]
/// #[serde(rename_all = "camelCase")]
/// struct HeapUsage {
///     used_size: f64,
/// }
///
/// impl surefoot_cdp::Command for GetHeapUsage {
///     const METHOD: &'static str = "Runtime.getHeapUsage";
///     type Reply = HeapUsage;
/// }
/// ```
pub trait Command: Serialize {
    /// The name, `Domain.command`.
    const METHOD: &'static str;
    /// What the browser answers.
    type Reply: DeserializeOwned;
}

/// The parameters of an event.
pub trait Event: DeserializeOwned {
    /// The name, `Domain.event`.
    const METHOD: &'static str;
}
