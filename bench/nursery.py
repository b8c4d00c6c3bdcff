"""Servers that start at once: a process that has loaded everything forks for each one.

A server that is killed a thousand times would spend most of its time loading Python. Each server here is a separate
process that begins where `triclinium serve` does.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import mimetypes
import os
import select
import signal
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, cast

LOADED_ON_THE_WAY = (
    "uvloop",
    "anyio._backends._asyncio",
    "anyio._core._fileio",
    "triclinium.table.serve",
    "triclinium.table.live.metrics",
    "bench.measured",
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

    def start(self, arguments: list[str], journal: IO[bytes], watched: Path | None = None) -> Child:
        """Start `triclinium` with these arguments; its output goes to the journal. `watched` is a file for the figures
        of `bench/measured.py`.
        """
        journal_path = f"/proc/{os.getpid()}/fd/{journal.fileno()}"
        self._say(
            {"arguments": arguments, "journal": journal_path, "watched": None if watched is None else str(watched)}
        )
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


@cache
def nursery() -> Nursery:
    """The one of this process, until it ends."""
    made = Nursery()
    atexit.register(made.close)
    return made


def _begin(arguments: list[str], journal: str, watched: str | None) -> None:
    """In the fork: become a server."""
    from bench.measured import watch
    from triclinium.table.commands import app

    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said = os.open(journal, os.O_WRONLY | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(said, 2)
    sys.argv = ["triclinium", *arguments]
    if watched is not None:
        watch(Path(watched))
    app()


def _load() -> None:
    """Load what a server loads before it is ready."""
    import typer

    from triclinium.table.commands import app
    from triclinium.table.web.app import DOCUMENTS
    from triclinium.table.web.rehearsal import load

    for module in LOADED_ON_THE_WAY:
        import_module(module)
    load(DOCUMENTS.values())
    mimetypes.init()
    commands = cast("Any", typer.main.get_command(app))
    with commands.make_context("triclinium", ["serve"]) as context:
        commands.get_command(context, "serve").make_context("serve", [], context)  # learns what may be typed


def main() -> None:
    _load()
    gc.collect()
    gc.freeze()  # a collection in a fork would copy everything
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for them
    for line in sys.stdin:
        word = json.loads(line)
        pid = os.fork()
        if not pid:
            failed = True
            try:
                _begin(word["arguments"], word["journal"], word["watched"])
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
