//! Frames of the same and of other sites.

use serde_json::Value;

use super::stage::Stage;

/// The ref of the field and of the button in the frame of this name.
fn inside(stage: &Stage, name: &str) -> (String, String) {
    let elements = stage.elements();
    let button = elements
        .iter()
        .position(|e| e["role"] == "button" && e["name"] == format!("Send from {name}").as_str())
        .unwrap_or_else(|| panic!("no frame {name}: {}", stage.ok(&["snapshot"])));
    let field = elements[..button]
        .iter()
        .rev()
        .find(|e| e["role"] == "textbox")
        .unwrap();
    let reference = |e: &Value| e["ref"].as_u64().unwrap().to_string();
    (reference(field), reference(&elements[button]))
}

#[test]
fn every_kind_of_frame_can_be_filled_and_sent() {
    let stage = Stage::at("/js/frames");
    for name in ["same", "other", "nested", "inner", "sandboxed"] {
        stage.ok(&["wait", "--text", &format!("Send from {name}")]);
        let (field, button) = inside(&stage, name);
        stage.ok(&["fill", &field, &format!("word of {name}")]);
        stage.ok(&["click", &button]);
        let sent = format!("{name} sent word of {name}");
        stage.ok(&["wait", "--text", &sent]);
    }
    stage.click("button", "Press in inline");
    stage.wait_text("inline clicked");
    // Once each.
    let main = stage.ok(&["eval", "document.getElementById('log').textContent"]);
    assert_eq!(main.matches(" sent ").count(), 5, "{main}");
    stage.end_clean();
}

#[test]
fn frames_that_go_take_their_refs_with_them() {
    let stage = Stage::at("/js/frames");
    stage.wait_text("Send from other");
    let (field, button) = inside(&stage, "same");
    stage.ok(&["fill", &field, "before"]);
    stage.ok(&["click", "#again"]);
    stage.wait_text("Send from again");
    stage.refused(&["fill", &field, "after"], "stale_ref");
    let (_, again) = inside(&stage, "again");
    stage.ok(&["click", "#remove"]);
    stage.refused(&["click", &again], "stale_ref");
    stage.refused(&["click", &button], "stale_ref");
    stage.ok(&["click", "#add"]);
    stage.wait_text("Send from added");
    let (field, button) = inside(&stage, "added");
    stage.ok(&["fill", &field, "late"]);
    stage.ok(&["click", &button]);
    stage.wait_text("added sent late");
}

#[test]
fn links_in_frames_lead_within_them_or_out() {
    let stage = Stage::at("/js/frames");
    stage.wait_text("Send from inner");
    let (_, button) = inside(&stage, "other");
    let elements = stage.elements();
    let at = elements
        .iter()
        .position(|e| e["ref"].as_u64().map(|r| r.to_string()) == Some(button.clone()))
        .unwrap();
    let after = |name: &str| {
        let link = elements[at..].iter().find(|e| e["name"] == name).unwrap();
        link["ref"].as_u64().unwrap().to_string()
    };
    stage.ok(&["click", &after("Go elsewhere in here")]);
    stage.wait_text("Send from elsewhere");
    assert!(stage.shows("button", "Send from same"));
    let leave = after("Leave the frames");
    stage.refused(&["click", &leave], "stale_ref");
    let links: Vec<Value> = stage.elements();
    let same = links
        .iter()
        .find(|e| e["name"] == "Leave the frames")
        .unwrap();
    stage.ok(&["click", &same["ref"].as_u64().unwrap().to_string()]);
    stage.ok(&["wait", "--url", "**/landed"]);
    assert_eq!(stage.text("h1"), "Landed");
}
