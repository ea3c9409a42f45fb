//! A flow as a test for Playwright.
//!
//! Elements are found by their selectors, matched in one tree each (`css:light`), and, where their role is one that
//! Playwright knows the same way, have to have their role and name as well. What a step was seen to do becomes what the
//! test expects; what Playwright cannot do becomes a comment that says so.

use std::fmt::Write as _;

use surefoot_engine::{DialogAnswer, Distance, LoadState, Modifiers, MouseButton};
use surefoot_session::{
    Chain, Command, DialogCommand, Expected, Flow, FlowElement, FlowStep, FlowTree, TabCommand,
    WaitFor,
};

use super::{Typed, meaning};

/// Roles of which Playwright's names can be relied on to be ours.
const NAMED: &[&str] = &[
    "button",
    "checkbox",
    "combobox",
    "link",
    "menuitem",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
];

/// Tags of which Playwright says no role, or another one.
const OTHERWISE: &[&str] = &[
    "summary",
    "input[type=password]",
    "input[type=file]",
    "input[type=color]",
    "input[type=date]",
    "input[type=datetime-local]",
    "input[type=month]",
    "input[type=time]",
    "input[type=week]",
];

/// The text of a test file.
pub(crate) fn export(flow: &Flow, name: &str) -> String {
    let mut out = String::from(
        "// Made by surefoot from a recorded flow. Run it with: npx playwright test\n\
         import { test, expect } from '@playwright/test';\n",
    );
    let uses_secrets = flow
        .steps
        .iter()
        .any(|step| typed(&step.command).is_some_and(is_secret));
    if uses_secrets {
        out.push_str(
            "\n// Secrets are not part of a flow: they come from the environment.\n\
             const secret = (name: string): string => {\n  \
               const value = process.env[name];\n  \
               if (value === undefined) throw new Error(`set the environment variable ${name}`);\n  \
               return value;\n\
             };\n",
        );
    }
    let _ = write!(
        out,
        "\ntest({}, async ({{ page: first }}) => {{\n",
        string(name)
    );
    out.push_str("  let page = first;\n");
    let has_tabs = flow.steps.iter().any(has_tabs);
    if has_tabs {
        out.push_str("  const tabs = [first];\n");
    }
    let mut answered = false;
    for (at, step) in flow.steps.iter().enumerate() {
        if std::mem::take(&mut answered) {
            continue;
        }
        let _ = write!(out, "\n  // {}: {}\n", at + 1, comment(&step.what()));
        let next = flow.steps.get(at + 1);
        let answer = next.and_then(|next| dialog_answer(&next.command));
        answered = answer.is_some() && !step.expected.dialogs.is_empty();
        one(&mut out, step, answer.filter(|_| answered), has_tabs);
        if answered && let Some(next) = next {
            let _ = writeln!(out, "  // {}: {} (above)", at + 2, comment(&next.what()));
            expectations(&mut out, next);
        }
    }
    out.push_str("});\n");
    out
}

/// A step: what has to be listened for, what is done, what is expected.
fn one(out: &mut String, step: &FlowStep, answer: Option<&DialogAnswer>, has_tabs: bool) {
    let expected = &step.expected;
    for (at, (_, message)) in expected.dialogs.iter().enumerate() {
        let reply = match answer {
            Some(DialogAnswer::Accept(Some(text))) => format!("accept({})", string(text)),
            Some(DialogAnswer::Dismiss) => "dismiss()".to_owned(),
            _ => "accept()".to_owned(),
        };
        if at == 0 {
            let _ = write!(
                out,
                "  page.once('dialog', async (dialog) => {{\n    expect(dialog.message()).toBe({});\n    await dialog.{reply};\n  }});\n",
                string(message)
            );
        }
    }
    if expected.tabs > 0 {
        out.push_str("  const popup = page.waitForEvent('popup');\n");
    }
    if !expected.downloads.is_empty() {
        out.push_str("  const download = page.waitForEvent('download');\n");
    }
    let opens = expected.tabs > 0 || !expected.downloads.is_empty();
    let mut body = String::new();
    for line in lines(step, has_tabs) {
        let _ = writeln!(body, "  {line}");
    }
    out.push_str(&body);
    if let [file, ..] = expected.downloads.as_slice() {
        let _ = writeln!(
            out,
            "  expect((await download).suggestedFilename()).toBe({});",
            string(file)
        );
    }
    if expected.tabs > 0 {
        out.push_str("  page = await popup;\n  tabs.push(page);\n");
    }
    expectations(out, step);
    if opens {
        // Names are the test's own; a block keeps them from meeting those of other steps.
        let begin = out.rfind("  // ").unwrap_or(0);
        let begin = out[begin..]
            .find('\n')
            .map_or(out.len(), |end| begin + end + 1);
        let block = out.split_off(begin);
        out.push_str("  {\n");
        for line in block.lines() {
            let _ = writeln!(out, "  {line}");
        }
        out.push_str("  }\n");
    }
}

