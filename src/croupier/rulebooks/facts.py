"""A rulebook in sentences: every rule as one fact with the clauses that give it.

A rulebook page lists its facts; two rulebooks differ in the facts whose words differ. The
words of a rule come from its value, so a what-if or another reading has its own facts; the
notes of a section follow its rules.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from croupier.money import dollars
from croupier.ranking import HandClass
from croupier.rulebooks.irregularities import IrregularityRule, Remedy
from croupier.rulebooks.model import Absence, Rulebook, Unrevealed
from croupier.rulebooks.progressive import EnvySeated, FixedSum, JackpotRow, MeterShare, ToOne
from croupier.rulebooks.terms import Note, Role, Source
from croupier.rulebooks.wagers import Backed, PayTable, WagerKind


class Fact(Struct, frozen=True):
    """One rule in words, with the clauses that say so or the reading that fills a silence."""

    section: str
    subject: str
    value: str
    clauses: tuple[str, ...] = ()
    reading: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What the fact is about, the same in every rulebook."""
        return self.section, self.subject


class Difference(Struct, frozen=True):
    """A fact that two rulebooks do not share; one of them may be silent on it."""

    section: str
    subject: str
    left: Fact | None
    right: Fact | None


def identity(rulebook: Rulebook) -> dict[str, str | int]:
    """The name of a rulebook, its operator and its effective date."""
    return {
        "rulebook": rulebook.slug,
        "name": rulebook.name,
        "document": rulebook.document,
        "operator": rulebook.operator,
        "edition": rulebook.edition,
        "effective": rulebook.effective.isoformat(),
    }


def facts(rulebook: Rulebook) -> tuple[Fact, ...]:
    """Everything that the rulebook says, in the order in which a reader would look for it."""
    return tuple(
        Fact(section, subject, value, source.clauses, source.reading)
        for section, told in _SECTIONS.items()
        for subject, value, source in told(rulebook)
    )


