//! The computation of names and descriptions (accname 1.2 section 4.3), as a machine with its own stack.
//!
//! A *task* is one thing still to be done: visit a node, write a blank, go on with a node once what it asked for is there.
//! Tasks are taken from the end of a list, so pages nested without limit cost memory, not stack. Every visit is counted:
//! one name may cost [`VISITS_PER_NAME`], all names of a page together a multiple of its size; beyond that names are cut.

mod parts;

use surefoot_page::{Collapse, Facts, Name, NodeId, NodeKind, Page, collapse_into, name as n};

use crate::elements::{self, Source, element};
use crate::implicit::svg_title;
use crate::math::math_text;
use crate::{Role, Semantics};

/// The most bytes a name or description can have.
pub const MAX_NAME_BYTES: usize = 4_096;

/// The most nodes that one name may look at.
const VISITS_PER_NAME: usize = 10_000;
/// What each name may still look at when the page's share is used up.
const VISITS_AT_LEAST: usize = 24;

/// How many tasks may be planned for the price of one visit: some are never worked off.
const PLANNED_PER_VISIT: usize = 8;

/// A computed name or description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Named {
    pub(crate) text: Box<str>,
    /// The other nodes whose text it is: labels, captions, what `aria-labelledby` refers to.
    pub(crate) sources: Vec<NodeId>,
    /// It came from the `title` attribute.
    pub(crate) from_title: bool,
}

/// What computations share: stamps of visited nodes, the list of tasks, and how much may still be done.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// Per node, the number of the computation that visited it last.
    visited: Vec<u32>,
    computation: u32,
    tasks: Vec<Task>,
    children: Vec<NodeId>,
    budget: usize,
    nodes: usize,
}

impl Scratch {
    pub(crate) fn new(nodes: usize) -> Scratch {
        Scratch {
            visited: Vec::new(),
            computation: 0,
            tasks: Vec::new(),
            children: Vec::new(),
            budget: 16 * nodes + 200_000,
            nodes,
        }
    }
}

/// How a node came to be visited.
#[derive(Clone, Copy, Debug)]
struct Mode {
    /// By a reference of `aria-labelledby` or `aria-describedby`, or below one: further references are not followed.
    referred: bool,
    /// What refers to it is hidden content, so hidden nodes count.
    hidden_counts: bool,
    /// As part of the text of another element.
    embedded: bool,
}

/// Where the computation of one node's text stands; the order is that of the specification.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Step 2B.
    LabelledBy,
    /// Step 2C, embedded controls.
    Control,
    /// Step 2D.
    Label,
    /// Step 2E, the sources of the host language from this one on.
    Host(usize),
    /// Steps 2F and 2H.
    Content,
    /// Step 2I.
    Tooltip,
    /// After all others: the placeholder of a field (HTML-AAM 4.1.1).
    Placeholder,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    Visit(NodeId, Mode),
    Blank,
    /// Text of a style sheet before (0) or after (1) an element's content.
    Generated(NodeId, usize),
    /// Go on with a node unless something was written since there were so many marks.
    Resume {
        node: NodeId,
        mode: Mode,
        stage: Stage,
        marks: usize,
    },
}

/// What came of one stage.
enum Next {
    Done,
    Go(Stage),
}

/// One computation.
struct Machine<'s, 'p> {
    semantics: &'s Semantics<'p>,
    page: &'p Page,
    scratch: &'s mut Scratch,
    root: NodeId,
    out: String,
    /// How many times something other than blanks was written.
    marks: usize,
    allowance: usize,
    named: Named,
}

/// Computes the name of an element.
pub(crate) fn name(semantics: &Semantics<'_>, node: NodeId) -> Named {
    run(semantics, node, |machine| {
        let mode = Mode {
            referred: false,
            hidden_counts: semantics.is_hidden_in_names(node),
            embedded: false,
        };
        machine.scratch.tasks.push(Task::Resume {
            node,
            mode,
            stage: Stage::LabelledBy,
            marks: 0,
        });
    })
}

/// Computes the text of an element's content.
pub(crate) fn content(semantics: &Semantics<'_>, node: NodeId) -> Named {
    run(semantics, node, |machine| {
        let mode = Mode {
            referred: true,
            hidden_counts: semantics.is_hidden_in_names(node),
            embedded: true,
        };
        machine.scratch.tasks.push(Task::Resume {
            node,
            mode,
            stage: Stage::Content,
            marks: 0,
        });
    })
}

