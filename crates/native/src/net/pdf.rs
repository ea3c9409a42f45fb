//! What a PDF says of itself without being parsed: enough to tell the user what they would open.

use memchr::memmem;

use super::kind::PdfInfo;

/// Page tree nodes looked at. The root is one of them, and each costs a window of bytes.
const MAX_NODES: usize = 5000;
/// How far around `/Type /Pages` the count is looked for.
const WINDOW: usize = 400;

/// Version and number of pages, as far as they can be seen.
pub(super) fn info(body: &[u8]) -> PdfInfo {
    PdfInfo {
        version: version(body),
        pages: pages(body),
    }
}

fn version(body: &[u8]) -> Option<String> {
    // Readers accept the header anywhere in the first kilobyte.
    let head = &body[..body.len().min(1024)];
    let at = memmem::find(head, b"%PDF-")? + 5;
    let digits: Vec<u8> = head[at..]
        .iter()
        .copied()
        .take(3)
        .take_while(|b| b.is_ascii_digit() || *b == b'.')
        .collect();
    String::from_utf8(digits).ok().filter(|v| v.len() == 3)
}

/// The largest count of any page tree node, which is that of the root.
fn pages(body: &[u8]) -> Option<u32> {
    memmem::find_iter(body, b"/Pages")
        .take(MAX_NODES)
        .filter(|&at| body[..at].trim_ascii_end().ends_with(b"/Type"))
        .filter_map(|at| count_near(body, at))
        .max()
        .filter(|&count| count > 0)
}

/// The `/Count` of the dictionary around `at`.
fn count_near(body: &[u8], at: usize) -> Option<u32> {
    let before = &body[at.saturating_sub(WINDOW)..at];
    let after = &body[at..body.len().min(at + WINDOW)];
    // Not beyond the object: its neighbours have counts of their own.
    let start = memmem::rfind(before, b"obj").unwrap_or(0);
    let end = memmem::find(after, b"endobj").unwrap_or(after.len());
    [&before[start..], &after[..end]]
        .into_iter()
        .find_map(|part| {
            let at = memmem::find(part, b"/Count")? + b"/Count".len();
            let rest = part[at..].trim_ascii_start();
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen() {
        let tree = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines 9 0 R >>\nendobj\n\
            2 0 obj <</Type/Pages /Kids [3 0 R 4 0 R] /Count 12>> endobj\n\
            3 0 obj << /Count 5 /Type /Pages >> endobj\n9 0 obj << /Type /Outlines /Count 99 >> endobj";
        assert_eq!(
            info(tree),
            PdfInfo {
                version: Some("1.7".into()),
                pages: Some(12)
            }
        );
        assert_eq!(
            info(b"%PDF-1.4 compressed"),
            PdfInfo {
                version: Some("1.4".into()),
                pages: None
            }
        );
        assert_eq!(info(b"%PDF-x"), PdfInfo::default());
        assert_eq!(info(b""), PdfInfo::default());
    }
}
