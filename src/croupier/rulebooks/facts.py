"""A rulebook told in sentences: every rule as one fact with the clauses that give it.

A rulebook page lists its facts; what really differs between two rulebooks is the
facts whose words differ. The words come from the values of the rulebook, so a
what-if or another reading tells its own facts.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from croupier.money import dollars
from croupier.ranking import HandClass
from croupier.rulebooks.irregularities import Irregularity, IrregularityRule, Remedy
from croupier.rulebooks.model import (
    Absence,
    Cited,
    EnvySeated,
    FixedSum,
    JackpotRow,
    MeterShare,
    PayTable,
    Rulebook,
    ToOne,
    WagerKind,
)


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
    """What a rulebook is called, whose it is and since when it holds."""
    return {
        "rulebook": rulebook.slug,
        "name": rulebook.name,
        "document": rulebook.document,
        "operator": rulebook.operator,
        "edition": rulebook.edition,
        "effective": rulebook.effective.isoformat(),
    }


def facts(rulebook: Rulebook) -> tuple[Fact, ...]:
    """Everything that the rulebook says, in the order in which a person would ask."""
    return tuple(
        Fact(section, subject, value, *_cited(source))
        for section, told in _SECTIONS.items()
        for subject, value, source in told(rulebook)
    )


def differences(left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    """The facts whose words differ, or that only one has; a clause number is no difference."""
    mine = {fact.key: fact for fact in facts(left)}
    theirs = {fact.key: fact for fact in facts(right)}
    told = [
        Difference(*key, mine.get(key), theirs.get(key))
        for key in (*mine, *(key for key in theirs if key not in mine))
        if key not in mine or key not in theirs or mine[key].value != theirs[key].value
    ]
    places = list(_SECTIONS)
    return tuple(sorted(told, key=lambda one: places.index(one.section)))


Source = Cited[Any] | tuple[str, ...]
Told = Iterator[tuple[str, str, Source]]
"""Subject, words and source of each fact of a section."""


def _cited(source: Source) -> tuple[tuple[str, ...], str | None]:
    if isinstance(source, Cited):
        return source.clauses, source.reading
    return source, None


def _yes(value: Any, yes: str, no: str) -> str:
    return yes if value else no


def _wager(kind: WagerKind) -> str:
    return kind.value.replace("_", " ")


def _wagers(kinds: tuple[WagerKind, ...], last: str = "and") -> str:
    names = [_wager(kind) for kind in kinds]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def _identity(rulebook: Rulebook) -> Told:
    title = (f"{rulebook.document} title",)
    effective = rulebook.effective
    clock = f", {effective:%H:%M}" if effective.hour else ""
    yield "Game", rulebook.name, title
    yield "Document", rulebook.document, title
    yield "Operator", rulebook.operator, title
    yield "Edition", f"version {rulebook.edition}", title
    yield "In force from", f"{effective.day} {effective:%B %Y}{clock}", title
    if rulebook.approval is not None:
        yield "Approval", rulebook.approval.value, rulebook.approval
    yield "Aim", rulebook.aim.value, rulebook.aim


def _table(rulebook: Rulebook) -> Told:
    layout = rulebook.layout
    yield "Cards", rulebook.deck.value, rulebook.deck
    drawings = tuple(clause for clause in layout.clauses if _is_drawing(clause))
    stated = tuple(clause for clause in layout.clauses if not _is_drawing(clause))
    counted_by = stated if layout.boxes_reading else (*stated, *drawings)
    boxes = Cited("", counted_by, layout.boxes_reading)
    yield "Boxes", f"{layout.boxes_min} to {layout.boxes_max}, as the house sets", boxes
    named: dict[tuple[int, int], list[str]] = {}
    for name, limits in layout.named.items():
        named.setdefault(limits, []).append(name)
    words = [f"{', '.join(names)}: {low} to {high} boxes" for (low, high), names in named.items()]
    yield "Layouts", "; ".join(words), Cited("", drawings, layout.boxes_reading)
    yield "Areas of a box", _wagers(layout.areas.value), layout.areas


def _is_drawing(clause: str) -> bool:
    return clause.partition(" ")[2].startswith(("appendix", "diagram"))


def _hands(rulebook: Rulebook) -> Told:
    dealing = rulebook.dealing
    yield "Cards of a hand", str(dealing.cards.value), dealing.cards
    for place, hand in enumerate(reversed(rulebook.hands.classes), start=1):
        yield f"Rank {place}", hand.label, (rulebook.hand_clauses[hand],)
    yield "Order of cards", rulebook.card_order.value, rulebook.card_order
    yield "Low ace", rulebook.low_ace.value, rulebook.low_ace
    yield "Equal classes", rulebook.tie_break.value, rulebook.tie_break


def _betting(rulebook: Rulebook) -> Told:
    rules = rulebook.betting
    yield "Takes part with", _wagers(rules.entry.value, "or"), rules.entry
    yield "To have a hand to decide", "an ante", rules.ante_to_decide
    yield "Limits", rules.limits.value, rules.limits
    shown = _yes(rules.limits_shown.value, "shown at the table", "not shown")
    yield "Limits and stakes", shown, rules.limits_shown
    yield "Over the maximum", rules.over_maximum.value, rules.over_maximum
    yield "Under the minimum", rules.under_minimum.value.value, rules.under_minimum
    alone = _yes(rules.own_box.value, "takes no other player's wager", "others may join in")
    yield "A player's box", alone, rules.own_box
    shared = _yes(rules.shared_boxes.value, "several may fund one box, pro rata", "one only")
    yield "Players on one box", shared, rules.shared_boxes
    yield "Who decides a box", "the player seated there", rules.decides
    boxes = rules.boxes_per_player
    several = "any number that is free" if boxes.value is None else f"at most {boxes.value}"
    yield "Boxes of one player", several, boxes
    views = rules.views_per_player
    looks = "each of their own" if views.value is None else "one of them; the others play blind"
    yield "Hands a player may look at", looks, views
    yield "Wager after the close", rules.late_wager.value, rules.late_wager
    yield "Withdrawal after the close", rules.late_withdrawal.value, rules.late_withdrawal
    yield "Who may bet for a player", rules.proxy.value, rules.proxy
    yield "What position counts", rules.position.value, rules.position


def _decisions(rulebook: Rulebook) -> Told:
    stay, fold = rulebook.stay, rulebook.fold
    yield "The choice", f"{_wager(stay.wager)} or fold", rulebook.play.decision
    times = "equal to" if stay.multiple == 1 else f"exactly {stay.multiple} times"
    yield "To stay in", f"a {_wager(stay.wager)} {times} the ante", stay.clauses
    yield "Of another size", stay.wrong_size.value, stay.wrong_size
    yield "Fold", "the ante is lost", fold.clauses
    kept = _yes(fold.keeps_jackpot.value, "stays in and can win", "is lost")
    yield "Fold: jackpot wager", kept, fold.keeps_jackpot
    if fold.keeps_pair_plus is not None:
        kept = _yes(fold.keeps_pair_plus.value, "stays in and can win", "is lost")
        yield "Fold: pair plus", kept, fold.keeps_pair_plus
    under = rulebook.play.cards_under_stake
    if under is not None:
        yield "Cards of a hand that stays in", f"face down under the {_wager(stay.wager)}", under


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
    yield "Dealer's hand is opened", "once every hand is decided", play.reveal
    if play.announce_hand is not None:
        yield "Called at the reveal", "the value of the dealer's hand", play.announce_hand
    if play.announce_no_hand is not None:
        yield "Called when not qualified", f'"{play.announce_no_hand.value}"', play.announce_no_hand
    if play.announce_stand_off is not None:
        yield "Called at a tie", f'"{play.announce_stand_off.value}"', play.announce_stand_off
    yield "The round ends", "when every wager is settled", play.round_ends
    void = play.void_returns or Cited("", (), "X1")
    yield "A void round", "every wager goes back; nothing is won or lost", void
    reading = rulebook.irregularities[Irregularity.TECHNICAL_INTERRUPTION].reading
    final = play.options_final or Cited("", (), reading)
    yield "Who has chosen to go on", "may not choose again", final
    stand = Cited("", play.earlier_rounds_stand, play.earlier_rounds_reading)
    yield "Error found in a later round", "earlier results stand", stand


def _settlement(rulebook: Rulebook) -> Told:
    main = rulebook.main
    stay = _wager(rulebook.stay.wager)
    yield "Dealer qualifies with", main.qualifies.value.text, main.qualifies
    ante = Cited("", main.no_hand_ante, main.no_hand_ante_reading)
    yield "Not qualified: ante", "1 to 1, unless folded", ante
    back = Cited("", main.no_hand_stay, main.no_hand_stay_reading)
    yield "Not qualified: stay-in wager", "returned", back
    yield "Compared", "with every hand still in, once qualified", rulebook.play.comparison
    yield "Player higher: ante", "1 to 1", main.win + main.win_ante
    pays = _yes(len(set(main.pays.odds.values())) > 1, "by the class of the hand", "1 to 1")
    yield "Player higher: stay-in wager", pays, (*main.win, main.pays.clause)
    yield "Player lower", f"ante and {stay} are lost", main.lose
    yield "Tie", f"stand-off: ante and {stay} go back", main.stand_off
    if main.payout_max is not None:
        most = f"{dollars(main.payout_max.value)} a box"
        yield "Most that the stay-in wager wins", most, main.payout_max
    if main.unrevealed is not None:
        yield "Hand not shown", main.unrevealed.value, main.unrevealed
        loses = main.unrevealed_loses_to_no_hand
        if loses is not None:
            paid = _yes(loses.value, "ante lost, stay-in wager returned", "paid like any other")
            yield "Hand not shown, dealer not qualified", paid, loses
        survives = rulebook.jackpot.claimed_survives_decline
        words = "no jackpot" + _yes(survives, ", unless it is shown before the settlement", "")
        shown_later = Cited("", main.unrevealed_jackpot, "C39" if survives else None)
        yield "Hand not shown: jackpot wager", words, shown_later


def _pay_tables(rulebook: Rulebook) -> Told:
    named: tuple[tuple[str, PayTable | None], ...] = (
        (_wager(rulebook.stay.wager).capitalize(), rulebook.main.pays),
        ("Pair plus", rulebook.pair_plus),
        ("Ante bonus", rulebook.ante_bonus),
    )
    for name, table in named:
        if table is not None:
            for clause, classes in _rows(table).items():
                hands = _group(classes, rulebook)
                yield f"{name}: {hands}", f"{table.odds[classes[0]]} to 1", (clause,)


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


def _prize(row: JackpotRow) -> str:
    match row.prize:
        case MeterShare(percent=percent):
            return f"{percent} % of the meter"
        case FixedSum(amount=amount):
            return f"${dollars(amount)}"
        case prize:
            return f"{prize.odds} to 1, stake returned"


def _jackpot(rulebook: Rulebook) -> Told:
    rules = rulebook.jackpot
    hands = {WagerKind.JACKPOT: "own hand", WagerKind.DEALER_JACKPOT: "the dealer's hand"}
    targets = " and ".join(hands[target] for target in rules.targets.value)
    yield "Rides on", targets, rules.targets
    yield "Stake", rules.stake.value.value, rules.stake
    yield "Wrong amount", rules.wrong_amount.value, rules.wrong_amount
    yield "Needs an ante", _yes(rules.needs_ante.value, "yes", "no"), rules.needs_ante
    moment = _yes(rules.no_ante_returned_at_close.value, "the close", "the end of the round")
    yield "Without an ante", f"returned at {moment}", rules.no_ante_returned_at_close
    once = _yes(rules.second_refused.value, "one on each target", "may be added to")
    yield "Wagers of a box", once, rules.second_refused
    others = _yes(rules.others_box.value, "not on another player's box", "on any box")
    yield "Whose box", others, rules.others_box
    yield "Laid by", rules.placed_by.value, rules.placed_by
    for row in rules.rows:
        stake_back = "X4" if isinstance(row.prize, ToOne) else None
        yield f"Prize: {row.name}", _prize(row), Cited("", (row.clause,), stake_back)
    yield from _side_prizes(rulebook)
    if rules.major is not None:
        yield "Shares of the meter are called", "major; the fixed prizes minor", rules.major
    yield "The meter grows", rules.growth.value, rules.growth
    yield "The meter resets", rules.reset.value, rules.reset
    yield "Several winners at a table", rules.sharing.value.value, rules.sharing
    order = _yes(rules.lower_first.value, "paid before the whole meter", "paid in their turn")
    yield "Lower hands beside the top prize", order, rules.lower_first
    yield "Winners at different tables", f"{rules.order.value.value} is paid first", rules.order
    if rules.house_order is not None:
        yield "The House may fix the order", "yes, conclusively", rules.house_order
    paid_by = tuple(dict.fromkeys(rules.whatever_the_dealer_has))
    yield "Result against the dealer", "never matters to the prize", paid_by
    yield "Claim", rules.claim.value, rules.claim
    if rules.claim_is_entry:
        yield "A claim", "enters the hand, and is priced at once", rules.order
    yield "Failure of the system", rules.failure.value, rules.failure
    yield "Rounds after a failure", rules.later_rounds.value, rules.later_rounds


def _side_prizes(rulebook: Rulebook) -> Told:
    for row in rulebook.jackpot.rows:
        if row.envy is not None:
            yield f"Envy bonus: {row.name}", f"${dollars(row.envy.value)}", row.envy
    envy = rulebook.envy
    if envy is not None:
        words = "jackpot players, for another player's hand with an ante"
        yield "Envy bonus goes to", words, envy.clauses
        gone = _yes(envy.seated.value is EnvySeated.ALL, "too", "gets none")
        yield "Envy bonus: who has left", gone, envy.seated
        yield "Envy bonus of one player", envy.per.value.value, envy.per
    draws = rulebook.draws
    if draws is not None:
        magic = (*draws.magic_card.clauses, *draws.magic_card_dealer)
        words = f"{draws.magic_card.value} to 1, in the hand that the wager backs"
        yield "Magic card", words, tuple(dict.fromkeys(magic))
        yield "Lucky player", f"{draws.lucky_player.value} to 1", draws.lucky_player
        yield "Lucky dealer", f"{draws.lucky_dealer.value} to 1", draws.lucky_dealer


def _irregularities(rulebook: Rulebook) -> Told:
    for kind, rule in rulebook.irregularities.items():
        cited = (
            *(rule.clauses, rule.none_viewed, rule.goes_on, rule.options),
            *(rule.stays_valid, rule.permit_withdrawal),
        )
        clauses = dict.fromkeys(clause for part in cited for clause in part)
        words = _remedy(kind, rule)
        # Where a document names no official, who decides is read into it (X18).
        reading = rule.reading or rulebook.people.acting.reading
        yield kind.value.replace("_", " "), words, Cited("", tuple(clauses), reading)


def _remedy(kind: Irregularity, rule: IrregularityRule) -> str:
    words = rule.remedy.value
    if rule.remedy is Remedy.REFER:
        return words
    if kind is Irregularity.MISDEAL:
        words += ", while nobody has " + _yes(rule.by_handled, "handled cards", "seen cards")
    words += f" ({rule.decided_by.label})"
    if rule.permit_withdrawal:
        words += "; others may be let withdraw (shift manager)"
    return words


def _people(rulebook: Rulebook) -> Told:
    people, keeps = rulebook.people, rulebook.fold.keeps_jackpot
    folded = "counts as folded, the jackpot wager " + _yes(keeps.value, "stays in", "is lost")
    words = {
        Absence.FOLD: folded,
        Absence.RETURN: "the hand is out, its wagers go back",
        Absence.REFER: "the shift manager decides",
    }
    absent = {"Absent, undecided": people.absent}
    if people.absent_after_view.value is not people.absent.value:
        absent["Absent after looking, undecided"] = people.absent_after_view
    for subject, rule in absent.items():
        clauses = rule.clauses + (keeps.clauses if rule.value is Absence.FOLD else ())
        yield subject, words[rule.value], Cited("", clauses, rule.reading)
    yield "Absent, nothing to decide", people.absent_decided.value, people.absent_decided
    for subject, power in (
        ("May restrict a player to one box", people.restrict),
        ("May stop a player with several hands", people.stop_action),
        ("May bar a player", people.bar),
        ("May look at a hand not shown", people.look_at_declined),
    ):
        if power is not None:
            yield subject, power.value, power
    yield "Acting staff", people.acting.value, people.acting
    yield "Decides what is not covered", people.uncovered.value, people.uncovered


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
