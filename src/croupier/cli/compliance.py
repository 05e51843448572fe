"""`croupier compliance`: each requirement, whether it is met, how, and the evidence."""

import click

from croupier.cli.words import Typed, said


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def compliance(as_json: bool) -> None:
    """List the requirements: which are met, how, and the evidence.

    Evidence is a test of this project or a command. The exit status is 1 if a requirement
    is not met; 'partly' says what is missing.
    """
    import msgspec

    from croupier.cli.console import CLAUSE, QUIET, TITLE, console
    from croupier.house.read.compliance import REQUIREMENTS

    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(REQUIREMENTS), indent=2))
    else:
        out = console()
        for one in REQUIREMENTS:
            standing = "partly " if one.partly else "met    " if one.met else "NOT MET"
            out.print(f"{standing} {one.name}", style=TITLE)
            out.print(f"        {one.how}", soft_wrap=True)
            if one.missing is not None:
                out.print(f"        missing {one.missing}", soft_wrap=True)
            for test in one.tests:
                out.print(f"        test    {test}", style=QUIET, soft_wrap=True)
            for command in one.commands:
                label = said("command")
                out.print(Typed(f"        {label} {command}"), style=CLAUSE, soft_wrap=True)
        met = sum(one.met and not one.partly for one in REQUIREMENTS)
        partly = sum(one.partly for one in REQUIREMENTS)
        out.print(f"{met} of {len(REQUIREMENTS)} requirements are met, {partly} in part.")
    if not all(one.met for one in REQUIREMENTS):
        raise SystemExit(1)
