"""Double-entry accounts, derived from the events of a stream and from nothing else.

| account | holds |
| --- | --- |
| `player:ID`, `play:ID` | a wallet, live or practice money; never below zero |
| `owed:ID`, `play-owed:ID` | below zero: what somebody has to give back |
| `bot:NAME` | what a demonstration player is up or down |
| `chips:ID` | what a patron with physical chips is up or down |
| `play-chips:ID` | the same for chips that are worth nothing, at a practice table |
| `owed-chips:ID` | below zero: chips of a jackpot payment that was undone, still to be given back |
| `layout:TABLE`, `reserved:TABLE` | wagers on the table; stay-in wagers set aside with the ante |
| `float:TABLE` | the table's chips: takes what is lost, pays what is won |
| `drop:TABLE` | cash in the drop box |
| `transit:TABLE` | chips under way between the cage and the table |
| `jackpot:ID` | the meter as displayed, in whole cents |
| `payable:ID` | wins out of the meter that wait for two people, or for cash from the cage |
| `reserve:ID` | kept of jackpot wagers for resets, less the resets; below zero, advanced |
| `overflow:ID` | what grew beyond the limit of the meter |
| `drawer:ID` | cash in the drawer of a cashier |
| `cash`, `chips` | of the cage, cash in its safe; chips below zero are with players and tables |
| `patrons` | the world outside, where cash comes from |
| `play-bank` | where play money comes from, and what is rounded at practice tables goes |
| `rounding` | what patrons were given because no chip is so small, less what the cage paid |
| `remainder:ID` | what no chip could pay, due to a patron at the cage |
| `house` | everything else: opening amounts, corrections, resets shared by several winners |

A wallet never goes below zero; the store sees to it. What has to be taken back from
somebody (a void after payment) goes through what they owe, so that it is always possible.

Each stream is posted from its own events (`log.stream.post`). What is undone is posted
the other way round; nothing is ever edited. See `docs/money.md`.

Every posting that touches a person is also seen as a `Movement`: buy-ins, wagers, cash-outs and
jackpot payments alike. Whoever is behind the account is looked at for each of them
(`demand_standing`), so that no command, now or later, can move money past the register.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from croupier.house.model import events as h
from croupier.house.model.cage import events as c
from croupier.house.model.jackpot import events as hj
from croupier.house.model.people.decide import RESERVED
from croupier.house.model.people.roles import Account, HouseRole
from croupier.house.model.people.state import People
from croupier.house.model.records import Posting, Record
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import Money
from croupier.money import Cents
from croupier.table import events as e

HOUSE = "house"
CASH = "cash"
CHIPS = "chips"
PATRONS = "patrons"
PLAY_BANK = "play-bank"
ROUNDING = "rounding"
"""What patrons got, in chips or as a remainder at the cage, because no chip is so small."""


class Move(Struct, frozen=True):
    """The debit account gives, the credit account receives."""

    debit: str
    credit: str
    amount: Cents
    memo: str


def player(name: str) -> str:
    return f"player:{name}"


def float_of(table: str) -> str:
    return f"float:{table}"


def move(debit: str, credit: str, amount: Cents, memo: str) -> tuple[Move, ...]:
    """From one account to another; a negative amount goes the other way, nothing not at all."""
    if amount == 0:
        return ()
    if amount < 0:
        return (Move(credit, debit, -amount, memo),)
    return (Move(debit, credit, amount, memo),)


def undone(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The same movements the other way round, the last one first."""
    return tuple(
        Move(each.credit, each.debit, each.amount, f"undone: {each.memo}")
        for each in reversed(moves)
    )


BOT = " (bot)"
"""How the name of every demonstration player ends; no person is called so."""

_LIVE, _PRACTICE = Money.LIVE, Money.PRACTICE
"""Constants for code that every posting runs: in Python 3.11 `Money.LIVE` takes ten times as long
as a global name."""
_WALLETS = {_LIVE: "player:", _PRACTICE: "play:"}
_OWED = {_LIVE: "owed:", _PRACTICE: "play-owed:"}
_WALLET_PREFIXES = tuple(_WALLETS.values())
_FOLLOWED_UP = (*_OWED.values(), f"{CHIPS}:")
_OWNED = (*_WALLET_PREFIXES, *_OWED.values())
_AT_PLAY = ("table:", "jackpot:")
_LIVE_MONEY = ("player:", "owed:")
_LIVE_MONEY_WITH_POCKETS = (*_LIVE_MONEY, "chips:", "owed-chips:")


def wallet(money: Money, player: str) -> str:
    return _WALLETS[money] + player


def owed(money: Money, player: str) -> str:
    """Below zero: what a person has to give back."""
    return _OWED[money] + player


def chips(player: str) -> str:
    """Physical chips of a patron, relative to zero: the house does not see pockets."""
    return f"chips:{player}"


def play_chips_of(player: str) -> str:
    """The same for chips of practice tables, which nobody redeems."""
    return f"play-chips:{player}"


