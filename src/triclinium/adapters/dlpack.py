"""Hand an array to another library without a copy, by the DLPack protocol (version 0.8 of its C structures).

The consumer gets the address, and a capsule that keeps the array alive until the consumer is done with it.
"""

from __future__ import annotations

import ctypes
from typing import Any

CPU, CUDA = 1, 2
"""Device types of the protocol."""
KINDS = {"i": 0, "u": 1, "f": 2}
NAME = b"dltensor"


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("number", ctypes.c_int32))


class _Kind(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("kind", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_LENT: dict[int, tuple[Any, ...]] = {}
"""What a consumer still uses, by the address of its structure."""


def _return(managed: Any) -> None:
    _LENT.pop(ctypes.addressof(managed.contents), None)


def _drop(capsule: int) -> None:
    """A capsule that nobody took: a taken one has another name, and belongs to whoever took it."""
    if _is_valid(ctypes.c_void_p(capsule), NAME):
        _LENT.pop(_pointer(ctypes.c_void_p(capsule), NAME), None)


_returned = _Deleter(_return)
_dropped = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_drop)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


class Lent:
    """An array with an address, for any library that knows DLPack."""

    def __init__(self, array: Any, address: int, device: tuple[int, int]) -> None:
        self.array, self._address, self._device = array, address, device

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def T(self) -> Lent:  # noqa: N802 (as every library calls it)
        """The same memory with rows and columns exchanged."""
        return Lent(self.array.T, self._address, self._device)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, **_wishes: Any) -> Any:
        kind, axes = self.array.dtype, len(self.array.shape)
        shape = (ctypes.c_int64 * axes)(*self.array.shape)
        strides = (ctypes.c_int64 * axes)(*(step // kind.itemsize for step in self.array.strides))
        managed = _Managed()
        managed.tensor = _Tensor(
            self._address,
            _Device(*self._device),
            axes,
            _Kind(KINDS[kind.kind], kind.itemsize * 8, 1),
            shape,
            strides,
            0,
        )
        managed.deleter = _returned
        address = ctypes.addressof(managed)
        _LENT[address] = (managed, shape, strides, self.array)
        return _new_capsule(address, NAME, ctypes.cast(_dropped, ctypes.c_void_p))
