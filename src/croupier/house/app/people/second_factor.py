"""Codes of a second factor (RFC 6238), and the seal under which its secret is kept."""

import base64
import hmac
import os
import struct
from datetime import datetime
from urllib.parse import quote, urlencode

from croupier.house import sealing

SECRET_BYTES = 20
STEP_SECONDS = 30
DIGITS = 6
STEPS_OFF = 1
"""Clocks may differ by so many half minutes."""


def new_secret() -> bytes:
    return os.urandom(SECRET_BYTES)


def step_of(at: datetime) -> int:
    return int(at.timestamp()) // STEP_SECONDS


def code(secret: bytes, step: int) -> str:
    """The code of a half minute: HMAC-SHA-1, truncated as RFC 4226 5.3 says."""
    digest = hmac.digest(secret, struct.pack(">Q", step), "sha1")
    start = digest[-1] & 0x0F
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: bytes, given: str, at: datetime, after: int) -> int | None:
    """The half minute that a code is of, if it is a late one that has not been used."""
    plain = given.replace(" ", "")
    now = step_of(at)
    found = None
    for step in range(now - STEPS_OFF, now + STEPS_OFF + 1):
        same = hmac.compare_digest(code(secret, step).encode(), plain.encode())
        if same and step > after:
            found = step
    return found


def as_text(secret: bytes) -> str:
    """As people type it into their program."""
    return base64.b32encode(secret).decode()


def uri(secret: bytes, person: str, house: str) -> str:
    """As programs read it from a picture."""
    label = quote(f"{house}:{person}")
    return f"otpauth://totp/{label}?{urlencode({'secret': as_text(secret), 'issuer': house})}"


# At rest

_PURPOSE = "second factor"
_NONCE = 16
_TAG = 16


def seal(key: bytes, person: str, secret: bytes) -> str:
    """Hidden under the house's key, for this person alone."""
    return sealing.seal_value(key, _PURPOSE, person, secret)


def unseal(key: bytes, person: str, sealed: str) -> bytes | None:
    """The secret, or none where it was not sealed with this key for this person."""
    if sealing.is_padded(sealed):
        return _without_pad(key, person, sealed)
    return sealing.open_value(key, _PURPOSE, person, sealed)


def _without_pad(key: bytes, person: str, sealed: str) -> bytes | None:
    """Of version 0.2 and before: a nonce, the hidden secret, and a tag over both."""
    try:
        whole = bytes.fromhex(sealed)
    except ValueError:
        return None
    rest, tag = whole[:-_TAG], whole[-_TAG:]
    name = person.encode()
    wanted = hmac.digest(key, b"croupier-second-factor-tag/1 %b " % name + rest, "sha256")[:_TAG]
    if not hmac.compare_digest(tag, wanted):
        return None
    label = b"croupier-second-factor/1 %b " % name + rest[:_NONCE]
    return sealing.without_pad(key, label, rest[_NONCE:])
