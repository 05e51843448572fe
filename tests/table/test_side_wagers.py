"""Side wagers are the rulebook's: on the player's, the dealer's or both hands, by a pay table.

The game is `tests.invented.HARBOUR_THREE`, played through the script format.
"""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from msgspec import structs

from croupier.cards import DECK, card_names
from croupier.rulebooks.consistency import contradictions
from croupier.rulebooks.facts import facts
from croupier.rulebooks.file import rulebook_text
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import BadSetting, TableSettings
from croupier.rulebooks.wagers import Backed, SideWager
from croupier.script import BadScript
from tests.invented import DEALER_BONUS, DEALER_PAYS, HARBOUR_THREE, SIX_CARD, SIX_CARD_PAYS
from tests.playing import House

HT = rulebook_text(HARBOUR_THREE)


def house(**table: Any) -> House:
    return House(HT, jackpot=None, **table).open()


def everything(t: House, box: int = 1) -> House:
    """An ante of 10.00 with 5.00 on each side wager."""
    t.ante(box, 1000).pair_plus(box, 500)
    return t.wager(box, "dealer_bonus", 500).wager(box, "six_card", 500)


def lines(t: House) -> list[tuple[str, int, str, int, int]]:
    assert t.result.refusals == ()
    return [(line.wager, line.staked, line.result, line.won, line.returned) for line in t.lines()]


def test_each_is_settled_on_its_own_hand() -> None:
    # A straight flush of three against jack high, which does not qualify: together a royal flush.
    t = everything(house()).close().deal({1: "Ah Kh Qh"}, "Jh Th 2c").play(1).finish()
    assert lines(t) == [
        ("ante", 1000, "won", 1000, 1000),
        ("pair_plus", 500, "won", 40 * 500, 500),
        ("dealer_bonus", 500, "lost", 0, 0),
        ("six_card", 500, "won", 1000 * 500, 500),
        ("play", 1000, "returned", 0, 1000),
        ("ante_bonus", 0, "won", 5 * 1000, 0),
    ]
    assert t.result.players["p1"].net == 1000 + 20_000 - 500 + 500_000 + 5000


def test_the_dealers_hand_pays_who_loses_to_it() -> None:
    # Kings in three against eights: together kings full of eights.
    t = everything(house()).close().deal({1: "8c 8d 2s"}, "Ks Kh Kd").play(1).finish()
    assert lines(t) == [
        ("ante", 1000, "lost", 0, 0),
        ("pair_plus", 500, "won", 500, 500),
        ("dealer_bonus", 500, "won", 20 * 500, 500),
        ("six_card", 500, "won", 25 * 500, 500),
        ("play", 1000, "lost", 0, 0),
    ]


def test_a_fold_takes_along_what_the_rulebook_says() -> None:
    # Four nines together; the three of them are the dealer's.
    t = everything(house()).close().deal({1: "9c 7d 2s"}, "9d 9h 9s").fold(1).finish()
    assert lines(t) == [
        ("ante", 1000, "lost", 0, 0),
        ("pair_plus", 500, "lost", 0, 0),
        ("dealer_bonus", 500, "lost", 0, 0),
        ("six_card", 500, "won", 50 * 500, 500),
    ]
    by = {line.wager: line.clauses for line in t.lines()}
    assert by["dealer_bonus"] == ("HT 4",)
    assert by["six_card"] == ("HT 6/four_of_a_kind",)


def test_one_plays_alone_and_another_needs_an_ante() -> None:
    t = house().wager(1, "dealer_bonus", 500, player="p1").wager(1, "six_card", 500, player="p1")
    t.close().deal({1: "5c 6d 7s"}, "8d 9h 2c").finish()
    [refused] = t.result.refusals
    assert (refused.code, refused.clause) == ("ante-first", "HT 3")
    # Five to nine, with nobody to decide anything.
    assert [(line.wager, line.won) for line in t.lines()] == [("six_card", 10 * 500)]


def test_an_ante_that_is_withdrawn_takes_along_what_needs_it() -> None:
    t = everything(house()).do("withdraw_wager", box=1, wager="ante").close()
    t.deal({1: "5c 6d 7s"}, "8d 9h 2c").finish()
    assert [line.wager for line in t.lines()] == ["pair_plus", "six_card"]


