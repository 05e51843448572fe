"""What happened in a round besides regular play, in sentences that a pit manager understands."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from croupier.cli.story import Told
from croupier.floor import FloorCommand
from croupier.jackpot import events as j
from croupier.jackpot.meter import Jackpot
from croupier.money import Cents, dollars
from croupier.rulebooks.clauses import BY_ID
from croupier.rulebooks.irregularities import IN_WORDS, Decision, Irregularity
from croupier.rulebooks.terms import Actor
from croupier.table import events as e
from croupier.table.commands import CorrectEntry, Report
from croupier.table.dealing import DEALER
from croupier.table.evolve import Event
from croupier.table.state import Line


class Step(Struct, frozen=True):
    """A sentence, the command that it came from, and the clauses behind it."""

    command: int
    text: str
    clauses: tuple[str, ...] = ()
    prescribes: bool = False
    """Whether the clauses are quoted by their gist."""


def steps(told: Told, link: Jackpot | None, commands: Sequence[FloorCommand]) -> list[Step]:
    """The account of a round, in order; empty where play was regular throughout."""
    account = _Account(told, link, commands)
    return [step for one in told.events for step in account.tell(one.command, one.event)]


def who(actor: Actor) -> str:
    if actor.id in (actor.role.value, f"the {actor.role.label}"):
        return f"the {actor.role.label}"
    return f"{actor.id} ({actor.role.label})"


def so(decision: Decision) -> str:
    """What follows from a decision."""
    return f"So {IN_WORDS[decision]}."


def gists(clauses: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each clause with what it says."""
    for clause in dict.fromkeys(clauses):
        if clause in BY_ID:
            yield clause, BY_ID[clause].gist


def report_words(report: Report) -> str:
    """`player card count, box 2, counted 51`: a report and its facts."""
    words = [report.irregularity.value.replace("_", " ")]
    if report.round is not None:
        words.append(f"in round {report.round}")
    if report.box is not None:
        words.append(f"box {report.box}")
    if report.boxes:
        plural = "es" if len(report.boxes) > 1 else ""
        words.append(f"box{plural} {', '.join(map(str, report.boxes))}")
    if report.player is not None:
        words.append(report.player)
    if report.counted is not None:
        words.append(f"{report.counted} cards counted")
    if report.count is not None:
        words.append("one card" if report.count == 1 else f"{report.count} cards")
    if report.moves:
        moved = (f"{source} to {target}" for source, target in report.moves.items())
        words.append(f"hands moved from box {', '.join(moved)}")
    for value, yes, no in (
        (report.reconstructable, "can be reconstructed", "cannot be reconstructed"),
        (report.intentional, "on purpose", "not on purpose"),
    ):
        if value is not None:
            words.append(yes if value else no)
    words += [text for text in (report.card, report.order) if text]
    if report.description:
        words.append(f'"{report.description}"')
    return ", ".join(words)


