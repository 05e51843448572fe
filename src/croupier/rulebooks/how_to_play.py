"""How a game is played, in a few sentences for somebody who sits down for the first time.

Three steps that every game here has (ante, decision, comparison), then what it has beside them. All
words come from the values of the rulebook, so a stranger's file is explained like one of ours.
"""

from collections.abc import Iterator

from msgspec import Struct

from croupier.rulebooks.facts import prize_words
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Source
from croupier.rulebooks.wagers import Backed, PayTable, WagerKind

_NUMBERS = {1: "one", 2: "two", 3: "three", 5: "five"}
_TIMES = {1: "as much as", 2: "twice"}
_ON = {Backed.PLAYER: "your hand", Backed.DEALER: "the dealer's hand", Backed.BOTH: "both hands"}
_NAMED_PRIZES = 3
"""More of a pay table stands in the rules."""


class PlayStep(Struct, frozen=True):
    """Something that happens in a round, in words, with the clauses that say so."""

    title: str
    text: str
    clauses: tuple[str, ...] = ()
    brief: str = ""
    """What of it matters at the moment itself; of the three steps only."""


class HowToPlay(Struct, frozen=True):
    """A game on one screen."""

    ante: PlayStep
    decision: PlayStep
    comparison: PlayStep
    besides: tuple[PlayStep, ...]
    """What else can be won, and what a newcomer would not expect."""

    @property
    def steps(self) -> tuple[PlayStep, PlayStep, PlayStep]:
        return self.ante, self.decision, self.comparison


def how_to_play(rulebook: Rulebook, *, jackpot: bool = True) -> HowToPlay:
    """A table without a jackpot has nothing to say of it."""
    return HowToPlay(
        _ante(rulebook, jackpot),
        _decision(rulebook),
        _comparison(rulebook),
        tuple(_besides(rulebook, jackpot)),
    )


def _cited(*sources: Source) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for source in sources for clause in source.clauses))


def _ante(rulebook: Rulebook, jackpot: bool) -> PlayStep:
    betting = rulebook.betting
    text = f"Put an ante on a free box before the call “{betting.closes.value}”."
    further = [rulebook.label(name) for name in rulebook.side_wagers]
    if jackpot:
        further += [rulebook.label(target) for target in rulebook.progressive.targets.value]
    if further:
        text += f" {' and '.join(further)} can be placed now too, if you like."
    brief = "You play against the dealer alone. Tap the ante of a free box to begin."
    return PlayStep("Place an ante", text, _cited(betting.entry, betting.closes), brief)


def _decision(rulebook: Rulebook) -> PlayStep:
    stay, size = rulebook.stay, _NUMBERS.get(rulebook.hands.size, str(rulebook.hands.size))
    seen = ", and one of the dealer's lies face up" if rulebook.dealing.up_card.value else ""
    costs = _TIMES.get(stay.multiple, f"{stay.multiple} times")
    name = rulebook.label(stay.wager)
    choice = f"{name} costs {costs} the ante and keeps you in; folding gives up the ante."
    return PlayStep(
        f"{name}, or fold",
        f"You and the dealer get {size} cards each{seen}. Look at yours. {choice}",
        _cited(
            rulebook.dealing.cards,
            rulebook.dealing.up_card,
            rulebook.play.decision,
            stay.size,
            rulebook.fold.loses_ante,
        ),
        choice,
    )


def _comparison(rulebook: Rulebook) -> PlayStep:
    main, name = rulebook.main, rulebook.label(rulebook.stay.wager)
    needs = (
        f"The dealer needs {rulebook.qualifying_hand}. Without it your ante wins 1 to 1 and the "
        f"{name} comes back, whatever you hold."
    )
    return PlayStep(
        "Compare hands",
        f"{needs} With it the higher hand wins: "
        f"{_winning(rulebook)}. If the dealer's is higher, you lose both; if they are equal, both "
        "come back.",
        _cited(
            main.qualifies,
            main.no_hand_ante,
            main.no_hand_stay,
            main.win,
            main.win_ante,
            main.lose,
            main.stand_off,
        ),
        needs,
    )


def _winning(rulebook: Rulebook) -> str:
    odds = rulebook.main.pays.odds
    name = rulebook.label(rulebook.stay.wager)
    if set(odds.values()) == {1}:
        return f"ante and {name} win 1 to 1"
    best = max(odds, key=lambda hand: (odds[hand], rulebook.hands.classes.index(hand)))
    return (
        f"the ante wins 1 to 1, the {name} by your hand, up to {odds[best]} to 1 for a {best.label}"
    )


def _besides(rulebook: Rulebook, jackpot: bool) -> Iterator[PlayStep]:
    bonus = rulebook.ante_bonus
    if bonus is not None:
        text = f"Pays on the ante of a hand that you play, even if it loses: {_best_rows(bonus)}."
        yield PlayStep("Ante bonus", text, (bonus.clause,))
    for name, side in rulebook.side_wagers.items():
        text = f"On {_ON[side.hand.value]}, whoever wins: {_best_rows(side.pays)}."
        text += "" if side.kept_on_fold.value else " A fold gives it up."
        yield PlayStep(rulebook.label(name), text, (side.pays.clause, *side.kept_on_fold.clauses))
    if jackpot:
        yield from _jackpot(rulebook)
    yield from _blind(rulebook)


def _best_rows(table: PayTable) -> str:
    rows = sorted(table.odds.items(), key=lambda row: row[1], reverse=True)
    words = [f"{hand.label} {odds} to 1" for hand, odds in rows[:_NAMED_PRIZES]]
    return ", ".join(words) + (" and more" if len(rows) > _NAMED_PRIZES else "")


def _jackpot(rulebook: Rulebook) -> Iterator[PlayStep]:
    rules, keeps = rulebook.jackpot, rulebook.fold.keeps_jackpot
    if rules is None:
        return
    on = {WagerKind.JACKPOT: "your hand", WagerKind.DEALER_JACKPOT: "the dealer's hand"}
    targets = " or ".join(on[target] for target in rules.targets.value)
    prizes = ", ".join(f"{row.name} {prize_words(row)}" for row in rules.rows[:_NAMED_PRIZES])
    text = (
        f"On {targets}, whoever wins: {prizes}{' and more' if rules.rows[_NAMED_PRIZES:] else ''}."
    )
    text += " A fold gives it up." if keeps is not None and not keeps.value else ""
    yield PlayStep("Jackpot", text, _cited(rules.targets, rules.pay_table))


def _blind(rulebook: Rulebook) -> Iterator[PlayStep]:
    """Only one hand of several may be looked at: it surprises everybody."""
    views = rulebook.betting.views_per_player
    boxes = rulebook.betting.boxes_per_player
    if views.value is None or boxes.value == 1:
        return
    number = _NUMBERS.get(views.value, str(views.value))
    text = f"On several boxes you may look at {number} of your hands; the others play unseen."
    yield PlayStep("Several boxes", text, views.clauses)
