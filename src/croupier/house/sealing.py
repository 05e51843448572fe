"""What is stored and takes a key to read, all of it by AES-GCM: closed cards above all.

Every round has a key of its own, derived from the house's key and a nonce. What bears cards is
stored as `{"event":NAME,"sealed":"KEY:NONCE:TEXT"}`: the id of the house's key, the nonce, and
in base64 what AES-GCM made of the event. The place where it is stored is part of what AES-GCM
authenticates, so that nothing sealed can be moved. When the round is over its key is published,
and everybody can read what was sealed, with the house's key or without it.

Seeds of shuffles and secrets of second factors are single values of a few bytes. Until version 0.2
they were hidden under a pad of HMAC-SHA256: such values are still read, and no longer written.

The hash of a record covers what is stored, the sealed text and not the cards: a hand has so few
possibilities that its hash would give it away.
"""

import hmac
import os
from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from croupier.house.keyring import Keyring, subkey

_IV_BYTES = 12
_NAMED = b'{"event":"'
_SEALED = b'","sealed":"'
_END = b'"}'
_NAME_MAX = 64
_STEP = 128
"""To what multiples events are filled up."""


class Seal(Struct, frozen=True):
    """What the cards of one round are sealed with."""

    under: str
    """The id of the house's key that it is derived from."""
    nonce: str
    key: bytes

    def close(self, place: str, event: bytes) -> bytes:
        """An event as it is stored; its name stays in the open."""
        name = event[len(_NAMED) : event.index(b'"', len(_NAMED))]
        label = f"{self.under}:{self.nonce}:".encode()
        text = b64encode(encrypted_json(self.key, place, event, _STEP))
        return b"".join((_NAMED, name, _SEALED, label, text, _END))


class Sealed(Struct, frozen=True):
    """A sealed event taken apart."""

    under: str
    nonce: str
    text: str

    def opened(self, key: bytes, place: str) -> bytes:
        """The event; `key` is the round's. Raises `ValueError`."""
        plain = decrypted_json(key, place, b64decode(self.text, validate=True))
        if plain is None:
            raise ValueError(f"{place} does not open: it was changed, or sealed in another place")
        return plain


def is_sealed(event: bytes) -> bool:
    """Whether this is stored in place of an event."""
    return event.find(_SEALED, 0, _NAME_MAX) > 0


def read_sealed(event: bytes) -> Sealed:
    """Raises `ValueError`."""
    label = event[event.index(_SEALED) + len(_SEALED) : -len(_END)].decode()
    under, nonce, text = label.split(":")
    return Sealed(under, nonce, text)


@lru_cache(maxsize=4096)
def round_key(key: bytes, stream: str, nonce: str) -> bytes:
    """The key of a round; from it nobody learns the house's key or that of another round."""
    return subkey(key, f"cards {stream} {nonce}")


def key_of(keys: Keyring, stream: str, under: str, nonce: str) -> bytes | None:
    """The same, where the house's key is at hand."""
    key = keys.find(under)
    return None if key is None else round_key(key, stream, nonce)


def commitment(key: bytes) -> str:
    """Said when the round opens: it ties what is sealed to this one key."""
    return sha256(b"croupier-cards/1 " + key).hexdigest()


def place_of(stream: str, version: int) -> str:
    return f"{stream} version {version}"


@lru_cache(maxsize=4096)
def _cipher(key: bytes) -> AESGCM:
    """Set up once for a round."""
    return AESGCM(key)


def encrypted_json(key: bytes, place: str, plain: bytes, step: int) -> bytes:
    """Filled up with blanks, as a length tells of cards too."""
    return _encrypted(key, place, plain + b" " * (-len(plain) % step), os.urandom(_IV_BYTES))


def decrypted_json(key: bytes, place: str, text: bytes) -> bytes | None:
    """None where it was not encrypted with this key for this place."""
    plain = _decrypted(key, place, text)
    return None if plain is None else plain.rstrip(b" ")


def _encrypted(key: bytes, place: str, plain: bytes, iv: bytes) -> bytes:
    return iv + _cipher(key).encrypt(iv, plain, place.encode())


def _decrypted(key: bytes, place: str, text: bytes) -> bytes | None:
    try:
        return _cipher(key).decrypt(text[:_IV_BYTES], text[_IV_BYTES:], place.encode())
    except (InvalidTag, ValueError):  # the latter where it is too short
        return None


# Single values

_MARK = "gcm1:"
"""In front of a value that AES-GCM sealed; an older one is hexadecimal digits alone."""


def seal_value(key: bytes, purpose: str, place: str, value: bytes, nonce: bytes = b"") -> str:
    """Under a key for this purpose, for this place alone; whoever decides purely brings a nonce."""
    iv = nonce[:_IV_BYTES] or os.urandom(_IV_BYTES)
    return _MARK + _encrypted(subkey(key, purpose), place, value, iv).hex()


def open_value(key: bytes, purpose: str, place: str, sealed: str) -> bytes | None:
    """None where it was not sealed with this key for this purpose and place."""
    try:
        text = bytes.fromhex(sealed.removeprefix(_MARK))
    except ValueError:
        return None
    return _decrypted(subkey(key, purpose), place, text)


def is_padded(sealed: str) -> bool:
    """Whether a value is of the time before AES-GCM."""
    return not sealed.startswith(_MARK)


def without_pad(key: bytes, label: bytes, hidden: bytes) -> bytes:
    """What a pad of HMAC-SHA256 hides, in values of that time."""
    pad = hmac.digest(key, label, "sha256")[: len(hidden)]
    return bytes(a ^ b for a, b in zip(pad, hidden, strict=True))
