"""What came out of a script: the public result, `croupier-result/1`."""

from typing import Literal

from msgspec import Struct

from croupier.cards import card_name
from croupier.jackpot.commands import PendingClaim
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.terms import Role
from croupier.script.replay import Replay
from croupier.table.irregular.reporting import decisions, matter_id
from croupier.table.state import Table
from croupier.wagers import Result as Outcome


class ResultLine(Struct, frozen=True):
    """What one wager or award came to."""

    table: str
    round: int
    box: int
    player: str
    wager: str
    staked: Cents
    result: Outcome
    won: Cents
    returned: Cents
    clauses: tuple[str, ...]


class PlayerResult(Struct, frozen=True):
    """A player's sum over all lines."""

    staked: Cents
    received: Cents
    net: Cents


class JackpotResult(Struct, frozen=True):
    """opening + contributed + seeded + adjusted - paid = meter."""

    meter: Cents
    contributed: Cents
    seeded: Cents
    adjusted: Cents
    paid: Cents
    pending: tuple[PendingClaim, ...]


class TableResult(Struct, frozen=True):
    """Where a table stands at the end."""

    round: int
    phase: Literal["idle", "betting", "closed", "dealt", "revealed", "settled", "void"]
    up_card: str | None


class RefusalResult(Struct, frozen=True):
    """A command that was refused."""

    command: int
    code: str
    clause: str | None
    message: str


class MatterResult(Struct, frozen=True):
    """A matter that is still open."""

    matter: str
    table: str
    round: int
    irregularity: Irregularity
    decided_by: Role
    decisions: tuple[Decision, ...]


class Result(Struct, frozen=True):
    """The whole result of a script."""

    format: Literal["croupier-result/1"]
    lines: tuple[ResultLine, ...]
    players: dict[str, PlayerResult]
    jackpots: dict[str, JackpotResult]
    tables: dict[str, TableResult]
    refusals: tuple[RefusalResult, ...]
    matters: tuple[MatterResult, ...]


def result_of(played: Replay) -> Result:
    """The public result of a script that has been played."""
    lines = tuple(
        ResultLine(
            table,
            number,
            line.box,
            line.player,
            str(line.wager),
            line.staked,
            line.result,
            line.won,
            line.returned,
            line.clauses,
        )
        for (table, number), settled in played.lines.items()
        for line in settled
    )
    return Result(
        format="croupier-result/1",
        lines=lines,
        players=_players(lines),
        jackpots={name: _jackpot(jackpot) for name, jackpot in played.floor.jackpots.items()},
        tables={name: _table(table) for name, table in played.floor.tables.items()},
        refusals=tuple(
            RefusalResult(
                refused.command,
                refused.refusal.code.value,
                refused.refusal.clause,
                refused.refusal.message,
            )
            for refused in played.refusals
        ),
        matters=tuple(
            matter for table in played.floor.tables.values() for matter in _matters(table)
        ),
    )


def _players(lines: tuple[ResultLine, ...]) -> dict[str, PlayerResult]:
    sums: dict[str, tuple[Cents, Cents]] = {}
    for line in lines:
        staked, received = sums.get(line.player, (0, 0))
        sums[line.player] = (staked + line.staked, received + line.won + line.returned)
    return {
        player: PlayerResult(staked, received, received - staked)
        for player, (staked, received) in sums.items()
    }


def _jackpot(jackpot: Jackpot) -> JackpotResult:
    return JackpotResult(
        meter=jackpot.meter,
        contributed=jackpot.contributed,
        seeded=jackpot.seeded,
        adjusted=jackpot.adjusted,
        paid=jackpot.paid,
        pending=tuple(
            PendingClaim(entry.table, claim.box, entry.number) for entry, claim in jackpot.pending()
        ),
    )


def _table(table: Table) -> TableResult:
    deal = getattr(table.round, "deal", None)
    up_card = None if deal is None or deal.up_card is None else card_name(deal.up_card)
    return TableResult(table.round.number, table.phase, up_card)  # type: ignore[arg-type]


def _matters(table: Table) -> tuple[MatterResult, ...]:
    return tuple(
        MatterResult(
            matter_id(table, matter),
            table.id,
            table.round.number,
            matter.irregularity,
            matter.decided_by,
            decisions(table, matter),
        )
        for matter in table.matters
    )
