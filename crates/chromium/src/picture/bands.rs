//! Bands: which places a page is scrolled to so that all of a stretch of it was in view, and which part of it each place
//! gives. The same for both directions.

/// A place that is scrolled to, and the part that is taken there; all in CSS pixels of what is scrolled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Band {
    /// Where it is scrolled to.
    pub(super) scroll: f64,
    /// Where the part begins.
    pub(super) from: f64,
    /// Where it ends.
    pub(super) to: f64,
}

/// What is to be covered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stretch {
    /// Where it begins.
    pub(super) from: f64,
    /// Where it ends.
    pub(super) to: f64,
    /// How much is in view at once.
    pub(super) view: f64,
    /// The first place that can be scrolled to; negative where lines run from right to left.
    pub(super) first: f64,
    /// The last place that can be scrolled to.
    pub(super) last: f64,
    /// How much of the end has to be taken at the last place: what is fixed there is seen nowhere else.
    pub(super) end: f64,
}

/// The least number of CSS pixels that is a whole number of pixels, so that parts meet without a seam.
pub(super) fn step(scale: f64) -> f64 {
    (1..=20)
        .map(f64::from)
        .find(|css| {
            let pixels = css * scale;
            (pixels - pixels.round()).abs() < 1e-6
        })
        .unwrap_or(1.0)
}

/// The places, and what each gives. Together the parts are the stretch, without a gap.
pub(super) fn bands(stretch: Stretch, step: f64) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    let mut from = stretch.from;
    while from < stretch.to {
        let even = (from / step).floor() * step;
        let mut scroll = even.clamp(stretch.first, stretch.last);
        // The last place need not be even: what is left over then is less than a step.
        if scroll < stretch.last
            && stretch.last - scroll < step
            && scroll + stretch.view < stretch.to
        {
            scroll = stretch.last;
        }
        let to = (scroll + stretch.view).min(stretch.to);
        // What cannot be scrolled to is left out.
        if to <= from {
            break;
        }
        bands.push(Band { scroll, from, to });
        from = to;
    }
    if let [.., before, last] = bands.as_mut_slice() {
        let earlier = (stretch.to - stretch.end)
            .max(last.scroll)
            .max(before.from + step);
        if earlier < last.from {
            before.to = earlier;
            last.from = earlier;
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the parts of the bands are the stretch, and that each is in view where it is taken.
    #[track_caller]
    fn check(stretch: Stretch, scale: f64) -> Vec<Band> {
        let step = step(scale);
        let found = bands(stretch, step);
        let mut at = stretch.from;
        for band in &found {
            assert!((band.from - at).abs() < 1e-9, "a gap: {found:?}");
            assert!(band.to > band.from, "nothing: {found:?}");
            assert!(
                band.scroll <= band.from + 1e-9 && band.to <= band.scroll + stretch.view + 1e-9,
                "{found:?}"
            );
            assert!(
                band.scroll >= stretch.first && band.scroll <= stretch.last,
                "{found:?}"
            );
            at = band.to;
        }
        assert!((at - stretch.to).abs() < 1e-9, "not all: {found:?}");
        found
    }

    fn page(height: f64, view: f64) -> Stretch {
        Stretch {
            from: 0.0,
            to: height,
            view,
            first: 0.0,
            last: (height - view).max(0.0),
            end: 0.0,
        }
    }

    #[test]
    fn parts_are_all_of_a_page() {
        for (height, view, count) in [
            (100.0, 700.0, 1),
            (700.0, 700.0, 1),
            (701.0, 700.0, 2),
            (1400.0, 700.0, 2),
            (1401.0, 700.0, 3),
            (10_000.0, 720.0, 14),
        ] {
            let stretch = Stretch {
                to: height,
                view,
                ..page(height, view)
            };
            assert_eq!(check(stretch, 1.0).len(), count, "{height} in {view}");
        }
    }

    #[test]
    fn what_is_fixed_to_the_end_is_taken_at_the_end() {
        let found = check(
            Stretch {
                end: 60.0,
                ..page(710.0, 700.0)
            },
            1.0,
        );
        assert_eq!(
            found[1],
            Band {
                scroll: 10.0,
                from: 650.0,
                to: 710.0
            }
        );
        // More than there is cannot be.
        check(
            Stretch {
                end: 700.0,
                ..page(710.0, 700.0)
            },
            1.0,
        );
        check(
            Stretch {
                end: 900.0,
                ..page(2000.0, 700.0)
            },
            1.0,
        );
    }

    #[test]
    fn parts_meet_between_pixels_at_any_scale() {
        for (scale, expected) in [
            (1.0, 1.0),
            (2.0, 1.0),
            (1.5, 2.0),
            (1.25, 4.0),
            (0.5, 2.0),
            (1.1, 10.0),
        ] {
            assert!((step(scale) - expected).abs() < 1e-9, "{scale}");
            for band in check(
                Stretch {
                    end: 33.0,
                    ..page(3000.0, 720.0)
                },
                scale,
            )
            .iter()
            .rev()
            .skip(1)
            {
                let pixels = band.scroll * scale;
                assert!(
                    (pixels - pixels.round()).abs() < 1e-6,
                    "{band:?} at {scale}"
                );
            }
        }
    }

    #[test]
    fn a_part_of_a_page_and_one_from_right_to_left() {
        let part = Stretch {
            from: 333.0,
            to: 2222.0,
            ..page(5000.0, 700.0)
        };
        assert!((check(part, 1.0)[0].scroll - 333.0).abs() < 1e-9);
        let near_the_end = Stretch {
            from: 4600.0,
            to: 4990.0,
            ..page(5000.0, 700.0)
        };
        assert_eq!(check(near_the_end, 1.0).len(), 1);
        let turned = Stretch {
            from: -2000.0,
            to: 1000.0,
            view: 1000.0,
            first: -2000.0,
            last: 0.0,
            end: 0.0,
        };
        assert_eq!(check(turned, 1.0).len(), 3);
    }
}
