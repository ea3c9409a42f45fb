//! [`Worth`]: how much each thing on a page would be missed.

use rustc_hash::FxHashMap;
use surefoot_aria::Role;
use surefoot_page::{NodeKey, Rect};

use crate::{Item, Snapshot};

/// Of how many things that are alike the first are worth as much as if they were alone.
const FIRST: u32 = 3;
/// How many choices of a list are worth showing.
const CHOICES: u32 = 5;
/// A thing that takes no more than so many items is shown or left out as a whole.
const WHOLE: usize = 12;
/// Worths that differ by less are the same, and what comes first on the page is shown: so what is left out lies together.
const STEP: i32 = 40;

/// How much each item of an outline would be missed. Only the order of the numbers means anything.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    by_key: FxHashMap<NodeKey, i32>,
}

impl Worth {
    /// Weighs an outline: all of a page, so that it is known what each thing is part of. `view` is the part of the page
    /// that is in view, where the engine has layout; `primary` are the items that matter most: the primary action, what
    /// dismisses an overlay.
    pub fn new(outline: &Snapshot, view: Option<Rect>, primary: &[NodeKey]) -> Worth {
        let surroundings = surroundings(outline);
        let mut worth: Vec<i32> = outline
            .items
            .iter()
            .zip(&surroundings)
            .enumerate()
            .map(|(at, (item, around))| {
                let own = if primary.contains(&item.key) {
                    PRIMARY
                } else {
                    own(item, *around)
                };
                own + around.bonus + place(item, at, outline.items.len(), view)
            })
            .collect();
        even_out(outline, &mut worth);
        Worth {
            by_key: outline
                .items
                .iter()
                .zip(&worth)
                .map(|(item, &worth)| (item.key, worth.div_euclid(STEP)))
                .collect(),
        }
    }

    /// The worth of an item; nothing, if it is not part of the outline.
    pub fn of(&self, key: NodeKey) -> i32 {
        self.by_key.get(&key).copied().unwrap_or_default()
    }
}

const PRIMARY: i32 = 1000;

/// What the things around an item make it worth.
#[derive(Clone, Copy, Default)]
struct Around {
    bonus: i32,
    /// Whether links and text are mixed in what it is right inside of.
    is_prose: bool,
    /// Whether it is inside a dialog.
    in_dialog: bool,
    /// Whether it is in a form that something has been done to.
    in_progress: bool,
}

/// What an item is worth by itself.
fn own(item: &Item, around: Around) -> i32 {
    let states = &item.states;
    if states.focused {
        return PRIMARY;
    }
    if states.invalid.is_some() || !item.error.is_empty() {
        return 960;
    }
    let by_role = match item.role {
        Role::Dialog | Role::Alertdialog => 980,
        Role::Alert => 960,
        Role::Status if !item.label().is_empty() => 800,
        Role::Heading => 760 - 40 * states.level.unwrap_or(2).min(6).cast_signed(),
        Role::Textbox | Role::Searchbox | Role::Combobox | Role::Spinbutton => 640,
        Role::Main | Role::Navigation | Role::Search | Role::Form | Role::Region => 600,
        Role::Banner | Role::Complementary | Role::Contentinfo => 600,
        Role::Text | Role::Paragraph | Role::Blockquote | Role::Code => 400,
        Role::Img => 360,
        Role::Link if around.is_prose => 400,
        Role::Link => 440,
        Role::Option | Role::Menuitem if !states.selected.unwrap_or(false) => 380,
        _ if item.is_interactive() => 560,
        _ if !item.label().is_empty() => 400,
        _ => 0,
    };
    let dialog = if around.in_dialog { 420 } else { 0 };
    let progress = if around.in_progress && item.is_interactive() {
        200
    } else {
        0
    };
    let disabled = if states.disabled { -40 } else { 0 };
    by_role + dialog + progress + disabled
}

/// What it is worth to stand where it stands: in view, near it, or far away; without layout, early or late.
fn place(item: &Item, at: usize, len: usize, view: Option<Rect>) -> i32 {
    match (view, item.bounds) {
        (Some(view), Some(bounds)) if view.height > 0.0 => {
            let above = view.y - (bounds.y + bounds.height);
            let below = bounds.y - (view.y + view.height);
            let away = above.max(below);
            if away <= 0.0 {
                120
            } else {
                -((away / view.height * 20.0).min(160.0) as i32)
            }
        }
        _ => -i32::try_from(at * 100 / len.max(1)).unwrap_or(100),
    }
}

