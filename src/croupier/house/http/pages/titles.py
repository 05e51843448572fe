"""What each address is called: for the window, for a preview of a link, and whether it is there."""

from msgspec import Struct

from croupier.books import find_edition
from croupier.house.app.house import House
from croupier.money import dollars
from croupier.rulebooks.file.checking import UnknownRulebook

APP = "Croupier"
LEAD = "House-banked casino poker, played to the letter of the approved rules."


class About(Struct, frozen=True):
    """A page in words; the title is empty for the house itself."""

    title: str
    description: str = LEAD

    @property
    def whole_title(self) -> str:
        return f"{self.title} · {APP}" if self.title else APP


NOWHERE = About("There is no such page", "The address may be mistyped, or the page was moved.")
_PLAIN = {
    "": About("Tables"),
    "pit": About("Pit"),
    "cage": About("Cage"),
    "admin": About("Administration"),
    "audit": About("Audit"),
    "sign": About("Jackpots", "The meters of the progressive jackpots, as they grow."),
    "odds": About("Odds", "The exact odds of every wager, by counting every possible deal."),
    "book": About("The book", "The rules that the tables run, clause by clause."),
    "train": About("Learn", "Practise the decisions; each is graded by its exact cost."),
    "school": About("School", "Exercises for dealers and supervisors, answered by the rules."),
    "log": About("The log", "Hold the house to its log: keep its end, and compare."),
    "shuffle": About("The shuffle", "How cards are shuffled, and how to check it yourself."),
    "me": About("Account"),
    "login": About("Sign in"),
}
_OF_BOOK = {"differences", "coverage", "clause"}


async def about(house: House, path: str) -> About | None:
    """What is at an address; None if nothing is."""
    parts = path.strip("/").split("/")
    match parts:
        case [name] if name in _PLAIN:
            return _PLAIN[name]
        case ["table" | "deal", table]:
            return await _table(house, table)
        case ["audit", table, number] if number.isdecimal():
            return About(f"{table}, round {number}")
        case ["sign", jackpot] if jackpot in house.handler.streams.jackpots():
            return About(jackpot, _PLAIN["sign"].description)
        case ["odds" | "book" | "train" as part, "table"]:
            return _PLAIN[part]
        case ["book", part] if part in _OF_BOOK:
            return _PLAIN["book"]
        case ["odds" | "book" | "train" as part, rulebook]:
            return _rulebook(_PLAIN[part], rulebook)
        case _:
            return None


async def _table(house: House, name: str) -> About | None:
    if name not in house.handler.streams.tables():
        return None
    state = (await house.handler.streams.table(name)).stored
    ante, game = state.game.settings.ante, state.game.rulebook.title
    money = "play money" if state.practice else "real money"
    return About(
        f"{name} · {game}",
        f"{game} for {money}, ante ${dollars(ante.minimum)} to ${dollars(ante.maximum)}.",
    )


def _rulebook(part: About, name: str) -> About | None:
    try:
        found = find_edition(name)
    except UnknownRulebook:
        return None
    return About(f"{part.title} · {found.title}", part.description)
