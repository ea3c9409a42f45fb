//! Sessions: engine choice, ref registry, the act loop
