//! Name lookup: the system's resolver, with errors of our own type so that they can be told apart later.
//!
//! This is also where a policy on addresses will sit: what [`Resolve`] does not return cannot be connected to.

use std::fmt;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// The operating system's resolver.
#[derive(Debug)]
pub(super) struct SystemResolver;

/// A name without address.
#[derive(Debug)]
pub(super) struct LookupFailed;

impl fmt::Display for LookupFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the host name has no address")
    }
}

impl std::error::Error for LookupFailed {}

impl Resolve for SystemResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // Port 0 is replaced by that of the URL.
            let addresses: Vec<_> = tokio::net::lookup_host((name.as_str(), 0))
                .await
                .map_err(|_| LookupFailed)?
                .collect();
            if addresses.is_empty() {
                return Err(LookupFailed.into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}
