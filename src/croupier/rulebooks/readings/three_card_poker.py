"""Readings of TCP."""

from croupier.rulebooks.readings.model import Reading, cite

READINGS: tuple[Reading, ...] = (
    Reading(
        id="T1",
        name="play_returned_when_not_qualified",
        documents=("TCP",),
        question="What becomes of the Play wager when the Dealer does not qualify?",
        choice="It is returned.",
        reason=(
            "It earns no payment, and no clause collects it but under a qualified Dealer; SSP "
            "returns its like, and so it is customary."
        ),
        clauses=cite("TCP 3.13.1 3.14.2; SSP 3.12.1"),
    ),
    Reading(
        id="T2",
        name="all_antes_still_in",
        documents=("TCP",),
        question="Are all Antes paid when the Dealer does not qualify, folded ones too?",
        choice="Only those not folded.",
        reason="A folded Ante is lost already (X16).",
        clauses=cite("TCP 3.8 3.13.2"),
    ),
    Reading(
        id="T3",
        name="queen_high_or_better",
        documents=("TCP",),
        question="What is Queen high or better?",
        choice=(
            "A hand whose highest card is a Queen, King or Ace, or any pair or better: Q-3-2 of "
            "mixed suits is the lowest that qualifies, J-10-8 the highest that does not."
        ),
        reason="It is a hand value in the ranking of 3.18; J-10-9 is a Straight.",
        clauses=cite("TCP 3.13 3.14 3.18"),
    ),
    Reading(
        id="T4",
        name="ante_bonus_needs_play",
        documents=("TCP",),
        question="When is the Ante Bonus paid, and on what?",
        choice=(
            "On the amount of the Ante, after a win, a loss, a stand-off and no qualification "
            "alike; never after a fold."
        ),
        reason=(
            "It is a payment made to Ante wagers, though called a wager twice, and a folded Ante "
            "is gone."
        ),
        clauses=cite("TCP 1.1.2 3.8 3.13.3 3.14.4 4.2"),
    ),
    Reading(
        id="T5",
        name="fold_keeps_pair_plus",
        documents=("TCP",),
        question="Does Pair Plus survive a fold only if the Player asks?",
        choice="It always stays alive; no election is needed.",
        reason=(
            "It pays regardless of the Dealer by definition. Elsewhere it is usually forfeited "
            "with the Ante."
        ),
        clauses=cite("TCP 1.1.5 3.9"),
    ),
    Reading(
        id="T6",
        name="pair_plus_without_pair_lost",
        documents=("TCP",),
        question="What becomes of Pair Plus without a pair?",
        choice="It is lost and collected.",
        reason="The document describes winners only; a wager that cannot lose would be none (X21).",
        clauses=cite("TCP 1.1.5 3.11 4.3"),
    ),
    Reading(
        id="T7",
        name="pair_plus_only_seat",
        documents=("TCP",),
        question="What does a seat with Pair Plus alone take part in?",
        choice=(
            "In Pair Plus only: no decision, no Play stake, no comparison, no Ante Bonus, no "
            "jackpot."
        ),
        reason="All of these rest on an Ante.",
        clauses=cite("TCP 3.4 3.5 3.11 3.17"),
    ),
    Reading(
        id="T8",
        name="jackpot_needs_ante",
        documents=("TCP",),
        question="May a jackpot wager ride with Pair Plus alone?",
        choice="No: refused, and refunded if found later.",
        reason="It is placed after an Ante (S13).",
        clauses=cite("TCP 3.5"),
    ),
    Reading(
        id="T9",
        name="tcp_envy_seated",
        documents=("TCP",),
        question="Who earns an Envy Bonus, for whose hands, and how often?",
        choice=(
            "Whoever has an Ante and a jackpot wager at that table in that round and has not left, "
            "folded or not: a flat sum for each top-two hand of another Player with an Ante, even "
            "one folded or without a jackpot wager. Never for the own hand, the Dealer's, or that "
            "of a Pair-Plus-only Player. A-K-Q of spades at seat 1 and of hearts at seat 2: seat 1 "
            "gets J + 50, seat 2 gets 1,250 + 250, seat 3 gets 300."
        ),
        reason=(
            "The definition says another Player's hand and 3.17 all others; a fold keeps the whole "
            "schedule of 4.4. Custom agrees. Seated is not defined; the other choice pays who has "
            "left too."
        ),
        choices=("present", "all"),
        clauses=cite(
            "TCP 1.1.3 3.8/jackpot 3.16 3.17 4.4/akq-spades-envy 4.4/akq-other-suits-envy"
        ),
    ),
    Reading(
        id="T10",
        name="suited_akq_takes_its_own_row",
        documents=("TCP",),
        question="Does a suited A-K-Q also collect the row for a Straight Flush?",
        choice="No: the highest row only (X20).",
        reason="It is one wager with one hand.",
        clauses=cite("TCP 4.4 4.4/akq-spades 4.4/akq-other-suits 4.4/straight-flush"),
    ),
    Reading(
        id="T11",
        name="jackpot_rows_need_no_win",
        documents=("TCP",),
        question="Must a hand that 'wins' in the jackpot table beat the Dealer?",
        choice="No.",
        reason="The jackpot is paid whatever the Dealer holds.",
        clauses=cite("TCP 3.15 4.4/straight-flush 4.4/three-of-a-kind"),
    ),
    Reading(
        id="T12",
        name="card_order",
        documents=("TCP",),
        question="How do cards rank, and hands within a class?",
        choice=(
            "As in the other games (X10), Ace high; A-K-Q is the highest run and 3-2-A the lowest."
        ),
        reason="The document gives no order of cards and no rule within a class.",
        clauses=cite("TCP 3.14 3.18 3.18.3"),
    ),
    Reading(
        id="T13",
        name="stand_off_returns_ante_and_play",
        documents=("TCP",),
        question="What does a stand-off cover?",
        choice="Ante and Play are returned; bonus, Pair Plus and jackpot are settled on their own.",
        reason="It is declared without a list; the others are paid irrespective of the Dealer.",
        clauses=cite("TCP 1.1.9 3.14.3 3.14.4 3.14.5 3.15"),
    ),
    Reading(
        id="T14",
        name="ante_and_pair_plus_independent",
        documents=("TCP",),
        question="Must Ante and Pair Plus be equal?",
        choice="No; each has its own limits.",
        reason="Nothing says so.",
        clauses=cite("TCP 3.4"),
    ),
    Reading(
        id="T15",
        name="first_settled_first_paid",
        documents=("TCP",),
        question="What if A-K-Q of spades is held at two linked tables?",
        choice=(
            "Each table has its own meter, unless the house links them: then the round settled "
            "first is paid first, and the next gets what is displayed then."
        ),
        reason=(
            "No link is mentioned and one deck holds one such hand; MEGA 3.14 is the model for "
            "tables that a house does link."
        ),
        clauses=cite("TCP 4.4/akq-spades; MEGA 3.14"),
    ),
    Reading(
        id="T16",
        name="best_hand_is_the_three_cards",
        documents=("TCP",),
        question="What does the Dealer choose for his best possible hand?",
        choice="Nothing: he has three cards, and they are the hand.",
        reason="The words suit games with more cards.",
        clauses=cite("TCP 3.12 3.12/announce"),
    ),
    Reading(
        id="T17",
        name="silences_as_singapore_stud",
        documents=("TCP",),
        question=(
            "What of miscounts, absence, power failure, limits, staff betting for Players, several "
            "areas, the uncovered?"
        ),
        choice=(
            "As in SSP: S8 to S13 and S19, limits as X14. Staff may bet for a named Player; the "
            "Pair Plus of an absent Player is settled on the cards."
        ),
        reason="Same operator, same date, same silences.",
        clauses=cite("TCP 3.4 3.7 5.3 5.4 5.7; MEGA 3.6 5.7 5.11 5.16 6.1"),
    ),
    Reading(
        id="T18",
        name="folded_cards_checked",
        documents=("TCP",),
        question="How can a folded hand win a jackpot or give envy?",
        choice="Folded cards are checked for both before they leave the round.",
        reason="A folder stays eligible, and a folder's hand still counts for the envy of others.",
        clauses=cite("TCP 3.8 3.8/jackpot 3.16"),
    ),
    Reading(
        id="T19",
        name="tcp_envy_per",
        documents=("TCP",),
        question="Does a Player with several areas get one Envy Bonus, or one for each?",
        choice="One for each area with a jackpot wager.",
        reason=(
            "4.4 pays by wager. Against it: 3.16 gives all seated Players one. The other choice "
            "pays it once, on the lowest such area."
        ),
        choices=("area", "player"),
        clauses=cite("TCP 3.16 4.4"),
    ),
    Reading(
        id="T20",
        name="wagers_short_one_by_one",
        documents=("TCP",),
        question="What if one of Ante and Pair Plus is under the minimum and the other is not?",
        choice=(
            "Each stands on its own: what is still short at the close goes back, an Ante with its "
            "jackpot wager, and the other plays."
        ),
        reason="Either of them is enough to take part (3.4).",
        clauses=cite("TCP 3.4"),
    ),
)
