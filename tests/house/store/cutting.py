"""A line to PostgreSQL that breaks at a commit: it arrives, and its answer does not."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

_RESET = struct.pack("ii", 1, 0)
COMMIT = b"Q\x00\x00\x00\x0bCOMMIT\x00"


class Line:
    """Passes on what comes, on a port of its own."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "", parts.port or 0)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = urlunsplit(
            parts._replace(netloc=f"croupier@127.0.0.1:{self._door.getsockname()[1]}")
        )
        self.cut_at_commit = False
        """Cuts the line of the next one who commits; it goes back to false by itself."""
        self.cut = threading.Event()
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for one in (self._door, *self._ends):
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._door.accept()
                server = socket.create_connection(self._server)
                self._ends += [caller, server]
                for work, ends in ((self._there, (caller, server)), (_pass, (server, caller))):
                    threading.Thread(target=work, args=ends, daemon=True).start()

    def _there(self, caller: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := caller.recv(65_536):
                if self.cut_at_commit and data.endswith(COMMIT):
                    self.cut_at_commit = False
                    # Cut first, or a quick server's answer slips through.
                    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                    caller.shutdown(socket.SHUT_RDWR)
                    caller.close()
                    server.sendall(data)
                    self.cut.set()
                    return  # the server is not told: its end stays open
                server.sendall(data)
            server.close()


def _pass(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65_536):
            other.sendall(data)
        other.close()


@contextmanager
def line_to(url: str) -> Iterator[Line]:
    line = Line(url)
    try:
        yield line
    finally:
        line.close()
