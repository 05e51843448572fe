"""A table as the house knows it: the game on it, who deals it, its clock."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from croupier.house.model.settings import Dealing, Money
from croupier.house.model.table.parts import (
    Bot,
    Call,
    Commitment,
    Company,
    Earlier,
    Laid,
    Needed,
    Planned,
    Sealing,
    Timer,
    WagerRequest,
    editions_before,
)
from croupier.house.model.table.payment import PaidRound, Payment
from croupier.rulebooks.wagers import WagerName
from croupier.script.format import Pair, TableEntry
from croupier.table.state import Table


class HouseTable(Struct, frozen=True):
    """One table of the house."""

    game: Table
    entry: TableEntry
    """With the rulebook that it means: an edition, or the whole text of a file."""
    dealing: Dealing
    rulebook: str
    """Fingerprint of the rulebook that the table goes by, as it was recorded."""
    paused: datetime | None = None
    last_round: int | None = None
    timer: Timer | None = None
    shuffle: Commitment | None = None
    seeds_due: Mapping[str, str] = {}
    """Hashes of players' parts that were fixed before the shuffle was committed to."""
    next_seeds: Mapping[str, str] = {}
    """Those for the round to come."""
    sealing: Sealing | None = None
    """None in houses without a key, and in rounds from before cards were sealed."""
    bots: Mapping[int, Bot] = {}
    company: Company = Company()
    calls: tuple[Call, ...] = ()
    """Of players for the staff, in this round."""
    dealer: str | None = None
    """The person who deals here."""
    money: Money | None = None
    """None: registered before there were wallets."""
    play_chips: bool = False
    """Its chips are worth nothing, and have accounts of their own."""
    requests: tuple[WagerRequest, ...] = ()
    """Of the round under way."""
    placed: Mapping[str, int] = {}
    """How often each player has placed a wager while bets of this round were open."""
    timed_out: tuple[int, ...] = ()
    """Boxes that the automatic dealer folded in this round, as nobody decided in time."""
    over_limit: tuple[str, ...] = ()
    """Players whose wagers of this round, with physical chips, passed their loss limit."""
    refused_reports: Mapping[str, int] = {}
    """How often in this round staff named cards of a live table and were refused, by person."""
    seats: Mapping[int, str] = {}
    """Who sits at which box, from round to round."""
    sharers: Mapping[int, tuple[str, ...]] = {}
    """Who shares a box with whoever sits there."""
    unknowns: int = 0
    """How many people have sat down here whom the house does not know."""
    laid_before: tuple[Laid, ...] = ()
    """The wagers of the round before this one."""
    needs: tuple[Needed, ...] = ()
    needs_called: int = 0
    planned: Planned | None = None
    earlier: tuple[Earlier, ...] = ()
    """What it went by before, edition or limits, oldest first."""
    planned_limits: Mapping[WagerName, Pair] = {}
    """Those that change with the next opening call."""
    payment: Payment = Payment()
    """What has changed hands for the round."""
    paid: tuple[PaidRound, ...] = ()
    """What has for those before it, the latest last."""

    @property
    def name(self) -> str:
        return self.game.id

    @property
    def jackpot(self) -> str | None:
        return self.game.settings.jackpot

    @property
    def from_file(self) -> bool:
        """Its rules came as a file: no approved document's, whatever they call themselves."""
        return "\n" in self.entry.rulebook

    @property
    def unattended(self) -> bool:
        """Whether the automatic dealer deals it, or demonstration players sit at it."""
        return self.dealing.automatic or bool(self.bots)

    @property
    def earlier_editions(self) -> tuple[Earlier, ...]:
        """The editions before this one, each with its last round."""
        return editions_before(self.earlier, self.entry)

    @property
    def playing_bots(self) -> Mapping[int, Bot]:
        """Those that have not been asked to sit out."""
        return {} if self.company.alone else self.bots

    @property
    def practice(self) -> bool:
        return self.money is Money.PRACTICE

    @property
    def recording(self) -> bool:
        """The patrons' chips are physical."""
        return not self.game.settings.enforcing

    @property
    def in_person(self) -> bool:
        """Chips and cards are handled by hand, for live money: staff write down what players do."""
        return self.recording and self.money is Money.LIVE

    @property
    def from_wallets(self) -> bool:
        """Wagers are taken out of accounts that their players look after themselves."""
        return self.money is not None and not self.recording
