"""What the container runs beside the house: its entry, and the question after its health."""

import asyncio
import os
import sys
from pathlib import Path

from croupier.house.http.security import ServerSettings
from croupier.house.log.stream import Department
from croupier.house.model.operation import events as o
from tests.house.deploy.shipped import DEPLOY, run
from tests.house.serving import serving
from tests.ports import free_port

SAYS = '#!/bin/sh\necho "$@; ${CROUPIER_KEY-none}; ${PGPASSWORD-none}"\n'


def entered(folder: Path, **secrets: str) -> str:
    program = folder / "croupier"
    program.write_text(SAYS)
    program.chmod(0o755)
    (folder / "secrets").mkdir()
    for name, text in secrets.items():
        (folder / "secrets" / name.replace("_", "-")).write_text(text)
    environment = {"PATH": f"{folder}:/usr/bin:/bin", "SECRETS": str(folder / "secrets")}
    done = run(DEPLOY / "entry.sh", "verify", "--data", "a b", environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_entry_takes_secrets_from_files(tmp_path: Path) -> None:
    said = entered(tmp_path, house_key="5e5e\n", database_password="open sesame\n")
    assert said == "verify --data a b; 5e5e; open sesame"


def test_without_files_the_entry_leaves_the_environment_alone(tmp_path: Path) -> None:
    assert entered(tmp_path) == "verify --data a b; none; none"


async def health(port: int | str, hosts: str = "") -> tuple[int, str]:
    environment = {**os.environ, "CROUPIER_PORT": str(port), "CROUPIER_HOSTS": hosts}
    done = await asyncio.to_thread(
        run, sys.executable, DEPLOY / "health.py", environment=environment
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


async def test_health_of_the_container_is_that_of_the_house(sqlite_url: str) -> None:
    """Behind a proxy and under a name of its own, as in the container."""
    settings = ServerSettings(
        behind_proxy=True, trusted_proxies=("172.31.250.2",), hosts=("casino.example", "house-1")
    )
    async with serving(sqlite_url, settings) as (house, address):
        port = address.rpartition(":")[2]
        assert await health(port, "casino.example, house-1") == (0, "")
        assert (await health(port, "elsewhere.example"))[0] == 1
        wrong = o.LogChecked(False, 1, ("house: holds 1",))
        await house.handler.record(Department.OPERATION, lambda state, at: (wrong,), None, "k1")
        status, said = await health(port, "casino.example")
        assert status == 1
        assert said.startswith("The house takes no commands (503): ")


async def test_a_house_that_does_not_answer_is_not_well() -> None:
    status, said = await health(free_port())
    assert status == 1
    assert said.startswith("The house does not answer on port ")
