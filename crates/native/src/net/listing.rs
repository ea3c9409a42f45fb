//! A folder as a page: what `file:` URLs of folders show.

use std::fmt::Write;
use std::io;
use std::path::Path;

use url::Url;

/// Most entries shown.
const MAX_ENTRIES: usize = 10_000;

/// The page, and what to tell about it.
pub(super) struct Listing {
    pub(super) html: String,
    pub(super) notes: Vec<String>,
}

struct Entry {
    name: String,
    url: Url,
    /// Size in bytes; `None` for folders.
    size: Option<u64>,
}

/// Lists a folder: folders first, then files, each by name.
pub(super) fn page(path: &Path) -> io::Result<Listing> {
    let mut entries = Vec::new();
    let mut more = false;
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        if entries.len() == MAX_ENTRIES {
            more = true;
            break;
        }
        // The target of a link decides; a link to nowhere is shown as a file.
        let about = std::fs::metadata(entry.path());
        let is_folder = about.as_ref().is_ok_and(std::fs::Metadata::is_dir);
        let url = if is_folder {
            Url::from_directory_path(entry.path())
        } else {
            Url::from_file_path(entry.path())
        };
        let Ok(url) = url else { continue };
        let size = (!is_folder).then(|| about.map_or(0, |m| m.len()));
        entries.push(Entry {
            name: entry.file_name().to_string_lossy().into_owned(),
            url,
            size,
        });
    }
    entries.sort_by(|a, b| (a.size.is_some(), &a.name).cmp(&(b.size.is_some(), &b.name)));
    let notes = if more {
        vec![format!(
            "the folder has more than {MAX_ENTRIES} entries; the others are not shown"
        )]
    } else {
        Vec::new()
    };
    Ok(Listing {
        html: render(path, &entries),
        notes,
    })
}

fn render(path: &Path, entries: &[Entry]) -> String {
    let title = escape(&path.to_string_lossy());
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Index of {title}</title></head>\n<body><h1>Index of {title}</h1>\n<ul>\n"
    );
    if let Some(parent) = path.parent().and_then(|p| Url::from_directory_path(p).ok()) {
        row(&mut html, parent.as_str(), "../", None);
    }
    for entry in entries {
        let name = if entry.size.is_none() {
            format!("{}/", entry.name)
        } else {
            entry.name.clone()
        };
        row(&mut html, entry.url.as_str(), &name, entry.size);
    }
    html.push_str("</ul></body></html>\n");
    html
}

fn row(html: &mut String, href: &str, name: &str, size: Option<u64>) {
    let _ = write!(
        html,
        "<li><a href=\"{}\">{}</a>",
        escape(href),
        escape(name)
    );
    if let Some(size) = size {
        let _ = write!(html, " {size} bytes");
    }
    html.push_str("</li>\n");
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
