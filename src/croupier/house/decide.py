"""What a house makes of a command: the rules' own events, with those of the house around them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NoReturn

from msgspec import Struct, structs

from croupier.cards import NoSuchCard, card_names
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house import links, shuffle, tables
from croupier.house.bots import STRATEGIES
from croupier.house.links import HouseJackpot
from croupier.house.refusals import HouseCode, decline
from croupier.house.settings import Cards, Money
from croupier.house.tables import HouseTable
from croupier.house.timing import resumed_timer, timer_events
from croupier.house.wallets import BOT, is_bot
from croupier.jackpot import events as j
from croupier.rulebooks.roles import Actor, Role
from croupier.script.checks import BadFact, check_command
from croupier.table import commands as c
from croupier.table.decide import decide as decide_game
from croupier.table.events import TableOpened
from croupier.table.state import Dealt, Revealed, Settled, Voided

replace = structs.replace

HOUSE = Actor("house", Role.DEALER)
"""The automatic dealer."""
HOUSE_MANAGER = Actor("house", Role.SHIFT_MANAGER)
"""The house where it carries out what was set beforehand."""

_PLAY = (
    c.OpenBets,
    c.PlaceWager,
    c.WithdrawWager,
    c.CloseBets,
    c.Deal,
    c.HandleHand,
    c.ViewHand,
    c.Fold,
    c.ClaimJackpot,
    c.Draw,
    c.RevealDealer,
    c.DeclineReveal,
    c.Settle,
)
"""What stands still while a table is paused."""

_WITHOUT_METER = (c.PlaceWager, c.WithdrawWager, c.HandleHand, c.ViewHand, c.Fold, c.DeclineReveal)
"""Commands that read nothing off the meter, unless they move it or end the round."""

_JACKPOT_WAGERS = ("jackpot", "dealer_jackpot")


class Chance(Struct, frozen=True):
    """What an electronic table needs from outside: the house's key and a fresh seed."""

    key: bytes
    seed: bytes
    nonce: bytes


class Decision(Struct, frozen=True):
    """Events in order, and the states they lead to."""

    command: hc.AnyCommand
    """Complete, as it is kept."""
    table_events: tuple[h.LogEvent, ...]
    link_events: tuple[h.LogEvent, ...]
    table: HouseTable
    link: HouseJackpot | None
    on_link: bool
    """Whether the decision rests on where the progressive stands."""


def decide_table(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.AnyCommand,
    now: datetime,
    chance: Chance | None,
) -> Decision:
    """A command to a table; raises `Refused` or `HouseRefused` and changes nothing.

    Without `chance` it is a recorded command that is decided anew: its cards stand in it, and
    in place of the shuffle's own events stand empty ones.
    """
    match command:
        case hc.SignOn():
            return _house_act(table, link, command, now, _sign_on(table, command))
        case hc.SignOff():
            return _house_act(table, link, command, now, _sign_off(table, command))
        case hc.AnnounceLastRound():
            return _house_act(table, link, command, now, _announce(table, command))
        case hc.PauseTable():
            return _house_act(table, link, command, now, _pause(table, command))
        case hc.ResumeTable():
            return _house_act(table, link, command, now, _resume(table, command, now))
        case hc.SeatBot():
            return _house_act(table, link, command, now, _seat_bot(table, command))
        case hc.UnseatBot():
            return _house_act(table, link, command, now, _unseat_bot(table, command))
        case _:
            return _game_act(table, link, command, now, chance)


def _game_act(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.AnyCommand,
    now: datetime,
    chance: Chance | None,
) -> Decision:
    _check(table, link, command)
    before: tuple[h.LogEvent, ...] = ()
    if table.dealing.cards is Cards.ELECTRONIC:
        command, before = _with_cards(table, command, chance)
    meter = None if link is None else link.meter if link.failed is None else link.in_force
    decided = decide_game(table.game, meter, command)  # type: ignore[arg-type]
    after = replace(table, game=decided.table)
    table_events: list[h.LogEvent] = []
    link_events: list[h.LogEvent] = []
    for event in decided.events:
        if isinstance(event, h.JACKPOT_STREAM_EVENTS):
            link_events.append(event)
        else:
            table_events.append(event)
            if isinstance(event, TableOpened):
                after = replace(after, last_round=None)
    for shuffled in before:
        after = tables.evolve(after, shuffled, now)
    on_link = bool(link_events) or not isinstance(command, _WITHOUT_METER)
    on_link = on_link or isinstance(after.game.round, Settled | Voided)
    if link is not None:
        link, link_events = _moved(link, link_events, now)
    after, added = _house_follows(after, now, chance)
    return Decision(
        command,
        (*before, *table_events, *added),
        tuple(link_events),
        after,
        link,
        link is not None and on_link,
    )


