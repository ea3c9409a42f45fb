//! [`Frame`]: one frame of a tab, in whichever process it is.

use surefoot_cdp::Session;
use surefoot_cdp::protocol::page::FrameId;
use surefoot_cdp::protocol::runtime::ExecutionContextId;
use surefoot_page::DocumentId;

/// What is known of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Its id.
    pub(crate) id: FrameId,
    /// The frame it is in; `None` for the main one.
    pub(crate) parent: Option<FrameId>,
    /// The session of its process.
    pub(crate) session: Session,
    /// The loader of its document: a new one for each navigation to another document.
    pub(crate) loader: String,
    /// The URL of its document, fragment included.
    pub(crate) url: String,
    /// The content type of its document.
    pub(crate) mime: String,
    /// The unique id of our world in its document, once it is there.
    pub(crate) world: Option<String>,
    /// The number of that world, which some commands want instead.
    pub(crate) world_number: Option<ExecutionContextId>,
    /// The unique id of the page's own world.
    pub(crate) main_world: Option<String>,
    /// The element it is shown in, by its serial in the parent's document; `None` until that is known, and for the
    /// main frame.
    pub(crate) owner: Option<u32>,
    /// Whether it is being found out which element it is shown in.
    pub(crate) owner_is_asked: bool,
    /// The identity of its document, known once it was captured, with the token that stands for it in our world.
    pub(crate) document: Option<(String, DocumentId)>,
    /// Why it does not show what it should.
    pub(crate) lost: Option<Lost>,
    /// Whether it did not answer when it was asked last. Nobody waits long for it then.
    pub(crate) is_silent: bool,
}

/// Why a frame does not show what it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lost {
    /// Its process has crashed.
    Crashed,
    /// What it was to show could not be had: it shows the browser's own page about that.
    Unreachable,
}

/// A frame as it is at one moment. Calls through it fail softly once its document is gone: worlds are never the same
/// again.
pub(crate) type FrameHandle = Frame;

impl Frame {
    /// One that shows an empty document, as far as is known.
    pub(crate) fn new(id: FrameId, parent: Option<FrameId>, session: Session) -> Frame {
        Frame {
            id,
            parent,
            session,
            loader: String::new(),
            url: "about:blank".to_owned(),
            mime: "text/html".to_owned(),
            world: None,
            world_number: None,
            main_world: None,
            owner: None,
            owner_is_asked: false,
            document: None,
            lost: None,
            is_silent: false,
        }
    }

    /// It goes on in another process; its document there is not known yet.
    pub(crate) fn leave(&mut self, session: Session) {
        let (owner, asked) = (self.owner, self.owner_is_asked);
        // One whose process has crashed goes on nowhere before it is navigated.
        let crashed = self.lost.filter(|lost| *lost == Lost::Crashed);
        *self = Frame::new(self.id.clone(), self.parent.clone(), session);
        self.owner = owner;
        self.owner_is_asked = asked;
        self.lost = crashed;
    }
}