fn has_tabs(step: &FlowStep) -> bool {
    step.expected.tabs > 0 || matches!(step.command, Command::Tab(_))
}

fn dialog_answer(command: &Command) -> Option<&DialogAnswer> {
    match command {
        Command::Dialog(DialogCommand::Answer(answer)) => Some(answer),
        _ => None,
    }
}

/// What is done, as statements.
fn lines(step: &FlowStep, has_tabs: bool) -> Vec<String> {
    let elements: Vec<String> = step.elements.iter().map(locator).collect();
    let on = elements.first().map(String::as_str);
    let call = |what: String| match on {
        Some(on) => vec![format!("await {on}.{what};")],
        None => vec!["// not exported: the flow does not say which element".to_owned()],
    };
    let text = |text: &str| match meaning(text) {
        Typed::Text(plain) => string(plain),
        Typed::Secret(name) => format!("secret({})", string(name)),
    };
    match &step.command {
        Command::Open { url } => vec![format!("await page.goto({});", string(url))],
        Command::Back => vec!["await page.goBack();".to_owned()],
        Command::Forward => vec!["await page.goForward();".to_owned()],
        Command::Reload => vec!["await page.reload();".to_owned()],
        Command::Click { count, .. } => {
            let name = if *count == 2 { "dblclick" } else { "click" };
            call(format!("{name}({})", click_options(&step.command)))
        }
        Command::Hover { .. } => call("hover()".to_owned()),
        Command::Focus { .. } => call("focus()".to_owned()),
        Command::ScrollTo { .. } => call("scrollIntoViewIfNeeded()".to_owned()),
        Command::Scroll { by, .. } => {
            let by = scroll(*by);
            match on {
                Some(on) => vec![format!("await {on}.evaluate((element) => element.{by});")],
                None => vec![format!(
                    "await page.evaluate(() => (document.scrollingElement ?? document.body).{by});"
                )],
            }
        }
        Command::Drag { .. } => match elements.as_slice() {
            [from, to, ..] => vec![format!("await {from}.dragTo({to});")],
            _ => call(String::new()),
        },
        Command::Fill { text: typed, .. } => call(format!("fill({})", text(typed))),
        Command::Type { text: typed, .. } => match on {
            Some(_) => call(format!("pressSequentially({})", text(typed))),
            None => vec![format!("await page.keyboard.type({});", text(typed))],
        },
        Command::Press { chord, .. } => match on {
            Some(_) => call(format!("press({})", text(chord))),
            None => vec![format!("await page.keyboard.press({});", text(chord))],
        },
        Command::Key { key, down } => {
            let name = if *down { "down" } else { "up" };
            vec![format!("await page.keyboard.{name}({});", string(key))]
        }
        Command::Select { choices, .. } => call(format!("selectOption({})", strings(choices))),
        Command::SetChecked { checked, .. } => call(format!("setChecked({checked})")),
        Command::Submit { .. } => vec![format!(
            "await {}.evaluate((element) => (element.closest('form') as HTMLFormElement).requestSubmit());",
            on.unwrap_or("page.locator('form')")
        )],
        Command::Upload { files, .. } => {
            let files: Vec<String> = files
                .iter()
                .map(|f| f.to_string_lossy().into_owned())
                .collect();
            call(format!("setInputFiles({})", strings(&files)))
        }
        Command::Tab(what) if has_tabs => tab(what),
        Command::Wait(what) => wait(what),
        Command::Dialog(_) => vec!["// answered where the dialog was opened".to_owned()],
        _ => vec!["// not exported: Playwright has no such step".to_owned()],
    }
}

