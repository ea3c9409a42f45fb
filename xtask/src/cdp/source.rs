//! The pieces the emitter writes with: the text of a module and the names it has given, and what a reference means.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::names::{pascal, snake};
use super::schema::Shape;
use crate::error::Error;

/// A domain and a name of it.
pub(crate) type Key = (String, String);

/// The type that a shape names, itself or through the items of an array.
pub(crate) fn reference(domain: &str, shape: &Shape) -> Option<Key> {
    let mut shape = shape;
    loop {
        if let Some(name) = &shape.reference {
            return Some(key_of(domain, name));
        }
        shape = shape.items.as_deref()?;
    }
}

/// What a reference means in a domain: `NodeId`, `DOM.NodeId`.
pub(crate) fn key_of(domain: &str, name: &str) -> Key {
    let (of, id) = name.split_once('.').unwrap_or((domain, name));
    (of.to_owned(), id.to_owned())
}

/// Where a value stands, for the enumeration it may have inline.
pub(crate) struct Site {
    /// The name that enumeration gets.
    pub(crate) enumeration: String,
    /// Its documentation lines.
    pub(crate) docs: String,
}

/// The source of one module, and the names it has given.
#[derive(Default)]
pub(crate) struct Source {
    pub(crate) text: String,
    names: BTreeSet<String>,
}

impl Source {
    /// Takes a name, which nothing else of the module may have.
    pub(crate) fn name(&mut self, name: &str) -> Result<(), Error> {
        if self.names.insert(name.to_owned()) {
            Ok(())
        } else {
            Err(Error::new(format!(
                "two things of one domain would be called {name}"
            )))
        }
    }

    /// The Rust type of a value.
    pub(crate) fn rust_type(
        &mut self,
        domain: &str,
        site: &Site,
        shape: &Shape,
    ) -> Result<String, Error> {
        if let Some(name) = &shape.reference {
            let (of, id) = key_of(domain, name);
            let id = pascal(&id);
            return Ok(if of == domain {
                id
            } else {
                format!("super::{}::{id}", snake(&of))
            });
        }
        if !shape.values.is_empty() {
            let name = &site.enumeration;
            self.enumeration(name, &site.docs, &shape.values)?;
            return Ok(name.clone());
        }
        Ok(match shape.kind.as_str() {
            "string" => "String".to_owned(),
            "integer" => "i64".to_owned(),
            "number" => "f64".to_owned(),
            "boolean" => "bool".to_owned(),
            "any" => "serde_json::Value".to_owned(),
            "object" => "serde_json::Map<String, serde_json::Value>".to_owned(),
            "array" => match &shape.items {
                Some(items) => format!("Vec<{}>", self.rust_type(domain, site, items)?),
                None => "Vec<serde_json::Value>".to_owned(),
            },
            other => {
                return Err(Error::new(format!(
                    "{domain}: {} has the unknown kind {other:?}",
                    site.enumeration
                )));
            }
        })
    }

    /// An enumeration of strings, by the macro of the crate.
    pub(crate) fn enumeration(
        &mut self,
        name: &str,
        documentation: &str,
        values: &[String],
    ) -> Result<(), Error> {
        self.name(name)?;
        let mut inside = format!("{documentation}pub enum {name} {{\n");
        let mut variants = BTreeSet::new();
        for value in values {
            let variant = pascal(value);
            if variant == "Unlisted" || !variants.insert(variant.clone()) {
                return Err(Error::new(format!(
                    "{name} has two values that would be called {variant}"
                )));
            }
            let _ = writeln!(inside, "    /// `{value}`\n    {variant} = \"{value}\",");
        }
        inside.push_str("}\n");
        let _ = writeln!(self.text, "string_enum! {{\n{}}}\n", indented(&inside));
        Ok(())
    }
}

/// Each line four further to the right: rustfmt leaves what is inside a macro as it is.
pub(crate) fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "    {line}");
        out
    })
}
