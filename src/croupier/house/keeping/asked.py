"""What a key stands for: a short digest of the command that came with it.

It is kept with the answer, and follows from the first record of the command alone, so that it
can be proved like the rest of the log. A command that bears cards has a digest under the house's
key: a hand has so few possibilities that another would give it away.
"""

import hmac
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Raw, Struct, structs

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.cage.commands import OfficeCommand
from croupier.house.keys import subkey
from croupier.house.log.records import Record
from croupier.house.table.closed_cards import CARD_COMMANDS
from croupier.table import commands as c

DIGEST_BYTES = 12
_AT_TABLES = frozenset((*c.TableCommand.__args__, *hc.TableLife.__args__))

_encode = msgspec.json.Encoder(order="deterministic").encode
replace = structs.replace


class _Registered(Struct, frozen=True):
    dealing: Raw
    """To the letter, as older houses spelled the same seconds `15` or `15.0`."""


def asked_by(table: str | None, command: hc.AnyCommand, key: bytes = b"") -> str:
    """The digest of a command, whoever gives it, and of the table that it is for.

    `key` is the first that the house had, none in a house without.
    """
    if not isinstance(command, OfficeCommand):
        command = replace(command, by=None, table=None, at=None)
    place = table if type(command) in _AT_TABLES else None
    said = _encode((place, command))
    if key and type(command) in CARD_COMMANDS:
        return hmac.digest(subkey(key, "asked"), said, "sha256")[:DIGEST_BYTES].hex()
    return sha256(said).digest()[:DIGEST_BYTES].hex()


def asked_in(first: Record, key: bytes, *, chained: bool) -> frozenset[str] | None:
    """The digests that the first record of a command bears out; none where it takes the key.

    To a command without cards an electronic table adds those of its shuffle. Houses from before
    cards were sealed kept the digest of every command in the open.
    """
    if first.closed:
        return None
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
    given = [command]
    if isinstance(command, c.Deal):
        given.append(replace(command, shoe=None))
    elif isinstance(command, c.Draw):
        given.append(replace(command, magic_card=None, lucky_box=None, lucky_dealer=None))
    found = {asked_by(table, one) for one in given}
    if type(command) in CARD_COMMANDS:
        if chained and not key:
            return None
        found |= {asked_by(table, one, key) for one in given}
    return frozenset(found)
