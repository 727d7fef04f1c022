# SPDX-License-Identifier: Apache-2.0
"""libstallscope_host through ctypes, twice: with the interpreter lock held and released.

The prototypes repeat engine/host/c_abi.h.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable

ABI = 1
SPAN_BYTES = 56  # stallscope_span
LONGEST_ANSWER = 4096

_VOID_P, _INT, _TEXT, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t
_INT64, _UINT64, _DOUBLE = ctypes.c_int64, ctypes.c_uint64, ctypes.c_double

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "stallscope_abi": (_INT, []),
    "stallscope_now_ns": (_INT64, []),
    "stallscope_last_error": (_TEXT, []),
    "stallscope_arena_attach": (_VOID_P, [_INT]),
    "stallscope_arena_detach": (None, [_VOID_P]),
    "stallscope_ring": (_VOID_P, [_VOID_P, ctypes.c_uint32]),
    "stallscope_record": (None, [_VOID_P, _VOID_P]),
    "stallscope_watermark": (None, [_VOID_P, _INT64]),
    "stallscope_record_client": (None, [_VOID_P, _VOID_P, _INT64]),
    "stallscope_read_stamped": (_INT64, [_INT, _VOID_P, _SIZE, _VOID_P]),
    "stallscope_guard_start": (_INT, [_INT]),
    "stallscope_workload_open": (_VOID_P, [_TEXT]),
    "stallscope_workload_close": (None, [_VOID_P]),
    "stallscope_workload_call": (_INT, [_VOID_P, _UINT64, _VOID_P]),
    "stallscope_workload_answer": (_SIZE, [_VOID_P, _VOID_P, _SIZE]),
    "stallscope_workload_facts": (_INT64, [_VOID_P, _TEXT, _SIZE]),
    "stallscope_workload_verify": (_DOUBLE, [_VOID_P, _UINT64]),
    "stallscope_workload_size": (_INT64, [_TEXT, _TEXT, _SIZE]),
    "stallscope_stamp_cost_ns": (_DOUBLE, [_VOID_P, _INT]),
}


class Library:
    """The two ways to call it. `held` keeps the interpreter lock, `released` gives it up."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._held = ctypes.PyDLL(path)
        self._released = ctypes.CDLL(path)
        abi = self.held("stallscope_abi")()
        if abi != ABI:
            raise RuntimeError(
                f"{path} has ABI {abi}, this runtime needs {ABI}: install both from one version"
            )

    def held(self, name: str) -> Callable[..., Any]:
        return _with_prototype(self._held, name)

    def released(self, name: str) -> Callable[..., Any]:
        return _with_prototype(self._released, name)

    def held_unconverted(self, name: str) -> Callable[..., Any]:
        """Without argument types, for the hot paths: takes ctypes objects and bytes as they are,
        which halves the cost of a call. Plain integers go through as C ints only."""
        return _bare(self._held, name)

    def released_unconverted(self, name: str) -> Callable[..., Any]:
        return _bare(self._released, name)

    def last_error(self) -> str:
        """Of the calling thread."""
        text = self.held("stallscope_last_error")() or b""
        return text.decode("utf-8", "replace")

    def start_guard(self, descriptor: int) -> None:
        status = self.held("stallscope_guard_start")(descriptor)
        if status < 0:
            raise OSError(-status, f"cannot watch the engine: {os.strerror(-status)}")


def _with_prototype(library: Any, name: str) -> Callable[..., Any]:
    function = library[name]  # a new object each time: prototypes are not shared
    function.restype, function.argtypes = _PROTOTYPES[name]
    return function


def _bare(library: Any, name: str) -> Callable[..., Any]:
    function = library[name]
    function.restype = _PROTOTYPES[name][0]
    return function
