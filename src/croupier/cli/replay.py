"""`croupier replay`: a script played through the engine."""

import sys
from pathlib import Path
from typing import BinaryIO

import click

from croupier.cli.trouble import Trouble

LARGEST = 256 * 1024 * 1024
"""Bytes of the largest script that is read; about a hundred thousand rounds."""


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON document.")
@click.option("--strict", is_flag=True, help="Exit status 1 if anything was refused.")
def replay(file: str, as_json: bool, strict: bool) -> None:
    """Play the script FILE and show the result of every wager.

    FILE is a table script in JSON (see docs/script-format.md); '-' reads
    standard input. Commands that the rules do not allow are refused and listed,
    and the script continues.

    \b
    Exit status: 0; 1 with --strict if anything was refused; 2 if the script
    cannot be read.
    """
    from croupier.books import opened
    from croupier.script import BadScript, read_script, result_of
    from croupier.script import replay as play

    name = "standard input" if file == "-" else file
    text = _read(file, name)
    try:
        script = read_script(text, opened)
    except BadScript as error:
        raise Trouble(f"{name}: {error}") from None
    except RecursionError:
        raise Trouble(f"{name}: this is not a script: it is nested too deeply") from None
    played = play(script, keep_events=not as_json)
    if as_json:
        import msgspec

        sys.stdout.buffer.write(msgspec.json.encode(result_of(played)) + b"\n")
    else:
        from croupier.cli.console import console
        from croupier.cli.report import print_report

        print_report(console(), played)
    if strict and played.refusals:
        sys.exit(1)


def _read(file: str, name: str) -> bytes:
    """The bytes of a script, or one sentence on why there are none."""
    try:
        if file == "-":
            return _limited(sys.stdin.buffer, name)
        with Path(file).open("rb") as stream:
            return _limited(stream, name)
    except FileNotFoundError:
        raise Trouble(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise Trouble(f"{name}: this is a directory, not a script") from None
    except PermissionError:
        raise Trouble(f"{name}: this file may not be read") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"{name}: it cannot be read: {reason}") from None


def _limited(stream: BinaryIO, name: str) -> bytes:
    text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise Trouble(f"{name}: too large for a script; at most {LARGEST >> 20} MiB are read")
    return text