class _Account:
    """Describes events one by one; remembers what has been paid, to say what a reversal moves."""

    def __init__(self, told: Told, link: Jackpot | None, commands: Sequence[FloorCommand]) -> None:
        self.told = told
        self.link = link
        self.commands = commands
        self.lines: list[Line] = []
        self.taken_back: Cents | None = None
        self.reports: dict[int, Report] = {}

    def tell(self, command: int, event: Event) -> Iterator[Step]:
        if isinstance(event, e.WagerSettled):
            self.lines.append(event.line)
            return
        if isinstance(event, e.HandsCorrected):
            yield Step(command, self._cards_put_right(self.commands[command]))
            return
        for text, clauses, prescribes in (
            *self._irregular(event),
            *self._of_people(event),
            *self._moved(event),
        ):
            yield Step(command, text, clauses, prescribes)

    @staticmethod
    def _cards_put_right(command: FloorCommand) -> str:
        if isinstance(command, CorrectEntry) and command.by is not None:
            hand = "the dealer" if command.box == DEALER else f"box {command.box}"
            return _sentence(f"{who(command.by)} corrected the cards of {hand}.")
        return "The cards lie as shown above from now on."

    def _irregular(self, event: Event) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """Reports, what the clauses prescribe, and what was decided by whom."""
        match event:
            case e.IrregularityDecided(report=report, decision=decision, by=by, clauses=clauses):
                words = f"{who(by)} reported and decided: {report_words(report)}."
                yield _sentence(" ".join((words, so(decision)))), clauses, True
            case e.MatterOpened(report=report, by=by, decided_by=role, number=number):
                self.reports[number] = report
                clauses = self.told.rulebook.irregularities[event.irregularity].clauses
                words = f"{who(by)} reported: {report_words(report)}."
                if event.irregularity is Irregularity.LEFT_AFTER_VIEWING:
                    words = f"It was seen that {report.player} left after viewing the hand."
                waits = f"It waits for a {role.label}."
                yield _sentence(" ".join((words, waits))), clauses, True
            case e.MatterDecided(decision=decision, by=by, reason=reason, clauses=clauses):
                kind = self.reports[event.number].irregularity.value.replace("_", " ")
                words = f"{who(by)} decided ({kind}): {IN_WORDS[decision]}."
                why = f' Reason: "{reason}".' if reason else " No reason was given."
                yield _sentence(words + why), clauses, False
            case e.ReportNoted(report=report, by=by):
                words = f"{who(by)} reported: {report_words(report)}. Noted; nothing changes."
                earlier = report.round is not None and report.round < self.told.number
                stand = self.told.rulebook.play.earlier_rounds_stand.clauses if earlier else ()
                yield _sentence(words), stand, False
            case e.OptionsOffered(options=options):
                for option in options:
                    boxes = ", ".join(map(str, option.boxes))
                    words = f"{option.player} may go on or withdraw with box {boxes}."
                    yield words, option.clauses, False
            case e.OptionTaken(boxes=boxes, withdraw=withdraw, player=player):
                done = "withdraws from" if withdraw else "goes on with"
                words = f"{player or 'The player'} {done} box {', '.join(map(str, boxes))}."
                yield _sentence(words), (), False
            case e.UpCardChanged(card=card):
                yield f"{card} is the dealer's up card.", (), False
            case e.JackpotFailed(registered=registered, by=by):
                value = f" {dollars(registered)} was registered." if registered is not None else ""
                yield f"The jackpot system failed at this table.{value}", (), False
            case _:
                pass

    def _of_people(self, event: Event) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """What players and officials did that is not regular play."""
        match event:
            case e.PlayerLeft(player=player):
                yield f"{player} left for the rest of the round.", (), False
            case e.RevealDeclined(box=box):
                unrevealed = self.told.rulebook.main.unrevealed
                lost_by = unrevealed.loses.clauses if unrevealed is not None else ()
                yield f"Box {box} was not shown.", lost_by, False
            case e.DeclinedHandSeen(box=box, by=by):
                yield _sentence(f"{who(by)} looked at the hand of box {box}."), (), False
            case e.LateWithdrawalNoted(box=box, player=player, wager=wager):
                words = f"{player} pulled the {wager} of box {box} after the close; it plays."
                yield words, self.told.rulebook.betting.late_withdrawal.clauses, False
            case e.PlayerRestricted(player=player, by=by, clauses=clauses):
                words = f"{who(by)} restricted {player} to one position."
                yield _sentence(words), clauses, False
            case e.PlayerBarred(player=player, by=by, clauses=clauses):
                yield _sentence(f"{who(by)} barred {player}."), clauses, False
            case e.PlayerReadmitted(player=player, by=by):
                yield _sentence(f"{who(by)} readmitted {player}."), (), False
            case e.JackpotServiceSet(available=available, by=by):
                word = "taken again" if available else "not taken"
                words = f"{who(by)} ordered: jackpot wagers are {word} from the next round on."
                failed = self.told.rulebook.progressive.after_failure
                yield _sentence(words), failed.choice.only + failed.no_jackpot.only, False
            case e.TableClosed(by=by):
                yield _sentence(f"{who(by)} closed the table."), (), False
            case e.TableOpened(by=by):
                yield _sentence(f"{who(by)} opened the table again."), (), False
            case e.BoxesDisallowed(boxes=boxes, by=by):
                listed = ", ".join(map(str, boxes))
                yield _sentence(f"{who(by)} ordered: no wagers on box {listed}."), (), False
            case e.JackpotClaimed(box=box):
                yield f"Box {box} claimed the jackpot.", (), False
            case _:
                pass

    def _moved(self, event: Event) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """What it did to money and meters."""
        match event:
            case e.HandInvalidated(box=box, clauses=clauses):
                yield f"The hand of box {box} is out; its wagers go back.", clauses, False
            case e.JackpotWagerInvalidated(box=box, clauses=clauses):
                yield f"The jackpot wager of box {box} goes back.", clauses, False
            case e.WagerReturned(box=box, wager=wager, clauses=clauses):
                words = f"The {wager.replace('_', ' ')} of box {box} goes back."
                yield words, clauses, False
            case e.ShareReturned(box=box, player=player, clauses=clauses):
                yield f"The wagers of {player} on box {box} go back.", clauses, False
            case e.ExcessHandedBack(box=box, player=player, wager=wager, amount=amount):
                words = f"{dollars(amount)} of the {wager} of box {box} went back to {player}."
                yield words, (), False
            case e.LimitAdvised(box=box, clauses=clauses):
                yield f"The player of box {box} was told to raise or withdraw.", clauses, False
            case e.WagerCorrected(box=box, player=player, wager=wager, amount=amount, by=by):
                now = dollars(amount)
                words = f"{who(by)} corrected the {wager} of {player} on box {box} to {now}."
                yield _sentence(words), (), False
            case e.SettlementReversed():
                self.taken_back = _received(self.lines)
                self.lines = []
                yield f"Payments of {dollars(self.taken_back)} are taken back.", (), False
            case e.RoundSettled() if self.taken_back is not None:
                now, before = dollars(_received(self.lines)), dollars(self.taken_back)
                yield f"Settled anew: players receive {now}, before it was {before}.", (), False
            case e.RoundVoided(clauses=clauses):
                back = dollars(_received(self.lines))
                yield f"The round is void: {back} of stakes is returned.", clauses, False
            case _:
                yield from self._of_meter(event)

    def _of_meter(self, event: Event) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        match event:
            case j.ContributionsReturned(jackpot=name, contributions=gone):
                units = sum(one.units for one in gone)
                boxes = ", ".join(dict.fromkeys(str(one.box) for one in gone))
                words = f"Meter {name} gives back {self._units(units)}, the part of box {boxes}."
                yield words, (), False
            case j.JackpotWon(jackpot=name, winnings=winnings, seeded=seeded, clauses=clauses):
                for one in winnings:
                    paid = dollars(one.amount)
                    words = f"Jackpot {name}: box {one.box} ({one.player}) is paid {paid}."
                    yield words, clauses, False
                if seeded:
                    yield f"The House puts {dollars(seeded)} into meter {name}.", (), False
            case j.WinsReversed(jackpot=name, paid=paid, seeded=seeded):
                house = f", and {dollars(seeded)} of seed back to the House" if seeded else ""
                yield f"Payouts of {dollars(paid)} go back into meter {name}{house}.", (), False
            case j.JackpotToppedUp(jackpot=name, amount=amount):
                put = dollars(amount)
                words = f"The House puts {put} into meter {name}, which would fall below zero."
                yield words, (), False
            case e.DrawMade() as draw:
                yield _drawn(draw), (), False
            case _:
                pass

    def _units(self, units: int) -> str:
        """Units of a meter as money, with the fraction of a cent that it may hold."""
        scale = self.link.scale if self.link is not None else 1
        cents, fraction = divmod(units, scale)
        digits = str(fraction).zfill(len(str(scale)) - 1).rstrip("0") if fraction else ""
        return dollars(cents) + digits


def _drawn(draw: e.DrawMade) -> str:
    words = []
    if draw.magic_card is not None:
        words.append(f"magic card {draw.magic_card}")
    if draw.lucky_box is not None:
        words.append(f"lucky player at box {draw.lucky_box}")
    if draw.lucky_dealer is not None:
        words.append("lucky dealer here" if draw.lucky_dealer else "lucky dealer elsewhere")
    return f"Drawn: {', '.join(words) or 'nothing'}."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] if text.startswith("the ") else text


def _received(lines: list[Line]) -> Cents:
    return sum(line.won + line.returned for line in lines)
