"""What the dealer is told to do with chips is what the ledger posts, person by person.

The chips of a room (`room.py`) move only as an act says, and agree with the ledger.
"""

import random
from collections import Counter

import pytest
from msgspec import structs

from croupier.cards import DECK, card_names
from croupier.chips import cut
from croupier.house.model import commands as hc
from croupier.house.model.ledger.accounts import ROUNDING
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import ChipSet, Money, OddMoney
from croupier.house.model.table.acts import Act, in_chips, open_acts, prizes
from croupier.house.model.table.decide import legal_at
from croupier.house.model.table.foresight import Foreseen, foresee
from croupier.house.model.table.payment import ActKind, Odd
from croupier.house.read.reports.making import liability_of
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.decide import legal_commands
from croupier.table.state import Idle, Settled, Voided
from tests.house.houses import GAMES
from tests.house.model.table.room import (
    DEALER,
    DEALER_HAND,
    KINGS,
    MANAGER,
    QUALIFIED,
    ROYAL,
    Room,
    casino_round,
    lay,
    settled,
    told,
)
from tests.house.model.table.test_two_worlds import NOW


def test_stakes_and_winnings_are_acts_of_their_own() -> None:
    """Three kings beat ace-king: ante 1 to 1, bet 3 to 1; three of a kind is no jackpot hand."""
    room = casino_round()
    assert told(room) == [
        (2, "ann", "ante", "give_back", 25_00),
        (2, "ann", "ante", "pay", 25_00),
        (2, "ann", "bet", "give_back", 50_00),
        (2, "ann", "bet", "pay", 150_00),
        (2, "ann", "jackpot", "take", 5_00),
        (4, "ben", "ante", "take", 50_00),
    ]
    room.do_all()
    assert told(room) == []
    room.agrees()


def test_the_opening_call_waits_for_every_act() -> None:
    room = casino_round()
    room.do("1/2/ann/ante/pay", "1/4/ben/ante/take")
    with pytest.raises(HouseRefused) as early:
        room.give(c.OpenBets())
    assert early.value.refusal.code is HouseCode.ACTS_OPEN
    assert "give back 25.00, ann, box 2" in early.value.refusal.message
    with pytest.raises(HouseRefused) as again:
        room.give(hc.ConfirmActs(acts=("1/2/ann/ante/pay",)))
    assert again.value.refusal.code is HouseCode.NO_SUCH_ACT
    room.do_all()
    room.give(c.OpenBets())


def test_a_shared_box_names_every_sharer() -> None:
    """MEGA 3.4: ann has 100 and ben 200 on box 1; both bets are twice the antes.

    Three kings beat a pair: ante 1 to 1, and what the bet pays by MEGA 4.2 goes to both.
    """
    room = Room("megalink-stud")
    room.give(c.OpenBets())
    lay(room, 1, "ann", "ante", 100_00)
    lay(room, 1, "ben", "ante", 200_00)
    settled(room, {1: KINGS}, "As Kc 9s 9h 2h", stays=(1,))
    paid = [row for row in told(room) if row[3] == "pay" and row[2] == "ante"]
    assert paid == [(1, "ann", "ante", "pay", 100_00), (1, "ben", "ante", "pay", 200_00)]
    by_player = Counter({row[1]: 0 for row in told(room)})
    for row in told(room):
        by_player[row[1]] += row[4] if row[3] == "pay" else 0
    assert by_player["ben"] == 2 * by_player["ann"]
    room.do_all()
    room.agrees()


def test_a_void_after_payment_is_the_difference() -> None:
    """Ann got 25 + 150 beside her stakes and lost 5; ben lost 50. All wagers go back."""
    room = casino_round()
    room.do_all()
    room.give(c.Report(irregularity=Irregularity.OTHER, description="a torn card"), DEALER)
    rule = c.Rule(decision=Decision.VOID, matter="T/1/1", reason="seen on camera")
    room.give(rule, MANAGER)
    assert isinstance(room.table.game.round, Voided)
    assert told(room) == [
        (None, "ann", None, "collect", 170_00),
        (None, "ben", None, "pay", 50_00),
    ]
    [ruling] = room.table.payment.rulings
    assert (ruling.by, ruling.decision, ruling.reason, ruling.settlement) == (
        MANAGER,
        Decision.VOID,
        "seen on camera",
        1,
    )
    with pytest.raises(HouseRefused):  # a confirmation of the first settlement
        room.give(hc.ConfirmActs(acts=("1/2/ann/ante/pay",)))
    room.do_all()
    room.agrees()
    assert not any(room.pockets.values())


