//! Whether the generated types belong to the manifest, and are as they were written.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[test]
fn the_types_belong_to_the_manifest() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = sum(&fs::read(home.join("protocol.txt")).unwrap());
    let mut files = 0;
    for entry in fs::read_dir(home.join("src/protocol")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut parts = text.splitn(4, '\n');
        let (_, of, below, body) = (
            parts.next(),
            parts.next().unwrap(),
            parts.next().unwrap(),
            parts.next().unwrap(),
        );
        let body = body.strip_prefix('\n').unwrap();
        let name = path.display();
        assert_eq!(
            of,
            format!("// manifest {manifest}"),
            "{name} is older than protocol.txt: cargo xtask cdp-codegen"
        );
        assert_eq!(
            below,
            format!("// below {}", sum(body.as_bytes())),
            "{name} was changed by hand: cargo xtask cdp-codegen"
        );
        files += 1;
    }
    assert!(files > 10, "only {files} files");
}
