"""Who may give which command: one table, asked before anything is decided.

The rules of the game check the role again, clause by clause (CSP 5.14, 5.19, 5.24; MEGA 3.4.3, 5.9,
5.10.3, 6.1, 6.2). This table has the lowest role that any of them allows, and what only the house
knows: the person, and the table that a dealer is signed on to. There is no command that forces a
hit, and nobody may give a command that is not listed here.
"""

from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.model.people.person import Person, Power
from croupier.house.model.people.roles import (
    TABLE_STAFF,
    HouseRole,
    Signature,
    TokenPower,
)
from croupier.house.model.refusals import HouseCode, decline
from croupier.money import Cents, dollars
from croupier.rulebooks.terms import Actor, Role

_encode = msgspec.json.Encoder().encode

PLAYER = frozenset({HouseRole.PLAYER})
DEALERS = frozenset(TABLE_STAFF)
SUPERVISORS = frozenset(TABLE_STAFF[1:])
MANAGERS = frozenset(TABLE_STAFF[2:])
SHIFT = frozenset({HouseRole.SHIFT_MANAGER})
CAGE = frozenset({HouseRole.CAGE})
CONFIGURE = SHIFT | {HouseRole.ADMINISTRATOR}
CONFIRM_HIT = SUPERVISORS - CONFIGURE
"""No role both sets up a progressive and confirms that somebody has won it."""
SECOND = SUPERVISORS | CAGE
"""Who can be the second person for something; each proposal says which of them it needs.

Not whoever makes accounts and gives powers: they could be any number of people."""

POWERS: dict[str, frozenset[HouseRole]] = {
    # Acts of players: for themselves; staff write them down where the rules let them
    "place_wager": PLAYER | DEALERS,
    "request_wager": PLAYER,
    "withdraw_wager": PLAYER | DEALERS,
    "handle_hand": PLAYER | DEALERS,
    "view_hand": PLAYER | DEALERS,
    "show_hand": PLAYER | DEALERS,
    "fold": PLAYER | DEALERS,
    "leave": PLAYER | DEALERS,
    "claim_jackpot": PLAYER | DEALERS,
    "decline_reveal": PLAYER | DEALERS,
    "choose": PLAYER | DEALERS,
    "report": PLAYER | DEALERS,
    "add_seed": PLAYER,
    "play_alone": PLAYER,
    # Running a round
    "open_bets": DEALERS,
    "close_bets": DEALERS,
    "draw": DEALERS,
    "deal": DEALERS | {HouseRole.DEVICE},
    "reveal_dealer": DEALERS,
    "settle": DEALERS,
    # Officials
    "rule": DEALERS,
    "correct_entry": SUPERVISORS,
    "restrict_player": MANAGERS,
    "bar_player": SHIFT,
    "readmit_player": SHIFT,
    "jackpot_service": SHIFT,
    "close_table": SHIFT,
    "open_table": SHIFT,
    "disallow_boxes": SHIFT,
    "order_claims": SHIFT,
    # The life of a table
    "sign_on": DEALERS,
    "sign_off": DEALERS,
    "pause_table": DEALERS,
    "resume_table": DEALERS,
    "answer_call": DEALERS,
    "confirm_acts": DEALERS,
    "report_payment": DEALERS,
    "call_for": DEALERS,
    "answer_need": DEALERS | CAGE,
    "take_seat": DEALERS,
    "leave_seat": DEALERS,
    "announce_last_round": SUPERVISORS,
    "change_limits": MANAGERS,
    "seat_bot": SUPERVISORS,
    "unseat_bot": SUPERVISORS,
    # Links
    "fail_link": SUPERVISORS,
    "restore_link": SHIFT,
    # Configuration
    "register_table": CONFIGURE,
    "register_jackpot": CONFIGURE,
    "change_edition": CONFIGURE,
    "admit_shoe": CONFIGURE,
    "change_jackpot": CONFIGURE,
    "adjust_jackpot": CONFIGURE,
    "retire_jackpot": CONFIGURE,
    # Money
    "buy_in": CAGE | PLAYER,
    "cash_out": CAGE,
    "buy_chips": CAGE,
    "redeem_chips": CAGE,
    "pay_remainder": CAGE,
    "pay_prize": CAGE,
    "open_drawer": CAGE,
    "close_drawer": CAGE | SHIFT,
    "move_bankroll": CAGE | SHIFT,
    "correct_buy_in": CAGE | SUPERVISORS,
    "open_shift": SHIFT,
    "hand_over_shift": SHIFT,
    "close_shift": SHIFT,
    "plan_rotation": SUPERVISORS,
    "fill": CAGE,
    "credit": CAGE,
    "request_transfer": CAGE | DEALERS,
    "issue_transfer": CAGE | DEALERS,
    "receive_transfer": CAGE | DEALERS,
    "cancel_transfer": CAGE | DEALERS,
    "count_drop": CAGE,
    "recount_drop": CAGE,
    "count_float": CAGE | SUPERVISORS,
    "table_buy_in": DEALERS,
    "close_day": SHIFT,
    "reopen_day": SHIFT,
    "set_loss_limit": PLAYER | CAGE | SHIFT,
    "recover": frozenset(),
    "configure_cage": frozenset(),
    "note_loss_limit": frozenset(),
    "note_refused_report": frozenset(),
    # Two people
    "pay_jackpot": CONFIRM_HIT,
    "return_payment": CONFIRM_HIT | CAGE,
    "approve": SECOND,
    "decline": SECOND | CONFIGURE,
}
"""By the name of the command, the roles that may give it. `recover`, `configure_cage`,
`note_loss_limit` and `note_refused_report` are the house's own."""

