"""Every clause of TCP: Three Card Poker (MBS, version 4, 9 May 2013).

Three cards a hand, a Pair Plus wager that ignores the Dealer, and an Envy Bonus for the hands of
others.
"""

from croupier.rulebooks.clauses.model import Clause, Honour, Kind

BETTING = Kind.BETTING
COMPARISON = Kind.COMPARISON
DEALING = Kind.DEALING
DECISION = Kind.DECISION
DEFINITION = Kind.DEFINITION
DISPLAY = Kind.DISPLAY
EQUIPMENT = Kind.EQUIPMENT
GENERAL = Kind.GENERAL
IRREGULARITY = Kind.IRREGULARITY
JACKPOT = Kind.JACKPOT
RANKING = Kind.RANKING
SETTLEMENT = Kind.SETTLEMENT

ENFORCED = Honour.ENFORCED
PHYSICAL = Honour.PHYSICAL
RECORDED = Honour.RECORDED
SHOWN = Honour.SHOWN


def _row(number: str, kind: Kind, honoured: Honour, gist: str) -> Clause:
    return Clause("TCP", number, kind, gist, honoured)


# A table: one clause a row.
# fmt: off
CLAUSES: tuple[Clause, ...] = (
    # Identity
    _row("title", GENERAL, SHOWN, "Three Card Poker of MBS, version 4, in force from 9 May 2013."),

    # Definitions
    _row("1.1", DEFINITION, SHOWN,
         "Lead-in: the nine terms below keep their meaning throughout these rules."),
    _row("1.1.1", DEFINITION, ENFORCED,
         "Ante is the opening stake a Player puts up for the round."),
    _row("1.1.2", DEFINITION, ENFORCED,
         "Ante Bonus is a payment on the Ante for a Straight or better."),
    _row("1.1.3", DEFINITION, ENFORCED,
         "Envy Bonus rewards a Player for somebody else's hand, under 3.16."),
    _row("1.1.4", DEFINITION, ENFORCED, "Fold is the choice to drop out of the round."),
    _row("1.1.5", DEFINITION, ENFORCED,
         "Pair Plus pays for a pair or better in the Player's own hand, Dealer ignored."),
    _row("1.1.6", DEFINITION, ENFORCED,
         "Play is a second stake equal to the Ante, after a chance to see the three cards."),
    _row("1.1.7", DEFINITION, ENFORCED,
         "Progressive Jackpot wager: optional, before the deal, on the Player's own hand."),
    _row("1.1.8", DEFINITION, ENFORCED,
         "A round runs from the opening call to the announced result, wagers collected and paid."),
    _row("1.1.9", DEFINITION, ENFORCED, "Stand-off: the wager neither gains nor is taken."),

    # Mode of play
    _row("2.1", EQUIPMENT, ENFORCED,
         "Single 52-card pack without jokers; that its backs are alike is only told."),
    _row("2.2", EQUIPMENT, PHYSICAL, "Table layout follows Diagram A."),
    _row("2.2.1", EQUIPMENT, SHOWN,
         "Layout offers Ante, Play, Pair Plus and Progressive Jackpot spots."),
    _row("diagram-A", EQUIPMENT, PHYSICAL, "Layout picture; absent from the supplied text."),

    # How to play
    _row("3.1", DEALING, SHOWN, "Play opens with the Dealer's spoken invitation to bet."),
    _row("3.2", BETTING, ENFORCED, "Betting closes at the Dealer's no-more-bets call."),
    _row("3.3", GENERAL, SHOWN,
         "Player's aim is a better-ranked hand than the Dealer's, per 3.18."),
    _row("3.4", BETTING, ENFORCED, "Ante, Pair Plus or both are needed to take part."),
    _row("3.5", BETTING, ENFORCED, "Jackpot wager needs an Ante first and is paid by 4.4."),
    _row("3.6", DEALING, ENFORCED,
         "Deal clockwise from Dealer's left: three face down to each wagered spot and the Dealer."),
    _row("3.7", DECISION, ENFORCED, "Players look at their own cards and state Fold or Play."),
    _row("3.8", DECISION, ENFORCED, "Folding forfeits the Ante."),
    _row("3.8/jackpot", JACKPOT, ENFORCED, "A folder keeps jackpot eligibility under 4.4."),
    _row("3.9", DECISION, ENFORCED, "Ante may be folded while Pair Plus stays in."),
    _row("3.10", DECISION, ENFORCED, "Playing costs a further stake equal to the Ante."),
    _row("3.10/placement", DEALING, PHYSICAL,
         "Cards go face down on the Play area with that stake on top."),
    _row("3.11", DECISION, ENFORCED,
         "A Pair-Plus-only seat adds no stake; with a pair or better its cards go onto Play."),
    _row("3.12", DEALING, ENFORCED, "Dealer then turns up all three of his cards."),
    _row("3.12/announce", DISPLAY, SHOWN, "Dealer calls out his best three-card hand."),
    _row("3.13", COMPARISON, ENFORCED, "A Dealer's hand below Queen high does not qualify."),
    _row("3.13.1", SETTLEMENT, ENFORCED, "Not qualified: Play earns nothing."),
    _row("3.13.2", SETTLEMENT, ENFORCED, "Not qualified: Antes are paid by 4.1."),
    _row("3.13.3", SETTLEMENT, ENFORCED, "Not qualified: Ante Bonus is still paid by 4.2."),
    _row("3.13.4", SETTLEMENT, ENFORCED, "Not qualified: Pair Plus is still paid by 4.3."),
    _row("3.14", COMPARISON, ENFORCED,
         "Queen high or better: the Dealer's hand is compared with each Player's."),
    _row("3.14.1", SETTLEMENT, ENFORCED, "Better Player hand: Ante and Play are both paid by 4.1."),
    _row("3.14.2", SETTLEMENT, ENFORCED, "Worse Player hand: Ante and Play are both taken."),
    _row("3.14.3", COMPARISON, ENFORCED, "Equal value: the Dealer declares a stand-off."),
    _row("3.14.4", SETTLEMENT, ENFORCED,
         "Qualified: Ante Bonus is paid by 4.2 whatever the comparison."),
    _row("3.14.5", SETTLEMENT, ENFORCED,
         "Qualified: Pair Plus is paid by 4.3 whatever the comparison."),
    _row("3.15", JACKPOT, ENFORCED,
         "A jackpot wager with a hand of 4.4 is paid whatever the Dealer holds."),
    _row("3.16", JACKPOT, ENFORCED,
         "Seated jackpot bettors get envy when a Player with an Ante makes a top-two hand."),
    _row("3.17", JACKPOT, ENFORCED, "A top-two hand of a Pair-Plus-only Player gives nobody envy."),
    _row("3.18", RANKING, ENFORCED,
         "Six hand classes in fixed descending order; Straight outranks Flush."),
    _row("3.18.1", RANKING, ENFORCED, "Straight Flush: three suited consecutive cards."),
    _row("3.18.2", RANKING, ENFORCED, "Three of a kind: three equal ranks."),
    _row("3.18.3", RANKING, ENFORCED,
         "Straight: three in sequence, mixed suits; Ace plays high or low."),
    _row("3.18.4", RANKING, ENFORCED, "Flush: three suited cards not in sequence."),
    _row("3.18.5", RANKING, ENFORCED, "Pair: one rank held twice."),
    _row("3.18.6", RANKING, ENFORCED,
         "Three odd cards: all ranks differ, mixed suits, no sequence."),

    # Settlement
    _row("4.1", SETTLEMENT, ENFORCED, "Pay table of Ante and Play."),
    _row("4.1/ante", SETTLEMENT, ENFORCED, "Winning Ante pays 1 to 1."),
    _row("4.1/play", SETTLEMENT, ENFORCED, "Winning Play pays 1 to 1."),
    _row("4.2", SETTLEMENT, ENFORCED, "Pay table of the Ante Bonus."),
    _row("4.2/straight-flush", SETTLEMENT, ENFORCED, "Straight Flush: Ante Bonus of 5 to 1."),
    _row("4.2/three-of-a-kind", SETTLEMENT, ENFORCED, "Three of a Kind: Ante Bonus of 4 to 1."),
    _row("4.2/straight", SETTLEMENT, ENFORCED, "Straight: Ante Bonus of 1 to 1."),
    _row("4.3", SETTLEMENT, ENFORCED, "Pay table of Pair Plus."),
    _row("4.3/straight-flush", SETTLEMENT, ENFORCED, "Straight Flush: Pair Plus pays 40 to 1."),
    _row("4.3/three-of-a-kind", SETTLEMENT, ENFORCED, "Three of a Kind: Pair Plus pays 30 to 1."),
    _row("4.3/straight", SETTLEMENT, ENFORCED, "Straight: Pair Plus pays 5 to 1."),
    _row("4.3/flush", SETTLEMENT, ENFORCED, "Flush: Pair Plus pays 4 to 1."),
    _row("4.3/pair", SETTLEMENT, ENFORCED, "Pair: Pair Plus pays 1 to 1."),
    _row("4.4", JACKPOT, ENFORCED,
         "Pay table of the jackpot: one share of the meter, four fixed sums; envy for two rows."),
    _row("4.4/akq-spades", JACKPOT, ENFORCED, "A-K-Q of spades: the whole meter."),
    _row("4.4/akq-spades-envy", JACKPOT, ENFORCED, "A-K-Q of spades: envy bonus of $250."),
    _row("4.4/akq-other-suits", JACKPOT, ENFORCED, "A-K-Q of hearts, diamonds or clubs: $1,250."),
    _row("4.4/akq-other-suits-envy", JACKPOT, ENFORCED,
         "A-K-Q of hearts, diamonds or clubs: envy bonus of $50."),
    _row("4.4/straight-flush", JACKPOT, ENFORCED, "Straight Flush: $175."),
    _row("4.4/three-of-a-kind", JACKPOT, ENFORCED, "Three of a Kind: $150."),
    _row("4.4/straights", JACKPOT, ENFORCED, "Straight: $15."),
    _row("4.4/envy-na", JACKPOT, ENFORCED, "The three lower rows carry no envy bonus."),

    # Irregularities
    _row("5.1", IRREGULARITY, RECORDED, "A foreign card turns up: 5.1.1 and 5.1.2 follow."),
    _row("5.1.1", IRREGULARITY, ENFORCED, "Foreign card: this round is void."),
    _row("5.1.2", IRREGULARITY, ENFORCED, "Foreign card: earlier results are untouched."),
    _row("5.2", IRREGULARITY, ENFORCED, "Deck short or over: void."),
    _row("5.3", IRREGULARITY, RECORDED,
         "Misdeal before any Player handled cards: void, unless moving whole hands repairs it."),
    _row("5.4", IRREGULARITY, RECORDED,
         "Wrong Dealer card count, noticed before the next game and irreparable: void."),
    _row("5.5", IRREGULARITY, RECORDED, "Two or more cards wrongly exposed in the deal: void."),
    _row("5.6", BETTING, ENFORCED, "After the closing call no new or larger wager counts."),
    _row("5.7", BETTING, ENFORCED,
         "After the closing call nothing may be pulled; a pulled wager still plays."),
)
# fmt: on