def owed_chips(player: str) -> str:
    """Below zero: chips that a patron was paid and has to give back."""
    return f"owed-chips:{player}"


def remainder(player: str) -> str:
    """What no chip could pay, due to a patron at the cage."""
    return f"remainder:{player}"


def payers(player: str) -> tuple[str, ...]:
    """Every account that a person's wagers may have come from."""
    return (*(wallet(money, player) for money in Money), chips(player), play_chips_of(player))


def is_bot(name: str) -> bool:
    return name.endswith(BOT)


def is_wallet(account: str) -> bool:
    return account.startswith(_WALLET_PREFIXES)


def owner(account: str) -> tuple[Money, str] | None:
    """Whose wallet, or whose debt, an account is."""
    prefix, _, name = account.partition(":")
    match prefix:
        case "player" | "owed":
            return Money.LIVE, name
        case "play" | "play-owed":
            return Money.PRACTICE, name
        case _:
            return None


def calls_for_recovery(one: Posting) -> bool:
    """Whether somebody may now owe something, can pay what they owe, or has played with chips."""
    return one.debit.startswith(_FOLLOWED_UP) or one.credit.startswith(_OWNED)


def account_of(
    money: Money | None, player: str, *, recording: bool, play_chips: bool = False
) -> str:
    """Where a player's wagers come from and winnings go to.

    Without money it is a table from before there were wallets, which went on relative to zero.
    `play_chips`: physical chips of the table are worth nothing.
    """
    if money is None:
        return wallet(_LIVE, player)
    if money is _PRACTICE and is_bot(player):
        return f"bot:{player}"
    if not recording:
        return wallet(money, player)
    return play_chips_of(player) if play_chips else chips(player)


