"""What people do about their own secrets: password, second factor, passkeys; and showing again
that it is them."""

import secrets

from msgspec import Struct, structs

from croupier.house.app.people import passkeys, second_factor
from croupier.house.app.people.authentication import Authentication, demand_somebody, signature_of
from croupier.house.app.people.factors import Factor, NotLoggedIn, Proving
from croupier.house.app.people.passkeys import Made, Purpose, Signed, Site
from croupier.house.app.people.passwords import demand_good
from croupier.house.app.people.stream import PeopleStream
from croupier.house.log.credentials import Credentials
from croupier.house.model.people import decide
from croupier.house.model.people import events as e
from croupier.house.model.people.credentials import Passkey
from croupier.house.model.people.person import Person
from croupier.house.model.people.roles import Account
from croupier.house.model.refusals import HouseCode, decline

MARK_BYTES = 8


class Given(Struct, frozen=True, kw_only=True):
    """What somebody shows, and where they are."""

    password: str | None = None
    code: str | None = None
    passkey: Signed | None = None
    site: Site
    address: str


class NewPasskey(Struct, frozen=True):
    """What a browser has to know to make one."""

    challenge: str
    site: str
    title: str
    user: str
    """By which the authenticator tells accounts apart; it says nothing to others."""
    name: str
    display_name: str
    known: tuple[str, ...]
    algorithms: tuple[int, ...]


def new_mark() -> str:
    """Of a password's hash in the log."""
    return secrets.token_hex(MARK_BYTES)


