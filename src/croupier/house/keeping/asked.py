"""What a key stands for: a short digest of the command that came with it.

It is kept with the answer, and follows from the first record of the command alone, so that it
can be proved like the rest of the log.
"""

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.cage.commands import OfficeCommand
from croupier.house.log.records import Record
from croupier.table import commands as c

DIGEST_BYTES = 12
_AT_TABLES = frozenset((*c.TableCommand.__args__, *hc.TableLife.__args__))

_encode = msgspec.json.Encoder(order="deterministic").encode
replace = structs.replace


class _Registered(Struct, frozen=True):
    dealing: Raw
    """To the letter, as older houses spelled the same seconds `15` or `15.0`."""


def asked_by(table: str | None, command: hc.AnyCommand) -> str:
    """The digest of a command, whoever gives it, and of the table that it is for."""
    if not isinstance(command, OfficeCommand):
        command = replace(command, by=None, table=None, at=None)
    place = table if type(command) in _AT_TABLES else None
    return sha256(_encode((place, command))).digest()[:DIGEST_BYTES].hex()


def asked_in(first: Record) -> frozenset[str]:
    """The digests that the first record of a command bears out.

    To a command without cards an electronic table adds those of its shuffle.
    """
    kind, _, name = first.stream.partition(":")
    event = h.decode_event(first.event)
    match event:
        case h.CommandGiven(command=command):
            pass
        case h.TableRegistered(money=money) if money is not None:
            dealing: Any = msgspec.json.decode(first.event, type=_Registered).dealing
            command = hc.RegisterTable(name=name, entry=event.entry, dealing=dealing, money=money)
        case h.JackpotRegistered(money=money) if money is not None:
            command = hc.RegisterJackpot(
                name=name, entry=event.entry, terms=event.terms, money=money
            )
        case _:
            return frozenset()
    table = name if kind == "table" else None
    given = {asked_by(table, command)}
    if isinstance(command, c.Deal):
        given.add(asked_by(table, replace(command, shoe=None)))
    elif isinstance(command, c.Draw):
        bare = replace(command, magic_card=None, lucky_box=None, lucky_dealer=None)
        given.add(asked_by(table, bare))
    return frozenset(given)
