"""The accounts of people and of the house, and movements between them.

A wallet never goes below zero; the store sees to it. What has to be taken back from
somebody (a void after payment) goes through what they owe, so that it is always possible.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from croupier.house.model.records import Posting
from croupier.house.model.settings import Money
from croupier.money import Cents

HOUSE = "house"
CASH = "cash"
CHIPS = "chips"
PATRONS = "patrons"
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

_WALLETS = {Money.LIVE: "player:", Money.PRACTICE: "play:"}
_OWED = {Money.LIVE: "owed:", Money.PRACTICE: "play-owed:"}
_WALLET_PREFIXES = tuple(_WALLETS.values())
_AT_PLAY = ("table:", "jackpot:")


def wallet(money: Money, player: str) -> str:
    return _WALLETS[money] + player


def owed(money: Money, player: str) -> str:
    """Below zero: what a person has to give back."""
    return _OWED[money] + player


def chips(player: str) -> str:
    """Physical chips of a patron, relative to zero: the house does not see pockets."""
    return f"chips:{player}"


def owed_chips(player: str) -> str:
    """Below zero: chips that a patron was paid and has to give back."""
    return f"owed-chips:{player}"


def remainder(player: str) -> str:
    """What no chip could pay, due to a patron at the cage."""
    return f"remainder:{player}"


def payers(player: str) -> tuple[str, ...]:
    """Every account that a person's wagers may have come from."""
    return (*(wallet(money, player) for money in Money), chips(player))


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


def account_of(money: Money | None, player: str, *, recording: bool) -> str:
    """Where a player's wagers come from and winnings go to.

    Without money it is a table from before there were wallets, which went on relative to zero.
    """
    if money is None:
        return wallet(Money.LIVE, player)
    if money is Money.PRACTICE and is_bot(player):
        return f"bot:{player}"
    return chips(player) if recording else wallet(money, player)


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


def results_of(postings: Iterable[Posting], *, pockets: bool) -> Iterator[tuple[str, int]]:
    """What rounds mean for the live money of people: won above zero, lost below.

    `pockets`: physical chips are live money too, as at every recording table but those for
    practice.
    """
    counted: tuple[str, ...] = ("player:", "owed:")
    if pockets:
        counted += ("chips:", "owed-chips:")
    for one in postings:
        if one.stream.startswith(_AT_PLAY):
            for account, amount in ((one.debit, -one.amount), (one.credit, one.amount)):
                if account.startswith(counted):
                    yield account.partition(":")[2], amount


class Bound(Struct, frozen=True):
    """What an account may hold once a command is stored; else nothing of the command is."""

    account: str
    least: int | None = 0
    most: int | None = None
