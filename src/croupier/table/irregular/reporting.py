"""Reports and rulings: who saw what, who may decide it, and what was decided."""

from croupier.refusal import Code, Refused, refuse
from croupier.rulebooks.irregularities import Decision, Irregularity, IrregularityRule, Remedy
from croupier.rulebooks.model import Play
from croupier.rulebooks.terms import Role, Source
from croupier.table import events as e
from croupier.table.commands import Choose, Report, Rule
from croupier.table.decisions import absent_players_decide
from croupier.table.evolve import Draft
from croupier.table.guards import DEALER, demand_staff, option_clause
from croupier.table.irregular.consequences import Case, carry_out
from croupier.table.irregular.exposure import news_of
from croupier.table.irregular.facts import (
    demand_facts,
    demand_timely,
    kind_of,
    specific_kind,
)
from croupier.table.irregular.remedies import assess
from croupier.table.matters import open_matter
from croupier.table.settlement import finish_if_empty, return_share
from croupier.table.state import Closed, Dealt, Idle, Matter, Option, Revealed, Settled, Table


def report(draft: Draft, command: Report) -> None:
    """Take a report: its consequence at once, a matter that waits, or a note for the record.

    Anybody may report; where the reporter may not decide, the report waits.
    """
    table = draft.table
    by = command.by or DEALER
    kind = kind_of(table, command)
    if not demand_timely(table, command, kind):
        draft.emit(e.ReportNoted(command, by))
        _note_misdeal(draft, command)
        return
    kind, facts = specific_kind(table, command, kind)
    rule = table.rulebook.irregularities[kind]
    if kind is Irregularity.JACKPOT_FAILURE and draft.link is None:
        refuse(Code.NO_JACKPOT, "This table is not linked to a jackpot.")
    demand_facts(table, facts, kind)
    news = news_of(table, facts)
    if news is None or (facts.counted == FULL_DECK and kind in _COUNTS):
        draft.emit(e.ReportNoted(facts, by))
        return
    facts = news
    _note_misdeal(draft, command)
    assessment = assess(table, rule, facts)
    needed = decider(rule, assessment.prescribed)
    if assessment.prescribed is None or not by.role.may_act_as(needed):
        open_matter(draft, facts, kind, by, decided_by=needed, box=facts.box)
        return
    decision = assessment.prescribed
    rule = rule_behind(table, kind, decision)
    draft.emit(e.IrregularityDecided(facts, decision, by, cited(rule, decision)))
    carry_out(draft, Case(kind, rule, facts, decision, by, facts.box))


_ON_THE_FACTS = (Decision.RECONSTRUCT, Decision.OPTIONS, Decision.ORDER, Decision.UP_CARD)
_MISDEALS = (Irregularity.MISDEAL, Irregularity.DEALING_ERROR)
_COUNTS = (Irregularity.DECK_COUNT, Irregularity.COUNT_IN_DOUBT)
FULL_DECK = 52


def _note_misdeal(draft: Draft, report: Report) -> None:
    """A hand in the wrong place has been reported; later entries need not wait."""
    current = draft.table.round
    of_this_round = report.round is None or report.round == current.number
    dealt = isinstance(current, Dealt | Revealed | Settled)
    if report.irregularity in _MISDEALS and of_this_round and dealt:
        draft.emit(e.MisdealReported())


def rule_behind(table: Table, kind: Irregularity, decision: Decision) -> IrregularityRule:
    """The rule by which a decision is taken: a further card of the dealer's goes by the rule
    on exposed cards (C15)."""
    rules = table.rulebook.irregularities
    rule = rules[kind]
    if rule.remedy is Remedy.BECOMES_UP_CARD and decision is not Decision.UP_CARD:
        return rules[Irregularity.CARDS_EXPOSED]
    return rule


def decider(rule: IrregularityRule, decision: Decision | None) -> Role:
    """Who may take a decision; another role may let players withdraw (M16)."""
    if decision is Decision.PERMIT_WITHDRAWAL:
        permitted = rule.permit_withdrawal
        return Role.SHIFT_MANAGER if permitted is None else permitted.value
    return rule.decided_by


def _source(rule: IrregularityRule, decision: Decision) -> Source:
    """The part of a rule that applies to a decision."""
    match decision:
        case Decision.CONTINUE | Decision.RECONSTRUCT:
            return rule.goes_on or rule
        case Decision.OPTIONS:
            return rule.options or rule
        case _:
            return rule


def cited(rule: IrregularityRule, decision: Decision) -> tuple[str, ...]:
    """The clauses behind a decision."""
    clauses = _source(rule, decision).clauses
    if decision is Decision.PERMIT_WITHDRAWAL and rule.permit_withdrawal is not None:
        clauses += rule.permit_withdrawal.clauses
    return clauses


def decisions(table: Table, matter: Matter) -> tuple[Decision, ...]:
    """The decisions that an open matter allows now."""
    allowed = _allowed(table, matter)
    if any(one in _ON_THE_FACTS for one in allowed):
        try:
            demand_facts(table, matter.report, matter.irregularity)
        except Refused:
            return tuple(one for one in allowed if one not in _ON_THE_FACTS)
    return allowed


def _allowed(table: Table, matter: Matter) -> tuple[Decision, ...]:
    """Those of its clause, whether the cards still lie as they were reported or not."""
    rule = table.rulebook.irregularities[matter.irregularity]
    allowed = assess(table, rule, matter.report).allowed
    if rule.remedy is Remedy.RETURN_OR_FORFEIT:
        return allowed
    return (*allowed, Decision.DISMISS)


