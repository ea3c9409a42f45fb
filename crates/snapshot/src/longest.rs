//! [`increasing`]: which of the things that changed places can be said to have stayed.

/// For each number whether it belongs to a longest increasing subsequence, always the same one. The numbers are
/// different from each other.
pub(crate) fn increasing(numbers: &[u32]) -> Vec<bool> {
    // For each length the position of the smallest number that ends such a subsequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (at, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|&end| numbers[end] < *number);
        previous.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut belongs = vec![false; numbers.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        belongs[at] = true;
        next = previous[at];
    }
    belongs
}

#[cfg(test)]
mod tests {
    use super::increasing;

    #[test]
    fn as_few_as_possible_are_left_out() {
        for (numbers, expected) in [
            (&[][..], &[][..]),
            (&[5], &[true]),
            (&[1, 2, 3], &[true, true, true]),
            (&[3, 1, 2], &[false, true, true]),
            (&[2, 3, 1], &[true, true, false]),
            (
                &[9, 1, 8, 2, 7, 3],
                &[false, true, false, true, false, true],
            ),
        ] {
            assert_eq!(increasing(numbers), expected, "{numbers:?}");
        }
    }
}
