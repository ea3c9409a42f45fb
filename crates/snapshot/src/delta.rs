//! [`Delta`]: how a page differs from what it was, as lines that can be read without looking at what was before.
//!
//! The nouns:
//! - *pair*: a thing before and the thing after that it is taken for. [`pairs`](crate::pairs()) finds them; what has no
//!   partner is new or gone.
//! - *container* of a thing: the nearest thing around it that has a partner. Wrappers that come and go do not move what
//!   is in them.
//! - *moved*: its container is another one, or it stands elsewhere among the things of its container. Of those that
//!   changed places as few as possible count as moved.
//!
//! Nothing here knows what the things are: two trees, given as the parents of each thing, and the pairs. So snapshots
//! and what was read back from files are compared alike.

use crate::longest::increasing;

/// What a line says of its thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// It is as it was; it is shown because something inside it is not.
    Around,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It reads otherwise than before.
    Changed,
    /// It stands elsewhere, and may read otherwise too. What is inside it has moved along.
    Moved,
}

/// One line of a delta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeltaLine {
    /// What it says.
    pub mark: Mark,
    /// The position of the thing: in the earlier list if it is gone, else in the later one.
    pub at: usize,
    /// How many lines it is inside of: things around it that are not shown do not count.
    pub depth: u32,
}

/// How two lists of things differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Delta {
    /// The lines, in document order; what is gone stands where it stood.
    pub lines: Vec<DeltaLine>,
}

impl Delta {
    /// Whether there is no difference.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// How many lines have that mark.
    pub fn count(&self, mark: Mark) -> usize {
        self.lines.iter().filter(|line| line.mark == mark).count()
    }
}

/// For each thing before, the position of its partner after.
pub type Pairs = Vec<Option<u32>>;

/// Puts the lines together. `before` and `after` are the positions of the parents, each before its children; a thing has
/// at most one partner. `differs` says of a thing before and its partner whether they read otherwise.
pub fn arrange(
    before: &[Option<u32>],
    after: &[Option<u32>],
    pairs: &[Option<u32>],
    differs: impl Fn(usize, usize) -> bool,
) -> Delta {
    let sides = Sides::new(before, after, pairs);
    let mut marks: Vec<Option<Mark>> = vec![None; after.len()];
    for (now, partner) in sides.partner_of.iter().enumerate() {
        match partner {
            None => marks[now] = Some(Mark::Added),
            Some(was) if differs(*was as usize, now) => marks[now] = Some(Mark::Changed),
            Some(_) => {}
        }
    }
    for now in sides.moved() {
        marks[now as usize] = Some(Mark::Moved);
    }
    let gone = sides.gone(&marks);
    let mut shown = marks;
    let containers = (0..after.len())
        .filter(|&now| shown[now].is_some())
        .map(|now| sides.container_after[now])
        .chain(gone.iter().map(|gone| gone.container))
        .flatten()
        .collect::<Vec<u32>>();
    for container in containers {
        shown[container as usize].get_or_insert(Mark::Around);
    }
    Delta {
        lines: sides.lines(&shown, &gone),
    }
}

/// Something that is gone.
#[derive(Clone, Copy)]
struct Gone {
    /// Its position before.
    at: usize,
    /// The position after of the thing that it stands before now.
    place: u32,
    /// Its container, by its position after.
    container: Option<u32>,
    /// The position before of the outermost gone thing around it, which may be itself: they stand together.
    outermost: usize,
}

/// Both lists, with what follows from the pairs.
struct Sides<'a> {
    before: &'a [Option<u32>],
    after: &'a [Option<u32>],
    pairs: &'a [Option<u32>],
    /// For each thing after, its partner before.
    partner_of: Vec<Option<u32>>,
    /// The container of each thing after, by its position after.
    container_after: Vec<Option<u32>>,
    /// The container of each thing before, by its position **after**.
    container_before: Vec<Option<u32>>,
}

