"""Routes of people for themselves: who am I, logging in and out, own secrets."""

from importlib.metadata import version
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta, Struct

from croupier.house.people.identity import ANYBODY, Person
from croupier.house.people.roles import HouseRole, TokenPower, in_order
from croupier.house.running import House
from croupier.house.service.money import limit_of
from croupier.house.service.requests import AnyRequest, house_of
from croupier.house.service.security import (
    caller,
    cookie,
    somebody,
    visit,
)

Password = Annotated[str, Meta(min_length=1, max_length=256)]
Code = Annotated[str, Meta(min_length=6, max_length=12)]


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


class PersonView(Struct, frozen=True):
    """Somebody as they see themself."""

    id: str
    name: str
    roles: tuple[HouseRole, ...]
    role: HouseRole | None
    guest: bool
    must_change_password: bool
    second_factor: bool
    device: TokenPower | None = None
    place: str | None = None


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


class SecondFactor(Struct, frozen=True):
    secret: str
    uri: str


def _person_view(person: Person) -> PersonView | None:
    if person.id is None:
        return None
    device = person.device
    return PersonView(
        person.id,
        person.name,
        in_order(person.roles),
        person.role,
        person.guest,
        person.must_change_password,
        person.second_factor,
        None if device is None else device.power,
        None if device is None else device.place,
    )


async def me_of(house: House, person: Person) -> Me:
    entrance = house.entrance
    return Me(
        _person_view(person),
        entrance.csrf(person),
        await _wallet(house, person),
        await _limits(house, person),
        entrance.terms.guests,
        entrance.terms.title,
        version("croupier"),
    )


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
    entrance = house_of(state).entrance
    secret = await entrance.log_in(data.name, data.password, data.code, visit(request).address)
    if visit(request).by_cookie:
        await entrance.log_out(caller(request))  # the browser forgets it
    return await _with_cookie(request, house_of(state), secret)


@post("/api/guest", status_code=200, summary="Come in as a guest who plays for practice money")
async def come_as_guest(request: AnyRequest, state: State, data: JSONBody[Guest]) -> Response[Me]:
    house = house_of(state)
    secret = await house.entrance.let_guest_in(data.nickname, visit(request).address)
    return await _with_cookie(request, house, secret)


async def _with_cookie(request: AnyRequest, house: House, secret: str) -> Response[Me]:
    person = await house.entrance.who(secret)
    session = (await house.registry.people()).sessions[person.key or ""]
    seconds = int((session.until - house.keeper.now()).total_seconds())
    answer = Response(await me_of(house, person))
    answer.headers["Set-Cookie"] = cookie(secret, seconds, secure=visit(request).secure)
    return answer


@delete("/api/session", status_code=200, summary="Log out")
async def log_out(request: AnyRequest, state: State) -> Response[Me]:
    house = house_of(state)
    await house.entrance.log_out(caller(request))
    return await _gone(request, house)


@delete("/api/sessions", status_code=200, summary="Log out everywhere")
async def log_out_everywhere(request: AnyRequest, state: State) -> Response[Me]:
    house = house_of(state)
    await house.entrance.log_out_everywhere(somebody(request))
    return await _gone(request, house)


async def _gone(request: AnyRequest, house: House) -> Response[Me]:
    answer = Response(await me_of(house, ANYBODY))
    answer.headers["Set-Cookie"] = cookie("", 0, secure=visit(request).secure)
    return answer


# Own secrets


@post("/api/password", status_code=200, summary="Change one's password")
async def change_password(request: AnyRequest, state: State, data: JSONBody[ChangePassword]) -> Me:
    house, person = house_of(state), somebody(request)
    await house.entrance.change_password(person, data.old, data.new, visit(request).address)
    return await me_of(house, await house.entrance.again(person))


@post("/api/second-factor", status_code=200, summary="Begin to use a second factor")
async def begin_second_factor(request: AnyRequest, state: State) -> SecondFactor:
    return SecondFactor(*await house_of(state).entrance.begin_second_factor(somebody(request)))


@post("/api/second-factor/confirm", status_code=200, summary="Use the second factor from now on")
async def confirm_second_factor(request: AnyRequest, state: State, data: JSONBody[CodeGiven]) -> Me:
    house, person = house_of(state), somebody(request)
    await house.entrance.confirm_second_factor(person, data.code)
    return await me_of(house, await house.entrance.again(person))


@delete("/api/second-factor", status_code=200, summary="Use no second factor any more")
async def remove_second_factor(request: AnyRequest, state: State) -> Me:
    house, person = house_of(state), somebody(request)
    await house.entrance.remove_second_factor(person)
    return await me_of(house, await house.entrance.again(person))


ROUTES: list[HTTPRouteHandler] = [
    show_me,
    log_in,
    come_as_guest,
    log_out,
    log_out_everywhere,
    change_password,
    begin_second_factor,
    confirm_second_factor,
    remove_second_factor,
]
