//! The one table that says what becomes of an element of each role.

use surefoot_aria::Role;

/// What becomes of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Treatment {
    /// Never shown itself; its content moves up and its text joins the text around it.
    Dissolve,
    /// A block of text: shown if text is all it holds, else dissolved.
    TextBlock,
    /// Shown if it has a name or holds anything. Text that is all it holds is shown on its line.
    Structure,
    /// Shown likewise, and dissolved if all it holds is one other thing. Its name is put together from what is inside.
    Cell,
    /// Shown like structure, and dissolved if all it holds is one other thing.
    Thin,
    /// Always shown. The text inside is its name; only what can be acted on inside it is shown besides.
    Control,
    /// Always shown, with the choices inside it.
    Choices,
    /// Shown if it has a name, which is the text inside it; what can be acted on inside it is shown besides.
    Heading,
    /// Shown if it has a name or can be acted on; of what is inside only what can be acted on is.
    Image,
    /// Always shown; nothing inside it is.
    Gauge,
    /// Shown if it can take the focus; nothing inside it is.
    Rule,
}

/// What becomes of an element of that role.
pub(crate) fn treatment(role: Role) -> Treatment {
    match role {
        Role::Generic
        | Role::None
        | Role::Document
        | Role::Strong
        | Role::Emphasis
        | Role::Code
        | Role::Deletion
        | Role::Insertion
        | Role::Mark
        | Role::Subscript
        | Role::Superscript
        | Role::Suggestion
        | Role::Time
        | Role::Term
        | Role::Definition
        | Role::Rowgroup
        | Role::Caption
        | Role::Math
        | Role::Sectionheader
        | Role::Sectionfooter
        | Role::Text => Treatment::Dissolve,
        Role::Paragraph | Role::Blockquote => Treatment::TextBlock,
        Role::Cell | Role::Gridcell | Role::Columnheader | Role::Rowheader => Treatment::Cell,
        Role::Form => Treatment::Thin,
        Role::Heading => Treatment::Heading,
        Role::Img | Role::GraphicsDocument | Role::GraphicsSymbol | Role::GraphicsObject => {
            Treatment::Image
        }
        Role::Progressbar | Role::Meter => Treatment::Gauge,
        Role::Separator | Role::Scrollbar => Treatment::Rule,
        Role::Combobox | Role::Listbox => Treatment::Choices,
        role if role.is_interactive() => Treatment::Control,
        _ => Treatment::Structure,
    }
}

/// The content roles that get a ref if they have a name (S1-14).
pub(crate) fn gets_ref_when_named(role: Role) -> bool {
    matches!(
        role,
        Role::Heading
            | Role::Cell
            | Role::Gridcell
            | Role::Columnheader
            | Role::Rowheader
            | Role::Listitem
            | Role::Article
            | Role::Region
            | Role::Main
            | Role::Navigation
    )
}

/// Structure that `-c` drops where it has nothing of its own (S1-38).
pub(crate) fn is_droppable(role: Role) -> bool {
    matches!(
        treatment(role),
        Treatment::Structure | Treatment::Cell | Treatment::Thin | Treatment::Dissolve
    )
}

/// What gives the things inside it their context: the row, item, card, form or dialog they were shown in.
pub(crate) fn gives_context(role: Role) -> bool {
    matches!(
        role,
        Role::Row
            | Role::Listitem
            | Role::Treeitem
            | Role::Article
            | Role::Form
            | Role::Dialog
            | Role::Alertdialog
            | Role::Group
            | Role::Radiogroup
            | Role::Region
            | Role::Navigation
            | Role::Search
            | Role::Figure
            | Role::Tabpanel
            | Role::Iframe
    )
}
