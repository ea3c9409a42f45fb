//! Showing the page.

use surefoot_engine::{Error, ErrorKind, Limits, Result};
use surefoot_snapshot::{Options, Scope, filtered};

use crate::{Answer, Session, SnapshotAnswer, SnapshotRequest};

impl Session {
    /// Shows the part of the page that was asked for. A request that fails costs no ref.
    pub(crate) async fn show(
        &mut self,
        request: SnapshotRequest,
        limits: Limits,
    ) -> Result<Answer> {
        let look = self.look(limits).await?;
        let scope = match &request.scope {
            None => None,
            Some(target) => {
                let roots = self.find_all(target, &look, limits).await?;
                if roots.is_empty() {
                    return Err(Error::new(
                        ErrorKind::NotFound,
                        format!("nothing on the page matches the scope {target:?}"),
                    )
                    .with_hint("take a `snapshot` without -s to see what is there"));
                }
                Some(Scope::new(&look.page, &roots))
            }
        };
        let options = Options {
            interactive: request.interactive,
            compact: request.compact,
            depth: request.depth,
            scope,
        };
        let mut snapshot = filtered(&look.outline, &options);
        self.registry
            .assign(&mut snapshot, request.format.numbering());
        self.generation += 1;
        let tab = self.tabs.current();
        Ok(Answer::Snapshot(SnapshotAnswer {
            snapshot,
            format: request.format,
            interactive: request.interactive,
            engine: self.engine.name(),
            generation: self.generation,
            timestamp: look.at,
            error_status: tab.error_status,
            notes: tab.notes.clone(),
        }))
    }
}
