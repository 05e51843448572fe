"""`croupier rules`: the rulebooks, one of them, what differs, a clause, a reading, coverage."""

from typing import Any

import click
import msgspec

from croupier.cli.pricing import PRICING, pricing_options, question_of, refuse_without_money
from croupier.cli.trouble import Trouble


@click.command()
@click.argument("rulebooks", nargs=-1, metavar="[RULEBOOK]...")
@click.option("--diff", is_flag=True, help="What actually differs between two rulebooks.")
@click.option("--money", is_flag=True, help="With --diff or --readings: the exact price of each.")
@click.option("--file", "shown", metavar="RULEBOOK", help="The file of a rulebook.")
@click.option("--check", "checked", metavar="FILE", help="Check a rulebook file.")
@click.option("--clause", metavar="ID", help="One clause, such as 'CSP 3.12.1'.")
@click.option("--reading", metavar="ID", help="One reading of a silence, such as S1.")
@click.option("--readings", is_flag=True, help="What each choice of reading costs.")
@click.option("--coverage", is_flag=True, help="Every clause: how honoured, code and tests.")
@click.option("--table-md", is_flag=True, help="The coverage as a page in Markdown.")
@click.option("--readings-md", is_flag=True, help="Every reading as a page in Markdown.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@pricing_options
def rules(rulebooks: tuple[str, ...], **options: Any) -> None:
    """Read the rulebooks and the clauses behind them.

    \b
    croupier rules                                      the five rulebooks
    croupier rules casino-stud                          one of them, in full
    croupier rules --diff casino-stud multi-link-stud   what actually differs
    the same with --money                               and what each change is worth
    croupier rules --readings --money singapore-stud    what each ambiguity costs
    croupier rules --file casino-stud                   its file
    croupier rules --check my.toml                      is a file of yours sound?
    croupier rules --clause "CSP 3.12.1"                one clause, code, tests
    croupier rules --clause "HP 5" my.toml              what a rulebook says under it
    croupier rules --coverage                           every clause

    A RULEBOOK is named casino-stud, or casino-stud@6 with its edition, or is a file: my.toml.
    """
    asked = [name for name in _QUESTIONS if options[name] not in (None, False)]
    pricing = {name: options[name] for name in PRICING}
    as_json = options["as_json"]
    if len(asked) > 1 or (rulebooks and asked and asked[0] not in (*_OF_RULEBOOKS, "clause")):
        raise Trouble("ask one thing at a time: see 'croupier rules --help'")
    if options["money"] and not (asked and asked[0] in _OF_RULEBOOKS):
        raise Trouble("--money goes with --diff or --readings")
    if not options["money"]:
        refuse_without_money(pricing)
    match asked:
        case ["diff"] if options["money"]:
            _price_of_changes(rulebooks, pricing, as_json)
        case ["diff"]:
            _diff(rulebooks, as_json)
        case ["readings"] if options["money"]:
            _price_of_readings(rulebooks, pricing, as_json)
        case ["readings"]:
            raise Trouble("--readings tells what each choice costs: add --money")
        case ["shown"]:
            _file(options["shown"])
        case ["checked"]:
            _check(options["checked"], as_json)
        case ["clause"]:
            _clause(options["clause"], rulebooks, as_json)
        case ["reading"]:
            _reading(options["reading"], as_json)
        case ["coverage" | "table_md"]:
            _coverage(as_json, options["table_md"])
        case ["readings_md"]:
            from croupier.cli.reference import interpretations_page

            click.echo(interpretations_page(), nl=False)
        case _ if rulebooks:
            _rulebook(rulebooks, as_json)
        case _:
            _list(as_json)


_OF_RULEBOOKS = ("diff", "readings")
_QUESTIONS = (
    *_OF_RULEBOOKS,
    "shown",
    "checked",
    "clause",
    "reading",
    "coverage",
    "table_md",
    "readings_md",
)


def _print_json(value: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def _find(name: str) -> Any:
    from croupier.books import UnknownRulebook, find_rulebook

    try:
        return find_rulebook(name, files=True)
    except UnknownRulebook as error:
        raise Trouble(str(error)) from None


def _list(as_json: bool) -> None:
    from croupier.books import ELSEWHERE, RULEBOOKS
    from croupier.cli import rulebook_pages
    from croupier.rulebooks.facts import identity

    known = [*RULEBOOKS.values(), *ELSEWHERE.values()]
    if as_json:
        _print_json([identity(rulebook) for rulebook in known])
    else:
        rulebook_pages.print_list(known)


def _rulebook(names: tuple[str, ...], as_json: bool) -> None:
    from croupier.cli import rulebook_pages
    from croupier.rulebooks.facts import facts

    if len(names) > 1:
        raise Trouble("name one rulebook, or two with --diff")
    rulebook = _find(names[0])
    if as_json:
        _print_json(facts(rulebook))
    else:
        rulebook_pages.print_rulebook(rulebook)


def _two(names: tuple[str, ...]) -> Any:
    if len(names) != 2:  # noqa: PLR2004
        raise Trouble("--diff takes two rulebooks, as in --diff casino-stud multi-link-stud")
    return (_find(name) for name in names)


def _diff(names: tuple[str, ...], as_json: bool) -> None:
    from croupier.cli import rulebook_pages
    from croupier.rulebooks.facts import differences

    left, right = _two(names)
    if as_json:
        _print_json(differences(left, right))
    else:
        rulebook_pages.print_differences(left, right)


def _price_of_changes(names: tuple[str, ...], pricing: dict[str, Any], as_json: bool) -> None:
    from croupier.cli import price_pages
    from croupier.odds import CannotPrice
    from croupier.odds.contract import difference_json
    from croupier.odds.difference import difference

    left, right = _two(names)
    try:
        found = difference(left, right, question_of(pricing))
    except CannotPrice as error:
        raise Trouble(str(error)) from None
    if as_json:
        _print_json(difference_json(found))
    else:
        price_pages.print_difference(found)


def _price_of_readings(names: tuple[str, ...], pricing: dict[str, Any], as_json: bool) -> None:
    from croupier.cli import price_pages
    from croupier.odds import CannotPrice
    from croupier.odds.ambiguity import ambiguities
    from croupier.odds.contract import ambiguity_json

    if len(names) != 1:
        raise Trouble("--readings takes one rulebook, as in --readings --money singapore-stud")
    rulebook = _find(names[0])
    try:
        found = ambiguities(rulebook, question_of(pricing))
    except CannotPrice as error:
        raise Trouble(str(error)) from None
    if as_json:
        _print_json([ambiguity_json(one) for one in found])
    else:
        price_pages.print_ambiguities(rulebook, found)


def _file(name: str) -> None:
    from croupier.books import UnknownRulebook
    from croupier.cli import rulebook_files

    try:
        rulebook_files.print_file(name)
    except UnknownRulebook as error:
        raise Trouble(str(error)) from None


def _check(name: str, as_json: bool) -> None:
    from croupier.books import UnknownRulebook
    from croupier.cli import rulebook_files

    try:
        sound = rulebook_files.print_check(name, as_json)
    except UnknownRulebook as error:
        raise Trouble(str(error)) from None
    if not sound:
        raise click.exceptions.Exit(1)


def _clause(cited: str, names: tuple[str, ...], as_json: bool) -> None:
    """From the registry; or what a rulebook says under it, if one is named or needed."""
    from croupier.cli import clause_pages
    from croupier.coverage import Row, evidence, row_of
    from croupier.rulebooks.clauses import UnknownClause, find
    from croupier.rulebooks.file.citing import Citations, cited_in

    if len(names) > 1:
        raise Trouble("name one rulebook that cites the clause")
    rulebook = _find(names[0]) if names else _with_document(cited.partition(" ")[0])
    found: Row | Citations
    try:
        found = cited_in(rulebook, cited) if rulebook else row_of(find(cited), evidence())
    except UnknownClause as error:
        raise Trouble(str(error)) from None
    if as_json:
        _print_json(found)
    elif isinstance(found, Citations):
        clause_pages.print_citations(found)
    else:
        clause_pages.print_clause(found)


def _with_document(document: str) -> Any:
    """A rulebook other than the five, by its document's short name."""
    from croupier.books import ELSEWHERE

    return next((one for one in ELSEWHERE.values() if one.document == document.upper()), None)


def _reading(cited: str, as_json: bool) -> None:
    from croupier.cli import clause_pages
    from croupier.rulebooks.readings import UnknownReading, by_id

    try:
        found = by_id(cited)
    except UnknownReading as error:
        raise Trouble(str(error)) from None
    if as_json:
        _print_json(found)
    else:
        clause_pages.print_reading(found)


def _coverage(as_json: bool, as_page: bool) -> None:
    from croupier.cli import clause_pages, reference
    from croupier.coverage import coverage, evidence

    covered = coverage(evidence())
    if as_page:
        click.echo(reference.clauses_page(covered), nl=False)
    elif as_json:
        _print_json(covered)
    else:
        clause_pages.print_coverage(covered)