/// Computes the text of the elements that `aria-describedby` refers to.
pub(crate) fn described_by(semantics: &Semantics<'_>, node: NodeId, targets: &[NodeId]) -> Named {
    run(semantics, node, |machine| machine.refer(targets, true))
}

fn run(semantics: &Semantics<'_>, node: NodeId, start: impl FnOnce(&mut Machine<'_, '_>)) -> Named {
    let Ok(mut scratch) = semantics.scratch.try_borrow_mut() else {
        return Named::default();
    };
    if scratch.visited.is_empty() || scratch.computation == u32::MAX {
        scratch.visited.clear();
        let nodes = scratch.nodes;
        scratch.visited.resize(nodes, 0);
        scratch.computation = 0;
    }
    scratch.computation += 1;
    scratch.tasks.clear();
    let allowance = scratch.budget.clamp(VISITS_AT_LEAST, VISITS_PER_NAME);
    let mut machine = Machine {
        semantics,
        page: semantics.page,
        scratch: &mut scratch,
        root: node,
        out: String::new(),
        marks: 0,
        allowance,
        named: Named::default(),
    };
    start(&mut machine);
    let complete = machine.run();
    let used = allowance - machine.allowance;
    let Machine { out, mut named, .. } = machine;
    scratch.budget = scratch.budget.saturating_sub(used);
    if !complete {
        semantics.names_cut.set(true);
    }
    named.text = trimmed(&out).into();
    named
}

/// Without white space at the ends, and cut to [`MAX_NAME_BYTES`].
fn trimmed(text: &str) -> &str {
    let blanks = [' ', '\t', '\n', '\r', '\x0c'];
    let text = text.trim_matches(blanks);
    let text = &text[..text.floor_char_boundary(MAX_NAME_BYTES)];
    text.trim_end_matches(blanks)
}

fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

impl Machine<'_, '_> {
    /// Works off all tasks; false if there was too much to do.
    fn run(&mut self) -> bool {
        while let Some(task) = self.scratch.tasks.pop() {
            if self.out.len() > MAX_NAME_BYTES {
                return true;
            }
            match task {
                Task::Blank => self.blank(),
                Task::Generated(node, which) => {
                    let text = self.page.generated(node)[which];
                    self.write(text);
                }
                Task::Visit(node, mode) => {
                    if !self.charge(1) {
                        return false;
                    }
                    self.visit(node, mode);
                }
                Task::Resume {
                    node,
                    mode,
                    stage,
                    marks,
                } => {
                    if self.marks == marks {
                        self.go_on(node, mode, stage);
                    }
                }
            }
        }
        self.allowance > 0
    }

    /// Takes from what may still be done; false when that is used up.
    fn charge(&mut self, cost: usize) -> bool {
        self.allowance = self.allowance.saturating_sub(cost);
        self.allowance > 0
    }

    fn blank(&mut self) {
        collapse_into(&mut self.out, " ", Collapse::KeepEnds);
        if !self.out.is_empty() && !self.out.ends_with(' ') {
            self.out.push(' ');
        }
    }

    /// Writes a text, as much of it as has room; long ones are paid for by their length.
    fn write(&mut self, text: &str) {
        const CHUNK: usize = 1_024;
        if !is_blank(text) {
            self.marks += 1;
        }
        let mut rest = text;
        while !rest.is_empty() && self.out.len() <= MAX_NAME_BYTES {
            let (chunk, tail) = rest.split_at(rest.floor_char_boundary(CHUNK));
            rest = tail;
            collapse_into(&mut self.out, chunk, Collapse::KeepEnds);
            if !rest.is_empty() && !self.charge(1) {
                return;
            }
        }
    }

    /// Writes a text that is a whole; false if it is blank.
    fn write_if_any(&mut self, text: Option<&str>) -> bool {
        let text = text.unwrap_or("");
        if is_blank(text) {
            return false;
        }
        self.write(text);
        true
    }

