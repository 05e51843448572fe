"""The exact figures that a simulation should come close to, where they are known."""

from fractions import Fraction

from croupier.odds import JackpotOdds, JackpotTerms, Question, Sheet, price
from croupier.odds.side_wagers import jackpot_alive
from croupier.rulebooks.wagers import JACKPOTS, Award, WagerKind
from croupier.simulation.plan import ALL, MAIN
from croupier.simulation.result import stake_of
from croupier.simulation.terms import Terms


def exact_sheet(terms: Terms) -> Sheet:
    """The odds of the same rulebook under the same circumstances."""
    book, progressive = terms.rulebook, terms.progressive
    met = book.envy or WagerKind.DEALER_JACKPOT in book.progressive.targets.value
    return price(
        book,
        Question(
            strategy=terms.strategy,
            ante=terms.ante,
            jackpot=JackpotTerms(
                meter=terms.display,
                reset=progressive.reset,
                stake=progressive.stake,
                players=terms.players - 1 if met else 0,
                magic_every=terms.magic_every,
                lucky_every=terms.lucky_every,
                boxes=terms.boxes,
                tables=terms.tables,
            ),
        ),
    )


def exact_means(terms: Terms, sheet: Sheet) -> dict[str, Fraction]:
    """By wager, in the simulation's units.

    Left out is only what the exact odds leave out too: two players' own hands that take
    shares of the meter in the same round.
    """
    means = {MAIN: sheet.main.expected}
    if sheet.main.ante_bonus is not None:
        means[Award.ANTE_BONUS.value] = sheet.main.ante_bonus
    for name, side in sheet.side_wagers.items():
        if terms.staked(name):
            means[name] = side.expected
    for target, odds in sheet.jackpots.items():
        if terms.staked(target):
            means[target.value] = _jackpot(terms, sheet, target, odds)
    if sheet.envy is not None and terms.staked(WagerKind.JACKPOT):
        means[Award.ENVY_BONUS.value] = sheet.envy / terms.jackpot
    for name, draw in sheet.draws.items():
        means[name] = draw.expected * _riding(terms, name)
    priced = (*terms.rulebook.side_wagers, *JACKPOTS)
    stakes = {name: Fraction(stake_of(terms, name), terms.ante) for name in means}
    if all(wager in means for wager in priced if terms.staked(wager)):
        means[ALL] = sum(
            (mean * stakes[name] for name, mean in means.items() if name != Award.ANTE_BONUS),
            Fraction(0),
        )
    return means


def _jackpot(terms: Terms, sheet: Sheet, target: WagerKind, odds: JackpotOdds) -> Fraction:
    """The wager's own line: its prizes in stakes, and the stake that a draw brings back."""
    credits = terms.jackpot if target == WagerKind.JACKPOT else terms.dealer_jackpot
    mean = Fraction(-1)
    kept = Fraction(0)
    for prize in odds.pay_table.prizes:
        paid = prize.pays if prize.returns_stake else prize.pays / credits
        mean += prize.frequency * (paid + prize.returns_stake)
        kept += prize.frequency * prize.returns_stake
    lucky = Award.LUCKY_PLAYER if target == WagerKind.JACKPOT else Award.LUCKY_DEALER
    alive, missed = jackpot_alive(sheet.rulebook, sheet.main), Fraction(1)
    for award in (Award.MAGIC_CARD.value, lucky.value):
        if award in sheet.draws and alive:
            missed *= 1 - sheet.draws[award].frequency / alive
    return mean + (alive - kept) * (1 - missed)


def _riding(terms: Terms, award: str) -> Fraction:
    """Wagers that an award can fall on, in units of the one its mean is told in."""
    if award == Award.MAGIC_CARD:
        own, dealer = terms.staked(WagerKind.JACKPOT), terms.staked(WagerKind.DEALER_JACKPOT)
        return Fraction(own + dealer, own or terms.progressive.stake)
    target = WagerKind.JACKPOT if award == Award.LUCKY_PLAYER else WagerKind.DEALER_JACKPOT
    return Fraction(1 if terms.staked(target) else 0)
