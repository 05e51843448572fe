"""MLP: the title; the document has no approval paragraph."""

from datetime import UTC, datetime

import pytest

from croupier.books import UnknownRulebook, find_rulebook
from croupier.table.events import BetsOpened
from tests.clauses.resorts_world.games import MLP


@pytest.mark.clause("MLP title")
def test_title_multi_link_progressive_casino_stud_poker_of_rws_version_2() -> None:
    rulebook = find_rulebook("multi-link-stud")
    assert rulebook.name == "Multi-Link Progressive Casino Stud Poker"
    assert rulebook.operator == "Resorts World at Sentosa"
    assert rulebook.edition == 2
    # 08:00 in Singapore is midnight in Greenwich.
    assert rulebook.effective == datetime(2020, 6, 28, 0, 0, tzinfo=UTC)
    assert "Approval" not in rulebook.notes
    shown = [MLP.told(subject) for subject in ("Game", "Operator", "Edition", "In force from")]
    assert [fact.value for fact in shown] == [
        *("Multi-Link Progressive Casino Stud Poker", "Resorts World at Sentosa"),
        *("version 2", "28 June 2020, 08:00"),
    ]
    assert {fact.clauses for fact in shown} == {("MLP title",)}


@pytest.mark.clause("MLP title")
def test_title_every_round_is_stamped_with_the_edition() -> None:
    t = MLP.house().open()
    [opened] = t.events_of(BetsOpened)
    assert opened.edition == "multi-link-stud@2"
    assert find_rulebook("multi-link-stud@2") is find_rulebook("multi-link-stud")
    for other in ("multi-link-stud@1", "multi-link-stud@6"):
        with pytest.raises(UnknownRulebook, match="multi-link-stud@2"):
            find_rulebook(other)
