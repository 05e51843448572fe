"""Gymnasium environments: one box, one decision, rewards in antes and exact regret.

    import gymnasium, croupier.gym
    env = gymnasium.make("croupier/casino-stud-v0")
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(croupier.gym.STAY)
    info["regret"]                      # exact, a fraction of the ante; 0 for the better decision

An episode is one round. Rewards come from the settlement that the tables use, regret from the
exact count of the dealer's hands. See `docs/learning.md`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, SupportsFloat

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import DECK, Card, card_names, parse_cards, repeated_cards
from croupier.extras import need
from croupier.odds import advise
from croupier.odds.main_game import nets, own_known
from croupier.ranking import HandValue
from croupier.rulebooks.model import Rulebook
from croupier.wagers import Against, compare

need("gym", "croupier.gym")  # before what it names is imported

# ruff: noqa: E402
import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, MultiBinary
from numpy.typing import NDArray

FOLD, STAY = 0, 1
Observation = NDArray[np.int8]
_ORDER = (Against.NO_HAND, Against.WINS, Against.TIES, Against.LOSES)
"""As `nets` has its columns."""


class OneBox(gymnasium.Env[Observation, np.int64]):
    """A player with one box and no side wager: the hand is looked at, then folded or played.

    The observation has one place for each card of the deck, twice where the game shows one card of
    the dealer: first the player's hand, then the dealer's up card. `reset` takes cards to be dealt
    by name, `{"hand": "As Kd Jh 8c 3s", "dealer": "Qc 9d 9h 4s 2c"}`, the up card first.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}  # type: ignore[misc]

    def __init__(
        self, game: str | Rulebook, *, regret: bool = True, render_mode: str | None = None
    ) -> None:
        """`regret` may be left out for speed: the exact count takes most of a step."""
        self.rulebook = find_rulebook(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.action_space = Discrete(2)
        self._shown = own_known(self.rulebook)
        self.observation_space = MultiBinary(len(DECK) * (1 + self._shown))
        self._nets = nets(self.rulebook)
        self._regret = regret
        self._hand: tuple[Card, ...] = ()
        self._dealer: tuple[Card, ...] = ()
        self._told = "Nothing is dealt."

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new round, dealt from a deck that is shuffled for it."""
        super().reset(seed=seed)
        size = self.rulebook.hands.size
        if options:
            self._hand, self._dealer = self._given(options, size)
        else:
            drawn = self.np_random.permutation(len(DECK))[: 2 * size].tolist()
            self._hand, self._dealer = tuple(drawn[:size]), tuple(drawn[size:])
        hand, up_card = card_names(self._hand), card_names(self._dealer[: self._shown])
        self._told = f"You have {hand}" + (f"; the dealer shows {up_card}." if up_card else ".")
        return self.observation_tensor(), {"hand": hand, "up_card": up_card or None}

    def step(self, action: SupportsFloat) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The decision; the round is over with it."""
        if not self._hand:
            raise gymnasium.error.ResetNeeded("a round begins with reset()")
        if action not in (FOLD, STAY):
            raise gymnasium.error.InvalidAction(f"{FOLD} folds and {STAY} stays in, not {action}")
        stays = action == STAY
        dealer = self.rulebook.hands.value(self._dealer)
        net = self._net_of(dealer) if stays else Fraction(-1)
        info: dict[str, Any] = {
            "net": net,
            "dealer": card_names(self._dealer),
            "qualifies": self.rulebook.qualifies(dealer),
        }
        if self._regret:
            advice = advise(self.rulebook, self._hand, self._dealer[: self._shown])
            chosen = advice.stay if stays else advice.fold
            info |= {"stay": advice.stay, "fold": advice.fold}
            info["regret"] = max(advice.stay, advice.fold) - chosen
        self._told += f" You {'stay in' if stays else 'fold'}: {float(net):+g} antes."
        last = self.observation_tensor()
        self._hand = ()
        return last, float(net), True, False, info

    def render(self) -> str:
        """The round in a sentence or two."""
        return self._told

    def observation_tensor(self) -> Observation:
        """What the player knows, as OpenSpiel lays it out: zeros, and a one for each card."""
        seen = np.zeros(self.observation_space.shape or (0,), np.int8)
        seen[list(self._hand)] = 1
        for card in self._dealer[: self._shown]:
            seen[len(DECK) + card] = 1
        return seen

    def legal_actions(self) -> list[int]:
        """Both, while a round is open."""
        return [FOLD, STAY] if self._hand else []

    def _net_of(self, dealer: HandValue) -> Fraction:
        own = self.rulebook.hands.value(self._hand)
        against = compare(self.rulebook, own, dealer, folded=False, declined=False)
        return self._nets[own.hand_class][_ORDER.index(against)]

    def _given(
        self, options: Mapping[str, Any], size: int
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        hand, dealer = (parse_cards(str(options.get(one, ""))) for one in ("hand", "dealer"))
        if len(hand) != size or len(dealer) != size or repeated_cards((*hand, *dealer)):
            raise ValueError(
                f"options need `hand` and `dealer`, {size} different cards each, as 'As Kd 9c'"
            )
        return hand, dealer


for _slug in RULEBOOKS:
    gymnasium.register(
        f"croupier/{_slug}-v0", entry_point="croupier.gym:OneBox", kwargs={"game": _slug}
    )
