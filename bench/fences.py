"""Network namespaces: each node has its own, and can be cut off from PostgreSQL or Redis without anybody being told.

A namespace reaches the others over a pair of virtual cables with four addresses: PostgreSQL's, Redis's, the people's
and its own. Cut off means that nothing leaves for an address any more: packets are dropped, and connections stay open
until somebody loses patience. All of it happens in a network of its own: where cables appear in the machine's network,
every browser on it breaks off what it is loading (`ERR_NETWORK_CHANGED`).
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

POSTGRES, REDIS = "postgres", "redis"
CLONE_NEWNET = 0x40000000


def ip(*words: str, check: bool = True) -> bool:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done.returncode == 0


def may_fence() -> bool:
    """Whether this machine lets us make namespaces."""
    name = f"tric{os.getpid()}"
    try:
        made = ip("netns", "add", name, check=False)
    except FileNotFoundError:
        return False
    if made:
        ip("netns", "del", name)
    return made


def leave_network() -> None:
    """From here on this thread, and what it starts, has a network that nobody else sees."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "no network of our own")
    ip("link", "set", "lo", "up")


@dataclass(frozen=True, slots=True)
class Fence:
    """The surroundings of one node. `open` ones share one network, where nothing can be cut."""

    number: int
    closed: bool

    @property
    def name(self) -> str:
        return f"tric{os.getpid()}-{self.number}"

    def address(self, last: int) -> str:
        return f"10.{os.getpid() % 200 + 20}.{self.number}.{last}" if self.closed else "127.0.0.1"

    @property
    def postgres(self) -> str:
        return self.address(1)

    @property
    def redis(self) -> str:
        return self.address(2)

    @property
    def node(self) -> str:
        return self.address(3)

    def build(self) -> None:
        if not self.closed:
            return
        here, there = f"th{os.getpid() % 10_000}-{self.number}", f"tn{os.getpid() % 10_000}-{self.number}"
        ip("netns", "add", self.name)
        ip("link", "add", here, "type", "veth", "peer", "name", there)
        ip("link", "set", there, "netns", self.name)
        for last in (4, 1, 2):  # people come from the first one, so that they are not cut off with PostgreSQL
            ip("addr", "add", f"{self.address(last)}/24", "dev", here)
        ip("link", "set", here, "up")
        ip("-n", self.name, "addr", "add", f"{self.node}/24", "dev", there)
        ip("-n", self.name, "link", "set", there, "up")
        ip("-n", self.name, "link", "set", "lo", "up")

    def command(self, words: Sequence[str]) -> list[str]:
        """A command that runs inside."""
        return ["ip", "netns", "exec", self.name, *words] if self.closed else list(words)

    def cut(self, what: str) -> None:
        ip("-n", self.name, "route", "add", "blackhole", f"{self._of(what)}/32")

    def mend(self, what: str) -> None:
        ip("-n", self.name, "route", "del", "blackhole", f"{self._of(what)}/32")

    def _of(self, what: str) -> str:
        return self.postgres if what == POSTGRES else self.redis

    def tear_down(self) -> None:
        if self.closed:
            ip("netns", "del", self.name, check=False)
