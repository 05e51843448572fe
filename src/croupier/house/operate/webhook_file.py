"""Who is told by webhook of what, and how far each has been told: files in the data folder.

`webhooks.json` has the subscriptions with their secrets, for the user of the house alone;
`webhooks/ID.json` the place in the log up to which a receiver has confirmed everything. A place is
written when a delivery was confirmed, so that a crash repeats a delivery and never skips one.
"""

import os
import re
import socket
from enum import StrEnum
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from croupier.house.store import private

FILE, FOLDER = "webhooks.json", "webhooks"


class Topic(StrEnum):
    """What a receiver can ask for."""

    SETTLEMENT = "settlement"
    IRREGULARITY = "irregularity"
    JACKPOT = "jackpot"
    ALARM = "alarm"


class Subscription(Struct, frozen=True):
    """A receiver."""

    id: str
    url: str
    topics: tuple[Topic, ...]
    secret: str
    """Deliveries are signed with it; shown once."""
    private: bool = False
    """Whether it may be in a private network."""


class Place(Struct, frozen=True):
    """How far a receiver has been told."""

    seq: int
    failing: str | None = None
    """Why the last delivery failed, if it did."""


class BadWebhook(ValueError):
    """One sentence says what is wrong."""


def subscriptions(data: Path) -> list[Subscription]:
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=list[Subscription])
    except FileNotFoundError:
        return []
    except (msgspec.MsgspecError, OSError) as error:
        raise BadWebhook(f"{data / FILE} cannot be read: {error}") from None


def subscribe(
    data: Path, url: str, topics: tuple[Topic, ...], seq: int, *, allow_private: bool
) -> Subscription:
    """A new receiver, told of what happens after this record of the log."""
    addresses_of(url, allow_private=allow_private)
    one = Subscription(
        token_hex(4), url, tuple(dict.fromkeys(topics)), token_hex(32), allow_private
    )
    known = subscriptions(data)
    keep_place(data, one.id, Place(seq))
    _write(data / FILE, msgspec.json.encode([*known, one]))
    return one


def unsubscribe(data: Path, name: str) -> None:
    known = subscriptions(data)
    left = [one for one in known if one.id != name]
    if len(left) == len(known):
        raise BadWebhook(f"there is no webhook '{name}'; 'croupier webhooks list' has them all")
    _write(data / FILE, msgspec.json.encode(left))
    _place_file(data, name).unlink(missing_ok=True)


def place_of(data: Path, name: str) -> Place | None:
    try:
        return msgspec.json.decode(_place_file(data, name).read_bytes(), type=Place)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, OSError) as error:
        raise BadWebhook(f"{_place_file(data, name)} cannot be read: {error}") from None


def keep_place(data: Path, name: str, place: Place) -> None:
    private.folder(data / FOLDER)
    _write(_place_file(data, name), msgspec.json.encode(place))


def _place_file(data: Path, name: str) -> Path:
    if not re.fullmatch(r"[0-9a-f]{8}", name):
        raise BadWebhook(f"'{name}' is no name of a webhook: it has eight hexadecimal digits")
    return data / FOLDER / f"{name}.json"


def _write(path: Path, content: bytes) -> None:
    """On disk as a whole or not at all."""
    beside = path.with_name(f"{path.name}.new")
    private.write(beside, content)
    with open(beside, "rb") as written:
        os.fsync(written.fileno())
    beside.replace(path)


_UNICAST = ip_network("2000::/3")
"""Where addresses of the open network are. Elsewhere, an address may stand for one of IPv4 that a
gateway takes out of it (64:ff9b::/96), or for many machines."""


def _is_open(address: str) -> bool:
    """Whether it is one machine of the open network, whatever gateway lies on the way."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        tunnelled = found.sixtofour is not None or found.teredo is not None
        return found in _UNICAST and found.is_global and not tunnelled
    return found.is_global and not found.is_multicast


def addresses_of(url: str, *, allow_private: bool) -> list[str]:
    """The addresses behind a receiver's name, all of them in the open network unless allowed.

    They are looked up again for each delivery, and the delivery goes to one of these: a name that
    leads elsewhere a moment later leads nowhere.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise BadWebhook(f"'{url}' is no address") from None
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadWebhook(f"'{url}' is no address: write its name with the letters of ASCII (xn--…)")
    if parts.scheme not in ("http", "https") or not host:
        raise BadWebhook(f"'{url}' is no address such as https://example.com/croupier")
    if parts.username or parts.password:
        raise BadWebhook("the address has a name or password in it; deliveries are signed instead")
    if parts.scheme == "http" and not allow_private:
        raise BadWebhook("the address must begin with https; http is for private networks only")
    try:
        found = socket.getaddrinfo(host, port or parts.scheme, type=socket.SOCK_STREAM)
    except OSError:
        raise BadWebhook(f"the name '{host}' is not known") from None
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    closed = [one for one in addresses if not _is_open(one)]
    if closed and not allow_private:
        raise BadWebhook(
            f"'{host}' is {closed[0]}, in a private network; allow that with --allow-private"
        )
    return addresses
