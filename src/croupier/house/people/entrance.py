"""The entrance of the house: who comes in, how they prove it, and how they leave."""

import secrets
from datetime import datetime, timedelta

from msgspec import Struct

from croupier.house.log.storing import Credential, Credentials
from croupier.house.people import decide, second_factor
from croupier.house.people import events as e
from croupier.house.people.identity import ANYBODY, Person, csrf_token, digest, person_of
from croupier.house.people.office import Decide, PeopleOffice
from croupier.house.people.passwords import Busy, Passwords, demand_good
from croupier.house.people.roles import Signature
from croupier.house.people.state import Account, People
from croupier.house.people.throttle import FREE_FOR_NAME, Bucket, Throttle, is_forgotten, wait_after
from croupier.house.refusals import HouseCode, HouseRefused, decline

TOKEN_BYTES = 32
FRESH = timedelta(minutes=15)
"""What concerns the proofs themselves is asked of those who have just logged in."""
RECORDED_A_SECOND = 0.5
RECORDED_AT_ONCE = 200
"""Failures beyond this are not written down: nobody fills the log from outside."""
NAME_LENGTH_MAX = 64


class Throttled(Exception):
    """Come again later."""

    def __init__(self, until: datetime, now: datetime) -> None:
        self.seconds = max(1, -int((now - until).total_seconds() // 1))
        super().__init__(f"Too many attempts. Try again in {self.seconds} seconds.")


class NotLoggedIn(Exception):
    """Name, password or code are not right; it is not said which."""

    def __init__(
        self, message: str = "Name or password are not right.", code: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code


class Terms(Struct, frozen=True):
    """What the house sets for those who come in."""

    session_hours: float = 12.0
    guests: bool = False
    """Visitors play at once for practice money."""
    title: str = "Croupier"


TERMS = Terms()


class Entrance:
    """Log-ins, guests and sessions."""

    def __init__(
        self,
        office: PeopleOffice,
        credentials: Credentials,
        passwords: Passwords,
        key: bytes,
        terms: Terms,
    ) -> None:
        self.terms = terms
        self._office = office
        self._credentials = credentials
        self._passwords = passwords
        self._key = key
        self._throttle = Throttle()
        self._recording: Bucket | None = None
        self._people: People | None = None
        self._known: dict[str, Person] = {}
        """Who came again while nothing about anybody has changed, by their keys."""

    # Who is it

    async def who(self, secret: str | None) -> Person:
        """The person who has this session or token; others may have let them in just now."""
        if secret is None:
            return ANYBODY
        key = digest(secret)
        found = person_of(await self._office.people(), key, self._office.now())
        if found is None:
            found = person_of(await self._office.newest(), key, self._office.now())
        return found or ANYBODY

    async def again(self, person: Person) -> Person:
        """The same one now."""
        if person.key is None:
            return person
        people, now = await self._office.people(), self._office.now()
        if people is not self._people:
            self._people, self._known = people, {}
        found = self._known.get(person.key)
        if found is None or (found.until is not None and now >= found.until):
            found = self._known[person.key] = person_of(people, person.key, now) or ANYBODY
        return found

    def csrf(self, person: Person) -> str | None:
        return None if person.key is None else csrf_token(self._key, person.key)

    # In

    async def log_in(self, name: str, password: str, code: str | None, address: str) -> str:
        """The secret of a new session; raises `NotLoggedIn` or `Throttled`."""
        name = name.strip().casefold()[:NAME_LENGTH_MAX]
        account = (await self._office.people()).accounts.get(name)
        await self._demand_patience(name, account, address)
        self._throttle.failed(name, address, self._office.now())  # until it is seen to be right
        kept = Credential() if account is None else await self._credentials.get(name)
        try:
            right = await self._is_right(kept, password, address)
        except Busy:
            now = self._office.now()
            raise Throttled(now + timedelta(seconds=5), now) from None
        if account is None or not right or not account.is_open(self._office.now()):
            await self._note_failure(name, account, address)
            raise NotLoggedIn
        step = await self._second_step(account, kept, code, address)
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        await self._let_in(account, secret, address, step)
        self._throttle.succeeded(name, address)
        if kept.password is not None and self._passwords.is_outdated(kept.password):
            await self._credentials.keep_password(name, await self._passwords.hash(password))
        return secret

    async def _demand_patience(self, name: str, account: Account | None, address: str) -> None:
        now = self._office.now()
        logged = None if account is None else self._logged_wait(account, now)
        until = max(logged or now, self._throttle.until(name, address, now) or now)
        if until <= now:
            return
        if self._throttle.is_news(name, address):
            told = e.LogInThrottled(None if account is None else account.id, address, until)
            await self._write(lambda people, at: (told,))
        raise Throttled(until, now)

    def _logged_wait(self, account: Account, now: datetime) -> datetime | None:
        """The end of the wait that the log knows of: for guesses at any process."""
        if account.failed_at is None or is_forgotten(account.failed_at, now):
            return None
        if account.failed_at > now:  # the clock was put back, or is another machine's
            self._throttle.learn(account.id, account.failures, now)
            return None
        return account.failed_at + wait_after(account.failures, FREE_FOR_NAME)

    async def _is_right(self, kept: Credential, password: str, address: str) -> bool:
        try:
            return await self._passwords.verify(kept.password, password)
        except Busy:
            self._throttle.spare(address)  # nothing was looked at
            raise

    async def _note_failure(
        self, name: str, account: Account | None, address: str, *, second: bool = False
    ) -> None:
        self._throttle.was_wrong(name, self._office.now())
        person = None if account is None else account.id
        await self._write(
            lambda people, at: decide.log_in_failed(people, at, person, address, second)
        )

    async def _write(self, decided: Decide) -> None:
        now = self._office.now().timestamp()
        if self._recording is None:
            self._recording = Bucket(RECORDED_A_SECOND, RECORDED_AT_ONCE, now)
        if self._recording.take(now) == 0.0:
            await self._office.record(decided, None)

    async def _second_step(
        self, account: Account, kept: Credential, code: str | None, address: str
    ) -> int | None:
        if not account.second_factor:
            return None
        if not code:
            self._throttle.spare(address)  # the right password; the code may well follow
            raise NotLoggedIn("Give the code of your second factor.", "second-factor-needed")
        secret = _unsealed(self._key, account.id, kept)
        now = self._office.now()
        step = (
            None
            if secret is None
            else second_factor.matching_step(secret, code, now, account.last_step)
        )
        if step is None:
            await self._note_failure(account.id, account, address, second=True)
            raise NotLoggedIn("The code is not right, or has been used.", "wrong-code")
        return step

    async def _let_in(
        self, account: Account, secret: str, address: str, step: int | None = None
    ) -> None:
        key = digest(secret)
        until = account.until or self._office.now() + timedelta(hours=self.terms.session_hours)
        by = _signature(account)
        try:
            await self._office.record(
                lambda people, at: decide.log_in(people, at, account.id, key, until, address, step),
                by,
            )
        except HouseRefused as refused:
            raise NotLoggedIn(str(refused), refused.refusal.code.value) from None

    async def let_guest_in(self, nickname: str | None, address: str) -> str:
        """A visitor plays at once, for practice money."""
        if not self.terms.guests:
            decline(HouseCode.NOT_YOUR_POWER, "This house takes no guests; log in.")
        person = f"guest-{secrets.token_hex(5)}"
        name = " ".join((nickname or "").split())[:24] or f"Guest {person[-4:]}"
        await self._office.record(
            lambda people, at: decide.register_guest(people, at, person, name), None
        )
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        account = (await self._office.people()).accounts[person]
        await self._let_in(account, secret, address)
        return secret

    # Out

    async def log_out(self, person: Person) -> None:
        key = person.key
        if key is not None:
            await self._office.record(
                lambda people, at: decide.log_out(people, at, key), _of(person)
            )

    async def log_out_everywhere(self, person: Person) -> None:
        name = _demand_somebody(person)
        await self._office.record(
            lambda people, at: decide.log_out_everywhere(people, at, name), _of(person)
        )

    # Own secrets

    async def change_password(self, person: Person, old: str, new: str, address: str) -> None:
        """Raises `NotLoggedIn` where the old one is wrong; other sessions end."""
        name = _demand_somebody(person)
        account = decide.demand_account(await self._office.people(), name)
        await self._demand_patience(name, account, address)
        kept = await self._credentials.get(name)
        self._throttle.failed(name, address, self._office.now())
        if not await self._is_right(kept, old, address):
            await self._note_failure(name, account, address)
            raise NotLoggedIn("The old password is not right.")
        self._throttle.succeeded(name, address)
        demand_good(new, name, account.name)
        if new == old:
            decline(HouseCode.BAD_PASSWORD, "The new password is the old one.")
        hashed = await self._passwords.hash(new)
        await self._office.record(
            lambda people, at: decide.change_password(people, at, name, person.key), _of(person)
        )
        await self._credentials.keep_password(name, hashed)

    async def begin_second_factor(self, person: Person) -> tuple[str, str]:
        """A secret and its address for programs; it counts once a code of it was given."""
        name = self.demand_fresh(person)
        if person.second_factor:
            decline(HouseCode.SECOND_FACTOR_SET, "A second factor is set; remove it first.")
        secret = second_factor.new_secret()
        await self._credentials.keep_second_factor(
            name, second_factor.seal(self._key, name, secret)
        )
        return second_factor.as_text(secret), second_factor.uri(secret, name, self.terms.title)

    async def confirm_second_factor(self, person: Person, code: str) -> None:
        name = self.demand_fresh(person)
        secret = _unsealed(self._key, name, await self._credentials.get(name))
        if secret is None:
            decline(HouseCode.NO_SECOND_FACTOR, "Ask for a secret first.")
        step = second_factor.matching_step(secret, code, self._office.now(), 0)
        if step is None:
            decline(HouseCode.WRONG_CODE, "The code is not right; is the clock?")
        await self._office.record(
            lambda people, at: decide.set_second_factor(people, at, name, step), _of(person)
        )

    async def remove_second_factor(self, person: Person) -> None:
        name = self.demand_fresh(person)
        await self._office.record(
            lambda people, at: decide.remove_second_factor(people, at, name), _of(person)
        )
        await self._credentials.keep_second_factor(name, None)

    def demand_fresh(self, person: Person) -> str:
        name = _demand_somebody(person)
        if person.since is None or self._office.now() - person.since > FRESH:
            decline(HouseCode.NOT_YOUR_POWER, "Log in again first: this concerns how you log in.")
        return name


def _unsealed(key: bytes, person: str, kept: Credential) -> bytes | None:
    if kept.second_factor is None:
        return None
    return second_factor.unseal(key, person, kept.second_factor)


def _signature(account: Account) -> Signature:
    return Signature(account.id, max(account.roles, key=list(type(max(account.roles))).index))


def _of(person: Person) -> Signature | None:
    if person.id is None or person.role is None:
        return None
    return Signature(person.id, person.role)


def _demand_somebody(person: Person) -> str:
    if person.id is None or person.device is not None:
        decline(HouseCode.NOT_YOUR_POWER, "This is for people who have logged in.")
    return person.id
