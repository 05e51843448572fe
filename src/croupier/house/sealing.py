"""Closed cards at rest: what is stored of them while their round runs takes a key to read.

Every round has a key of its own, derived from the house's key and a nonce. What bears cards is
stored as `{"event":NAME,"sealed":"KEY:NONCE:TEXT"}`: the id of the house's key, the nonce, and
in base64 what AES-GCM made of the event. The place where it is stored is part of what AES-GCM
authenticates, so that nothing sealed can be moved. When the round is over its key is published,
and everybody can read what was sealed, with the house's key or without it.

The hash of a record covers what is stored, the sealed text and not the cards: a hand has so few
possibilities that its hash would give it away.
"""

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
        text = b64encode(encrypted(self.key, place, event, _STEP))
        return b"".join((_NAMED, name, _SEALED, label, text, _END))


class Sealed(Struct, frozen=True):
    """A sealed event taken apart."""

    under: str
    nonce: str
    text: str

    def opened(self, key: bytes, place: str) -> bytes:
        """The event; `key` is the round's. Raises `ValueError`."""
        plain = decrypted(key, place, b64decode(self.text, validate=True))
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


def encrypted(key: bytes, place: str, plain: bytes, step: int) -> bytes:
    """JSON filled up with blanks, as a length tells of cards too; a fresh nonce is in front."""
    iv = os.urandom(_IV_BYTES)
    filled = plain + b" " * (-len(plain) % step)
    return iv + _cipher(key).encrypt(iv, filled, place.encode())


def decrypted(key: bytes, place: str, text: bytes) -> bytes | None:
    """None where it was not encrypted with this key for this place."""
    if len(text) <= _IV_BYTES:
        return None
    try:
        plain = _cipher(key).decrypt(text[:_IV_BYTES], text[_IV_BYTES:], place.encode())
    except InvalidTag:
        return None
    return plain.rstrip(b" ")
