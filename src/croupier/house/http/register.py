"""Routes of the register: people and their roles, tokens of devices and programs."""

from datetime import datetime
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from croupier.house.app.house import House
from croupier.house.http.paging import PAGE_MAX, After, Cut, Limit, page
from croupier.house.http.security import AnyRequest, caller, demand, house_of, somebody
from croupier.house.model.people.checks import EXCLUDES, hands_of
from croupier.house.model.people.credentials import ADMITTED_FOR, Token
from croupier.house.model.people.decide import ID_PATTERN
from croupier.house.model.people.person import Person
from croupier.house.model.people.powers import CONFIGURE
from croupier.house.model.people.roles import (
    Account,
    Acting,
    HouseRole,
    InHand,
    Signature,
    TokenPower,
    in_order,
)
from croupier.house.model.people.sections import OPEN_TO, Section
from croupier.house.model.refusals import HouseCode, decline

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Id = Annotated[str, Meta(pattern=ID_PATTERN)]
Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\x00]*\Z")]
SEES_PEOPLE = (HouseRole.ADMINISTRATOR, HouseRole.SHIFT_MANAGER, HouseRole.AUDITOR)
FINDS_PLAYERS = (*SEES_PEOPLE, HouseRole.CAGE, HouseRole.PIT_MANAGER, HouseRole.PIT_SUPERVISOR)
PEOPLE_MAX = 200


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class NewPerson(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    name: Name
    roles: tuple[HouseRole, ...]


class Roles(Struct, frozen=True, forbid_unknown_fields=True):
    roles: tuple[HouseRole, ...]


class ActingRole(Struct, frozen=True, forbid_unknown_fields=True):
    role: HouseRole
    until: Annotated[datetime, Meta(tz=True)]
    reason: Reason


class StatedReason(Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason


class Exclusion(Struct, frozen=True, forbid_unknown_fields=True):
    reason: Reason
    until: Annotated[datetime, Meta(tz=True)] | None = None


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    power: TokenPower
    jackpot: Annotated[str, Meta(max_length=64)] | None = None
    until: Annotated[datetime, Meta(tz=True)] | None = None


class AgreedShoe(Struct, frozen=True, forbid_unknown_fields=True):
    proposal: Annotated[str, Meta(max_length=64)]


class AccountView(Struct, frozen=True):
    """A person in the register."""

    id: str
    name: str
    roles: tuple[HouseRole, ...]
    acting: tuple[Acting, ...]
    guest: bool
    suspended: str | None
    excluded: str | None
    excluded_until: datetime | None
    must_change_password: bool
    second_factor: bool
    passkeys: int
    registered: datetime
    sessions: int
    in_hand: tuple[InHand, ...]
    """Who has registered it, given it a role or a way in within the last month."""


class OneTimePassword(Struct, frozen=True):
    id: str
    one_time_password: str
    """Shown once; it is changed at the first log-in."""


class TokenView(Struct, frozen=True):
    id: str
    name: str
    owner: str
    power: TokenPower
    place: str | None
    made: datetime
    until: datetime | None
    answered_by: tuple[str, ...]
    """Who made it and who approved it, or who vouched for it since."""
    doubted_until: datetime | None
    """Somebody of these was suspended or reset: it ends then, unless somebody else vouches."""


class ShoeView(Struct, frozen=True):
    """A shoe that two people agreed to; its token is still to be made."""

    proposal: str
    name: str
    table: str
    approved_by: str | None
    made_before: datetime
    until: datetime | None


class MadeToken(Struct, frozen=True):
    id: str
    token: str
    """Shown once."""


# The register


def _administrator(request: AnyRequest) -> Signature:
    return demand(request, *OPEN_TO[Section.REGISTER])


async def _account_view(house: House, account: Account) -> AccountView:
    people = await house.registry.people()
    return AccountView(
        account.id,
        account.name,
        in_order(account.roles),
        account.acting,
        account.guest,
        account.suspended,
        account.excluded,
        account.excluded_until,
        account.must_change_password,
        account.second_factor,
        len(people.passkeys_of(account.id)),
        account.registered,
        len(people.sessions_of(account.id)),
        hands_of(account, house.handler.now()),
    )


@get("/api/people", summary="The register of people")
async def list_people(
    request: AnyRequest,
    state: State,
    search: Annotated[str, QueryParameter(max_length=60)] = "",
    role: Annotated[HouseRole | None, QueryParameter()] = None,
    after: After = None,
    limit: Limit = PEOPLE_MAX,
) -> Response[list[AccountView]]:
    """The cage and the pit find players; who has which power is seen by those above."""
    by, house = demand(request, *FINDS_PLAYERS), house_of(state)
    found = []
    for account in (await house.registry.people()).accounts.values():
        if by.role not in SEES_PEOPLE and HouseRole.PLAYER not in account.roles:
            continue
        if role is not None and role not in account.roles_at(house.handler.now()):
            continue
        if search.casefold() in f"{account.id} {account.name}".casefold():
            found.append(account)
    shown, cursor = Cut(after, limit).of(found, lambda account: account.id)
    return page(request, [await _account_view(house, account) for account in shown], cursor)


@post("/api/people", summary="Register a person")
async def register_person(
    request: AnyRequest, state: State, data: JSONBody[NewPerson]
) -> OneTimePassword:
    password = await house_of(state).registry.register(
        data.id, data.name, data.roles, _administrator(request)
    )
    return OneTimePassword(data.id, password)


@get("/api/people/{person:str}", summary="A person in the register")
async def show_person(request: AnyRequest, state: State, person: FromPath[str]) -> AccountView:
    by, house = demand(request, *FINDS_PLAYERS), house_of(state)
    account = await house.registry.account(person)
    if by.role not in SEES_PEOPLE and HouseRole.PLAYER not in account.roles:
        decline(HouseCode.NO_SUCH_PERSON, f"No player is called '{person}'.")
    return await _account_view(house, account)


async def _now(state: State, person: str) -> AccountView:
    house = house_of(state)
    return await _account_view(house, await house.registry.account(person))


@put("/api/people/{person:str}/roles", summary="Set a person's roles")
async def set_roles(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[Roles]
) -> AccountView:
    await house_of(state).registry.set_roles(person, data.roles, _administrator(request))
    return await _now(state, person)


@put("/api/people/{person:str}/name", summary="Rename a person")
async def rename_person(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[NewName]
) -> AccountView:
    await house_of(state).registry.rename(person, data.name, _administrator(request))
    return await _now(state, person)


@post("/api/people/{person:str}/acting", status_code=200, summary="Give an acting role")
async def give_acting_role(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[ActingRole]
) -> AccountView:
    by = _administrator(request)
    await house_of(state).registry.act_as(person, data.role, data.until, data.reason, by)
    return await _now(state, person)


@delete(
    "/api/people/{person:str}/acting/{role:str}",
    status_code=200,
    summary="End an acting role before its time",
)
async def end_acting_role(
    request: AnyRequest, state: State, person: FromPath[str], role: FromPath[HouseRole]
) -> AccountView:
    await house_of(state).registry.end_acting(person, role, _administrator(request))
    return await _now(state, person)


@post("/api/people/{person:str}/password", status_code=200, summary="Reset a password")
async def reset_password(
    request: AnyRequest, state: State, person: FromPath[str]
) -> OneTimePassword:
    by = _administrator(request)
    return OneTimePassword(person, await house_of(state).registry.reset_password(person, by))


@delete(
    "/api/people/{person:str}/second-factor",
    status_code=200,
    summary="Remove the second factor and the passkeys of somebody who lost them",
)
async def reset_second_factor(
    request: AnyRequest, state: State, person: FromPath[str]
) -> AccountView:
    """Passkeys too; all sessions of the person end."""
    await house_of(state).registry.remove_factors(person, _administrator(request))
    return await _now(state, person)


@post("/api/people/{person:str}/suspend", status_code=200, summary="Suspend a person")
async def suspend_person(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[StatedReason]
) -> AccountView:
    await house_of(state).registry.suspend(person, data.reason, _administrator(request))
    return await _now(state, person)


@post("/api/people/{person:str}/restore", status_code=200, summary="Restore a person")
async def restore_person(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[StatedReason]
) -> AccountView:
    await house_of(state).registry.restore(person, data.reason, _administrator(request))
    return await _now(state, person)


@post("/api/people/{person:str}/exclude", status_code=200, summary="Exclude a player from play")
async def exclude_person(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[Exclusion]
) -> AccountView:
    """By staff, or by players for themselves; only a shift manager lifts it."""
    own = caller(request).id == person
    by = demand(request, *EXCLUDES, *((HouseRole.PLAYER,) if own else ()))
    await house_of(state).registry.exclude(person, data.until, data.reason, by)
    return await _now(state, person)


@post("/api/people/{person:str}/readmit", status_code=200, summary="Lift an exclusion")
async def readmit_person(
    request: AnyRequest, state: State, person: FromPath[str], data: JSONBody[StatedReason]
) -> AccountView:
    by = demand(request, HouseRole.SHIFT_MANAGER)
    await house_of(state).registry.lift_exclusion(person, data.reason, by)
    return await _now(state, person)


# Tokens


def _token_view(token: Token) -> TokenView:
    return TokenView(
        token.id,
        token.name,
        token.owner,
        token.power,
        token.place,
        token.made,
        token.until,
        token.answered_by,
        token.doubted_until,
    )


async def _tokens(house: House, person: Person) -> list[TokenView]:
    """Administrators see all, shift managers those of devices, everybody their own."""
    now = house.handler.now()
    return [
        _token_view(one)
        for one in await house.registry.tokens()
        if one.ends is None or now < one.ends
        if one.owner == person.id
        or person.has(HouseRole.ADMINISTRATOR)
        or (person.has(*CONFIGURE) and one.power is not TokenPower.PERSONAL)
    ]


@get("/api/tokens", summary="Tokens of devices and programs, as far as they concern the caller")
async def list_tokens(
    request: AnyRequest, state: State, after: After = None, limit: Limit = PAGE_MAX
) -> Response[list[TokenView]]:
    found = await _tokens(house_of(state), somebody(request))
    return page(request, *Cut(after, limit).of(found, lambda one: one.id))


@post(
    "/api/tokens/{token:str}/vouch",
    status_code=200,
    summary="Answer for the token of a device whose maker is in doubt",
)
async def vouch_for_token(
    request: AnyRequest, state: State, token: FromPath[str]
) -> list[TokenView]:
    """By somebody else than who made or approved it."""
    house, person = house_of(state), somebody(request)
    house.authentication.demand_fresh(person)
    await house.registry.vouch_for_token(token, demand(request, *CONFIGURE))
    return await _tokens(house, person)


@post("/api/tokens", summary="Make a token for a device, or a program that acts as oneself")
async def make_token(request: AnyRequest, state: State, data: JSONBody[NewToken]) -> MadeToken:
    house, person = house_of(state), somebody(request)
    house.authentication.demand_fresh(
        person
    )  # a token makes no token, and outlives no theft by one
    if data.power is TokenPower.PERSONAL:
        by = demand(request, *(role for role in HouseRole if role is not HouseRole.DEVICE))
    else:
        by = _administrator(request)
        if data.jackpot is not None:
            await house.handler.streams.jackpot(data.jackpot)
    return MadeToken(
        *await house.registry.make_token(data.name, data.power, by.id, by, data.jackpot, data.until)
    )


@get("/api/shoes", summary="Shoes that were approved, and whose tokens the caller may make")
async def list_shoes(request: AnyRequest, state: State) -> list[ShoeView]:
    by, house = demand(request, *CONFIGURE), house_of(state)
    now = house.handler.now()
    return [
        ShoeView(key, one.name, one.place, one.approved_by, one.at + ADMITTED_FOR, one.until)
        for key, one in (await house.registry.people()).admitted.items()
        if one.owner == by.id and one.may_be_made(now)
    ]


@post("/api/shoes", summary="Make the token of a shoe that was approved")
async def make_shoe_token(
    request: AnyRequest, state: State, data: JSONBody[AgreedShoe]
) -> MadeToken:
    """Once, by whoever proposed it."""
    house = house_of(state)
    house.authentication.demand_fresh(somebody(request))
    by = demand(request, *CONFIGURE)
    return MadeToken(*await house.registry.make_shoe_token(data.proposal, by))


@delete("/api/tokens/{token:str}", status_code=200, summary="Revoke a token")
async def revoke_token(request: AnyRequest, state: State, token: FromPath[str]) -> list[TokenView]:
    house, person = house_of(state), somebody(request)
    own = None if person.has(HouseRole.ADMINISTRATOR) else person.id
    if not any(one.id == token for one in await house.registry.tokens(own)):
        decline(HouseCode.NO_SUCH_TOKEN, f"There is no token '{token}'.")
    await house.registry.revoke_token(token, person.signature(person.roles))
    return await _tokens(house, person)


ROUTES: list[HTTPRouteHandler] = [
    list_people,
    register_person,
    show_person,
    set_roles,
    rename_person,
    give_acting_role,
    end_acting_role,
    reset_password,
    reset_second_factor,
    suspend_person,
    restore_person,
    exclude_person,
    readmit_person,
    list_tokens,
    make_token,
    list_shoes,
    make_shoe_token,
    vouch_for_token,
    revoke_token,
]
