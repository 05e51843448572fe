"""Passwords: Argon2 in threads of their own, so that log-ins never hold up the tables."""

import asyncio
import secrets
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from croupier.house.model.refusals import HouseCode, decline

LENGTH_MIN = 12
LENGTH_MAX = 256
WORKERS = 2
WAITING_MAX = 64
"""Log-ins that may wait for a thread; more are told to come again."""
ONE_TIME_WORDS = 5
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_WORD = 4

HASHER = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)
"""The one place that says how hard a guess is: 64 MiB and about a tenth of a second each."""


class Busy(Exception):
    """Too many log-ins at once."""


class Passwords:
    """Makes and checks hashes; a name that nobody bears costs as much as any other."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or HASHER
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="croupier-password")
        self._waiting = 0
        self._decoy = _decoy(self._hasher)

    async def hash(self, password: str) -> str:
        return str(await self._run(self._hasher.hash, password))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; without one kept, the same work for nothing."""
        matches = await self._run(self._matches, kept or self._decoy, password)
        return kept is not None and bool(matches)

    def is_outdated(self, kept: str) -> bool:
        """Made with other parameters than those of today."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: object, *arguments: str) -> object:
        assert callable(work)
        if self._waiting >= WAITING_MAX:
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        finally:
            self._waiting -= 1


def _decoy(hasher: PasswordHasher) -> str:
    """A hash as this hasher writes them, of no password: to make a true one would take time.

    Made with the first unknown name, it would make that one slow, and so be told from others.
    """
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (hasher.salt_len, hasher.hash_len)
    )
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${costs}${salt}${digest}"


def one_time_password() -> str:
    """Twenty letters and digits in groups, about 99 bits; easy to read out."""
    return "-".join(
        "".join(secrets.choice(_LETTERS) for _ in range(_WORD)) for _ in range(ONE_TIME_WORDS)
    )


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def demand_good(password: str, *names: str) -> None:
    """Long enough, not a common one, and not the name: no other rules, which help nobody."""
    if len(password) < LENGTH_MIN:
        decline(HouseCode.BAD_PASSWORD, f"A password has at least {LENGTH_MIN} characters.")
    if len(password) > LENGTH_MAX:
        decline(HouseCode.BAD_PASSWORD, f"A password has at most {LENGTH_MAX} characters.")
    plain = _plain(password)
    if any(len(_plain(name)) > 2 and _plain(name) in plain for name in names):  # noqa: PLR2004
        decline(HouseCode.BAD_PASSWORD, "A password does not contain the name of its owner.")
    if len(set(plain)) < 4 or plain in COMMON:  # noqa: PLR2004
        decline(HouseCode.BAD_PASSWORD, "That password is among the first that anybody tries.")


COMMON = frozenset(
    files("croupier.house.app.people")
    .joinpath("common_passwords.txt")
    .read_text(encoding="utf-8")
    .split()
)
"""Often used ones of this length, as letters and digits only."""
