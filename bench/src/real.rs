//! Real pages: from the corpus, and from Rust's own documentation where that is installed.

use std::path::PathBuf;
use std::process::Command;

use surefoot_corpus::Missing;

/// Pages of the corpus of about 1 MB, and a news page of 0.4 MB: a name to report by, and the name in the corpus.
const CORPUS: [(&str, &str); 4] = [
    ("ionicons", LARGE),
    ("tabler-icons", "tabler-icons/tabler-icons.html"),
    (
        "dygraphs",
        "dygraphs/_site/jsdoc/symbols/src/src_dygraph.js.html",
    ),
    ("news", NEWS),
];

/// The largest page of the corpus, 1.3 MB: a list of icons, each in many sizes.
pub const LARGE: &str = "ionicons/cheatsheet.html";

/// A page of a news site as a browser saved it: the most usual kind of page among the large ones.
pub const NEWS: &str =
    "saved-pages/files/74e8bc94abea7c60f022d8d3f672f80e59e3e126735fae0b5ee5914ff2fce48e.html";

/// Pages of about 1 MB of Rust's documentation: a generated reference page, and one long text with links.
const RUST: [(&str, &str); 2] = [
    ("rust-vec", "std/vec/struct.Vec.html"),
    ("rust-releases", "releases.html"),
];

/// A page with the name it is reported by.
#[derive(Debug, Clone)]
pub struct RealPage {
    /// A word.
    pub label: &'static str,
    /// The page as it was published.
    pub bytes: Vec<u8>,
}

/// All large real pages there are here. Those of the corpus must be there, those of Rust's documentation need not.
pub fn pages() -> Result<Vec<RealPage>, Missing> {
    let mut pages = Vec::new();
    for (label, name) in CORPUS {
        let bytes = corpus(name)?;
        pages.push(RealPage { label, bytes });
    }
    if let Some(folder) = rust_docs() {
        for (label, file) in RUST {
            if let Ok(bytes) = std::fs::read(folder.join(file)) {
                pages.push(RealPage { label, bytes });
            }
        }
    }
    Ok(pages)
}

/// One page of the corpus by its name there.
pub fn corpus(name: &str) -> Result<Vec<u8>, Missing> {
    let page = surefoot_corpus::page(name)?;
    Ok(page.bytes().unwrap_or_default())
}

/// The folder of Rust's documentation as rustup installs it.
fn rust_docs() -> Option<PathBuf> {
    let output = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    let folder = PathBuf::from(sysroot.trim()).join("share/doc/rust/html");
    folder.is_dir().then_some(folder)
}
