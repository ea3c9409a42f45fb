//! The traits every engine implements, actions, outcomes and errors
