"""A rule acts: whichever is changed, some event, refusal or figure changes with it."""

import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.rulebooks.consistency import contradictions
from croupier.rulebooks.irregularities import Remedy
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import BadSetting, TableSettings
from tests.rulebooks.flipping.battery import changed
from tests.rulebooks.flipping.rules import Rule, rules_of

*OTHERS, FIRST = RULEBOOKS


@pytest.mark.parametrize(
    "slug", [FIRST, *(pytest.param(slug, marks=pytest.mark.slow) for slug in OTHERS)]
)
def test_every_rule_acts(slug: str) -> None:
    idle = [rule.name for rule in rules_of(RULEBOOKS[slug]) if not acts(slug, rule)]
    assert idle == []


def acts(slug: str, rule: Rule) -> bool:
    """Whether each other value changes something.

    One is enough where the rule is absent here, since what it would be is taken from another
    rulebook, and for a remedy, since some come to the same for the facts of one report.
    """
    enough = any if rule.value is None or isinstance(rule.value, Remedy) else all
    return enough(changed(slug, flip) is not None for flip in rule.flips())


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_walk_finds_the_rules_of_every_section(slug: str) -> None:
    found = {rule.name for rule in rules_of(RULEBOOKS[slug])}
    assert {
        "layout.boxes_max",
        "layout.areas",
        "hands",
        "betting.opens",
        "betting.proxy",
        "dealing.patterns.shoe",
        "stay.multiple",
        "fold.keeps_jackpot",
        "play.announce_hand",
        "main.qualifies",
        "main.pays.odds.pair",
        "main.unrevealed",
        "jackpot.needs_ante",
        "jackpot.rows.0.prize.percent",
        "people.absent",
        "irregularities.foreign_card.remedy",
        "envy",
    } <= found
    assert not [name for name in found if "note" in name.split(".")]


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_a_rulebook_does_not_contradict_itself(slug: str) -> None:
    assert contradictions(RULEBOOKS[slug]) == ()


def test_a_table_does_not_run_a_rulebook_that_contradicts_itself() -> None:
    book = RULEBOOKS["casino-stud"]
    ante_only = structs.replace(book.layout.areas, value=book.layout.areas.value[:1])
    torn: Rulebook = structs.replace(book, layout=structs.replace(book.layout, areas=ante_only))
    with pytest.raises(BadSetting, match="rulebook: The layout needs an area for the bet"):
        TableSettings(rulebook=torn)
