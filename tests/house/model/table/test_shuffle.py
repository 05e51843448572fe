"""The shuffle: unbiased, repeatable from its seed, provable from its commitment."""

import hmac
from collections import Counter
from hashlib import sha256, shake_256

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.cards import DECK
from croupier.house.model.table.shuffle import commitment, drawn, new_seed, seal, shuffled, unseal

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


def test_a_sealed_seed_opens_with_its_key_at_its_table_and_round_alone() -> None:
    key, nonce = b"k" * 32, b"n" * 16
    sealed = seal(key, "T1", 7, nonce, SEED)
    assert SEED.hex() not in sealed
    assert unseal(key, "T1", 7, nonce, sealed) == SEED
    assert unseal(b"x" * 32, "T1", 7, nonce, sealed) is None
    assert unseal(key, "T2", 7, nonce, sealed) is None
    assert unseal(key, "T1", 8, nonce, sealed) is None
    for spoilt in (
        sealed[:-1] + ("0" if sealed[-1] != "0" else "1"),
        sealed[:-2],
        "gcm1:",
        "gcm1:x",
    ):
        assert unseal(key, "T1", 7, nonce, spoilt) is None


def test_a_sealed_seed_is_what_its_description_says() -> None:
    """Worked out by the library alone, without a line of ours."""
    key, nonce = b"k" * 32, bytes(range(16))
    own = hmac.new(key, b"croupier-subkey/1 shuffle", sha256).digest()
    text = AESGCM(own).encrypt(nonce[:12], SEED, b"table:T1 round 7")
    assert seal(key, "T1", 7, nonce, SEED) == "gcm1:" + (nonce[:12] + text).hex()


def test_a_seed_of_version_0_2_opens_still() -> None:
    """Sealed then, for round 2 of T1: `tests/house/store/old/house_before_gcm.db.gz`."""
    sealed = "fa31c3d968d0265be6db1f3a883e011c1b9f0cfd231f5dbb101fd50f4d5004d1"
    nonce = bytes.fromhex("10234feebefff2f8520bf023ea29d3a8")
    seed = unseal(bytes(range(32)), "T1", 2, nonce, sealed)
    assert seed is not None
    committed = "47901d5d002c86e0de20a3ed6c61506251fc4aacd95974fc0835cdd3e1f8b285"
    assert sha256(b"croupier-shuffle/1 T1 2 " + seed).hexdigest() == committed


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
