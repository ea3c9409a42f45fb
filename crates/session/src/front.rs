//! What is known of a page as a whole, for formats that show it; and a note of what stands in front of it, for those
//! that do not.

use std::sync::Arc;

use surefoot_engine::{Note, NoteKind};
use surefoot_snapshot::{PageFacts, Snapshot};
use surefoot_view::escape::quoted;
use surefoot_view::{Format, line_of};

use crate::Session;
use crate::session::Look;

/// The facts of a page.
pub(crate) fn facts(look: &Look) -> Arc<PageFacts> {
    let semantics = surefoot_aria::Semantics::new(&look.page);
    Arc::new(PageFacts::new(&semantics, &look.outline))
}

impl Session {
    /// Says of a page that something blocks what it is, and what makes it go away; of formats that say so themselves
    /// there is nothing to say. What makes it go away is given a ref if it has none.
    pub(crate) fn note_of_front(
        &mut self,
        format: Format,
        shown: &Snapshot,
        look: &Look,
    ) -> Option<Note> {
        if !matches!(format, Format::Compact | Format::Tree | Format::Numbered) {
            return None;
        }
        let overlay = shown.overlays.iter().find(|overlay| overlay.blocking)?;
        let mut text = format!(
            "the page is blocked by something in front of it, a {}",
            overlay.kind.as_str()
        );
        if !overlay.title.is_empty() {
            text.push(' ');
            text.push_str(&quoted(&overlay.title));
        }
        if let Some(at) = overlay.dismiss.and_then(|key| look.outline.position(key)) {
            let known = shown
                .items
                .iter()
                .find(|item| Some(item.key) == overlay.dismiss);
            let known = known.and_then(|item| item.reference);
            if known.is_none() {
                self.registry.assign_at(&look.outline, &[at]);
            }
            if let Some(item) = look.outline.items.get(at) {
                let label = self.label(item);
                let control = line_of(None, &label.role, &label.name);
                let way = match known.or(label.reference) {
                    Some(reference) => {
                        format!("; `click {reference}` ({control}) may make it go away")
                    }
                    None => format!("; {control} may make it go away"),
                };
                text.push_str(&way);
            }
        }
        Some(Note {
            kind: NoteKind::Other,
            text,
        })
    }
}
