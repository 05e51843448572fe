"""Logging in and out: sessions of people, and tokens of devices and programs."""

import secrets
from datetime import datetime, timedelta

from msgspec import Struct, structs

from croupier.house.app.people.factors import Factor, NotLoggedIn, Proving
from croupier.house.app.people.passkeys import Purpose, Signed, Site
from croupier.house.app.people.stream import PeopleStream
from croupier.house.app.rate_limiter import network
from croupier.house.log.event_store import EventStore
from croupier.house.model.ledger.accounts import wallet
from croupier.house.model.people import decide
from croupier.house.model.people import events as e
from croupier.house.model.people.person import (
    ANYBODY,
    Person,
    csrf_token,
    person_of,
    reference,
)
from croupier.house.model.people.roles import Account, Signature
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.settings import Money

TOKEN_BYTES = 32
FRESH = timedelta(minutes=15)
"""What concerns the proofs themselves is asked of those who have just shown that it is them."""
APPROVING = timedelta(minutes=5)
"""So is an approval, of those who have just shown it."""
NAME_LENGTH_MAX = 64


class Terms(Struct, frozen=True):
    """What the house sets for those who come in."""

    session_hours: float = 12.0
    guests: bool = False
    """Visitors play at once for practice money."""
    title: str = "Croupier"
    guests_of_address: int = 50
    """That come from one address within a day."""


TERMS = Terms()
GUEST_PREFIX = "guest-"


