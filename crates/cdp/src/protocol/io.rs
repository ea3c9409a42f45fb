// Written by `cargo xtask cdp-codegen`: edit protocol.txt, not this file.
// manifest c22954b9d0ffaa2d03faec8585c1e3e43ab6138478b944265c53d75eb28651e9
// below c430dbb84788665bc8749130ab5593ee2c0500140366026e68fedc57521ccd94

//! The domain `IO`.
//!
//! Input/Output operations for streams produced by DevTools.

use crate::wire::string_id;

string_id! {
    /// This is either obtained from another method or specified as `blob:<uuid>` where
    /// `<uuid>` is an UUID of a Blob.
    pub struct StreamHandle;
}
