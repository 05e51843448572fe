"""The log checked while the house is running, by a process of its own.

What is new is checked often, so that the next start has little left to check; the
whole of it is replayed daily.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from msgspec import Struct

CHECK_SECONDS = 600.0
_NOTHING_ELSE: Mapping[str, str] = {}

log = logging.getLogger("croupier.verify")

_VERIFY = "from croupier.cli.verify import verify; verify(prog_name='croupier verify')"


class Outcome(Struct, frozen=True):
    """What a look at the log came to."""

    whole: bool
    records: int
    findings: tuple[str, ...]

    @property
    def clean(self) -> bool:
        return not self.findings


class _Told(Struct, frozen=True):
    records: int = 0
    findings: tuple[str, ...] = ()


Telling = Callable[[Outcome], Awaitable[None]]


async def verify_regularly(
    database: str,
    hours: float,
    tell: Telling | None = None,
    environment: Mapping[str, str] = _NOTHING_ELSE,
) -> None:
    """Until cancelled; what was found is said in the log, and to whoever wants to be told."""
    waited = 0.0
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        waited += CHECK_SECONDS
        whole = 0 < hours * 3600 <= waited
        if whole:
            waited = 0.0
        found = await look(database, whole=whole, environment=environment)
        if tell is not None:
            await tell(found)


async def look(
    database: str, *, whole: bool, environment: Mapping[str, str] = _NOTHING_ELSE
) -> Outcome:
    """Check the log in a process of its own, which finds the house's key by its environment."""
    options = ("--remember",) if whole else ("--remember", "--new")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _VERIFY, "--json", *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "CROUPIER_DATABASE": database, **environment},
    )
    try:
        told, trouble = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    said = (told or trouble).decode().strip()
    try:
        read = msgspec.json.decode(told, type=_Told)
    except msgspec.MsgspecError:
        read = _Told(findings=(said or f"the check ended with status {process.returncode}",))
    if process.returncode == 0 and not read.findings:
        log.info("the log is sound", extra={"found": said})
        return Outcome(whole, read.records, ())
    log.error("the log is not sound", extra={"found": said})
    return Outcome(whole, read.records, read.findings or (said,))
