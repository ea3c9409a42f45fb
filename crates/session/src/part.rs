//! Which part of a page a request asks for.

use surefoot_aria::Semantics;
use surefoot_engine::{Error, ErrorKind, Limits, Note, NoteKind, Result};
use surefoot_locate::Purpose;
use surefoot_page::NodeId;
use surefoot_snapshot::{
    Options, Region, Scope, Snapshot, TextPattern, filtered, neighbours, with_hidden,
};

use crate::session::Look;
use crate::{Session, SnapshotRequest};

impl Session {
    /// The part of the page that was asked for, and what there is to say about it.
    pub(crate) async fn part(
        &mut self,
        request: &SnapshotRequest,
        look: &Look,
        limits: Limits,
    ) -> Result<(Snapshot, Vec<Note>)> {
        let mut notes = Vec::new();
        let with_hidden = request
            .hidden
            .then(|| with_hidden(&Semantics::new(&look.page), &look.outline));
        let outline = with_hidden.as_ref().unwrap_or(&look.outline);
        let mut scopes = Vec::new();
        if let Some(target) = &request.scope {
            scopes.push(Scope::new(
                &look.page,
                &self.roots(target, look, limits).await?,
            ));
        }
        if let Some(target) = &request.expand {
            scopes.push(self.expanded(target, outline, look, limits).await?);
        }
        if !request.regions.is_empty() {
            let roots = regions(&request.regions, look, outline)?;
            scopes.push(Scope::new(&look.page, &roots));
        }
        if let Some(target) = &request.around {
            let (scope, note) = self.around_element(target, outline, look, limits).await?;
            scopes.push(scope);
            notes.extend(note);
        }
        if request.in_view {
            scopes.push(Scope::in_view(&look.page, outline).ok_or_else(|| {
                let engine = self.engine.name();
                Error::new(
                    ErrorKind::Unsupported,
                    format!(
                        "the engine `{engine}` has no layout, so nothing is in view or out of it"
                    ),
                )
                .with_hint("leave --viewport-only out, or use --engine chromium")
            })?);
        }
        let options = Options {
            interactive: request.interactive,
            compact: request.compact,
            depth: request.depth.filter(|_| request.expand.is_none()),
            scope: scopes.into_iter().reduce(|all, scope| all.and(&scope)),
            roles: request.roles.clone(),
            text: request.text.as_deref().map(text_pattern).transpose()?,
        };
        Ok((filtered(outline, &options), notes))
    }

    /// The elements of `-s`.
    async fn roots(&mut self, target: &str, look: &Look, limits: Limits) -> Result<Vec<NodeId>> {
        let roots = self.find_all(target, look, limits).await?;
        if roots.is_empty() {
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("nothing on the page matches the scope {target:?}"),
            )
            .with_hint("take a `snapshot` without -s to see what is there"));
        }
        Ok(roots)
    }

    /// What is around an element, and how much of it is left out.
    async fn around_element(
        &mut self,
        target: &str,
        outline: &Snapshot,
        look: &Look,
        limits: Limits,
    ) -> Result<(Scope, Option<Note>)> {
        let element = self.find(target, Purpose::Read, look, limits).await?;
        let position = |node: NodeId| outline.position(look.page.key(node)?);
        // What is not shown itself is in something that is.
        let around = std::iter::successors(Some(element.node), |&node| look.page.flat_parent(node));
        let at = match element
            .shown
            .filter(|_| !outline.items.iter().any(|item| item.hidden))
        {
            Some(at) => Some(at),
            None => around.take(FAR).find_map(position),
        };
        let Some(at) = at else {
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("{target:?} is in nothing that is shown"),
            )
            .with_hint("take a `snapshot` without --around to see what is there"));
        };
        let found = neighbours(outline, at);
        let nodes = found.positions.iter().map(|&at| outline.items[at].node);
        let scope = Scope::exactly(&look.page, nodes);
        let note = (found.before + found.after > 0).then(|| Note {
            kind: NoteKind::Other,
            text: format!(
                "{} more before and {} after stand beside it",
                found.before, found.after
            ),
        });
        Ok((scope, note))
    }
}

/// An element that is not shown is looked for in at most so many elements around it.
const FAR: usize = 1_000;

fn text_pattern(written: &str) -> Result<TextPattern> {
    written.parse().map_err(|why| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("{written:?} is no regular expression: {why}"),
        )
        .with_hint("without slashes around it, it is looked for as it is")
    })
}

/// The elements that are such regions.
fn regions(asked: &[Region], look: &Look, outline: &Snapshot) -> Result<Vec<NodeId>> {
    let semantics = Semantics::new(&look.page);
    let roots: Vec<NodeId> = asked
        .iter()
        .flat_map(|region| region.find(&semantics, outline))
        .collect();
    if roots.is_empty() {
        let words = |regions: &[Region], joint: &str| {
            let names: Vec<&str> = regions.iter().map(|region| region.name()).collect();
            names.join(joint)
        };
        let there = Region::shown(outline);
        return Err(Error::new(
            ErrorKind::NotFound,
            format!("the page has no region {}", words(asked, " or ")),
        )
        .with_hint(if there.is_empty() {
            "the page names no regions; take a `snapshot` without --region".to_owned()
        } else {
            format!("it has {}", words(&there, ", "))
        }));
    }
    Ok(roots)
}
