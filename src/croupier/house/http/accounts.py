"""Routes of people for themselves: who am I, logging in and out, own secrets."""

from datetime import datetime
from typing import Annotated, Literal

from litestar import Response, delete, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.house.app.house import House
from croupier.house.app.people.authentication import signature_of
from croupier.house.app.people.own_secrets import Given, NewPasskey
from croupier.house.app.people.passkeys import Made, Signed
from croupier.house.http.money import limit_of
from croupier.house.http.paging import After, Cut, Limit, page
from croupier.house.http.security import AnyRequest, caller, cookie, house_of, somebody, visit
from croupier.house.log.stream import Department
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.checks import EXCLUDES, hands_of
from croupier.house.model.people.person import ANYBODY, Person
from croupier.house.model.people.powers import SHIFT, may_give
from croupier.house.model.people.roles import Access, HouseRole, TokenPower, in_order
from croupier.house.model.people.sections import Section, open_to
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook
from croupier.version import __version__

Password = Annotated[str, Meta(min_length=1, max_length=256)]
NOTICES_MAX = 200
Code = Annotated[str, Meta(min_length=1, max_length=12)]


class LogIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    password: Password
    code: Code | None = None
    """Of the second factor, where there is one."""


class Guest(Struct, frozen=True, forbid_unknown_fields=True):
    nickname: Annotated[str, Meta(max_length=24)] | None = None


