"""How `croupier replay` tells an irregular round: report, clause, decision, what moved."""

import json

from tests.cli.running import lines, run
from tests.playing import House

MIA = {"id": "mia", "role": "pit_supervisor"}
SUE = {"id": "sue", "role": "shift_manager"}
JACKPOT = {"meter": 1_000_000_00, "reset": 100_000_00, "increment": "0.015"}


def told(house: House) -> list[str]:
    result = run("replay", "-", stdin=json.dumps(house.script), width=200)
    assert result.exit_code == 0, result.output
    return [" ".join(line.split()) for line in lines(result.stdout)]


def two_boxes(house: House) -> House:
    """Ann with two pairs and a jackpot wager, Ben with a pair, both against ace-king."""
    house.open().ante(1, 100_00, "ann").jackpot(1).ante(2, 50_00, "ben").close()
    return house.deal({1: "Qs Qh 6c 6h 4d", 2: "9s 9d Ah 4c 2d"}, "Ac Kh 9h 8h 3c")


def test_reported_by_the_dealer_and_voided_after_payment() -> None:
    house = two_boxes(House("casino-stud", jackpot=JACKPOT)).bet(1).bet(2).finish()
    house.report("foreign_card", by={"id": "dan", "role": "dealer"})
    house.do("rule", decision="void", reason="a king with a red back", by=MIA)
    page = told(house)
    place = page.index(
        "command 10 dan (dealer) reported: foreign card. It waits for a pit supervisor."
    )
    assert page[place : place + 7] == [
        "command 10 dan (dealer) reported: foreign card. It waits for a pit supervisor.",
        "CSP 5.8.1: Void: a foreign card is found.",
        "CSP 5.22: Voided round: all Bets are returned.",
        "command 11 mia (pit supervisor) decided (foreign card): the round is void. "
        'Reason: "a king with a red back". CSP 5.8.1, 5.22',
        # Ann: 2 x 100.00 + 200.00 + 400.00, Ben: 2 x 50.00 + 2 x 100.00.
        "Payments of 1,100.00 are taken back.",
        "Meter J1 gives back 0.075, the part of box 1.",  # 1.5 % of 5.00
        "The round is void: 455.00 of stakes is returned. CSP 5.8.1, 5.22",
    ]
    assert "T1, round 1: void casino-stud@6" in page
    assert 'shown "This round is void; all wagers are returned." CSP 5.8.1' in page


def test_decided_at_once_by_who_may() -> None:
    house = two_boxes(House("casino-stud", jackpot=JACKPOT)).bet(1).bet(2).finish()
    house.report("player_card_count", box=1, by=MIA)
    page = told(house)
    assert (
        "command 10 mia (pit supervisor) reported and decided: player card count, box 1. "
        "So the hand is out and its wagers go back."
    ) in page
    assert "Payments of 1,100.00 are taken back." in page
    assert "The hand of box 1 is out; its wagers go back. CSP 5.15" in page
    # Ann gets back 305.00, Ben 2 x 50.00 + 2 x 100.00.
    assert "Settled anew: players receive 605.00, before it was 1,100.00." in page


def test_options_and_what_was_chosen() -> None:
    house = two_boxes(House("casino-stud", jackpot=JACKPOT)).view(1)
    house.report("dealing_error", boxes=[2], by=MIA)
    house.do("choose", box=2, option="withdraw").bet(1).finish()
    page = told(house)
    assert (
        "command 7 mia (pit supervisor) reported and decided: dealing error, box 2. "
        "So the players concerned may go on or withdraw."
    ) in page
    assert "ben may go on or withdraw with box 2. CSP 5.10, 5.10.3" in page
    assert "command 8 ben withdraws from box 2." in page


def test_an_open_matter() -> None:
    house = two_boxes(House("casino-stud", jackpot=None))
    house.commands.pop(2)  # no jackpot wager without a jackpot
    house.report("misdeal", by="dealer", moves={"1": 2, "2": 1})
    page = told(house)
    assert (
        "command 5 The dealer reported: misdeal, hands moved from box 1 to 2, 2 to 1. "
        "It waits for a pit supervisor."
    ) in page
    assert (
        "T1/1/1: misdeal waits for a pit supervisor: reconstruct, void, dismiss. CSP 5.8.6, 5.22"
    ) in page


def test_a_dismissed_report() -> None:
    house = two_boxes(House("casino-stud", jackpot=JACKPOT))
    house.report("foreign_card", by="dealer")
    house.do("rule", decision="dismiss", by=MIA)
    assert (
        "command 7 mia (pit supervisor) decided (foreign card): the report is unfounded. "
        "No reason was given. CSP 5.8.1, 5.22"
    ) in told(house)


