"""The keys that a house has had, the one in use last; derived ones serve one purpose each."""

import hmac
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct


def subkey(key: bytes, purpose: str) -> bytes:
    """Whoever learns it learns neither the house's key nor what is derived for other purposes."""
    return hmac.digest(key, b"croupier-subkey/1 " + purpose.encode(), "sha256")


ID_DIGITS = 8


class Keyring(Struct, frozen=True):
    """Oldest first. Without any key nothing is sealed, chained or believed."""

    keys: tuple[bytes, ...] = ()

    @classmethod
    def of(cls, key: "bytes | Keyring | None") -> "Keyring":
        """A house of one key, or of none."""
        if isinstance(key, Keyring):
            return key
        return cls((key,)) if key else cls()

    def __bool__(self) -> bool:
        return bool(self.keys)

    def __iter__(self) -> Iterator[bytes]:
        """The newest first: most of what is looked at is under it."""
        return reversed(self.keys)

    @property
    def first(self) -> bytes:
        """Under which the secrets of people lie, whatever has changed since."""
        return self.keys[0] if self.keys else b""

    @property
    def current(self) -> bytes:
        return self.keys[-1] if self.keys else b""

    def find(self, wanted: str) -> bytes | None:
        """The key of this id."""
        return next((key for key in self if key_id(key) == wanted), None)


@lru_cache(maxsize=64)
def key_id(key: bytes) -> str:
    """How a key is named in the log and in the open: it tells nothing about the key."""
    return sha256(b"croupier-key/1 " + key).hexdigest()[:ID_DIGITS]


@lru_cache(maxsize=64)
def chain_key(key: bytes) -> bytes:
    """For the chain of the log alone."""
    return subkey(key, "log")
