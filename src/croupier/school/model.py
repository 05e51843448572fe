"""What an exercise is: what lies on the table, what is asked, the answers and their clauses."""

from enum import StrEnum

from msgspec import Struct

from croupier.money import Cents

LEVELS = (1, 2, 3)
"""From one plain wager to several boxes with every wager of the game."""
HARDEST = LEVELS[-1]


class Kind(StrEnum):
    """What is practised."""

    HAND = "hand"
    """Read a hand."""
    WINNER = "winner"
    """Who wins, and what becomes of ante and stay-in wager."""
    PAY = "pay"
    """Pay every wager, in order."""
    CHIPS = "chips"
    """A payment in as few chips as possible."""
    CALL = "call"
    """What the dealer says."""
    IRREGULARITY = "irregularity"
    """What the document prescribes when something went wrong, and who decides it."""

    @property
    def is_for_supervisors(self) -> bool:
        return self is Kind.IRREGULARITY


class Form(StrEnum):
    """How a question is answered."""

    CHOICE = "choice"
    """One of the options."""
    MONEY = "money"
    """Dollars: `150` or `1,500.50`."""
    CHIPS = "chips"
    """Numbers and values: `2x100 1x25`; the options are the values."""
    ORDER = "order"
    """All options, first to last, with commas between them."""


class Option(Struct, frozen=True):
    value: str
    words: str


class Ask(Struct, frozen=True):
    """One question."""

    name: str
    """What an answer calls it."""
    words: str
    form: Form
    options: tuple[Option, ...] = ()


class Laid(Struct, frozen=True):
    """Chips on the layout."""

    wager: str
    label: str
    amount: Cents


class HandShown(Struct, frozen=True):
    """A hand on the table."""

    box: int | None
    """None: the dealer's."""
    player: str | None
    cards: str
    """As far as the person who is asked sees them; `?` is a card face down."""
    wagers: tuple[Laid, ...] = ()
    note: str | None = None
    """`folded`, `has looked`."""


class Exercise(Struct, frozen=True):
    """What is shown and asked."""

    kind: Kind
    rulebook: str
    """Its edition: `casino-stud@6`."""
    game: str
    seed: str
    level: int
    told: tuple[str, ...]
    """What has happened, sentence by sentence."""
    hands: tuple[HandShown, ...]
    asks: tuple[Ask, ...]


class Key(Struct, frozen=True):
    """The answer to one question."""

    name: str
    value: str
    words: str
    clauses: tuple[str, ...] = ()
    reading: str | None = None
    """What the answer rests on where the document is silent."""
    also: tuple[str, ...] = ()
    """Other answers that are as good."""


class Solved(Struct, frozen=True):
    """An exercise with its answers."""

    exercise: Exercise
    keys: tuple[Key, ...]


class Because(Struct, frozen=True):
    """A clause, in our words."""

    clause: str
    gist: str


class Mark(Struct, frozen=True):
    """One answer that was given, and the right one."""

    name: str
    given: str
    right: bool
    words: str
    """The right answer, as it is said."""
    because: tuple[Because, ...]
    reading: str | None = None


class Marked(Struct, frozen=True):
    """A whole exercise."""

    right: bool
    """All answers are right."""
    marks: tuple[Mark, ...]
