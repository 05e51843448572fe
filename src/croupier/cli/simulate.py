"""`croupier simulate`: hundreds of millions of rounds, a floor over years, a bankroll."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.books import UnknownRulebook, find_rulebook
from croupier.cli.amounts import money
from croupier.cli.console import console
from croupier.cli.trouble import Trouble
from croupier.cli.words import reader, said, tell
from croupier.odds.errors import CannotPrice
from croupier.rulebooks.settings import BadSetting
from croupier.simulation.errors import CannotSimulate

if TYPE_CHECKING:
    from croupier.simulation.result import Report
    from croupier.simulation.running import Progress
    from croupier.simulation.terms import Terms

INTERRUPTED = 130
"""Exit status after Ctrl-C: the results so far have been printed."""

_COURSE_MAX = 400
_CENTS = "CENTS"
_SEED_BITS = 32

Function = Callable[..., Any]


def _whole(_context: click.Context, option: click.Parameter, text: str | None) -> int | None:
    """A whole number, as people write large ones: 1e9, 250_000."""
    if text is None:
        return None
    try:
        number = Decimal(text.replace("_", "").replace(",", ""))
        if number.is_finite() and number == number.to_integral_value():
            return int(number)
    except (InvalidOperation, OverflowError):
        pass
    name = (option.name or "").replace("_", "-")
    raise Trouble(f"--{name} takes a whole number such as 1e9, not '{text}'")


def _money(context: click.Context, option: click.Parameter, text: str | None) -> int | None:
    """Cents as a whole number, or dollars with their sign."""
    if text is None or not text.lstrip().startswith("$"):
        return _whole(context, option, text)
    try:
        return money(text)
    except click.BadParameter as error:
        name = (option.name or "").replace("_", "-")
        raise Trouble(f"--{name}: {error.message}") from None


def _number(name: str, default: int | None = None, **attributes: Any) -> Function:
    return click.option(
        name,
        callback=_money if attributes.get("metavar") == _CENTS else _whole,
        default=None if default is None else str(default),
        show_default=bool(default),
        metavar=attributes.pop("metavar", "N"),
        **attributes,
    )


class _Simulate(click.Group):
    """A rulebook in the place of a subcommand is the subcommand `rounds`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = ["rounds", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Simulate, no_args_is_help=True)
def simulate() -> None:
    """Simulate rounds of a rulebook, a floor of linked tables, or a bankroll.

    \b
    croupier simulate casino-stud --rounds 1e9
    croupier simulate floor floor.toml
    croupier simulate bankroll casino-stud --bankroll 500000

    'croupier simulate rounds --help' explains the first. Ctrl-C stops a run
    and prints the results so far; the exit status is then 130.
    """


