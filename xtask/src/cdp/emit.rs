//! From the description to Rust: first what is reachable from the wanted commands and events, and in which direction
//! it travels; then one module per domain.
//!
//! What is only received tolerates other versions of the browser: unknown fields are ignored, experimental ones may be
//! missing, and an unknown value of an enumeration is kept as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::manifest::Manifest;
use super::names::{camel, docs, field, pascal, snake};
use super::schema::{Member, Property, Protocol, Shape, Type};
use super::source::{Key, Site, Source, indented, key_of, reference};
use crate::error::Error;

/// The modules as name and source, `mod` among them. Not formatted yet.
pub(crate) fn modules(
    protocol: &Protocol,
    manifest: &Manifest,
) -> Result<Vec<(String, String)>, Error> {
    let mut emitter = Emitter::new(protocol, manifest)?;
    emitter.reach()?;
    emitter.check_omissions()?;
    let mut modules = Vec::new();
    let mut list = String::new();
    for domain in &protocol.domains {
        if let Some(source) = emitter.module(&domain.name, &domain.description)? {
            let name = snake(&domain.name);
            let _ = writeln!(list, "pub mod {name};");
            modules.push((name, source));
        }
    }
    let mut lines: Vec<&str> = list.lines().collect();
    lines.sort_unstable();
    let head = format!("{MODULE_DOCS}{}\n", lines.join("\n"));
    modules.push(("mod".to_owned(), head));
    Ok(modules)
}

const MODULE_DOCS: &str = "\
//! Types of the commands and events that are used, a module per domain of the protocol.
//!
//! A command is a struct that implements [`Command`](crate::Command), an event one that implements
//! [`Event`](crate::Event). The descriptions are those of the DevTools protocol, Copyright The Chromium Authors, under
//! the BSD 3-clause licence (npm package devtools-protocol).
#![allow(clippy::too_many_arguments, clippy::struct_field_names, reason = \"names and shapes are the protocol's\")]

";

/// How a type travels.
#[derive(Clone, Copy, Default, PartialEq)]
struct Ways {
    sent: bool,
    received: bool,
}

impl Ways {
    const SENT: Self = Self {
        sent: true,
        received: false,
    };
    const RECEIVED: Self = Self {
        sent: false,
        received: true,
    };

    fn and(self, other: Self) -> Self {
        Self {
            sent: self.sent || other.sent,
            received: self.received || other.received,
        }
    }

    /// The serde traits to derive.
    fn derives(self) -> &'static str {
        match (self.sent, self.received) {
            (true, true) => "Serialize, Deserialize",
            (true, false) => "Serialize",
            (false, _) => "Deserialize",
        }
    }
}

/// What a struct is called, here and in the protocol.
struct Item<'i> {
    domain: &'i str,
    name: &'i str,
    full: &'i str,
    documentation: &'i str,
}

struct Emitter<'a> {
    types: BTreeMap<Key, &'a Type>,
    commands: BTreeMap<Key, &'a Member>,
    events: BTreeMap<Key, &'a Member>,
    manifest: &'a Manifest,
    used: BTreeMap<Key, Ways>,
}

impl<'a> Emitter<'a> {
    fn new(protocol: &'a Protocol, manifest: &'a Manifest) -> Result<Self, Error> {
        let mut emitter = Self {
            types: BTreeMap::new(),
            commands: BTreeMap::new(),
            events: BTreeMap::new(),
            manifest,
            used: BTreeMap::new(),
        };
        for domain in &protocol.domains {
            let key = |name: &str| (domain.name.clone(), name.to_owned());
            emitter
                .types
                .extend(domain.types.iter().map(|one| (key(&one.id), one)));
            let wanted = manifest
                .wanted
                .get(&domain.name)
                .map_or(&[][..], Vec::as_slice);
            for name in wanted {
                let command = domain.commands.iter().find(|one| one.name == *name);
                let event = domain.events.iter().find(|one| one.name == *name);
                match (command, event) {
                    (Some(command), None) => drop(emitter.commands.insert(key(name), command)),
                    (None, Some(event)) => drop(emitter.events.insert(key(name), event)),
                    (None, None) => {
                        return Err(Error::new(format!(
                            "the protocol has no {}.{name}",
                            domain.name
                        ))
                        .hint("correct protocol.txt"));
                    }
                    (Some(_), Some(_)) => {
                        return Err(Error::new(format!(
                            "{}.{name} is a command and an event",
                            domain.name
                        )));
                    }
                }
            }
        }
        for domain in manifest.wanted.keys() {
            if !protocol.domains.iter().any(|known| known.name == *domain) {
                return Err(Error::new(format!("the protocol has no domain {domain}"))
                    .hint("correct protocol.txt"));
            }
        }
        Ok(emitter)
    }

