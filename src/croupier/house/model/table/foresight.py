"""What a ruling, a report or a correction would do, said before it is given.

It is decided on the table as it stands and compared with it; nothing is kept. A report or a
correction that is only looked at leaves no trace, so it is decided without the cards that lie
closed, at a live table too: whatever it names could be a guess. Given, it is held against them, and
a refusal is on record. A ruling is decided on the facts that were reported, which are.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, structs

from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.table import is_prize, meter_clauses
from croupier.house.model.settings import Cards
from croupier.house.model.table.decide import Decision, decide_table, known_to
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents
from croupier.rulebooks.terms import Role
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Idle, Line, Settled, Share, Table, Voided
from croupier.table.views import STAFF, as_it_lies

Foreseen = c.Rule | c.Report | c.CorrectEntry


class ForPlayer(Struct, frozen=True):
    """What it means for one player."""

    player: str
    back: Cents = 0
    """Stakes that go back for it."""
    net: Cents = 0
    """Of a round that was settled: more for the player than before, or less below zero."""
    prize: Cents = 0
    """The same of a share of the meter, which is paid apart."""


class OptionForeseen(Struct, frozen=True):
    player: str
    boxes: tuple[int, ...]


class Consequences(Struct, frozen=True, kw_only=True):
    """Everything that it would do; nothing of it: play goes on as it is."""

    void: bool = False
    settled: bool = False
    """The round is over with it."""
    settled_anew: bool = False
    """It was over before: what was paid is compared with what is due."""
    out: tuple[int, ...] = ()
    """Boxes whose hand is taken out."""
    folded: tuple[int, ...] = ()
    players: tuple[ForPlayer, ...] = ()
    options: tuple[OptionForeseen, ...] = ()
    """Who may then go on or withdraw."""
    cards: bool = False
    """The hands are put as reported."""
    up_card: str | None = None
    advised: tuple[int, ...] = ()
    barred: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    jackpot_fails: bool = False
    waits_for: Role | None = None
    """A report: it is not decided at once, but waits for this official."""
    noted: bool = False
    """A report that changes nothing."""


def foresee(
    table: HouseTable, link: HouseJackpot | None, command: Foreseen, now: datetime
) -> Consequences:
    """Raises `Refused` or `HouseRefused` where it would be refused."""
    game = known_to(table, command.by)
    if not isinstance(command, c.Rule) and table.dealing.cards is Cards.LIVE:
        game = as_it_lies(game, STAFF)
    if isinstance(command, c.Report) and command.order:
        command = structs.replace(command, order=None)  # which cards it names decides nothing else
    known = structs.replace(table, game=game)
    return consequences(known, decide_table(known, link, command, now, None))


def consequences(before: HouseTable, decision: Decision) -> Consequences:
    """What a decision changed, seen from the table that it was taken at."""
    after = decision.table.game
    found = decision.table_events

    was_over = isinstance(before.game.round, Settled | Voided)
    is_over = isinstance(after.round, Settled | Voided)
    opened = [one for one in found if isinstance(one, e.MatterOpened)]
    cards = [one.card for one in found if isinstance(one, e.UpCardChanged)]
    return Consequences(
        void=any(isinstance(one, e.RoundVoided) for one in found),
        settled=is_over and not was_over,
        settled_anew=any(isinstance(one, e.SettlementReversed) for one in found),
        out=tuple(dict.fromkeys(one.box for one in found if isinstance(one, e.HandInvalidated))),
        folded=tuple(dict.fromkeys(one.box for one in found if isinstance(one, e.HandFolded))),
        players=tuple(_for_players(before.game, after, _handed_back(found))),
        options=tuple(
            OptionForeseen(option.player, option.boxes)
            for one in found
            if isinstance(one, e.OptionsOffered)
            for option in one.options
        ),
        cards=any(isinstance(one, e.HandsCorrected) for one in found),
        up_card=cards[-1] if cards else None,
        advised=tuple(one.box for one in found if isinstance(one, e.LimitAdvised)),
        barred=tuple(one.player for one in found if isinstance(one, e.PlayerBarred)),
        restricted=tuple(one.player for one in found if isinstance(one, e.PlayerRestricted)),
        jackpot_fails=any(isinstance(one, e.JackpotFailed) for one in found),
        waits_for=opened[-1].decided_by if opened else None,
        noted=any(isinstance(one, e.ReportNoted) for one in found),
    )


def _handed_back(events: Sequence[object]) -> dict[str, Cents]:
    """What is over a limit and goes back at once."""
    found: dict[str, Cents] = {}
    for one in events:
        if isinstance(one, e.ExcessHandedBack):
            found[one.player] = found.get(one.player, 0) + one.amount
    return found


def _for_players(
    before: Table, after: Table, handed_back: Mapping[str, Cents]
) -> Iterator[ForPlayer]:
    had, has = _results(before), _results(after)
    had_won, has_won = _prizes(before), _prizes(after)
    was, is_now = _going_back(before), _going_back(after)
    for player in dict.fromkeys([*was, *is_now, *had, *has, *handed_back]):
        back = is_now.get(player, 0) - was.get(player, 0) + handed_back.get(player, 0)
        net = 0
        if isinstance(before.round, Settled) and isinstance(after.round, Settled | Voided):
            back, net = 0, has.get(player, 0) - had.get(player, 0)
        prize = has_won.get(player, 0) - had_won.get(player, 0)
        if back or net or prize:
            yield ForPlayer(player, back, net, prize)


def _results(table: Table) -> dict[str, Cents]:
    """What each player is up or down by the lines of a round that is over, but for prizes."""
    found: dict[str, Cents] = {}
    from_meter = meter_clauses(table.rulebook)
    for line in _lines(table):
        won = 0 if is_prize(line, from_meter) else line.won
        found[line.player] = found.get(line.player, 0) + won + line.returned - line.staked
    return found


def _prizes(table: Table) -> dict[str, Cents]:
    found: dict[str, Cents] = {}
    from_meter = meter_clauses(table.rulebook)
    for line in _lines(table):
        if is_prize(line, from_meter):
            found[line.player] = found.get(line.player, 0) + line.won
    return found


def _lines(table: Table) -> tuple[Line, ...]:
    return table.round.lines if isinstance(table.round, Settled | Voided) else ()


def _going_back(table: Table) -> dict[str, Cents]:
    """What goes back to each player as things stand: returned wagers, and what was handed back."""
    found: dict[str, Cents] = {}
    if isinstance(table.round, Idle):
        return found
    for box in table.round.boxes.values():
        for share in box.shares:
            whole = isinstance(table.round, Voided) or box.out is not None or share.out is not None
            amount = share.laid if whole else _parts_back(share)
            if amount:
                found[share.player] = found.get(share.player, 0) + amount
    return found


def _parts_back(share: Share) -> Cents:
    amount = share.ante if share.ante_out is not None else 0
    amount += sum(share.sides.get(name, 0) for name in share.sides_out)
    return amount + (share.jackpot + share.dealer_jackpot if share.jackpot_out is not None else 0)
