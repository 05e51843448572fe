"""The five rulebooks, and what a house may set around them."""

from collections.abc import Mapping

from croupier.rulebooks.casino_stud import CASINO_STUD
from croupier.rulebooks.megalink_stud import MEGALINK_STUD
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.multi_link_stud import MULTI_LINK_STUD
from croupier.rulebooks.singapore_stud import SINGAPORE_STUD
from croupier.rulebooks.three_card_poker import THREE_CARD_POKER

RULEBOOKS: Mapping[str, Rulebook] = {
    rulebook.slug: rulebook
    for rulebook in (
        SINGAPORE_STUD,
        CASINO_STUD,
        MEGALINK_STUD,
        MULTI_LINK_STUD,
        THREE_CARD_POKER,
    )
}


class UnknownRulebook(ValueError):
    """No rulebook of that name, or not in that edition."""


def find_rulebook(name: str) -> Rulebook:
    """The rulebook called `casino-stud`, or `casino-stud@6` with its edition."""
    slug, at, edition = name.partition("@")
    rulebook = RULEBOOKS.get(slug)
    if rulebook is None:
        known = ", ".join(RULEBOOKS)
        raise UnknownRulebook(f"there is no rulebook '{slug}'; there are {known}")
    if at and edition != str(rulebook.edition):
        raise UnknownRulebook(
            f"{slug} has no edition '{edition}'; the one here is {rulebook.edition_name}"
        )
    return rulebook