fn click_options(command: &Command) -> String {
    let Command::Click {
        button,
        modifiers,
        position,
        ..
    } = command
    else {
        return String::new();
    };
    let mut options = Vec::new();
    match button {
        MouseButton::Left => {}
        MouseButton::Middle => options.push("button: 'middle'".to_owned()),
        MouseButton::Right => options.push("button: 'right'".to_owned()),
    }
    const WORDS: [(Modifiers, &str); 4] = [
        (Modifiers::ALT, "'Alt'"),
        (Modifiers::CONTROL, "'Control'"),
        (Modifiers::META, "'Meta'"),
        (Modifiers::SHIFT, "'Shift'"),
    ];
    let held: Vec<&str> = WORDS
        .iter()
        .filter(|(held, _)| modifiers.contains(*held))
        .map(|(_, word)| *word)
        .collect();
    if !held.is_empty() {
        options.push(format!("modifiers: [{}]", held.join(", ")));
    }
    if let Some(at) = position {
        options.push(format!("position: {{ x: {}, y: {} }}", at.x, at.y));
    }
    if options.is_empty() {
        String::new()
    } else {
        format!("{{ {} }}", options.join(", "))
    }
}

fn scroll(by: Distance) -> String {
    match by {
        Distance::By(right, down) => format!("scrollBy({right}, {down})"),
        Distance::Views(right, down) => {
            format!("scrollBy({right} * innerWidth, {down} * innerHeight)")
        }
        Distance::Start => "scrollTo(0, 0)".to_owned(),
        Distance::End => "scrollTo(0, 1e9)".to_owned(),
    }
}

fn tab(what: &TabCommand) -> Vec<String> {
    match what {
        TabCommand::New(url) => {
            let mut lines = vec![
                "page = await page.context().newPage();".to_owned(),
                "tabs.push(page);".to_owned(),
            ];
            lines.extend(
                url.iter()
                    .map(|url| format!("await page.goto({});", string(url))),
            );
            lines
        }
        TabCommand::Switch(number) => vec![format!("page = tabs[{}];", number.saturating_sub(1))],
        TabCommand::Close(Some(number)) => {
            vec![format!("await tabs[{}].close();", number.saturating_sub(1))]
        }
        TabCommand::Close(None) => vec![
            "await page.close();".to_owned(),
            "page = tabs.filter((tab) => !tab.isClosed()).at(-1) ?? first;".to_owned(),
        ],
        TabCommand::List => Vec::new(),
    }
}

fn wait(what: &WaitFor) -> Vec<String> {
    vec![match what {
        WaitFor::Target(css) => {
            format!("await expect(page.locator({})).toBeVisible();", string(css))
        }
        WaitFor::Gone(css) => format!("await expect(page.locator({})).toBeHidden();", string(css)),
        WaitFor::Text(text) => {
            format!(
                "await expect(page.getByText({}).first()).toBeVisible();",
                string(text)
            )
        }
        WaitFor::Url(pattern) => format!("await page.waitForURL({});", string(pattern)),
        WaitFor::Load(state) => format!(
            "await page.waitForLoadState('{}');",
            match state {
                LoadState::Commit | LoadState::DomContentLoaded => "domcontentloaded",
                LoadState::Load => "load",
                LoadState::NetworkIdle => "networkidle",
            }
        ),
        WaitFor::Function(script) => format!("await page.waitForFunction({});", string(script)),
        WaitFor::Time(time) => format!("await page.waitForTimeout({});", time.as_millis()),
        _ => "// not exported: Playwright has no such step".to_owned(),
    }]
}

/// What the test expects afterwards. Of a page that may have been left nothing but its address is asked.
fn expectations(out: &mut String, step: &FlowStep) {
    let Expected {
        url,
        value,
        checked,
        alerts,
        ..
    } = &step.expected;
    if let Some(url) = url {
        let _ = writeln!(out, "  await expect(page).toHaveURL({});", string(url));
    } else if let Some(on) = step.elements.first().map(locator) {
        if let Some(checked) = checked {
            let _ = writeln!(
                out,
                "  await expect({on}).toBeChecked({{ checked: {checked} }});"
            );
        }
        // What is chosen in a list is told by its label, and kept as its value.
        let holds_it = matches!(step.command, Command::Fill { .. } | Command::Type { .. });
        if let Some(value) = value.as_ref().filter(|_| holds_it) {
            let _ = writeln!(out, "  await expect({on}).toHaveValue({});", string(value));
        }
    }
    for alert in alerts {
        let _ = writeln!(
            out,
            "  await expect(page.getByRole('alert').filter({{ hasText: {} }}).first()).toBeVisible();",
            string(alert)
        );
    }
}

