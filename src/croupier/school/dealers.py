"""Exercises for dealers: read the hand, who wins, pay every wager, cut the chips."""

from collections.abc import Iterator, Sequence

from croupier.cards import ACE, Card, card_names, rank_of
from croupier.chips import cut
from croupier.money import Cents, dollars
from croupier.ranking import HandClass, describe
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import Award, WagerKind
from croupier.school.chance import Chance
from croupier.school.hands import hand_of
from croupier.school.model import HARDEST, Ask, Form, HandShown, Key, Option
from croupier.school.rounds import Round, draw_round, is_jackpot, played, shown
from croupier.table.state import Line
from croupier.wagers import Against, Result, compare

Task = tuple[tuple[str, ...], tuple[HandShown, ...], tuple[tuple[Ask, Key], ...]]
"""What is told, what is shown, and each question with its answer."""

YES, NO = Option("yes", "yes"), Option("no", "no")
_TRIES = 60
_OUTCOMES = {
    Against.WINS: Option("player", "the player's hand wins"),
    Against.LOSES: Option("dealer", "the dealer's hand wins"),
    Against.TIES: Option("tie", "neither: it is a stand-off"),
    Against.NO_HAND: Option("no_hand", "nothing is compared: the dealer has no hand"),
}
_RESULTS = (
    Option(Result.WON, "it is paid"),
    Option(Result.LOST, "it is taken"),
    Option(Result.STAND_OFF, "it goes back: a stand-off"),
)
BACK, TAKEN = Option("back", "stays the player's"), Option("taken", "is taken")


def read_hand(rulebook: Rulebook, chance: Chance, level: int) -> Task:
    """The class of a hand, and whether the dealer would qualify with it."""
    order = rulebook.hands
    wanted = chance.of(order.classes)
    if level == HARDEST and chance.one_in(2):
        wanted = HandClass.ODD_CARDS
    hand = hand_of(order, wanted, (), chance)
    if wanted is HandClass.ODD_CARDS and level > 1:
        hand = _high(rulebook, hand, chance)
    if level == 1:
        hand = tuple(sorted(hand, reverse=True))
    value = order.value(hand)
    classes = tuple(Option(one.slug, one.label) for one in reversed(order.classes))
    cited = rulebook.hand_clauses.get(value.hand_class)
    qualifies = rulebook.main.qualifies
    answer = YES if rulebook.qualifies(value) else NO
    return (
        ("A hand lies face up.",),
        (HandShown(None, None, card_names(hand)),),
        (
            (
                Ask("hand", "What is this hand?", Form.CHOICE, classes),
                Key(
                    "hand",
                    value.hand_class.slug,
                    describe(value),
                    () if cited is None else (cited,),
                ),
            ),
            (
                Ask("qualifies", "Does the dealer qualify with it?", Form.CHOICE, (YES, NO)),
                Key(
                    "qualifies",
                    answer.value,
                    f"{answer.words}: the dealer needs {rulebook.qualifying_hand}",
                    qualifies.clauses,
                    qualifies.reading,
                ),
            ),
        ),
    )


def _high(rulebook: Rulebook, hand: tuple[Card, ...], chance: Chance) -> tuple[Card, ...]:
    """Odd cards that nearly qualify, or just do, where such a hand is found."""
    top = rulebook.main.qualifies.value[0] if rulebook.main.qualifies.value else ACE
    wanted = top - chance.below(2)  # the highest of the others is just too low
    for _ in range(_TRIES):
        if max(map(rank_of, hand)) == wanted:
            break
        hand = hand_of(rulebook.hands, HandClass.ODD_CARDS, (), chance)
    return hand


def who_wins(rulebook: Rulebook, chance: Chance, level: int) -> Task:
    """Two hands, and what becomes of the two wagers that they decide."""
    dealt = draw_round(rulebook, chance, min(level, 2), 1)
    lines = played(rulebook, dealt).lines
    hands = rulebook.hands
    against = compare(
        rulebook,
        hands.value(dealt.seats[0].hand),
        hands.value(dealt.dealer),
        folded=False,
        declined=False,
    )
    wagers = (WagerKind.ANTE.value, rulebook.stay.wager)
    decided = [line for line in lines if line.wager in wagers]
    outcome = _OUTCOMES[against]
    clauses = tuple(dict.fromkeys(clause for line in decided for clause in line.clauses))
    asks = [
        (
            Ask("outcome", "Whose hand wins?", Form.CHOICE, tuple(_OUTCOMES.values())),
            Key("outcome", outcome.value, outcome.words, clauses),
        )
    ]
    for line in decided:
        words = f"What becomes of the {rulebook.label(line.wager).lower()}?"
        result = Result.STAND_OFF if line.result is Result.RETURNED else line.result
        told = next(one.words for one in _RESULTS if one.value == result)
        asks.append(
            (
                Ask(line.wager, words, Form.CHOICE, _RESULTS),
                Key(line.wager, result.value, told, line.clauses),
            )
        )
    return _table_told(rulebook, dealt), shown(rulebook, dealt, decided), tuple(asks)


