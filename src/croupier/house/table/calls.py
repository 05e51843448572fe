"""Players who call the staff: words that staff read, and nothing that acts.

What a player reports changes no card, stops no game and opens no matter. Staff go and
look, and report what they see themselves. Calls end with their round.
"""

from msgspec import structs

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.refusals import HouseCode, decline, demand_role
from croupier.house.table.state import HouseTable
from croupier.rulebooks.roles import Role
from croupier.table.commands import Report
from croupier.table.state import Idle, Table

WORDS_MAX = 500
CALLS_MAX = 3
"""Of one player in one round."""

_WORDS = frozenset({"irregularity", "round", "box", "description", "by", "table", "at"})


def call_staff(table: HouseTable, report: Report) -> tuple[h.LogEvent, ...]:
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


def answer_call(table: HouseTable, command: hc.AnswerCall) -> tuple[h.LogEvent, ...]:
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    open_calls = [call.number for call in table.calls if call.answered_by is None]
    if command.call not in open_calls:
        decline(HouseCode.NO_SUCH_CALL, f"No call {command.call} of this round is waiting.")
    return (h.CallAnswered(command.call, command.by.id),)
