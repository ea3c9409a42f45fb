//! [`Profile`]: the folder that a browser keeps its data in.
//!
//! A temporary one is removed when its browser has ended. If this process is killed first, nobody is left to do so; each
//! folder therefore has a file in it that its owner holds a lock on, and whoever starts a browser next removes the
//! folders that nobody owns any more.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::thread;
use std::time::Duration;

use surefoot_engine::{Error, ErrorKind, Result};

/// How the names of temporary ones begin.
const PREFIX: &str = "surefoot-profile-";

/// The file that is locked.
const LOCK: &str = "surefoot.lock";

/// The link by which a browser tells others that it uses a profile: to `HOST-PID`.
const BROWSERS_LOCK: &str = "SingletonLock";

/// A folder without a lock may be one whose owner is just making it, for so long.
const YOUNG: Duration = Duration::from_mins(1);

/// The folder that a browser keeps its data in.
#[derive(Debug)]
pub(crate) struct Profile {
    path: PathBuf,
    is_temporary: bool,
    /// Held for as long as this is there.
    _lock: Option<File>,
}

impl Profile {
    /// A new, empty one, removed when it is dropped. In the background, those that were left behind are removed.
    pub(crate) fn temporary() -> Result<Profile> {
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| {
            // Left alone if there is no thread to be had: the next start is another chance.
            let _ = thread::Builder::new()
                .name("profiles".to_owned())
                .spawn(|| sweep(&std::env::temp_dir()));
        });
        Profile::temporary_in(&std::env::temp_dir())
    }

    fn temporary_in(folder: &Path) -> Result<Profile> {
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder);
        let made = made.map_err(|e| cannot_make(folder, &e))?;
        let path = made.keep();
        let lock = lock(&path).map_err(|e| cannot_make(&path, &e))?;
        Ok(Profile {
            path,
            is_temporary: true,
            _lock: lock,
        })
    }

    /// The one that the user names; made if it is not there. Fails if a browser uses it already.
    pub(crate) fn kept(path: &Path) -> Result<Profile> {
        fs::create_dir_all(path).map_err(|e| cannot_make(path, &e))?;
        let in_use = |by: &str| {
            Error::new(
                ErrorKind::InvalidArgument,
                format!("the profile {} is in use by {by}", path.display()),
            )
            .with_hint("close that browser or session first, or name another --profile")
        };
        if let Some(pid) = browser_of(path) {
            return Err(in_use(&format!("another browser (process {pid})")));
        }
        let Some(lock) = lock(path).map_err(|e| cannot_make(path, &e))? else {
            return Err(in_use("another session of surefoot"));
        };
        Ok(Profile {
            path: path.to_owned(),
            is_temporary: false,
            _lock: Some(lock),
        })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        if self.is_temporary {
            remove(&self.path);
        }
    }
}

fn cannot_make(path: &Path, error: &std::io::Error) -> Error {
    Error::new(
        ErrorKind::EngineCrashed,
        format!(
            "the folder {} for the browser's data cannot be made or written: {}",
            path.display(),
            error.kind()
        ),
    )
    .with_hint("make room there, or name a folder that can be written with --profile")
}

/// Locks a folder; `None` if somebody else has.
fn lock(folder: &Path) -> std::io::Result<Option<File>> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// The process of the browser that uses a profile, if it lives.
fn browser_of(profile: &Path) -> Option<i32> {
    let target = fs::read_link(profile.join(BROWSERS_LOCK)).ok()?;
    let (_, pid) = target.to_str()?.rsplit_once('-')?;
    let pid: i32 = pid.parse().ok()?;
    let lives = rustix::process::test_kill_process(rustix::process::Pid::from_raw(pid)?).is_ok();
    lives.then_some(pid)
}

/// Removes a folder, though processes that were just ended may still be writing into it.
fn remove(folder: &Path) {
    const TRIES: u32 = 40;
    for _ in 0..TRIES {
        match fs::remove_dir_all(folder) {
            Ok(()) => return,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return,
            // Nothing tells when the last of them is done.
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
    tracing::warn!(folder = %folder.display(), "a browser's folder could not be removed");
}

/// Removes the temporary profiles in a folder that nobody owns any more.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let path = entry.path();
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let is_young = entry
            .metadata()
            .and_then(|m| m.modified())
            .is_ok_and(|at| at.elapsed().is_ok_and(|age| age < YOUNG));
        let has_lock = path.join(LOCK).exists();
        let nobodys = match (has_lock, is_young) {
            (true, _) => matches!(lock(&path), Ok(Some(_))),
            (false, young) => !young,
        };
        if nobodys {
            remove(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use super::*;

    #[test]
    fn what_nobody_owns_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let owned = Profile::temporary_in(folder.path()).unwrap();
        let left = folder.path().join("surefoot-profile-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        let young = folder.path().join("surefoot-profile-young");
        fs::create_dir(&young).unwrap();
        let others = folder.path().join("others");
        fs::create_dir(&others).unwrap();
        sweep(folder.path());
        assert!(owned.path().exists() && young.exists() && others.exists());
        assert!(!left.exists());
        let path = owned.path().to_owned();
        drop(owned);
        assert!(!path.exists());
    }

    #[test]
    fn a_profile_is_used_once_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let profile = Profile::kept(folder.path()).unwrap();
        let error = Profile::kept(folder.path()).unwrap_err();
        assert!(error.message().contains("another session"), "{error}");
        drop(profile);
        assert!(folder.path().exists());
        Profile::kept(folder.path()).unwrap();

        let link = folder.path().join(BROWSERS_LOCK);
        std::os::unix::fs::symlink(format!("host-{}", std::process::id()), &link).unwrap();
        let error = Profile::kept(folder.path()).unwrap_err();
        assert!(error.message().contains("another browser"), "{error}");
    }
}
