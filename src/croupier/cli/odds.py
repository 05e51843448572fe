"""`croupier odds`: the exact mathematics of every wager."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from croupier.books import UnknownRulebook, find_rulebook
from croupier.cards import NoSuchCard, parse_cards
from croupier.cli.amounts import money, what_if_options
from croupier.cli.trouble import Trouble
from croupier.cli.words import reader, say, tell
from croupier.odds import (
    CannotPrice,
    JackpotTerms,
    Question,
    Traffic,
    advise,
    price,
    read_strategy,
    simple_rules,
    stated,
    with_pays,
)
from croupier.odds.main_game import MainOdds
from croupier.odds.report import check_ending
from croupier.odds.sheet import USUAL_ANTE, Sheet, sheet_economics
from croupier.odds.what_if import ASKED
from croupier.rulebooks.model import Rulebook

# Nothing here multiplies matrices: the threads that NumPy would start for it cost a tenth of a
# second process's time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class _WithAdvise(click.Command):
    """`croupier odds RULEBOOK`, and beside it `croupier odds advise RULEBOOK HAND`."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        if args[:1] == ["advise"]:
            advise_hand.context_class = self.context_class
            return advise_hand.make_context(f"{info_name} advise", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx) if ctx.command is self else ctx.command.invoke(ctx)


