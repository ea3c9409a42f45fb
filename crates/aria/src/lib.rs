//! Roles, accessible names, descriptions and states of a captured page
