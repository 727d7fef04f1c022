# SPDX-License-Identifier: Apache-2.0
"""The shared memory with the engine: the times of a visit, and one stamp ring per thread.

The numbers repeat engine/record/arena.h; a test holds them together.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import time
from dataclasses import dataclass
from typing import Any

from .faults import Fault
from .library import Library

MAGIC = 0x3143534C4C415453  # "STALLSC1"
VERSION = 1
HEADER_BYTES = 4096
RING_HEADER_BYTES = 256
RECORD_BYTES = 128
START_NS_OFFSET = 64
STOP_NS_OFFSET = 72
RING_HEAD_OFFSET = 0
RING_TAIL_OFFSET = 128
NEVER_NS = 2**63 - 1
HEADER = struct.Struct("=QIIII")  # magic, version, rings, capacity, record_bytes

# Places in Arena.times, a view of the header page as 64-bit numbers.
START = START_NS_OFFSET // 8
STOP = STOP_NS_OFFSET // 8


@dataclass(frozen=True)
class Lane:
    """One thread that writes stamps, and the ring it writes to."""

    ring: int
    stream: str
    role: str  # "client", "loop", "dispatcher" or "worker"
    index: int


class Arena:
    """Attached for as long as the process lives: native threads may still write."""

    def __init__(self, descriptor: int, library: Library) -> None:
        self._library = library
        handle = library.held("stallscope_arena_attach")(descriptor)
        if not handle:
            raise Fault("host", "arena", library.last_error())
        self._handle = handle
        self._page = mmap.mmap(descriptor, HEADER_BYTES, prot=mmap.PROT_READ)
        # Reading an item drops no lock and calls nothing.
        self.times = memoryview(self._page).cast("q")

    def ring(self, number: int) -> ctypes.c_void_p:
        """The handle that record calls take."""
        ring = self._library.held("stallscope_ring")(self._handle, number)
        if not ring:
            raise Fault("host", "arena", self._library.last_error())
        return ctypes.c_void_p(ring)


class ScratchRing:
    """A ring of our own, for measuring what a record costs. Nobody else reads it."""

    def __init__(self, library: Library, capacity: int = 1024) -> None:
        self.capacity = capacity
        file = _unnamed_file()
        size = HEADER_BYTES + RING_HEADER_BYTES + capacity * RECORD_BYTES
        file.truncate(size)
        self._page = mmap.mmap(file.fileno(), size)
        self._page[0 : HEADER.size] = HEADER.pack(MAGIC, VERSION, 1, capacity, RECORD_BYTES)
        self._page[START_NS_OFFSET : STOP_NS_OFFSET + 8] = struct.pack("=2q", 0, NEVER_NS)
        self._words = memoryview(self._page).cast("q")
        self._arena = Arena(file.fileno(), library)
        file.close()
        self.handle = self._arena.ring(0)

    def empty(self) -> None:
        """Makes room for `capacity` records, as a reader would."""
        head = self._words[(HEADER_BYTES + RING_HEAD_OFFSET) // 8]
        self._words[(HEADER_BYTES + RING_TAIL_OFFSET) // 8] = head


def _unnamed_file() -> Any:
    import tempfile

    return tempfile.TemporaryFile()


def sleep_until(deadline_ns: int) -> None:
    """Returns soon after the deadline: long sleeps first, short ones near the end."""
    while True:
        left = deadline_ns - time.monotonic_ns()
        if left <= 0:
            return
        time.sleep(max(left - 2_000_000, min(left, 200_000)) / 1e9)
