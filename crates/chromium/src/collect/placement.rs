//! [`Placement`]: how the view of a document lies in the page: moved, and if its frame is transformed, turned or scaled.

use surefoot_page::Rect;

/// Where points of a document's view are in the page. The default: where they are in the view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Placement {
    /// `a`, `b`, `c` and `d` of the matrix that CSS writes as `matrix(a, b, c, d, e, f)`; `None`: it is moved only.
    pub(super) linear: Option<[f32; 4]>,
    /// `e` and `f`: where the origin of the view is.
    origin: [f32; 2],
}

impl Default for Placement {
    fn default() -> Placement {
        Placement::at(0.0, 0.0)
    }
}

impl Placement {
    /// What the collector multiplies numbers by that are no pixels.
    pub(super) const PARTS: f32 = 10_000.0;

    /// Moved only.
    pub(super) fn at(x: f32, y: f32) -> Placement {
        Placement {
            linear: None,
            origin: [x, y],
        }
    }

    /// A vector of the view, as it is in the page.
    #[allow(
        clippy::many_single_char_names,
        reason = "so the matrix is written everywhere"
    )]
    fn turned(&self, vector: [f32; 2]) -> [f32; 2] {
        let Some([a, b, c, d]) = self.linear else {
            return vector;
        };
        let [x, y] = vector;
        [a * x + c * y, b * x + d * y]
    }

    fn point(&self, x: f32, y: f32) -> [f32; 2] {
        let [left, top] = self.origin;
        let [right, down] = self.turned([x, y]);
        [right + left, down + top]
    }

    /// The upright box around a box of the view, in whole pixels as boxes have them.
    pub(super) fn of(&self, bounds: Rect) -> Rect {
        let Rect {
            x,
            y,
            width,
            height,
        } = bounds;
        if self.linear.is_none() {
            let [left, top] = self.origin;
            return Rect {
                x: x + left,
                y: y + top,
                ..bounds
            };
        }
        let corners = [
            self.point(x, y),
            self.point(x + width, y),
            self.point(x, y + height),
            self.point(x + width, y + height),
        ];
        let least = |at: usize| corners.iter().map(|c| c[at]).fold(f32::INFINITY, f32::min);
        let most = |at: usize| {
            let all = corners.iter().map(|c| c[at]);
            all.fold(f32::NEG_INFINITY, f32::max)
        };
        let (x, y) = (least(0).round(), least(1).round());
        Rect {
            x,
            y,
            width: most(0).round() - x,
            height: most(1).round() - y,
        }
    }

    /// The placement in the page of a view that lies in this one as `inside` says.
    pub(super) fn around(&self, inside: &Placement) -> Placement {
        let [left, top] = inside.origin;
        let of_both = |[a, b, c, d]: [f32; 4]| {
            let [right, down] = [self.turned([a, b]), self.turned([c, d])];
            [right[0], right[1], down[0], down[1]]
        };
        Placement {
            linear: inside.linear.map(of_both).or(self.linear),
            origin: self.point(left, top),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_in_a_turned_view() {
        let bounds = Rect {
            x: 10.0,
            y: 20.0,
            width: 50.0,
            height: 30.0,
        };
        // A quarter turn clockwise, then half as large.
        let turned = Placement {
            linear: Some([0.0, 1.0, -1.0, 0.0]),
            origin: [100.0, 0.0],
        };
        assert_eq!(
            turned.of(bounds),
            Rect {
                x: 50.0,
                y: 10.0,
                width: 30.0,
                height: 50.0
            }
        );
        let half = Placement {
            linear: Some([0.5, 0.0, 0.0, 0.5]),
            origin: [7.0, 0.0],
        };
        let both = turned.around(&half);
        let within = half.of(bounds);
        assert_eq!(both.of(bounds), turned.of(within));
        let moved = Rect {
            x: 13.0,
            y: 24.0,
            ..bounds
        };
        assert_eq!(Placement::at(3.0, 4.0).of(bounds), moved);
    }
}
