"""Sessions, tokens and passkeys, with which people and devices come in, and the seals on them.

A session or token is in the log as an HMAC of its secret, so that nobody without the key can enter
one whose secret they know. A seal ties it to its owner and its end, so that nobody turns their own
into somebody else's. Hashes of passwords and passkeys are tied in the same way. Whoever writes to
the database alone cannot log in as anybody.

The token of a device goes on for a while when nobody answers for it any more: tables run on it. It
is in doubt until somebody else vouches for it, or it ends.
"""

import hmac
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.model.people import events as e
from croupier.house.model.people.roles import TokenPower
from croupier.house.sealing import subkey

ADMITTED_FOR = timedelta(days=1)
"""So long the token of a shoe can be made that two people agreed to."""


class Session(Struct, frozen=True):
    """Somebody who has logged in and not yet left."""

    person: str
    since: datetime
    until: datetime
    address: str
    seal: str = ""
    proved: datetime | None = None
    """When its owner last showed that it is them; none: when they logged in."""


class Token(Struct, frozen=True):
    """What a device or a program comes in with."""

    id: str
    name: str
    owner: str
    power: TokenPower
    place: str | None
    made: datetime
    until: datetime | None
    seal: str = ""
    backers: tuple[str, ...] = ()
    """Who answers for it, where it is not the owner alone: with who approved it, or instead who
    vouched for it since."""
    doubted_until: datetime | None = None
    """When it ends unless somebody else vouches for it."""

    @property
    def answered_by(self) -> tuple[str, ...]:
        return self.backers or (self.owner,)

    @property
    def ends(self) -> datetime | None:
        return min((end for end in (self.until, self.doubted_until) if end), default=None)


class Admitted(Struct, frozen=True):
    """A shoe that two people agreed to, and whose token is not made yet."""

    owner: str
    name: str
    place: str
    until: datetime | None
    approved_by: str | None
    at: datetime

    @property
    def agreed_by(self) -> tuple[str | None, ...]:
        return (self.owner, self.approved_by)

    def may_be_made(self, now: datetime) -> bool:
        return now < self.at + ADMITTED_FOR


class Passkey(Struct, frozen=True, omit_defaults=True):
    """What an authenticator of a person signs with."""

    person: str
    name: str
    key: str
    site: str
    added: datetime
    seal: str
    counted: int = 0
    """The most that its authenticator has said; 0 where it does not count."""


# Tokens after an event


def admitted_after(
    admitted: Mapping[str, Admitted],
    event: e.ShoeAdmitted | e.ShoeWithdrawn | e.TokenMade,
    at: datetime,
) -> Mapping[str, Admitted]:
    """Shoes whose tokens can be made: each is made once."""
    if isinstance(event, e.ShoeAdmitted):
        one = Admitted(event.owner, event.name, event.place, event.until, event.by, at)
        return {**admitted, event.proposal: one}
    return {key: one for key, one in admitted.items() if key != event.proposal}


def made_token(event: e.TokenMade, agreed: Admitted | None, at: datetime) -> Token:
    approver = None if agreed is None else agreed.approved_by
    return Token(
        event.token,
        event.name,
        event.owner,
        event.power,
        event.place,
        at,
        event.until,
        event.seal,
        () if approver is None else (event.owner, approver),
    )


def tokens_after(
    tokens: Mapping[str, Token], event: e.TokenDoubted | e.TokenVouched | e.TokenRevoked
) -> Mapping[str, Token]:
    if isinstance(event, e.TokenRevoked):
        return {key: one for key, one in tokens.items() if one.id != event.token}
    return {
        key: _confirmed(one, event) if one.id == event.token else one for key, one in tokens.items()
    }


def _confirmed(token: Token, event: e.TokenDoubted | e.TokenVouched) -> Token:
    """In doubt until a moment, or no longer."""
    if isinstance(event, e.TokenDoubted):
        return replace(token, doubted_until=event.until)
    backers = () if event.by is None else (event.by,)
    return replace(token, doubted_until=None, backers=backers)


# Seals


Part = str | int | datetime | None


class Seals:
    """Makes and checks them, under keys for this alone."""

    def __init__(self, key: bytes) -> None:
        self._secrets = subkey(key, "people: sessions and tokens")
        self._seals = subkey(key, "people: seals")

    def digest(self, secret: str) -> str:
        """The form of a session or token in the log."""
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
