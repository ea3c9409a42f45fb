//! The engine that needs no browser: HTTP, cookies, HTML, forms, history