/// How Playwright finds an element.
fn locator(element: &FlowElement) -> String {
    let mut from = "page".to_owned();
    let chain = element
        .selector
        .as_deref()
        .and_then(|css| Chain::parse(css).ok());
    let legs = chain.as_ref().map_or(&[][..], Chain::legs);
    let by_role = by_role(element);
    let Some((last, outer)) = legs.split_last() else {
        return format!(
            "{from}.{}",
            by_role.unwrap_or_else(|| "locator(':root')".to_owned())
        );
    };
    let mut in_shadow = false;
    for (leg, tree) in outer.iter().zip(
        element
            .trees
            .iter()
            .chain(std::iter::repeat(&FlowTree::Shadow)),
    ) {
        let css = string(&in_tree(leg, in_shadow));
        in_shadow = *tree == FlowTree::Shadow;
        from = match tree {
            FlowTree::Frame => format!("{from}.frameLocator({css})"),
            FlowTree::Shadow => format!("{from}.locator({css})"),
        };
    }
    let found = format!("{from}.locator({})", string(&in_tree(last, in_shadow)));
    match by_role {
        Some(by_role) => {
            // Both have to be about the same element, in the same frame.
            let frame = element
                .trees
                .iter()
                .rposition(|tree| *tree == FlowTree::Frame);
            let frame = frame.map_or("page".to_owned(), |at| frame_of(element, legs, at));
            format!("{found}.and({frame}.{by_role})")
        }
        None => found,
    }
}

/// The frame that the leg at `at` leads into.
fn frame_of(element: &FlowElement, legs: &[String], at: usize) -> String {
    let mut from = "page".to_owned();
    let mut in_shadow = false;
    for (leg, tree) in legs.iter().zip(&element.trees).take(at + 1) {
        let css = string(&in_tree(leg, in_shadow));
        in_shadow = *tree == FlowTree::Shadow;
        from = match tree {
            FlowTree::Frame => format!("{from}.frameLocator({css})"),
            FlowTree::Shadow => format!("{from}.locator({css})"),
        };
    }
    from
}

/// A selector for one tree. Below a host, what is matched is in its shadow tree, or no more than that.
fn in_tree(css: &str, in_shadow: bool) -> String {
    if in_shadow {
        // Playwright has no `:host`; its `:scope` is the host that was found before.
        css.strip_prefix(":host > ")
            .map_or_else(|| css.to_owned(), |rest| format!(":scope > {rest}"))
    } else {
        format!("css:light={css}")
    }
}

fn by_role(element: &FlowElement) -> Option<String> {
    let is_sure = NAMED.contains(&element.role.as_str())
        && !element.name.is_empty()
        && !OTHERWISE.contains(&element.tag.as_str());
    is_sure.then(|| {
        format!(
            "getByRole('{}', {{ name: {}, exact: true }})",
            element.role,
            string(&element.name)
        )
    })
}

fn typed(command: &Command) -> Option<&str> {
    match command {
        Command::Fill { text, .. } | Command::Type { text, .. } => Some(text),
        Command::Press { chord, .. } => Some(chord),
        _ => None,
    }
}

fn is_secret(text: &str) -> bool {
    matches!(meaning(text), Typed::Secret(_))
}

/// A text within a comment of one line.
fn comment(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                ' '
            } else {
                c
            }
        })
        .collect()
}

/// A text as a string of TypeScript.
fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

fn strings(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| string(text)).collect();
    format!("[{}]", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_export_is_the_golden_file() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/flows");
        let flow = std::fs::read_to_string(folder.join("everything.json")).unwrap();
        let text = export(
            &super::super::read(&flow, "everything.json").unwrap(),
            "everything",
        );
        let golden = folder.join("everything.spec.ts");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&golden, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&golden).unwrap(), text);
    }

    #[test]
    fn texts_stay_within_their_strings() {
        assert_eq!(
            string("it's \\ \n\u{2028}${x}"),
            r"'it\'s \\ \n\u{2028}${x}'"
        );
        assert_eq!(comment("a\nb*/"), "a b*/");
    }
}
