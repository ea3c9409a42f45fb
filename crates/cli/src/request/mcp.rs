//! What `mcp` means.

use surefoot_engine::Error;
use surefoot_mcp::Http;

use crate::args::Global;
use crate::args::mcp::{Mcp, McpCommand};
use crate::commands;
use crate::home::{Home, Surroundings};
use crate::mcp::{Asked, install};
use crate::output::Rendering;

use super::{Plan, current_folder};

/// To serve, or to tell a client about it.
pub(super) fn plan(mcp: Mcp, global: &Global, rendering: Rendering) -> Result<Plan, Error> {
    let here = current_folder()?;
    if let Some(McpCommand::Install(asked)) = &mcp.what {
        return Ok(Plan::Print(install::perform(asked, &here, rendering)?));
    }
    let home = Home::find(&Surroundings::of_process())?;
    let settings = super::settings::settings(global, &here)?.in_effect();
    let settings = commands::settings(&settings, &global.session, &home.downloads())?;
    let http = mcp.http.map(|address| Http {
        address,
        token: mcp.token.filter(|token| !token.is_empty()),
        hosts: mcp.hosts,
        origins: mcp.origins,
        idle: mcp.idle,
    });
    Ok(Plan::ServeMcp(Box::new(Asked {
        tools: mcp.tools,
        settings,
        format: global.format.clone(),
        timeout: global.timeout,
        http,
    })))
}