class Authentication:
    """Log-ins, guests and sessions."""

    def __init__(
        self,
        stream: PeopleStream,
        proving: Proving,
        key: bytes,
        terms: Terms,
        store: EventStore,
    ) -> None:
        self.terms = terms
        self._store = store
        self._stream = stream
        self._proving = proving
        self._key = key
        self._people: People | None = None
        self._known: dict[str, Person] = {}
        """Who has come in since anything about anybody last changed, by their keys."""

    # Who is it

    async def who(self, secret: str | None) -> Person:
        """The person who has this session or token; others may have let them in just now."""
        return ANYBODY if secret is None else await self._has(self._proving.seals.digest(secret))

    async def again(self, person: Person) -> Person:
        """The same one now; whoever has no key is one inside the house."""
        return self.unchanged(person) or await self._has(person.key or "")

    def unchanged(self, person: Person) -> Person | None:
        """The same one now, if nothing about anybody has changed since they were looked up and
        their time is not over."""
        if person.key is None:
            return person
        if self._people is None or self._stream.held() is not self._people:
            return None
        known = self._known.get(person.key)
        if known is None or (known.until is not None and self._stream.now() >= known.until):
            return None
        return known

    async def _has(self, key: str) -> Person:
        found = self._find(await self._stream.people(), key)
        if found is None:
            found = self._find(await self._stream.newest(), key)
        return found or ANYBODY

    def _find(self, people: People, key: str) -> Person | None:
        """Looked up once while nothing about anybody has changed.

        Only keys that exist are remembered: anybody can make up others.
        """
        now = self._stream.now()
        if people is not self._people:
            self._people, self._known = people, {}
        found = self._known.pop(key, None)
        if found is None or (found.until is not None and now >= found.until):
            found = person_of(people, key, now, self._proving.seals)
        if found is not None:
            self._known[key] = found
        return found

    async def ends(self, person: Person) -> datetime:
        """When a session is over."""
        return (await self._stream.people()).sessions[person.key or ""].until

    def csrf(self, person: Person) -> str | None:
        return None if person.key is None else csrf_token(self._key, person.key)

    # In

    async def log_in(self, name: str, password: str, code: str | None, address: str) -> str:
        """The secret of a new session; raises `NotLoggedIn` or `Throttled`."""
        name = name.strip().casefold()[:NAME_LENGTH_MAX]
        account = await self._proving.password(name, password, address)
        factor = await self._proving.factor_after_password(account, code, address)
        secret = await self._let_in(account, address, factor)
        await self._proving.right(name, address)
        await self._proving.rehash(account, password)
        return secret

    def challenge(self) -> str:
        """To be signed by a passkey of whoever wants to come in."""
        return self._proving.challenges.new(Purpose.LOG_IN, "", self._stream.now())

    async def log_in_with_passkey(self, signed: Signed, site: Site, address: str) -> str:
        account, factor = await self._proving.passkey(site, signed, Purpose.LOG_IN, "", address)
        return await self._let_in(account, address, factor)

    async def _let_in(self, account: Account, address: str, factor: Factor) -> str:
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        seals = self._proving.seals
        until = account.until or self._stream.now() + timedelta(hours=self.terms.session_hours)
        wanted = e.LoggedIn(
            account.id,
            seals.digest(secret),
            until,
            address,
            factor.step,
            factor.passkey,
            factor.challenge,
            counted=factor.counted,
        )
        wanted = structs.replace(wanted, seal=seals.of_log_in(wanted))
        try:
            await self._stream.record(
                lambda people, at: decide.log_in(people, at, wanted),
                _signature(account, wanted.session),
            )
        except HouseRefused as refused:
            raise NotLoggedIn(str(refused), refused.refusal.code.value) from None
        return secret

    async def let_guest_in(self, nickname: str | None, address: str) -> str:
        """A visitor plays at once, for practice money."""
        if not self.terms.guests:
            decline(HouseCode.NOT_YOUR_POWER, "This house takes no guests; log in.")
        person = f"{GUEST_PREFIX}{secrets.token_hex(5)}"
        name = " ".join((nickname or "").split())[:24] or f"Guest {person[-4:]}"
        place, most = network(address), self.terms.guests_of_address
        idle = await self._idle_guests()

        def registered(people: People, at: datetime) -> decide.Events:
            return decide.register_guest(people, at, person, name, place, most, idle)

        await self._stream.record(registered, None)
        account = (await self._stream.people()).accounts[person]
        return await self._let_in(account, address, Factor())

    async def _idle_guests(self) -> frozenset[str]:
        """In a full house, those who never took play money: without it nobody plays."""
        people, now = await self._stream.people(), self._stream.now()
        if not decide.is_full(people, now):
            return frozenset()
        taken = await self._store.balances(wallet(Money.PRACTICE, GUEST_PREFIX))
        guests = (one.id for one in people.accounts.values() if one.guest)
        return frozenset(one for one in guests if wallet(Money.PRACTICE, one) not in taken)

    # Out

    async def log_out(self, person: Person) -> None:
        key = person.key
        if key is not None:
            await self._stream.record(
                lambda people, at: decide.log_out(people, at, key), signature_of(person)
            )

    async def log_out_everywhere(self, person: Person) -> None:
        name = demand_somebody(person)
        await self._stream.record(
            lambda people, at: decide.log_out_everywhere(people, at, name), signature_of(person)
        )

    # Still them

    def demand_fresh(self, person: Person) -> str:
        """Who has just shown that it is them."""
        name = demand_somebody(person)
        if not self._has_proved(person, FRESH):
            decline(
                HouseCode.PROOF_NEEDED,
                "Show that it is you, or log in again: this concerns how you log in.",
            )
        return name

    def demand_approver(self, person: Person) -> None:
        """A second person is there, and not a program or a screen that was left alone."""
        if person.since is None:
            decline(
                HouseCode.PROOF_NEEDED,
                "Approving is for people who have logged in, not for tokens.",
            )
        if not self._has_proved(person, APPROVING):
            decline(HouseCode.PROOF_NEEDED, "Show that it is you before you approve this.")

    def _has_proved(self, person: Person, within: timedelta) -> bool:
        return person.since is not None and self._stream.now() - person.since <= within


def _signature(account: Account, key: str) -> Signature:
    highest = max(account.roles, key=list(type(max(account.roles))).index)
    return Signature(account.id, highest, reference(key))


def signature_of(person: Person) -> Signature | None:
    return person.signature(person.roles)


def demand_somebody(person: Person) -> str:
    if person.id is None or person.device is not None:
        decline(HouseCode.NOT_YOUR_POWER, "This is for people who have logged in.")
    return person.id
