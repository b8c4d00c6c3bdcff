"""An NVIDIA graphics card: arrays on it, and programs in C++ that it runs. Needs `pip install 'triclinium[gpu]'`."""

from __future__ import annotations

import hashlib
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy

from triclinium.core.gpu import cuda_here

CARVEOUT = "CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT"


def cubin_of(text: str, arch: str) -> bytes:
    """Compile a program for a kind of card (`90`), or take it from the cache: compiling takes seconds to minutes."""
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "triclinium" / "card"
    kept = home / f"{hashlib.sha256(f'{arch} {text}'.encode()).hexdigest()}.cubin"
    if kept.is_file():
        return kept.read_bytes()
    core = import_module("cuda.core")
    options = core.ProgramOptions(arch=f"sm_{arch}", std="c++17", disable_warnings=True)
    made = bytes(core.Program(text, "c++", options).compile("cubin").code)
    home.mkdir(parents=True, exist_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    new.write_bytes(made)
    new.replace(kept)
    return made


class Program:
    """A compiled program. Arguments are arrays, whole numbers of 64 bits, or NumPy's numbers of 32."""

    def __init__(self, text: str) -> None:
        self._core = import_module("cuda.core")
        self._device = self._core.Device()
        self._device.set_current()
        self._code = self._core.ObjectCode.from_cubin(cubin_of(text, self._device.arch))
        self._kernels: dict[str, Any] = {}

    def run(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        """Start one of its kernels. Nothing waits for it."""
        config = self._core.LaunchConfig(grid=blocks, block=threads)
        given = [_pointer(one) if hasattr(one, "__cuda_array_interface__") else one for one in arguments]
        self._core.launch(self._device.default_stream, config, self._kernel(name), *given)

    def _kernel(self, name: str) -> Any:
        """A kernel that asks for all the memory that threads can share."""
        if name not in self._kernels:
            driver = import_module("cuda.bindings.driver")
            found = self._code.get_kernel(name)
            attribute = getattr(driver.CUfunction_attribute, CARVEOUT)
            driver.cuKernelSetAttribute(attribute, 100, int(found.handle), self._device.device_id)
            self._kernels[name] = found
        return self._kernels[name]


class Card:
    """This machine's card."""

    def __init__(self) -> None:
        self._cuda = cuda_here()
        self.processors = int(self._cuda.get_current_device().MULTIPROCESSOR_COUNT)

    def room(self, shape: tuple[int, ...], kind: Any) -> Any:
        """A new array, column by column."""
        return self._cuda.device_array(shape, kind, order="F")

    def copy(self, array: Any) -> Any:
        """A copy of an array of the processor's."""
        return self._cuda.to_device(array)

    def taken(self, array: Any) -> Any:
        """An array of any library on the card as it is; anything else is copied."""
        if self._cuda.is_cuda_array(array):
            return self._cuda.as_cuda_array(array)
        return self.copy(numpy.asarray(array))

    def program(self, text: str) -> Program:
        return Program(text)

    def number(self) -> int:
        return int(self._cuda.get_current_device().id)


def _pointer(array: Any) -> int:
    return int(array.__cuda_array_interface__["data"][0])
