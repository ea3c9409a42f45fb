//! What only an engine can know about a node, as bit flags.

bitflags::bitflags! {
    /// Facts about one node. An engine sets those that it can tell; an absent flag means "not so, or not known", so
    /// each flag is worded such that its absence is the harmless default.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Facts: u32 {
        /// Takes no part in layout: `display: none`, `hidden`, the content of a closed `<details>` …
        /// An engine sets it on the topmost such node **and** on everything below it.
        const NOT_RENDERED = 1;
        /// `visibility: hidden` or `collapse` as computed (so inherited, and undone by a visible descendant).
        const INVISIBLE = 1 << 1;
        /// Opacity 0, its own or an ancestor's.
        const TRANSPARENT = 1 << 2;
        /// Has a box, but an empty one, or one wholly clipped away.
        const NO_AREA = 1 << 3;
        /// Inert: by the `inert` attribute or behind a modal dialog; its own or an ancestor's.
        const INERT = 1 << 4;
        /// Starts a new line before and after it: block, list item, table part, flex or grid item … Names put blanks around it.
        const BLOCK = 1 << 5;
        /// Can take the focus.
        const FOCUSABLE = 1 << 6;
        /// Has the focus.
        const FOCUSED = 1 << 7;
        /// Editable text that is not a form control: `contenteditable` or `designMode`.
        const EDITABLE = 1 << 8;
        /// The pointer turns to a hand over it, and did not do so over its parent.
        const POINTER_CURSOR = 1 << 9;
        /// A listener for clicks sits on this very element.
        const CLICK_LISTENER = 1 << 10;
        /// `pointer-events: none` as computed.
        const NO_POINTER_EVENTS = 1 << 11;
        /// Its content can be scrolled further.
        const SCROLLABLE = 1 << 12;
        /// In the top layer: an open modal dialog, popover or fullscreen element.
        const TOP_LAYER = 1 << 13;
        /// A checkbox or radio button that is checked now.
        const CHECKED = 1 << 14;
        /// A checkbox whose `indeterminate` is set.
        const INDETERMINATE = 1 << 15;
        /// An option that is selected now.
        const SELECTED = 1 << 16;
        /// A form control that is disabled by itself, its fieldset or its group (HTML, "concept-fe-disabled").
        const DISABLED = 1 << 17;
        /// A form control whose value fails its constraints now.
        const INVALID = 1 << 18;
        /// Lies outside the viewport as scrolled now.
        const OFFSCREEN = 1 << 19;
        /// Something else would take a click at its middle.
        const OBSCURED = 1 << 20;
        /// INVALID, and the user has had a hand in it: edited it, or tried to submit its form (HTML, `:user-invalid`).
        const USER_INVALID = 1 << 21;
        /// Stands in a line, but as a box of its own: inline block, inline flex … Names put blanks around it.
        const APART = 1 << 22;
    }
}

impl Facts {
    /// Nothing of the node itself can be seen: not rendered or invisible.
    pub fn is_hidden(self) -> bool {
        self.intersects(Facts::NOT_RENDERED | Facts::INVISIBLE)
    }
}
