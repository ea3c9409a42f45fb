//! What the generated types are made of: names that are strings on the wire, and lists of strings that may grow.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Visitor};

/// Reads a string into anything that is made of one, without a copy in between.
pub(crate) fn text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: for<'a> From<&'a str>,
    D: Deserializer<'de>,
{
    struct Text<T>(PhantomData<T>);
    impl<T: for<'a> From<&'a str>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E>(self, text: &str) -> Result<T, E> {
            Ok(T::from(text))
        }
    }
    deserializer.deserialize_str(Text(PhantomData))
}

/// An enumeration of strings. A value that is not listed is kept as `Unlisted`: browsers of other versions have others.
macro_rules! string_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)*
            /// A value that this list does not have; the browser is of another version.
            Unlisted(Box<str>),
        }

        impl $name {
            /// The value as it is on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unlisted(text) => text,
                }
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    _ => Self::Unlisted(text.into()),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::wire::text(deserializer)
            }
        }
    };
}
pub(crate) use string_enum;

/// An identifier that is a string on the wire, so that a frame's cannot be passed for a target's.
macro_rules! string_id {
    ($(#[$meta:meta])* pub struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::sync::Arc<str>);

        impl $name {
            /// The identifier as it is on the wire.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl From<&$name> for $name {
            fn from(other: &$name) -> Self {
                other.clone()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::wire::text(deserializer)
            }
        }
    };
}
pub(crate) use string_id;

/// A reply without anything in it that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Empty;

impl<'de> Deserialize<'de> for Empty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

#[cfg(test)]
mod tests {
    use super::Empty;
    use crate::protocol::input::MouseButton;
    use crate::protocol::target::TargetId;

    #[test]
    fn values_that_are_not_listed_are_kept() {
        for (json, expected) in [
            ("\"left\"", MouseButton::Left),
            ("\"le\\u0066t\"", MouseButton::Left),
            ("\"sixth\"", MouseButton::Unlisted("sixth".into())),
        ] {
            assert_eq!(serde_json::from_str::<MouseButton>(json).unwrap(), expected);
        }
        assert_eq!(
            serde_json::to_string(&MouseButton::Unlisted("sixth".into())).unwrap(),
            "\"sixth\""
        );
        assert!(serde_json::from_str::<MouseButton>("5").is_err());
    }

    #[test]
    fn identifiers_are_plain_strings_and_empty_replies_take_anything() {
        let id: TargetId = serde_json::from_str("\"A1\"").unwrap();
        assert_eq!(
            (id.as_str(), serde_json::to_string(&id).unwrap()),
            ("A1", "\"A1\"".to_owned())
        );
        assert_eq!(
            serde_json::from_str::<Empty>("{\"more\":[1]}").unwrap(),
            Empty
        );
    }
}
