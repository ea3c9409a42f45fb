//! [`Home`]: the folder in which client and daemon meet. It belongs to the user alone, since whoever can write to the
//! socket in it can drive the user's sessions.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use surefoot_engine::Error;

use crate::words::{environment, io_reason};

/// The longest path of a socket, in bytes: the address of a local socket has 108 on Linux and 104 elsewhere.
const LONGEST_SOCKET_PATH: usize = 100;

/// The folder, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Home {
    folder: PathBuf,
}

/// What decides where the folder is.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// `SUREFOOT_HOME`.
    pub(crate) home: Option<PathBuf>,
    /// `XDG_RUNTIME_DIR`.
    pub(crate) runtime: Option<PathBuf>,
    /// The user's number.
    pub(crate) uid: u32,
}

impl Surroundings {
    /// Those of this process.
    pub(crate) fn of_process() -> Surroundings {
        let path = |name| {
            std::env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        Surroundings {
            home: path("SUREFOOT_HOME"),
            runtime: path("XDG_RUNTIME_DIR"),
            uid: user(),
        }
    }
}

/// The number of the user this process belongs to.
pub(crate) fn user() -> u32 {
    rustix::process::getuid().as_raw()
}

impl Home {
    /// Finds the folder and makes it if it is missing: `SUREFOOT_HOME`, else `surefoot` in `XDG_RUNTIME_DIR` if that is
    /// a folder of this user, else `/tmp/surefoot-UID`.
    pub(crate) fn find(surroundings: &Surroundings) -> Result<Home, Error> {
        let folder = match &surroundings.home {
            Some(home) => absolute(home)?,
            None => surroundings
                .runtime
                .as_ref()
                .filter(|runtime| runtime.is_absolute() && belongs_to(runtime, surroundings.uid))
                .map_or_else(
                    || PathBuf::from(format!("/tmp/surefoot-{}", surroundings.uid)),
                    |runtime| runtime.join("surefoot"),
                ),
        };
        let home = Home { folder };
        home.make(surroundings)?;
        home.check(surroundings.uid)?;
        Ok(home)
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The socket the daemon listens on.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join("daemon.sock")
    }

    /// Where downloads go unless the user says otherwise: nobody else can get at it.
    pub(crate) fn downloads(&self) -> PathBuf {
        self.folder.join("downloads")
    }

    /// What the daemon writes about troubles.
    pub(crate) fn log(&self) -> PathBuf {
        self.folder.join("daemon.log")
    }

    /// The lock that is held while a daemon is started, so that two clients do not start one each.
    pub(crate) fn start_lock(&self) -> Result<File, Error> {
        self.private_file("start.lock")
    }

    /// The lock a daemon holds for as long as it lives.
    pub(crate) fn daemon_lock(&self) -> Result<File, Error> {
        self.private_file("daemon.lock")
    }

    /// The log, opened to be added to; started anew once it is large.
    pub(crate) fn open_log(&self) -> Result<File, Error> {
        const LARGE: u64 = 1 << 20;
        let path = self.log();
        let large = std::fs::symlink_metadata(&path).is_ok_and(|about| about.len() > LARGE);
        let mut options = OpenOptions::new();
        options.create(true).mode(0o600);
        if large {
            options.write(true).truncate(true)
        } else {
            options.append(true)
        };
        options
            .open(&path)
            .map_err(|error| refused("cannot write the log", &path, &error))
    }

    fn private_file(&self, name: &str) -> Result<File, Error> {
        let path = self.folder.join(name);
        let opened = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path);
        opened.map_err(|error| refused("cannot open the lock", &path, &error))
    }

