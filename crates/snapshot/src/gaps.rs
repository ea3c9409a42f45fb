//! Leaving items out of a tree that is written as a list: what was inside of them moves up.

/// Where an item of the old list ended up.
#[derive(Clone, Copy)]
struct Place {
    /// The place in the new list of the nearest item around its content that was kept: itself, if it was.
    holder: Option<u32>,
    /// How deep that is; `None` outside of everything.
    depth: Option<u32>,
}

/// Where a kept item stands in the new list.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    /// The item it is inside of.
    pub(crate) parent: Option<u32>,
    /// How many items it is inside of.
    pub(crate) depth: u32,
}

/// Places one item after the other, in the order of the old list.
pub(crate) struct Gaps {
    places: Vec<Place>,
    kept: u32,
}

impl Gaps {
    pub(crate) fn with_capacity(items: usize) -> Gaps {
        Gaps {
            places: Vec::with_capacity(items),
            kept: 0,
        }
    }

    /// Places the next item, whose parent in the old list is `parent`, if it is wanted at the depth it would have.
    pub(crate) fn place(
        &mut self,
        parent: Option<u32>,
        is_wanted: impl FnOnce(u32) -> bool,
    ) -> Option<Spot> {
        let around = parent
            .and_then(|p| self.places.get(p as usize))
            .copied()
            .unwrap_or(Place {
                holder: None,
                depth: None,
            });
        let depth = around.depth.map_or(0, |d| d + 1);
        if !is_wanted(depth) {
            self.places.push(around);
            return None;
        }
        self.places.push(Place {
            holder: Some(self.kept),
            depth: Some(depth),
        });
        self.kept += 1;
        Some(Spot {
            parent: around.holder,
            depth,
        })
    }
}