def test_a_correction_after_half_the_payments_carries_none_of_them_over() -> None:
    """Ann was paid for her ante alone when her kings turn out to be queens of another rank."""
    room = casino_round()
    room.do("1/2/ann/ante/give_back", "1/2/ann/ante/pay", "1/4/ben/ante/take")
    room.give(c.CorrectEntry(box=2, cards="Kd 4s Qh 2c 3d"), MANAGER)
    assert told(room) == [
        (2, "ann", "bet", "take", 50_00),
        (2, "ann", "jackpot", "take", 5_00),
        (None, "ann", None, "collect", 50_00),
    ]
    room.do_all()
    room.agrees()
    assert (room.pockets["ann"], room.pockets["ben"], room.tray) == (-80_00, -50_00, 130_00)


def test_a_stake_put_right_after_it_was_taken() -> None:
    room = casino_round()
    room.do_all()
    room.give(c.CorrectEntry(box=4, wager="ante", player="ben", amount=60_00), MANAGER)
    assert told(room) == [(None, "ben", None, "collect", 10_00)]
    room.do_all()
    room.agrees()
    room.give(c.CorrectEntry(box=4, wager="ante", player="ben", amount=45_00), MANAGER)
    assert told(room) == [(None, "ben", None, "pay", 15_00)]
    room.do_all()
    room.agrees()


def test_a_prize_of_the_meter_is_no_act_and_holds_the_table() -> None:
    """A royal flush: 250 to 1 on the bet from the tray; the meter is released by two people."""
    room = Room("casino-stud")
    room.give(c.OpenBets())
    lay(room, 2, "ann", "ante", 10_00)
    lay(room, 2, "ann", "jackpot")
    room.give(c.CloseBets())
    room.give(c.Deal(hands={"2": ROYAL, "dealer": "Ac Kd 9s 4d 3c"}))
    room.give(c.PlaceWager(box=2, wager="bet"))
    room.give(c.RevealDealer())
    room.give(c.Settle())
    [prize] = prizes(room.table, room.link)
    assert (prize.box, prize.player, prize.amount, prize.waits) == (2, "ann", 1_000_001_15, True)
    assert [row for row in told(room) if row[2] == "jackpot"] == [
        (2, "ann", "jackpot", "take", 5_00)
    ]
    with pytest.raises(HouseRefused) as early:  # the cards may turn out to be wrong
        room.do_all()
    assert early.value.refusal.code is HouseCode.PRIZE_WAITS
    assert told(room)
    with pytest.raises(HouseRefused) as held:
        room.give(c.OpenBets())
    assert held.value.refusal.code is HouseCode.PRIZE_WAITS


def test_a_jackpot_wager_is_taken_and_its_prize_is_paid_whole() -> None:
    """CSP 4.2: a full house wins 200 of the house, and the wager of 5 does not go back. The bet of
    20 wins 7 to 1. What was confirmed by logs from before had 5 given back and 195 paid."""
    room = Room("casino-stud")
    room.give(c.OpenBets())
    lay(room, 2, "ann", "ante", 10_00)
    lay(room, 2, "ann", "jackpot")
    settled(room, {2: "7s 7h 7d 2c 2d"}, "Ac Kd 9s 4d 3c", stays=(2,))
    [bet, taken, paid] = [row for row in told(room) if row[3] != "give_back" and row[2] != "ante"]
    assert bet == (2, "ann", "bet", "pay", 140_00)
    assert taken == (2, "ann", "jackpot", "take", 5_00)
    assert paid == (2, "ann", "jackpot", "pay", 200_00)
    room.do("1/2/ann/jackpot/take")
    assert paid in told(room)
    before = open_acts(room.table, room.link, stakes_apart=False)
    assert [(one.kind, one.amount) for one in before if one.wager == "jackpot"] == [
        (ActKind.PAY, 200_00)
    ]
    room.do_all()
    room.agrees()
    assert room.pockets["ann"] == 10_00 + 140_00 + 200_00 - 5_00


def test_acts_of_a_log_from_before_count_a_lost_stake_towards_what_it_won() -> None:
    room = Room("casino-stud")
    room.give(c.OpenBets())
    lay(room, 2, "ann", "ante", 10_00)
    lay(room, 2, "ann", "jackpot")
    settled(room, {2: "7s 7h 7d 2c 2d"}, "Ac Kd 9s 4d 3c", stays=(2,))
    acts = open_acts(room.table, room.link, stakes_apart=False)
    assert [(one.kind, one.amount) for one in acts if one.wager == "jackpot"] == [
        (ActKind.GIVE_BACK, 5_00),
        (ActKind.PAY, 195_00),
    ]


