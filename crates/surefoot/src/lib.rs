//! The library face of surefoot