def _check(table: HouseTable, link: HouseJackpot | None, command: hc.AnyCommand) -> None:
    """What the house refuses before the rules are asked."""
    if isinstance(command, _PLAY) and table.paused is not None:
        decline(HouseCode.PAUSED, f"Table {table.name} is paused; play goes on when it resumes.")
    if isinstance(command, c.OpenBets) and _has_played_last(table):
        decline(
            HouseCode.LAST_ROUND_PLAYED,
            f"The last round of table {table.name} has been played; close it or open it anew.",
        )
    if link is not None and link.retired is not None and _is_jackpot_wager(command):
        decline(HouseCode.RETIRED, f"Jackpot {link.name} is retired and takes no wagers.")
    down = link is not None and link.failed is not None
    if down and _is_jackpot_wager(command):
        decline(
            HouseCode.LINK_FAILED, f"Jackpot {table.jackpot} is down and takes no wagers for now."
        )
    electronic = table.dealing.cards is Cards.ELECTRONIC
    if not (electronic and isinstance(command, c.Deal | c.Draw)):
        _check_shape(table, command)


def _is_jackpot_wager(command: hc.AnyCommand) -> bool:
    return isinstance(command, c.PlaceWager) and command.wager in _JACKPOT_WAGERS


def _check_shape(table: HouseTable, command: hc.AnyCommand) -> None:
    try:
        check_command(command, table.game.settings.boxes)  # type: ignore[arg-type]
    except BadFact as error:
        decline(HouseCode.BAD_COMMAND, f"field '{error.field}': {error}")
    except NoSuchCard as error:
        decline(HouseCode.BAD_COMMAND, str(error))


def _has_played_last(table: HouseTable) -> bool:
    return table.last_round is not None and table.game.round.number >= table.last_round


# Cards of an electronic table


def _with_cards(
    table: HouseTable, command: hc.AnyCommand, chance: Chance | None
) -> tuple[hc.AnyCommand, tuple[h.LogEvent, ...]]:
    """The command with the cards or draws that were committed; a new shuffle with a new round."""
    match command:
        case c.OpenBets():
            number = table.game.round.number + 1
            if chance is None:
                return command, (h.ShuffleCommitted(number, "", "", ""),)
            event = h.ShuffleCommitted(
                number,
                shuffle.commitment(table.name, number, chance.seed),
                chance.nonce.hex(),
                shuffle.seal(chance.key, chance.nonce, chance.seed).hex(),
            )
            return command, (event,)
        case c.Deal() if chance is not None:
            if command.hands is not None or command.shoe is not None:
                _refuse_cards(table)
            order = shuffle.shuffled(_seed(table, chance.key))
            return replace(command, shoe=card_names(order)), ()
        case c.Draw() if chance is not None:
            if (command.magic_card, command.lucky_box, command.lucky_dealer) != (None, None, None):
                _refuse_cards(table)
            dealing = table.dealing
            drawn = shuffle.drawn(
                _seed(table, chance.key),
                table.game.settings.boxes,
                dealing.magic_every,
                dealing.lucky_every,
            )
            return replace(command, **structs.asdict(drawn)), ()
        case _:
            return command, ()


def _refuse_cards(table: HouseTable) -> NoReturn:
    decline(
        HouseCode.CARDS_ARE_COMMITTED,
        f"Table {table.name} deals the shuffle that it committed to; send the command without "
        "cards.",
    )


def _seed(table: HouseTable, key: bytes) -> bytes:
    kept = table.shuffle
    if kept is None or kept.round != table.game.round.number:
        decline(HouseCode.BAD_COMMAND, "No shuffle has been committed to in this round.")
    if kept.seed is not None:
        return bytes.fromhex(kept.seed)
    seed = shuffle.seal(key, bytes.fromhex(kept.nonce), bytes.fromhex(kept.sealed))
    if shuffle.commitment(table.name, kept.round, seed) != kept.commitment:
        decline(
            HouseCode.BAD_COMMAND,
            "This process does not have the key that the shuffle was sealed with.",
        )
    return seed


# What follows by itself