def test_a_prize_for_a_wallet_holds_a_table_with_live_cards() -> None:
    room = Room("casino-stud", entry_mode=EntryMode.ENFORCING)
    ann = Actor("ann", Role.PLAYER)
    room.give(c.OpenBets())
    room.give(c.PlaceWager(box=2, wager="ante", amount=10_00), ann)
    room.give(c.PlaceWager(box=2, wager="jackpot"), ann)
    room.give(c.CloseBets())
    room.give(c.Deal(hands={"2": ROYAL, "dealer": "Ac Kd 9s 4d 3c"}))
    room.give(c.ViewHand(box=2), ann)
    room.give(c.PlaceWager(box=2, wager="bet"), ann)
    room.give(c.RevealDealer())
    room.give(c.Settle())
    assert told(room) == []  # the house moves it all
    assert c.OpenBets not in map(type, legal_at(room.table, room.link, DEALER))
    with pytest.raises(HouseRefused) as held:
        room.give(c.OpenBets())
    assert held.value.refusal.code is HouseCode.PRIZE_WAITS


@pytest.mark.parametrize(
    ("odd_money", "chips", "given_away"), [(OddMoney.ROUND, 3_00, 50), (OddMoney.CAGE, 2_00, -50)]
)
def test_what_no_chip_can_pay(odd_money: OddMoney, chips: int, given_away: int) -> None:
    """Ten dealt to an ante of 2.50 with the smallest chip of 1.00: paid 3.00, or 2.00 and a half
    at the cage. The stake lies there as it was laid."""
    room = Room("casino-stud", ChipSet((1_00, 5_00), odd_money))
    room.give(c.OpenBets())
    lay(room, 1, "ann", "ante", 2_50)
    room.give(c.CloseBets())
    room.give(c.Deal(hands={"1": KINGS, "dealer": DEALER_HAND}))
    room.give(c.PlaceWager(box=1, wager="bet"))
    room.give(c.RevealDealer())
    room.give(c.Settle())
    assert told(room) == [
        (1, "ann", "ante", "give_back", 2_50),
        (1, "ann", "ante", "pay", 2_50),
        (1, "ann", "bet", "give_back", 5_00),
    ]
    acts = open_acts(room.table, room.link)
    handed = in_chips(acts, 1_00, odd_money)
    assert [handed[act.id].chips for act in acts] == [2_50, chips, 5_00]
    room.do_all()
    assert room.tray == room.balances["float:T"] == -chips
    assert room.balances[ROUNDING] == given_away
    if odd_money is OddMoney.CAGE:
        assert room.balances["remainder:ann"] == 50
        assert room.pockets["ann"] == room.balances["chips:ann"] == 2_00
    else:
        assert room.pockets["ann"] == room.balances["chips:ann"] + 50 == 3_00


LOSES = "Kd 4s Qh 2c 3d"


@pytest.mark.parametrize(
    ("odd_money", "in_favour"),
    [
        # 2.25 and 13.50 are paid as 3.00 and 14.00. Back come 22.50 + 1.25: 23.00 and .75 is kept;
        # of 22.50 that is set off: 21.75, paid as 22.00.
        (OddMoney.ROUND, [1_25, 75, 25, 75, 25, 75, 25]),
        # .25 and .50 are due at the cage. Of 22.50 back .50 is kept, and set off after that.
        (OddMoney.CAGE, [0, 50, 0, 50, 0, 50, 0]),
    ],
)
def test_corrections_there_and_back_make_no_chips(
    odd_money: OddMoney, in_favour: list[int]
) -> None:
    """An ante of 2.25 and a bet of 4.50 win 1 to 1 and 3 to 1 (CSP 4.1), or lose: 22.50 apart."""
    room = Room("casino-stud", ChipSet((1_00, 5_00), odd_money))
    room.give(c.OpenBets())
    lay(room, 1, "ann", "ante", 2_25)
    settled(room, {1: KINGS}, QUALIFIED, stays=(1,))
    found = []
    for cards in (None, LOSES, KINGS, LOSES, KINGS, LOSES, KINGS):
        if cards is not None:
            room.give(c.CorrectEntry(box=1, cards=cards), MANAGER)
            assert len(told(room)) == 1
        room.do_all()
        found.append(room.pockets["ann"] - room.balances["chips:ann"])
        assert room.tray == room.balances["float:T"]
    assert found == in_favour
    due = 75 if odd_money is OddMoney.CAGE else 0
    assert room.balances["remainder:ann"] == due
    assert room.balances[ROUNDING] == found[-1] - due


