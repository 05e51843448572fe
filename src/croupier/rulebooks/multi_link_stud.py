"""Multi-Link Progressive Casino Stud Poker (MLP): Resorts World at Sentosa, version 2.

Word for word Casino Stud Poker but for what is named here: folding keeps the
jackpot wager alive, four of a kind pays more, and a hand that is not shown
counts as folded.
"""

from datetime import datetime

from msgspec import structs

from croupier.ranking import HandClass
from croupier.rulebooks.casino_stud import CASINO_STUD
from croupier.rulebooks.citing import SINGAPORE_TIME, Document, recite
from croupier.rulebooks.model import FixedSum, Fold, Rulebook

MLP = Document("MLP")

_BASE: Rulebook = recite(CASINO_STUD, "CSP", "MLP")
assert _BASE.main.unrevealed is not None

MULTI_LINK_STUD = structs.replace(
    _BASE,
    slug="multi-link-stud",
    name="Multi-Link Progressive Casino Stud Poker",
    short_name="Multi-Link Casino Stud",
    document="MLP",
    edition=2,
    effective=datetime(2020, 6, 28, 8, tzinfo=SINGAPORE_TIME),
    fold=Fold(loses_ante=MLP.at("3.12.1"), keeps_jackpot=MLP.says(True, "3.12.1/jackpot", "4.2.1")),
    main=structs.replace(
        _BASE.main,
        unrevealed=structs.replace(
            _BASE.main.unrevealed, loses_to_no_hand=MLP.says(False, "4.3", reading="L2")
        ),
        notes={
            "Hand not shown": MLP.tells(
                "counts as folded where it must be compared", "4.3", reading="L2"
            )
        },
    ),
    jackpot=structs.replace(
        _BASE.progressive,
        rows=tuple(
            structs.replace(row, prize=FixedSum(2_000_00))
            if row.hand.hand_class is HandClass.FOUR_OF_A_KIND
            else row
            for row in _BASE.progressive.rows
        ),
        either_way=MLP.either_way("4.2.1", "4.2.1"),
    ),
    notes={subject: note for subject, note in _BASE.notes.items() if subject != "Approval"},
)
