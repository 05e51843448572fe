"""From the settings of a server process to somebody who looks after its house."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from croupier.house.operation.approval import Approved
from croupier.house.operation.attendance import Attendance, Care
from croupier.house.operation.config import Config, described
from croupier.house.operation.data_folder import heads_path, proof_environment
from croupier.house.operation.publishing import Places
from croupier.house.proof.daily import Outcome, verify_regularly

if TYPE_CHECKING:
    from croupier.house.proof.check import SelfCheck
    from croupier.house.running import House

_SECRET = ("key", "password", "secret", "token", "database", "webhook")
"""Parts of the names of settings that are never written down."""


async def attend(
    house: "House",
    config: Config,
    url: str,
    data: Path | None,
    found: "SelfCheck",
    approved: Approved | None = None,
) -> Attendance:
    """Say that the house is open and look after it until it stops."""
    care = care_of(config, url, data)
    held_to = "no list" if approved is None else approved.digest
    care = structs.replace(care, settings={**care.settings, "approved_list": held_to})
    attendance = Attendance(house, care)
    await attendance.open(found)

    async def told(outcome: Outcome) -> None:
        await attendance.checked(
            whole=outcome.whole, records=outcome.records, findings=outcome.findings
        )

    attendance.also(
        asyncio.create_task(
            verify_regularly(url, config.verify_hours, told, proof_environment(config, data))
        )
    )
    return attendance


def care_of(config: Config, url: str, data: Path | None) -> Care:
    return Care(
        url=url,
        data=data,
        settings=public_settings(config),
        large_win=config.large_win,
        verify_hours=config.verify_hours,
        backup_hours=config.backup_hours,
        backup_keep=config.backup_keep,
        places=_places(config, data),
    )


def _places(config: Config, data: Path | None) -> Places:
    return Places(
        house=config.title,
        minutes=config.heads_minutes,
        file=heads_path(config, data),
        webhook=config.heads_webhook,
        witness=config.heads_witness,
        token=config.heads_witness_token,
    )


def public_settings(config: Config) -> dict[str, str]:
    """The settings as they may be shown; of secrets only whether they are set."""
    return {
        name: ("set" if value else "not set") if _is_secret(name) else str(value)
        for name, value in described(config).items()
    }


def _is_secret(name: str) -> bool:
    return any(part in name for part in _SECRET)
