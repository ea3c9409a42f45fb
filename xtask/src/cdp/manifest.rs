//! The list of what is wanted of the protocol: `crates/cdp/protocol.txt`, whose head explains its lines.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::Error;

/// The list, read.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    pub(crate) package: String,
    pub(crate) version: String,
    pub(crate) sha256: String,
    /// Per domain, the commands and events.
    pub(crate) wanted: BTreeMap<String, Vec<String>>,
    /// `Domain.Type.field` of what is left out.
    pub(crate) omitted: BTreeSet<String>,
}

impl Manifest {
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let mut manifest = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let refused =
                |why: &str| Error::new(format!("protocol.txt line {}: {why}: {line}", index + 1));
            if let Some(rest) = line.strip_prefix("package ") {
                let [package, version, sha256] = rest.split_whitespace().collect::<Vec<_>>()[..]
                else {
                    return Err(refused("a package line is `package NAME VERSION SHA256`"));
                };
                (manifest.package, manifest.version, manifest.sha256) =
                    (package.to_owned(), version.to_owned(), sha256.to_owned());
            } else if let Some(rest) = line.strip_prefix("- ") {
                manifest
                    .omitted
                    .extend(rest.split_whitespace().map(str::to_owned));
            } else if let Some((domain, names)) = line.split_once(':') {
                let wanted = manifest.wanted.entry(domain.to_owned()).or_default();
                for name in names.split_whitespace() {
                    if wanted.iter().any(|known| known == name) {
                        return Err(refused(&format!("{name} is listed twice")));
                    }
                    wanted.push(name.to_owned());
                }
            } else {
                return Err(refused("neither a package, nor a domain, nor an omission"));
            }
        }
        if manifest.package.is_empty() {
            return Err(Error::new("protocol.txt has no package line"));
        }
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn lines_of_every_kind() {
        let manifest = Manifest::parse(
            "# x\npackage p 1 ab\n\nPage: enable navigate\nPage: reload\n- A.b.c D.e.f\n",
        )
        .unwrap();
        assert_eq!(
            (manifest.package.as_str(), manifest.version.as_str()),
            ("p", "1")
        );
        assert_eq!(manifest.wanted["Page"], ["enable", "navigate", "reload"]);
        assert!(manifest.omitted.contains("D.e.f"));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, part) in [
            ("package p\n", "line 1"),
            (
                "package p 1 a\nPage: enable\nPage: enable",
                "line 3: enable is listed twice",
            ),
            ("package p 1 a\nnonsense", "line 2: neither"),
            ("Page: enable", "no package line"),
        ] {
            let error = Manifest::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
