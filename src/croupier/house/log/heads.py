"""Published heads of the log: where it stood, signed by the house, countersigned by witnesses.

Anybody who keeps one can tell later whether it is still part of the log. A head is one line of
JSON, whether it goes to a file, a webhook, a second house or a browser.
"""

import hmac
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

import msgspec
from msgspec import structs

from croupier.house.keyring import Keyring, key_id, subkey
from croupier.house.log.chain import Link
from croupier.house.model.records import Anchor, PublishedHead, Witness


class BadHead(ValueError):
    """Something that is not the head of a log; one sentence."""


def signed_head(key: bytes, house: str, anchor: Anchor, link: Link, at: datetime) -> PublishedHead:
    stored = Link(link.seq, link.key, link.mac)
    plain = PublishedHead(house, anchor.seq, anchor.digest, str(stored), at, key_id(key), "")
    return structs.replace(plain, mac=_mac(key, "head", plain))


def is_signed(keys: Keyring, head: PublishedHead) -> bool:
    """Whether the house with these keys signed it."""
    key = keys.find(head.key)
    return key is not None and hmac.compare_digest(_mac(key, "head", head), head.mac)


def witnessed(key: bytes, house: str, head: PublishedHead, at: datetime) -> Witness:
    """Another house's signature under a head that it was shown."""
    plain = Witness(house, at, key_id(key), "")
    return structs.replace(plain, mac=_witness_mac(key, plain, head))


def is_witness(keys: Keyring, witness: Witness, head: PublishedHead) -> bool:
    """Whether the house with these keys signed as a witness."""
    key = keys.find(witness.key)
    return key is not None and hmac.compare_digest(_witness_mac(key, witness, head), witness.mac)


def _mac(key: bytes, purpose: str, head: PublishedHead) -> str:
    said = msgspec.json.encode([head.house, head.seq, head.digest, head.link, head.at, head.key])
    return hmac.digest(subkey(key, purpose), said, "sha256").hex()


def _witness_mac(key: bytes, witness: Witness, head: PublishedHead) -> str:
    shown = sha256(msgspec.json.encode(structs.replace(head, witnesses=()))).hexdigest()
    said = msgspec.json.encode([witness.house, witness.at, witness.key, shown])
    return hmac.digest(subkey(key, "witness"), said, "sha256").hex()


def read_heads(lines: Iterable[str]) -> list[PublishedHead]:
    """One per line, as a house writes them; raises `BadHead`."""
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=PublishedHead))
            except msgspec.MsgspecError as error:
                raise BadHead(f"line {number} is no head of a log: {error}") from None
    return found
