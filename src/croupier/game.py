"""One table in a notebook or a script: a game whose acts are methods.

    game = croupier.Game("casino-stud")
    game.ante(1, "ann", 100_00)
    game.deal({1: "Qs Qh 6c 6h 4d", "dealer": "Ac Kd 9s 5h 3c"})
    game.bet(1)
    game.settle()
    game.lines

The dealer's calls that lie between two acts are made when they are due: the opening call before the
first wager of a round, the closing call before the deal, the reveal before the settlement. Every
act goes through `decide`; one that the rules do not allow raises `Refused`, with its code, clause
and sentence, and changes nothing. Money is in whole cents; an argument that is none raises
`ValueError`.
"""

from collections.abc import Mapping
from html import escape
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from croupier.books import find_rulebook
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents, dollars
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import JackpotSettings, TableSettings
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.decide import decide, legal_commands
from croupier.table.evolve import Event
from croupier.table.irregular.reporting import matter_id
from croupier.table.state import Betting, Dealt, Idle, Line, Settled, Table

LINK = "jackpot"
C = TypeVar("C", bound=Struct)


class Game:
    """A table of one game, its progressive if it has one, and all that happened there."""

    def __init__(
        self, rulebook: str | Rulebook, *, jackpot: JackpotSettings | None = None, **settings: Any
    ) -> None:
        """A name (`casino-stud`, `casino-stud@6`), a file `my.toml` or a `Rulebook`.

        With `jackpot` the table is linked to a progressive of its own. Other settings are those of
        `TableSettings`: boxes, limits, device, entry.
        """
        book = find_rulebook(rulebook, files=True) if isinstance(rulebook, str) else rulebook
        link = None if jackpot is None else LINK
        jackpot = None if jackpot is None else _written(jackpot)
        for limits in settings.get("limits", {}).values():
            _written(limits)
        self.table = Table("table", TableSettings(rulebook=book, jackpot=link, **settings))
        self.link = None if jackpot is None else Jackpot.opening(LINK, jackpot)
        self.events: tuple[Event, ...] = ()

    # What the game is at

    @property
    def rulebook(self) -> Rulebook:
        return self.table.rulebook

    @property
    def phase(self) -> str:
        return self.table.phase

    @property
    def round(self) -> int:
        """Its number; 0 before the first."""
        return self.table.round.number

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every wager of a settled round, with what it won and the clauses that decide it."""
        return () if isinstance(self.table.round, Idle) else self.table.round.lines

    @property
    def meter(self) -> Cents | None:
        """Of the progressive."""
        return None if self.link is None else self.link.meter

    def net(self, player: str) -> Cents:
        """What the settled round came to for a player."""
        mine = [line for line in self.lines if line.player == player]
        return sum(line.won + line.returned - line.staked for line in mine)

    def legal(self, player: str | None = None) -> tuple[TableCommand, ...]:
        """What a player may do now, or the dealer."""
        actor = Actor("dealer", Role.DEALER) if player is None else Actor(player, Role.PLAYER)
        return legal_commands(self.table, self.link, actor)

    # Wagers

    def wager(
        self, wager: str, box: int, player: str | None = None, amount: Cents | None = None
    ) -> None:
        """Any wager by its name in the rulebook; the opening call is made before the first."""
        command = c.PlaceWager(box=box, wager=wager, player=player, amount=amount)
        if wager != self.rulebook.stay.wager and isinstance(self.table.round, Idle | Settled):
            self._do(c.OpenBets(), command)
        else:
            self._do(command)

    def ante(self, box: int, player: str, amount: Cents) -> None:
        self.wager(WagerKind.ANTE, box, player, amount)

    def jackpot(self, box: int, player: str, amount: Cents | None = None) -> None:
        """The jackpot wager, of the progressive's stake where no amount is given."""
        self.wager(WagerKind.JACKPOT, box, player, amount)

    def withdraw(self, wager: str, box: int, player: str | None = None) -> None:
        self._do(c.WithdrawWager(box=box, wager=wager, player=player))

    # The round

    def open_bets(self) -> None:
        self._do(c.OpenBets())

    def close_bets(self) -> None:
        self._do(c.CloseBets())

    def deal(
        self, hands: Mapping[int | str, str] | None = None, *, shoe: str | None = None
    ) -> None:
        """Cards by box and for the `dealer`, whose last card is the up card; or a shoe in order."""
        named = None if hands is None else {str(box): cards for box, cards in hands.items()}
        command = c.Deal(hands=named, shoe=shoe)
        if isinstance(self.table.round, Betting):
            self._do(c.CloseBets(), command)
        else:
            self._do(command)

    def look(self, box: int) -> None:
        """The player looks at the hand."""
        self._do(c.ViewHand(box=box))

    def stay(self, box: int) -> None:
        """The wager that keeps a hand in, whatever the game calls it."""
        self.wager(self.rulebook.stay.wager, box)

    def bet(self, box: int) -> None:
        self.wager("bet", box)

    def play(self, box: int) -> None:
        """As three card poker calls the wager that keeps a hand in."""
        self.wager("play", box)

    def fold(self, box: int) -> None:
        self._do(c.Fold(box=box))

    def claim(self, box: int) -> None:
        """A jackpot hand is shown to the dealer."""
        self._do(c.ClaimJackpot(box=box))

    def show(self, box: int, cards: str | None = None) -> None:
        """A hand is turned face up; cards dealt as `?` are named."""
        self._do(c.ShowHand(box=box, cards=cards))

    def draw(self, **picked: Any) -> None:
        """What the jackpot system picks: `magic_card`, `lucky_box`, `lucky_dealer`."""
        self._do(c.Draw(**picked))

    def reveal(self, cards: str | None = None) -> None:
        self._do(c.RevealDealer(cards=cards))

    def settle(self) -> tuple[Line, ...]:
        """Every wager is settled; the dealer's hand is turned up before, if it is not."""
        if isinstance(self.table.round, Dealt):
            self._do(c.RevealDealer(), c.Settle())
        else:
            self._do(c.Settle())
        return self.lines

    # What goes wrong, and who decides

    def report(self, irregularity: Irregularity | str, **facts: Any) -> None:
        """Something went wrong; the facts are those of the script format."""
        self._do(c.Report(irregularity=Irregularity(irregularity), **facts))

    def rule(
        self, decision: Decision | str, *, role: Role | str | None = None, **more: Any
    ) -> None:
        """An open matter is decided, by the official whom its rule names if no other is given."""
        if role is None:
            which = more.get("matter")
            asked = [
                one for one in self.table.matters if which in (None, matter_id(self.table, one))
            ]
            role = asked[0].decided_by if asked else Role.SHIFT_MANAGER
        official = Actor("official", Role(role))
        self._do(c.Rule(decision=Decision(decision), by=official, **more))

    def choose(self, option: str, box: int, player: str) -> None:
        """A player's answer, `continue` or `withdraw`, where the rules give an option."""
        self._do(c.Choose(option=option, box=box, player=player))

    def leave(self, player: str) -> None:
        self._do(c.Leave(player=player))

    def give(self, command: TableCommand) -> tuple[Event, ...]:
        """Any command of `croupier.table.commands`; returns what happened."""
        return self._do(command)

    def _do(self, *commands: TableCommand) -> tuple[Event, ...]:
        """All of them or none."""
        table, link = self.table, self.link
        events: tuple[Event, ...] = ()
        for command in map(_written, commands):
            decided = decide(table, link, command)
            table, link = decided.table, decided.link
            events += decided.events
        self.table, self.link = table, link
        self.events += events
        return events

    def __repr__(self) -> str:
        name = self.rulebook.name
        at = f"round {self.round}, {self.phase}" if self.round else "no round yet"
        sums = {line.player: self.net(line.player) for line in self.lines}
        told = "".join(f"; {player} {_signed(sum_)}" for player, sum_ in sums.items())
        return f"<Game {name}: {at}{told}>"

    def _repr_html_(self) -> str:
        """The settled wagers, for a notebook."""
        heads = ("Box", "Player", "Wager", "Staked", "Result", "Net", "Clauses")
        rows = [
            (
                *(str(line.box), line.player, line.wager, dollars(line.staked), line.result),
                _signed(line.won + line.returned - line.staked),
                ", ".join(line.clauses),
            )
            for line in self.lines
        ]
        head = "".join(f"<th>{text}</th>" for text in heads)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
        )
        table = f"<table><tr>{head}</tr>{body}</table>" if rows else ""
        return f"<p>{escape(repr(self)[1:-1])}</p>{table}"


def _written(command: C) -> C:
    """A command or setting as its format has it: whole cents, numbers of boxes, names.

    The rules take that for granted of what comes to them; a notebook may bring anything.
    """
    try:
        return msgspec.convert(msgspec.to_builtins(command), type(command))
    except (msgspec.ValidationError, TypeError) as error:
        name = type(command).__struct_config__.tag or type(command).__name__
        raise ValueError(f"{name}: {error}") from None


def _signed(amount: Cents) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)
