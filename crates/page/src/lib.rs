//! The captured page: one arena of nodes for every engine
