"""Readings that concern several documents, of the regular course of a round."""

from croupier.rulebooks.readings.model import ALL_FIVE, RWS, Reading, cite

READINGS: tuple[Reading, ...] = (
    Reading(
        id="X3",
        name="stay_in_wager_has_its_own_window",
        documents=ALL_FIVE,
        question=(
            "Does the ban on wagers after the closing call strike the bet or play, which always "
            "comes later?"
        ),
        choice=(
            "The ban covers the wagers laid before the deal. The bet or play has a window of its "
            "own, from the deal until the Dealer's reveal."
        ),
        reason=(
            "The specific clause prevails, or no round could ever be finished; MEGA alone makes "
            "the exception in words."
        ),
        clauses=cite(
            "SSP 3.10 5.6; CSP 3.9 3.12.2 5.11; MEGA 3.9.2 5.5; TCP 3.10 5.6; MLP 3.9 3.12.2 5.11"
        ),
    ),
    Reading(
        id="X4",
        name="jackpot_stake_returned_on_odds",
        documents=ALL_FIVE,
        question="Does a winning jackpot wager get its stake back?",
        choice=(
            "A prize at odds pays the odds times the stake, and the stake comes back, once, "
            "however many awards fall on the wager. A percentage or a fixed sum is paid alone: the "
            "stake is consumed."
        ),
        reason=(
            "Odds 'to 1' are winnings on top of a stake; a jackpot Bet is kept out even of the "
            "return in a Stand Off. Progressive side bets are customarily paid without their stake."
        ),
        clauses=cite("SSP 4.2 4.5; CSP 1.19 3.14.3 4.2; MEGA 4.2; TCP 4.4; MLP 1.19 3.14.3 4.2"),
    ),
    Reading(
        id="X5",
        name="sf_reduces_meter",
        documents=("SSP", "CSP", "MEGA", "MLP"),
        question="Does the meter fall by the tenth that a Straight Flush wins?",
        choice=(
            "Yes: what is paid leaves the meter, J becomes 0.9 J. It is not topped up, even below "
            "the reset value; only what would fall below zero is seeded by the House."
        ),
        reason=(
            "MEGA speaks of a payout from the current jackpot; the RWS documents pay the next "
            "major winner on the value displayed then, and a Straight Flush is a major prize."
        ),
        clauses=cite(
            "SSP 4.2/straight-flush; CSP 4.2/straight-flush 4.5.1/value; "
            "MEGA 3.15.2 4.2/straight-flush; MLP 4.2/straight-flush 4.5.1/value"
        ),
    ),
    Reading(
        id="X6",
        name="meter_grows_when_bets_close",
        documents=ALL_FIVE,
        question="How fast, from what and at which moment does the meter grow?",
        choice=(
            "The house sets the reset value and the share of each accepted wager. It is added when "
            "bets close, so a round's own wagers are in the value that the round pays; fractions "
            "of a cent are carried and the display rounds down."
        ),
        reason=(
            "Only the RWS documents speak of growth, and give no rate. That it grows while not won "
            "means only that growth does not survive a reset."
        ),
        clauses=cite("SSP 4.2; CSP 1.13 1.13/reset; MEGA 4.2; TCP 4.4; MLP 1.13 1.13/reset"),
    ),
    Reading(
        id="X7",
        name="minor_from_meter",
        documents=ALL_FIVE,
        question="Do fixed sums and prizes at odds come out of the meter?",
        choice="No: the House pays them, and the meter stays as it is.",
        reason=(
            "They are stated as sums or odds, not as shares of the jackpot, and the definition of "
            "the jackpot knows growth and reset only."
        ),
        clauses=cite(
            "SSP 4.2/four-of-a-kind 4.2/full-house 4.2/flush; CSP 1.13 4.2/minor; "
            "MEGA 4.2/four-of-a-kind 4.2/full-house 4.2/flush; "
            "TCP 4.4/akq-other-suits 4.4/straight-flush 4.4/three-of-a-kind 4.4/straights; "
            "MLP 1.13 4.2/minor"
        ),
    ),
    Reading(
        id="X8",
        name="half_cent_up_shares_floored",
        documents=ALL_FIVE,
        question="How are percentages and equal shares rounded?",
        choice=(
            "Money is whole cents. Each 10% is rounded half up at its own turn; equal shares are "
            "rounded down and left-over cents go one each, wagers on own hands by box, then wagers "
            "on the Dealer's hand by box."
        ),
        reason=(
            "The shares must add up to the pool exactly, and the order must be fixed so that a "
            "round can be replayed."
        ),
        clauses=cite(
            "SSP 4.2/straight-flush; CSP 4.2/straight-flush; "
            "MEGA 3.15.1 3.15.2 4.2/straight-flush; MLP 4.2/straight-flush; TCP 4.4/akq-spades"
        ),
    ),
    Reading(
        id="X9",
        name="ace_low_in_straight_flush",
        documents=ALL_FIVE,
        question=(
            "May the Ace be low in a Straight Flush, where does the low run rank, may a run wrap "
            "around?"
        ),
        choice=(
            "A suited 5-4-3-2-A (3-2-A of three cards) is a Straight Flush, the low run is the "
            "lowest of its class, and no run goes round the Ace as in K-A-2."
        ),
        reason=(
            "MEGA spells out what SSP and TCP say of the Straight only; once the Ace may be low, a "
            "suited low run is consecutive."
        ),
        clauses=cite(
            "SSP 3.14.2 3.14.6; CSP 3.1.1/wheel 3.1.2/straight-flush; MEGA 3.3.1.2 3.12.4; "
            "TCP 3.18.1 3.18.3; MLP 3.1.1/wheel 3.1.2/straight-flush"
        ),
    ),
    Reading(
        id="X10",
        name="standard_tie_breaks",
        documents=ALL_FIVE,
        question=(
            "How are two hands of one class compared where only examples are given, or nothing?"
        ),
        choice=(
            "By groups, larger first and higher rank first, then by the other cards down to the "
            "last. Suits never count."
        ),
        reason=(
            "Every example given follows this order, and MEGA states it in general terms. With one "
            "deck, two hands never tie on their fours or threes of a kind."
        ),
        clauses=cite("SSP 3.15 3.16; CSP 3.1.3; MEGA 3.12; TCP 3.14 3.18; MLP 3.1.3"),
    ),
    Reading(
        id="X11",
        name="up_card",
        documents=("SSP", "CSP", "MEGA", "MLP"),
        question="Which of the Dealer's five cards is the up-card?",
        choice="The fifth in dealing order, sets of five from a shuffler included.",
        reason=(
            "Last card, last card dealt, one card and bottom card are all used; the odds are the "
            "same, but the choice must be fixed so that a round can be replayed."
        ),
        clauses=cite(
            "SSP 3.7; CSP 3.10/up-card 3.11.2; MEGA 3.7/up-card 3.8/up-card; "
            "MLP 3.10/up-card 3.11.2"
        ),
    ),
    Reading(
        id="X12",
        name="decisions_in_any_order",
        documents=ALL_FIVE,
        question="In which order are decisions taken, and what does a Player see meanwhile?",
        choice=(
            "In any order of boxes. A Player sees the own cards, the Dealer's up-card and the "
            "decisions already taken, nothing else."
        ),
        reason=(
            "The documents are silent; no wager depends on the order, and a live dealer may still "
            "ask clockwise."
        ),
        clauses=cite("SSP 3.8; CSP 3.12; MEGA 3.9; TCP 3.7; MLP 3.12"),
    ),
    Reading(
        id="X14",
        name="limits_measure_the_ante",
        documents=ALL_FIVE,
        question="What do the limits measure, and have SSP and TCP limits at all?",
        choice=(
            "The house sets a minimum and a maximum for the ante of a box, and for Pair Plus on "
            "its own; the bet or play follows from the ante. In SSP and TCP mistakes are handled "
            "as in CSP: the excess goes back, an unnoticed short wager plays."
        ),
        reason=(
            "Before the close the ante is the only open amount on a box, as the jackpot stake is "
            "prescribed. SSP and TCP name no limits; CSP is the model."
        ),
        clauses=cite(
            "SSP 3.4; CSP 3.3 3.4 5.1 5.1.1 5.2 5.2.1; MEGA 3.4/limits; TCP 3.4; "
            "MLP 3.3 3.4 5.1 5.1.1 5.2 5.2.1"
        ),
    ),
    Reading(
        id="X15",
        name="boxes_per_table",
        documents=ALL_FIVE,
        question="How many boxes has a table whose layout picture is missing?",
        choice=(
            "The house sets it, 7 if it does not: from 1 to 9, in TCP to 16, in MEGA from 4 to 7."
        ),
        reason=(
            "Only MEGA gives ranges. Seven boxes of five cards, the Dealer and a burnt card need "
            "41 of the 52."
        ),
        clauses=cite(
            "SSP diagram-A; CSP 2.1.1/a; MEGA appendix-A appendix-B appendix-C appendix-D; "
            "TCP diagram-A; MLP 2.1.1/a"
        ),
    ),
    Reading(
        id="X16",
        name="folded_ante_never_wins",
        documents=("CSP", "TCP", "MLP"),
        question="Does a folded ante win when the Dealer does not qualify?",
        choice="No: only hands still in are paid.",
        reason=(
            "SSP and MEGA say so in words, and the fold clauses of the others have already taken "
            "the ante."
        ),
        clauses=cite("SSP 3.12.2; CSP 3.12.1 3.13; MEGA 3.10.2.2; TCP 3.8 3.13.2; MLP 3.12.1 3.13"),
    ),
    Reading(
        id="X19",
        name="misprinted_samples_ignored",
        documents=RWS,
        question="What of printed sample hands that hold a card twice?",
        choice="They are ignored; a hand that holds a card twice is rejected.",
        reason=(
            "Three of a Kind shows a queen twice and MLP's Four of a Kind a king twice: a single "
            "deck has neither."
        ),
        clauses=cite(
            "CSP 2.2.1 3.1.2/three-of-a-kind; "
            "MLP 2.2.1 3.1.2/three-of-a-kind 3.1.2/four-of-a-kind 3.15/four-of-a-kind"
        ),
    ),
    Reading(
        id="X20",
        name="highest_class_only",
        documents=ALL_FIVE,
        question="Does a hand collect every row of a pay table that it satisfies?",
        choice=(
            "No: a wager is paid for its highest class alone. Different wagers, and the awards "
            "that SSP draws, add up."
        ),
        reason="The classes exclude one another in the ranking, and so it is customary.",
        clauses=cite(
            "SSP 4.1.2 4.2 4.5; CSP 4.1 4.2; MEGA 4.1.2 4.2; TCP 4.2 4.3 4.4; MLP 4.1 4.2"
        ),
    ),
    Reading(
        id="X21",
        name="losing_side_wagers_collected",
        documents=ALL_FIVE,
        question="What becomes of a jackpot or Pair Plus wager that wins nothing?",
        choice=(
            "It is collected when the hand makes no listed class; a stand-off does not save a "
            "jackpot wager."
        ),
        reason=(
            "No clause says so, but a wager that cannot lose would be none; the RWS definition of "
            "Stand Off leaves the jackpot Bet out."
        ),
        clauses=cite("SSP 4.2; CSP 1.19 4.2; MEGA 4.2; TCP 4.3 4.4; MLP 1.19 4.2"),
    ),
    Reading(
        id="X22",
        name="auto_declare",
        documents=ALL_FIVE,
        question="Must a Player claim a jackpot hand to be paid?",
        choice=(
            "No: an electronic table finds the hand by itself, and a claim at a live one is "
            "recorded and checked. A missed claim is honoured until the cards are cleared."
        ),
        reason="Players are told to declare or notify, but no clause forfeits a prize for silence.",
        clauses=cite("SSP 3.12.3; CSP 4.3 4.4; MEGA 3.10.2.3; TCP 3.15; MLP 4.3 4.4"),
    ),
    Reading(
        id="X25",
        name="dealer_always_reveals",
        documents=ALL_FIVE,
        question="Must the Dealer reveal when everyone has folded?",
        choice="Yes, always.",
        reason="The clauses make no exception, and SSP credits on the Dealer's hand need it.",
        clauses=cite("SSP 3.11; CSP 3.13; MEGA 3.10; TCP 3.12; MLP 3.13"),
    ),
    Reading(
        id="X26",
        name="jackpot_stake",
        documents=("MEGA", "TCP"),
        question="How large is the jackpot wager where the document names no amount?",
        choice="One amount that the house sets, 5 dollars if it does not.",
        reason=(
            "Fixed sums imply one size. They alone return 1.360 dollars a wager in TCP and 0.965 "
            "in MEGA, so at 1 dollar the House would lose: in TCP outright, in MEGA once the meter "
            "passes about 12,000 dollars."
        ),
        clauses=cite("MEGA 3.5 4.2; TCP 3.5 4.4"),
    ),
    Reading(
        id="X27",
        name="shares_keep_their_turn",
        documents=ALL_FIVE,
        question="On which display is a share of the meter worked out when a round changes later?",
        choice=(
            "On the one at its turn, the moment it was first paid: everybody else's movements as "
            "they were then, the round's own as they now are. A share that the round did not have "
            "joins the first turn at which one was paid that stood until then, else it is paid "
            "now. Only the difference moves the meter; what would fall below zero the House puts "
            "in. Rounds of other tables are never priced again."
        ),
        reason=(
            "Winners are paid on the value displayed at their turn, and no clause prices them "
            "anew because somebody else's hand falls out. Otherwise a bystander's wrong card "
            "count could cut a prize paid an hour ago."
        ),
        clauses=cite(
            "SSP 4.2; CSP 4.5.1 4.5.2 5.15; MEGA 3.14 3.15 5.7; TCP 4.4; MLP 4.5.1 4.5.2 5.15"
        ),
    ),
    Reading(
        id="X31",
        name="emptied_box_is_free",
        documents=ALL_FIVE,
        question="Whose is a box from which every wager was taken while bets are open?",
        choice="Anybody's: another Player may take it.",
        reason="A box is closed to others only while somebody has a wager on it (CSP 3.7).",
        clauses=cite("SSP 3.4; CSP 3.7; MEGA 3.4; TCP 3.4; MLP 3.7"),
    ),
    Reading(
        id="X32",
        name="silences_as_the_five_agree",
        documents=(),
        question="What of an ordinary part of a round that a document of another place leaves out?",
        choice=(
            "It is played as the five documents agree: one deck, an opening and a closing call, "
            "whole hands dealt without a burnt card, one decision, the Dealer's reveal, one "
            "comparison, and errors of the deal put right while nobody has handled cards."
        ),
        reason=(
            "Five documents of two houses describe these parts alike, so another of the same kind "
            "most likely takes them for granted."
        ),
        clauses=cite("SSP 3.6 3.8 3.11; CSP 3.10 3.12 3.13; MEGA 3.7 3.9 3.10; TCP 3.6 3.7 3.12"),
    ),
)
