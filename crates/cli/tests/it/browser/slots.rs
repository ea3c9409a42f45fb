//! Room for few browsers at a time: tests wait for a slot before they start one, in whatever process they run.

use std::fs::File;
use std::path::Path;

/// Held as long as a test has a browser.
#[derive(Debug)]
pub(crate) struct Slot {
    _lock: File,
}

impl Slot {
    /// Waits for one.
    pub(crate) fn take() -> Slot {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-slots");
        std::fs::create_dir_all(&folder).unwrap();
        let count = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let open = |number: usize| File::create(folder.join(number.to_string())).unwrap();
        for number in 0..count {
            let file = open(number);
            if file.try_lock().is_ok() {
                return Slot { _lock: file };
            }
        }
        // All are taken: wait for one of them, others for others.
        let here = std::thread::current().id();
        let spread = format!("{here:?}").bytes().map(usize::from).sum::<usize>();
        let file = open((spread + std::process::id() as usize) % count);
        file.lock().unwrap();
        Slot { _lock: file }
    }
}
