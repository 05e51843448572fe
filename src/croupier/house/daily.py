"""The log checked while the house is running, by a process of its own.

What is new is checked often, so that the next start has little left to check; the
whole of it is replayed daily.
"""

import asyncio
import logging
import os
import sys

CHECK_SECONDS = 600.0

log = logging.getLogger("croupier.verify")

_VERIFY = "from croupier.cli.verify import verify; verify(prog_name='croupier verify')"


async def verify_regularly(database: str, hours: float) -> None:
    """Until cancelled; what was found is said in the log."""
    waited = 0.0
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        waited += CHECK_SECONDS
        if 0 < hours * 3600 <= waited:
            waited = 0.0
            await verify_once(database)
        else:
            await verify_once(database, "--new")


async def verify_once(database: str, *options: str) -> bool:
    """Whether the log is sound."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _VERIFY, "--json", *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "CROUPIER_DATABASE": database},
    )
    try:
        told, trouble = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    found = (told or trouble).decode().strip()
    if process.returncode == 0:
        log.info("the log is sound", extra={"found": found})
        return True
    log.error("the log is not sound", extra={"found": found})
    return False