HOUSE_MAY: dict[HouseRole, frozenset[str]] = {
    HouseRole.DEALER: frozenset(
        {"open_bets", "close_bets", "draw", "deal", "fold", "reveal_dealer", "settle"}
    ),
    HouseRole.SHIFT_MANAGER: frozenset(
        {
            "close_table",
            "jackpot_service",
            "report",
            "fail_link",
            "register_table",
            "register_jackpot",
            "seat_bot",
            "note_loss_limit",
            "note_refused_report",
        }
    ),
    HouseRole.CAGE: frozenset({"recover", "configure_cage"}),
}
"""What the house does by itself: it deals automatic tables, passes on that a link is down, sets up
demonstration tables for play money, says what the cage is set to, notes that a limit was passed
or a report refused, and recovers what is owed."""

ANYWHERE = frozenset({"sign_on", "sign_off"})
"""What a dealer may do at a table at which another one deals."""


GUEST_TAKES: Cents = 100_00
"""The least play money that a guest takes at a time."""


class Place(Struct, frozen=True):
    """Where a command is given: a table, and who deals there."""

    table: str
    dealer: str | None


_TAGS: dict[type, str] = {}
"""Found so far: to ask a struct for its configuration makes a new object each time."""


def tag_of(command: Any) -> str:
    kind = type(command)
    tag = _TAGS.get(kind)
    if tag is None:
        tag = _TAGS[kind] = str(kind.__struct_config__.tag)
    return tag


def demand_power(
    person: Person, command: Any, place: Place | None, needs: frozenset[HouseRole] = frozenset()
) -> Signature:
    """In what capacity the person gives the command; raises `HouseRefused`.

    `needs`: one of these roles, where the person has one, as what they agree to asks for it.
    """
    power = None if needs else person.powers.get(type(command))
    if power is None:
        power = _power(person, tag_of(command), needs)
        if not needs:
            person.powers[type(command)] = power
    signature = power.signature
    if power.signed_on:
        _demand_signed_on(signature.id, place)
    elif power.own:
        _demand_own(signature.id, command)
    elif power.device:
        _demand_own_table(person, place)
    if power.guest:
        _demand_of_guest(power.tag, command)
    if power.other:
        _demand_other(signature.id, command)
    return signature