def test_less_than_was_rounded_before_is_set_off_and_no_chip_moves() -> None:
    """3.00 for 2.25: where .50 more is due, ann has it already, and .25 more than that."""
    act = Act("2/ann/net", "ann", ActKind.PAY, 50, (), ())
    handed = in_chips([act], 1_00, OddMoney.ROUND, {"ann": 75})[act.id]
    assert (handed.chips, handed.odd, handed.set_off) == (0, 0, 50)
    assert list(handed.of("ann")) == [Odd("ann", -50)]


@pytest.mark.parametrize("odd_money", OddMoney)
def test_chips_of_a_practice_table_are_worth_nothing(odd_money: OddMoney) -> None:
    """They are in accounts of their own, and the cage owes nothing for them."""
    room = Room("casino-stud", ChipSet((1_00, 5_00), odd_money), money=Money.PRACTICE)
    room.give(c.OpenBets())
    lay(room, 1, "ann", "ante", 2_50)
    settled(room, {1: KINGS}, DEALER_HAND, stays=(1,))
    room.do_all()
    owned = {name for name, amount in room.balances.items() if amount}
    assert (
        owned
        == {
            OddMoney.ROUND: {"play-chips:ann", "float:T", "play-bank"},
            OddMoney.CAGE: {"play-chips:ann", "float:T"},
        }[odd_money]
    )
    assert liability_of(room.balances, frozenset({"table:T"})).total == 0


def test_chips_are_cut_from_the_highest() -> None:
    assert cut(186_00, (100, 500, 2500, 10_000)) == ((10_000, 1), (2500, 3), (500, 2), (100, 1))
    assert cut(0, (100,)) == ()


STEPS = 400
_AFTER = (c.Report, c.Rule, c.CorrectEntry, c.Choose)


@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_agree_with_the_ledger_person_by_person(game: str) -> None:
    """Shared boxes, folds, irregularities, corrections and voids, before, between and after
    payments; each round is paid in the end, and agrees."""
    room, chance, seen = Room(game), random.Random(f"acts/{game}"), Counter[str]()
    people = ("ann", "ben", "cid")
    for _ in range(STEPS):
        current = room.table.game.round
        if isinstance(current, Settled | Voided):
            _after_the_round(room, chance, seen)
            continue
        command = _next(room, chance, people)
        by = MANAGER if isinstance(command, _AFTER) else DEALER
        try:
            room.give(command, by)
        except (Refused, HouseRefused):
            seen["refused"] += 1
    for what in ("agreed", "changed", "void", "partly", "foreseen"):
        assert seen[what] > 0, (what, seen)


def _after_the_round(room: Room, chance: random.Random, seen: Counter[str]) -> None:
    acts = open_acts(room.table, room.link)
    what = chance.random()
    if acts and what < 0.35:
        some = chance.sample([act.id for act in acts], chance.randint(1, len(acts)))
        seen["partly"] += len(some) < len(acts)
        room.do(*some)
    elif what < 0.6:
        before = room.table.payment.settlement
        for command in _changes(room, chance):
            try:
                _give_as_foreseen(room, command, seen)
            except (Refused, HouseRefused):
                seen["refused"] += 1
        after = room.table.payment
        seen["changed"] += after.settlement > before and bool(after.before)
    else:
        _close(room, seen)


def _give_as_foreseen(room: Room, command: hc.TableStreamCommand, seen: Counter[str]) -> None:
    """What was said beforehand is what the ledger then posts, person by person."""
    assert isinstance(command, Foreseen)
    said = foresee(room.table, room.link, structs.replace(command, by=MANAGER), NOW)
    settled_before = isinstance(room.table.game.round, Settled)
    had = Counter(room.balances)
    room.give(command, MANAGER)
    assert said.void == (isinstance(room.table.game.round, Voided) and settled_before)
    if settled_before and isinstance(room.table.game.round, Settled | Voided):
        people = {name for name in room.balances if name.startswith("chips:")}
        # A stake that is put right is no part of a result: it lies where it lay.
        change = {name: room.balances[name] - had[name] for name in people}
        net = {f"chips:{one.player}": one.net for one in said.players if one.net}
        assert {name: amount for name, amount in change.items() if amount} == net
        seen["foreseen"] += bool(net)


