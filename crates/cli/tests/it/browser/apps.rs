//! Real applications from npm, as they are published.

use super::stage::Stage;

/// Adds, completes and deletes in a TodoMVC.
fn todomvc(framework: &str) {
    let stage = Stage::at(&format!("/apps/todomvc/examples/{framework}/index.html"));
    let field = stage
        .elements()
        .iter()
        .find(|e| e["role"] == "textbox" || e["role"] == "searchbox")
        .map_or_else(
            || panic!("{framework}: {}", stage.ok(&["snapshot"])),
            |e| e["ref"].as_u64().unwrap().to_string(),
        );
    for task in ["Buy milk", "Feed the cat"] {
        stage.ok(&["fill", &field, task]);
        stage.ok(&["press", &field, "Enter"]);
        stage.ok(&["wait", "--text", task]);
    }
    let count = stage.text("#todo-count");
    assert!(count.contains('2'), "{framework}: {count}");
    // The first checkbox of the list itself; the one before it toggles all.
    stage.ok(&["click", "#todo-list li:nth-child(1) input[type=checkbox]"]);
    stage.ok(&[
        "wait",
        "--fn",
        "document.querySelector('#todo-count').textContent.includes('1')",
    ]);
    stage.ok(&["click", "#todo-list li:nth-child(2) input[type=checkbox]"]);
    stage.ok(&["wait", "--fn", "document.querySelectorAll('#todo-list li.completed, #todo-list li .completed').length === 2"]);
    // The button that deletes a row shows only while the pointer is over it.
    stage.ok(&["hover", "#todo-list li:nth-child(1)"]);
    stage.ok(&["click", "#todo-list li:nth-child(1) button"]);
    stage.ok(&[
        "wait",
        "--fn",
        "document.querySelectorAll('#todo-list li').length === 1",
    ]);
    let shown = stage.ok(&["snapshot"]);
    assert!(
        shown.contains("Feed the cat") && !shown.contains("Buy milk"),
        "{framework}: {shown}"
    );
}

macro_rules! todomvc {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            todomvc(stringify!($name));
        })*
    };
}

todomvc! { backbone vue angularjs vanillajs knockoutjs mithril }

#[test]
fn swagger_ui_sends_requests() {
    let stage = Stage::at("/apps/swagger-ui/index.html");
    stage.wait_text("Finds pets by status");
    stage.ok(&["click", "#operations-pet-findPets .opblock-summary-control"]);
    stage.ok(&["wait", "#operations-pet-findPets .try-out__btn"]);
    stage.click("button", "Try it out");
    stage.ok(&["select", "#operations-pet-findPets select", "sold"]);
    stage.click("button", "Execute");
    stage.wait_text("Bello");
    assert_eq!(
        stage
            .server
            .seen()
            .iter()
            .filter(|seen| seen.target == "/run/swagger/pets?status=sold")
            .count(),
        1
    );
    // A body is written into a text area of its own.
    stage.ok(&["click", "#operations-pet-addPet .opblock-summary-control"]);
    stage.ok(&["wait", "#operations-pet-addPet .try-out__btn"]);
    stage.ok(&["click", "#operations-pet-addPet .try-out__btn"]);
    stage.ok(&["wait", "#operations-pet-addPet textarea"]);
    stage.ok(&[
        "fill",
        "#operations-pet-addPet textarea",
        "{\"name\": \"Waldi\"}",
    ]);
    stage.ok(&["click", "#operations-pet-addPet .execute"]);
    stage.ok(&["wait", "--text", "201"]);
    let posted = stage
        .server
        .seen()
        .iter()
        .any(|seen| seen.method == "POST" && seen.path() == "/run/swagger/pets");
    assert!(posted);
}