class ChangePassword(Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: Password


class CodeGiven(Struct, frozen=True, forbid_unknown_fields=True):
    code: Code


class PasskeyLogIn(Struct, frozen=True, forbid_unknown_fields=True):
    passkey: Signed


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """What shows that it is them: for a step-up one of these, to remove a factor the password
    and one of the others."""

    password: Password | None = None
    code: Code | None = None
    passkey: Signed | None = None


class PasskeyMade(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    made: Made


class LanguageWanted(Struct, frozen=True, forbid_unknown_fields=True):
    language: Literal["en", "zh-Hans", "ms", "ta"]


class PersonView(Struct, frozen=True):
    """Somebody as they see themself."""

    id: str
    name: str
    roles: tuple[HouseRole, ...]
    role: HouseRole | None
    guest: bool
    must_change_password: bool
    second_factor: bool
    passkeys: int
    may: tuple[str, ...]
    """Commands that their roles give them power for; `exclude` and `readmit` beside them."""
    sections: tuple[Section, ...]
    """Parts of the pages that their roles open."""
    device: TokenPower | None = None
    place: str | None = None
    language: str | None = None
    """The one that they have chosen, here or elsewhere."""


class WalletView(Struct, frozen=True):
    live: int
    practice: int


class Me(Struct, frozen=True):
    """Who is asking, and what the page has to know of the house."""

    person: PersonView | None
    csrf: str | None
    wallet: WalletView | None
    limits: dict[str, object] | None
    demo: bool
    title: str
    version: str
    games: dict[str, str]
    """What people call the games, by their rulebooks."""
    wagers: dict[str, str]
    """What people call their wagers."""
    chips: tuple[Cents, ...]
    """The values of the house's chips, smallest first."""


class Challenge(Struct, frozen=True):
    """To be signed by a passkey that was registered at this site."""

    challenge: str
    site: str


class PasskeyView(Struct, frozen=True):
    id: str
    name: str
    site: str
    added: datetime


class Notice(Struct, frozen=True):
    """Somebody had an account in hand."""

    person: str
    name: str
    by: str
    how: Access
    at: datetime


class SecondFactor(Struct, frozen=True):
    secret: str
    uri: str


def _may(person: Person) -> tuple[str, ...]:
    beside = {"exclude": EXCLUDES, "readmit": SHIFT}
    return *may_give(person), *(act for act, roles in beside.items() if person.has(*roles))


async def _person_view(house: House, person: Person) -> PersonView | None:
    if person.id is None:
        return None
    people = await house.registry.people()
    passkeys, account = people.passkeys_of(person.id), people.accounts.get(person.id)
    device = person.device
    return PersonView(
        person.id,
        person.name,
        in_order(person.roles),
        person.role,
        person.guest,
        person.must_change_password,
        person.second_factor,
        len(passkeys),
        _may(person),
        open_to(person),
        None if device is None else device.power,
        None if device is None else device.place,
        None if account is None else account.language,
    )


async def me_of(house: House, person: Person) -> Me:
    authentication = house.authentication
    books = await _books(house)
    return Me(
        await _person_view(house, person),
        authentication.csrf(person),
        await _wallet(house, person),
        await _limits(house, person),
        authentication.terms.guests,
        authentication.terms.title,
        __version__,
        {book.slug: book.title for book in books},
        {wager: book.label(wager) for book in books for wager in book.wagers},
        await _chips(house),
    )


async def _chips(house: House) -> tuple[Cents, ...]:
    cage: Cage = (await house.handler.streams.department(Department.CAGE)).stored
    return cage.chips.values


async def _books(house: House) -> list[Rulebook]:
    """What is played here, strangers' files too, and what the package carries."""
    streams = house.handler.streams
    played = [(await streams.table(name)).stored.game.rulebook for name in streams.tables()]
    return [*played, *ELSEWHERE.values(), *RULEBOOKS.values()]


async def _limits(house: House, person: Person) -> dict[str, object] | None:
    found = None if person.id is None else await limit_of(house, person.id)
    if found is None:
        return None
    loss = None if found.amount is None else {"amount": found.amount, "period": found.period}
    return {"loss": loss, "lost_so_far": found.lost_so_far}


async def _wallet(house: House, person: Person) -> WalletView | None:
    if person.id is None or not person.has(HouseRole.PLAYER):
        return None
    live, practice = f"player:{person.id}", f"play:{person.id}"
    return WalletView(
        (await house.store.balances(live)).get(live, 0),
        (await house.store.balances(practice)).get(practice, 0),
    )


# Who am I


@get("/api/me", summary="Who is asking")
async def show_me(request: AnyRequest, state: State) -> Me:
    return await me_of(house_of(state), caller(request))


@post("/api/session", status_code=200, summary="Log in")
async def log_in(request: AnyRequest, state: State, data: JSONBody[LogIn]) -> Response[Me]:
    authentication = house_of(state).authentication
    secret = await authentication.log_in(
        data.name, data.password, data.code, visit(request).address
    )
    if visit(request).by_cookie:
        await authentication.log_out(caller(request))  # the browser forgets it
    return await _with_cookie(request, house_of(state), secret)


@get("/api/session/challenge", summary="What a passkey signs to log in")
async def log_in_challenge(request: AnyRequest, state: State) -> Challenge:
    return Challenge(house_of(state).authentication.challenge(), visit(request).site.name)


@post("/api/session/passkey", status_code=200, summary="Log in with a passkey")
async def log_in_with_passkey(
    request: AnyRequest, state: State, data: JSONBody[PasskeyLogIn]
) -> Response[Me]:
    house, come = house_of(state), visit(request)
    secret = await house.authentication.log_in_with_passkey(data.passkey, come.site, come.address)
    if come.by_cookie:
        await house.authentication.log_out(caller(request))
    return await _with_cookie(request, house, secret)


@post("/api/session/proof", status_code=200, summary="Show again that it is oneself")
async def prove_again(request: AnyRequest, state: State, data: JSONBody[Shown]) -> Me:
    """For what takes a fresh proof: approvals, and changes of how one logs in."""
    house, person = house_of(state), somebody(request)
    await house.own_secrets.prove_again(person, _given(request, data))
    return await me_of(house, await house.authentication.again(person))


@post("/api/guest", status_code=200, summary="Come in as a guest who plays for practice money")
async def come_as_guest(request: AnyRequest, state: State, data: JSONBody[Guest]) -> Response[Me]:
    house = house_of(state)
    secret = await house.authentication.let_guest_in(data.nickname, visit(request).address)
    return await _with_cookie(request, house, secret)


async def _with_cookie(request: AnyRequest, house: House, secret: str) -> Response[Me]:
    person = await house.authentication.who(secret)
    until = await house.authentication.ends(person)
    seconds = int((until - house.handler.now()).total_seconds())
    answer = Response(await me_of(house, person))
    answer.headers["Set-Cookie"] = cookie(secret, seconds, secure=visit(request).secure)
    return answer


@delete("/api/session", status_code=200, summary="Log out")
async def log_out(request: AnyRequest, state: State) -> Response[Me]:
    house = house_of(state)
    await house.authentication.log_out(caller(request))
    return await _gone(request, house)


@delete("/api/sessions", status_code=200, summary="Log out everywhere")
async def log_out_everywhere(request: AnyRequest, state: State) -> Response[Me]:
    house = house_of(state)
    await house.authentication.log_out_everywhere(somebody(request))
    return await _gone(request, house)


async def _gone(request: AnyRequest, house: House) -> Response[Me]:
    answer = Response(await me_of(house, ANYBODY))
    answer.headers["Set-Cookie"] = cookie("", 0, secure=visit(request).secure)
    return answer


@post("/api/language", status_code=200, summary="Choose one's language")
async def choose_language(request: AnyRequest, state: State, data: JSONBody[LanguageWanted]) -> Me:
    house, person = house_of(state), somebody(request)
    if house.handler.read_only is None:  # otherwise the browser alone remembers it
        await house.registry.choose_language(person.id or "", data.language, signature_of(person))
    return await me_of(house, person)


# Own secrets


@post("/api/password", status_code=200, summary="Change one's password")
async def change_password(request: AnyRequest, state: State, data: JSONBody[ChangePassword]) -> Me:
    house, person = house_of(state), somebody(request)
    await house.own_secrets.change_password(person, data.old, data.new, visit(request).address)
    return await me_of(house, await house.authentication.again(person))


@post("/api/second-factor", status_code=200, summary="Begin to use a second factor")
async def begin_second_factor(request: AnyRequest, state: State) -> SecondFactor:
    return SecondFactor(*await house_of(state).own_secrets.begin_second_factor(somebody(request)))


@post("/api/second-factor/confirm", status_code=200, summary="Use the second factor from now on")
async def confirm_second_factor(request: AnyRequest, state: State, data: JSONBody[CodeGiven]) -> Me:
    house, person = house_of(state), somebody(request)
    await house.own_secrets.confirm_second_factor(person, data.code)
    return await me_of(house, await house.authentication.again(person))


@delete("/api/second-factor", status_code=200, summary="Use no second factor any more")
async def remove_second_factor(request: AnyRequest, state: State, data: JSONBody[Shown]) -> Me:
    """Takes the password, and a code or a passkey."""
    house, person = house_of(state), somebody(request)
    await house.own_secrets.remove_second_factor(person, _given(request, data))
    return await me_of(house, await house.authentication.again(person))


def _given(request: AnyRequest, shown: Shown) -> Given:
    come = visit(request)
    return Given(
        password=shown.password,
        code=shown.code,
        passkey=shown.passkey,
        site=come.site,
        address=come.address,
    )


# Passkeys


@get("/api/passkeys", summary="One's passkeys")
async def list_passkeys(request: AnyRequest, state: State) -> list[PasskeyView]:
    return await _passkeys(house_of(state), somebody(request))


async def _passkeys(house: House, person: Person) -> list[PasskeyView]:
    found = await house.own_secrets.passkeys(person)
    return [PasskeyView(key, one.name, one.site, one.added) for key, one in found.items()]


@get("/api/passkeys/challenge", summary="What a passkey signs to show again that it is oneself")
async def proof_challenge(request: AnyRequest, state: State) -> Challenge:
    own_secrets = house_of(state).own_secrets
    return Challenge(own_secrets.challenge(somebody(request)), visit(request).site.name)


@post("/api/passkeys/begin", status_code=200, summary="Begin to add a passkey")
async def begin_passkey(request: AnyRequest, state: State) -> NewPasskey:
    return await house_of(state).own_secrets.begin_passkey(somebody(request), visit(request).site)


@post("/api/passkeys", summary="Add a passkey")
async def add_passkey(
    request: AnyRequest, state: State, data: JSONBody[PasskeyMade]
) -> list[PasskeyView]:
    house, person = house_of(state), somebody(request)
    await house.own_secrets.add_passkey(person, data.name, data.made, visit(request).site)
    return await _passkeys(house, person)


@delete("/api/passkeys/{passkey:str}", status_code=200, summary="Remove a passkey")
async def remove_passkey(
    request: AnyRequest, state: State, passkey: FromPath[str], data: JSONBody[Shown]
) -> list[PasskeyView]:
    """Takes the password, and a code or a passkey."""
    house, person = house_of(state), somebody(request)
    await house.own_secrets.remove_passkey(person, passkey, _given(request, data))
    return await _passkeys(house, person)


# Being told


@get("/api/notices", summary="Whose account was in somebody's hand: all, or one's own")
async def list_notices(
    request: AnyRequest, state: State, after: After = None, limit: Limit = NOTICES_MAX
) -> Response[list[Notice]]:
    """Whoever has this power is told of every use of it; everybody else of what concerns them."""
    house, person = house_of(state), somebody(request)
    every = person.has(HouseRole.ADMINISTRATOR, HouseRole.AUDITOR)
    found = [
        Notice(account.id, account.name, one.by, one.how, one.last)
        for account in (await house.registry.people()).accounts.values()
        if every or account.id == person.id
        for one in hands_of(account, house.handler.now())
    ]
    cut = Cut(after, limit, newest_first=True)
    return page(request, *cut.of(found, lambda one: f"{one.at.isoformat()} {one.person} {one.by}"))


ROUTES: list[HTTPRouteHandler] = [
    show_me,
    log_in,
    come_as_guest,
    log_out,
    log_out_everywhere,
    choose_language,
    change_password,
    begin_second_factor,
    confirm_second_factor,
    remove_second_factor,
    log_in_challenge,
    log_in_with_passkey,
    prove_again,
    list_passkeys,
    proof_challenge,
    begin_passkey,
    add_passkey,
    remove_passkey,
    list_notices,
]
