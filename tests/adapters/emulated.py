"""A graphics card for tests: its programs are compiled for the processor, and threads take turns (`card.hpp`)."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy

KERNELS = ("begin_all", "step_all", "deal_all", "look_all", "draw_all", "play_all")
CHECKED = "-fsanitize=signed-integer-overflow,shift-base", "-fno-sanitize-recover=all"
"""A number that leaves its 32 or 64 bits ends the test."""


def compiler() -> str | None:
    return shutil.which("g++")


class Array(numpy.ndarray):
    """An array with the names that a card's arrays have."""

    def copy_to_host(self) -> Any:
        return numpy.array(self)

    def copy_to_device(self, other: Any) -> None:
        self[...] = other


class EmulatedCard:
    processors = 2

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def room(self, shape: tuple[int, ...], kind: Any) -> Any:
        array = numpy.empty(shape, kind, order="F")
        array.view(numpy.uint8 if array.ndim == 1 else array.dtype)[...] = 77  # whatever lay there before
        return array.view(Array)

    def copy(self, array: Any) -> Any:
        return numpy.array(array).view(Array)

    taken = copy

    def program(self, text: str) -> Any:
        return EmulatedProgram(text, self._folder)

    def number(self) -> int:
        return 0


class EmulatedProgram:
    def __init__(self, text: str, folder: Path) -> None:
        header = Path(__file__).with_name("card.hpp").read_text()
        source = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.cpp"
        playing = "#define PLAYING 1\n" in text
        wanted = ["play_all"] if playing else [kernel for kernel in KERNELS if kernel != "play_all"]
        runs = "".join(f"RUNS({kernel})\n" for kernel in wanted)
        source.write_text(header + text + runs)
        library = source.with_suffix(".so")
        ends = ("-shared", "-fPIC", "-w", "-O0", "-std=c++17", *CHECKED)
        subprocess.run(["g++", *ends, str(source), "-o", str(library)], check=True, capture_output=True)
        self._library = ctypes.CDLL(str(library))

    def run(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        held = [_argument(argument) for argument in arguments]
        places = (ctypes.c_void_p * len(held))(*(ctypes.addressof(one) for one in held))
        getattr(self._library, f"run_{name}")(blocks, threads, places)


def _argument(argument: Any) -> Any:
    if isinstance(argument, numpy.int32):
        return ctypes.c_int32(int(argument))
    if isinstance(argument, numpy.ndarray):
        return ctypes.c_void_p(argument.ctypes.data)
    return ctypes.c_int64(argument)