def _share(_context: click.Context, option: click.Parameter, text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Trouble(f"--{option.name} takes a number such as 0.2 or 1/5, not '{text}'") from None


@click.command(cls=_WithAdvise)
@click.argument("rulebook")
@click.argument("hand", required=False)
@click.argument("up_card", required=False)
@click.option(
    "--advise", "advice", is_flag=True, help="Value of both decisions for HAND and UP_CARD."
)
@click.option("--rule", is_flag=True, help="A rule to remember, and what it costs.")
@click.option("--strategy", default="optimal", show_default=True, help="A named strategy.")
@click.option(
    "--strategy-file", type=click.Path(path_type=Path), help="Your own strategy, in TOML."
)
@click.option("--dealer-cards-known", "known", type=int, metavar="K", help="0 to all of them.")
@click.option("--information", is_flag=True, help="The edge for every number of known cards.")
@click.option("--atlas", is_flag=True, help="What further knowledge would be worth, of all kinds.")
@click.option(
    "--deals",
    type=int,
    help="With --atlas, drawn for the cards of other boxes: more make narrower intervals. If left "
    "out, those that were drawn for the approved rules, or 200,000.",
)
@click.option(
    "--device",
    type=click.Choice(("cpu", "gpu")),
    default="cpu",
    help="With --atlas: where those deals are drawn.",
)
@click.option("--blind", is_flag=True, help="The blind box: bet without viewing.")
@what_if_options
@click.option("--meter", type=money, default=100_000_000, show_default=True)
@click.option("--reset", type=money, default=10_000_000, show_default=True)
@click.option("--stake", type=money, default=500, show_default=True, help="Jackpot wager.")
@click.option("--players", type=int, default=0, show_default=True, help="Other jackpot players.")
@click.option("--magic-every", type=int, default=0, help="Rounds per magic card.")
@click.option("--lucky-every", type=int, default=0, help="Rounds per lucky draw.")
@click.option("--boxes", type=int, default=7, show_default=True)
@click.option("--tables", type=int, default=1, show_default=True, help="Tables on the link.")
@click.option("--economics", "long_run", is_flag=True, help="The jackpot in the long run.")
@click.option("--rounds-per-hour", type=int, default=40, show_default=True)
@click.option("--participation", default="0.5", show_default=True, callback=_share)
@click.option(
    "--increment",
    default="0.2",
    show_default=True,
    callback=_share,
    help="Share of each jackpot wager that the meter grows by.",
)
@click.option(
    "--decisions", type=click.Path(path_type=Path), help="Every decision and its margin, FILE.csv."
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    help="Every state and count, FILE, to check the figure without this program.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    help="A PAR sheet: FILE.pdf, FILE.html, or FILE.xlsx with live formulas.",
)
def odds(rulebook: str, **options: Any) -> None:
    """The exact odds of RULEBOOK. Amounts of money are cents, or dollars such as '$5,000'.

    'croupier odds advise RULEBOOK HAND [UP_CARD]' gives the value of both decisions for one hand.
    """
    with _in_words():
        found = _asked_for(rulebook, options)
        if options["rule"]:
            _rule(found, options)
        elif options["atlas"]:
            _atlas(found, options)
        elif options["advice"]:
            _refuse(options, _NOT_FOR_ADVICE, "--advise")
            _advise(found, options)
        else:
            _price(found, options)


@click.command("advise")
@click.argument("rulebook")
@click.argument("hand", required=False)
@click.argument("up_card", required=False)
@what_if_options
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def advise_hand(rulebook: str, **options: Any) -> None:
    """The exact value of both decisions for one HAND, against the dealer's UP_CARD if there is one.

    For example: croupier odds advise casino-stud "As Kd Jh 8c 3s" 9c
    """
    with _in_words():
        _advise(_asked_for(rulebook, options), options)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except (CannotPrice, UnknownRulebook, NoSuchCard) as error:
        raise Trouble(str(error)) from None


def _asked_for(rulebook: str, options: dict[str, Any]) -> Rulebook:
    return with_pays(find_rulebook(rulebook, files=True), {name: options[name] for name in ASKED})


_NOT_FOR_ADVICE = (
    "strategy",
    "strategy_file",
    "known",
    "information",
    "atlas",
    "blind",
    "long_run",
    "decisions",
    "certificate",
    "report",
)


def _advise(rulebook: Rulebook, options: dict[str, Any]) -> None:
    from croupier.odds.contract import advice_json

    if options["hand"] is None:
        raise CannotPrice('advice needs a hand, such as "As Kd Jh 8c 3s"')
    dealer = parse_cards(options["up_card"] or "")
    given = advise(rulebook, parse_cards(options["hand"]), dealer, options["ante"])
    if options["as_json"]:
        click.echo(json.dumps(advice_json(rulebook.slug, given), indent=2))
        return
    if given.up_card:
        tell(f"{given.hand} ({given.holding}) against {given.up_card}: {given.decision}")
    else:
        tell(f"{given.hand} ({given.holding}): {given.decision}")
    tell(f"  stay  {float(given.stay):+.6f} antes, exactly {given.stay}")
    tell(f"  fold  {float(given.fold):+.6f}")
    tell(
        f"  of {given.dealer.total:,} dealer's hands {given.dealer.no_hand:,} do not qualify, "
        f"{given.dealer.below:,} lose, {given.dealer.equal:,} tie, {given.dealer.above:,} win"
    )


def _refuse(options: dict[str, Any], names: tuple[str, ...], beside: str) -> None:
    for name in names:
        if options[name] not in (None, False, "optimal"):
            raise CannotPrice(f"--{name.replace('_', '-')} has no meaning with {beside}")


def _rule(rulebook: Rulebook, options: dict[str, Any]) -> None:
    from croupier.odds.contract import rules_json
    from croupier.odds.report.content import fraction, percent

    if options["advice"] or options["hand"] is not None:
        raise CannotPrice("--rule is for all hands; --advise is for one")
    _refuse(options, (*_NOT_FOR_ADVICE, "ante"), "--rule")
    rules = simple_rules(rulebook)
    if options["as_json"]:
        click.echo(json.dumps(rules_json(rulebook, rules), indent=2))
        return
    tell(f"{rulebook.name}: {rulebook.label(rulebook.stay.wager).lower()} or fold")
    for rule in rules:
        always, *exceptions = rule.strategy.spoken()
        tell()
        if exceptions:
            tell(f"Stay in with {always}, and with")
        else:
            tell(f"Stay in with {always}")
        for one in exceptions:
            tell(f"  • {one}")
        if rule.cost:
            cost = f"costs {percent(rule.cost, 6)} of the ante, exactly {fraction(rule.cost)}"
        else:
            cost = "costs nothing: it is the best strategy"
        tell(f"    {cost}")


def _atlas(rulebook: Rulebook, options: dict[str, Any]) -> None:
    from croupier.cli.console import console
    from croupier.odds.atlas import Beside, atlas
    from croupier.odds.contract import atlas_json
    from croupier.odds.report.console import print_sections
    from croupier.odds.report.content import (
        atlas_rules_section,
        atlas_section,
        atlas_wagers_section,
    )

    if options["advice"] or options["hand"] is not None:
        raise CannotPrice("--atlas is for all hands; 'croupier odds advise' is for one")
    others = tuple(name for name in _NOT_FOR_ADVICE if name != "atlas")
    _refuse(options, others, "--atlas")
    jackpot = _question(options).jackpot
    jackpot.fit(rulebook)
    beside = Beside(jackpot=jackpot, ante=options["ante"] or USUAL_ANTE)
    with _Progress(quiet=options["as_json"]) as progress:
        known = atlas(
            rulebook,
            progress.step("known cards"),
            options["deals"],
            beside=beside,
            gpu=options["device"] == "gpu",
        )
    if options["as_json"]:
        click.echo(json.dumps(atlas_json(rulebook, known), indent=2))
        return
    print_sections(
        console(),
        f"{rulebook.name}, edition {rulebook.edition}",
        [atlas_section(known), atlas_wagers_section(known), atlas_rules_section(known)],
    )


def _price(rulebook: Rulebook, options: dict[str, Any]) -> None:
    if options["hand"] is not None:
        raise CannotPrice("a hand is for --advise")
    question = _question(options)
    if options["report"] is not None:
        check_ending(options["report"])
    with _Progress(quiet=options["as_json"]) as progress:
        sheet = price(rulebook, question, progress.step("known cards"))
        known = _information(sheet, progress) if options["information"] else {}
        blind = _blind(sheet, progress) if options["blind"] else None
    if options["decisions"] is not None:
        _decisions(sheet, options["decisions"], quiet=options["as_json"])
    if options["certificate"] is not None:
        _certificate(sheet, options["certificate"], quiet=options["as_json"])
    if options["as_json"]:
        click.echo(json.dumps(_as_json(sheet, options["long_run"], known, blind), indent=2))
    elif options["report"] is None:
        _print(sheet, options["long_run"], known, blind)
    if options["report"] is not None:
        _report(sheet, known, blind, options["report"])
        if not options["as_json"]:
            tell(f"{options['report']} written")


def _question(options: dict[str, Any]) -> Question:
    own = options["strategy_file"]
    if own and options["strategy"] != "optimal":
        raise CannotPrice("give --strategy or --strategy-file, not both")
    terms = ("meter", "reset", "stake", "players", "magic_every", "lucky_every", "boxes", "tables")
    traffic = ("rounds_per_hour", "participation", "increment")
    return Question(
        strategy=read_strategy(own) if own else options["strategy"],
        ante=options["ante"],
        known=options["known"],
        jackpot=JackpotTerms(**{name: options[name] for name in terms}),
        traffic=Traffic(**{name: options[name] for name in traffic}),
    )


class _Progress:
    """Progress of long work on standard error; nothing if that is not a terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._bars: Any = None

    def __enter__(self) -> "_Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars is not None:
            self._bars.stop()

    def step(self, name: str) -> Callable[[int, int], None]:
        task = None

        def report(done: int, parts: int) -> None:
            nonlocal task
            if task is None:
                task = self._started().add_task(say(name), total=parts)
            self._bars.update(task, completed=done, total=parts)

        return report

    def _started(self) -> Any:
        if self._bars is None:
            from rich.console import Console
            from rich.progress import Progress

            self._bars = Progress(console=Console(stderr=True), transient=True, disable=self._quiet)
            self._bars.start()
        return self._bars


def _information(sheet: Sheet, progress: _Progress) -> dict[int, MainOdds]:
    from croupier.odds import with_known_cards

    return {
        known: with_known_cards(
            sheet.rulebook,
            known,
            ante=sheet.question.ante,
            progress=progress.step(f"{known} known"),
        )
        for known in range(sheet.rulebook.hands.size + 1)
    }


def _blind(sheet: Sheet, progress: _Progress) -> Any:
    from croupier.odds.blind import blind_box

    return blind_box(sheet.rulebook, sheet.question.ante, progress.step("blind box"))


def _as_json(
    sheet: Sheet, long_run: bool, known: dict[int, MainOdds], blind: Any
) -> dict[str, Any]:
    from croupier.odds.contract import as_json, exact

    statement = stated(sheet.rulebook, sheet.question.ante) if sheet.at_the_table else None
    result = as_json(sheet, statement, sheet_economics(sheet) if long_run else None)
    if known:
        result["information"] = {str(k): exact(main.expected) for k, main in known.items()}
    if blind is not None:
        result["blind_box"] = {
            "expected": exact(blind.main.expected),
            "stay_at_least": exact(blind.stay_at_least),
        }
    return result


def _decisions(sheet: Sheet, path: Path, *, quiet: bool) -> None:
    from croupier.odds.decisions import write_decisions

    count = write_decisions(sheet.rulebook, path, sheet.question.ante)
    if not quiet:
        tell(f"{path} written: {count:,} decisions", err=True)


def _certificate(sheet: Sheet, path: Path, *, quiet: bool) -> None:
    from croupier.odds.certificate import write_certificate

    count = write_certificate(sheet, path)
    if not quiet:
        tell(f"{path} written: a certificate of {count:,} states", err=True)


def _print(sheet: Sheet, long_run: bool, known: dict[int, MainOdds], blind: Any) -> None:
    from croupier.cli.console import console
    from croupier.odds.report.console import print_sections
    from croupier.odds.report.sections import sheet_sections

    print_sections(console(), sheet.title, sheet_sections(sheet, long_run, known, blind))


def _report(sheet: Sheet, known: dict[int, MainOdds], blind: Any, path: Path) -> None:
    from croupier.odds.report.par_sheet import write

    write(sheet, path, known, blind, reader())
