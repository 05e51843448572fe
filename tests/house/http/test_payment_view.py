"""What a console says of a round that was settled anew: what was done, is due, and is left."""

from croupier.house.http.pages.payment import ActView, PaymentView, PlayerSums, Sums, payment_of
from croupier.house.model.settings import ChipSet
from croupier.house.model.table.payment import ActKind
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.table import commands as c
from tests.house.model.table.room import DEALER, MANAGER, Room, casino_round


def shown(room: Room) -> PaymentView:
    view = payment_of(room.table, room.link, ChipSet())
    assert view is not None
    return view


def of(room: Room, player: str) -> PlayerSums:
    return next(one for one in shown(room).players if one.player == player)


def void_after_payment() -> Room:
    """Ann got 175 beside her stakes of 75 and lost 5; ben lost 50. All wagers go back."""
    room = casino_round()
    room.do_all()
    room.give(c.Report(irregularity=Irregularity.OTHER, description="a torn card"), DEALER)
    room.give(c.Rule(decision=Decision.VOID, matter="T/1/1", reason="seen on camera"), MANAGER)
    return room


def rows(room: Room) -> list[tuple[str, ActKind, int, int, bool]]:
    acts = shown(room).acts
    return [(act.player, act.kind, act.amount, act.stakes, act.id is None) for act in acts]


def test_a_stake_that_goes_back_out_of_the_tray_is_no_payment() -> None:
    """Ben lost 50 and gets 50; of ann, who gives 175, 5 go back, which she does not see apart."""
    room = void_after_payment()
    assert rows(room) == [
        ("ann", ActKind.COLLECT, 170_00, 0, False),
        ("ben", ActKind.PAY, 50_00, 50_00, False),
    ]
    assert of(room, "ben").left == Sums(put_back=50_00, comes_to=50_00)


def test_a_difference_that_is_handed_over_is_done() -> None:
    """The row that was listed stays, in one piece, and nothing is left."""
    room = void_after_payment()
    room.do_all()
    assert rows(room) == [
        ("ann", ActKind.COLLECT, 170_00, 0, True),
        ("ben", ActKind.PAY, 50_00, 50_00, True),
    ]
    assert of(room, "ann").left == Sums()
    assert of(room, "ann").done == Sums(collect=170_00, comes_to=-170_00)
    assert of(room, "ben").done == Sums(put_back=50_00, comes_to=50_00)


def test_a_stake_put_right_adds_up() -> None:
    """Ann was paid 25 on an ante of 25 that is put right to 35: 185 less 5 is due where 175 less 5
    was, whatever was given back; ben has 60 to lose, of which 50 were taken."""
    room = casino_round()
    room.do_all()
    room.give(c.CorrectEntry(box=2, wager="ante", player="ann", amount=35_00), MANAGER)
    room.give(c.CorrectEntry(box=4, wager="ante", player="ben", amount=60_00), MANAGER)
    ann, ben = of(room, "ann"), of(room, "ben")
    assert ann.already == Sums(take=5_00, give_back=75_00, pay=175_00, comes_to=170_00)
    assert ann.now_due == Sums(take=5_00, give_back=85_00, pay=185_00, comes_to=180_00)
    assert ann.left == Sums(pay=10_00, comes_to=10_00)
    assert (ben.already, ben.now_due, ben.left) == (
        Sums(take=50_00, comes_to=-50_00),
        Sums(take=60_00, comes_to=-60_00),
        Sums(collect=10_00, comes_to=-10_00),
    )


def test_a_loss_that_becomes_a_win_says_how_much_of_it_is_the_stake() -> None:
    """Ben's ante of 50 was taken; had the dealer not qualified he would have won 1 to 1."""
    room = Room("casino-stud")
    room.give(c.OpenBets())
    room.give(c.PlaceWager(box=1, wager="ante", player="ben", amount=50_00))
    room.give(c.CloseBets())
    room.give(c.Deal(hands={"1": "4c 7d 9h Jd 3h", "dealer": "As Kc 9s 5h 2h"}))
    room.give(c.PlaceWager(box=1, wager="bet"))
    room.give(c.RevealDealer())
    room.give(c.Settle())
    room.do_all()
    room.give(c.CorrectEntry(box="dealer", cards="As Qh 9s 5h 2h"), MANAGER)
    [act] = [one for one in shown(room).acts if one.id is not None]
    # The ante of 50 wins 50, and the bet of 100 stands off: 200 out of the tray, 150 of it stakes.
    assert (act.kind, act.amount, act.stakes) == (ActKind.PAY, 200_00, 150_00)
    assert of(room, "ben").left == Sums(pay=50_00, put_back=150_00, comes_to=200_00)


def test_what_is_done_was_done_in_chips() -> None:
    """2.50 on an ante of 2.50 was paid with 3.00, and stays so when it is ticked off."""
    chips = ChipSet((1_00, 5_00))
    room = Room("casino-stud", chips)
    room.give(c.OpenBets())
    room.give(c.PlaceWager(box=1, wager="ante", player="ann", amount=2_50))
    room.give(c.CloseBets())
    room.give(c.Deal(hands={"1": "Kd Ks Kh 2c 3d", "dealer": "As Qh 9s 5h 2h"}))
    room.give(c.PlaceWager(box=1, wager="bet"))
    room.give(c.RevealDealer())
    room.give(c.Settle())

    def paid() -> ActView:
        view = payment_of(room.table, room.link, chips)
        assert view is not None
        return next(one for one in view.acts if one.kind is ActKind.PAY)

    assert (paid().id is None, paid().chips) == (False, 3_00)
    room.do_all()
    assert (paid().id is None, paid().chips, paid().amount) == (True, 3_00, 2_50)
