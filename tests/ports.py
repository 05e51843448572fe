"""A port of this machine for a server that has to come back under the same address."""

import random
import socket

BELOW_EPHEMERAL = range(20_000, 30_000)
"""The system gives none of these away by itself while the server is down."""


def free_port() -> int:
    chance = random.SystemRandom()
    while True:
        port = chance.choice(BELOW_EPHEMERAL)
        with socket.socket() as one:
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
