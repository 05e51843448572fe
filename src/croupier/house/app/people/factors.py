"""How people show that it is them: a password, a code, a passkey; and how long they wait
who guess."""

from datetime import datetime, timedelta

from msgspec import Struct

from croupier.house.app.people import passkeys, second_factor
from croupier.house.app.people.passkeys import Challenges, Purpose, Signed, Site
from croupier.house.app.people.passwords import Busy, Passwords
from croupier.house.app.people.stream import PeopleStream
from croupier.house.app.rate_limiter import Bucket, LoginLimiter
from croupier.house.log.credentials import Credential, Credentials
from croupier.house.model.people import events as e
from croupier.house.model.people.credentials import Seals
from croupier.house.model.people.roles import Account
from croupier.house.model.refusals import HouseRefused

RECORDED_A_SECOND = 0.5
RECORDED_AT_ONCE = 200
"""Failures beyond this are not written down: nobody fills the log from outside."""


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


class Factor(Struct, frozen=True):
    """What was shown beside a password, or in its place."""

    step: int | None = None
    passkey: str | None = None
    challenge: str | None = None
    counted: int | None = None
    """How often the passkey says that it has signed."""


class Proving:
    """Checks what is shown; each attempt counts as a failure until it is seen to be none."""

    def __init__(
        self,
        stream: PeopleStream,
        credentials: Credentials,
        passwords: Passwords,
        throttle: LoginLimiter,
        key: bytes,
    ) -> None:
        self.challenges = Challenges(key)
        self.seals = Seals(key)
        self._stream = stream
        self._credentials = credentials
        self.passwords = passwords
        self._throttle = throttle
        self._key = key
        self._recording: Bucket | None = None

    # Passwords

    async def password(
        self, name: str, password: str, address: str, said: str | None = None
    ) -> Account:
        """Whose password it is; the same is done for a name that nobody bears.

        The attempt stays counted until `right` says otherwise: a code may have to follow.
        """
        account = (await self._stream.people()).accounts.get(name)
        await self._begin(name, account, address)
        kept = await self._credentials.get(name)
        try:
            right = await self.passwords.verify(self._sealed(name, account, kept), password)
        except Busy:
            now = self._stream.now()
            await self._throttle.spare(address, now)  # nothing was looked at
            raise Throttled(now + timedelta(seconds=5), now) from None
        if account is None or not right or not account.is_open(self._stream.now()):
            await self._wrong(name, account, address)
            raise NotLoggedIn if said is None else NotLoggedIn(said)
        return account

    def _sealed(self, name: str, account: Account | None, kept: Credential) -> str | None:
        """The hash, if it is the one that the log means and the house wrote."""
        hashed, mark = kept.password, account.mark if account is not None else ""
        holds = self.seals.holds_password(kept.seal, name, mark, hashed or "")
        return hashed if holds else None

    async def has_password(self, account: Account) -> bool:
        kept = await self._credentials.get(account.id)
        return self._sealed(account.id, account, kept) is not None

    async def right(self, name: str, address: str) -> None:
        """All that was asked for was shown."""
        await self._throttle.succeeded(name, address, self._stream.now())

    async def rehash(self, account: Account, password: str) -> None:
        """A hash that costs as much to guess as those of today."""
        kept = (await self._credentials.get(account.id)).password
        if kept is not None and self.passwords.is_outdated(kept):
            await self.keep(account.id, account.mark, await self.passwords.hash(password))

    async def keep(self, person: str, mark: str, hashed: str) -> None:
        seal = self.seals.of_password(person, mark, hashed)
        await self._credentials.keep_password(person, hashed, seal)

    # Factors

    async def factor_after_password(
        self, account: Account, code: str | None, address: str
    ) -> Factor:
        """What has to be shown beside a right password."""
        people = await self._stream.people()
        if not people.has_factor(account.id):
            return Factor()
        if account.second_factor and code:
            return await self.code(account, code, address)
        await self._throttle.spare(address, self._stream.now())  # the code may well follow
        if not account.second_factor:
            raise NotLoggedIn("Log in with your passkey.", "passkey-needed")
        raise NotLoggedIn("Give the code of your second factor.", "second-factor-needed")

    async def code(self, account: Account, code: str, address: str) -> Factor:
        """The attempt is counted already."""
        kept = (await self._credentials.get(account.id)).second_factor
        secret = None if kept is None else second_factor.unseal(self._key, account.id, kept)
        now, step = self._stream.now(), None
        if secret is not None:
            step = second_factor.matching_step(secret, code, now, account.last_step)
        if step is None:
            await self._wrong(account.id, account, address, second=True)
            raise NotLoggedIn("The code is not right, or has been used.", "wrong-code")
        return Factor(step=step)

    async def code_alone(self, account: Account, code: str, address: str) -> Factor:
        await self._begin(account.id, account, address)
        return await self.code(account, code, address)

    async def passkey(
        self, site: Site, signed: Signed, purpose: Purpose, session: str, address: str
    ) -> tuple[Account, Factor]:
        """Whose passkey signed the challenge of this house for this very purpose."""
        people = await self._stream.newest()
        known = people.passkeys.get(signed.id)
        account = None if known is None else people.accounts.get(known.person)
        name = f"passkey {signed.id}"
        await self._begin(name, account, address)
        try:
            challenge = self._demand_challenge(signed.client_data, purpose, session)
            if known is None or not self.seals.holds_passkey(signed.id, known):
                raise NotLoggedIn("This passkey is not known here.", "no-such-passkey")
            counted = passkeys.demand_signed_by(site, known, signed)
            if account is None or not account.is_open(self._stream.now()):
                raise NotLoggedIn("This account is not open.", "suspended")
        except (HouseRefused, NotLoggedIn) as refused:
            await self._wrong(name, account, address, second=True)
            if isinstance(refused, NotLoggedIn):
                raise
            raise NotLoggedIn(str(refused), refused.refusal.code.value) from None
        await self.right(name, address)
        return account, Factor(passkey=signed.id, challenge=challenge, counted=counted)

    def _demand_challenge(self, client_data: str, purpose: Purpose, session: str) -> str:
        challenge = passkeys.challenge_in(client_data)
        if not self.challenges.is_good(challenge, purpose, session, self._stream.now()):
            raise NotLoggedIn("That took too long; ask for your passkey again.", "bad-passkey")
        return challenge

    # Failures

    async def _begin(self, name: str, account: Account | None, address: str) -> None:
        now = self._stream.now()
        wait = await self._throttle.begin(name, address, now)
        if wait is None:
            return
        if wait.is_news:
            person = None if account is None else account.id
            await self._record(e.LogInThrottled(person, address, wait.until))
        raise Throttled(wait.until, now)

    async def _wrong(
        self, name: str, account: Account | None, address: str, *, second: bool = False
    ) -> None:
        await self._throttle.was_wrong(name, self._stream.now())
        person = None if account is None else account.id
        await self._record(e.LogInFailed(person, address, second))

    async def _record(self, event: e.LogInFailed | e.LogInThrottled) -> None:
        now = self._stream.now().timestamp()
        if self._recording is None:
            self._recording = Bucket(RECORDED_A_SECOND, RECORDED_AT_ONCE, now)
        if self._recording.take(now) == 0.0:
            await self._stream.record(lambda people, at: (event,), None)