def taken_back(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The same movements the other way round; what leaves a wallet is owed instead."""
    return tuple(
        Move(_owing(each.credit), each.debit, each.amount, f"undone: {each.memo}")
        for each in reversed(moves)
    )


def _owing(account: str) -> str:
    found = owner(account) if is_wallet(account) else None
    return account if found is None else owed(*found)


def debited(postings: Iterable[Posting]) -> frozenset[str]:
    """The wallets that something is taken from."""
    return frozenset([one.debit for one in postings if one.debit.startswith(_WALLET_PREFIXES)])


def results_of(postings: Iterable[Posting], *, pockets: bool) -> list[tuple[str, int]]:
    """What rounds mean for the live money of people: won above zero, lost below.

    `pockets`: physical chips are live money too, as at every recording table but those for
    practice.
    """
    counted = _LIVE_MONEY_WITH_POCKETS if pockets else _LIVE_MONEY
    found = []
    for one in postings:
        if one.stream.startswith(_AT_PLAY):
            if one.debit.startswith(counted):
                found.append((one.debit.partition(":")[2], -one.amount))
            if one.credit.startswith(counted):
                found.append((one.credit.partition(":")[2], one.amount))
    return found


class Bound(Struct, frozen=True):
    """What an account may hold once a command is stored; else nothing of the command is."""

    account: str
    least: int | None = 0
    most: int | None = None


# Whose money moves


_KINDS = ("player", "play", "chips", "play-chips")


class Way(StrEnum):
    """What a movement means for the person."""

    IN = "in"
    """A buy-in, at the cage or at a table; play money that is taken."""
    STAKE = "stake"
    """A wager that brings somebody into a round, or more of them into it."""
    OUT = "out"
    """A cash-out."""
    PAID = "paid"
    """A jackpot payment that two people release."""


_COMES_IN = (Way.IN, Way.STAKE)
"""Ways in which the person's standing is checked."""
_GIVES = (Way.OUT, Way.STAKE)
"""Ways in which the person is the debit side."""


class Movement(Struct, frozen=True):
    """Money of one person that a command moves."""

    way: Way
    kind: str
    """`player`, `play`, `chips` or `play-chips`: a wallet, one for play money, a pocket, one with
    chips that are worth nothing."""
    name: str

    @property
    def live(self) -> bool:
        return self.kind not in ("play", "play-chips")

    @property
    def pocket(self) -> bool:
        """Physical chips, which the house does not see: whoever has them may be unknown to it."""
        return self.kind in ("chips", "play-chips")


_WAYS = {
    c.BoughtIn: Way.IN,
    c.PracticeTaken: Way.IN,
    c.TableBoughtIn: Way.IN,
    c.ChipsBought: Way.IN,
    c.BuyInCorrected: Way.IN,
    c.CashedOut: Way.OUT,
    c.ChipsRedeemed: Way.OUT,
    c.PrizePaid: Way.OUT,
    e.WagerPlaced: Way.STAKE,
    hj.JackpotPaid: Way.PAID,
}


MOVING = frozenset(_WAYS)
"""Events that may move somebody's money in one of these ways; no others do."""


def _way(event: h.LogEvent, stay: str | None) -> Way | None:
    if type(event) is e.WagerPlaced and event.wager == stay:
        return None
    if type(event) is c.BuyInCorrected and event.amount <= event.stood_at:
        return None
    return _WAYS.get(type(event))


def movements(
    record: Record, event: h.LogEvent, postings: Sequence[Posting], stay: str | None
) -> Sequence[Movement]:
    """The people behind the postings of one event, as far as it is up to them to be there.

    What comes back to somebody (a stake, a line that won, a debt) asks nobody's leave; who is
    in a round may lay the wager `stay` that keeps a hand in it.
    """
    way = _way(event, stay)
    if way is None:
        return ()
    giving = way in _GIVES
    found = []
    for one in postings:
        if one.version != record.version:
            continue
        kind, parted, name = (one.debit if giving else one.credit).partition(":")
        if parted and kind in _KINDS:
            found.append(Movement(way, kind, name))
    return found


def demand_standing(people: People, moved: Movement, now: datetime) -> None:
    """Raise `HouseRefused` where this person's money may not move that way."""
    account = people.accounts.get(moved.name)
    if account is None:
        if not moved.pocket:
            decline(
                HouseCode.NO_SUCH_PERSON,
                f"No player is called '{moved.name}'; register them first.",
            )
        if moved.way in _COMES_IN:
            _demand_distinct(people, moved.name)
        return
    if moved.way not in _COMES_IN:
        return  # what is theirs is theirs: excluded people too may always have it
    _demand_player(account, moved)
    _demand_free(account, now)


def _demand_player(account: Account, moved: Movement) -> None:
    if HouseRole.PLAYER not in account.roles:
        decline(
            HouseCode.NO_SUCH_PERSON,
            f"{account.name} is no player: staff neither play nor buy in.",
        )
    if account.guest and moved.live:
        decline(HouseCode.OTHER_MONEY, "Guests play for play money, at practice tables only.")


def demand_seatable(people: People, name: str, now: datetime) -> None:
    """A seat is for somebody in the register who may play now."""
    account = people.accounts.get(name)
    if account is None or HouseRole.PLAYER not in account.roles:
        decline(HouseCode.NO_SUCH_PERSON, f"No player is called '{name}'; pick one, or 'unknown'.")
    _demand_free(account, now)


def _demand_free(account: Account, now: datetime) -> None:
    if account.is_excluded(now):
        decline(HouseCode.EXCLUDED, f"{account.name} is excluded from play for now.")
    if not account.is_open(now):
        decline(HouseCode.SUSPENDED, f"The account of {account.name} is not open.")


def _demand_distinct(people: People, patron: str) -> None:
    """A patron in no register bears no name that is read as another's, or as the house's own."""
    read = _read(patron)
    known = _NAMES.read_as(people.accounts).get(read.run_together)
    if known is not None:
        decline(
            HouseCode.NAME_TAKEN,
            f"'{patron}' is read as {known}, who is registered; write '{known}'.",
        )
    if not read.plain:
        decline(
            HouseCode.BAD_NAME,
            f"{patron!a} is no name for a patron: it has spaces or signs that nobody sees, "
            "a colon, or letters of several alphabets.",
        )
    if read.reserved:
        decline(
            HouseCode.BAD_NAME,
            f"'{patron}' is no name for a patron: the house acts under it, or a demonstration "
            "player bears it.",
        )


class _Read(Struct, frozen=True):
    """A name as people read it."""

    run_together: str
    plain: bool
    """Whether what is written is what is seen."""
    reserved: bool


@lru_cache(maxsize=4096)
def _read(patron: str) -> _Read:
    """Kept, because a patron wagers often, and letters are looked up one by one."""
    plain = unicodedata.normalize("NFKC", patron).casefold()
    name = " ".join(plain.split())
    hidden = not plain.isprintable() or plain != name or ":" in name or _is_mixed(name)
    return _Read(_run_together(name), not hidden, name in RESERVED or is_bot(name) or not name)


class _Names:
    """Registered names by how they are read, worked out once for a register: it may have many
    thousands, and stays the same from wager to wager."""

    def __init__(self) -> None:
        self._last: tuple[Mapping[str, Account], Mapping[str, str]] = {}, {}
        """One value, so that threads never see half of a change."""

    def read_as(self, accounts: Mapping[str, Account]) -> Mapping[str, str]:
        register, names = self._last
        if register is not accounts:
            names = {_run_together(one): one for one in accounts}
            self._last = accounts, names
        return names


_NAMES = _Names()


def _run_together(name: str) -> str:
    """Without what stands between letters and digits."""
    return "".join(letter for letter in name if letter.isalnum()) or name


def _is_mixed(name: str) -> bool:
    """Latin letters beside those of another alphabet, some of which look the same."""
    alphabets = {unicodedata.name(one, "").partition(" ")[0] for one in name if one.isalpha()}
    return "LATIN" in alphabets and len(alphabets) > 1
