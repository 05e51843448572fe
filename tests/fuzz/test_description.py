"""The OpenAPI description, asked everything that it allows: a running service never breaks.

Schemathesis makes the requests from the description; answers must not be a server error and
must have the shape that is described.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from croupier.house.store import database_url
from croupier.rulebooks.terms import Actor, Role
from tests.house.houses import keeping, play_round, register_jackpot, register_table
from tests.house.serving import Program, introduced, program

ASKED = {"GET", "POST", "PUT", "DELETE"}
SLOW_ON_PURPOSE = ("session", "password", "guest", "second-factor")
"""Throttled, and the work of a password hash each."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, str]]:
    """A house with a played round, as a program of its own; and the token of a manager."""
    data: Path = tmp_path_factory.mktemp("house")

    async def prepare() -> str:
        async with keeping(database_url(data)) as handler:
            await register_jackpot(handler)
            await register_table(handler)
            await play_round(handler)
        found = await introduced(database_url(data), Actor("mia", Role.SHIFT_MANAGER))
        return found["mia"]

    token = asyncio.run(prepare())
    with program(data) as running:
        running.start()
        yield running, token


def ask_everything(service: tuple[Program, str], examples: int) -> int:
    running, token = service
    schema = schemathesis.openapi.from_url(f"{running.address}/api/schema/openapi.json")
    asked = 0
    headers = {"Authorization": f"Bearer {token}"}
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.method.upper() not in ASKED:
            continue
        if any(part in operation.path for part in SLOW_ON_PURPOSE):
            continue

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(headers=headers)
            if answer.status_code != 503:
                case.validate_response(answer, checks=[not_a_server_error])

        ask()
        asked += 1
    return asked


def test_every_route_answers_what_its_description_allows(service: tuple[Program, str]) -> None:
    assert ask_everything(service, 3) > 20


@pytest.mark.slow
def test_every_route_answers_whatever_is_asked(service: tuple[Program, str]) -> None:
    assert ask_everything(service, 100) > 20
