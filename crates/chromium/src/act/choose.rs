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
    /// Options that stay chosen.
    keep: &'a [u32],
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
struct Found {
    option: u32,
    label: String,
    chosen: bool,
    several: bool,
    extra: Vec<u32>,
}

/// How long a list that was opened, and one in which was chosen, is waited for while the page moves, in milliseconds.
const WIDGET: u64 = 2_000;

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
                self.look_after(Sent::Handled, &place, &mut outcome).await?;
                Ok(Done::holding(outcome, place))
            }
            Some(List::Widget {
                list,
                open,
                editable,
            }) => {
                let place = place.at(list);
                self.choose(&place, &wishes, Opening { open, editable }, &mut outcome)
                    .await?;
                Ok(Done::of(outcome))
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
        let mut keep = Vec::new();
        let mut values = Vec::new();
        for wish in wishes {
            if !opening.open {
                let sent = self
                    .press_on(place.key(place.serial), Click::PLAIN, outcome)
                    .await?;
                if sent != Sent::Handled {
                    return Ok(());
                }
                opening.open = true;
            }
            let found = self.find_option(place, *wish, &keep, opening).await?;
            keep.push(found.option);
            if !found.chosen {
                let option = place.key(found.option);
                if self.press_on(option, Click::PLAIN, outcome).await? != Sent::Handled {
                    return Ok(());
                }
            }
            let told = Told {
                option: found.option,
                label: &found.label,
                patience: self.patience().min(WIDGET),
            };
            values.push(self.confirm(place, &told).await?);
            if found.several && wish_is_last(&keep, wishes) {
                self.drop_others(place, &found.extra, outcome).await?;
            }
            opening.open = found.several;
        }
        outcome.value = values.pop();
        Ok(())
    }

    /// The option, once the list is open and has it. Where one types to find options, that is tried too.
    async fn find_option(
        &mut self,
        place: &Place,
        wish: Wish<'_>,
        keep: &[u32],
        opening: Opening,
    ) -> Result<Found> {
        let seek = Seek {
            choice: wish,
            keep,
            patience: self.patience().min(WIDGET),
        };
        let found = self.ask::<Found>(place, "option", &seek).await;
        let (Err(error), true, Wish::Text(text)) = (&found, opening.editable, wish) else {
            return found;
        };
        if error.kind() != ErrorKind::NotFound {
            return found;
        }
        self.fill(place.key(place.serial), text).await?;
        self.ask(place, "option", &seek).await
    }

    /// Takes back what was chosen besides.
    async fn drop_others(
        &mut self,
        place: &Place,
        others: &[u32],
        outcome: &mut Outcome,
    ) -> Result<()> {
        for &other in others {
            self.press_on(place.key(other), Click::PLAIN, outcome)
                .await?;
        }
        Ok(())
    }

    /// What the list shows, if it tells that the option is chosen.
    async fn confirm(&self, place: &Place, told: &Told<'_>) -> Result<String> {
        #[derive(Deserialize)]
        struct Picked {
            value: String,
        }
        match self.try_ask::<Picked>(place, "picked", told).await {
            Ok(picked) => Ok(picked.map_or_else(|| told.label.to_owned(), |p| p.value)),
            // The page has replaced the list by what was chosen.
            Err(error) if error.kind() == ErrorKind::StaleRef => Ok(told.label.to_owned()),
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

fn wish_is_last(kept: &[u32], wishes: &[Wish<'_>]) -> bool {
    kept.len() == wishes.len()
}
