//! Closed shadow roots: finding them where the collector suspects some.

use std::time::Instant;

use surefoot_cdp::protocol::dom::{BackendNodeId, DescribeNode, ShadowRootType};
use surefoot_cdp::protocol::runtime::{Evaluate, RemoteObjectId};

use super::objects::{self, GROUP};
use crate::frame::Frame;

/// Asks the browser about the elements of the last capture of a frame that may have a closed shadow root, and gives
/// those that there are to our world. Answers whether there are any: then the frame is worth another capture.
pub(super) async fn adopt(frame: &Frame, suspects: u32, by: Instant) -> bool {
    let elements = elements(frame, suspects, by).await;
    let closed = closed_roots(frame, elements, by).await;
    let (hosts, roots): (Vec<_>, Vec<_>) = closed.into_iter().unzip();
    let roots = objects::resolve(frame, &roots, by).await;
    let pairs: Vec<RemoteObjectId> = hosts
        .into_iter()
        .zip(roots)
        .filter_map(|(host, root)| Some([host, root?]))
        .flatten()
        .collect();
    let found = !pairs.is_empty();
    if found {
        let adopt = "function(...pairs){for(let at=0;at<pairs.length;at+=2)surefoot.adopt(pairs[at],pairs[at+1]);\
            return ''}";
        objects::call(frame, adopt, pairs, by).await;
    }
    objects::release(frame);
    found
}

/// The objects of the suspects.
async fn elements(frame: &Frame, suspects: u32, by: Instant) -> Vec<RemoteObjectId> {
    let calls: Vec<_> = (0..suspects)
        .map(|number| {
            let evaluate = Evaluate {
                unique_context_id: frame.world.clone(),
                object_group: Some(GROUP.to_owned()),
                silent: Some(true),
                ..Evaluate::new(format!("surefoot.suspect({number})"))
            };
            frame.session.call(&evaluate).by(by.into())
        })
        .collect();
    let mut elements = Vec::new();
    for call in calls {
        elements.extend(call.await.ok().and_then(|reply| reply.result.object_id));
    }
    elements
}

/// Those of the elements that have a closed shadow root, with it.
async fn closed_roots(
    frame: &Frame,
    elements: Vec<RemoteObjectId>,
    by: Instant,
) -> Vec<(RemoteObjectId, BackendNodeId)> {
    let calls: Vec<_> = elements
        .into_iter()
        .map(|element| {
            let describe = DescribeNode {
                object_id: Some(element.clone()),
                depth: Some(0),
                ..DescribeNode::default()
            };
            (element, frame.session.call(&describe).by(by.into()))
        })
        .collect();
    let mut found = Vec::new();
    for (element, call) in calls {
        let Ok(reply) = call.await else { continue };
        let roots = reply.node.shadow_roots.unwrap_or_default();
        let closed = roots
            .iter()
            .find(|root| root.shadow_root_type == Some(ShadowRootType::Closed));
        found.extend(closed.map(|root| (element, root.backend_node_id)));
    }
    found
}