def _close(room: Room, seen: Counter[str]) -> None:
    if room.table.game.matters or getattr(room.table.game.round, "options", ()):
        for matter in room.table.game.matters:
            name = f"T/{room.table.game.round.number}/{matter.number}"
            for decision in (Decision.CONTINUE, Decision.VOID):
                try:
                    room.give(c.Rule(decision=decision, matter=name, reason="x"), MANAGER)
                    break
                except (Refused, HouseRefused):
                    continue
        if not isinstance(room.table.game.round, Settled | Voided):
            return
    seen["void"] += isinstance(room.table.game.round, Voided)
    seen["shared"] += any(
        len({share.player for share in box.shares}) > 1
        for box in room.table.game.round.boxes.values()  # type: ignore[union-attr]
    )
    room.do_all()
    room.agrees()
    seen["agreed"] += 1
    # Nobody verifies prizes here: whatever waits is released as two people would.
    room.link = structs.replace(room.link, payables=())
    if room.table.game.choice_awaited:
        room.give(c.SetJackpotService(available=True), MANAGER)
    room.give(c.OpenBets())


def _changes(room: Room, chance: random.Random) -> list[hc.TableStreamCommand]:
    boxes = sorted(room.table.game.round.boxes)  # type: ignore[union-attr]
    box = chance.choice(boxes) if boxes else 1
    size = room.table.game.rulebook.hands.size
    cards = card_names(chance.sample(DECK, size))
    number = room.table.game.round.number
    opened = f"T/{number}/{room.table.game.matters_opened + 1}"
    return list(
        chance.choice(
            (
                (c.CorrectEntry(box=box, cards=cards),),
                (c.CorrectEntry(box="dealer", cards=cards),),
                (c.CorrectEntry(box=box, wager="ante", amount=chance.randint(10, 90) * 100),),
                (
                    c.Report(irregularity=Irregularity.OTHER, description="x", box=box),
                    c.Rule(
                        decision=chance.choice(list(Decision)), matter=opened, box=box, reason="x"
                    ),
                ),
                (
                    c.Report(
                        irregularity=chance.choice(list(Irregularity)),
                        box=box,
                        description="x",
                        reconstructable=chance.choice((None, True, False)),
                        counted=51,
                    ),
                ),
            )
        )
    )


def _next(room: Room, chance: random.Random, people: tuple[str, ...]) -> hc.TableStreamCommand:
    """The course of a round, with now and then something else."""
    game = room.table.game
    current = game.round
    if isinstance(current, Idle):
        return c.OpenBets()
    if game.phase == "betting":
        boxes = current.boxes
        if len(boxes) < 2 or chance.random() < 0.6:
            box, player = chance.randint(1, 4), chance.choice(people)
            wagers = [w for w in game.rulebook.layout.areas.value if w != game.rulebook.stay.wager]
            wager = "ante" if box not in boxes else chance.choice(["ante", *wagers])
            fixed = wager in ("jackpot", "dealer_jackpot")
            amount = None if fixed else chance.randint(8, 80) * 100 + chance.choice((0, 0, 33))
            return c.PlaceWager(box=box, wager=wager, player=player, amount=amount)
        return c.CloseBets()
    if game.phase == "closed":
        if chance.random() < 0.3 and game.rulebook.draws is not None:
            return c.Draw(lucky_box=chance.randint(1, 4))
        return c.Deal(shoe=card_names(chance.sample(DECK, len(DECK))))
    if chance.random() < 0.04:
        return c.Report(
            irregularity=chance.choice(list(Irregularity)), box=chance.randint(1, 4), counted=51
        )
    if game.matters:
        found = [one for one in legal_commands(game, room.link.meter, MANAGER) if _rules(one)]
        return structs.replace(chance.choice(found), reason="x")
    if current.options:
        [option, *_] = current.options
        answer = chance.choice(("continue", "withdraw"))
        return c.Choose(option=answer, box=option.boxes[0], player=option.player)
    open_boxes = [number for number, box in current.boxes.items() if box.must_decide]
    if game.phase == "revealed":
        return c.Settle()
    if not open_boxes:
        return c.RevealDealer()
    box = chance.choice(open_boxes)
    if chance.random() < 0.3:
        return c.Fold(box=box)
    return c.PlaceWager(box=box, wager=game.rulebook.stay.wager)


def _rules(command: c.TableCommand) -> bool:
    return isinstance(command, c.Rule)
