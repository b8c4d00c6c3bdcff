"""A port for a server that starts in a moment."""

from __future__ import annotations

import random
import socket

BELOW_THOSE_OF_CALLERS = range(20_000, 32_000)
"""Ports the system gives to nobody who calls: what is free now is still free when the server is up."""


def free_port() -> int:
    while True:
        port = random.choice(BELOW_THOSE_OF_CALLERS)
        with socket.socket() as listener:
            if listener.connect_ex(("127.0.0.1", port)):
                return port