def differences(left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    """The facts whose words differ, or that only one has; clause numbers do not count."""
    mine = {fact.key: fact for fact in facts(left)}
    theirs = {fact.key: fact for fact in facts(right)}
    told = [
        Difference(*key, mine.get(key), theirs.get(key))
        for key in (*mine, *(key for key in theirs if key not in mine))
        if key not in mine or key not in theirs or mine[key].value != theirs[key].value
    ]
    places = list(_SECTIONS)
    return tuple(sorted(told, key=lambda one: places.index(one.section)))


Told = Iterator[tuple[str, str, Source]]
"""Subject, words and source of each fact of a section."""


def _joined(*sources: Source, reading: str | None = None) -> Source:
    """Several sources as one, each clause once."""
    clauses = dict.fromkeys(clause for source in sources for clause in source.clauses)
    readings = [source.reading for source in sources if source.reading is not None]
    return Source(None, tuple(clauses), reading or (readings[0] if readings else None))


def _noted(notes: Mapping[str, Note], *subjects: str) -> Told:
    """The notes on these subjects, or all of them."""
    for subject in subjects or notes:
        if subject in notes:
            yield subject, notes[subject].text, notes[subject]


def _yes(value: Any, yes: str, no: str) -> str:
    return yes if value else no


def _wager(kind: str) -> str:
    return kind.replace("_", " ")


def _wagers(kinds: tuple[str, ...], last: str = "and") -> str:
    names = [_wager(kind) for kind in kinds]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def _identity(rulebook: Rulebook) -> Told:
    title = Source(f"{rulebook.document} title")
    effective = rulebook.effective
    clock = f", {effective:%H:%M}" if effective.hour else ""
    yield "Game", rulebook.name, title
    yield "Document", rulebook.document, title
    yield "Operator", rulebook.operator, title
    yield "Edition", f"version {rulebook.edition}", title
    yield "In force from", f"{effective.day} {effective:%B %Y}{clock}", title
    yield from _noted(rulebook.notes, "Approval", "Aim")


def _table(rulebook: Rulebook) -> Told:
    layout = rulebook.layout
    yield from _noted(rulebook.notes, "Cards")
    counted = (
        layout.boxes if layout.boxes.clause is None else _joined(layout.boxes, layout.drawings)
    )
    yield "Boxes", f"{layout.boxes_min} to {layout.boxes_max}, as the house sets", counted
    named: dict[tuple[int, int], list[str]] = {}
    for name, limits in layout.named.items():
        named.setdefault(limits, []).append(name)
    words = [f"{', '.join(names)}: {low} to {high} boxes" for (low, high), names in named.items()]
    drawn = _joined(layout.drawings, reading=layout.boxes.reading)
    if words:
        yield "Layouts", "; ".join(words), drawn
    yield "Areas of a box", _wagers(layout.areas.value), layout.areas


_TOLD_BEFORE = {"Approval", "Aim", "Cards"}


def _hands(rulebook: Rulebook) -> Told:
    yield "Cards of a hand", str(rulebook.hands.size), rulebook.dealing.cards
    for place, hand in enumerate(reversed(rulebook.hands.classes), start=1):
        yield f"Rank {place}", hand.label, Source(rulebook.hand_clauses.get(hand))
    left = [subject for subject in rulebook.notes if subject not in _TOLD_BEFORE]
    yield from _noted(rulebook.notes, *left)


def _betting(rulebook: Rulebook) -> Told:
    rules = rulebook.betting
    alone = [name for name, side in rulebook.side_wagers.items() if side.alone.value]
    yield "Takes part with", _wagers((WagerKind.ANTE, *alone), "or"), rules.entry
    for name, side in rulebook.side_wagers.items():
        if side.hand.value is not Backed.PLAYER:
            yield f"{_wager(name).capitalize()} is on", side.hand.value.value, side.hand
        if not side.alone.value:
            yield f"{_wager(name).capitalize()}", "needs an ante", side.alone
    yield "To have a hand to decide", "an ante", rules.ante_to_decide
    yield "Under the minimum", rules.under_minimum.value.value, rules.under_minimum
    shared = rules.shared_boxes
    alone_words = _yes(shared.value, "others may join in", "takes no other player's wager")
    yield "A player's box", alone_words, rules.own_box
    several_words = _yes(shared.value, "several may fund one box, pro rata", "one only")
    yield "Players on one box", several_words, shared
    yield "Who decides a box", "the player seated there", rules.decides
    boxes = rules.boxes_per_player
    several = "any number that is free" if boxes.value is None else f"at most {boxes.value}"
    yield "Boxes of one player", several, boxes
    yield "Hands a player may look at", _looks(rules.views_per_player.value), rules.views_per_player
    yield "Wager after the close", "refused", rules.late_wager
    yield "Withdrawal after the close", rules.late_withdrawal.value.value, rules.late_withdrawal
    lowest = "staff" if rules.proxy.value is Role.DEALER else _or_above(rules.proxy.value)
    yield "Who may bet for a player", f"{lowest}, when asked", rules.proxy
    yield from _noted(rules.notes)


def _looks(most: int | None) -> str:
    match most:
        case None:
            return "each of their own"
        case 1:
            return "one of them; the others play blind"
        case _:
            return f"{most} of them; the others play blind"


def _or_above(role: Role) -> str:
    return f"{role.label} or above"


def _decisions(rulebook: Rulebook) -> Told:
    stay, fold = rulebook.stay, rulebook.fold
    yield "The choice", f"{_wager(stay.wager)} or fold", rulebook.play.decision
    times = "equal to" if stay.multiple == 1 else f"exactly {stay.multiple} times"
    yield "To stay in", f"a {_wager(stay.wager)} {times} the ante", stay.size
    words = "the excess goes back; a short one plays as it lies"
    yield "Of another size", words, _joined(stay.over, stay.short)
    yield "Fold", "the ante is lost", fold.loses_ante
    if fold.keeps_jackpot is not None:
        yield "Fold: jackpot wager", _kept(fold.keeps_jackpot.value), fold.keeps_jackpot
    for name, side in rulebook.side_wagers.items():
        yield f"Fold: {_wager(name)}", _kept(side.kept_on_fold.value), side.kept_on_fold


def _kept(kept: bool) -> str:
    return _yes(kept, "stays in and can win", "is lost")


def _course(rulebook: Rulebook) -> Told:
    betting, dealing, play = rulebook.betting, rulebook.dealing, rulebook.play
    yield "Opening call", f'"{betting.opens.value}"', betting.opens
    yield "Closing call", f'"{betting.closes.value}"', betting.closes
    for device, pattern in dealing.patterns.items():
        yield f"Deal from a {device.value}", pattern.value.value, pattern
    burn = _yes(dealing.burn.value, "one, before a deal from a shoe", "none")
    yield "Burnt card", burn, dealing.burn
    up_card = _yes(dealing.up_card.value, "the last one dealt", "none")
    yield "Dealer's card face up", up_card, dealing.up_card
    if betting.one_view_notice is not None:
        yield "Notice on several boxes", betting.one_view_notice.value, betting.one_view_notice
    if betting.proxy_notice is not None:
        yield "Notice on a wager placed by staff", betting.proxy_notice.value, betting.proxy_notice
    yield "Dealer's hand is opened", "once every hand is decided", play.reveal
    if play.announce_hand.value:
        yield "Called at the reveal", "the value of the dealer's hand", play.announce_hand
    if play.announce_no_hand is not None:
        yield "Called when not qualified", f'"{play.announce_no_hand.value}"', play.announce_no_hand
    if play.announce_stand_off is not None:
        yield "Called at a tie", f'"{play.announce_stand_off.value}"', play.announce_stand_off
    yield "The round ends", "when every wager is settled", play.round_ends
    final = _joined(play.answered_interruption, play.answered)
    yield "Who has chosen to go on", "may not choose again", final
    yield "Error found in a later round", "earlier results stand", play.earlier_rounds_stand
    yield from _noted(play.notes)


def _settlement(rulebook: Rulebook) -> Told:
    main = rulebook.main
    stay = _wager(rulebook.stay.wager)
    yield "Dealer qualifies with", rulebook.qualifying_hand, main.qualifies
    yield "Not qualified: ante", "1 to 1, unless folded", main.no_hand_ante
    yield "Not qualified: stay-in wager", "returned", main.no_hand_stay
    yield "Compared", "with every hand still in, once qualified", rulebook.play.comparison
    yield "Player higher: ante", "1 to 1", _joined(main.win, main.win_ante)
    pays = _yes(len(set(main.pays.odds.values())) > 1, "by the class of the hand", "1 to 1")
    paid_by = _joined(main.win, Source(main.pays.clause))
    yield "Player higher: stay-in wager", pays, paid_by
    yield "Player lower", f"ante and {stay} are lost", main.lose
    yield "Tie", f"stand-off: ante and {stay} go back", main.stand_off
    if main.payout_max is not None:
        most = f"{dollars(main.payout_max.value)} a box"
        yield "Most that the stay-in wager wins", most, main.payout_max
    if main.unrevealed is not None:
        yield from _unrevealed(main.unrevealed)
    yield from _noted(main.notes)


def _unrevealed(rules: Unrevealed) -> Told:
    loses = rules.loses_to_no_hand
    paid = _yes(loses.value, "ante lost, stay-in wager returned", "paid like any other")
    yield "Hand not shown, dealer not qualified", paid, loses
    survives = rules.claim_survives
    words = "no jackpot" + _yes(survives.value, ", unless it is shown before the settlement", "")
    shown_later = _joined(rules.jackpot, reading=survives.reading)
    yield "Hand not shown: jackpot wager", words, shown_later
    if rules.seen_by is not None:
        yield "May look at a hand not shown", _or_above(rules.seen_by.value), rules.seen_by


def _pay_tables(rulebook: Rulebook) -> Told:
    named: tuple[tuple[str, PayTable | None], ...] = (
        (_wager(rulebook.stay.wager).capitalize(), rulebook.main.pays),
        *((_wager(name).capitalize(), side.pays) for name, side in rulebook.side_wagers.items()),
        ("Ante bonus", rulebook.ante_bonus),
    )
    for name, table in named:
        if table is not None:
            for clause, classes in _rows(table).items():
                hands = _group(classes, rulebook)
                yield f"{name}: {hands}", f"{table.odds[classes[0]]} to 1", Source(clause)


def _rows(table: PayTable) -> Mapping[str, list[HandClass]]:
    """The classes of each row; some rows cover several."""
    rows: dict[str, list[HandClass]] = {}
    for hand, clause in table.clauses.items():
        rows.setdefault(clause, []).append(hand)
    return rows


def _group(classes: list[HandClass], rulebook: Rulebook) -> str:
    order = rulebook.hands.classes
    if len(classes) == len(order):
        return "any winning hand"
    if len(classes) > 1 and order[0] in classes:
        return f"{max(classes, key=order.index).label} or less"
    return " or ".join(hand.label for hand in classes)


def prize_words(row: JackpotRow) -> str:
    """`10 % of the meter`, `$500`."""
    match row.prize:
        case MeterShare(percent=percent):
            return f"{percent} % of the meter"
        case FixedSum(amount=amount):
            return f"${dollars(amount)}"
        case prize:
            return f"{prize.odds} to 1, stake returned"


def _jackpot(rulebook: Rulebook) -> Told:
    rules = rulebook.jackpot
    if rules is None:
        return
    hands = {WagerKind.JACKPOT: "own hand", WagerKind.DEALER_JACKPOT: "the dealer's hand"}
    targets = " and ".join(hands[target] for target in rules.targets.value)
    yield "Rides on", targets, rules.targets
    yield "Stake", rules.stake.value.value, rules.stake
    yield "Needs an ante", _yes(rules.needs_ante.value, "yes", "no"), rules.needs_ante
    moment = _yes(rules.no_ante_returned_at_close.value, "the close", "the end of the round")
    yield "Without an ante", f"returned at {moment}", rules.no_ante_returned_at_close
    once = _yes(rules.second_refused.value, "one on each target", "may be added to")
    yield "Wagers of a box", once, rules.second_refused
    yield "Whose box", "not on another player's box", rules.others_box
    for row in rules.rows:
        stake_back = "X4" if isinstance(row.prize, ToOne) else None
        yield f"Prize: {row.name}", prize_words(row), Source(row.clause, reading=stake_back)
    yield from _side_prizes(rulebook)
    yield "Several winners at a table", rules.sharing.value.value, rules.sharing
    order = _yes(rules.lower_first.value, "paid before the whole meter", "paid in their turn")
    yield "Lower hands beside the top prize", order, rules.lower_first
    yield "Winners at different tables", f"{rules.order.value.value} is paid first", rules.order
    if rules.house_order.value:
        yield "The House may fix the order", "yes, conclusively", rules.house_order
    paid_by = _joined(Source(rules.either_way.no_hand), Source(rules.either_way.hand))
    yield "Result against the dealer", "never matters to the prize", paid_by
    if rules.claim_is_entry.value:
        yield "A claim", "enters the hand, and is priced at once", rules.claim_is_entry
    yield from _noted(rules.notes)


def _side_prizes(rulebook: Rulebook) -> Told:
    for row in rulebook.progressive.rows:
        if row.envy is not None:
            yield f"Envy bonus: {row.name}", f"${dollars(row.envy.value)}", row.envy
    envy = rulebook.envy
    if envy is not None:
        gone = _yes(envy.seated.value is EnvySeated.ALL, "too", "gets none")
        yield "Envy bonus: who has left", gone, envy.seated
        yield "Envy bonus of one player", envy.per.value.value, envy.per
        yield from _noted(envy.notes)
    draws = rulebook.draws
    if draws is not None:
        words = f"{draws.magic_card.value} to 1, in the hand that the wager backs"
        yield "Magic card", words, _joined(draws.magic_card, draws.magic_card_dealer)
        yield "Lucky player", f"{draws.lucky_player.value} to 1", draws.lucky_player
        yield "Lucky dealer", f"{draws.lucky_dealer.value} to 1", draws.lucky_dealer


def _irregularities(rulebook: Rulebook) -> Told:
    for kind, rule in rulebook.irregularities.items():
        cited = (
            *(rule, rule.none_viewed, rule.goes_on, rule.options),
            *(rule.stays_valid, rule.permit_withdrawal),
        )
        # If a document names no official, a reading says who decides (X18).
        reading = rule.reading or rulebook.people.acting.reading
        told = _joined(*(source for source in cited if source is not None), reading=reading)
        yield kind.value.replace("_", " "), _remedy(rule), told


def _remedy(rule: IrregularityRule) -> str:
    words = rule.remedy.value
    if rule.remedy is Remedy.REFER:
        return f"the {rule.decided_by.label} decides"
    words += f" ({rule.decided_by.label})"
    if rule.permit_withdrawal is not None:
        words += f"; others may be let withdraw ({rule.permit_withdrawal.value.label})"
    return words


def _people(rulebook: Rulebook) -> Told:
    people, keeps = rulebook.people, rulebook.fold.keeps_jackpot
    folded = "counts as folded"
    if keeps is not None:
        folded += ", the jackpot wager " + _yes(keeps.value, "stays in", "is lost")
    words = {
        Absence.FOLD: folded,
        Absence.RETURN: "the hand is out, its wagers go back",
        Absence.REFER: "an official decides",
    }
    absent = {"Absent, undecided": people.absent}
    if people.absent_after_view.value is not people.absent.value:
        absent["Absent after looking, undecided"] = people.absent_after_view
    for subject, rule in absent.items():
        also = keeps.clauses if keeps is not None and rule.value is Absence.FOLD else ()
        yield subject, words[rule.value], Source(None, rule.clauses + also, rule.reading)
    for subject, power in (
        ("May restrict a player to one box", people.restrict),
        ("May stop a player with several hands", people.stop_action),
        ("May bar a player", people.bar),
    ):
        if power is not None:
            yield subject, power.value.label, power
    yield from _noted(people.notes)


_SECTIONS = {
    "Identity": _identity,
    "Table": _table,
    "Hands": _hands,
    "Wagers": _betting,
    "Course of a round": _course,
    "Decisions": _decisions,
    "Settlement": _settlement,
    "Pay tables": _pay_tables,
    "Jackpot": _jackpot,
    "Irregularities": _irregularities,
    "People": _people,
}