def pay(rulebook: Rulebook, chance: Chance, level: int) -> Task:
    """Every wager of a round: what it wins, where its stake goes, and in which order."""
    dealt = draw_round(rulebook, chance, level, 2 if level == HARDEST else 1)
    settled = played(rulebook, dealt)
    lines = settled.lines
    laid = [line for line in lines if line.staked]
    asks = [one for line in laid for one in _paid(rulebook, line)]
    asks += _awards(rulebook, dealt, lines)
    if len(laid) > 1:
        names = [_name(line) for line in laid]
        options = tuple(Option(_name(line), _label(rulebook, line)) for line in chance.mixed(laid))
        asks.append(
            (
                Ask("order", "In which order are the wagers settled?", Form.ORDER, options),
                Key(
                    "order",
                    ",".join(names),
                    "; ".join(_label(rulebook, line) for line in laid),
                ),
            )
        )
    told = (*_table_told(rulebook, dealt), *_meter_told(settled.meter, laid))
    return told, shown(rulebook, dealt, laid), tuple(asks)


def _name(line: Line) -> str:
    return f"{line.wager}{line.box}"


def _label(rulebook: Rulebook, line: Line) -> str:
    return f"box {line.box}, {rulebook.label(line.wager).lower()}"


def _paid(rulebook: Rulebook, line: Line) -> Iterator[tuple[Ask, Key]]:
    label = _label(rulebook, line)
    label = label[:1].upper() + label[1:]
    name = _name(line)
    yield (
        Ask(name, f"{label}: what does it win?", Form.MONEY),
        Key(name, str(line.won), dollars(line.won), line.clauses),
    )
    stake = BACK if line.returned == line.staked else TAKEN
    stake_name = f"{name}.stake"
    yield (
        Ask(stake_name, f"{label}: its stake", Form.CHOICE, (BACK, TAKEN)),
        Key(stake_name, stake.value, stake.words, line.clauses),
    )


def _awards(rulebook: Rulebook, dealt: Round, lines: Sequence[Line]) -> list[tuple[Ask, Key]]:
    """What is paid without a wager of its own; asked whether there is any or not."""
    wanted = [Award.ANTE_BONUS] if rulebook.ante_bonus is not None else []
    asks = []
    for seat in dealt.seats:
        awards = [*wanted]
        if rulebook.envy is not None and any(map(is_jackpot, seat.wagers)):
            awards.append(Award.ENVY_BONUS)
        for award in awards:
            name = f"{award.value}{seat.box}"
            found = [one for one in lines if (one.box, one.wager) == (seat.box, award.value)]
            clauses = tuple(dict.fromkeys(clause for one in found for clause in one.clauses))
            won = sum(one.won for one in found)
            label = rulebook.label(award.value).lower()
            asks.append(
                (
                    Ask(name, f"Box {seat.box}, {label}: what is paid?", Form.MONEY),
                    Key(name, str(won), dollars(won), clauses),
                )
            )
    return asks


def cut_chips(rulebook: Rulebook, chance: Chance, level: int, chips: Sequence[Cents]) -> Task:
    """A payment of the round, and the fewest chips that make it."""
    for _ in range(_TRIES):
        dealt = draw_round(rulebook, chance, level, 1, unit=min(chips))
        won = [
            line
            for line in played(rulebook, dealt).lines
            if line.won and line.staked and not is_jackpot(line.wager)
        ]
        if won:
            break
    else:  # of sixty rounds none has won: there is a chip to be given for another
        return _exchange(chance, chips)
    line = chance.of(won) if level == 1 else max(won, key=lambda one: one.won)
    label = _label(rulebook, line)
    told = (
        *_table_told(rulebook, dealt),
        f"The wager on {label}, of {dollars(line.staked)}, wins.",
    )
    return (
        told,
        shown(rulebook, dealt, [line]),
        (
            (
                Ask("amount", "How much do you pay, beside the stake?", Form.MONEY),
                Key("amount", str(line.won), dollars(line.won), line.clauses),
            ),
            _cut(line.won, chips),
        ),
    )


def _exchange(chance: Chance, chips: Sequence[Cents]) -> Task:
    amount = (chance.below(500) + 1) * min(chips)
    told = (f"A player asks for chips for {dollars(amount)}.",)
    return told, (), (_cut(amount, chips),)


def _cut(amount: Cents, chips: Sequence[Cents]) -> tuple[Ask, Key]:
    values = tuple(Option(str(value), dollars(value)) for value in sorted(chips, reverse=True))
    fewest = cut(amount, chips)
    words = ", ".join(f"{count} of {dollars(value)}" for value, count in fewest)
    return (
        Ask("chips", "In which chips, as few as possible?", Form.CHIPS, values),
        Key("chips", " ".join(f"{count}x{value}" for value, count in fewest), words),
    )


def _table_told(rulebook: Rulebook, dealt: Round) -> tuple[str, ...]:
    stay = rulebook.label(rulebook.stay.wager).lower()
    acts = [
        f"Box {seat.box} has folded." if seat.folds else f"Box {seat.box} stays in with its {stay}."
        for seat in dealt.seats
    ]
    return (*acts, "The dealer's hand is turned up.")


def _meter_told(meter: Cents | None, laid: Sequence[Line]) -> tuple[str, ...]:
    if meter is None or not any(is_jackpot(line.wager) for line in laid):
        return ()
    return (f"The jackpot meter shows {dollars(meter)}.",)