    /// Finds the types that the wanted members use, and how they travel.
    fn reach(&mut self) -> Result<(), Error> {
        let mut open: Vec<(Key, Ways)> = Vec::new();
        for ((domain, name), member) in &self.commands {
            let owner = format!("{domain}.{name}");
            open.extend(Self::references(
                domain,
                &self.kept(&owner, &member.parameters, Ways::SENT),
                Ways::SENT,
            ));
            open.extend(Self::references(
                domain,
                &self.kept(&owner, &member.returns, Ways::RECEIVED),
                Ways::RECEIVED,
            ));
        }
        for ((domain, name), member) in &self.events {
            let kept = self.kept(
                &format!("{domain}.{name}"),
                &member.parameters,
                Ways::RECEIVED,
            );
            open.extend(Self::references(domain, &kept, Ways::RECEIVED));
        }
        while let Some((key, ways)) = open.pop() {
            let before = self.used.get(&key).copied().unwrap_or_default();
            let after = before.and(ways);
            if before == after {
                continue;
            }
            let Some(found) = self.types.get(&key) else {
                return Err(Error::new(format!(
                    "the protocol has no type {}.{}",
                    key.0, key.1
                )));
            };
            let kept = self.kept(&format!("{}.{}", key.0, key.1), &found.properties, after);
            open.extend(Self::references(&key.0, &kept, after));
            open.extend(reference(&key.0, &found.shape).map(|key| (key, after)));
            self.used.insert(key, after);
        }
        Ok(())
    }

    fn references(domain: &str, fields: &[&Property], ways: Ways) -> Vec<(Key, Ways)> {
        fields
            .iter()
            .filter_map(|field| reference(domain, &field.shape))
            .map(|key| (key, ways))
            .collect()
    }

