"""The order of the cards at an electronic table: secret until the round is over, provable after.

A seed of 256 bits comes from the operating system. Its commitment, a SHA-256, is
published with the opening call, before any wager; the seed itself after the round.
What players add while bets are open goes into it (`seeds.py`).
Whoever has the seed can repeat the shuffle: SHAKE-256 gives a stream of 32-bit
numbers, each used only where it leaves every card equally likely.
"""

import os
from collections.abc import Iterator, Mapping
from hashlib import sha256, shake_256
from itertools import chain
from struct import unpack

from msgspec import Struct

from croupier.cards import DECK, Card, card_name
from croupier.house import sealing

SEED_BYTES = 32
_PURPOSE = "shuffle"
_WORD = 4
_WORDS = 1 << (8 * _WORD)


def new_seed() -> bytes:
    """256 bits of the operating system's randomness; 52! orders need fewer than 226."""
    return os.urandom(SEED_BYTES)


def commitment(table: str, number: int, seed: bytes) -> str:
    """What is published before the bets: it binds the seed to this table and round."""
    return sha256(f"croupier-shuffle/1 {table} {number} ".encode() + seed).hexdigest()


def joint(seed: bytes, added: Mapping[str, str]) -> bytes:
    """The house's seed with what players added to it, in the order of their names.

    Where nobody added anything it is the house's alone.
    """
    if not added:
        return seed
    parts = "".join(f" {player} {added[player]}" for player in sorted(added))
    return sha256(b"croupier-joint/1 " + seed + parts.encode()).digest()


def seal(key: bytes, table: str, number: int, nonce: bytes, seed: bytes) -> str:
    """The seed under the house's key, for this table and round alone."""
    return sealing.seal_value(key, _PURPOSE, _place(table, number), seed, nonce)


def unseal(key: bytes, table: str, number: int, nonce: bytes, sealed: str) -> bytes | None:
    """The seed, or none where it was not sealed with this key for this table and round.

    Rounds of version 0.2 and before prove it by their commitment alone.
    """
    if sealing.is_padded(sealed):
        return sealing.without_pad(key, b"croupier-seal/1 " + nonce, bytes.fromhex(sealed))
    return sealing.open_value(key, _PURPOSE, _place(table, number), sealed)


def _place(table: str, number: int) -> str:
    return f"table:{table} round {number}"


def _numbers(purpose: bytes, seed: bytes) -> Iterator[int]:
    """An endless stream of 32-bit numbers for one purpose."""
    return chain.from_iterable(_blocks(purpose, seed))


def _blocks(purpose: bytes, seed: bytes) -> Iterator[tuple[int, ...]]:
    size = 1024
    done = 0
    while True:
        stream = shake_256(b"croupier-" + purpose + b"/1 " + seed).digest(size)
        yield unpack(f">{(size - done) // _WORD}I", stream[done:])
        done, size = size, size * 2


def _below(numbers: Iterator[int], bound: int) -> int:
    """Uniform from 0 up to, not including, the bound: numbers of the uneven rest are skipped."""
    fair = _WORDS - _WORDS % bound
    for number in numbers:
        if number < fair:
            return number % bound
    raise AssertionError("the stream never ends")


def shuffled(seed: bytes) -> tuple[Card, ...]:
    """The deck in the order of this seed (Fisher-Yates, from the last place to the first)."""
    numbers = _numbers(b"shuffle", seed)
    cards = list(DECK)
    for last, fair in _FAIR:
        number = next(numbers)
        while number >= fair:
            number = next(numbers)
        other = number % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


_FAIR = tuple((last, _WORDS - _WORDS % (last + 1)) for last in range(len(DECK) - 1, 0, -1))
"""For each place of the deck, the number from which on the rest is uneven: as in `_below`, worked
out once."""


class Drawn(Struct, frozen=True):
    """What the jackpot system picks for a round (SSP 4.3-4.4, S6)."""

    magic_card: str | None
    lucky_box: int | None
    lucky_dealer: bool


def drawn(seed: bytes, boxes: int, magic_every: int, lucky_every: int) -> Drawn:
    """The draws of this seed: each happens in one round of so many, 0 for never."""
    numbers = _numbers(b"draw", seed)
    magic = magic_every > 0 and _below(numbers, magic_every) == 0
    card = card_name(DECK[_below(numbers, len(DECK))])
    player = lucky_every > 0 and _below(numbers, lucky_every) == 0
    box = 1 + _below(numbers, boxes)
    dealer = lucky_every > 0 and _below(numbers, lucky_every) == 0
    return Drawn(card if magic else None, box if player else None, dealer)
