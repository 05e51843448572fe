"""How the property tests of this suite run, and what all of its tests prove."""

import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.evidence import EVIDENCE, proof_by, written
from tests.memory import quick_folder

# A busy machine is not a bug, so no example has a deadline and none is drawn too slowly. Where
# tests gate a change the examples are always the same; at a desk they differ from run to run.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("desk", PATIENT)
settings.register_profile("gate", PATIENT, derandomize=True, print_blob=True)
settings.load_profile("gate" if os.environ.get("CI") else "desk")

_CACHE = "CROUPIER_CACHE"


def pytest_configure(config: pytest.Config) -> None:
    """What one process has counted, the others of this run read; none reads an earlier run's.
    Every commit of a house waits for its medium: thousands of them do not wait for a disk."""
    quick = quick_folder()
    if quick is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", quick)
    if _CACHE not in os.environ:
        os.environ[_CACHE] = tempfile.mkdtemp(prefix="croupier-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(_CACHE), ignore_errors=True))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Noted before any test is left out, where the whole suite was asked for."""
    if config.args == config.getini("testpaths"):
        config.stash[EVIDENCE] = written(proof_by(items))
