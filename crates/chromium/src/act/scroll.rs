//! Scrolling.

use serde::{Deserialize, Serialize};
use surefoot_engine::{Distance, Error, ErrorKind, Note, NoteKind, Outcome, Result, Scrolled};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Place};

#[derive(Default, Serialize)]
struct Way {
    x: f64,
    y: f64,
    views: bool,
    to: Option<&'static str>,
}

#[derive(Serialize)]
struct Into {
    force: bool,
    patience: u64,
}

#[derive(Deserialize)]
struct Where {
    x: f64,
    y: f64,
    right: f64,
    below: f64,
    moved: bool,
}

impl Hand<'_> {
    /// Scrolls a container, or the page.
    pub(super) async fn scroll(&mut self, node: Option<NodeKey>, by: Distance) -> Result<Done> {
        let way = match by {
            Distance::By(x, y) => Way {
                x,
                y,
                ..Way::default()
            },
            Distance::Views(x, y) => Way {
                x,
                y,
                views: true,
                ..Way::default()
            },
            Distance::Start => Way {
                to: Some("start"),
                ..Way::default()
            },
            Distance::End => Way {
                to: Some("end"),
                ..Way::default()
            },
        };
        if !(way.x.is_finite() && way.y.is_finite()) {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                "a distance needs two numbers",
            ));
        }
        let place = match node {
            Some(node) => self.place(node)?,
            None => self.main()?,
        };
        self.scrolled(&place, "scroll", &way).await
    }

    /// Scrolls an element into view.
    pub(super) async fn scroll_to(&mut self, node: NodeKey) -> Result<Done> {
        let place = self.place(node)?;
        let into = Into {
            force: self.forced(),
            patience: self.patience(),
        };
        self.scrolled(&place, "scrollTo", &into).await
    }

    async fn scrolled(
        &mut self,
        place: &Place,
        task: &str,
        options: &impl Serialize,
    ) -> Result<Done> {
        let now: Where = self.ask(place, task, options).await?;
        let mut outcome = Outcome::default();
        if now.moved {
            outcome.scrolled = Some(Scrolled {
                x: now.x,
                y: now.y,
                right: now.right,
                below: now.below,
            });
        } else {
            let text = match task {
                "scrollTo" => "it was in view already",
                _ if now.below < 1.0 && now.right < 1.0 => {
                    "nothing scrolled: this is the end already"
                }
                _ => "nothing scrolled",
            };
            outcome.notes.push(Note {
                kind: NoteKind::Other,
                text: text.to_owned(),
            });
        }
        Ok(Done::of(outcome))
    }
}
