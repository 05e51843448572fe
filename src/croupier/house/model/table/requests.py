"""What players ask beside play: staff, a wager placed by staff (MEGA 3.6), a part of the seed.

Where wagers come out of a wallet, staff place one for its owner only on a request that the
owner made themself: for this table, box and wager, up to an amount, once, and in the round under
way. Where chips are physical the player's hand is the request, and staff write down what lies
there.

What a player reports changes no card, stops no game and opens no matter. Staff go and
look, and report what they see themselves. Calls end with their round.

The house commits to its seed with the opening call. Before that, in an earlier round, each
player's browser has fixed its own part by a hash; while bets are open it opens that part and fixes
the next one. The house commits without knowing the parts, and a part that was fixed before the
commitment cannot be chosen after it, not even by a player who knows the house's seed.
"""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.ledger.accounts import is_bot
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.settings import Cards
from croupier.house.model.table.state import HouseTable, WagerRequest, is_counted
from croupier.money import Cents, dollars
from croupier.rulebooks.roles import Role
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.commands import Report
from croupier.table.state import Betting, Idle, Settled, Table, Voided

REQUESTS_MAX = 10
"""Of one player in one round, used or not: nobody makes the log grow by asking."""


WAGERS_MAX = 50
"""That one player places while the bets of a round are open, withdrawn or not."""


def demand_few_wagers(table: HouseTable, command: hc.AnyCommand) -> None:
    """Placed and withdrawn again and again, wagers would fill the log; no proof asks this."""
    if is_counted(table, command):
        by = command.by  # type: ignore[union-attr]
        assert by is not None
        if table.placed.get(by.id, 0) >= WAGERS_MAX:
            decline(HouseCode.ASKED_TOO_OFTEN, f"That is enough: {WAGERS_MAX} wagers a round.")


def decide_request(table: HouseTable, command: hc.RequestWager) -> tuple[h.TableStreamEvent, ...]:
    """A player asks; raises `HouseRefused`."""
    by = command.by
    if by is None or by.role.is_staff:
        decline(HouseCode.NOT_YOURS, "A player asks for themself.")
    if not table.from_wallets:
        decline(
            HouseCode.OTHER_MONEY,
            f"Table {table.name} is played with chips: give them to the dealer.",
        )
    if isinstance(table.game.round, Idle | Settled | Voided):
        decline(HouseCode.NO_ROUND, f"No round is under way at table {table.name}.")
    if command.box > table.game.settings.boxes:
        decline(HouseCode.BAD_COMMAND, f"Table {table.name} has no box {command.box}.")
    mine = [one for one in table.requests if one.player == by.id]
    if any(not one.used and _place(one) == (command.box, command.wager) for one in mine):
        decline(HouseCode.ASKED_ALREADY, "You have asked for this wager; staff will see to it.")
    if len(mine) >= REQUESTS_MAX:
        decline(HouseCode.ASKED_TOO_OFTEN, f"That is enough: {REQUESTS_MAX} requests a round.")
    return (h.WagerRequested(by.id, command.box, command.wager, command.amount),)


def used_request(
    table: HouseTable, command: c.PlaceWager, placed: Sequence[e.WagerPlaced]
) -> tuple[h.TableStreamEvent, ...]:
    """The request that staff act on, now used up; raises `HouseRefused` where there is none.

    `placed` are the parts of the wager: whoever decides a shared box asks for all of them.
    """
    by = command.by
    if not placed or by is None or not by.role.is_staff or not table.from_wallets:
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
        if not one.used and one.player == player and _place(one) == (box, wager):
            return one.most
    return None


def _place(request: WagerRequest) -> tuple[int, str]:
    return request.box, request.wager


WORDS_MAX = 500
CALLS_MAX = 3
"""Of one player in one round."""

_WORDS = frozenset({"irregularity", "round", "box", "description", "by", "table", "at"})


def call_staff(table: HouseTable, report: Report) -> tuple[h.TableStreamEvent, ...]:
    """What a player's report comes to."""
    assert report.by is not None
    player = report.by.id
    facts = [
        name
        for name, value in structs.asdict(report).items()
        if name not in _WORDS and value not in (None, False)
    ]
    if facts:
        decline(
            HouseCode.WORDS_ONLY,
            f"A player's report is words: leave out '{facts[0]}' and say in 'description' what "
            "happened. Staff come and look.",
        )
    words = " ".join((report.description or "").split())
    if len(words) > WORDS_MAX:
        decline(HouseCode.WORDS_ONLY, f"Say it in {WORDS_MAX} characters at most.")
    if not _sits_at(table.game, player):
        decline(HouseCode.NOT_SEATED, "Only players with a wager in the round report on it.")
    if sum(call.player == player for call in table.calls) >= CALLS_MAX:
        decline(HouseCode.CALLED_ALREADY, "The staff have been called; they are on their way.")
    number = len(table.calls) + 1
    return (h.StaffCalled(number, player, report.irregularity, report.box, words),)


def _sits_at(game: Table, player: str) -> bool:
    current = game.round
    return not isinstance(current, Idle) and any(
        box.share_of(player) is not None for box in current.boxes.values()
    )


def answer_call(table: HouseTable, command: hc.AnswerCall) -> tuple[h.TableStreamEvent, ...]:
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    open_calls = [call.number for call in table.calls if call.answered_by is None]
    if command.call not in open_calls:
        decline(HouseCode.NO_SUCH_CALL, f"No call {command.call} of this round is waiting.")
    return (h.CallAnswered(command.call, command.by.id),)


def fixed_by(seed: str) -> str:
    """The hash that fixes a part before it is opened."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def add_seed(table: HouseTable, command: hc.AddSeed) -> tuple[h.TableStreamEvent, ...]:
    """A player opens a part and fixes the next; raises `HouseRefused`."""
    by = command.by
    if by is None or by.role.is_staff:
        decline(HouseCode.NOT_YOURS, "Players add to the shuffle, nobody does it for them.")
    if table.dealing.cards is not Cards.ELECTRONIC:
        decline(HouseCode.BAD_SEED, f"Table {table.name} is dealt by hand: there is no seed.")
    current = table.game.round
    if isinstance(current, Idle) or not any(box.share_of(by.id) for box in current.boxes.values()):
        decline(HouseCode.NOT_SEATED, "Only players with a wager in the round add to its shuffle.")
    if by.id in table.next_seeds:
        decline(HouseCode.BAD_SEED, "You have fixed your part of the next round already.")
    if command.seed is not None:
        if not isinstance(current, Betting):
            decline(HouseCode.BAD_SEED, "Bets are closed, and with them the shuffle.")
        if table.seeds_due.get(by.id) != fixed_by(command.seed):
            decline(HouseCode.BAD_SEED, "This is not what you fixed in the round before.")
    return (h.SeedAdded(by.id, command.seed, command.next),)