#[test]
fn monaco_is_typed_into_and_replaced() {
    let stage = Stage::at("/run/monaco");
    stage.ok(&["wait", "--text", "ready", "--timeout", "60s"]);
    let editor = stage
        .elements()
        .iter()
        .find(|e| e["role"] == "textbox" && e["name"].as_str().unwrap_or("").contains("ditor"))
        .map_or_else(
            || panic!("{}", stage.ok(&["snapshot"])),
            |e| e["ref"].as_u64().unwrap().to_string(),
        );
    stage.ok(&["fill", &editor, "let answer = 42;"]);
    stage.ok(&["click", "#show"]);
    assert_eq!(stage.text("#log"), "let answer = 42;");
    // As a whole and as it is: what is typed would have its brackets closed, its lines indented, and take seconds.
    let lines: Vec<String> = (0..400)
        .map(|n| format!("  if (a[{n}]) {{ f(\"x\", {n}"))
        .collect();
    let program = lines.join("\n");
    stage.ok(&["fill", &editor, &program]);
    stage.ok(&["click", "#show"]);
    assert_eq!(stage.text("#log").trim(), program.trim());
    stage.ok(&["fill", &editor, "let answer = 42;"]);
    stage.ok(&["press", &editor, "Control+End"]);
    stage.ok(&["type", &editor, "\nanswer"]);
    stage.ok(&["click", "#show"]);
    let shown = stage.text("#log");
    assert!(
        shown.contains("42;") && shown.trim_end().ends_with("answer"),
        "{shown}"
    );
}

#[test]
fn quill_takes_text_and_formats_it() {
    let stage = Stage::at("/run/quill");
    stage.ok(&["fill", ".ql-editor", "Plain words"]);
    stage.ok(&["click", "#show"]);
    assert_eq!(stage.text("#log"), r#"[{"insert":"Plain words\n"}]"#);
    stage.ok(&["focus", ".ql-editor"]);
    stage.ok(&["press", "Control+a"]);
    stage.ok(&["click", ".ql-bold"]);
    stage.ok(&["click", "#show"]);
    let shown = stage.text("#log");
    assert!(shown.contains(r#""bold":true"#), "{shown}");
}

#[test]
fn ag_grid_is_sorted_selected_scrolled_and_edited() {
    let stage = Stage::at("/run/grid");
    stage.wait_text("Tesla");
    stage.ok(&["click", ".ag-header-cell[col-id=price]"]);
    stage.wait_text("sorted;");
    stage.ok(&["dblclick", ".ag-row[row-index='0'] [col-id=make]"]);
    stage.ok(&["fill", ".ag-row[row-index='0'] [col-id=make] input", "Opel"]);
    stage.ok(&["press", "Enter"]);
    stage.wait_text("is Opel");
    stage.ok(&["scroll", "down", "5000", "--in", ".ag-row[row-index='3']"]);
    stage.ok(&["wait", ".ag-row[row-index='125']"]);
}

#[test]
fn material_components_are_operated() {
    let stage = Stage::at("/run/material");
    stage.fill("textbox", "Name", "Ada");
    stage.ok(&["check", &stage.find("checkbox", "I agree")]);
    assert_eq!(stage.ok(&["is", "checked", "#agree"]), "true\n");
    stage.ok(&["check", &stage.find("switch", "Wireless")]);
    stage.wait_text("switch true");
    stage.ok(&["click", "#food .mdc-select__anchor"]);
    stage.ok(&["wait", "[data-value=rice]"]);
    stage.click("option", "Rice");
    stage.wait_text("food rice");
    stage.click("button", "Save");
    stage.ok(&["wait", "--text", "Save it?"]);
    stage.click("button", "Yes");
    stage.wait_text("answer yes");
}

#[test]
fn select2_is_searched() {
    let stage = Stage::at("/run/select2");
    stage.ok(&["click", "#state + .select2 .select2-selection"]);
    stage.ok(&["wait", ".select2-search__field"]);
    stage.ok(&[
        "fill",
        ".select2-container--open .select2-search__field",
        "alab",
    ]);
    stage.ok(&["wait", "--gone", ".select2-results__option:nth-child(2)"]);
    stage.ok(&["click", ".select2-results__option:nth-child(1)"]);
    stage.wait_text("state=Alabama");
}

#[test]
fn flatpickr_takes_a_day() {
    let stage = Stage::at("/run/flatpickr");
    stage.ok(&["click", "#arrival"]);
    stage.ok(&["wait", ".flatpickr-calendar.open"]);
    stage.ok(&["click", ".flatpickr-day[aria-label='March 17, 2026']"]);
    stage.wait_text("2026-03-17;");
    assert_eq!(stage.value("#arrival"), "2026-03-17");
}
