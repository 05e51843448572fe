"""Readings of CSP, most of which hold for MLP, its twin: the regular course of a round."""

from croupier.rulebooks.readings.model import RWS, Reading, cite, cite_rws

READINGS: tuple[Reading, ...] = (
    Reading(
        id="C1",
        name="reset_only_when_all_is_won",
        documents=RWS,
        question="Does winning a tenth of the jackpot reset it?",
        choice="No: the meter resets only when all of it is won; a tenth is deducted (X5).",
        reason="Otherwise the other nine tenths would vanish from the meter.",
        clauses=cite_rws("1.13/reset 4.2/royal-flush 4.2/straight-flush"),
    ),
    Reading(
        id="C2",
        name="deal_order_over_rank",
        documents=RWS,
        question="Royal and Straight Flush at one table: which is paid first?",
        choice=(
            "The one dealt first. Straight flush before royal: 0.1 J, then 0.9 J; royal before "
            "straight flush: J, then a tenth of R."
        ),
        reason=(
            "The clause follows the deal, not the rank; harsh but clear, and MEGA's order is not "
            "imported."
        ),
        clauses=cite_rws("4.5.1 4.5.1/value"),
    ),
    Reading(
        id="C3",
        name="garbled_payment_order",
        documents=("CSP",),
        question="What does the garbled last sentence on winners at several tables mean?",
        choice=(
            "What MLP says in its place: after the first payout the next winner is paid on the "
            "value displayed then."
        ),
        reason="MLP has the same sentence without the slip.",
        clauses=cite("CSP 4.5.2/value; MLP 4.5.2/value"),
    ),
    Reading(
        id="C4",
        name="one_order_across_tables",
        documents=RWS,
        question="How are winners at one table and at others ordered together?",
        choice=(
            "All by the time of their fifth card, equal times at one table by seat. A winner "
            "waits, unpaid, while a round dealt earlier on the link is not over; the House may fix "
            "the order, on record."
        ),
        reason=(
            "The two clauses are joined by 'or' but follow one principle, the order of the deal."
        ),
        clauses=cite_rws("4.5 4.5.1 4.5.2 4.5.2/house"),
    ),
    Reading(
        id="C5",
        name="same_ranking_to_the_last_card",
        documents=RWS,
        question=(
            "Do two different pairs stand off, since the comparison cites the list of classes only?"
        ),
        choice=(
            "No: hands are compared by class, then by card values; only hands equal to the last "
            "card stand off."
        ),
        reason=(
            "The list of classes stands with the order of cards and the examples that split a "
            "class."
        ),
        clauses=cite_rws("3.1.1 3.1.2 3.1.3 3.14.1 3.14.2 3.14.3"),
    ),
    Reading(
        id="C6",
        name="fold_collects_the_jackpot_bet",
        documents=("CSP",),
        question="Is a folded hand's jackpot Bet given back or kept?",
        choice="Kept: it is collected.",
        reason=(
            "It was accepted, fed the meter and is merely no longer eligible; nothing returns it."
        ),
        clauses=cite("CSP 3.12.1/jackpot"),
    ),
    Reading(
        id="C7",
        name="unrevealed",
        documents=("CSP",),
        question="What happens to a hand that its Player does not reveal?",
        choice=(
            "Against a qualified Dealer it loses Ante and BET; against an unqualified one the Ante "
            "is paid and the BET returned. No jackpot unless the hand was shown in a claim."
        ),
        reason=(
            "A hand that is not shown cannot be established as higher, while an unqualified Dealer "
            "needs no comparison; MEGA 3.10.1 is the model."
        ),
        clauses=cite("CSP 3.13 3.14.2 4.3; MEGA 3.10.1"),
    ),
    Reading(
        id="C8",
        name="cap_on_bet_winnings",
        documents=RWS,
        question="What does the maximum payout cap?",
        choice=(
            "The winnings of the BET, stake not counted, for each box and round; Ante and jackpot "
            "stand outside. A BET above 400 dollars meets it with a royal, above 2,000 with a "
            "straight flush."
        ),
        reason="The clause speaks of the payout for a BET and of each box.",
        clauses=cite_rws("4.1.1"),
    ),
    Reading(
        id="C11",
        name="exact_bet_at_entry",
        documents=RWS,
        question="The BET must be exactly twice the Ante, yet a short one stands?",
        choice=(
            "A wrong size is refused at entry; the remedies are for a mistake found in settlement."
        ),
        reason="One clause is a duty, the other what follows when it was missed.",
        clauses=cite_rws("3.7/exact 5.3 5.3.1 5.3.2"),
    ),
    Reading(
        id="C12",
        name="jackpot_without_ante",
        documents=RWS,
        question=(
            "When is a jackpot Bet without an Ante handled, since the round begins with the "
            "opening call?"
        ),
        choice=(
            "Before the close an Ante may be added; at the close the Bet is returned at once and "
            "carries no prize."
        ),
        reason=(
            "Any time after the opening call is after the round commenced, and while bets are open "
            "the Player may still put it right."
        ),
        clauses=cite_rws("1.16 5.4"),
    ),
    Reading(
        id="C13",
        name="walking_away_folds_every_undecided_box",
        documents=RWS,
        question="To which boxes does walking away apply?",
        choice=(
            "To every box of that Player still undecided, blind ones too. The jackpot Bet is lost "
            "in CSP and stays alive in MLP (L3)."
        ),
        reason=(
            "The clause makes it a Fold, and each document says what a Fold does to the jackpot "
            "Bet."
        ),
        clauses=cite_rws("3.12.1/jackpot 5.5"),
    ),
    Reading(
        id="C14",
        name="blind_box_may_fold",
        documents=RWS,
        question="May a box that was not looked at be folded?",
        choice="Yes: no BET is a Fold.",
        reason="To BET without viewing is an option, not a duty.",
        clauses=cite_rws("3.7/blind 3.12"),
    ),
    Reading(
        id="C23",
        name="house_is_the_shift_manager",
        documents=RWS,
        question="Who is the House where the House decides?",
        choice="The Table Game Shift Manager or above.",
        reason="The documents name nobody; that official decides all else that they leave open.",
        clauses=cite_rws("4.5.2/house 5.9 5.18.2 5.24"),
    ),
    Reading(
        id="C24",
        name="one_hand_for_each_anted_box",
        documents=RWS,
        question="Is one Hand dealt to each Player or to each box?",
        choice="One to each box with an Ante.",
        reason="A Player may Ante on several boxes, and each has its own Hand.",
        clauses=cite_rws("3.7 3.10 3.11.1"),
    ),
    Reading(
        id="C26",
        name="silence_forfeits_no_jackpot",
        documents=RWS,
        question="Does a Player lose the jackpot by not telling the Dealer?",
        choice="No (X22).",
        reason="The clause has no forfeiture.",
        clauses=cite_rws("4.4"),
    ),
    Reading(
        id="C27",
        name="returned_bet_is_the_whole_box",
        documents=RWS,
        question="Which Bet goes back when an affected Player gives up the Hand?",
        choice="Every wager of that box: Ante, BET and jackpot Bet.",
        reason="Bet in mixed case means any wager.",
        clauses=cite_rws("1.2 5.10.3"),
    ),
    Reading(
        id="C28",
        name="stand_off_leaves_the_jackpot_alone",
        documents=RWS,
        question="What does a Stand Off do to the jackpot Bet?",
        choice="Nothing: it is settled on its own, paid or collected by 4.2.",
        reason="Both clauses on the Stand Off except it.",
        clauses=cite_rws("1.19 3.14.3"),
    ),
    Reading(
        id="C29",
        name="seated_at_every_own_box",
        documents=RWS,
        question="Who is the Seated Player of a Player's further boxes?",
        choice="That same Player, of each. Only Bets on another's box are barred.",
        reason="Where nobody sits, whoever bets and decides counts as seated.",
        clauses=cite_rws("1.17 1.17/unseated 3.5 3.5/other-box 3.7"),
    ),
    Reading(
        id="C30",
        name="bet_position_at_the_end_of_decisions",
        documents=RWS,
        question="Chips count where they lie at the close, but the BET comes later?",
        choice="For the BET the moment is the end of decisions.",
        reason="A rule on position can only speak of chips that are down.",
        clauses=cite_rws("3.12.2 5.21"),
    ),
    Reading(
        id="C32",
        name="approval_as_printed",
        documents=("CSP",),
        question="The approval names an authority and an Act that do not fit its date?",
        choice="Both are kept as printed.",
        reason="A trace of a reissue, without effect on play.",
        clauses=cite("CSP title approval"),
    ),
    Reading(
        id="C33",
        name="lost_letter_b",
        documents=RWS,
        question="Which letter has the second course of 5.18.2, printed without one?",
        choice="It is b.",
        reason="It stands between a and c.",
        clauses=cite_rws("5.18.2/b"),
    ),
    Reading(
        id="C39",
        name="hand_not_revealed_may_be_claimed",
        documents=RWS,
        question="May a Hand that was not revealed still be shown for the jackpot?",
        choice="Yes, until the settlement.",
        reason=(
            "To establish the ranking is the Player's own responsibility, and no clause says that "
            "it is too late, as MEGA 3.10.1 does."
        ),
        clauses=(*cite_rws("4.3 4.4"), *cite("MEGA 3.10.1")),
    ),
)
