"""Opening a matter: a report that waits for someone who may decide it."""

from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.commands import Report
from croupier.table.evolve import Draft


def open_matter(
    draft: Draft,
    report: Report,
    kind: Irregularity,
    by: Actor,
    *,
    decided_by: Role | None = None,
    box: int | None = None,
) -> None:
    rule = draft.table.rulebook.irregularities[kind]
    failed = kind is Irregularity.JACKPOT_FAILURE
    draft.emit(
        e.MatterOpened(
            draft.table.matters_opened + 1,
            kind,
            decided_by or rule.decided_by,
            by,
            report,
            box,
            linkage.registered_value(draft) if failed else None,
        )
    )