    /// The fields that are not left out. Deprecated ones stay only where they must be sent.
    fn kept<'p>(&self, owner: &str, fields: &'p [Property], ways: Ways) -> Vec<&'p Property> {
        fields
            .iter()
            .filter(|field| {
                !self
                    .manifest
                    .omitted
                    .contains(&format!("{owner}.{}", field.name))
            })
            .filter(|field| !field.deprecated || (ways.sent && !field.optional))
            .collect()
    }

    fn check_omissions(&self) -> Result<(), Error> {
        let mut known = BTreeSet::new();
        let mut add = |owner: &Key, fields: &[Property]| {
            known.extend(
                fields
                    .iter()
                    .map(|field| format!("{}.{}.{}", owner.0, owner.1, field.name)),
            );
        };
        self.types
            .iter()
            .for_each(|(key, one)| add(key, &one.properties));
        for (key, member) in self.commands.iter().chain(&self.events) {
            add(key, &member.parameters);
            add(key, &member.returns);
        }
        match self
            .manifest
            .omitted
            .iter()
            .find(|name| !known.contains(*name))
        {
            Some(name) => Err(Error::new(format!(
                "protocol.txt leaves out {name}, which is not there"
            ))
            .hint("remove it")),
            None => Ok(()),
        }
    }

    /// One domain's module, if anything of it is used.
    fn module(&self, domain: &str, description: &str) -> Result<Option<String>, Error> {
        let mut out = Source::default();
        for ((of, name), ways) in &self.used {
            if of == domain
                && let Some(found) = self.types.get(&(of.clone(), name.clone()))
            {
                self.named_type(domain, found, *ways, &mut out)?;
            }
        }
        for ((of, name), command) in &self.commands {
            if of == domain {
                self.command(domain, name, command, &mut out)?;
            }
        }
        for ((of, name), event) in &self.events {
            if of == domain {
                self.event(domain, name, event, &mut out)?;
            }
        }
        if out.text.is_empty() {
            return Ok(None);
        }
        let mut head = format!("//! The domain `{domain}`.\n");
        if !description.is_empty() {
            head.push_str("//!\n");
            head.push_str(&docs(description, domain).replace("///", "//!"));
        }
        head.push('\n');
        let traits: Vec<&str> = ["Deserialize", "Serialize"]
            .into_iter()
            .filter(|name| out.text.contains(*name))
            .collect();
        if !traits.is_empty() {
            let _ = writeln!(head, "use serde::{{{}}};\n", traits.join(", "));
        }
        let used: Vec<&str> = ["Command", "Empty", "Event"]
            .into_iter()
            .filter(|name| {
                out.text.contains(&format!("impl {name} for"))
                    || out.text.contains(&format!("type Reply = {name};"))
            })
            .collect();
        if !used.is_empty() {
            let _ = writeln!(head, "use crate::command::{{{}}};", used.join(", "));
        }
        let macros: Vec<&str> = ["string_enum", "string_id"]
            .into_iter()
            .filter(|name| out.text.contains(&format!("{name}! {{")))
            .collect();
        if !macros.is_empty() {
            let _ = writeln!(head, "use crate::wire::{{{}}};", macros.join(", "));
        }
        Ok(Some(head + "\n" + &out.text))
    }

    fn named_type(
        &self,
        domain: &str,
        found: &Type,
        ways: Ways,
        out: &mut Source,
    ) -> Result<(), Error> {
        let name = pascal(&found.id);
        let full = format!("{domain}.{}", found.id);
        let documentation = docs(&found.description, &full);
        if !found.shape.values.is_empty() {
            return out.enumeration(&name, &documentation, &found.shape.values);
        }
        if !found.properties.is_empty() {
            let kept = self.kept(&full, &found.properties, ways);
            let item = Item {
                domain,
                name: &name,
                full: &full,
                documentation: &documentation,
            };
            return self.structure(&item, &kept, ways, out);
        }
        out.name(&name)?;
        match found.shape.kind.as_str() {
            "string" => {
                let inside = indented(&format!("{documentation}pub struct {name};\n"));
                let _ = writeln!(out.text, "string_id! {{\n{inside}}}\n");
            }
            kind => {
                let more = match kind {
                    "integer" => "Copy, PartialEq, Eq, PartialOrd, Ord, Hash",
                    "number" => "Copy, PartialEq, PartialOrd",
                    _ => "PartialEq",
                };
                let site = Site {
                    enumeration: format!("{name}Value"),
                    docs: format!("/// Values of [`{name}`].\n"),
                };
                let inner = out.rust_type(domain, &site, &found.shape)?;
                let _ = writeln!(
                    out.text,
                    "{documentation}#[derive(Debug, Clone, {more}, {})]\n#[serde(transparent)]\npub struct {name}(/// The bare value.\npub {inner});\n",
                    ways.derives()
                );
            }
        }
        Ok(())
    }

    fn command(
        &self,
        domain: &str,
        name: &str,
        command: &Member,
        out: &mut Source,
    ) -> Result<(), Error> {
        let (method, rust) = (format!("{domain}.{name}"), pascal(name));
        let parameters = self.kept(&method, &command.parameters, Ways::SENT);
        let documentation = docs(&command.description, &method);
        let item = Item {
            domain,
            name: &rust,
            full: &method,
            documentation: &documentation,
        };
        self.structure(&item, &parameters, Ways::SENT, out)?;
        let returns = self.kept(&method, &command.returns, Ways::RECEIVED);
        let reply = if returns.is_empty() {
            "Empty".to_owned()
        } else {
            format!("{rust}Reply")
        };
        if !returns.is_empty() {
            let documentation = format!("/// The reply to [`{rust}`].\n");
            let item = Item {
                domain,
                name: &reply,
                full: &method,
                documentation: &documentation,
            };
            self.structure(&item, &returns, Ways::RECEIVED, out)?;
        }
        let _ = writeln!(
            out.text,
            "impl Command for {rust} {{\nconst METHOD: &'static str = \"{method}\";\ntype Reply = {reply};\n}}\n"
        );
        Ok(())
    }

    fn event(
        &self,
        domain: &str,
        name: &str,
        event: &Member,
        out: &mut Source,
    ) -> Result<(), Error> {
        let (method, rust) = (format!("{domain}.{name}"), pascal(name));
        let fields = self.kept(&method, &event.parameters, Ways::RECEIVED);
        let documentation = docs(&event.description, &method);
        let item = Item {
            domain,
            name: &rust,
            full: &method,
            documentation: &documentation,
        };
        self.structure(&item, &fields, Ways::RECEIVED, out)?;
        let _ = writeln!(
            out.text,
            "impl Event for {rust} {{\nconst METHOD: &'static str = \"{method}\";\n}}\n"
        );
        Ok(())
    }

    fn structure(
        &self,
        item: &Item<'_>,
        fields: &[&Property],
        ways: Ways,
        out: &mut Source,
    ) -> Result<(), Error> {
        let Item {
            domain,
            name,
            full,
            documentation,
        } = item;
        out.name(name)?;
        // Fields first: their inline enumerations are written before the struct.
        let mut lines = String::new();
        let mut required = Vec::new();
        let mut optional = Vec::new();
        for property in fields {
            let rust = field(&property.name);
            let site = Site {
                enumeration: format!("{name}{}", pascal(&property.name)),
                docs: format!("/// Values of `{rust}` of [`{name}`].\n"),
            };
            let mut kind = out.rust_type(domain, &site, &property.shape)?;
            if self.is_cyclic(domain, full, property) {
                kind = format!("Box<{kind}>");
            }
            lines.push_str(&docs(
                &property.description,
                &format!("{full}.{}", property.name),
            ));
            let mut attributes = Vec::new();
            if camel(&rust) != property.name {
                attributes.push(format!("rename = \"{}\"", property.name));
            }
            if property.optional || (property.experimental && !ways.sent) {
                if ways.sent {
                    attributes.push("skip_serializing_if = \"Option::is_none\"".to_owned());
                }
                kind = format!("Option<{kind}>");
                optional.push(rust.clone());
            } else {
                required.push((rust.clone(), kind.clone()));
            }
            if !attributes.is_empty() {
                let _ = writeln!(lines, "#[serde({})]", attributes.join(", "));
            }
            let _ = writeln!(lines, "pub {rust}: {kind},");
        }
        let default = if required.is_empty() && ways.sent {
            "Default, "
        } else {
            ""
        };
        let rename = if fields.is_empty() {
            ""
        } else {
            "#[serde(rename_all = \"camelCase\")]\n"
        };
        let _ = writeln!(
            out.text,
            "{documentation}#[derive(Debug, Clone, PartialEq, {default}{})]\n{rename}pub struct {name} {{\n{lines}}}\n",
            ways.derives()
        );
        if ways.sent && !required.is_empty() {
            self.constructor(name, &required, &optional, out);
        }
        Ok(())
    }

    /// `new` with what is required; the rest is set with struct update syntax.
    fn constructor(
        &self,
        name: &str,
        required: &[(String, String)],
        optional: &[String],
        out: &mut Source,
    ) {
        let mut arguments = Vec::new();
        let mut values = Vec::new();
        for (field, kind) in required {
            let converted = kind == "String" || self.is_string_id(kind);
            arguments.push(if converted {
                format!("{field}: impl Into<{kind}>")
            } else {
                format!("{field}: {kind}")
            });
            values.push(if converted {
                format!("{field}: {field}.into()")
            } else {
                field.clone()
            });
        }
        values.extend(optional.iter().map(|field| format!("{field}: None")));
        let _ = writeln!(
            out.text,
            "impl {name} {{\n/// With what is required, and nothing of what is optional.\npub fn new({}) -> Self {{\nSelf {{ {} }}\n}}\n}}\n",
            arguments.join(", "),
            values.join(", ")
        );
    }

    fn is_string_id(&self, rust: &str) -> bool {
        let last = rust.rsplit("::").next().unwrap_or(rust);
        self.used.keys().any(|key| {
            pascal(&key.1) == last
                && self
                    .types
                    .get(key)
                    .is_some_and(|one| one.shape.kind == "string" && one.shape.values.is_empty())
        })
    }

    /// Whether a struct would contain itself through this field.
    fn is_cyclic(&self, domain: &str, owner: &str, property: &Property) -> bool {
        // An array already puts its items elsewhere.
        let direct = |domain: &str, shape: &Shape| {
            shape.reference.as_deref().map(|name| key_of(domain, name))
        };
        let mut open: Vec<Key> = direct(domain, &property.shape).into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(key) = open.pop() {
            let full = format!("{}.{}", key.0, key.1);
            if full == owner {
                return true;
            }
            if let Some(found) = self.types.get(&key)
                && seen.insert(key.clone())
            {
                let ways = self.used.get(&key).copied().unwrap_or_default();
                let kept = self.kept(&full, &found.properties, ways);
                open.extend(kept.iter().filter_map(|field| direct(&key.0, &field.shape)));
            }
        }
        false
    }
}
