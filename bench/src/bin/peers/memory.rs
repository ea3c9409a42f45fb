//! What large pages and further sessions cost in memory.

use surefoot_bench::tools::Tool;

use crate::table::Goals;

/// How many sessions are added.
const MORE: usize = 4;

/// After a page of 20,000 elements was shown, then closed by opening another.
pub(crate) fn daemon(tools: &[Tool], url: &str, goals: &mut Goals) -> Result<(), String> {
    for tool in tools {
        tool.run(&["open", url])?;
        for words in [&["snapshot"][..], &["snapshot", "-i"]] {
            tool.run(words)?;
        }
        let rss = tool.daemon().rss_mb();
        println!(
            "daemon after 20,000 elements | {}: {rss:.1} MB RSS",
            tool.kind.name
        );
        if tool.kind.name == "surefoot" {
            goals.at_most("daemon after 20,000 elements, MB", rss, 80.0);
        }
    }
    Ok(())
}

/// How much memory grows with four more sessions, daemon and browser together.
pub(crate) fn sessions(tools: &[Tool], url: &str, goals: &mut Goals) -> Result<(), String> {
    for tool in tools {
        tool.run(&["open", url])?;
        tool.run(&["snapshot"])?;
        let before = tool.processes();
        let (pss, count) = (before.pss_mb(), before.count());
        for number in 0..MORE {
            let name = format!("more{number}");
            let words = ["--session", &name, "open", url];
            // agent-browser starts a daemon for each session, and at times says that it should be asked again.
            tool.run(&words).or_else(|_| tool.run(&words))?;
            tool.run(&["--session", &name, "snapshot"])?;
        }
        let after = tool.processes();
        let growth = after.pss_mb() - pss;
        println!(
            "one session, then {MORE} more | {}: {pss:.0} MB PSS in {count} processes, {growth:+.0} MB in {} more",
            tool.kind.name,
            after.count().saturating_sub(count)
        );
        if tool.kind.name == "surefoot" {
            goals.at_most("four more sessions, MB", growth, 130.0);
        }
        for number in 0..MORE {
            tool.run(&["--session", &format!("more{number}"), "close"])?;
        }
    }
    Ok(())
}
