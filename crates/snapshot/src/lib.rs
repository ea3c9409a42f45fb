//! What an agent gets to see of a page: keeping, filtering, refs and their registry