def matter_id(table: Table, matter: Matter) -> str:
    return f"{table.id}/{table.round.number}/{matter.number}"


def rule(draft: Draft, command: Rule) -> None:
    """An official decides an open matter."""
    table = draft.table
    matter = _demand_matter(table, command)
    prescribed = rule_behind(table, matter.irregularity, command.decision)
    permits = command.decision is Decision.PERMIT_WITHDRAWAL
    needed = decider(prescribed, command.decision) if permits else matter.decided_by
    by = demand_staff(command.by, needed, None if permits else _naming(table, prescribed))
    allowed = _allowed(table, matter)
    if command.decision not in allowed:
        refuse(
            Code.DECISION_NOT_ALLOWED,
            f"'{command.decision}' is not possible here; it may be "
            f"{', '.join(decisions(table, matter))}.",
            _prescribed_instead(table, matter, allowed[0]),
        )
    if command.decision in _ON_THE_FACTS:
        demand_facts(table, matter.report, matter.irregularity)  # cards may have moved since
    draft.emit(
        e.MatterDecided(
            matter.number, command.decision, by, command.reason, cited(prescribed, command.decision)
        )
    )
    # Only a matter without a prescribed remedy leaves the choice of a box to the ruling.
    referred = matter.irregularity is Irregularity.OTHER and command.box is not None
    box = command.box if referred else matter.box
    case = Case(
        matter.irregularity,
        prescribed,
        matter.report,
        command.decision,
        by,
        box,
        matter.registered,
    )
    carry_out(draft, case)


def _naming(table: Table, prescribed: IrregularityRule) -> str | None:
    """The clause that says who decides; none where only a reading does (X18, M16)."""
    if not table.rulebook.people.acting.clauses:
        return None
    return (prescribed.named_by or prescribed).clause


def _prescribed_instead(table: Table, matter: Matter, open_to: Decision) -> str | None:
    """The clause that leaves another decision open, and so forbids the one that was given.

    None does where a reading prescribes it, or where the matter is only referred to somebody.
    """
    rule = rule_behind(table, matter.irregularity, open_to)
    referred = rule.remedy in (Remedy.REFER, Remedy.RETURN_OR_FORFEIT)
    if open_to is Decision.DISMISS or referred or rule.clause is None:
        return None
    return _source(rule, open_to).clause


def _demand_matter(table: Table, command: Rule) -> Matter:
    if command.matter is None and len(table.matters) == 1:
        return table.matters[0]
    for matter in table.matters:
        if matter_id(table, matter) == command.matter:
            return matter
    if command.matter is None and table.matters:
        names = ", ".join(matter_id(table, matter) for matter in table.matters)
        refuse(Code.NO_SUCH_MATTER, f"Say which matter: {names} are open.")
    refuse(Code.NO_SUCH_MATTER, "There is no such open matter at this table.")


def choose(draft: Draft, command: Choose) -> None:
    """A player's answer to an option."""
    table = draft.table
    option = _demand_option(table, command)
    by = command.by
    if by is not None and (
        table.settings.enforcing if by.role.is_staff else by.id != option.player
    ):
        refuse(Code.NOT_YOURS, f"The choice is {option.player}'s.", option_clause(table, option))
    withdraw = command.option == "withdraw"
    draft.emit(e.OptionTaken(option.boxes, withdraw, option.player))
    if withdraw:
        for number in option.boxes:
            _give_back(draft, number, option)
        absent_players_decide(draft)  # the next player seated may already have left
        finish_if_empty(draft)


def _give_back(draft: Draft, number: int, option: Option) -> None:
    """What the player still has there; some of it may have been returned since the offer."""
    current = draft.table.round
    assert not isinstance(current, Idle)
    box = current.boxes.get(number)
    share = None if box is None or box.out is not None else box.share_of(option.player)
    if share is not None and share.in_play:
        return_share(draft, number, option.player, option.clauses, by_option=True)


def _final(play: Play, answered: Option) -> str | None:
    """The clause that ends this option, or the one that ends any other (MEGA 5.16.1, 5.6)."""
    own = play.answered_interruption.clause
    return own if own in answered.clauses else play.answered.clause


def _demand_option(table: Table, command: Choose) -> Option:
    """The option that is meant; of a shared box it is the seated player's unless named."""
    current = table.round
    if isinstance(current, Idle):
        refuse(Code.NO_OPTION, "No round is running, so there is nothing to choose.")
    player = command.player
    box = None if command.box is None else current.boxes.get(command.box)
    if player is None and box is not None:
        player = box.seated

    def is_meant(option: Option) -> bool:
        return player == option.player and (command.box is None or command.box in option.boxes)

    open_to = [option for option in current.options if is_meant(option)]
    if not open_to:
        answered = [option for option in current.answered if is_meant(option)]
        if answered:
            clause = _final(table.rulebook.play, answered[-1])
            refuse(Code.NO_OPTION, "A player who has chosen may not choose again.", clause)
        late = command.option == "withdraw" and isinstance(current, Closed | Dealt | Revealed)
        refuse(
            Code.NO_OPTION,
            "No choice was offered there; wagers stay as they are.",
            table.rulebook.betting.late_withdrawal.clause if late else None,
        )
    if len(open_to) > 1:
        refuse(Code.FACT_MISSING, "Several choices are open: say for which box.")
    return open_to[0]
