"""What pages of the site show of the program itself, as Markdown."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

import click
from msgspec import Struct, inspect

from croupier.cli.main import COMMANDS, croupier
from croupier.house.model.cage.events import CageEvent
from croupier.house.model.events import HouseTableEvent, PaymentEvent
from croupier.house.model.jackpot.events import HouseJackpotEvent
from croupier.house.model.operation.events import OperationEvent
from croupier.house.model.people.events import PeopleEvent
from croupier.house.model.school.events import ExerciseAnswered
from croupier.jackpot.events import JackpotEvent
from croupier.table.events import TableEvent
from tools.site.service import operations_page, streaming_page, types_page

EVENTS: Mapping[str, Any] = {
    "Of a game": TableEvent,
    "Of a table in its house": HouseTableEvent,
    "Of a progressive": JackpotEvent | HouseJackpotEvent,
    "Of payments and of what takes two people": PaymentEvent,
    "Of the cage": CageEvent,
    "Of people": PeopleEvent,
    "Of the operation": OperationEvent,
    "Of the school": ExerciseAnswered,
}
WIDTH = 88


def command_line() -> str:
    """Every command with its help, as a terminal shows it."""
    top = click.Context(croupier, info_name="croupier", terminal_width=WIDTH)
    return "\n\n".join(_help(top, name) for name in COMMANDS)


def _help(parent: click.Context, name: str, depth: int = 2) -> str:
    group = parent.command
    assert isinstance(group, click.Group)
    command = group.get_command(parent, name)
    assert command is not None
    context = click.Context(command, parent, name, terminal_width=WIDTH)
    text = f"{'#' * depth} {context.command_path}\n\n```text\n{command.get_help(context)}\n```"
    if isinstance(command, click.Group):
        below = (_help(context, one, depth + 1) for one in command.list_commands(context))
        text = "\n\n".join([text, *below])
    return text


def events() -> str:
    """Every event that a log may hold, with its fields."""
    parts = []
    for subject, union in EVENTS.items():
        described = [_event(one) for one in sorted(set(_members(union)), key=_tag)]
        parts.append("\n\n".join([f"## {subject}", *described]))
    return "\n\n".join(parts)


def _members(union: Any) -> Iterable[type[Struct]]:
    if not get_args(union):
        yield union
    for one in get_args(union):
        yield from _members(one)


def _tag(event: type[Struct]) -> str:
    return str(event.__struct_config__.tag)


def _event(event: type[Struct]) -> str:
    info = inspect.type_info(event)
    assert isinstance(info, inspect.StructType)
    fields = ", ".join(f"`{field.encode_name}`" for field in info.fields)
    said = " ".join((event.__doc__ or "").split())
    lines = [f"### `{_tag(event)}`", said] if said else [f"### `{_tag(event)}`"]
    return "\n\n".join([*lines, f"Fields: {fields}." if fields else "No fields."])


MADE: Mapping[str, Callable[[], str]] = {
    "command-line": command_line,
    "events": events,
    "operations": operations_page,
    "types": types_page,
    "streaming": streaming_page,
}
