"""The signer of each record existed then, held the role then, and acted within their own session.

From the first opening of the doors on, everybody acts within a session or by a token, which the
signature names; the house itself acts under its own name and gives only the few commands it may.
Records that programs without a door wrote before that are exempt.

A session can end while one of its commands is on its way to the disk, so it counts for a little
longer than it is open.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from croupier.house.log.stream import BrokenStream, Department
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import DepartmentCommand
from croupier.house.model.jackpot import events as hj
from croupier.house.model.ledger.accounts import is_bot
from croupier.house.model.people import events as e
from croupier.house.model.people.person import reference
from croupier.house.model.people.powers import HOUSE_MAY, POWERS, tag_of
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower
from croupier.house.model.people.state import People
from croupier.house.model.records import Record
from croupier.house.model.settings import Money
from croupier.house.model.table.decide import HOUSE
from croupier.house.model.table.state import HouseTable
from croupier.rulebooks.irregularities import Irregularity

GRACE = timedelta(seconds=60)
_BOTS_MAY = frozenset({"place_wager", "view_hand", "fold"})
_FAR = timedelta(days=36500)
_ROOM = 1_000


class Signers:
    """The people of the log as they change, and whose signatures were found valid."""

    def __init__(self) -> None:
        self._good: dict[str, dict[Signature, datetime]] = {}
        """By person: until when each of their signatures is valid, as far as is known now."""
        self._before: list[tuple[datetime, int, People]] = []
        """What was known a short while ago: until when, at which version, and the people."""
        self._keys: dict[str, str] = {}
        """Sessions and tokens by their names in signatures."""

    def resume(self, people: People) -> None:
        """Continue from the end of an archive."""
        self._keys = {reference(key): key for key in (*people.sessions, *people.tokens)}

    def known_before(self) -> tuple[int, People] | None:
        """The people before the last changes that a signature may overlook, and the version of
        their stream; none if there was no change."""
        since = self._before[-1][0] - 2 * GRACE if self._before else None
        return next(
            ((version, one) for then, version, one in self._before if since and then >= since),
            None,
        )

    def learn(self, record: Record, event: Any, before: People, after: People) -> None:
        """Something changed about the people of the house."""
        self._before.append((record.at, record.version - 1, before))
        match event:
            case e.LoggedIn(session=key) | e.TokenMade(hash=key):
                self._keys[reference(key)] = key
            case _:
                pass
        person = getattr(event, "person", None)
        if person is None:
            self._good.clear()
        else:
            self._good.pop(person, None)
        if len(self._keys) > 2 * (len(after.sessions) + len(after.tokens)) + _ROOM:
            known = [after, *(people for _, _, people in self._before)]
            self._keys = {
                reference(key): key for one in known for key in (*one.sessions, *one.tokens)
            }

    def demand(
        self, record: Record, event: Any, people: People, tables: Mapping[str, HouseTable]
    ) -> None:
        """Raises `BrokenStream` if the signer could not have signed."""
        by = record.by
        if by is None:
            if record.stream not in (Department.PEOPLE, Department.OPERATION):
                raise BrokenStream("nobody has signed it")
            return
        if by.id == HOUSE.id:
            _demand_house(record, event, by, tables)
        elif is_bot(by.id):
            _demand_bot(record, event, by, tables)
        else:
            if not (isinstance(event, e.LoggedIn) and by.session == reference(event.session)):
                self._demand_present(by, record.at, people)
            _demand_power(event, by)

    def _demand_present(self, by: Signature, at: datetime, people: People) -> None:
        good = self._good.setdefault(by.id, {})
        until = good.get(by)
        if until is not None and at < until:
            return
        problem, until = self._look(by, at, people)
        if problem is None:
            good[by] = until
            return
        late = (one for then, _, one in self._before if then >= at - GRACE)
        for early in (people, *late):
            if self._look(by, at - GRACE, early)[0] is None:
                return
        raise BrokenStream(problem)

    def _look(self, by: Signature, at: datetime, people: People) -> tuple[str | None, datetime]:
        """What is wrong with a signature at a moment, or until when nothing is."""
        key = self._keys.get(by.session) if isinstance(by.session, str) else None
        session = people.sessions.get(key or "")
        token = people.tokens.get(key or "")
        ends = [at + _FAR]
        if by.role is HouseRole.DEVICE:
            if token is None or by.id != f"device:{token.id}":
                return f"no token of {by.id} was in force", at
        else:
            account = people.accounts.get(by.id)
            if account is None or not account.is_open(at):
                return f"there was nobody called {by.id} then, or their account was not open", at
            if by.role not in account.roles_at(at):
                return f"{by.id} was no {by.role.label} then", at
            ends += [one.until for one in account.acting if at < one.until]
            ends += [] if account.until is None else [account.until]
        if session is not None and session.person == by.id:
            ends.append(session.until)
        elif token is not None and (by.id == token.owner or by.role is HouseRole.DEVICE):
            if by.role is not HouseRole.DEVICE and token.power is not TokenPower.PERSONAL:
                return f"{by.id} signed with the token of a device", at
            ends += [] if token.ends is None else [token.ends]
        else:
            return f"{by.id} had no such session or token then", at
        until = min(ends)
        return (None if at < until else f"the session of {by.id} had ended", until)


def _demand_power(event: Any, by: Signature) -> None:
    """Their role allows the command, and it was given in their name."""
    match event:
        case h.CommandGiven(command=command):
            wanted = tag_of(command)
            if not isinstance(command, DepartmentCommand) and command.by != by.actor:
                raise BrokenStream(f"{by.id} signed a command that is another person's")
        case h.TableRegistered() | hj.JackpotRegistered() | h.EditionPlanned():
            wanted = "approve"  # what somebody else proposed (`decisions.py`)
        case _:
            return
    if by.role not in POWERS.get(wanted, frozenset()):
        raise BrokenStream(f"in the role {by.role.label} nobody gives the command {wanted}")


def _demand_house(
    record: Record, event: Any, by: Signature, tables: Mapping[str, HouseTable]
) -> None:
    """What the house does by itself: deal unattended tables, and carry out what was set."""
    command: Any
    match event:
        case h.CommandGiven():
            command, wanted = event.command, tag_of(event.command)
        case h.TableRegistered(money=money) | hj.JackpotRegistered(money=money):
            wanted = (
                "register_table" if isinstance(event, h.TableRegistered) else "register_jackpot"
            )
            if money is not Money.PRACTICE:
                raise BrokenStream("the house registers nothing for money by itself")
            command = None
        case _:
            return
    may = wanted in HOUSE_MAY.get(by.role, frozenset())
    table = tables.get(record.stream.partition(":")[2])
    if by.role is HouseRole.DEALER:
        may = may and table is not None and table.dealing.automatic
    elif wanted == "report":
        may = may and command.irregularity is Irregularity.JACKPOT_FAILURE
    elif isinstance(command, hc.SeatBot):
        may = may and table is not None and table.practice
    if not may:
        raise BrokenStream(f"the house does not give the command {wanted} by itself")


def _demand_bot(
    record: Record, event: Any, by: Signature, tables: Mapping[str, HouseTable]
) -> None:
    """A demonstration player plays where it is seated, and does nothing else."""
    table = tables.get(record.stream.partition(":")[2])
    if record.stream.startswith("jackpot:"):
        return  # what its wager does to the meter follows from a command at its table
    seated = table is not None and any(bot.name == by.id for bot in table.bots.values())
    given = isinstance(event, h.CommandGiven)
    if not seated or (given and tag_of(event.command) not in _BOTS_MAY):
        raise BrokenStream(f"{by.id} does not play there, or not so")
