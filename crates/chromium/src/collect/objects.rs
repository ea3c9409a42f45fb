//! From the browser's numbers of nodes to objects in our world, many at once.

use std::time::Instant;

use surefoot_cdp::protocol::dom::{BackendNodeId, ResolveNode};
use surefoot_cdp::protocol::runtime::{
    CallArgument, CallFunctionOn, ReleaseObjectGroup, RemoteObjectId,
};

use crate::frame::Frame;

/// The group of objects that are let go of when a capture is done with them.
pub(super) const GROUP: &str = "surefoot-capture";

/// The objects of nodes in our world of a frame; `None` for nodes that are gone. All are asked for before any is waited
/// for.
pub(super) async fn resolve(
    frame: &Frame,
    nodes: &[BackendNodeId],
    by: Instant,
) -> Vec<Option<RemoteObjectId>> {
    let Some(world) = frame.world_number else {
        return vec![None; nodes.len()];
    };
    let commands: Vec<_> = nodes
        .iter()
        .map(|node| ResolveNode {
            backend_node_id: Some(*node),
            execution_context_id: Some(world),
            object_group: Some(GROUP.to_owned()),
            ..ResolveNode::default()
        })
        .collect();
    let calls: Vec<_> = commands
        .iter()
        .map(|command| frame.session.call(command).by(by.into()))
        .collect();
    let mut objects = Vec::with_capacity(nodes.len());
    for call in calls {
        objects.push(call.await.ok().and_then(|reply| reply.object.object_id));
    }
    objects
}

/// Calls a function in our world with objects of it; answers the string it returns.
pub(super) async fn call(
    frame: &Frame,
    function: &str,
    objects: Vec<RemoteObjectId>,
    by: Instant,
) -> Option<String> {
    let on = objects.first()?.clone();
    let argument = |object| CallArgument {
        object_id: Some(object),
        ..CallArgument::default()
    };
    let call = CallFunctionOn {
        object_id: Some(on),
        arguments: Some(objects.into_iter().map(argument).collect()),
        return_by_value: Some(true),
        silent: Some(true),
        ..CallFunctionOn::new(function)
    };
    let reply = frame.session.call(&call).by(by.into()).await.ok()?;
    reply.result.value?.as_str().map(str::to_owned)
}

/// Lets go of the objects of the group.
pub(super) fn release(frame: &Frame) {
    let release = ReleaseObjectGroup::new(GROUP);
    frame.session.call(&release).forget();
}