def test_at_a_recording_table_a_bare_one_goes_back_at_the_close() -> None:
    t = house(entry="recording").wager(1, "dealer_bonus", 500, player="p1").close()
    assert lines(t) == [("dealer_bonus", 500, "returned", 0, 500)]


def test_limits_are_set_by_wager() -> None:
    t = house(limits={"six_card": [100, 300]}).ante(1, 1000)
    t.wager(1, "six_card", 99).wager(1, "six_card", 301).wager(1, "six_card", 300)
    assert [one.code for one in t.result.refusals] == ["below-minimum", "above-maximum"]


def test_what_lies_over_the_maximum_goes_back() -> None:
    t = house(entry="recording", limits={"six_card": [100, 300]}).ante(1, 1000)
    t.wager(1, "six_card", 500).close().deal({1: "5c 6d 7s"}, "8d 9h 2c").play(1).finish()
    # 3.00 of 5.00 counts: 30.00 won, all of the stake back.
    assert ("six_card", 500, "won", 10 * 300, 500) in lines(t)


def test_there_is_no_jackpot_to_bet_on_claim_or_close() -> None:
    t = house().ante(1, 1000).jackpot(1)
    t.do("jackpot_service", available=False, by="shift_manager")
    t.close().deal({1: "5c 6d 7s"}, "8d 9h 2c").do("claim_jackpot", box=1).play(1).finish()
    codes = [one.code for one in t.result.refusals]
    assert codes == ["no-such-wager", "no-jackpot", "no-jackpot-hand"]


def test_a_void_round_returns_every_side_wager() -> None:
    t = everything(house()).close().deal({1: "5c 6d 7s"}, "8d 9h 2c").report("foreign_card")
    assert lines(t) == [
        ("ante", 1000, "void", 0, 1000),
        ("pair_plus", 500, "void", 0, 500),
        ("dealer_bonus", 500, "void", 0, 500),
        ("six_card", 500, "void", 0, 500),
    ]


def test_a_table_of_such_a_game_has_no_link() -> None:
    with pytest.raises(BadSetting, match="jackpot: Harbour Three has no progressive"):
        TableSettings(rulebook=HARBOUR_THREE, jackpot="J1")


def test_a_wager_that_no_game_has_is_bad_input() -> None:
    with pytest.raises(
        BadScript, match=r"command 1 \(place_wager\), field 'wager': there is no wager"
    ):
        _ = house().wager(1, "insurance", 500).result
    with pytest.raises(BadScript, match="field 'limits': no game has limits of 'insurance'"):
        _ = House(HT, jackpot=None, limits={"insurance": [100, 200]}).result


def test_facts_tell_of_side_wagers_and_of_no_jackpot() -> None:
    told = {fact.key: fact.value for fact in facts(HARBOUR_THREE)}
    assert told["Wagers", "Takes part with"] == "ante, pair plus or six card"
    assert told["Wagers", "Dealer bonus"] == "needs an ante"
    assert told["Wagers", "Six card is on"] == "the best five cards of both hands together"
    assert told["Decisions", "Fold: dealer bonus"] == "is lost"
    assert told["Decisions", "Fold: six card"] == "stays in and can win"
    assert told["Pay tables", "Six card: royal flush"] == "1000 to 1"
    assert not [key for key in told if "jackpot" in " ".join(key).lower()]


# What cannot hold together


def with_sides(**sides: SideWager) -> Rulebook:
    book: Rulebook = structs.replace(HARBOUR_THREE, side_wagers=sides)
    return book


