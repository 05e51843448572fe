"""Short scripts for checks worked out by hand."""

from typing import Any

from tests.oracle import reference

Script = dict[str, Any]

NO_HAND = "2h 4d 7d 9c Jd"
SUPERVISOR = {"id": "pat", "role": "pit_supervisor"}
SHIFT_MANAGER = {"id": "sam", "role": "shift_manager"}


def house(
    rulebook: str, *, tables: int = 1, jackpot: dict[str, Any] | None = None, **config: Any
) -> Script:
    """Tables `T1`, `T2` … of one rulebook on one meter."""
    jackpots = {} if jackpot is None else {"J": {"stake": 100, **jackpot}}
    table = {"rulebook": rulebook, **({"jackpot": "J"} if jackpots else {}), **config}
    return {
        "format": "croupier-script/1",
        "tables": {f"T{number}": dict(table) for number in range(1, tables + 1)},
        "jackpots": jackpots,
        "commands": [],
    }


class Writing:
    """Writes commands for one table of a script."""

    def __init__(self, script: Script, table: str = "T1") -> None:
        self.script = script
        self.table = table

    def __call__(self, do: str, **keys: Any) -> "Writing":
        """One command."""
        self.script["commands"].append({"do": do, "table": self.table, **keys})
        return self

    def ante(self, box: int, player: str, amount: int = 1000, *, jackpot: bool = True) -> "Writing":
        """An ante, mostly with a jackpot wager."""
        self("place_wager", box=box, player=player, wager="ante", amount=amount)
        return self("place_wager", box=box, player=player, wager="jackpot") if jackpot else self

    def begin(self, players: str = "ann bob", *, jackpot: bool = True) -> "Writing":
        """Bets are opened, a box and a jackpot wager for each player, bets closed."""
        self("open_bets")
        for box, player in enumerate(players.split(), 1):
            self.ante(box, player, jackpot=jackpot)
        return self("close_bets")

    def deal(self, *hands: str, dealer: str = NO_HAND) -> "Writing":
        """Hands for boxes 1, 2 … and the dealer."""
        texts = {str(box): hand for box, hand in enumerate(hands, 1)}
        return self("deal", hands={**texts, "dealer": dealer})

    def bets(self, *boxes: int) -> "Writing":
        """These boxes stay in."""
        for box in boxes:
            self("place_wager", box=box, wager="bet")
        return self

    def end(self) -> "Writing":
        """The reveal and the settlement."""
        return self("reveal_dealer")("settle")

    def report(self, irregularity: str, **facts: Any) -> "Writing":
        """A report by a pit supervisor, unless somebody else is named."""
        return self("report", irregularity=irregularity, **{"by": SUPERVISOR, **facts})

    def rule(self, decision: str, **keys: Any) -> "Writing":
        """A shift manager's ruling, unless somebody else is named."""
        return self("rule", decision=decision, reason="seen", **{"by": SHIFT_MANAGER, **keys})


def outcome(script: Script) -> dict[str, Any]:
    """What the reference makes of a script of which nothing is refused."""
    result = reference.play(script)
    assert result["refusals"] == []
    return result


def prizes(result: dict[str, Any], wager: str = "jackpot") -> dict[tuple[str, int], int]:
    """What jackpot wagers won, by table and box."""
    return {
        (line["table"], line["box"]): line["won"]
        for line in result["lines"]
        if line["wager"] == wager and line["result"] == "won"
    }


def results(result: dict[str, Any], wager: str = "ante") -> dict[tuple[int, str], str]:
    """How wagers of one kind ended, by box and player."""
    return {
        (line["box"], line["player"]): line["result"]
        for line in result["lines"]
        if line["wager"] == wager
    }


def meter(result: dict[str, Any]) -> tuple[int, int, int, int]:
    """Display, contributed, seeded and paid."""
    jackpot = result["jackpots"]["J"]
    return jackpot["meter"], jackpot["contributed"], jackpot["seeded"], jackpot["paid"]
