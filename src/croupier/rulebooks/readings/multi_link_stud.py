"""Readings of MLP alone; those that it shares with CSP stand there."""

from croupier.rulebooks.readings.model import Reading, cite

READINGS: tuple[Reading, ...] = (
    Reading(
        id="L1",
        name="one_meter_for_linked_tables",
        documents=("MLP",),
        question="What does Multi-Link mean?",
        choice="One meter shared by the tables that the house links.",
        reason=(
            "The title is not explained; paying winners across tables presupposes it, as in CSP."
        ),
        clauses=cite("MLP title 1.13 4.5.2"),
    ),
    Reading(
        id="L2",
        name="mlp_unrevealed_no_hand",
        documents=("MLP",),
        question="What does a Player lose who placed the BET and then refuses to reveal?",
        choice=(
            "Ante and BET, if the Dealer qualifies. If not, nobody needs to reveal: Ante paid, BET "
            "returned. The jackpot only if he establishes the Hand, before or after refusing "
            "(C39). The other choice takes the Ante against no hand too and returns the BET."
        ),
        reason=(
            "The fold clause speaks of the Ante only, but a Hand that counts as folded cannot be "
            "compared."
        ),
        choices=("paid", "fold"),
        clauses=cite("MLP 3.12.1 3.13 4.3"),
    ),
    Reading(
        id="L3",
        name="folded_hand_may_win_major",
        documents=("MLP",),
        question="Is a major prize paid on a folded or walked-away Hand?",
        choice="Yes, in the usual order of the deal; mucked cards stay known until then.",
        reason=(
            "A Fold leaves eligibility intact, and 4.2.1 asks only for the Bet and the five cards."
        ),
        clauses=cite("MLP 3.12.1/jackpot 4.2.1 4.5 5.5"),
    ),
    Reading(
        id="L4",
        name="jackpot_whatever_the_dealer_has",
        documents=("MLP",),
        question="Does the jackpot depend on the Dealer, since MLP lacks the sentence of CSP 3.13?",
        choice="No: nothing changes.",
        reason="4.2.1 and 4.4 say the same.",
        clauses=cite("CSP 3.13/jackpot; MLP 3.12.1/jackpot 3.13 4.2.1 4.4"),
    ),
    Reading(
        id="L5",
        name="own_five_cards",
        documents=("MLP",),
        question="Whose five cards make a jackpot Hand?",
        choice="The Player's own, never the Dealer's.",
        reason=(
            "The clause speaks of the Player's jackpot Hand and the coin spot serves that Hand "
            "only."
        ),
        clauses=cite("MLP 2.1.1/b 4.2.1"),
    ),
)
