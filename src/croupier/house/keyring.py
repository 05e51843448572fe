"""All the keys a house has had, the current one last; a derived key serves a single purpose."""

import hmac
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from msgspec import Struct


def subkey(key: bytes, purpose: str) -> bytes:
    """A derived key reveals neither the house's key nor the keys derived for other purposes."""
    return hmac.digest(key, b"croupier-subkey/1 " + purpose.encode(), "sha256")


ID_DIGITS = 8


class Keyring(Struct, frozen=True):
    """Oldest first. Without a key nothing is sealed, chained or trusted."""

    keys: tuple[bytes, ...] = ()

    @classmethod
    def of(cls, key: "bytes | Keyring | None") -> "Keyring":
        """A keyring of one key, or of none."""
        if isinstance(key, Keyring):
            return key
        return cls((key,)) if key else cls()

    def __bool__(self) -> bool:
        return bool(self.keys)

    def __iter__(self) -> Iterator[bytes]:
        """Newest first, because most records are under the newest key."""
        return reversed(self.keys)

    @property
    def first(self) -> bytes:
        """The key under which people's secrets are sealed, whatever keys have followed."""
        return self.keys[0] if self.keys else b""

    @property
    def current(self) -> bytes:
        return self.keys[-1] if self.keys else b""

    def find(self, wanted: str) -> bytes | None:
        """The key with this id."""
        return next((key for key in self if key_id(key) == wanted), None)


@lru_cache(maxsize=64)
def key_id(key: bytes) -> str:
    """The name of a key in the log and in public: it reveals nothing about the key."""
    return sha256(b"croupier-key/1 " + key).hexdigest()[:ID_DIGITS]


@lru_cache(maxsize=64)
def chain_key(key: bytes) -> bytes:
    """Used only for the chain of the log."""
    return subkey(key, "log")