def test_a_sound_rulebook_has_no_contradiction() -> None:
    assert contradictions(HARBOUR_THREE) == ()


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        (
            {**HARBOUR_THREE.side_wagers, "extra": SIX_CARD},
            "The layout has no area for extra, a side wager.",
        ),
        (
            {**HARBOUR_THREE.side_wagers, "play": SIX_CARD},
            "A side wager cannot be called 'play', which is something else.",
        ),
        (
            {"pair_plus": HARBOUR_THREE.side_wagers["pair_plus"], "six_card": SIX_CARD},
            "The layout has an area for 'dealer_bonus', which is not a wager of this game.",
        ),
        (
            {
                **HARBOUR_THREE.side_wagers,
                "dealer_bonus": structs.replace(DEALER_BONUS, pays=SIX_CARD.pays),
            },
            "The side wager dealer_bonus pays royal flush, which is not a hand that it can be on.",
        ),
        (
            {
                **HARBOUR_THREE.side_wagers,
                "six_card": structs.replace(
                    SIX_CARD, pays=structs.replace(SIX_CARD.pays, odds={}, clauses={})
                ),
            },
            "The side wager six_card pays nothing.",
        ),
    ],
)
def test_contradictions(sides: dict[str, SideWager], said: str) -> None:
    assert said in [one.words for one in contradictions(with_sides(**sides))]


# Random rounds, against a second way to value hands


def named(cards: tuple[int, ...]) -> str:
    """The class of three or five cards, by counting."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    size, groups = len(cards), sorted(Counter(ranks).values(), reverse=True)
    low = [12, *range(size - 2, -1, -1)]
    run = len(set(ranks)) == size and (ranks[0] - ranks[-1] == size - 1 or ranks == low)
    suited = len({card % 4 for card in cards}) == 1
    if run and suited:
        return "royal_flush" if size == 5 and ranks[-1] == 8 else "straight_flush"
    if groups[0] == 4:
        return "four_of_a_kind"
    if groups[:2] == [3, 2]:
        return "full_house"
    if suited or run:
        return "flush" if suited else "straight"
    if groups[0] == 3:
        return "three_of_a_kind"
    return "pair" if groups[0] == 2 and groups[1:2] != [2] else "nothing"


def best_odds(cards: tuple[int, ...]) -> int:
    """What the best five of six pay: here the better class pays more."""
    by_name = {hand.slug: odds for hand, odds in SIX_CARD_PAYS.items()}
    return max(by_name.get(named(five), 0) for five in combinations(cards, 5))


def test_random_rounds_pay_by_the_table_and_lose_no_money() -> None:
    rng = random.Random(15)
    met: Counter[str] = Counter()
    by_name = {hand.slug: odds for hand, odds in DEALER_PAYS.items()}
    t = House(HT, jackpot=None)
    expected = []
    for _ in range(400):
        cards = rng.sample(DECK, 6)
        own, dealer = tuple(cards[:3]), tuple(cards[3:])
        six, bonus, folds = rng.randrange(500, 900), rng.randrange(500, 900), rng.random() < 0.3
        t.open().ante(1, 1000).wager(1, "dealer_bonus", bonus).wager(1, "six_card", six).close()
        t.deal({1: card_names(own)}, card_names(dealer))
        (t.fold(1) if folds else t.play(1)).finish()
        odds = 0 if folds else by_name.get(named(dealer), 0)
        expected.append((bonus, odds * bonus, six, best_odds(own + dealer) * six))
        met[f"dealer {bool(odds)}"] += 1
        met[f"both {bool(best_odds(own + dealer))}"] += 1
    assert t.result.refusals == ()
    of_round: dict[int, dict[str, tuple[int, int, int]]] = {}
    for line in t.result.lines:
        assert 0 <= line.returned <= line.staked
        assert line.won == 0 or line.result == "won"
        of_round.setdefault(line.round, {})[line.wager] = (line.staked, line.won, line.returned)
    for played, (bonus, bonus_won, six, six_won) in zip(of_round.values(), expected, strict=True):
        assert played["dealer_bonus"] == (bonus, bonus_won, bonus if bonus_won else 0)
        assert played["six_card"] == (six, six_won, six if six_won else 0)
    received = sum(line.won + line.returned - line.staked for line in t.result.lines)
    assert t.result.players["p1"].net == received
    assert min(met.values()) > 20


def test_the_names_of_the_hands_that_wagers_are_on() -> None:
    assert [side.hand.value for side in HARBOUR_THREE.side_wagers.values()] == [*Backed]
