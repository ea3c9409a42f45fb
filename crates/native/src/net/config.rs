//! [`ClientConfig`]: what is fixed for the life of a [`Client`](super::Client).

use std::path::PathBuf;

/// Which proxy requests go through.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ProxyMode {
    /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say. Loopback addresses never go to a proxy.
    #[default]
    Environment,
    /// Always direct.
    Direct,
    /// This proxy, such as `http://proxy.example:3128`, for all but loopback addresses.
    Url(String),
}

/// Settings of a [`Client`](super::Client).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientConfig {
    /// The `User-Agent` header. `None` is [`ClientConfig::DEFAULT_USER_AGENT`].
    pub user_agent: Option<String>,
    /// The `Accept-Language` header. `None` is `en-US,en;q=0.9`.
    pub accept_language: Option<String>,
    /// Headers added to every HTTP request, as name and value. An `Authorization` among them is dropped when a redirect
    /// leaves the origin that was asked for.
    pub extra_headers: Vec<(String, String)>,
    /// The proxy.
    pub proxy: ProxyMode,
    /// A PEM file of certificate authorities trusted besides those of the system.
    pub ca_file: Option<PathBuf>,
}

impl ClientConfig {
    /// The `User-Agent` sent unless another is configured. It names the program; sites that want to refuse it can.
    pub const DEFAULT_USER_AGENT: &str = concat!(
        "Mozilla/5.0 (compatible; surefoot/",
        env!("CARGO_PKG_VERSION"),
        ")"
    );
}
