"""Playing scripts in tests: short names for the commands, and the result after any of them.

    t = House("casino-stud", jackpot={"meter": 1_000_000_00, "reset": 100_000_00})
    t.open(); t.ante(1, 100_00); t.close()
    t.deal({1: "Qs Qh 6c 6h 4d"}, "Ac Kd 9s 5h 3c")
    t.bet(1); t.reveal(); t.settle()
    assert t.won(1, "bet") == 400_00

Everything goes through the public script format, so a test is also a script.
Where a command names no table, it is the first one's; players are called p1, p2 …
after their box unless a test names them.
"""

import json
from collections.abc import Mapping
from typing import Any, Self

from croupier.script import Replay, Result, read_script, replay, result_of
from croupier.script.result import RefusalResult, ResultLine
from croupier.table.evolve import Event

JACKPOT = {"meter": 100_000_000, "reset": 10_000_000}


class House:
    """A script in the making."""

    def __init__(
        self,
        rulebook: str,
        *,
        jackpot: Mapping[str, Any] | None = JACKPOT,
        tables: tuple[str, ...] = ("T1",),
        **table: Any,
    ) -> None:
        entry = {"rulebook": rulebook, **table}
        self.jackpots: dict[str, Any] = {}
        if jackpot is not None:
            entry["jackpot"] = "J1"
            self.jackpots["J1"] = dict(jackpot)
        self.tables = dict.fromkeys(tables, entry)
        self.commands: list[dict[str, Any]] = []
        self._played: tuple[int, Replay] | None = None

    # What is asked

    def do(self, do: str, **keys: Any) -> Self:
        """Any command; `by="pit_supervisor"` is short for someone in that role."""
        by = keys.pop("by", None)
        if isinstance(by, str):
            by = {"id": f"the {by}", "role": by}
        if by is not None:
            keys["by"] = by
        self.commands.append(
            {"do": do, **{key: value for key, value in keys.items() if value is not ...}}
        )
        if len(self.tables) > 1 and "table" not in keys and do not in _HOUSE_WIDE:
            self.commands[-1]["table"] = next(iter(self.tables))
        return self

    def open(self, **keys: Any) -> Self:
        return self.do("open_bets", **keys)

    def wager(self, box: int, wager: str, amount: Any = ..., **keys: Any) -> Self:
        return self.do("place_wager", box=box, wager=wager, amount=amount, **keys)

    def ante(self, box: int, amount: int, player: str | None = None, **keys: Any) -> Self:
        return self.wager(box, "ante", amount, player=player or f"p{box}", **keys)

    def pair_plus(self, box: int, amount: int, player: str | None = None, **keys: Any) -> Self:
        return self.wager(box, "pair_plus", amount, player=player or f"p{box}", **keys)

    def jackpot(self, box: int, amount: Any = ..., **keys: Any) -> Self:
        return self.wager(box, "jackpot", amount, **keys)

    def dealer_jackpot(self, box: int, amount: Any = ..., **keys: Any) -> Self:
        return self.wager(box, "dealer_jackpot", amount, **keys)

    def close(self, **keys: Any) -> Self:
        return self.do("close_bets", **keys)

    def deal(self, hands: Mapping[int, str], dealer: str, **keys: Any) -> Self:
        named = {str(box): cards for box, cards in hands.items()}
        return self.do("deal", hands={**named, "dealer": dealer}, **keys)

    def shoe(self, cards: str, **keys: Any) -> Self:
        return self.do("deal", shoe=cards, **keys)

    def bet(self, box: int, amount: Any = ..., **keys: Any) -> Self:
        return self.wager(box, "bet", amount, **keys)

    def play(self, box: int, amount: Any = ..., **keys: Any) -> Self:
        return self.wager(box, "play", amount, **keys)

    def fold(self, box: int, **keys: Any) -> Self:
        return self.do("fold", box=box, **keys)

    def view(self, box: int, **keys: Any) -> Self:
        return self.do("view_hand", box=box, **keys)

    def leave(self, player: str, **keys: Any) -> Self:
        return self.do("leave", player=player, **keys)

    def reveal(self, **keys: Any) -> Self:
        return self.do("reveal_dealer", **keys)

    def settle(self, **keys: Any) -> Self:
        return self.do("settle", **keys)

    def finish(self, **keys: Any) -> Self:
        """Reveal and settle."""
        return self.reveal(**keys).settle(**keys)

    def report(self, irregularity: str, by: Any = "pit_supervisor", **facts: Any) -> Self:
        return self.do("report", irregularity=irregularity, by=by, **facts)

    def rule(self, decision: str, by: Any = "shift_manager", **keys: Any) -> Self:
        return self.do("rule", decision=decision, by=by, reason="as seen", **keys)

    # What came of it

    @property
    def script(self) -> dict[str, Any]:
        return {
            "format": "croupier-script/1",
            "tables": self.tables,
            "jackpots": self.jackpots,
            "commands": self.commands,
        }

    @property
    def played(self) -> Replay:
        if self._played is None or self._played[0] != len(self.commands):
            script = read_script(json.dumps(self.script))
            self._played = (len(self.commands), replay(script))
        return self._played[1]

    @property
    def result(self) -> Result:
        return result_of(self.played)

    @property
    def events(self) -> list[Event]:
        return [recorded.event for recorded in self.played.events]

    def events_of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def lines(self, *, table: str = "T1", round: int | None = None) -> list[ResultLine]:
        """Lines of a round; the last one that is over unless named."""
        own = [line for line in self.result.lines if line.table == table]
        number = round or max((line.round for line in own), default=0)
        return [line for line in own if line.round == number]

    def line(self, box: int, wager: str, player: str | None = None, **where: Any) -> ResultLine:
        [line] = [
            line
            for line in self.lines(**where)
            if (line.box, line.wager) == (box, wager) and player in (None, line.player)
        ]
        return line

    def has_line(self, box: int, wager: str, **where: Any) -> bool:
        return any((line.box, line.wager) == (box, wager) for line in self.lines(**where))

    def won(self, box: int, wager: str, **where: Any) -> int:
        return self.line(box, wager, **where).won

    def returned(self, box: int, wager: str, **where: Any) -> int:
        return self.line(box, wager, **where).returned

    def outcome(self, box: int, wager: str, **where: Any) -> tuple[str, int, int]:
        """(result, won, returned)."""
        line = self.line(box, wager, **where)
        return line.result.value, line.won, line.returned

    @property
    def phase(self) -> str:
        return self.result.tables[next(iter(self.tables))].phase

    @property
    def meter(self) -> int:
        return self.result.jackpots["J1"].meter

    @property
    def refusals(self) -> tuple[RefusalResult, ...]:
        return self.result.refusals

    @property
    def refused(self) -> RefusalResult | None:
        """The refusal of the last command, if it was refused."""
        last = [refusal for refusal in self.refusals if refusal.command == len(self.commands) - 1]
        return last[0] if last else None


_HOUSE_WIDE = ("order_claims", "adjust_jackpot")
