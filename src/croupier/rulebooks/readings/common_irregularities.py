"""Readings that concern several documents, of what goes wrong and how it is put right."""

from croupier.rulebooks.readings.model import ALL_FIVE, MBS, Reading, cite

READINGS: tuple[Reading, ...] = (
    Reading(
        id="X1",
        name="void_returns_every_wager",
        documents=MBS,
        question="Do wagers go back when a document says no more than that the round is void?",
        choice=(
            "Every wager of the round goes back, folded ones included: ante, bet or play, side "
            "wagers, jackpot. Every result of the round is cancelled."
        ),
        reason=(
            "A void round has no result, so nothing in it can be won or lost; the RWS documents "
            "say the same in words."
        ),
        clauses=cite(
            "SSP 5.1.1 5.2 5.3 5.4 5.5; MEGA 5.1.1 5.2 5.3 5.4 5.8; TCP 5.1.1 5.2 5.3 5.4 5.5; "
            "CSP 1.20 5.22; MLP 1.20 5.22"
        ),
    ),
    Reading(
        id="X2",
        name="void_reverses_contribution",
        documents=ALL_FIVE,
        question="What becomes of the meter when a jackpot wager is given back?",
        choice=(
            "The meter gives back the contribution of every jackpot wager that is returned, in a "
            "void round or not, before any prize is paid; both movements are recorded."
        ),
        reason="The wager that fed the meter no longer exists.",
        clauses=cite("SSP 5.1.1; CSP 1.13 5.22; MEGA 5.1.1; TCP 5.1.1; MLP 1.13 5.22"),
    ),
    Reading(
        id="X13",
        name="outcome_established",
        documents=("CSP", "MEGA", "MLP"),
        question="From when on has an interrupted round an outcome?",
        choice=(
            "For the whole table, from the first of: an accepted Fold, the Dealer's full reveal, a "
            "verified jackpot claim that nothing later can undo (in CSP only after the BET, since "
            "a Fold would forfeit it). A restart that restores the round exactly is no "
            "interruption, unless staff report it as one."
        ),
        reason=(
            "The clauses look for any wager at the table whose result can no longer change; a "
            "folded ante is lost."
        ),
        clauses=cite("CSP 5.7 5.7.1 5.7.2; MEGA 5.16 5.16.1 5.16.2; MLP 5.7 5.7.1 5.7.2"),
    ),
    Reading(
        id="X17",
        name="voidable_until_the_next_opening_call",
        documents=ALL_FIVE,
        question="What is the last moment of 'before the next round commences'?",
        choice=(
            "The next opening call. Until then a round that has been paid can still be voided, or "
            "a hand in it invalidated, and the payments and meter movements are reversed."
        ),
        reason="Play commences with the opening call in all five documents.",
        clauses=cite(
            "SSP 3.1 5.3; CSP 1.16 5.8.7 5.15; MEGA 3.1 5.3 5.7; TCP 3.1 5.4; MLP 1.16 5.8.7 5.15"
        ),
    ),
    Reading(
        id="X18",
        name="supervisor_confirms_reports",
        documents=ALL_FIVE,
        question="Who judges that something was incorrect, noticed or open to reconstruction?",
        choice=(
            "The Dealer reports and a Pit Supervisor or higher confirms; both are recorded. SSP "
            "and TCP borrow MEGA's ladder: Dealer, Pit Supervisor, Pit Manager, Gaming Shift "
            "Manager; and its staff's right to bet for a named Player."
        ),
        reason="SSP and TCP name no official at all; the same operator's MEGA does.",
        clauses=cite(
            "SSP 5.1 5.2 5.3 5.4 5.5; CSP 1.11 5.8; MEGA 3.6 5.2 5.7 6.1 6.2; "
            "TCP 5.1 5.2 5.3 5.4 5.5; MLP 1.11 5.8"
        ),
    ),
    Reading(
        id="X23",
        name="void_amid_payment_reverses_it",
        documents=ALL_FIVE,
        question="What if an irregularity is found half-way through the payments?",
        choice=(
            "As before or after them (X17): a void or an invalidation reverses what that round has "
            "paid, and no other round."
        ),
        reason="The clauses turn on when it is noticed, not on how much was paid by then.",
        clauses=cite("SSP 5.3; CSP 5.8/effect 5.15; MEGA 5.3 5.7; TCP 5.4; MLP 5.8/effect 5.15"),
    ),
    Reading(
        id="X24",
        name="one_exposed_card_plays_on",
        documents=MBS,
        question="What if exactly one card is wrongly exposed?",
        choice="Play goes on, the card keeps its place, and the event is recorded.",
        reason=(
            "The clauses begin at two cards; to name two is to let one pass. CSP and MLP: see C15."
        ),
        clauses=cite("SSP 5.4; MEGA 5.4; TCP 5.5"),
    ),
    Reading(
        id="X28",
        name="exposed_cards_add_up",
        documents=ALL_FIVE,
        question="Do cards exposed one by one, in several reports, add up?",
        choice=(
            "Yes, over the round, each card once; dismissed reports do not count. The regular "
            "up-card never counts. Other Dealer's cards do in SSP, MEGA and TCP; in CSP and MLP "
            "see C15."
        ),
        reason="The clauses count cards, not reports.",
        clauses=cite("SSP 5.4; CSP 5.8.2 5.12; MEGA 5.4; TCP 5.5; MLP 5.8.2 5.12"),
    ),
    Reading(
        id="X29",
        name="deck_faults_void_from_the_opening_call",
        documents=ALL_FIVE,
        question="What if the cards are found wrong after the opening call and before the deal?",
        choice="The round is void. Before the call there is nothing to void.",
        reason="A round begins with the call (CSP 1.16), so it is in the course of play.",
        clauses=cite(
            "SSP 5.1 5.5; CSP 1.16 5.8.1 5.8.3 5.8.4 5.8.5; MEGA 5.1; TCP 5.1 5.2; "
            "MLP 1.16 5.8.1 5.8.3 5.8.4 5.8.5"
        ),
    ),
    Reading(
        id="X30",
        name="stray_hand_is_nobodys",
        documents=ALL_FIVE,
        question="Does it matter if somebody touches a hand dealt to a place without a wager?",
        choice="No: it is nobody's hand, and counts as neither handled nor seen.",
        reason="The clauses speak of Players who handle or see their own cards.",
        clauses=cite("SSP 5.2; CSP 5.8.6; MEGA 5.2; TCP 5.3; MLP 5.8.6"),
    ),
)
