//! What can be asked of a tab.

use std::path::PathBuf;

use surefoot_page::NodeKey;

/// Where to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// To a URL that the **user** named: the only kind that may be a `file:` URL.
    Url(String),
    /// To a document whose source the user gave, as if it stood at `url`.
    Source {
        /// The bytes, in any encoding that HTML can declare.
        bytes: Vec<u8>,
        /// The URL it is shown under; relative links resolve against it.
        url: String,
    },
    /// One entry back in the history.
    Back,
    /// One entry forward in the history.
    Forward,
    /// The same URL again, past caches.
    Reload,
}

/// A button of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MouseButton {
    /// The main one.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The one for context menus.
    Right,
}

bitflags::bitflags! {
    /// Keys held down during an action.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub struct Modifiers: u8 {
        /// Alt or Option.
        const ALT = 1;
        /// Control.
        const CONTROL = 1 << 1;
        /// Command, Windows.
        const META = 1 << 2;
        /// Shift.
        const SHIFT = 1 << 3;
    }
}

/// Which option of a list is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one with this value, else the one with this label (white space collapsed).
    ValueOrLabel(String),
    /// The one at this position, from 0.
    Index(usize),
}

/// Something to do on a page. Elements are named by identity: what it applies to is never guessed again.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Action {
    /// Press and release the mouse at the middle of the element.
    Click {
        /// The element.
        node: NodeKey,
        /// The button.
        button: MouseButton,
        /// How often in a row: 2 is a double click.
        count: u8,
        /// Keys held down.
        modifiers: Modifiers,
        /// Where in the element, from the top left corner of its box; `None`: its middle.
        position: Option<Point>,
    },
    /// Move the pointer over the element.
    Hover(NodeKey),
    /// Give the element the focus.
    Focus(NodeKey),
    /// Replace the whole content of a control by `text`.
    Fill {
        /// The control.
        node: NodeKey,
        /// What it shall hold.
        text: String,
    },
    /// Type at the end of a control's content (or into what has the focus).
    Type {
        /// The control; `None`: whatever has the focus.
        node: Option<NodeKey>,
        /// What to type.
        text: String,
    },
    /// Press and release a key or chord, in DOM `key` words joined by `+`: `Enter`, `Control+a`.
    Press {
        /// The element that gets it; `None`: whatever has the focus.
        node: Option<NodeKey>,
        /// The key or chord.
        chord: String,
    },
    /// Select exactly these options of a list.
    Select {
        /// The list.
        node: NodeKey,
        /// The options; more than one only where the list allows several.
        choices: Vec<Choice>,
    },
    /// Bring a checkbox, radio button or switch into a state.
    SetChecked {
        /// The control.
        node: NodeKey,
        /// Whether it shall be checked.
        checked: bool,
    },
    /// Submit a form as its default button would.
    Submit(NodeKey),
    /// Choose files for a file input.
    Upload {
        /// The input.
        node: NodeKey,
        /// Existing files, absolute.
        files: Vec<PathBuf>,
    },
    /// Scroll the element into view.
    ScrollTo(NodeKey),
    /// Scroll a scroll container.
    Scroll {
        /// The container, or something in it; `None`: the page.
        node: Option<NodeKey>,
        /// How far.
        by: Distance,
    },
    /// Press the main button on one element, and release it over another.
    Drag {
        /// What is dragged.
        from: NodeKey,
        /// Where it is dropped: on the middle of this.
        to: NodeKey,
    },
    /// Press a key, or release one that is held down. A key stays down, for whatever is done meanwhile.
    Key {
        /// The key, in DOM `key` words.
        key: String,
        /// Whether it goes down.
        down: bool,
    },
    /// Do one thing with the mouse, wherever it is.
    Mouse(Mouse),
    /// Do something with the clipboard.
    Clipboard(Clipboard),
    /// Give files to the file chooser that the page has opened; none: cancel it.
    Choose(Vec<PathBuf>),
}

/// A point, in CSS pixels; of what, is said where it is used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// How far to scroll.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Distance {
    /// By so many CSS pixels: to the right, and down.
    By(f64, f64),
    /// By so many views of the container: to the right, and down.
    Views(f64, f64),
    /// To its beginning.
    Start,
    /// To its end.
    End,
}

/// One thing done with the mouse. Points count from the top left corner of the view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mouse {
    /// Move it there.
    Move(Point),
    /// Press a button.
    Down(MouseButton),
    /// Release a button.
    Up(MouseButton),
    /// Turn the wheel, by so many CSS pixels to the right and down.
    Wheel(f64, f64),
}

/// Something done with the clipboard, which belongs to the tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clipboard {
    /// Answer the text in it, as the outcome's value.
    Read,
    /// Put a text into it.
    Write(String),
    /// Copy what is selected, as Control+C does.
    Copy,
    /// Cut what is selected.
    Cut,
    /// Paste where the focus is.
    Paste,
}

/// A question of [`Tab::query`](crate::Tab::query).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Query {
    /// A CSS selector, asked in every document and open shadow tree.
    Css(String),
    /// An XPath expression, asked in every document.
    XPath(String),
}
