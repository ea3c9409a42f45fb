//! Words for what the operating system says, and for numbers: nobody is shown an error number.

use std::io;
use std::time::Duration;

use surefoot_engine::{Error, ErrorKind};

/// Why an I/O call failed, in words that fit after a colon.
pub(crate) fn io_reason(error: &io::Error) -> &'static str {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => "it does not exist",
        Kind::PermissionDenied => "permission denied",
        Kind::ConnectionRefused => "nothing listens there",
        Kind::ConnectionReset
        | Kind::ConnectionAborted
        | Kind::BrokenPipe
        | Kind::UnexpectedEof => "the other side ended",
        Kind::AlreadyExists => "it exists already",
        Kind::AddrInUse => "the address is in use",
        Kind::WouldBlock | Kind::TimedOut => "no answer in time",
        Kind::NotADirectory => "a part of the path is not a folder",
        Kind::IsADirectory => "it is a folder",
        Kind::StorageFull | Kind::QuotaExceeded => "the disk is full",
        Kind::ReadOnlyFilesystem => "the file system is read-only",
        Kind::InvalidData => "it holds something else than expected",
        Kind::InvalidFilename => "the name is not allowed",
        Kind::OutOfMemory => "memory ran out",
        _ => "the system refused it",
    }
}

/// An error about something of the surroundings: a folder, a socket, a process.
pub(crate) fn environment(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

/// `12.3 KB`, in steps of 1000.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut amount = bytes as f64 / 1000.0;
    let mut unit = 0;
    while amount >= 999.95 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

/// `500ms`, `5s`, `1.5s`, as a user would write it.
pub(crate) fn duration(time: Duration) -> String {
    let millis = time.as_millis();
    if millis < 1000 {
        format!("{millis}ms")
    } else if millis.is_multiple_of(1000) {
        format!("{}s", millis / 1000)
    } else {
        format!("{:.1}s", time.as_secs_f64())
    }
}

/// `3h 12m`, `2m 5s`, `7s`: how long something has run.
pub(crate) fn age(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s}s"),
        (0, m, s) => format!("{m}m {s}s"),
        (h, m, _) => format!("{h}h {m}m"),
    }
}

/// `1 session`, `2 sessions`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_read_well() {
        let sizes = [
            (0, "0 B"),
            (999, "999 B"),
            (12_345, "12.3 KB"),
            (999_999, "1.0 MB"),
            (5_000_000_000, "5.0 GB"),
        ];
        for (bytes, text) in sizes {
            assert_eq!(size(bytes), text);
        }
        for (millis, text) in [(500, "500ms"), (5000, "5s"), (1500, "1.5s")] {
            assert_eq!(duration(Duration::from_millis(millis)), text);
        }
        for (seconds, text) in [(7, "7s"), (125, "2m 5s"), (11_520, "3h 12m")] {
            assert_eq!(age(Duration::from_secs(seconds)), text);
        }
    }
}