def test_a_report_that_comes_too_late() -> None:
    house = two_boxes(House("casino-stud", jackpot=JACKPOT)).bet(1).bet(2).finish()
    house.open().do("report", irregularity="foreign_card", round=1, by=MIA)
    assert any(
        row.startswith(
            "command 11 mia (pit supervisor) reported: foreign card, in round 1. "
            "Noted; nothing changes. CSP 5.20"
        )
        for row in told(house)
    )


def test_a_failing_jackpot_system_and_what_the_house_ordered() -> None:
    house = two_boxes(House("casino-stud", jackpot=JACKPOT)).view(1)
    house.report("jackpot_failure", by=MIA).bet(1).bet(2).finish()
    house.do("jackpot_service", available=False, by=SUE)
    page = told(house)
    assert "The jackpot system failed at this table. 1,000,000.07 was registered." in page
    assert (
        "command 12 sue (shift manager) ordered: jackpot wagers are not taken from the next "
        "round on. CSP 5.18.2, 5.18.2/c"
    ) in page


def test_players_under_orders() -> None:
    house = House("megalink-stud", jackpot=None)
    house.do("restrict_player", player="ann", by={"id": "pam", "role": "pit_manager"})
    house.open().ante(1, 1000, "ben")
    house.do("bar_player", player="ben", by=SUE)
    page = told(house)
    assert page[0] == "T1, before the first round"
    assert page[1] == ("command 0 pam (pit manager) restricted ann to one position. MEGA 3.4.3")
    assert "command 3 sue (shift manager) barred ben. MEGA 5.9" in page


def test_a_corrected_entry() -> None:
    house = House("casino-stud", jackpot=None, entry="recording")
    house.open().ante(1, 100_00, "ann").close()
    house.deal({1: "Qs Qh 6c 6h 4d"}, "Ac Kh 9h 8h 3c").bet(1).finish()
    house.do("correct_entry", box=1, cards="Qs Jh 6c 5h 4d", by=MIA)
    page = told(house)
    # Paid were 2 x 100.00 and 200.00 + 400.00; queen high loses all of it.
    assert "command 7 Payments of 800.00 are taken back." in page
    assert "mia (pit supervisor) corrected the cards of box 1." in page
    assert "Settled anew: players receive 0.00, before it was 800.00." in page
    assert "box 1 ann Qs Jh 6c 5h 4d queen high bet" in page


def test_draws_claims_and_absence() -> None:
    house = House("singapore-stud", jackpot={"meter": 1000_00, "reset": 100_00})
    house.open().ante(1, 1000, "ann").jackpot(1).ante(2, 1000, "ben").close()
    house.deal({1: "9h 8h 7h 6h 5h", 2: "9s 9d Ah 4c 2d"}, "Ac Kh Qd 8s 3c")
    house.do("draw", magic_card="2d", lucky_box=2, lucky_dealer=False).leave("ben")
    house.do("claim_jackpot", box=1).bet(1).finish()
    page = told(house)
    assert "command 6 Drawn: magic card 2d, lucky player at box 2, lucky dealer elsewhere." in page
    assert "command 7 ben left for the rest of the round." in page
    assert "command 8 Box 1 claimed the jackpot." in page
    assert any(
        row.endswith("Jackpot J1: box 1 (ann) is paid 100.00. SSP 4.2/straight-flush")
        for row in page
    )
    assert "box 2 ben 9s 9d Ah 4c 2d pair of nines, ace kicker folded" in page


def test_wagers_beyond_the_limits() -> None:
    limits = {"ante": [1000, 5000]}
    house = House("casino-stud", jackpot=None, entry="recording", limits=limits)
    house.open().ante(1, 6000, "ann").ante(2, 500, "ben")
    house.report("over_limit", box=1, by="dealer").report("under_limit", box=2, by="dealer")
    house.close()
    page = told(house)
    assert "10.00 of the ante of box 1 went back to ann." in page
    assert "The player of box 2 was told to raise or withdraw. CSP 5.2" in page
    assert "command 5 The hand of box 2 is out; its wagers go back. CSP 5.2" in page


def test_an_official_looks_at_a_hand_that_was_not_shown() -> None:
    house = House("megalink-stud", jackpot=None)
    house.open().ante(1, 1000, "ann").close()
    house.deal({1: "Qs Qh 6c 6h 4d"}, "Ac Kh 9h 8h 3c").bet(1).reveal()
    house.do("decline_reveal", box=1).view(1, by=MIA).settle()
    page = told(house)
    assert "command 6 Box 1 was not shown. MEGA 3.10.1, 3.10.1/settled" in page
    assert "command 7 mia (pit supervisor) looked at the hand of box 1." in page
    assert "box 1 ann Qs Qh 6c 6h 4d two pairs, queens and sixes bet, not shown" in page
