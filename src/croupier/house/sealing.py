"""The house's keys, and what is sealed under them with AES-GCM: above all, closed cards.

A keyring holds all the keys a house has had, the current one last; a derived key serves a single
purpose.

Every round has a key of its own, derived from the house's key and a nonce. An event that contains
cards is stored as `{"event":NAME,"sealed":"KEY:NONCE:TEXT"}`: the id of the house's key, the nonce,
and the AES-GCM ciphertext of the event in base64. The place of storage is part of the authenticated
data, so that nothing sealed can be moved. When the round is over, its key is published, and
everybody can read what was sealed, with or without the house's key.

Seeds of shuffles and second-factor secrets are single values of a few bytes. Until version 0.2 they
were masked with an HMAC-SHA256 pad: such values are still read but no longer written.

The hash of a record covers what is stored: the sealed text, not the cards. There are so few
possible hands that a hash of the cards would give them away.
"""

import hmac
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct


@lru_cache(maxsize=1024)
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


# Sealing


_IV_BYTES = 12
_NAMED = b'{"event":"'
_SEALED = b'","sealed":"'
_END = b'"}'
_NAME_MAX = 64
_STEP = 128
"""Events are padded to a multiple of this many bytes."""


class Seal(Struct, frozen=True):
    """What seals the cards of one round."""

    under: str
    """The id of the house's key from which it is derived."""
    nonce: str
    key: bytes

    def close(self, place: str, event: bytes) -> bytes:
        """An event in its stored form; its name stays readable."""
        name = event[len(_NAMED) : event.index(b'"', len(_NAMED))]
        label = f"{self.under}:{self.nonce}:".encode()
        text = b64encode(encrypted_json(self.key, place, event, _STEP))
        return b"".join((_NAMED, name, _SEALED, label, text, _END))


class Sealed(Struct, frozen=True):
    """A sealed event, split into its parts."""

    under: str
    nonce: str
    text: str

    def opened(self, key: bytes, place: str) -> bytes:
        """The event; `key` is the round's key. Raises `ValueError`."""
        plain = decrypted_json(key, place, b64decode(self.text, validate=True))
        if plain is None:
            raise ValueError(f"{place} does not open: it was changed, or sealed in another place")
        return plain


def is_sealed(event: bytes) -> bool:
    """Whether this is the sealed form of an event."""
    return event.find(_SEALED, 0, _NAME_MAX) > 0


def read_sealed(event: bytes) -> Sealed:
    """Raises `ValueError`."""
    label = event[event.index(_SEALED) + len(_SEALED) : -len(_END)].decode()
    under, nonce, text = label.split(":")
    return Sealed(under, nonce, text)


@lru_cache(maxsize=4096)
def round_key(key: bytes, stream: str, nonce: str) -> bytes:
    """The key of a round; it reveals neither the house's key nor that of another round."""
    return subkey(key, f"cards {stream} {nonce}")


def key_of(keys: Keyring, stream: str, under: str, nonce: str) -> bytes | None:
    """The same, if the house's key is available."""
    key = keys.find(under)
    return None if key is None else round_key(key, stream, nonce)


def commitment(key: bytes) -> str:
    """Published when the round opens: it ties what is sealed to this one key."""
    return sha256(b"croupier-cards/1 " + key).hexdigest()


def place_of(stream: str, version: int) -> str:
    return f"{stream} version {version}"


@lru_cache(maxsize=4096)
def _cipher(key: bytes) -> AESGCM:
    """Set up once per round."""
    return AESGCM(key)


def encrypted_json(key: bytes, place: str, plain: bytes, step: int) -> bytes:
    """Padded with blanks, because even the length would tell something about the cards."""
    return _encrypted(key, place, plain + b" " * (-len(plain) % step), os.urandom(_IV_BYTES))


def decrypted_json(key: bytes, place: str, text: bytes) -> bytes | None:
    """None if it was not encrypted with this key for this place."""
    plain = _decrypted(key, place, text)
    return None if plain is None else plain.rstrip(b" ")


def _encrypted(key: bytes, place: str, plain: bytes, iv: bytes) -> bytes:
    return iv + _cipher(key).encrypt(iv, plain, place.encode())


def _decrypted(key: bytes, place: str, text: bytes) -> bytes | None:
    try:
        return _cipher(key).decrypt(text[:_IV_BYTES], text[_IV_BYTES:], place.encode())
    except (InvalidTag, ValueError):  # `ValueError` if it is too short
        return None


# Single values

_MARK = "gcm1:"
"""The prefix of a value sealed with AES-GCM; an older value is hexadecimal digits only."""


def seal_value(key: bytes, purpose: str, place: str, value: bytes, nonce: bytes = b"") -> str:
    """Sealed for this purpose and this place only; a pure caller supplies the nonce."""
    iv = nonce[:_IV_BYTES] or os.urandom(_IV_BYTES)
    return _MARK + _encrypted(subkey(key, purpose), place, value, iv).hex()


def open_value(key: bytes, purpose: str, place: str, sealed: str) -> bytes | None:
    """None if it was not sealed with this key for this purpose and place."""
    try:
        text = bytes.fromhex(sealed.removeprefix(_MARK))
    except ValueError:
        return None
    return _decrypted(subkey(key, purpose), place, text)


def is_padded(sealed: str) -> bool:
    """Whether a value dates from before AES-GCM."""
    return not sealed.startswith(_MARK)


def without_pad(key: bytes, label: bytes, hidden: bytes) -> bytes:
    """What an HMAC-SHA256 pad hides in such a value."""
    pad = hmac.digest(key, label, "sha256")[: len(hidden)]
    return bytes(a ^ b for a, b in zip(pad, hidden, strict=True))
