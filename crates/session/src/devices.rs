//! Devices by name.

use surefoot_engine::{Error, ErrorKind, Result, Viewport};

/// What a device is known by.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// X
    pub name: &'static str,
    /// X
    pub viewport: Viewport,
    /// X
    pub user_agent: Option<&'static str>,
}

/// The device of that name.
pub fn device(name: &str) -> Result<Device> {
    Err(Error::new(
        ErrorKind::Unsupported,
        format!("the device {name:?} is not known to this version"),
    )
    .with_hint("`set viewport` and `set useragent` say the same in numbers"))
}