    fn make(&self, surroundings: &Surroundings) -> Result<(), Error> {
        if let (Some(_), Some(parent)) = (&surroundings.home, self.folder.parent()) {
            std::fs::create_dir_all(parent)
                .map_err(|error| refused("cannot make the folder", parent, &error))?;
        }
        match DirBuilder::new().mode(0o700).create(&self.folder) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(refused("cannot make the folder", &self.folder, &error)),
        }
    }

    /// That the folder is one, of this user, and open to nobody else. Not following a link: its owner could turn it.
    fn check(&self, uid: u32) -> Result<(), Error> {
        self.check_owner(uid)?;
        if self.socket().as_os_str().len() > LONGEST_SOCKET_PATH {
            return Err(environment(format!(
                "the path {} is too long for a socket: at most {LONGEST_SOCKET_PATH} bytes",
                self.socket().display()
            ))
            .with_hint("set SUREFOOT_HOME to a folder with a shorter path"));
        }
        Ok(())
    }

    fn check_owner(&self, uid: u32) -> Result<(), Error> {
        let shown = self.folder.display();
        let about = std::fs::symlink_metadata(&self.folder)
            .map_err(|error| refused("cannot look at the folder", &self.folder, &error))?;
        let other = "set SUREFOOT_HOME to a folder of your own";
        if about.file_type().is_symlink() {
            return Err(environment(format!(
                "the folder {shown} is a symbolic link, which is not safe"
            ))
            .with_hint(other));
        }
        if !about.is_dir() {
            return Err(environment(format!("{shown} is not a folder")).with_hint(other));
        }
        if about.uid() != uid {
            return Err(
                environment(format!("the folder {shown} belongs to another user")).with_hint(other),
            );
        }
        if about.mode() & 0o077 != 0 {
            let mode = about.mode() & 0o777;
            return Err(environment(format!(
                "the folder {shown} is open to other users (mode {mode:o})"
            ))
            .with_hint(format!("`chmod 700 {shown}`, or {other}")));
        }
        Ok(())
    }
}

/// A folder for files that somebody looks at and forgets, in the user's folder for temporary files, for this user alone.
pub(crate) fn private_folder() -> Result<PathBuf, Error> {
    let uid = user();
    let folder = std::env::temp_dir().join(format!("surefoot-{uid}"));
    let home = Home {
        folder: absolute(&folder)?,
    };
    let aside = |error: Error| {
        Error::new(error.kind(), error.message().to_owned())
            .with_hint("give the path of a file, or set TMPDIR to a folder of your own")
    };
    home.make(&Surroundings {
        home: None,
        runtime: None,
        uid,
    })
    .map_err(aside)?;
    home.check_owner(uid).map_err(aside)?;
    Ok(home.folder)
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(|error| refused("cannot use the folder", path, &error))
}

fn belongs_to(folder: &Path, uid: u32) -> bool {
    std::fs::metadata(folder).is_ok_and(|about| about.is_dir() && about.uid() == uid)
}

fn refused(what: &str, path: &Path, error: &io::Error) -> Error {
    environment(format!("{what} {}: {}", path.display(), io_reason(error)))
        .with_hint("set SUREFOOT_HOME to a folder of your own that can be written to")
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn at(home: &Path) -> Surroundings {
        Surroundings {
            home: Some(home.to_owned()),
            runtime: None,
            uid: user(),
        }
    }

    #[test]
    fn the_folder_is_made_for_the_user_alone() {
        let temp = tempfile::tempdir().unwrap();
        let home = Home::find(&at(&temp.path().join("a/b"))).unwrap();
        let mode = std::fs::metadata(home.folder())
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
        assert_eq!(Home::find(&at(&temp.path().join("a/b"))).unwrap(), home);
    }

    #[test]
    fn a_folder_that_is_not_safe_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        let said = |s: &Surroundings| Home::find(s).unwrap_err().message().to_owned();

        let open = temp.path().join("open");
        std::fs::create_dir(&open).unwrap();
        std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert!(said(&at(&open)).contains("open to other users (mode 755)"));

        let own = temp.path().join("own");
        Home::find(&at(&own)).unwrap();
        let link = temp.path().join("link");
        symlink(&own, &link).unwrap();
        assert!(said(&at(&link)).contains("symbolic link"));
        assert!(
            said(&Surroundings {
                uid: user() + 1,
                ..at(&own)
            })
            .contains("another user")
        );

        let file = temp.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(said(&at(&file)).contains("not a folder"));
        assert!(said(&at(&temp.path().join("x".repeat(100)))).contains("too long for a socket"));
    }

    #[test]
    fn the_runtime_folder_is_used_only_if_it_is_the_users() {
        let temp = tempfile::tempdir().unwrap();
        let runtime = Surroundings {
            home: None,
            runtime: Some(temp.path().to_owned()),
            uid: user(),
        };
        assert_eq!(
            Home::find(&runtime).unwrap().folder(),
            temp.path().join("surefoot")
        );
        let missing = Surroundings {
            runtime: Some(temp.path().join("no")),
            ..runtime
        };
        assert_eq!(
            Home::find(&missing).unwrap().folder(),
            Path::new(&format!("/tmp/surefoot-{}", user()))
        );
    }
}
