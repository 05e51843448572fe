"""`croupier rules`: the rulebooks, one of them, what differs, a clause, a reading, coverage."""

from typing import Any

import click
import msgspec

from croupier.cli.trouble import Trouble


@click.command()
@click.argument("rulebooks", nargs=-1, metavar="[RULEBOOK]...")
@click.option("--diff", is_flag=True, help="What really differs between two rulebooks.")
@click.option("--file", "shown", metavar="RULEBOOK", help="The file that a rulebook is.")
@click.option("--check", "checked", metavar="FILE", help="What is wrong with a rulebook's file.")
@click.option("--clause", metavar="ID", help="One clause, such as 'CSP 3.12.1'.")
@click.option("--reading", metavar="ID", help="One reading of a silence, such as S1.")
@click.option("--coverage", is_flag=True, help="Every clause: how honoured, code and tests.")
@click.option("--table-md", is_flag=True, help="The coverage as a page in Markdown.")
@click.option("--readings-md", is_flag=True, help="Every reading as a page in Markdown.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def rules(  # noqa: PLR0913, PLR0917 - one argument for each thing that can be asked
    rulebooks: tuple[str, ...],
    diff: bool,
    shown: str | None,
    checked: str | None,
    clause: str | None,
    reading: str | None,
    coverage: bool,
    table_md: bool,
    readings_md: bool,
    as_json: bool,
) -> None:
    """Read the rulebooks and the clauses behind them.

    \b
    croupier rules                                      the five rulebooks
    croupier rules casino-stud                          one of them, in full
    croupier rules --diff casino-stud multi-link-stud   what really differs
    croupier rules --file casino-stud                   the file that it is
    croupier rules --check my.toml                      is a file of yours sound?
    croupier rules --clause "CSP 3.12.1"                one clause, code, tests
    croupier rules --coverage                           every clause

    A RULEBOOK is named casino-stud, or casino-stud@6 with its edition, or is a file: my.toml.
    """
    named = (shown, checked, clause, reading)
    asked = (diff, *(one is not None for one in named), coverage, table_md, readings_md)
    if sum(asked) > 1 or (rulebooks and any(asked) and not diff):
        raise Trouble("ask one thing at a time: see 'croupier rules --help'")
    if diff:
        _diff(rulebooks, as_json)
    elif shown is not None:
        _file(shown)
    elif checked is not None:
        _check(checked, as_json)
    elif clause is not None:
        _clause(clause, as_json)
    elif reading is not None:
        _reading(reading, as_json)
    elif coverage or table_md:
        _coverage(as_json, table_md)
    elif readings_md:
        from croupier.cli.reference import interpretations_page

        click.echo(interpretations_page(), nl=False)
    elif rulebooks:
        _rulebook(rulebooks, as_json)
    else:
        _list(as_json)


def _print_json(value: Any) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def _find(name: str) -> Any:
    from croupier.books import UnknownRulebook, find_rulebook

    try:
        return find_rulebook(name, files=True)
    except UnknownRulebook as error:
        raise Trouble(str(error)) from None


def _list(as_json: bool) -> None:
    from croupier.books import RULEBOOKS
    from croupier.cli import rulebook_pages
    from croupier.rulebooks.facts import identity

    if as_json:
        _print_json([identity(rulebook) for rulebook in RULEBOOKS.values()])
    else:
        rulebook_pages.print_list(RULEBOOKS.values())


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


def _diff(names: tuple[str, ...], as_json: bool) -> None:
    from croupier.cli import rulebook_pages
    from croupier.rulebooks.facts import differences

    if len(names) != 2:  # noqa: PLR2004
        raise Trouble("--diff takes two rulebooks, as in --diff casino-stud multi-link-stud")
    left, right = (_find(name) for name in names)
    if as_json:
        _print_json(differences(left, right))
    else:
        rulebook_pages.print_differences(left, right)


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


def _clause(cited: str, as_json: bool) -> None:
    from croupier.cli import clause_pages
    from croupier.coverage import evidence, row_of
    from croupier.rulebooks.clauses import UnknownClause, find

    try:
        found = find(cited)
    except UnknownClause as error:
        raise Trouble(str(error)) from None
    row = row_of(found, evidence())
    if as_json:
        _print_json(row)
    else:
        clause_pages.print_clause(row)


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
