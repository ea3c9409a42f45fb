//! The values that states and properties can have, by the tokens WAI-ARIA has for them.

/// Two states and the one between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tristate {
    /// No.
    False,
    /// Yes.
    True,
    /// Partly, say a box over others of which only some are checked.
    Mixed,
}

macro_rules! tokens {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $token:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// The token ARIA has for it.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $token,)* }
            }

            pub(super) fn parse(token: &str) -> Option<$name> {
                let token = token.trim_ascii();
                [$($name::$variant),*].into_iter().find(|v| v.as_str().eq_ignore_ascii_case(token))
            }
        }
    };
}

tokens! {
    /// Why a value is not accepted.
    Invalid {
        /// It fails, no reason given.
        True "true",
        /// Grammar.
        Grammar "grammar",
        /// Spelling.
        Spelling "spelling",
    }
}

tokens! {
    /// As what an item is the current one of its set.
    Current {
        /// In a way not said.
        True "true",
        /// The current page.
        Page "page",
        /// The current step.
        Step "step",
        /// The current place.
        Location "location",
        /// The current date.
        Date "date",
        /// The current time.
        Time "time",
    }
}

tokens! {
    /// How a column or row is sorted.
    Sort {
        /// Ascending.
        Ascending "ascending",
        /// Descending.
        Descending "descending",
        /// In some other order.
        Other "other",
    }
}

tokens! {
    /// Which way a control runs.
    Orientation {
        /// From left to right, or right to left.
        Horizontal "horizontal",
        /// From top to bottom.
        Vertical "vertical",
    }
}

tokens! {
    /// What opens from a control.
    HasPopup {
        /// A menu.
        Menu "menu",
        /// A listbox.
        Listbox "listbox",
        /// A tree.
        Tree "tree",
        /// A grid.
        Grid "grid",
        /// A dialog.
        Dialog "dialog",
    }
}

tokens! {
    /// How urgently changes of a region should be told.
    Live {
        /// Not unless the focus is there.
        Off "off",
        /// At the next pause.
        Polite "polite",
        /// At once.
        Assertive "assertive",
    }
}