/// What each item is inside of, from the outside in.
fn surroundings(outline: &Snapshot) -> Vec<Around> {
    let alike = ranks(outline);
    let (prose, busy) = contents(outline);
    let mut around: Vec<Around> = Vec::with_capacity(outline.items.len());
    for (at, item) in outline.items.iter().enumerate() {
        let parent = item.parent.map(|parent| parent as usize);
        let mut own = parent
            .and_then(|p| around.get(p))
            .copied()
            .unwrap_or_default();
        let is = |flags: &[bool]| parent.and_then(|p| flags.get(p)).copied().unwrap_or(false);
        own.is_prose = is(&prose);
        own.in_progress |= is(&busy);
        own.bonus += region(item.role) + late(item, alike.get(at).copied().unwrap_or_default());
        own.in_dialog |= matches!(item.role, Role::Dialog | Role::Alertdialog);
        around.push(own);
    }
    around
}

/// What a part of a page is worth more or less than the rest.
fn region(role: Role) -> i32 {
    match role {
        Role::Main | Role::Article => 40,
        Role::Navigation => -80,
        Role::Complementary => -160,
        Role::Contentinfo => -240,
        _ => 0,
    }
}

/// What a thing is worth less for coming after others that are like it.
fn late(item: &Item, rank: u32) -> i32 {
    let is_choice = matches!(
        item.role,
        Role::Option | Role::Menuitem | Role::Menuitemradio
    );
    let first = if is_choice { CHOICES } else { FIRST };
    if rank < first || item.states.selected == Some(true) {
        return 0;
    }
    let after = (rank - first + 2).ilog2().cast_signed();
    let more = if is_choice { 160 } else { 0 };
    -(20 + 25 * after).min(260) - more
}

/// Which of the siblings that are like it each item is, from 0.
fn ranks(outline: &Snapshot) -> Vec<u32> {
    let mut met: FxHashMap<(Option<u32>, Role), u32> = FxHashMap::default();
    let mut ranks = Vec::with_capacity(outline.items.len());
    for item in &outline.items {
        let count = met.entry((item.parent, item.role)).or_insert(0);
        ranks.push(*count);
        *count += 1;
    }
    ranks
}

/// Of each item, whether it holds text and links side by side, and whether a form in it was begun to be filled in.
fn contents(outline: &Snapshot) -> (Vec<bool>, Vec<bool>) {
    let len = outline.items.len();
    let (mut texts, mut links, mut busy) = (vec![false; len], vec![false; len], vec![false; len]);
    for item in &outline.items {
        let Some(parent) = item
            .parent
            .map(|parent| parent as usize)
            .filter(|&p| p < len)
        else {
            continue;
        };
        texts[parent] |= item.role == Role::Text;
        links[parent] |= item.role == Role::Link;
        busy[parent] |= item.states.focused && item.is_interactive();
    }
    let prose = texts.iter().zip(&links).map(|(t, l)| *t && *l).collect();
    (prose, busy)
}

/// Makes small things worth as much as the best that is in them, as a row with its cells, and gives what holds others
/// at least the worth of those.
fn even_out(outline: &Snapshot, worth: &mut [i32]) {
    let mut best = worth.to_vec();
    for (at, item) in outline.items.iter().enumerate().rev() {
        let Some(parent) = item.parent.map(|parent| parent as usize) else {
            continue;
        };
        let own = best.get(at).copied().unwrap_or_default();
        if let Some(parent) = best.get_mut(parent) {
            *parent = own.max(*parent);
        }
    }
    let ends = outline.ends();
    let mut at = 0;
    while let Some(&end) = ends.get(at) {
        let is_whole = end - at > 1 && end - at <= WHOLE;
        let to = if is_whole { end } else { at + 1 };
        let best = best.get(at).copied().unwrap_or_default();
        for worth in worth.get_mut(at..to).into_iter().flatten() {
            *worth = best;
        }
        at = to;
    }
}
