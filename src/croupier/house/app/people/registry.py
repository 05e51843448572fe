"""The register of people: what administrators do, and tokens for devices and programs."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from msgspec import structs

from croupier.house.app.people.factors import Proving
from croupier.house.app.people.own_secrets import new_mark
from croupier.house.app.people.passwords import one_time_password
from croupier.house.app.people.stream import PeopleStream
from croupier.house.app.rate_limiter import LoginLimiter
from croupier.house.log.credentials import Credentials
from croupier.house.log.event_store import Damaged
from croupier.house.model.people import decide, tokens
from croupier.house.model.people.checks import demand_still_agreed, demand_voucher
from croupier.house.model.people.credentials import Token
from croupier.house.model.people.events import PasswordReset, TokenMade
from croupier.house.model.people.roles import Account, HouseRole, Signature, TokenPower
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseRefused

ADMINISTRATOR = "admin"
TOKEN_PREFIX = "croupier_"  # noqa: S105
TOKEN_BYTES = 32


def _first_administrator(people: People, at: datetime, mark: str) -> decide.Events:
    """`admin`, new or with a password that is to be changed."""
    known = people.accounts.get(ADMINISTRATOR)
    if known is not None and HouseRole.ADMINISTRATOR in known.roles:
        return (PasswordReset(ADMINISTRATOR, mark=mark),)
    roles = (HouseRole.ADMINISTRATOR,)
    return decide.register(people, at, ADMINISTRATOR, "Administrator", roles, mark)


class Registry:
    """Accounts, roles and tokens."""

    def __init__(
        self,
        stream: PeopleStream,
        credentials: Credentials,
        proving: Proving,
        throttle: LoginLimiter,
    ) -> None:
        self._stream = stream
        self._credentials = credentials
        self._proving = proving
        self._throttle = throttle

    async def people(self) -> People:
        return await self._stream.people()

    async def account(self, person: str) -> Account:
        return decide.demand_account(await self._stream.people(), person)

    async def open(self) -> str | None:
        """The one-time password of `admin`, where no administrator could log in otherwise.

        Of several processes that start at once, one makes it.
        """
        people = await self._stream.newest()
        for one in people.accounts.values():
            if HouseRole.ADMINISTRATOR in one.roles and await self._proving.has_password(one):
                return None
        await self._demand_own_key(people)
        password, hashed, mark = await self._made_up()
        try:
            await self._stream.record(
                lambda people, at: _first_administrator(people, at, mark), None
            )
        except HouseRefused:  # another process was faster
            return None
        await self._proving.keep(ADMINISTRATOR, mark, hashed)
        return password

    async def _demand_own_key(self, people: People) -> None:
        """Where no seal of anybody fits, it is the key that is wrong, and no password is made."""
        sealed = [name for name, kept in (await self._credentials.all()).items() if kept.seal]
        for name in sealed:
            account = people.accounts.get(name)
            if account is not None and await self._proving.has_password(account):
                return
        if sealed:  # version 0.1 had no seals
            raise Damaged(
                "no password there was kept under the first key of this house. Give it all its "
                "keys; if they are right, 'croupier people reset-password' makes a new password"
            )

    # What administrators do

    async def register(
        self, person: str, name: str, roles: Iterable[HouseRole], by: Signature | None
    ) -> str:
        """The one-time password of a new person."""
        wanted = tuple(roles)
        password, hashed, mark = await self._made_up()
        await self._stream.record(
            lambda people, at: decide.register(people, at, person, name, wanted, mark), by
        )
        await self._proving.keep(person, mark, hashed)
        return password

    async def rename(self, person: str, name: str, by: Signature | None) -> None:
        await self._stream.record(lambda people, at: decide.rename(people, at, person, name), by)

    async def choose_language(self, person: str, language: str, by: Signature | None) -> None:
        await self._stream.record(
            lambda people, at: decide.choose_language(people, at, person, language), by
        )

    async def set_roles(
        self, person: str, roles: Iterable[HouseRole], by: Signature | None
    ) -> None:
        wanted = tuple(roles)
        await self._stream.record(
            lambda people, at: decide.set_roles(people, at, person, wanted), by
        )

    async def act_as(
        self, person: str, role: HouseRole, until: datetime, reason: str, by: Signature | None
    ) -> None:
        await self._stream.record(
            lambda people, at: decide.act_as(people, at, person, role, until, reason), by
        )

    async def end_acting(self, person: str, role: HouseRole, by: Signature | None) -> None:
        await self._stream.record(
            lambda people, at: decide.end_acting(people, at, person, role), by
        )

    async def suspend(self, person: str, reason: str, by: Signature | None) -> None:
        await self._stream.record(lambda people, at: decide.suspend(people, at, person, reason), by)

    async def restore(self, person: str, reason: str, by: Signature | None) -> None:
        await self._stream.record(lambda people, at: decide.restore(people, at, person, reason), by)
        await self._throttle.forgive(person, self._stream.now())

    async def exclude(
        self, person: str, until: datetime | None, reason: str, by: Signature | None
    ) -> None:
        await self._stream.record(
            lambda people, at: decide.exclude(people, at, person, until, reason), by
        )

    async def lift_exclusion(self, person: str, reason: str, by: Signature | None) -> None:
        await self._stream.record(
            lambda people, at: decide.lift_exclusion(people, at, person, reason), by
        )

    async def reset_password(self, person: str, by: Signature | None) -> str:
        """A new one-time password; all sessions of the person end."""
        password, hashed, mark = await self._made_up()
        await self._stream.record(
            lambda people, at: decide.reset_password(people, at, person, mark), by
        )
        await self._proving.keep(person, mark, hashed)
        await self._throttle.forgive(person, self._stream.now())
        return password

    async def remove_factors(self, person: str, by: Signature | None) -> None:
        """Of somebody who lost them: the second factor and all passkeys; their sessions end."""
        await self._stream.record(lambda people, at: decide.remove_factors(people, at, person), by)
        await self._credentials.keep_second_factor(person, None)

    async def _made_up(self) -> tuple[str, str, str]:
        """A one-time password, its hash and mark, made before anything is written down."""
        password = one_time_password()
        return password, await self._proving.passwords.hash(password), new_mark()

    # Tokens

    async def make_token(
        self,
        name: str,
        power: TokenPower,
        owner: str,
        by: Signature | None,
        place: str | None = None,
        until: datetime | None = None,
        proposal: str | None = None,
    ) -> tuple[str, str]:
        """The token's identity, and the secret that is shown once."""
        token = secrets.token_hex(6)
        secret = TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
        seals = self._proving.seals
        wanted = TokenMade(
            token, name, owner, power, place, seals.digest(secret), until, proposal=proposal
        )
        wanted = structs.replace(wanted, seal=seals.of_new_token(wanted))

        def made(people: People, at: datetime) -> decide.Events:
            if power is TokenPower.SHOE:
                demand_still_agreed(people, proposal, at)
            return tokens.make_token(people, at, wanted)

        await self._stream.record(made, by)
        return token, secret

    async def make_shoe_token(self, proposal: str, by: Signature) -> tuple[str, str]:
        """As `make_token`, for whoever proposed a shoe that somebody else approved."""
        people = await self._stream.newest()
        one = tokens.demand_admitted(people, self._stream.now(), proposal)
        return await self.make_token(
            one.name, TokenPower.SHOE, by.id, by, one.place, one.until, proposal
        )

    async def vouch_for_token(self, token: str, by: Signature) -> None:
        """It was in doubt, and this person answers for it from now on."""

        def vouched(people: People, at: datetime) -> decide.Events:
            demand_voucher(people, token, by.id, at)
            return tokens.vouch_for_token(people, at, token)

        await self._stream.record(vouched, by)

    async def revoke_token(self, token: str, by: Signature | None) -> None:
        await self._stream.record(lambda people, at: tokens.revoke_token(people, at, token), by)

    async def tokens(self, owner: str | None = None) -> list[Token]:
        """All devices and programs, or those of one person."""
        people = await self._stream.people()
        found = (one for one in people.tokens.values() if owner in (None, one.owner))
        return sorted(found, key=lambda token: token.made)

    async def introduce(self, person: str, *roles: HouseRole) -> str:
        """A person with a token of their own and no password: for programs and tests."""
        if person not in (await self._stream.people()).accounts:
            await self._stream.record(
                lambda people, at: decide.register(people, at, person, person, roles), None
            )
        return (await self.make_token("program", TokenPower.PERSONAL, person, None))[1]
