"""The shuffle: unbiased, repeatable from its seed, provable from its commitment."""

from collections import Counter
from hashlib import sha256, shake_256

from croupier.cards import DECK
from croupier.house.model.table.shuffle import commitment, drawn, new_seed, seal, shuffled

SEED = bytes(range(32))
DRAWS = 20_000


def _again(seed: bytes) -> list[int]:
    """The shuffle as a stranger would write it from its description."""
    stream = shake_256(b"croupier-shuffle/1 " + seed).digest(4096)
    words = iter(int.from_bytes(stream[i : i + 4], "big") for i in range(0, 4096, 4))
    cards = list(range(52))
    for last in range(51, 0, -1):
        word = next(words)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(words)
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def test_the_shuffle_follows_from_its_description() -> None:
    for number in range(50):
        seed = sha256(bytes([number])).digest()
        assert list(shuffled(seed)) == _again(seed)


def test_a_shuffle_is_a_permutation_and_depends_on_every_bit() -> None:
    assert sorted(shuffled(SEED)) == list(DECK)
    other = bytes([SEED[0] ^ 1]) + SEED[1:]
    assert shuffled(other) != shuffled(SEED)
    assert len({new_seed() for _ in range(100)}) == 100


def test_the_commitment_binds_seed_table_and_round() -> None:
    made = commitment("T1", 7, SEED)
    assert made == sha256(b"croupier-shuffle/1 T1 7 " + SEED).hexdigest()
    assert made != commitment("T1", 8, SEED)
    assert made != commitment("T2", 7, SEED)


def test_a_sealed_seed_opens_with_the_key_alone() -> None:
    key, nonce = b"k" * 32, b"n" * 16
    sealed = seal(key, nonce, SEED)
    assert SEED not in (sealed, seal(b"x" * 32, nonce, sealed))
    assert seal(key, nonce, sealed) == SEED


def test_every_card_is_as_likely_at_every_place() -> None:
    """Chi-square of first and last place, 51 degrees of freedom, far beyond the 99.99 % point."""
    first: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for number in range(DRAWS):
        cards = shuffled(number.to_bytes(32, "big"))
        first[cards[0]] += 1
        last[cards[51]] += 1
    for places in (first, last):
        mean = DRAWS / 52
        assert sum((places[card] - mean) ** 2 / mean for card in range(52)) < 100


def test_draws_come_as_often_as_set() -> None:
    picked = [drawn(number.to_bytes(32, "big"), 7, 10, 50) for number in range(DRAWS)]
    magic = sum(one.magic_card is not None for one in picked)
    boxes = Counter(one.lucky_box for one in picked if one.lucky_box is not None)
    assert abs(magic - DRAWS / 10) < 200
    assert set(boxes) == set(range(1, 8))
    assert abs(boxes.total() - DRAWS / 50) < 100
    assert drawn(SEED, 7, 0, 0).magic_card is None