def _house_follows(
    table: HouseTable, now: datetime, chance: Chance | None
) -> tuple[HouseTable, list[h.LogEvent]]:
    """The shuffle of a round that is over is opened, and the clock is set."""
    added: list[h.LogEvent] = []
    kept = table.shuffle
    over = isinstance(table.game.round, Settled | Voided)
    if over and kept is not None and kept.seed is None and kept.round == table.game.round.number:
        seed = "" if chance is None else _seed(table, chance.key).hex()
        added.append(h.ShuffleOpened(kept.round, seed))
    added += timer_events(table, now)
    for event in added:
        table = tables.evolve(table, event, now)
    return table, added


def _moved(
    link: HouseJackpot, events: Sequence[h.LogEvent], now: datetime
) -> tuple[HouseJackpot, list[h.LogEvent]]:
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


# Acts of the house at a table


def demand_role(by: Actor | None, needed: Role) -> None:
    if by is None or not by.role.may_act_as(needed):
        decline(HouseCode.ROLE_TOO_LOW, f"This takes a {needed.label} or above.")


def _house_act(
    table: HouseTable,
    link: HouseJackpot | None,
    command: hc.AnyCommand,
    now: datetime,
    events: tuple[h.LogEvent, ...],
) -> Decision:
    for event in events:
        table = tables.evolve(table, event, now)
    timers = timer_events(table, now)
    for event in timers:
        table = tables.evolve(table, event, now)
    return Decision(command, (*events, *timers), (), table, link, on_link=False)


def _sign_on(table: HouseTable, command: hc.SignOn) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    if table.dealer == command.by.id:
        decline(HouseCode.SIGNED_ON, f"You deal table {table.name} already.")
    return (h.DealerSignedOn(command.by.id),)


def _sign_off(table: HouseTable, command: hc.SignOff) -> tuple[h.LogEvent, ...]:
    """The dealer goes, or is sent away by a supervisor."""
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    if table.dealer is None:
        decline(HouseCode.NO_DEALER, f"Nobody is signed on at table {table.name}.")
    own = table.dealer == command.by.id
    if not (own or command.by.role.may_act_as(Role.PIT_SUPERVISOR)):
        decline(HouseCode.NOT_SIGNED_ON, f"You do not deal table {table.name}.")
    return (h.DealerSignedOff(table.dealer),)


def _announce(table: HouseTable, command: hc.AnnounceLastRound) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.PIT_SUPERVISOR)
    if table.last_round is not None:
        decline(HouseCode.ALREADY_ANNOUNCED, f"Round {table.last_round} is announced as the last.")
    current = table.game.round
    running = not isinstance(current, Settled | Voided) and current.number > 0
    dealt = isinstance(current, Dealt | Revealed)
    return (h.LastRoundAnnounced(current.number + (1 if dealt or not running else 0)),)


def _pause(table: HouseTable, command: hc.PauseTable) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.DEALER)
    if table.paused is not None:
        decline(HouseCode.PAUSED, f"Table {table.name} is paused already.")
    return (h.TablePaused(command.reason),)


def _resume(table: HouseTable, command: hc.ResumeTable, now: datetime) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.DEALER)
    if table.paused is None:
        decline(HouseCode.NOT_PAUSED, f"Table {table.name} is not paused.")
    if table.timer is None:
        return (h.TableResumed(),)
    return (h.TableResumed(), resumed_timer(table.timer, table.paused, now))


def _seat_bot(table: HouseTable, command: hc.SeatBot) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.PIT_SUPERVISOR)
    if command.strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        decline(
            HouseCode.NO_SUCH_STRATEGY, f"There is no strategy '{command.strategy}', but {known}."
        )
    if command.box in table.bots or command.box > table.game.settings.boxes:
        decline(HouseCode.BOX_TAKEN, f"Box {command.box} is not free for a demonstration player.")
    if table.money is Money.LIVE:
        decline(HouseCode.OTHER_MONEY, "Demonstration players sit at practice tables only.")
    if table.money is not None and not is_bot(command.name):
        decline(HouseCode.BAD_NAME, f"The name of a demonstration player ends in '{BOT}'.")
    return (
        h.BotSeated(command.box, command.name, command.strategy, command.ante, command.jackpot),
    )


def _unseat_bot(table: HouseTable, command: hc.UnseatBot) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.PIT_SUPERVISOR)
    if command.box not in table.bots:
        decline(HouseCode.NO_BOT, f"No demonstration player sits at box {command.box}.")
    return (h.BotUnseated(command.box),)
