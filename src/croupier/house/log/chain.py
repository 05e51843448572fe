"""The keyed chain: one HMAC per record, over all records of the house in their order.

The hashes of a stream reveal a change only if they were not all recomputed, which anybody could do.
The links of this chain need the house's key. Each covers the link before it, its place in the log
and the hash of its record, so that without the key no record can be changed, inserted, removed,
moved, redated or attributed to somebody else. Only the end can be cut off, which an anchor kept
elsewhere reveals.

The first link continues from the digest of all heads at that moment and so vouches for whatever was
written before there was a key. A record marks the point where one key follows another.

A published head says where the log stood, signed by the house and countersigned by witnesses.
Anybody who keeps one can tell later whether it is still part of the log. It is one line of JSON,
whether it goes to a file, a webhook, a second house or a browser.
"""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from croupier.house.model.operation.events import PublishedHead, Witness
from croupier.house.model.records import Anchor, Record
from croupier.house.sealing import ID_DIGITS, Keyring, chain_key, key_id, subkey

KEY_CHANGED = b'{"event":"key_changed"'
"""The beginning of the record after which another key is used; it is in the operation stream."""
OPERATION = "operation"
_SEQ_BYTES = 8
_BLOCK_BYTES = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
_KEY_BYTES, _MAC_BYTES = ID_DIGITS // 2, 32


class Link(Struct, frozen=True):
    """The state of the chain after one record of the house."""

    seq: int
    key: str
    """The id of the key that the next record is chained under."""
    mac: bytes

    @classmethod
    def read(cls, seq: int, stored: str) -> "Link":
        """From `KEY:MAC`, as in heads and archives; raises `ValueError`."""
        key, _, mac = stored.partition(":")
        return cls(seq, key, bytes.fromhex(mac))

    @classmethod
    def unpacked(cls, seq: int, stored: bytes) -> "Link":
        """From its form in a row of the database; raises `ValueError`."""
        if type(stored) is not bytes or len(stored) != _KEY_BYTES + _MAC_BYTES:
            raise ValueError("a link of the keyed chain has another length")
        return cls(seq, stored[:_KEY_BYTES].hex(), stored[_KEY_BYTES:])

    @property
    def packed(self) -> bytes:
        """The form that `unpacked` reads."""
        return bytes.fromhex(self.key) + self.mac

    def __str__(self) -> str:
        return f"{self.key}:{self.mac.hex()}"


class _Changed(Struct, frozen=True):
    key: str


class OtherKey(Exception):
    """The chain continues under a key that is not available; one sentence."""


@lru_cache(maxsize=64)
def _padded(key: bytes) -> tuple[Any, Any]:
    """The inner and outer hash of RFC 2104 with the key already in them; it fits one block."""
    block = key.ljust(_BLOCK_BYTES, b"\0")
    return sha256(block.translate(_INNER)), sha256(block.translate(_OUTER))


def keyed_digest(key: bytes, said: bytes) -> bytes:
    """HMAC-SHA256 of a short text, without letting go of the interpreter.

    `hmac.digest` does so at each call: the writer would lose its turn once a record, and in a busy
    house wait milliseconds for the next.
    """
    inside, outside = _padded(key)
    inner, outer = inside.copy(), outside.copy()
    inner.update(said)
    outer.update(inner.digest())
    digest: bytes = outer.digest()
    return digest


def next_mac(key: bytes, before: bytes, seq: int, record_hash: bytes) -> bytes:
    """The link of a record; `key` is the house's key."""
    place = seq.to_bytes(_SEQ_BYTES, "big")
    return keyed_digest(chain_key(key), before + place + record_hash)


def key_after(stream: str, event: bytes, key: str) -> str:
    """The id of the key that chains the record after this one."""
    if stream == OPERATION and event.startswith(KEY_CHANGED):
        return msgspec.json.decode(event, type=_Changed).key
    return key


def chained(keys: Keyring, link: Link, runs: Iterable[Sequence[Record]]) -> Iterator[Link]:
    """The link of the last record of each run, if they follow where the chain stands."""
    seq, name, mac = link.seq, link.key, link.mac
    inside, outside = _padded(_demand(keys, name))
    for run in runs:
        used = name
        for record in run:
            seq += 1
            used = name
            inner, outer = inside.copy(), outside.copy()  # as in `keyed_digest`
            inner.update(mac + seq.to_bytes(_SEQ_BYTES, "big") + record.hash)
            outer.update(inner.digest())
            mac = outer.digest()
            if record.stream == OPERATION:
                after = key_after(OPERATION, record.event, name)
                if after != name:
                    name = after
                    inside, outside = _padded(_demand(keys, after))
        yield Link(seq, used, mac)


@lru_cache(maxsize=64)
def _demand(keys: Keyring, wanted: str) -> bytes:
    """What is chained under the key with this id is chained with this."""
    key = keys.find(wanted)
    if key is None:
        had = "none" if not keys else key_id(keys.current)
        raise OtherKey(
            f"The log is chained under the key {wanted}, and this process has {had}: "
            "give it the house's key."
        )
    return chain_key(key)


class Following:
    """Follows the chain record by record, as far as the available keys allow."""

    def __init__(self, keys: Keyring, seq: int = 0, link: Link | None = None) -> None:
        self.keys = keys
        self.count = 0
        """Records whose link was correct."""
        self._seq = seq
        self._name = None if link is None else link.key
        """The id of the next record's key; none before the chain has begun."""
        self._mac = b"" if link is None else link.mac
        self._key = None if link is None else keys.find(link.key)

    @property
    def link(self) -> Link | None:
        """The state of the chain, once it has begun."""
        return None if self._name is None else Link(self._seq, self._name, self._mac)

    def problem(
        self,
        seq: int,
        records: Sequence[Record],
        stored: Link | None,
        heads_digest: Callable[[], str],
    ) -> str | None:
        """What is wrong with the house's next records; the place and the link are the last one's.

        `heads_digest` tells where all streams stand before them.
        """
        before, self._seq = self._seq, seq
        if stored is None:
            if self._name is None:
                return None
            return "it is not chained under the house's key, and the one before it is"
        first = seq - len(records) + 1
        if self._name is None:
            self._use(stored.key)
            self._mac = bytes.fromhex(heads_digest())
        elif first != before + 1:
            return f"records between {before} and {first} of the house are missing"
        name, known = self._go_on(first, records)
        if stored.key != name:
            return f"it is chained under the key {stored.key}, and {name} was in use"
        if known and stored.mac != self._mac:
            return "its link does not fit: it was not written by the house, or not in this place"
        self._mac = stored.mac
        if known:
            self.count += len(records)
        elif self.keys:
            return f"it is chained under the key {name}, which is not at hand"
        return None

    def _go_on(self, first: int, records: Sequence[Record]) -> tuple[str | None, bool]:
        """The id of the last one's key, and whether all keys were at hand."""
        name, known = self._name, True
        for place, record in enumerate(records, first):
            name = self._name
            if self._key is None:
                known = False
            else:
                self._mac = next_mac(self._key, self._mac, place, record.hash)
            if record.stream == OPERATION:
                self._use(key_after(OPERATION, record.event, str(name)))
        return name, known

    def _use(self, name: str) -> None:
        if name != self._name:
            self._name, self._key = name, self.keys.find(name)


# Published heads


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
