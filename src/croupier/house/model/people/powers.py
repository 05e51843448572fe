"""Who somebody is, and who may give which command: one table, asked before anything is decided.

The rules of the game check the role again, clause by clause (CSP 5.14, 5.19, 5.24; MEGA 3.4.3, 5.9,
5.10.3, 6.1, 6.2). This table has the lowest role that any of them allows, and what only the house
knows: the person, and the table that a dealer is signed on to. There is no command that forces a
hit, and nobody may give a command that is not listed here.
"""

import hmac
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from croupier.house.model.people.credentials import Seals, Token
from croupier.house.model.people.roles import (
    TABLE_STAFF,
    Account,
    HouseRole,
    Signature,
    TokenPower,
    table_role,
)
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, decline
from croupier.money import Cents, dollars
from croupier.rulebooks.terms import Actor, Role
from croupier.table.views import AUDITOR, PUBLIC, STAFF, Viewer

REFERENCE_DIGITS = 16
_encode = msgspec.json.Encoder().encode
_ORDER = {role: place for place, role in enumerate(HouseRole)}


class Person(Struct, frozen=True, dict=True):
    """Who comes in with a session or a token; without either, anybody.

    A person never changes: after whatever changes what they may do there is another one. So what
    follows from them is worked out once.
    """

    id: str | None = None
    name: str = ""
    roles: frozenset[HouseRole] = frozenset()
    """Held now. None before a one-time password is changed."""
    key: str | None = None
    """The session or token that proves it, in the form that the log has."""
    device: Token | None = None
    guest: bool = False
    must_change_password: bool = False
    second_factor: bool = False
    """Codes of a program; passkeys are counted apart."""
    excluded: bool = False
    since: datetime | None = None
    """When they last showed that it is them: a token never does."""
    until: datetime | None = None
    """When to look again whether they may still come in, and as what."""

    @property
    def role(self) -> HouseRole | None:
        """The highest."""
        return max(self.roles, key=_ORDER.__getitem__, default=None)

    @cached_property
    def actor(self) -> Actor | None:
        """In what role of the documents they act at tables, if in any."""
        if self.id is None or self.device is not None:
            return None
        role = table_role(self.roles)
        return None if role is None else Actor(self.id, role)

    @cached_property
    def is_staff(self) -> bool:
        """Whether they act at tables for the house."""
        return self.actor is not None and self.actor.role.is_staff

    @property
    def viewer(self) -> Viewer:
        """Staff of the tables see what is reported there; a player sees their own hand."""
        if HouseRole.AUDITOR in self.roles:
            return AUDITOR
        if not self.roles.isdisjoint(TABLE_STAFF):
            return STAFF
        if HouseRole.PLAYER in self.roles and self.id is not None:
            return Viewer.of_player(self.id)
        return PUBLIC

    def has(self, *roles: HouseRole) -> bool:
        """Whether they hold one of these now."""
        return not self.roles.isdisjoint(roles)

    def signature(self, roles: frozenset[HouseRole]) -> Signature | None:
        """Theirs, in the highest of these roles that they hold."""
        found = self._signatures.get(roles)
        if found is None:
            held = self.roles & roles
            if self.id is None or not held:
                return None
            role = max(held, key=_ORDER.__getitem__)
            found = Signature(self.id, role, UNSET if self.key is None else reference(self.key))
            self._signatures[roles] = found
        return found

    @cached_property
    def _signatures(self) -> dict[frozenset[HouseRole], Signature]:
        return {}

    @cached_property
    def powers(self) -> dict[type, "Power"]:
        """For the kinds of commands that they have given so far."""
        return {}


ANYBODY = Person()


def staff(name: str, role: Role) -> Person:
    """A person of the tables, for programs that run inside the house."""
    return Person(name, name, frozenset({HouseRole(role.value)}))


@lru_cache(maxsize=4096)
def at_table(by: Signature) -> Actor | None:
    """The one who signs, as they act at a table, if they do."""
    return by.actor


def reference(key: str) -> str:
    """What signatures call a session or token that has this digest."""
    return key[:REFERENCE_DIGITS]


def csrf_token(key: bytes, session: str) -> str:
    """What a page proves with that it belongs to the house; known to nobody but the session."""
    return hmac.digest(key, b"croupier-csrf/1 " + session.encode(), "sha256").hex()


def person_of(people: People, key: str, now: datetime, seals: Seals) -> Person | None:
    """Who has this session or token, if anybody; one without the house's seal lets nobody in."""
    session = people.sessions.get(key)
    if session is not None:
        if not seals.holds_session(key, session):
            return None
        account = people.accounts.get(session.person)
        if account is None or now >= session.until or not account.is_open(now):
            return None
        proved = session.proved or session.since
        return _of_account(account, key, now, proved, session.until)
    token = people.tokens.get(key)
    if token is None or (token.ends is not None and now >= token.ends):
        return None
    if not seals.holds_token(key, token):
        return None
    if token.power is not TokenPower.PERSONAL:
        return Person(
            f"device:{token.id}",
            token.name,
            frozenset({HouseRole.DEVICE}),
            key,
            device=token,
            until=token.ends,
        )
    owner = people.accounts.get(token.owner)
    if owner is None or not owner.is_open(now):
        return None
    return _of_account(owner, key, now, None, token.until)


def _of_account(
    account: Account, key: str, now: datetime, since: datetime | None, until: datetime | None
) -> Person:
    ends = [one.until for one in account.acting if now < one.until]
    ends += [end for end in (until, account.until) if end is not None]
    if account.excluded_until is not None and now < account.excluded_until:
        ends.append(account.excluded_until)
    by_token = since is None
    locked = account.must_change_password and not by_token
    return Person(
        account.id,
        account.name,
        frozenset() if locked else account.roles_at(now),
        key,
        guest=account.guest,
        must_change_password=locked,
        second_factor=account.second_factor,
        excluded=account.is_excluded(now),
        since=since,
        until=min(ends, default=None),
    )


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


class Power(Struct, frozen=True):
    """In what capacity somebody gives a kind of command, and what is asked of each one."""

    tag: str
    signature: Signature
    own: bool
    """As a player, who acts for themselves."""
    signed_on: bool
    """As the dealer of the table."""
    device: bool
    guest: bool
    other: bool
    """For somebody else: staff do not play."""


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
