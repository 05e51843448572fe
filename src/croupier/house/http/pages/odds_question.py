"""A question about odds in a URL: the options of `croupier odds`, under the same names.

Anybody who can open the page can ask, so every value is bounded before anything is computed: how
many rows, how long a number, how large.
"""

import re
import shlex
from fractions import Fraction
from typing import Annotated

from litestar.params import QueryParameter
from msgspec import Struct

from croupier.books import is_carried
from croupier.money import MOST_CENTS, Cents
from croupier.odds import CannotPrice, JackpotTerms, Question, Traffic, with_pays
from croupier.odds.what_if import ASKED
from croupier.rulebooks.model import Rulebook

ROWS_MAX = 20
"""The most rows of one pay table that a question may change."""
_ROW_CHARACTERS_MAX = 64
_ROW = re.compile(r"\s*[^=\s]+\s*=\s*-?\d{1,12}(\.\d{1,2})?\s*")
_SHARE = re.compile(r"\d{1,3}(\.\d{1,9})?|\d{1,9}/\d{1,9}")
_MANY = 10_000
_DEFAULT_BOXES = 7

Name = Annotated[str, QueryParameter(max_length=60, description="a rulebook, such as casino-stud")]
Rows = Annotated[
    list[str] | None,
    QueryParameter(max_items=ROWS_MAX, description="what if: HAND=ODDS, as often as needed"),
]
Amount = Annotated[int, QueryParameter(ge=0, le=MOST_CENTS, description="cents")]
Count = Annotated[int, QueryParameter(ge=0, le=_MANY)]
Share = Annotated[str, QueryParameter(max_length=20, description="a number such as 0.2 or 1/5")]


class Asked(Struct, frozen=True, kw_only=True):
    """What a URL asks for; the defaults are those of `croupier odds`."""

    pays: tuple[str, ...] = ()
    side_pays: tuple[str, ...] = ()
    ante_bonus_pays: tuple[str, ...] = ()
    jackpot_pays: tuple[str, ...] = ()
    ante: Cents | None = None
    meter: Cents = 1_000_000_00
    reset: Cents = 100_000_00
    stake: Cents = 5_00
    increment: str = "0.2"
    players: int = 0
    boxes: int = _DEFAULT_BOXES
    tables: int = 1
    magic_every: int = 0
    lucky_every: int = 0
    rounds_per_hour: int = 40
    participation: str = "0.5"
    strategy: str = "optimal"

    def question(self) -> Question:
        """The question for the odds; `CannotPrice` says what makes no sense."""
        return Question(
            strategy=self.strategy,
            ante=self.ante,
            jackpot=JackpotTerms(
                meter=self.meter,
                reset=self.reset,
                stake=self.stake,
                players=self.players,
                magic_every=self.magic_every,
                lucky_every=self.lucky_every,
                boxes=self.boxes,
                tables=self.tables,
            ),
            traffic=Traffic(
                rounds_per_hour=self.rounds_per_hour,
                participation=_share("participation", self.participation),
                increment=_share("the increment", self.increment),
            ),
        )

    def of(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook with the requested pay tables."""
        rows: dict[str, tuple[str, ...]] = {name: getattr(self, name) for name in ASKED}
        for pair in (pair for pairs in rows.values() for pair in pairs):
            if len(pair) > _ROW_CHARACTERS_MAX or not _ROW.fullmatch(pair):
                raise CannotPrice(
                    f"'{pair[:_ROW_CHARACTERS_MAX]}' is not HAND=NUMBER, such as royal_flush=100"
                )
        return with_pays(rulebook, rows)

    def command(self, rulebook: Rulebook) -> str:
        """The command line that prints the same sheet; a rulebook that is not ours as a file."""
        name = rulebook.slug if is_carried(rulebook) else f"{rulebook.slug}.toml"
        words = ["croupier", "odds", name]
        for name in self.__struct_fields__:
            value, option = getattr(self, name), f"--{name.replace('_', '-')}"
            if value == getattr(_AS_APPROVED, name):
                continue
            for one in value if isinstance(value, tuple) else (value,):
                words += [option, str(one)]
        return shlex.join([*words, "--economics"])


_AS_APPROVED = Asked()


def asked(  # noqa: PLR0913, PLR0917
    pays: Rows = None,
    side_pays: Rows = None,
    ante_bonus_pays: Rows = None,
    jackpot_pays: Rows = None,
    ante: Annotated[int | None, QueryParameter(ge=1, le=10**9, description="cents")] = None,
    meter: Amount = 1_000_000_00,
    reset: Amount = 100_000_00,
    stake: Amount = 5_00,
    increment: Share = "0.2",
    players: Count = 0,
    boxes: Count = _DEFAULT_BOXES,
    tables: Count = 1,
    magic_every: Count = 0,
    lucky_every: Count = 0,
    rounds_per_hour: Count = 40,
    participation: Share = "0.5",
    strategy: Annotated[str, QueryParameter(max_length=20)] = "optimal",
) -> Asked:
    """The question in a URL, as Litestar passes it to a route."""
    return Asked(
        pays=tuple(pays or ()),
        side_pays=tuple(side_pays or ()),
        ante_bonus_pays=tuple(ante_bonus_pays or ()),
        jackpot_pays=tuple(jackpot_pays or ()),
        ante=ante,
        meter=meter,
        reset=reset,
        stake=stake,
        increment=increment,
        players=players,
        boxes=boxes,
        tables=tables,
        magic_every=magic_every,
        lucky_every=lucky_every,
        rounds_per_hour=rounds_per_hour,
        participation=participation,
        strategy=strategy,
    )


def _share(what: str, text: str) -> Fraction:
    try:
        if _SHARE.fullmatch(text):
            return Fraction(text)
    except ZeroDivisionError:
        pass
    raise CannotPrice(f"{what} is a number such as 0.2 or 1/5, not '{text[:20]}'")