def _options(*options: Function) -> Callable[[Function], Function]:
    def add(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return add


_who_plays = _options(
    _number("--seed", help="Any number; the same one plays the same rounds."),
    _number("--workers", help="Processes; as many as cores by default."),
    click.option("--cluster", metavar="ADDRESS", help="A dask scheduler, such as tcp://host:8786."),
    click.option(
        "--device",
        type=click.Choice(["cpu", "gpu"]),
        default="cpu",
        show_default=True,
        help="A GPU plays the same rounds; needs the extra croupier[gpu].",
    ),
    click.option("--json", "as_json", is_flag=True, help="The answer for programs."),
    click.option("--plot", type=click.Path(path_type=Path), help="A picture: FILE.svg."),
)
_what_is_staked = _options(
    click.option("--strategy", default="optimal", show_default=True, help="A named strategy."),
    click.option("--strategy-file", type=click.Path(path_type=Path), help="Your own, in TOML."),
    _number("--ante", 10_000, metavar=_CENTS),
    _number("--meter", 100_000_000, metavar=_CENTS),
    _number("--reset", 10_000_000, metavar=_CENTS),
    _number("--stake", 500, metavar=_CENTS, help="Jackpot."),
    click.option(
        "--increment", default="0", show_default=True, help="Share of it the meter grows by."
    ),
    _number("--magic-every", 0, help="Rounds per magic card."),
    _number("--lucky-every", 0, help="Rounds per lucky draw."),
    _number("--tables", 1, help="Tables that share the lucky dealer draw."),
    _number("--generator", help="The version that an older result names; the newest by default."),
    click.option("--reading", multiple=True, metavar="NAME=VALUE", help="Another reading."),
)


def _side_wagers(pair_plus: int, jackpot: int) -> Callable[[Function], Function]:
    return _options(
        _number("--pair-plus", pair_plus, metavar=_CENTS),
        click.option(
            "--side",
            multiple=True,
            metavar="NAME=CENTS",
            help="On a side wager; the amount of --pair-plus if not named.",
        ),
        _number("--jackpot", jackpot, help="Stakes on it."),
        _number(
            "--dealer-jackpot",
            jackpot,
            help="Stakes on the dealer's hand, if there is such a wager.",
        ),
    )


@simulate.command()
@click.argument("rulebook")
@_number("--rounds", help="How many; 1e7 by default.")
@click.option("--until", type=float, metavar="HALFWIDTH", help="Until the edge is this precise.")
@_number("--players", 1)
@_what_is_staked
@_side_wagers(10_000, 1)
@click.option("--exact", "beside_exact", is_flag=True, help="Show the exact figures too.")
@_number("--show-round", metavar="INDEX", help="Print one round as a script.")
@_who_plays
def rounds(rulebook: str, **options: Any) -> None:
    """Simulate rounds of RULEBOOK and estimate every wager."""
    with _Refusing():
        terms = _terms(rulebook, options)
        if options["show_round"] is not None:
            _show_round(terms, options)
        else:
            _play_rounds(terms, options)


def _play_rounds(terms: "Terms", options: Mapping[str, Any]) -> None:
    from croupier.simulation.crews import Alone, hire
    from croupier.simulation.gpu import Gpu
    from croupier.simulation.plan import Plan
    from croupier.simulation.plots import check_ending
    from croupier.simulation.result import Report
    from croupier.simulation.running import block_rounds, check_wanted, run
    from croupier.simulation.telling import Watch

    wanted, until = options["rounds"], options["until"]
    if wanted is None and until is None:
        wanted = 10_000_000
    check_wanted(wanted, until)
    if options["plot"] is not None:
        check_ending(options["plot"])
    seed = _seed(options)
    course: list[Progress] = []
    with Watch(said) as watching:
        plan = Plan.of(terms)
        on_gpu = _on_gpu(options)
        player = Gpu(plan) if on_gpu else plan
        block = player.block_rounds if isinstance(player, Gpu) else block_rounds(plan)
        blocks = None if wanted is None else wanted // block
        workers, cluster = options["workers"], options["cluster"]
        crew = hire((player, seed), workers, blocks, cluster, gpu=on_gpu)
        if isinstance(crew, Alone) and not on_gpu:
            plan.play(0, 1, seed)  # tables are made and loops loaded before the clock starts
        told = watching.rounds(until)

        def watch(at: "Progress") -> None:
            course.append(at)
            if len(course) > _COURSE_MAX:
                del course[::2]
            told(at)

        outcome = run(crew, plan, rounds=wanted, until=until, watch=watch, block=block)
    if not outcome.tally.rounds:
        _end(interrupted=True, said="stopped before there was any result")
    report = Report.of(terms, plan, seed, outcome)
    _say_rounds(report, course, options)
    _end(interrupted=outcome.interrupted)


def _say_rounds(report: "Report", course: "Sequence[Progress]", options: Mapping[str, Any]) -> None:
    from croupier.simulation.exact import exact_means, exact_sheet
    from croupier.simulation.plots import plot_rounds
    from croupier.simulation.result import as_json
    from croupier.simulation.telling import tell_rounds

    exact = None
    if options["beside_exact"]:
        exact = exact_means(report.terms, exact_sheet(report.terms))
    if options["as_json"]:
        click.echo(json.dumps(as_json(report, exact), indent=2))
    else:
        tell_rounds(console(), report, exact)
    if options["plot"] is not None:
        plot_rounds(report, course, options["plot"], reader())


def _show_round(terms: "Terms", options: Mapping[str, Any]) -> None:
    """One round as a table script, which `croupier replay -` plays."""
    from croupier.simulation.plan import Plan
    from croupier.simulation.rounds import rounds as rounds_again
    from croupier.simulation.rounds import script
    from croupier.simulation.running import ROUNDS_MAX

    index = options["show_round"]
    if not 0 <= index < ROUNDS_MAX:
        raise CannotSimulate(f"rounds are numbered from 0 to {ROUNDS_MAX - 1}, not {index}")
    if options["seed"] is None:
        raise CannotSimulate("a round is known by its seed and its index: give --seed too")
    [played] = rounds_again(Plan.of(terms), [index], _seed(options))
    overrides = dict(_reading(text) for text in options["reading"])
    click.echo(json.dumps(script(terms, played, overrides), indent=2))


@simulate.command()
@click.argument("path", type=click.Path(path_type=Path), metavar="FLOOR.toml")
@_who_plays
def floor(path: Path, **options: Any) -> None:
    """Simulate the linked tables that FLOOR.toml describes, over years."""
    with _Refusing():
        _play_floor(path, options)


def _play_floor(path: Path, options: Mapping[str, Any]) -> None:
    from msgspec import structs

    from croupier.simulation import floor as play
    from croupier.simulation.crews import hire
    from croupier.simulation.floor_result import as_json, expected
    from croupier.simulation.floor_terms import read_floor
    from croupier.simulation.plots import check_ending, plot_floor
    from croupier.simulation.telling import Watch, tell_floor

    described = read_floor(path)
    if options["plot"] is not None:
        check_ending(options["plot"])
    if options["seed"] is not None:
        described = structs.replace(described, seed=_seed(options))
    with Watch(said) as watching:
        on_gpu = _on_gpu(options)
        shared = play.prepare(described, on_gpu=on_gpu)
        blocks, cluster = 4 * described.histories, options["cluster"]
        crew = hire(shared, options["workers"], blocks, cluster, gpu=on_gpu)

        def watch(tally: play.FloorTally) -> None:
            said = f"{tally.whole_hits:,} hits of the whole meter"
            watching.at("histories", tally.histories, described.histories, said)

        tally, seconds, interrupted = play.simulate(crew, described, watch)
    if not tally.histories:
        _end(interrupted=True, said="stopped before a history was over")
    known = expected(described, shared.terms)
    if options["as_json"]:
        told = as_json(described, shared.terms, tally, known)
        click.echo(json.dumps({**told, "seconds": seconds, "interrupted": interrupted}, indent=2))
    else:
        tell_floor(console(), described, shared.terms, tally, seconds, known)
    if options["plot"] is not None:
        plot_floor(shared.terms, tally, known, options["plot"], reader())
    _end(interrupted=interrupted)


@simulate.command()
@click.argument("rulebook")
@_number("--bankroll", required=True, metavar=_CENTS)
@_number("--session-rounds", 1_000)
@_number("--sessions", 100_000)
@_number("--target", metavar=_CENTS, help="Leave when the bankroll reaches this.")
@_what_is_staked
@_side_wagers(0, 0)
@_who_plays
def bankroll(rulebook: str, **options: Any) -> None:
    """Simulate sessions of a player of RULEBOOK: risk of ruin, results, time to ruin."""
    with _Refusing():
        _play_bankroll(_terms(rulebook, options), options)


def _play_bankroll(terms: "Terms", options: Mapping[str, Any]) -> None:
    from croupier.simulation import bankroll as play
    from croupier.simulation.crews import hire
    from croupier.simulation.gpu import SESSION_ROUNDS, Gpu
    from croupier.simulation.plan import Plan
    from croupier.simulation.plots import check_ending, plot_bankroll
    from croupier.simulation.telling import Watch, tell_bankroll

    purse = play.Purse(
        bankroll=options["bankroll"], rounds=options["session_rounds"], target=options["target"]
    )
    purse.check(terms)
    if options["plot"] is not None:
        check_ending(options["plot"])
    seed, sessions = _seed(options), options["sessions"]
    play.blocks(purse, sessions)
    with Watch(said) as watching:
        plan, on_gpu = Plan.of(terms), _on_gpu(options)
        player = Gpu(plan) if on_gpu else None
        shared = play.shared_by_sessions(terms, plan, purse, seed, player)
        block = SESSION_ROUNDS if on_gpu else play.BLOCK_ROUNDS
        blocks, cluster = sessions * purse.rounds // block, options["cluster"]
        crew = hire(shared, options["workers"], blocks, cluster, gpu=on_gpu)

        def watch(tally: play.SessionTally) -> None:
            said = f"risk of ruin {tally.risk:.4%} ± {1.96 * tally.risk_error:.4%}"
            watching.at("sessions", tally.sessions, sessions, said)

        tally, seconds, interrupted = play.simulate(crew, purse, sessions, watch, block)
    if not tally.sessions:
        _end(interrupted=True, said="stopped before a session was over")
    exact = play.exact_ruin(terms, purse)
    if options["as_json"]:
        told = play.as_json(terms, purse, seed, tally, exact)
        click.echo(json.dumps({**told, "seconds": seconds, "interrupted": interrupted}, indent=2))
    else:
        tell_bankroll(console(), terms, purse, tally, seconds, exact)
    if options["plot"] is not None:
        plot_bankroll(terms, purse, tally, exact, options["plot"], reader())
    _end(interrupted=interrupted)


def _on_gpu(options: Mapping[str, Any]) -> bool:
    return bool(options["device"] == "gpu")


class _Refusing:
    """Invalid input ends the command with one sentence."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, CannotSimulate | CannotPrice | UnknownRulebook | BadSetting):
            raise Trouble(str(error)) from None
        if isinstance(error, KeyboardInterrupt):
            _end(interrupted=True, said="stopped before there was any result")


def _terms(rulebook: str, options: Mapping[str, Any]) -> "Terms":
    from croupier.odds.strategy import read_strategy
    from croupier.rulebooks.overrides import read_as
    from croupier.simulation.terms import GENERATOR, Terms, read_progressive

    own_readings = dict(_reading(text) for text in options["reading"])
    found = read_as(find_rulebook(rulebook, files=True), own_readings)
    own = options["strategy_file"]
    names = ("ante", "jackpot", "dealer_jackpot", "magic_every", "lucky_every")
    usual = dict.fromkeys(found.side_wagers, options["pair_plus"])
    return Terms(
        rulebook=found,
        strategy=options["strategy"] if own is None else read_strategy(own),
        players=options.get("players", 1),
        progressive=read_progressive(
            options["meter"], options["reset"], options["stake"], options["increment"]
        ),
        tables=options["tables"],
        generator=GENERATOR if options["generator"] is None else options["generator"],
        sides=usual | dict(_side(text) for text in options["side"]),
        **{name: options[name] for name in names},
    )


def _side(text: str) -> tuple[str, int]:
    name, _, amount = text.partition("=")
    try:
        cents = money(amount)
    except click.BadParameter:
        cents = -1
    if cents < 0:
        raise CannotSimulate(
            f"'{text}' is not NAME=CENTS, such as pair_plus=10000 or 'pair_plus=$100'"
        )
    return name, cents


def _reading(text: str) -> tuple[str, str | int | bool]:
    name, equals, value = text.partition("=")
    if not equals:
        raise CannotSimulate(f"'{text}' is not NAME=VALUE, such as ssp_multi=clockwise")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdigit() else value


def _seed(options: Mapping[str, Any]) -> int:
    from croupier.simulation.terms import read_seed

    given = options["seed"]
    return secrets.randbits(_SEED_BITS) if given is None else read_seed(given)


def _end(*, interrupted: bool, said: str | None = None) -> None:
    if said is not None:
        tell(f"croupier: {said}", err=True)
    if interrupted:
        raise SystemExit(INTERRUPTED)
