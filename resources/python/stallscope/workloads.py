# SPDX-License-Identifier: Apache-2.0
"""What a request does: a native workload through one of the bindings, or the user's callable.

Not shared between threads: each thread that calls opens its own.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import json
import pickle
import platform
import struct
import sys
from typing import Any, Callable, Optional, Tuple

from .faults import Fault, fault_of
from .library import LONGEST_ANSWER, SPAN_BYTES, Library

# native_enter, native_exit, device_start, device_end, device_error, digest, status
Span = Tuple[int, int, int, int, int, int, int]
NO_SPAN: Span = (0, 0, 0, 0, 0, 0, 0)

# Digest, if the workload made one itself, and the answer's bytes.
Answer = Tuple[Optional[int], bytes]

_SPAN = struct.Struct("=5qQq")
assert _SPAN.size == SPAN_BYTES
_LONGEST_FACTS = 65536
_DIGEST_MASK = 2**64 - 1


class CallError(Exception):
    """A native call that reported an error; its text is the library's."""


class NativeWorkload:
    """A workload of libstallscope_host. `call(seed)` returns nothing, or raises CallError."""

    call: Callable[[int], Any]

    def __init__(self, library: Library, spec: dict[str, Any], binding: str, where: str) -> None:
        self._library = library
        self._where = where
        text = json.dumps(spec).encode()
        handle = library.released("stallscope_workload_open")(text)
        if not handle:
            raise Fault(where, "setup", library.last_error())
        self._handle = ctypes.c_void_p(handle)
        self._span = bytearray(SPAN_BYTES)
        self._span_place = (ctypes.c_char * SPAN_BYTES).from_buffer(self._span)
        self._answer = ctypes.create_string_buffer(LONGEST_ANSWER)
        self._copy_answer = library.held("stallscope_workload_answer")
        self.call = self._bound(library, binding)

    def _bound(self, library: Library, binding: str) -> Callable[[int], None]:
        choose = library.held if binding == "pydll" else library.released
        function = choose("stallscope_workload_call")
        handle = self._handle
        span = ctypes.c_void_p(ctypes.addressof(self._span_place))

        def call(seed: int) -> None:
            if function(handle, seed, span):
                raise CallError(library.last_error())

        return call

    def span(self) -> Span:
        return _SPAN.unpack(self._span)

    def digest(self, result: Any) -> int:
        return _SPAN.unpack(self._span)[5]

    def reply(self, result: Any) -> Answer:
        """The last call's answer as it travels in a worker's reply."""
        size = self._copy_answer(self._handle, self._answer, LONGEST_ANSWER)
        return _SPAN.unpack(self._span)[5], self._answer.raw[:size]

    def facts(self) -> dict[str, Any]:
        buffer = ctypes.create_string_buffer(_LONGEST_FACTS)
        function = self._library.released("stallscope_workload_facts")
        if function(self._handle, buffer, _LONGEST_FACTS) < 0:
            raise Fault(self._where, "setup", self._library.last_error())
        return json.loads(buffer.value)

    def verify(self) -> float | None:
        error = self._library.released("stallscope_workload_verify")(self._handle, 0)
        if error < 0:
            raise Fault(self._where, "setup", self._library.last_error())
        return error

    def close(self) -> None:
        self._library.released("stallscope_workload_close")(self._handle)
        self._handle = ctypes.c_void_p()


class PythonWorkload:
    """A callable of the user's. `call(seed)` returns its result."""

    call: Callable[[int], Any]

    def __init__(self, spec: dict[str, Any], where: str) -> None:
        self._where = where
        self._name = spec["call"]
        function = _find(spec["call"], where)
        check, teardown = spec.get("check"), spec.get("teardown")
        self._check = _find(check, where) if check else None
        self._teardown = _find(teardown, where) if teardown else None
        self._state: Any = None
        if not spec.get("setup"):
            self.call = function
            return
        setup = _find(spec["setup"], where)
        try:
            state = self._state = setup()
        except BaseException as error:  # noqa: B036
            raise fault_of(error, where, "setup") from error
        self.call = lambda seed: function(state, seed)

    def span(self) -> Span:
        return NO_SPAN

    def digest(self, result: Any) -> int:
        return digest_of(self._payload(result))

    def reply(self, result: Any) -> Answer:
        """As it travels in a worker's reply; whoever compares answers makes the digest."""
        return None, self._payload(result)

    def _payload(self, result: Any) -> bytes:
        """What stands for the answer: what `check` makes of it, else the pickled result."""
        if self._check is None:
            return pickle.dumps(result, protocol=4)
        answer = self._check(result)
        if isinstance(answer, int):
            return (answer & _DIGEST_MASK).to_bytes(8, "little")
        return bytes(answer)

    def facts(self) -> dict[str, Any]:
        return {
            "device": f"python {self._name}",
            "emulated": False,
            "device_timer": "host span",
            "driver": f"{platform.python_implementation()} {platform.python_version()}",
            "hidden": 0,
            "layers": 0,
            "flop": 0.0,
            "warm": True,
        }

    def verify(self) -> float | None:
        return None

    def close(self) -> None:
        if self._teardown is not None:
            try:
                self._teardown(self._state)
            except BaseException as error:  # noqa: B036
                raise fault_of(error, self._where, "setup") from error


def open_workload(library: Library, spec: dict[str, Any], binding: str, where: str) -> Any:
    """Raises Fault (import or setup)."""
    if spec["kind"] == "python":
        return PythonWorkload(spec, where)
    if binding == "callable":
        raise Fault(
            where, "setup", f"a {spec['kind']} workload is bound by pydll or cdll, not by callable"
        )
    return NativeWorkload(library, spec, binding, where)


def digest_of_reply(answer: Answer) -> int:
    digest, payload = answer
    return digest_of(payload) if digest is None else digest


def digest_of(answer: bytes) -> int:
    """64 bits that stand for an answer of Python code."""
    return int.from_bytes(hashlib.blake2b(answer, digest_size=8).digest(), "little")


def put_in_front_of_path(folders: list[str]) -> None:
    for folder in reversed(folders):
        if folder not in sys.path:
            sys.path.insert(0, folder)


def _find(name: str, where: str) -> Callable[..., Any]:
    """The object that "module:function" names."""
    module_name, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
    except BaseException as error:  # noqa: B036
        raise fault_of(error, where, "import") from error
    for part in path.split("."):
        try:
            found = getattr(found, part)
        except AttributeError as error:
            raise Fault(where, "import", f"{name}: {error}") from error
    if not callable(found):
        raise Fault(where, "import", f"{name} is a {type(found).__name__}, it cannot be called")
    return found
