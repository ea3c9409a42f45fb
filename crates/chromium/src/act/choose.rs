//! Selecting options: of a native list, and of lists that scripts make by the patterns of ARIA.

use serde::{Deserialize, Serialize};
use surefoot_engine::{Choice, Error, ErrorKind, Outcome, Result};
use surefoot_page::NodeKey;

use super::hand::{Done, Hand, Place, Sent, clip};
use super::mouse::Click;

#[derive(Serialize)]
struct Wanted<'a> {
    choices: Vec<Wish<'a>>,
    enabled: bool,
    force: bool,
    patience: u64,
}

#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Wish<'a> {
    Text(&'a str),
    Index(usize),
}

#[derive(Serialize)]
struct Seek<'a> {
    choice: Wish<'a>,
    /// The labels of options that stay chosen.
    keep: &'a [String],
    /// Whether it was opened just now.
    opened: bool,
    force: bool,
    patience: u64,
}

#[derive(Serialize)]
struct Told<'a> {
    option: u32,
    label: &'a str,
    patience: u64,
}

#[derive(Deserialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
enum List {
    /// A native one: it is selected already.
    Done { list: u32 },
    /// One that scripts make.
    Widget {
        list: u32,
        open: bool,
        editable: bool,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Sought {
    Found(Found),
    Closed {},
}

#[derive(Deserialize)]
struct Found {
    option: u32,
    label: String,
    chosen: bool,
    /// Whether the list takes several.
    several: bool,
    /// The labels of what is chosen besides.
    others: Vec<String>,
}

/// How long a list that was opened, and one in which was chosen, is waited for while the page moves, in milliseconds.
const WIDGET: u64 = 2_000;

/// How often a list is clicked to open it.
const OPENINGS: u32 = 2;

impl Hand<'_> {
    /// Selects exactly these options of a list.
    pub(super) async fn select(&mut self, node: NodeKey, choices: &[Choice]) -> Result<Done> {
        let wishes: Vec<Wish<'_>> = choices
            .iter()
            .map(|choice| match choice {
                Choice::ValueOrLabel(text) => Wish::Text(text),
                Choice::Index(index) => Wish::Index(*index),
            })
            .collect();
        let place = self.place(node)?;
        let wanted = Wanted {
            choices: wishes.clone(),
            enabled: true,
            force: self.forced(),
            patience: self.patience(),
        };
        let mut outcome = Outcome::default();
        match self.try_ask::<List>(&place, "select", &wanted).await? {
            None => Ok(Done::of(outcome)),
            Some(List::Done { list }) => {
                let place = place.at(list);
                Ok(Done::on(place, outcome))
            }
            Some(List::Widget {
                list,
                open,
                editable,
            }) => {
                let place = place.at(list);
                self.choose(&place, &wishes, Opening { open, editable }, &mut outcome)
                    .await?;
                Ok(Done::on(place, outcome))
            }
        }
    }

    /// Chooses in a list that scripts make, by clicks.
    async fn choose(
        &mut self,
        place: &Place,
        wishes: &[Wish<'_>],
        mut opening: Opening,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let mut labels = Vec::new();
        let mut others = Vec::new();
        for wish in wishes {
            let Some(found) = self.find_option(place, *wish, &labels, opening).await? else {
                return Ok(());
            };
            if !found.chosen && !self.pick(place, &found).await? {
                return Ok(());
            }
            opening.open = found.several;
            others = found.others;
            labels.push(found.label);
        }
        // What was chosen before, and is not wanted.
        for other in &others {
            let wish = Wish::Text(other);
            let Some(found) = self.find_option(place, wish, &labels, opening).await? else {
                return Ok(());
            };
            let option = place.key(found.option);
            if found.chosen && self.press_on(option, Click::PLAIN).await? != Sent::Handled {
                return Ok(());
            }
        }
        outcome.value = Some(labels.join(", "));
        Ok(())
    }

    /// Clicks an option, and makes sure that it is chosen then; whether the page goes on.
    async fn pick(&mut self, place: &Place, found: &Found) -> Result<bool> {
        let option = place.key(found.option);
        if self.press_on(option, Click::PLAIN).await? != Sent::Handled {
            return Ok(false);
        }
        let told = Told {
            option: found.option,
            label: &found.label,
            patience: self.patience().min(WIDGET),
        };
        self.confirm(place, &told).await?;
        Ok(true)
    }

    /// The option, once the list is open and has it. Where one types to find options, that is tried too. `None`: a
    /// dialog has opened meanwhile.
    async fn find_option(
        &mut self,
        place: &Place,
        wish: Wish<'_>,
        keep: &[String],
        opening: Opening,
    ) -> Result<Option<Found>> {
        let mut opened = 0;
        let mut typed = false;
        if !opening.open {
            if !self.open(place).await? {
                return Ok(None);
            }
            opened += 1;
        }
        loop {
            let seek = Seek {
                choice: wish,
                keep,
                opened: opened > 0,
                force: self.forced(),
                patience: self.patience().min(WIDGET),
            };
            match (self.try_ask(place, "option", &seek).await, wish) {
                (Ok(Some(Sought::Found(found))), _) => return Ok(Some(found)),
                (Ok(None), _) => return Ok(None),
                // It has closed meanwhile, or only looked open, or does not listen to clicks that follow each other fast.
                (Ok(Some(Sought::Closed {})), _) if opened < OPENINGS => {
                    if !self.open(place).await? {
                        return Ok(None);
                    }
                    opened += 1;
                }
                (Ok(Some(Sought::Closed {})), _) => {
                    return Err(Error::new(
                        ErrorKind::NotFound,
                        "its list of options has not opened",
                    )
                    .with_hint("`click` it, and look what the page shows"));
                }
                (Err(error), Wish::Text(text))
                    if error.kind() == ErrorKind::NotFound && opening.editable && !typed =>
                {
                    self.fill(place.key(place.serial), text).await?;
                    typed = true;
                }
                (Err(error), _) => return Err(error),
            }
        }
    }

    /// Clicks a list to open it; whether the page goes on.
    async fn open(&mut self, place: &Place) -> Result<bool> {
        let list = place.key(place.serial);
        Ok(self.press_on(list, Click::PLAIN).await? == Sent::Handled)
    }

    /// Makes sure that the list shows the option as chosen.
    async fn confirm(&self, place: &Place, told: &Told<'_>) -> Result<()> {
        #[derive(Deserialize)]
        struct Picked {}
        match self.try_ask::<Picked>(place, "picked", told).await {
            Ok(_) => Ok(()),
            // The page has replaced the list by what was chosen.
            Err(error) if error.kind() == ErrorKind::StaleRef => Ok(()),
            Err(error) if error.kind() == ErrorKind::NotEditable => Err(Error::new(
                ErrorKind::NotEditable,
                format!(
                    "the option {:?} was clicked, but the list does not show it as chosen",
                    clip(told.label)
                ),
            )
            .with_hint("take a new snapshot, and look what the list shows")),
            Err(error) => Err(error),
        }
    }
}

/// How a list stands before it is chosen from.
#[derive(Clone, Copy, Debug)]
struct Opening {
    open: bool,
    /// Whether one can type to find options.
    editable: bool,
}
