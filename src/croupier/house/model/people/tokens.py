"""Tokens of devices and programs: made, vouched for, revoked; that of a shoe takes two people."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.house.model.people import events as e
from croupier.house.model.people.credentials import ADMITTED_FOR, Admitted, Token
from croupier.house.model.people.decide import Events, demand_account, demand_name
from croupier.house.model.people.roles import TokenPower
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, decline


def admit_shoe(people: People, at: datetime, wanted: e.ShoeAdmitted) -> Events:
    """Asked when it is proposed, and again when it is approved."""
    if not demand_account(people, wanted.owner).is_open(at):
        decline(HouseCode.SUSPENDED, f"The account of {wanted.owner} is not open.")
    demand_name(wanted.name)
    _demand_end(wanted.until, at)
    return (wanted,)


def demand_admitted(people: People, at: datetime, proposal: str | None) -> Admitted:
    """What two people agreed to, whose token is made once, and soon."""
    one = people.admitted.get(proposal or "")
    if one is None or not one.may_be_made(at):
        decline(
            HouseCode.NO_SUCH_PROPOSAL,
            "The token of a shoe takes two people: one proposes it (admit_shoe), another approves "
            f"it, and within {ADMITTED_FOR // timedelta(hours=1)} hours the first makes it, once.",
        )
    return one


def demand_agreed_shoe(people: People, at: datetime, wanted: e.TokenMade) -> None:
    """A shoe deals the cards: its token is the one that two people agreed to."""
    one = demand_admitted(people, at, wanted.proposal)
    if (wanted.owner, wanted.place, wanted.until) != (one.owner, one.place, one.until):
        decline(
            HouseCode.NOT_YOURS,
            f"{one.owner} proposed the shoe at {one.place} and makes its token.",
        )


def _demand_end(until: datetime | None, at: datetime) -> None:
    if until is not None and until <= at:
        decline(HouseCode.BAD_TIME, "A token ends in the future.")


TOKENS_MAX = 50
"""Personal ones that somebody has at a time."""


def _demand_few(people: People, at: datetime, owner: str) -> None:
    """Each is kept in memory for as long as it lasts."""
    held = (
        one
        for one in people.tokens.values()
        if one.owner == owner and one.power is TokenPower.PERSONAL
    )
    if sum(one.ends is None or one.ends > at for one in held) >= TOKENS_MAX:
        decline(
            HouseCode.ASKED_TOO_OFTEN,
            f"You have {TOKENS_MAX} tokens already: revoke one that you do not use any more.",
        )


def make_token(people: People, at: datetime, wanted: e.TokenMade) -> Events:
    if not demand_account(people, wanted.owner).is_open(at):
        decline(HouseCode.SUSPENDED, "This account is not open.")
    if wanted.power is TokenPower.SHOE:
        demand_agreed_shoe(people, at, wanted)
    if wanted.power is TokenPower.PERSONAL:
        _demand_few(people, at, wanted.owner)
    if (wanted.power in (TokenPower.SHOE, TokenPower.SIGN)) is (wanted.place is None):
        decline(
            HouseCode.BAD_COMMAND,
            "A shoe is for one table and a sign for one jackpot; other tokens name neither.",
        )
    _demand_end(wanted.until, at)
    return (replace(wanted, name=demand_name(wanted.name)),)


def demand_token(people: People, token: str) -> Token:
    for one in people.tokens.values():
        if one.id == token:
            return one
    decline(HouseCode.NO_SUCH_TOKEN, f"There is no token '{token}'.")


def vouch_for_token(people: People, at: datetime, token: str) -> Events:
    """Who may is asked beside it (`checks.demand_voucher`)."""
    one = demand_token(people, token)
    if one.doubted_until is None:
        decline(HouseCode.BAD_COMMAND, "This token is not in doubt.")
    if one.ends is not None and one.ends <= at:
        decline(HouseCode.NO_SUCH_TOKEN, "This token has ended; make another one.")
    return (e.TokenVouched(token),)


def revoke_token(people: People, at: datetime, token: str) -> Events:
    demand_token(people, token)
    return (e.TokenRevoked(token),)
