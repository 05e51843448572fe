"""What each optional part of the package needs, and the sentence that says so where it is missing.

The library itself (rulebooks, engine, scripts, replay) needs msgspec alone.
"""

from collections.abc import Mapping
from importlib.util import find_spec

MODULES: Mapping[str, tuple[str, ...]] = {
    "cli": ("babel", "click", "rich"),
    "odds": ("numpy", "numba"),
    "simulation": ("numpy", "numba"),
    "report": ("matplotlib", "typst", "xlsxwriter"),
    "house": (
        *("alembic", "argon2", "cryptography", "fido2", "httptools", "httpx", "litestar"),
        *("prometheus_client", "sqlalchemy", "uvicorn", "websockets"),
    ),
    "postgres": ("psycopg",),
    "traces": ("opentelemetry",),
    "gym": ("gymnasium", "numpy", "numba"),
}
"""The modules that each extra of `pyproject.toml` brings. Simulation has words of its own for a
cluster or a GPU that is not there."""


class MissingExtra(ImportError):
    """A part of the package was asked for without the libraries that it needs."""


def need(extra: str, what: str) -> None:
    """Raises `MissingExtra` unless what the extra brings is installed; imports nothing."""
    missing = [name for name in MODULES[extra] if find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"{what} needs {_listed(missing)}, which {'is' if len(missing) == 1 else 'are'} not "
            f"installed here: pip install 'croupier[{extra}]'"
        )


def _listed(names: list[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last
