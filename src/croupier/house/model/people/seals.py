"""What only a house with its key can have written: who writes to the database alone comes in as
nobody.

A session or token stands in the log as an HMAC of its secret, so that nobody without the key
can write down one whose secret they know; and a seal ties it to its owner and its end, so that
nobody turns their own into somebody else's. Hashes of passwords and passkeys are tied alike.
"""

import hmac
from collections.abc import Sequence
from datetime import datetime

import msgspec

from croupier.house.model.people import events as e
from croupier.house.model.people.state import Passkey, Session, Token
from croupier.house.sealing import subkey

Part = str | int | datetime | None


class Seals:
    """Makes and checks them, under keys for this alone."""

    def __init__(self, key: bytes) -> None:
        self._secrets = subkey(key, "people: sessions and tokens")
        self._seals = subkey(key, "people: seals")

    def digest(self, secret: str) -> str:
        """How a session or token stands in the log."""
        return hmac.digest(self._secrets, secret.encode(), "sha256").hex()

    def hidden(self, kind: str, text: str) -> str:
        """A text by which something is found again, and which cannot be read from it."""
        return self._seal("hidden", (kind, text))

    # Making

    def of_log_in(self, event: e.LoggedIn) -> str:
        return self._seal("session", (event.session, event.person, event.until))

    def of_new_token(self, event: e.TokenMade) -> str:
        held = (event.hash, event.token, event.owner, event.power.value, event.place, event.until)
        return self._seal("token", held)

    def of_new_passkey(self, event: e.PasskeyAdded) -> str:
        return self._seal("passkey", (event.passkey, event.person, event.key, event.site))

    def of_password(self, person: str, mark: str, hashed: str) -> str:
        """Of the hash that the log means: an older one of the same person is not it."""
        return self._seal("password", (person, mark, hashed))

    # Checking

    def holds_session(self, key: str, one: Session) -> bool:
        return self._is(one.seal, "session", (key, one.person, one.until))

    def holds_token(self, key: str, one: Token) -> bool:
        held = (key, one.id, one.owner, one.power.value, one.place, one.until)
        return self._is(one.seal, "token", held)

    def holds_passkey(self, key: str, one: Passkey) -> bool:
        return self._is(one.seal, "passkey", (key, one.person, one.key, one.site))

    def holds_password(self, seal: str | None, person: str, mark: str, hashed: str) -> bool:
        return self._is(seal or "", "password", (person, mark, hashed))

    def _seal(self, kind: str, parts: Sequence[Part]) -> str:
        whole = msgspec.json.encode([f"croupier-{kind}/1", *parts])
        return hmac.digest(self._seals, whole, "sha256").hex()

    def _is(self, seal: str, kind: str, parts: Sequence[Part]) -> bool:
        return hmac.compare_digest(seal.encode(), self._seal(kind, parts).encode())
