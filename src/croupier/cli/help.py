"""The help of commands, and what is wrong with how one was called, in a person's language."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from croupier.cli.words import in_english, punctuated, say

_BLOCK = "\b\n"
_BESIDE = re.compile(r"(.*\S)(  +)(\S.*)")
"""A command, and beside it what it does."""
_DEFAULT = re.compile(r"(?:(.*?)  )?\[(.+)\]")


_PLACES = ("[OPTIONS]", "COMMAND", "[ARGS]...")
"""What stands for what is typed, in the usage of every command."""


def paragraphs(text: str) -> Iterator[tuple[str, bool]]:
    """Those of a help text on one line each, and whether each of their lines stands for itself."""
    for part in text.split("\n\n"):
        if part.startswith(_BLOCK):
            yield part.removeprefix(_BLOCK), True
        else:
            yield " ".join(part.split()), False


def sentences(text: str) -> Iterator[str]:
    """What is to be translated in a help text."""
    for part, is_block in paragraphs(text):
        for line in part.split("\n") if is_block else (part,):
            beside = _BESIDE.fullmatch(line) if is_block else None
            yield from (line,) if beside is None else (beside[1], beside[3])


class SaidHelp(click.HelpFormatter):
    """Help in a language other than English."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        usage = say("Usage:")
        named = " ".join(say(one) if one in _PLACES else one for one in args.split(" "))
        gap = " " if usage.endswith(":") else ""
        super().write_usage(prog, named, usage + gap if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{say(f'{heading}:')}\n")

    def write_text(self, text: str) -> None:
        parts = [self._paragraph(part, is_block) for part, is_block in paragraphs(text)]
        self.write("\n\n".join(parts) + "\n")

    def _paragraph(self, part: str, is_block: bool) -> str:
        from croupier.cli.folding import folded

        indent = " " * self.current_indent
        if is_block:
            return "\n".join(indent + _beside(line) for line in part.split("\n"))
        lines = folded(say(part), self.width - self.current_indent)
        return "\n".join(indent + line for line in lines)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        from croupier.cli.folding import folded

        pairs = [(first, _explained(second)) for first, second in rows]
        room = min(max(len(first) for first, _ in pairs), col_max) + col_spacing
        indent = " " * self.current_indent
        for first, second in pairs:
            lines = folded(second, max(self.width - room - self.current_indent, 10))
            beside = len(first) <= room - col_spacing
            if not beside:
                self.write(f"{indent}{first}\n")
            for number, line in enumerate(lines):
                term = first if beside and not number else ""
                self.write(f"{indent}{term:<{room}}{line}".rstrip() + "\n")


def _beside(line: str) -> str:
    found = _BESIDE.fullmatch(line)
    return say(line) if found is None else f"{say(found[1])}{found[2]}{say(found[3])}"


def _explained(words: str) -> str:
    """The help of an option, and what it is if left out: `Jackpot wager.  [default: 500]`."""
    found = _DEFAULT.fullmatch(words)
    if found is None:
        return say(words)
    beside = "; ".join(say(one) for one in found[2].split("; "))
    return punctuated(f"[{beside}]" if found[1] is None else f"{say(found[1])}  [{beside}]")


class _Misused(click.UsageError):
    """A command that was not called as its usage says."""

    def show(self, file: IO[Any] | None = None) -> None:
        if self.ctx is not None:
            click.echo(self.ctx.get_usage(), err=True)
            command = f"{self.ctx.command_path} {self.ctx.help_option_names[-1]}"
            click.echo(say(f"Try '{command}' for help.") + "\n", err=True)
        message = self.message
        parts = re.fullmatch(r"(Invalid value for \S+): (.*)", message, re.DOTALL)
        told = say(message) if parts is None else f"{say(parts[1])}: {say(parts[2])}"
        click.echo(punctuated(f"{say('Error:')} {told}"), err=True)


@contextmanager
def in_their_language() -> Iterator[None]:
    """What is wrong with the arguments; a library's own English in English."""
    try:
        yield
    except click.UsageError as error:
        if in_english() or isinstance(error, click.exceptions.NoArgsIsHelpError):
            raise
        raise _Misused(error.format_message(), error.ctx) from None