    /// Plans to visit the elements that something refers to, one after the other with blanks between.
    fn refer(&mut self, targets: &[NodeId], referred: bool) {
        let targets = &targets[..targets.len().min(self.allowance)];
        self.charge(targets.len() / PLANNED_PER_VISIT);
        for &target in targets.iter().rev() {
            let mode = Mode {
                referred,
                hidden_counts: self.semantics.is_hidden_in_names(target),
                embedded: true,
            };
            self.scratch.tasks.push(Task::Blank);
            self.scratch.tasks.push(Task::Visit(target, mode));
            self.scratch.tasks.push(Task::Blank);
        }
    }

    fn resume(&mut self, node: NodeId, mode: Mode, stage: Stage) {
        let marks = self.marks;
        self.scratch.tasks.push(Task::Resume {
            node,
            mode,
            stage,
            marks,
        });
    }

    fn is_visited(&self, node: NodeId) -> bool {
        self.scratch.visited.get(node.index()) == Some(&self.scratch.computation)
    }

    fn mark_visited(&mut self, node: NodeId) {
        let computation = self.scratch.computation;
        if let Some(stamp) = self.scratch.visited.get_mut(node.index()) {
            *stamp = computation;
        }
    }

    /// Begins with a node that is part of the text (steps 2A and 2G).
    fn visit(&mut self, node: NodeId, mode: Mode) {
        let hidden = !mode.hidden_counts && self.semantics.is_hidden_in_names(node);
        match self.page.kind(node) {
            NodeKind::Text => {
                if !hidden {
                    self.write(self.page.text(node));
                }
                return;
            }
            NodeKind::Element => {}
            NodeKind::Document | NodeKind::ShadowRoot | NodeKind::Fragment => return,
        }
        if hidden && !self.semantics.is_merely_invisible(node) {
            return;
        }
        let row = element(self.page, node);
        if row.is_never_shown() {
            return;
        }
        // What stands apart does so even where it says nothing, as a field in its own label.
        let apart = Facts::BLOCK | Facts::APART;
        if row.stands_apart() || self.page.facts(node).intersects(apart) {
            self.blank();
            self.scratch.tasks.push(Task::Blank);
        }
        if self.is_visited(node) {
            return;
        }
        // Of an invisible element only visible descendants count; of a slot only what it shows.
        let stage = if hidden || row.is_transparent() {
            Stage::Content
        } else {
            Stage::LabelledBy
        };
        self.go_on(node, mode, stage);
    }

    /// Goes through the stages of an element until one has to wait for others, or gave a text.
    fn go_on(&mut self, node: NodeId, mode: Mode, from: Stage) {
        let mut stage = from;
        while let Next::Go(next) = self.stage(node, mode, stage) {
            stage = next;
        }
    }

    fn stage(&mut self, node: NodeId, mode: Mode, stage: Stage) -> Next {
        match stage {
            Stage::LabelledBy => self.labelled_by(node, mode),
            Stage::Control => {
                self.mark_visited(node);
                if mode.embedded && node != self.root {
                    self.control(node, mode)
                } else {
                    Next::Go(Stage::Label)
                }
            }
            Stage::Label => {
                if self.write_if_any(self.page.attr(node, n::ARIA_LABEL)) {
                    Next::Done
                } else {
                    Next::Go(Stage::Host(0))
                }
            }
            Stage::Host(at) => self.host(node, mode, at),
            Stage::Content => self.content(node, mode),
            Stage::Tooltip => {
                if self.write_if_any(self.page.attr(node, n::TITLE)) {
                    self.named.from_title = node == self.root;
                    Next::Done
                } else {
                    Next::Go(Stage::Placeholder)
                }
            }
            Stage::Placeholder => {
                let role = self.semantics.role(node);
                if role.supports(crate::roles::supports::PLACEHOLDER) {
                    let written = matches!(self.page.html_tag(node), n::INPUT | n::TEXTAREA)
                        && self.write_if_any(self.page.attr(node, n::PLACEHOLDER));
                    if !written {
                        self.write_if_any(self.page.attr(node, n::ARIA_PLACEHOLDER));
                    }
                }
                Next::Done
            }
        }
    }

