"""What a house makes of a command: the rules' own events, with those of the house around them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from croupier.cards import NoSuchCard
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot import state as links
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.accounts import is_bot
from croupier.house.model.records import is_of_jackpot, is_of_table
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.settings import Cards
from croupier.house.model.table import state as tables
from croupier.house.model.table.beside import KEPT_BESIDE, beside, given, is_counted
from croupier.house.model.table.bots import sit_down_again
from croupier.house.model.table.cards import (
    Chance,
    committed_seed,
    demand_face_up,
    demand_few_refused,
    demand_no_card_facts,
    sealing_events,
    with_cards,
)
from croupier.house.model.table.confirming import demand_paid
from croupier.house.model.table.edition import WentOver, goes_over
from croupier.house.model.table.life import call_staff, decide_life
from croupier.house.model.table.seats import demand_seated, seats_left
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.unattended import timer_events
from croupier.jackpot import events as j
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents, dollars
from croupier.rulebooks.terms import Actor, Role
from croupier.script.checks import BadFact, check_command
from croupier.table import commands as c
from croupier.table.decide import decide as decide_game
from croupier.table.decide import legal_commands
from croupier.table.events import (
    HandHandled,
    HandViewed,
    JackpotClaimed,
    WagerPlaced,
)
from croupier.table.state import Idle, Table
from croupier.table.views import STAFF, Viewer, as_known

if TYPE_CHECKING:
    from typing_extensions import TypeIs

replace = structs.replace

HOUSE = Actor("house", Role.DEALER)
"""The automatic dealer."""
HOUSE_MANAGER = Actor("house", Role.SHIFT_MANAGER)
"""The house where it carries out what was set beforehand."""

# Kinds of commands and events are sets of classes: one look-up tells whether one is among them.

_LIFE = frozenset(hc.TableLife.__args__)

_PLAY = frozenset(
    {
        c.OpenBets,
        c.PlaceWager,
        c.WithdrawWager,
        c.CloseBets,
        c.Deal,
        c.HandleHand,
        c.ViewHand,
        c.ShowHand,
        c.Fold,
        c.ClaimJackpot,
        c.Draw,
        c.RevealDealer,
        c.DeclineReveal,
        c.Settle,
    }
)
"""What stands still while a table is paused."""

_WITHOUT_METER = frozenset(
    {c.PlaceWager, c.WithdrawWager, c.HandleHand, c.ViewHand, c.Fold, c.DeclineReveal}
)
"""Commands that read nothing off the meter, unless they move it or end the round."""

_BY_CHANCE = frozenset({c.OpenBets, c.Deal, c.Draw})
"""Commands for which an electronic table shuffles, or takes what it has shuffled."""

_DEALT_BY_CHANCE = frozenset({c.Deal, c.Draw})

_NAMING_CARDS = frozenset({c.Report, c.CorrectEntry, c.ShowHand, c.RevealDealer})
"""Commands that may say which cards lie where."""

_LOOKING_AT_NO_CARD = frozenset({c.OpenBets, c.PlaceWager, c.Fold, c.RevealDealer, c.Settle})
"""Commands that are refused for no reason that lies in a card, so that nobody learns one from it:
`test_two_worlds.py` gives them to tables that differ in closed cards alone. A dealer's hand that is
named is compared with others only at live tables, by staff, in front of whom their cards lie."""

_SHOWINGS = frozenset({HandHandled, HandViewed, JackpotClaimed})

_JACKPOT_WAGERS = ("jackpot", "dealer_jackpot")


_STAYS = WentOver()


class Decision(Struct, frozen=True):
    """Events in order, and the states they lead to."""

    command: hc.TableStreamCommand
    """Complete, as it is kept."""
    table_events: tuple[h.TableStreamEvent, ...]
    link_events: tuple[h.JackpotStreamEvent, ...]
    table: HouseTable
    link: HouseJackpot | None
    on_link: bool
    """Whether the decision rests on where the progressive stands."""

    def only_repeats(self, stored: HouseTable) -> bool:
        """Whether it shows or touches a hand once more, and what is on disk says all of it.

        The rules take it however often; a record each would let one player fill the log.
        """
        for one in self.table_events:
            if type(one) not in _SHOWINGS:
                return False
        return not self.link_events and self.table == stored


def decide_table(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.TableStreamCommand,
    now: datetime,
    chance: Chance | None,
) -> Decision:
    """A command to a table; raises `Refused` or `HouseRefused` and changes nothing.

    Without `chance` it is a recorded command that is decided anew: its cards stand in it, and
    in place of the shuffle's own events stand empty ones.
    """
    if _is_life(command):
        return _house_act(table, link, command, decide_life(table, link, command, now), now)
    if type(command) is c.Report and command.by is not None and not command.by.role.is_staff:
        _check_shape(table, command)
        return _house_act(table, link, command, call_staff(table, command), now)
    return _game_act(table, link, command, now, chance)


def _is_life(command: hc.TableStreamCommand) -> "TypeIs[hc.TableLife]":
    return type(command) in _LIFE


def _game_act(
    table: HouseTable,
    link: HouseJackpot | None,
    command: c.TableCommand,
    now: datetime,
    chance: Chance | None,
) -> Decision:
    kind = type(command)
    _check(table, link, command)
    opens = kind is c.OpenBets
    over = goes_over(table, link, now) if opens else _STAYS
    for event in over.table:
        table = tables.evolve(table, event, now)
    before: tuple[h.TableStreamEvent, ...] = ()
    if kind in _BY_CHANCE and table.dealing.cards is Cards.ELECTRONIC:
        command, before = with_cards(table, command, chance)
    meter = None if link is None else link.meter if link.failed is None else link.in_force
    if chance is not None:
        if opens:
            demand_paid(table, link)
        if kind not in _LOOKING_AT_NO_CARD:
            _demand_allowed_as_known(table, meter, command)
    decided = decide_game(table.game, meter, command)
    after = replace(given(table, command, now), game=decided.table)
    table_events: list[h.TableStreamEvent]
    link_events: list[h.JackpotStreamEvent] = [*over.link]
    if decided.link is meter:  # which has not moved
        table_events = [*decided.events]  # type: ignore[list-item]
    else:
        table_events = [*filter(is_of_table, decided.events)]
        link_events += filter(is_of_jackpot, decided.events)
    for event in table_events:
        if type(event) in KEPT_BESIDE:
            after = beside(after, table, event, now)
    if type(command) is c.PlaceWager and table.from_wallets:
        placed = [one for one in decided.events if isinstance(one, WagerPlaced)]
        for used in _used_request(table, command, placed):
            table_events.append(used)
            after = tables.evolve(after, used, now)
    if table.seats:
        for left in seats_left(table, table_events):
            table_events.append(left)
            after = tables.evolve(after, left, now)
    if opens:
        for back in sit_down_again(table):
            table_events.append(back)
            after = tables.evolve(after, back, now)
    for shuffled in before:
        after = tables.evolve(after, shuffled, now)
    ends = after.game.is_over
    on_link = link is not None and (bool(link_events) or kind not in _WITHOUT_METER or ends)
    if link is not None and link_events:
        link, link_events = _moved(link, link_events, now)
    added: Sequence[h.TableStreamEvent] = ()
    if ends or chance is None or chance.nonce or not _is_attended(after):
        after, added = _house_follows(after, now, chance)
    return Decision(
        command,
        (*over.table, *before, *table_events, *added),
        tuple(link_events),
        after,
        link,
        on_link,
    )


def legal_at(
    table: HouseTable, link: HouseJackpot | None, actor: Actor
) -> tuple[c.TableCommand, ...]:
    """What the rules let somebody do now, less what the house itself would refuse."""
    meter = None if link is None else link.meter
    return tuple(
        command
        for command in legal_commands(known_to(table, actor), meter, actor)
        if _house_allows(table, link, command)
    )


def _house_allows(table: HouseTable, link: HouseJackpot | None, command: c.TableCommand) -> bool:
    try:
        _check_house(table, link, command)
        if isinstance(command, c.OpenBets):
            demand_paid(table, link)
    except HouseRefused:
        return False
    return True


def _check(table: HouseTable, link: HouseJackpot | None, command: c.TableCommand) -> None:
    """What the house refuses before the rules are asked."""
    _check_house(table, link, command)
    if type(command) not in _DEALT_BY_CHANCE or table.dealing.cards is not Cards.ELECTRONIC:
        _check_shape(table, command)


def known_to(table: HouseTable, actor: Actor | None) -> Table:
    """The game as somebody knows it who gives a command.

    The automatic dealer is nobody. Cards of a live table lie in front of its staff, who
    entered them.
    """
    if actor is None or actor.id == HOUSE.id:
        return table.game
    if not actor.role.is_staff:
        return as_known(table.game, Viewer.of_player(actor.id))
    return as_known(table.game, STAFF) if table.dealing.cards is Cards.ELECTRONIC else table.game


def _demand_allowed_as_known(
    table: HouseTable, meter: Jackpot | None, command: c.TableCommand
) -> None:
    """What is refused, and why, follows from what the giver may know."""
    known = known_to(table, command.by)
    if known is not table.game:
        decide_game(known, meter, command)


def _check_house(table: HouseTable, link: HouseJackpot | None, command: c.TableCommand) -> None:
    if table.paused is not None and type(command) in _PLAY:
        decline(HouseCode.PAUSED, f"Table {table.name} is paused; play goes on when it resumes.")
    kind = type(command)
    if kind is c.OpenBets and _has_played_last(table):
        decline(
            HouseCode.LAST_ROUND_PLAYED,
            f"The last round of table {table.name} has been played; close it or open it anew.",
        )
    if link is not None and link.retired is not None and _is_jackpot_wager(command):
        decline(HouseCode.RETIRED, f"Jackpot {link.name} is retired and takes no wagers.")
    if table.seats and type(command) is c.PlaceWager:
        demand_seated(table, command)
    if type(command) is c.ClaimJackpot:
        demand_face_up(table, command)
    if kind in _NAMING_CARDS:
        if table.dealing.cards is Cards.ELECTRONIC:
            demand_no_card_facts(table, command)
        else:
            demand_few_refused(table, command)
    if link is not None and link.failed is not None and _is_jackpot_wager(command):
        decline(
            HouseCode.LINK_FAILED, f"Jackpot {table.jackpot} is down and takes no wagers for now."
        )


def _is_jackpot_wager(command: c.TableCommand) -> bool:
    return type(command) is c.PlaceWager and command.wager in _JACKPOT_WAGERS


def _check_shape(table: HouseTable, command: c.TableCommand) -> None:
    try:
        settings = table.game.settings
        check_command(command, settings.boxes, [settings.rulebook])
    except BadFact as error:
        decline(HouseCode.BAD_COMMAND, f"field '{error.field}': {error}")
    except NoSuchCard as error:
        decline(HouseCode.BAD_COMMAND, str(error))


def _has_played_last(table: HouseTable) -> bool:
    return table.last_round is not None and table.game.round.number >= table.last_round


def _house_follows(
    table: HouseTable, now: datetime, chance: Chance | None
) -> tuple[HouseTable, list[h.TableStreamEvent]]:
    """Cards and shuffle of a round that is over are opened, and the clock is set."""
    over = table.game.is_over
    added: list[h.TableStreamEvent] = []
    if chance is not None and (chance.nonce or over):
        added += sealing_events(table, chance)
    kept = table.shuffle
    if over and kept is not None and kept.seed is None and kept.round == table.game.round.number:
        seed = "" if chance is None else committed_seed(table, chance.keys).hex()
        added.append(h.ShuffleOpened(kept.round, seed))
    added += _clock_set(table, now)
    for event in added:
        table = tables.evolve(table, event, now)
    return table, added


def _clock_set(table: HouseTable, now: datetime) -> tuple[h.TableStreamEvent, ...]:
    return () if _is_attended(table) else timer_events(table, now)


def _is_attended(table: HouseTable) -> bool:
    """A table with a dealer of its own has no clock, unless one is still running."""
    return not table.dealing.automatic and table.timer is None


def _moved(
    link: HouseJackpot, events: Sequence[h.JackpotStreamEvent], now: datetime
) -> tuple[HouseJackpot, list[h.JackpotStreamEvent]]:
    """The progressive after its events, kept at its limit.

    The balance is checked, unless the link is down already: then whoever restores it looks.
    """
    moved = list(events)
    for event in events:
        link = links.evolve(link, event, now)
    limit = link.terms.limit
    if events and limit is not None and link.meter.meter > limit:
        over = link.meter.meter - limit
        event = j.JackpotAdjusted(link.name, -over, links.OVERFLOW, HOUSE_MANAGER)
        moved.append(event)
        link = links.evolve(link, event, now)
    if moved and link.failed is None:
        link.meter.check()
    return link, moved


def _house_act(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.TableStreamCommand,
    events: tuple[h.TableStreamEvent, ...],
    now: datetime,
) -> Decision:
    table = given(table, command, now)
    for event in events:
        table = tables.evolve(table, event, now)
    timers = _clock_set(table, now)
    for event in timers:
        table = tables.evolve(table, event, now)
    on_link = link is not None and isinstance(command, hc.ConfirmActs)
    return Decision(command, (*events, *timers), (), table, link, on_link)


WAGERS_MAX = 50
"""That one player places while the bets of a round are open, withdrawn or not."""


def demand_few_wagers(table: HouseTable, command: hc.AnyCommand) -> None:
    """Placed and withdrawn again and again, wagers would fill the log; no proof asks this."""
    if is_counted(table, command):
        by = command.by  # type: ignore[union-attr]
        assert by is not None
        if table.placed.get(by.id, 0) >= WAGERS_MAX:
            decline(HouseCode.ASKED_TOO_OFTEN, f"That is enough: {WAGERS_MAX} wagers a round.")


def _used_request(
    table: HouseTable, command: c.PlaceWager, placed: Sequence[WagerPlaced]
) -> tuple[h.TableStreamEvent, ...]:
    """The request that staff act on, now used up; raises `HouseRefused` where there is none.

    Asked where wagers come out of a wallet: staff place one for its owner only on a request that
    the owner made: for this table, box and wager, up to an amount, once, in the round under way.
    Where chips are physical the player's hand is the request, and staff record what lies there.

    `placed` are the parts of the wager: whoever decides a shared box asks for all of them.
    """
    by = command.by
    if not placed or by is None or not by.role.is_staff:
        return ()
    player = placed[0].player
    if command.wager == table.game.rulebook.stay.wager:
        assert not isinstance(table.game.round, Idle)
        player = table.game.round.boxes[command.box].seated
    if is_bot(player):
        return ()
    amount = sum(one.amount for one in placed)
    most = _asked(table, player, command.box, command.wager)
    if most is None or amount > most:
        what = f"{command.wager.replace('_', ' ')} of {dollars(amount)} on box {command.box}"
        asked = "has not asked" if most is None else f"asked for at most {dollars(most)}, not"
        decline(
            HouseCode.NOT_ASKED,
            f"{player} {asked} for this {what}: out of a wallet staff place what its owner has "
            "asked for in this round, and nothing else.",
            table.game.rulebook.betting.proxy.clause,
        )
    return (h.WagerRequestUsed(player, command.box, command.wager, amount, most),)


def _asked(table: HouseTable, player: str, box: int, wager: str) -> Cents | None:
    for one in table.requests:
        if not one.used and one.player == player and (one.box, one.wager) == (box, wager):
            return one.most
    return None
