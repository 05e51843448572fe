"""What the dealer says, and what a player is told: moments of a round at which words are due."""

from collections.abc import Callable

from croupier.game import Game
from croupier.ranking import describe
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Cited, Words
from croupier.rulebooks.wagers import WagerKind
from croupier.school.chance import Chance
from croupier.school.dealers import Task
from croupier.school.model import Ask, Form, HandShown, Key, Option
from croupier.school.rounds import Round, decide_all, draw_round, lay, open_game, shown
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.evolve import Event

SILENCE = "nothing"
BETWEEN = ", then "
_DISTRACTORS = 4

Moment = Callable[[Rulebook, Round], tuple[str, Game, tuple[HandShown, ...], tuple[Event, ...]]]
"""What is told, the table before it, what lies there, and what the engine made of the act."""


def what_to_say(rulebook: Rulebook, chance: Chance, level: int) -> Task:
    """The calls and notices at one moment; nothing is due at some of them."""
    dealt = draw_round(rulebook, chance, min(level, 2), 1)
    moments = [
        one
        for one in _MOMENTS[: 2 * (level + 1)]
        if one is not _second_box or rulebook.betting.one_view_notice is not None
    ]
    moment = chance.of(moments)
    told, _, hands, events = moment(rulebook, dealt)
    spoken = [one for one in events if isinstance(one, e.CallMade | e.NoticeShown)]
    words = BETWEEN.join(f"“{one.text}”" for one in spoken) or SILENCE
    clauses = tuple(dict.fromkeys(clause for one in spoken for clause in one.clauses))
    others = [one for one in _phrases(rulebook, dealt) if one != words]
    options = [words, *chance.some(others, _DISTRACTORS)]
    ask = Ask(
        "words",
        "What do you say?",
        Form.CHOICE,
        tuple(Option(one, one) for one in sorted(options, key=str.casefold)),
    )
    return (told,), hands, ((ask, Key("words", words, words, clauses)),)


def _phrases(rulebook: Rulebook, dealt: Round) -> list[str]:
    """Everything that is ever said at a table of the game, and a hand by its name."""
    betting, play = rulebook.betting, rulebook.play
    cited: list[Cited[Words] | None] = [
        betting.opens,
        betting.closes,
        play.announce_no_hand,
        play.announce_stand_off,
        betting.one_view_notice,
        betting.proxy_notice,
    ]
    named = describe(rulebook.hands.value(dealt.dealer)).capitalize()
    texts = [*(one.value for one in cited if one is not None), named]
    phrases = [f"“{text}”" for text in dict.fromkeys(texts)]
    both = [] if play.announce_no_hand is None else [f"“{play.announce_no_hand.value}”"]
    return [*phrases, SILENCE, *(f"“{named}”{BETWEEN}{one}" for one in both)]


def _opening(
    rulebook: Rulebook, dealt: Round
) -> tuple[str, Game, tuple[HandShown, ...], tuple[Event, ...]]:
    game = open_game(rulebook, dealt.meter)
    return "You are about to take wagers for a new round.", game, (), game.give(c.OpenBets())


def _closing(
    rulebook: Rulebook, dealt: Round
) -> tuple[str, Game, tuple[HandShown, ...], tuple[Event, ...]]:
    game = open_game(rulebook, dealt.meter)
    lay(game, dealt)
    told = "Wagers are laid, and you are about to deal."
    return told, game, (), game.give(c.CloseBets())


def _reveal(
    rulebook: Rulebook, dealt: Round
) -> tuple[str, Game, tuple[HandShown, ...], tuple[Event, ...]]:
    game = _decided(rulebook, dealt)
    told = "Every box has decided. You turn up the dealer's hand."
    return told, game, shown(rulebook, dealt)[-1:], game.give(c.RevealDealer())


def _settling(
    rulebook: Rulebook, dealt: Round
) -> tuple[str, Game, tuple[HandShown, ...], tuple[Event, ...]]:
    game = _decided(rulebook, dealt)
    game.reveal()
    told = "The dealer's hand was turned up and named. You settle the box."
    return told, game, shown(rulebook, dealt), game.give(c.Settle())


def _second_box(
    rulebook: Rulebook, dealt: Round
) -> tuple[str, Game, tuple[HandShown, ...], tuple[Event, ...]]:
    game = open_game(rulebook, dealt.meter)
    lay(game, dealt)
    seat = dealt.seats[0]
    other = seat.box - 1 or seat.box + 1
    command = c.PlaceWager(
        box=other, wager=WagerKind.ANTE, player=seat.player, amount=seat.wagers[WagerKind.ANTE]
    )
    told = f"The player of box {seat.box} lays a second ante, on box {other}."
    return told, game, (), game.give(command)


def _decided(rulebook: Rulebook, dealt: Round) -> Game:
    game = open_game(rulebook, dealt.meter)
    lay(game, dealt)
    game.deal(dealt.hands)
    decide_all(game, dealt)
    return game


_MOMENTS: tuple[Moment, ...] = (
    *(_opening, _closing, _reveal, _reveal),
    *(_settling, _reveal),
    *(_second_box, _reveal),
)
"""A further two with every level; the reveal has the most to say, and comes more often."""