    fn labelled_by(&mut self, node: NodeId, mode: Mode) -> Next {
        if mode.referred || !self.page.has_attr(node, n::ARIA_LABELLEDBY) {
            return Next::Go(Stage::Control);
        }
        let mut targets = self.semantics.references(node, n::ARIA_LABELLEDBY);
        targets.truncate(self.allowance);
        self.charge(targets.len());
        if targets.is_empty() {
            return Next::Go(Stage::Control);
        }
        self.resume(node, mode, Stage::Control);
        self.refer(&targets, true);
        if node == self.root && !mode.embedded {
            targets.retain(|&t| t != node);
            self.named.sources = targets;
        }
        Next::Done
    }

    /// Step 2E, from one source on.
    fn host(&mut self, node: NodeId, mode: Mode, from: usize) -> Next {
        let sources = elements::sources(self.page, node);
        for (at, &source) in sources.iter().enumerate().skip(from) {
            let written = match source {
                Source::Attr(name) => self.write_attr(node, mode, name),
                Source::Alt => {
                    let alt = self.page.attr(node, n::ALT);
                    self.semantics.role(node) == Role::None || self.write_if_any(alt)
                }
                Source::Default(text) => self.write_if_any(Some(text)),
                Source::MathText => {
                    let text = math_text(self.page, node);
                    self.charge(text.len() / PLANNED_PER_VISIT);
                    self.write_if_any(Some(&text))
                }
                Source::SvgTitle => match svg_title(self.page, node) {
                    Some(title) => self.write_text_of(title),
                    None => false,
                },
                Source::Labels => {
                    let labels = self.semantics.labels(node);
                    if !labels.is_empty() {
                        self.wait(node, mode, Stage::Host(at + 1), labels);
                        return Next::Done;
                    }
                    false
                }
                Source::Child(tag) => {
                    let child = self
                        .page
                        .children(node)
                        .find(|&c| self.page.html_tag(c) == tag);
                    if let Some(child) = child {
                        self.wait(node, mode, Stage::Host(at + 1), &[child]);
                        return Next::Done;
                    }
                    false
                }
            };
            if written {
                return Next::Done;
            }
        }
        Next::Go(Stage::Content)
    }

    /// Writes the characters below a node, shown or not; false if there are none but blanks.
    fn write_text_of(&mut self, node: NodeId) -> bool {
        let marks = self.marks;
        for node in self.page.descendants(node) {
            if self.out.len() > MAX_NAME_BYTES || !self.charge(1) {
                break;
            }
            self.write(self.page.text(node));
        }
        self.marks > marks
    }

    /// Writes an attribute that names an element, or the live value where that attribute is the value.
    fn write_attr(&mut self, node: NodeId, mode: Mode, name: Name) -> bool {
        let written = if name == n::VALUE {
            let value = self.page.value(node);
            self.write_if_any(value.as_deref())
        } else {
            self.write_if_any(self.page.attr(node, name))
        };
        if written && name == n::TITLE && !mode.embedded {
            self.named.from_title = true;
        }
        written
    }

    /// Plans for other elements to give the text, and to go on at `stage` if they have none.
    fn wait(&mut self, node: NodeId, mode: Mode, stage: Stage, targets: &[NodeId]) {
        if node == self.root && !mode.embedded {
            self.named.sources = targets.to_vec();
        }
        self.resume(node, mode, stage);
        self.refer(targets, mode.referred);
    }

    /// Steps 2F and 2H: the text of the content, where the role or the way here asks for it.
    fn content(&mut self, node: NodeId, mode: Mode) -> Next {
        let role = self.semantics.role(node);
        self.mark_visited(node);
        if !mode.embedded && !role.names_from_content() {
            if role.names_from_heading()
                && let Some(heading) = self.first_heading(node)
            {
                self.wait(node, mode, Stage::Tooltip, &[heading]);
                return Next::Done;
            }
            return Next::Go(Stage::Tooltip);
        }
        if element(self.page, node).is_replaced() {
            return Next::Go(Stage::Tooltip);
        }
        self.resume(node, mode, Stage::Tooltip);
        self.scratch.tasks.push(Task::Generated(node, 1));
        let mut children = std::mem::take(&mut self.scratch.children);
        children.clear();
        self.push_children(node, &mut children);
        let below = Mode {
            embedded: true,
            ..mode
        };
        let visits = children.iter().map(|&child| Task::Visit(child, below));
        self.scratch.tasks.extend(visits);
        self.scratch.children = children;
        self.scratch.tasks.push(Task::Generated(node, 0));
        Next::Done
    }
}
