//! From bytes to text: which character encoding a document is in, and its decoding.
//!
//! The order is that of the HTML standard ("determining the character encoding"): a byte order mark, the charset of the HTTP header, what the
//! document says of itself in its first 1024 bytes, and then a guess from its bytes, helped by the top-level domain. XML documents say it
//! in their XML declaration. [`Decoded`] tells which it was, because a wrong charset is something the user should be able to see.

mod decode;
mod prescan;
mod xml_declaration;

pub use decode::{Decoded, EncodingSource, TextKind, decode};
