"""Checks that many commands share: phase, role, box and player."""

from collections.abc import Mapping
from typing import TypeVar

from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table.hands import Lying
from croupier.table.state import (
    Betting,
    Box,
    Closed,
    Dealt,
    Idle,
    Option,
    Phase,
    Revealed,
    Running,
    Settled,
    Table,
    Voided,
)

P = TypeVar("P", bound=Phase)

DEALER = Actor("dealer", Role.DEALER)


def demand_staff(by: Actor | None, needed: Role = Role.DEALER, clause: str | None = None) -> Actor:
    """The member of staff who gives the command; by default the table's dealer."""
    actor = by or DEALER
    if not actor.role.may_act_as(needed):
        refuse(
            Code.ROLE_TOO_LOW,
            f"A {actor.role.label} may not do this; it takes a {needed.label} or above.",
            clause,
        )
    return actor


def demand_proxy(table: Table, by: Actor | None) -> None:
    """Only some staff may place a wager that a player asks for."""
    if by is not None and by.role.is_staff:
        proxy = table.settings.rulebook.betting.proxy
        demand_staff(by, proxy.value, proxy.clause)


def demand_box(table: Table, number: int) -> None:
    if not 1 <= number <= table.settings.boxes:
        refuse(
            Code.NO_SUCH_BOX,
            f"There is no box {number}; this table has boxes 1 to {table.settings.boxes}.",
            table.rulebook.layout.boxes.clause,
        )


def demand_dealt(table: Table) -> Dealt:
    """The decision: cards are on the table and the dealer's hand is not yet turned up."""
    current = table.round
    match current:
        case Dealt():
            return current
        case Revealed():
            refuse(
                Code.WRONG_TIME,
                "The dealer's hand has been revealed; it is too late for this.",
                table.rulebook.play.reveal.clause,
            )
        case Idle() | Betting() | Closed() | Settled() | Voided():
            refuse(
                Code.NOT_DEALT,
                "No cards have been dealt in a running round.",
                table.rulebook.play.decision.clause,
            )


def demand_running(table: Table) -> Running:
    current = table.round
    match current:
        case Betting() | Closed() | Dealt() | Revealed():
            return current
        case Idle() | Settled() | Voided():
            refuse(
                Code.BETS_NOT_OPEN,
                "No round is running; it begins with the opening call.",
                table.rulebook.betting.opens.clause,
            )


def demand_hand(table: Table, current: Dealt | Revealed | Settled, number: int) -> Box:
    """A box with a hand that is still in the round."""
    demand_box(table, number)
    box = current.boxes.get(number)
    if box is not None and box.out is not None:
        refuse(
            Code.HAND_OUT,
            f"The hand of box {number} is out of the round.",
            box.out[0] if box.out else None,
        )
    if box is None or not _lies_there(table, box) or number not in _hands(current):
        refuse(
            Code.NO_WAGER,
            f"Box {number} has no hand in this round: nobody has a wager there.",
            table.rulebook.betting.entry.clause,
        )
    return box


def _hands(current: Dealt | Revealed | Settled) -> Mapping[int, Lying]:
    return {} if current.deal is None else current.deal.hands


def _lies_there(table: Table, box: Box) -> bool:
    """A wager in play, or one without an ante that is returned only at the end (MEGA 5.12.2)."""
    if box.in_play:
        return True
    if table.rulebook.progressive.no_ante_returned_at_close.value:
        return False
    return any(share.out is None and share.jackpot_out for share in box.shares)


def demand_player_act(table: Table, box: Box, number: int, by: Actor | None) -> None:
    """A player's own act; at a recording table staff may record it."""
    if by is None:
        return
    if by.role.is_staff:
        if table.settings.enforcing:
            refuse(
                Code.NOT_YOURS,
                f"Only {box.seated}, who holds box {number}, may do this.",
                table.rulebook.play.decision.clause,
            )
    elif by.id != box.seated:
        refuse(
            Code.NOT_YOURS,
            f"Box {number} is decided by {box.seated}, not by {by.id}.",
            table.rulebook.betting.decides.clause,
        )


def demand_present(table: Table, player: str) -> None:
    current = table.round
    if type(current) is not Idle and player in current.left:
        refuse(
            Code.PLAYER_LEFT,
            f"{player} has left for the rest of this round.",
            table.rulebook.people.absent.clause,
        )


def demand_nothing_open(table: Table) -> None:
    """Open matters and options block the reveal, the settlement and the next opening call."""
    if table.matters:
        matter = table.matters[0]
        refuse(
            Code.MATTER_OPEN,
            f"The matter '{matter.irregularity}' waits for a {matter.decided_by.label}.",
        )
    options = getattr(table.round, "options", ())
    if options:
        boxes = ", ".join(str(box) for option in options for box in option.boxes)
        refuse(
            Code.OPTION_OPEN,
            f"Players have yet to choose whether to continue: box {boxes}.",
            option_clause(table, options[0]),
        )


def option_clause(table: Table, option: Option) -> str | None:
    """The clause that gives a player a choice; none where only a reading does (S11)."""
    stated = table.rulebook.irregularities[Irregularity.TECHNICAL_INTERRUPTION].clause is not None
    return option.clauses[0] if option.clauses and stated else None