class OwnSecrets:
    """Each change is asked of whoever has just shown that it is them."""

    def __init__(
        self,
        stream: PeopleStream,
        credentials: Credentials,
        proving: Proving,
        authentication: Authentication,
        key: bytes,
    ) -> None:
        self._stream = stream
        self._credentials = credentials
        self._proving = proving
        self._authentication = authentication
        self._key = key

    async def change_password(self, person: Person, old: str, new: str, address: str) -> None:
        """Raises `NotLoggedIn` where the old one is wrong; other sessions end.

        Who has guessed at a factor is not forgiven for knowing the password.
        """
        name = demand_somebody(person)
        account = await self._proving.password(name, old, address, "The old password is not right.")
        demand_good(new, name, account.name)
        if new == old:
            decline(HouseCode.BAD_PASSWORD, "The new password is the old one.")
        hashed, mark = await self._proving.passwords.hash(new), new_mark()
        await self._stream.record(
            lambda people, at: decide.change_password(people, at, name, person.key, mark),
            signature_of(person),
        )
        await self._proving.keep(name, mark, hashed)
        if not (await self._stream.people()).has_factor(name):
            await self._proving.right(name, address)

    # Showing it again

    def challenge(self, person: Person) -> str:
        """To be signed by a passkey of somebody who is in."""
        demand_somebody(person)
        return self._proving.challenges.new(Purpose.PROVE, _session(person), self._stream.now())

    async def prove_again(self, person: Person, given: Given) -> None:
        """As much as a log-in takes: a passkey, a code where one is set, or else the password."""
        account = await self._account(person)
        await self._record(person, account, await self._shown(person, account, given))
        if given.passkey is None:
            await self._proving.right(account.id, given.address)

    async def _record(self, person: Person, account: Account, factor: Factor) -> None:
        wanted = e.ProvedAgain(
            account.id,
            _session(person),
            factor.step,
            factor.passkey,
            factor.challenge,
            factor.counted,
        )
        await self._stream.record(
            lambda people, at: decide.prove_again(people, at, wanted), signature_of(person)
        )

    async def _shown(self, person: Person, account: Account, given: Given) -> Factor:
        if given.passkey is not None:
            return await self._passkey(person, given.passkey, given)
        if account.second_factor:
            if given.code is None:
                raise NotLoggedIn("Give the code of your second factor.", "second-factor-needed")
            return await self._proving.code_alone(account, given.code, given.address)
        if (await self._stream.people()).has_factor(account.id):
            raise NotLoggedIn("Use your passkey.", "passkey-needed")
        await self._demand_password(account, given)
        return Factor()

    async def _passkey(self, person: Person, signed: Signed, given: Given) -> Factor:
        owner, factor = await self._proving.passkey(
            given.site, signed, Purpose.PROVE, _session(person), given.address
        )
        if owner.id != person.id:
            raise NotLoggedIn("This passkey is somebody else's.", "no-such-passkey")
        return factor

    async def _demand_password(self, account: Account, given: Given) -> None:
        await self._proving.password(
            account.id, given.password or "", given.address, "The password is not right."
        )

    async def _demand_both(self, person: Person, given: Given) -> None:
        """The password, and a code or a passkey: what is taken away guards the account."""
        account = await self._account(person)
        await self._demand_password(account, given)
        if given.passkey is not None:
            factor = await self._passkey(person, given.passkey, given)
        elif account.second_factor and given.code is not None:
            factor = await self._proving.code(account, given.code, given.address)
        else:
            raise NotLoggedIn(
                "Give your password, and a code or a passkey.", "second-factor-needed"
            )
        await self._record(person, account, factor)
        await self._proving.right(account.id, given.address)

    # The second factor

    async def begin_second_factor(self, person: Person) -> tuple[str, str]:
        """A secret and its address for programs; it counts once a code of it was given."""
        name = self._demand_settled(person)
        if person.second_factor:
            decline(HouseCode.SECOND_FACTOR_SET, "A second factor is set; remove it first.")
        secret = second_factor.new_secret()
        await self._credentials.keep_second_factor(
            name, second_factor.seal(self._key, name, secret)
        )
        title = self._authentication.terms.title
        return second_factor.as_text(secret), second_factor.uri(secret, name, title)

    async def confirm_second_factor(self, person: Person, code: str) -> None:
        name = self._demand_settled(person)
        kept = (await self._credentials.get(name)).second_factor
        secret = None if kept is None else second_factor.unseal(self._key, name, kept)
        if secret is None:
            decline(HouseCode.NO_SECOND_FACTOR, "Ask for a secret first.")
        step = second_factor.matching_step(secret, code, self._stream.now(), 0)
        if step is None:
            decline(HouseCode.WRONG_CODE, "The code is not right; is the clock?")
        await self._stream.record(
            lambda people, at: decide.set_second_factor(people, at, name, step),
            signature_of(person),
        )

    async def remove_second_factor(self, person: Person, given: Given) -> None:
        account = await self._account(person)
        if not account.second_factor:
            decline(HouseCode.NO_SECOND_FACTOR, "No second factor is set.")
        await self._demand_both(person, given)
        await self._stream.record(
            lambda people, at: decide.remove_second_factor(people, at, account.id),
            signature_of(person),
        )
        await self._credentials.keep_second_factor(account.id, None)

    # Passkeys

    async def passkeys(self, person: Person) -> dict[str, Passkey]:
        return (await self._stream.people()).passkeys_of(demand_somebody(person))

    async def begin_passkey(self, person: Person, site: Site) -> NewPasskey:
        name = self._demand_settled(person)
        known = tuple(await self.passkeys(person))
        return NewPasskey(
            self._proving.challenges.new(Purpose.ADD, _session(person), self._stream.now()),
            site.name,
            self._authentication.terms.title,
            self._proving.seals.hidden("passkey's user", name),
            name,
            person.name,
            known,
            passkeys.algorithms(),
        )

    async def add_passkey(self, person: Person, name: str, made: Made, site: Site) -> None:
        owner = self._demand_settled(person)
        challenge = passkeys.challenge_in(made.client_data)
        if not self._proving.challenges.is_good(
            challenge, Purpose.ADD, _session(person), self._stream.now()
        ):
            decline(HouseCode.BAD_PASSKEY, "That took too long; begin again.")
        key, public = passkeys.take_in(site, made)
        wanted = e.PasskeyAdded(owner, key, name, public, site.name, challenge=challenge)
        wanted = structs.replace(wanted, seal=self._proving.seals.of_new_passkey(wanted))
        await self._stream.record(
            lambda people, at: decide.add_passkey(people, at, wanted),
            signature_of(person),
        )

    async def remove_passkey(self, person: Person, passkey: str, given: Given) -> None:
        name = demand_somebody(person)
        if passkey not in await self.passkeys(person):
            decline(HouseCode.NO_SUCH_PASSKEY, "You have no such passkey.")
        await self._demand_both(person, given)
        await self._stream.record(
            lambda people, at: decide.remove_passkey(people, at, name, passkey),
            signature_of(person),
        )

    def _demand_settled(self, person: Person) -> str:
        """A way in is added by whoever has a password of their own."""
        name = self._authentication.demand_fresh(person)
        if person.must_change_password:
            decline(HouseCode.PASSWORD_MUST_CHANGE, "Change your one-time password first.")
        if person.guest:
            decline(HouseCode.NOT_YOUR_POWER, "A guest has nothing to log in with.")
        return name

    async def _account(self, person: Person) -> Account:
        return decide.demand_account(await self._stream.people(), demand_somebody(person))


def _session(person: Person) -> str:
    if person.key is None or person.since is None:
        decline(HouseCode.NOT_YOUR_POWER, "This is for people who have logged in.")
    return person.key