impl<'a> Sides<'a> {
    fn new(
        before: &'a [Option<u32>],
        after: &'a [Option<u32>],
        pairs: &'a [Option<u32>],
    ) -> Sides<'a> {
        let mut partner_of = vec![None; after.len()];
        for (was, now) in (0u32..).zip(pairs) {
            if let Some(now) = now {
                partner_of[*now as usize] = Some(was);
            }
        }
        let mut container_before: Vec<Option<u32>> = Vec::with_capacity(before.len());
        for parent in before {
            let container =
                parent.and_then(|p| pairs[p as usize].or_else(|| container_before[p as usize]));
            container_before.push(container);
        }
        let mut container_after: Vec<Option<u32>> = Vec::with_capacity(after.len());
        for parent in after {
            let container = parent.and_then(|p| match partner_of[p as usize] {
                Some(_) => Some(p),
                None => container_after[p as usize],
            });
            container_after.push(container);
        }
        Sides {
            before,
            after,
            pairs,
            partner_of,
            container_after,
            container_before,
        }
    }

    /// What has moved, by its position after.
    fn moved(&self) -> Vec<u32> {
        let mut moved = Vec::new();
        // Those that stayed in their container, in the order they had before; and whether any two changed places.
        let mut stayed: Vec<(Option<u32>, u32)> = Vec::new();
        let mut last: Vec<u32> = vec![0; self.after.len() + 1];
        let mut disordered = vec![false; self.after.len() + 1];
        for (was, now) in self.pairs.iter().enumerate() {
            let Some(now) = *now else { continue };
            let container = self.container_after[now as usize];
            if container != self.container_before[was] {
                moved.push(now);
                continue;
            }
            let slot = slot(container);
            if now < last[slot] {
                disordered[slot] = true;
            }
            last[slot] = last[slot].max(now);
            stayed.push((container, now));
        }
        stayed.retain(|(container, _)| disordered[slot(*container)]);
        stayed.sort_by_key(|(container, _)| *container);
        for group in stayed.chunk_by(|a, b| a.0 == b.0) {
            let order: Vec<u32> = group.iter().map(|(_, now)| *now).collect();
            let stay = increasing(&order);
            moved
                .extend((order.iter().zip(stay)).filter_map(|(now, stay)| (!stay).then_some(*now)));
        }
        moved
    }

    /// What is gone, in the order of the lines.
    fn gone(&self, marks: &[Option<Mark>]) -> Vec<Gone> {
        let ends = ends(self.after);
        // The outermost new wrapper around each thing, or itself: what is gone cannot stand inside of what is new.
        let mut outer: Vec<u32> = Vec::with_capacity(self.after.len());
        for (now, parent) in (0u32..).zip(self.after) {
            let around = parent.filter(|p| self.partner_of[*p as usize].is_none());
            outer.push(around.map_or(now, |p| outer[p as usize]));
        }
        // Where in each container the next thing that is gone stands: after what was before it and still is.
        let mut places: Vec<u32> = (0..=self.after.len() as u32).collect();
        let mut depths: Vec<u32> = Vec::with_capacity(self.after.len());
        for parent in self.after {
            depths.push(parent.map_or(0, |p| depths[p as usize] + 1));
        }
        let mut gone: Vec<Gone> = Vec::new();
        let mut gone_at: Vec<Option<usize>> = vec![None; self.before.len()];
        for (was, now) in self.pairs.iter().enumerate() {
            let container = self.container_before[was];
            match now {
                Some(now) => {
                    if marks[*now as usize] != Some(Mark::Moved) {
                        places[slot(container)] = ends[outer[*now as usize] as usize];
                    }
                }
                None => {
                    let around = self.before[was].and_then(|p| gone_at[p as usize]);
                    gone_at[was] = Some(gone.len());
                    gone.push(match around.map(|around| gone[around]) {
                        Some(around) => Gone { at: was, ..around },
                        None => Gone {
                            at: was,
                            place: places[slot(container)],
                            container,
                            outermost: was,
                        },
                    });
                }
            }
        }
        // At one place the innermost comes first: it still belongs to what ends there.
        let inside = |gone: &Gone| gone.container.map_or(0, |c| depths[c as usize] + 1);
        gone.sort_by_key(|gone| {
            let innermost_first = u32::MAX - inside(gone);
            (gone.place, innermost_first, gone.outermost, gone.at)
        });
        gone
    }

    fn lines(&self, shown: &[Option<Mark>], gone: &[Gone]) -> Vec<DeltaLine> {
        let mut lines = Vec::new();
        // How deep a thing would stand inside of each thing after, and of each that is gone.
        let mut inside_after: Vec<u32> = vec![0; self.after.len()];
        let mut inside_before: Vec<u32> = vec![0; self.before.len()];
        let mut gone = gone.iter().peekable();
        for now in 0..=self.after.len() {
            while let Some(gone) = gone.next_if(|gone| gone.place as usize <= now) {
                let depth = if gone.at == gone.outermost {
                    gone.container.map_or(0, |c| inside_after[c as usize])
                } else {
                    self.before[gone.at].map_or(0, |p| inside_before[p as usize])
                };
                inside_before[gone.at] = depth + 1;
                lines.push(DeltaLine {
                    mark: Mark::Removed,
                    at: gone.at,
                    depth,
                });
            }
            let Some(mark) = shown.get(now) else { break };
            let depth = self.after[now].map_or(0, |p| inside_after[p as usize]);
            inside_after[now] = depth + u32::from(mark.is_some());
            if let Some(mark) = *mark {
                lines.push(DeltaLine {
                    mark,
                    at: now,
                    depth,
                });
            }
        }
        lines
    }
}

/// Where a container is kept account of: the first place is that of what is in none.
fn slot(container: Option<u32>) -> usize {
    container.map_or(0, |c| c as usize + 1)
}

/// For each thing the position after the last thing inside it.
fn ends(parents: &[Option<u32>]) -> Vec<u32> {
    let mut ends: Vec<u32> = (1..=parents.len() as u32).collect();
    for at in (0..parents.len()).rev() {
        if let Some(parent) = parents[at] {
            ends[parent as usize] = ends[parent as usize].max(ends[at]);
        }
    }
    ends
}
