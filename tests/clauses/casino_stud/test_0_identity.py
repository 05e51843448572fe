"""CSP: title and approval."""

from datetime import UTC, datetime

import pytest

from croupier.books import UnknownRulebook, find_rulebook
from croupier.rulebooks.clauses import find
from croupier.table.events import BetsOpened
from tests.clauses.resorts_world.games import CSP


@pytest.mark.clause("CSP title")
def test_title_casino_stud_poker_of_rws_version_6() -> None:
    rulebook = find_rulebook("casino-stud")
    assert rulebook.name == "Casino Stud Poker"
    assert rulebook.operator == "Resorts World at Sentosa"
    assert rulebook.edition == 6
    # 08:00 in Singapore is midnight in Greenwich.
    assert rulebook.effective == datetime(2020, 6, 28, 0, 0, tzinfo=UTC)
    assert rulebook.effective.isoformat() == "2020-06-28T08:00:00+08:00"
    shown = [CSP.told(subject) for subject in ("Game", "Operator", "Edition", "In force from")]
    assert [fact.value for fact in shown] == [
        *("Casino Stud Poker", "Resorts World at Sentosa"),
        *("version 6", "28 June 2020, 08:00"),
    ]
    assert {fact.clauses for fact in shown} == {("CSP title",)}


@pytest.mark.clause("CSP title")
def test_title_every_round_is_stamped_with_the_edition() -> None:
    t = CSP.house().open()
    [opened] = t.events_of(BetsOpened)
    assert opened.edition == "casino-stud@6"
    assert find_rulebook("casino-stud@6") is find_rulebook("casino-stud")
    for other in ("casino-stud@5", "casino-stud@7"):
        with pytest.raises(UnknownRulebook, match="casino-stud@6"):
            find_rulebook(other)


@pytest.mark.clause("CSP approval")
def test_approval_authority_act_and_section() -> None:
    approval = CSP.told("Approval")
    assert "Gambling Regulatory Authority" in approval.value
    assert "Casino Control Act 2006" in approval.value
    assert "100(1)" in approval.value
    assert approval.clauses == ("CSP approval",)
    assert "RWS" in find("CSP approval").gist