def _power(person: Person, tag: str, needs: frozenset[HouseRole]) -> Power:
    """What follows from the person and the kind of command alone; raises `HouseRefused`."""
    if person.must_change_password:
        decline(HouseCode.PASSWORD_MUST_CHANGE, "Change your one-time password first.")
    powers = POWERS.get(tag, frozenset())
    signature = (person.signature(powers & needs) if needs else None) or person.signature(powers)
    if signature is None:
        decline(HouseCode.NOT_YOUR_POWER, _nobody(person, tag))
    if tag in ("pay_jackpot", "return_payment") and person.has(*CONFIGURE):
        decline(HouseCode.NOT_YOUR_POWER, "Whoever may configure a jackpot confirms no hit of it.")
    role = signature.role
    return Power(
        tag,
        signature,
        own=role is HouseRole.PLAYER,
        signed_on=role is HouseRole.DEALER and tag not in ANYWHERE,
        device=role is HouseRole.DEVICE,
        guest=person.guest,
        other=tag == "place_wager" and role is not HouseRole.PLAYER,
    )


def may_give(person: Person) -> tuple[str, ...]:
    """The commands that a person's roles give them power for."""
    return tuple(sorted(tag for tag, roles in POWERS.items() if person.has(*roles)))


def demand_text(command: Any, key: str) -> None:
    """No text needs the character U+0000, and not every database keeps it."""
    if "\0" in key or b"\\u0000" in _encode(command):
        decline(HouseCode.BAD_COMMAND, "Keys and texts do not contain the character U+0000.")


def actor_at(person: Person, table: Any) -> Actor | None:
    """In what role the person acts at a table now: a dealer where they are signed on, a player
    where nobody writes it down for them."""
    actor = person.actor
    if actor is None or (actor.role is Role.DEALER and table.dealer != actor.id):
        return None
    return None if table.in_person and not actor.role.is_staff else actor


def _nobody(person: Person, tag: str) -> str:
    allowed = [role.label for role in HouseRole if role in POWERS.get(tag, ())]
    does = tag.replace("_", " ")
    if not allowed:
        return f"Nobody may give the command '{does}'."
    who = "You are" if person.role is None else f"A {person.role.label} is"
    return f"{who} not allowed to {does}; it takes: {', '.join(allowed)}."


def _demand_own(player: str, command: Any) -> None:
    """Players act for themselves; the rules refuse acts at the boxes of others (`not-yours`)."""
    named = getattr(command, "player", None)
    tag = tag_of(command)
    if tag != "report" and named is not None and named != player:
        decline(HouseCode.NOT_YOURS, f"You act for yourself, not for {named}.")
    if tag == "buy_in" and command.money != "practice":
        decline(HouseCode.NOT_YOUR_POWER, "The cage takes cash; play money you take yourself.")


def _demand_of_guest(tag: str, command: Any) -> None:
    """Guests cost nothing to make: they leave little behind."""
    if tag == "set_loss_limit":
        decline(
            HouseCode.OTHER_MONEY, "Guests play for play money; loss limits are for live money."
        )
    if tag == "buy_in" and command.amount < GUEST_TAKES:
        decline(
            HouseCode.BAD_COMMAND, f"A guest takes play money from {dollars(GUEST_TAKES)} upwards."
        )


def _demand_signed_on(dealer: str, place: Place | None) -> None:
    if place is None:
        decline(HouseCode.NO_SUCH_TABLE, "Say which table the command is for.")
    if place.dealer != dealer:
        decline(
            HouseCode.NOT_SIGNED_ON,
            f"You do not deal table {place.table}; sign on there first.",
        )


def _demand_own_table(person: Person, place: Place | None) -> None:
    device = person.device
    if device is None or device.power is not TokenPower.SHOE or place is None:
        decline(HouseCode.NOT_YOUR_POWER, "This device gives no commands.")
    if device.place != place.table:
        decline(HouseCode.NOT_YOUR_POWER, f"This shoe stands at table {device.place}.")


def _demand_other(staff: str, command: Any) -> None:
    """Staff place the wagers of players who ask for it, and none of their own."""
    if getattr(command, "player", None) == staff:
        decline(HouseCode.NOT_YOUR_POWER, "Staff do not play.")
