"""A port for a server that starts in a moment."""

from __future__ import annotations

import random
import socket

BELOW_THOSE_OF_CALLERS = range(20_000, 32_000)
"""Ports that the system never gives to outgoing connections, so a free one stays free until the server is up."""


def free_port() -> int:
    while True:
        port = random.choice(BELOW_THOSE_OF_CALLERS)
        with socket.socket() as listener:
            if listener.connect_ex(("127.0.0.1", port)):
                return port
