# SPDX-License-Identifier: Apache-2.0
"""The engine's side of the host protocol, as small as it can be, for tests and benches in Python.

Needs resources/python on the path and the built library (STALLSCOPE_BUILD_DIR, else build/).
"""

from __future__ import annotations

import glob
import json
import mmap
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from typing import Any, Optional

SOURCE = os.environ.get("STALLSCOPE_SOURCE_DIR") or os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
)
BUILD = os.environ.get("STALLSCOPE_BUILD_DIR") or os.path.join(SOURCE, "build")
RUNTIME = os.path.join(SOURCE, "resources", "python")
HOST = os.path.join(RUNTIME, "stallscope_host.py")
LIBRARY = os.path.join(BUILD, "lib", "libstallscope_host.so")
sys.path.insert(0, RUNTIME)

from stallscope import arena, stamps  # noqa: E402

Record = tuple[int, ...]  # kind, lane, request, fourteen numbers
_RECORD = struct.Struct("=IIQ14q")


class Rings:
    """The shared memory, made as the engine makes it."""

    def __init__(self, rings: int = 16, capacity: int = 8192) -> None:
        self.rings, self.capacity = rings, capacity
        size = arena.HEADER_BYTES + rings * self._ring_bytes()
        self.file = tempfile.TemporaryFile()
        self.file.truncate(size)
        self.page = mmap.mmap(self.file.fileno(), size)
        self.page[: arena.HEADER.size] = arena.HEADER.pack(
            arena.MAGIC, arena.VERSION, rings, capacity, arena.RECORD_BYTES
        )
        self.words = memoryview(self.page).cast("q")
        self.words[arena.STOP] = arena.NEVER_NS

    def _ring_bytes(self) -> int:
        return arena.RING_HEADER_BYTES + self.capacity * arena.RECORD_BYTES

    def drain(self) -> list[Record]:
        records = []
        for ring in range(self.rings):
            start = arena.HEADER_BYTES + ring * self._ring_bytes()
            head = self.words[(start + arena.RING_HEAD_OFFSET) // 8]
            tail = self.words[(start + arena.RING_TAIL_OFFSET) // 8]
            assert head - tail <= self.capacity and self.words[start // 8 + 1] == 0
            for number in range(tail, head):
                slot = (number % self.capacity) * arena.RECORD_BYTES
                place = start + arena.RING_HEADER_BYTES + slot
                records.append(_RECORD.unpack_from(self.page, place))
            self.words[(start + arena.RING_TAIL_OFFSET) // 8] = head
        return records


class HostUnderTest:
    def __init__(self, python: str = sys.executable, greeting: str = "hello") -> None:
        self.rings = Rings()
        self._control, theirs = socket.socketpair()
        guard, self._guard = os.pipe()
        inherited = (theirs.fileno(), self.rings.file.fileno(), guard)
        command = [python, HOST, "--control", str(inherited[0]), "--arena", str(inherited[1])]
        command += ["--guard", str(guard), "--library", LIBRARY]
        mark = f"stand-in-{os.getpid()}-{time.monotonic_ns()}"
        self.process = subprocess.Popen(
            command,
            pass_fds=inherited,
            stdin=subprocess.DEVNULL,
            env=dict(os.environ, STALLSCOPE_RUN=mark, PYTHONDONTWRITEBYTECODE="1"),
            start_new_session=True,
        )
        theirs.close()
        os.close(guard)
        self._control.settimeout(60)
        self._lines = self._control.makefile("rb")
        self.hello = self.hear(greeting)

    def __enter__(self) -> HostUnderTest:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self._lines.close()
        self._control.close()
        os.close(self._guard)
        self.rings.file.close()

    def tell(self, **command: Any) -> None:
        self._control.sendall(json.dumps(command).encode() + b"\n")

    def hear(self, expected: Optional[str] = None) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            raise AssertionError("the host closed its socket")
        event = json.loads(line)
        if expected and event["event"] != expected:
            raise AssertionError(f"{expected} was expected, this came: {event}")
        return event

    def ask(self, expected: str, **command: Any) -> dict[str, Any]:
        self.tell(**command)
        return self.hear(expected)

    def open(self, streams: dict[str, Any], **more: Any) -> dict[str, Any]:
        command: dict[str, Any] = {"switch_interval_ms": 5, "stamps": "native", "path": []}
        command.update(more, streams=streams, lanes=lanes_of(streams))
        return self.ask("ready", cmd="open", **command)

    def visit(self, streams: list[str], seconds: float, lead: float = 0.05) -> dict[str, Any]:
        start = time.monotonic_ns() + int(lead * 1e9)
        self.rings.words[arena.STOP] = arena.NEVER_NS
        self.rings.words[arena.START] = start
        self.tell(cmd="visit", streams=streams)
        time.sleep(lead + seconds)
        self.rings.words[arena.STOP] = time.monotonic_ns()
        return self.hear("visit_done")

    def close(self) -> None:
        self.ask("done", cmd="close")
        assert self.process.wait(20) == 0


def wait_stream(
    ms: float,
    spread_ms: float = 0,
    placement: str = "process",
    binding: str = "cdll",
    load: Optional[dict[str, Any]] = None,
    seeds: int = 1024,
) -> dict[str, Any]:
    workload = {"kind": "wait", "ms": ms, "mode": "deadline", "spread_ms": spread_ms}
    return stream(workload, placement, binding, load, seeds)


def stream(
    workload: dict[str, Any],
    placement: str,
    binding: str,
    load: Optional[dict[str, Any]] = None,
    seeds: int = 8,
) -> dict[str, Any]:
    return {
        "workload": workload,
        "placement": placement,
        "binding": binding,
        "load": load or {"kind": "closed", "clients": 1, "think_ms": 0},
        "inputs": {"seeds": seeds, "answers": "bits"},
    }


def lanes_of(streams: dict[str, Any]) -> list[dict[str, Any]]:
    lanes: list[dict[str, Any]] = []

    def add(name: str, role: str, count: int) -> None:
        for index in range(count):
            lanes.append({"ring": len(lanes), "stream": name, "role": role, "index": index})

    for name, spec in streams.items():
        load = spec["load"]
        if load["kind"] == "loop":
            add(name, "loop", load["threads"])
        else:
            add(name, "client", load["clients"])
            add(name, "dispatcher", 1)
        add(name, "worker", 1 if spec["placement"] == "process" else 0)
    return lanes


def by_request(records: list[Record], kind: int) -> dict[int, Record]:
    """request → its fourteen numbers."""
    return {record[2]: record[3:] for record in records if record[0] == kind}


def place(fields: list[str], name: str) -> int:
    return fields.index(name)


SERVICE_END = place(stamps.SERVICE_FIELDS, "service_end")
HEADER = place(stamps.DISPATCH_FIELDS, "header")
RECEIVED = place(stamps.DISPATCH_FIELDS, "received")


def interpreters() -> dict[str, str]:
    """CPython 3.9 and newer on this machine: version → path. Looks at the PATH, at pyenv where
    that is on the PATH, and at STALLSCOPE_TEST_PYTHONS (paths, separated by colons)."""
    candidates = [path for path in os.environ.get("STALLSCOPE_TEST_PYTHONS", "").split(":") if path]
    for minor in range(9, 20):
        for name in (f"python3.{minor}", f"python3.{minor}t"):
            found = shutil.which(name)
            candidates += [found] if found else []
    if shutil.which("pyenv"):
        root = subprocess.run(["pyenv", "root"], capture_output=True, text=True).stdout.strip()
        candidates += sorted(glob.glob(os.path.join(root, "versions", "*", "bin", "python3")))
    found_by_version: dict[str, str] = {}
    for path in [sys.executable] + candidates:
        ask = "import sys, platform; print(platform.python_version(), sys.version_info >= (3, 9))"
        answer = subprocess.run([path, "-c", ask], capture_output=True, text=True).stdout.split()
        if len(answer) == 2 and answer[1] == "True":
            found_by_version.setdefault(answer[0], path)
    return found_by_version
