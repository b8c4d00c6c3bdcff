"""Servers that start at once: a process that has loaded everything forks for each one.

A server that is killed a thousand times would spend most of its time loading Python. Each server here is a separate
process that begins where `triclinium serve` does.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from typing import IO, Any

LOADED_ON_THE_WAY = (
    "uvloop",
    "triclinium.table.serve",
)
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Child:
    """A forked process, with the part of `subprocess.Popen` that we need."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._file = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """None while it runs; how it ended is unknown."""
        return 0 if select.select([self._file], [], [], 0)[0] else None

    def wait(self, seconds: float | None = None) -> None:
        if not select.select([self._file], [], [], seconds)[0]:
            raise TimeoutError(f"process {self.pid} does not end")

    def send_signal(self, number: int) -> None:
        signal.pidfd_send_signal(self._file, number)

    def __del__(self) -> None:
        os.close(self._file)


class Nursery:
    """Where servers are forked."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, arguments: list[str], journal: IO[bytes]) -> Child:
        """Start `triclinium` with these arguments; its output goes to the journal."""
        self._say({"arguments": arguments, "journal": f"/proc/{os.getpid()}/fd/{journal.fileno()}"})
        assert self._process.stdout is not None
        return Child(int(self._process.stdout.readline()))

    def _say(self, word: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(word) + "\n")
        self._process.stdin.flush()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _begin(arguments: list[str], journal: str) -> None:
    """In the fork: become a server."""
    from triclinium import cli

    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said = os.open(journal, os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(said, 2)
    sys.argv = ["triclinium", *arguments]
    cli.main()


def _load() -> None:
    """Import everything that a server needs."""
    from triclinium import cli
    from triclinium.games import GAMES, game_named

    for module in LOADED_ON_THE_WAY:
        import_module(module)
    for name in GAMES:
        game_named(name)
    with suppress(SystemExit), redirect_stdout(StringIO()):
        cli.app(["serve", "--help"])


def main() -> None:
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for them
    for line in sys.stdin:
        word = json.loads(line)
        pid = os.fork()
        if not pid:
            failed = True
            try:
                _begin(word["arguments"], word["journal"])
                failed = False
            except SystemExit as end:
                failed = bool(end.code)
            finally:
                sys.stderr.flush()
                os._exit(failed)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
