# SPDX-License-Identifier: Apache-2.0
"""Stamps on their way into shared memory.

A thread keeps its stamps in locals and writes them once per request: one struct pack, one PyDLL
call. A CDLL call would drop the interpreter lock and take it again, and so change what is being
measured.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Callable

from .arena import RECORD_BYTES
from .library import Library

# RecordKind
CLIENT, DISPATCH, SERVICE, CALL = 1, 2, 3, 4

# Answer
UNCHECKED, MATCH, MISMATCH, ERROR = 0, 1, 2, 3

# kind, lane, request, then the fields of engine/record/arena.h in their order.
CLIENT_FIELDS = "arrival submit response answer seed digest".split()
DISPATCH_FIELDS = (
    "queue_enter dispatch sent recv_enter read_returned header body decoded received "
    "reply_bytes job_bytes"
).split()
SERVICE_FIELDS = (
    "worker_recv service_start service_end native_enter native_exit device_start device_end "
    "device_error reply_sent cpu status"
).split()
CALL_FIELDS = (
    "start end native_enter native_exit device_start device_end device_error status"
).split()

CLIENT_RECORD = struct.Struct("=IIQ5qQ64x")
DISPATCH_RECORD = struct.Struct("=IIQ11q24x")
SERVICE_RECORD = struct.Struct("=IIQ11q24x")
CALL_RECORD = struct.Struct("=IIQ8q48x")
for _record in (CLIENT_RECORD, DISPATCH_RECORD, SERVICE_RECORD, CALL_RECORD):
    assert _record.size == RECORD_BYTES


def record_writer(library: Library, ring: ctypes.c_void_p) -> Callable[[bytes], None]:
    """write(record) for one lane: puts a packed record into its ring."""
    record = library.held_unconverted("stallscope_record")

    def write(packed: bytes) -> None:
        record(ring, packed)

    return write


def client_writer(library: Library, ring: ctypes.c_void_p) -> Callable[[bytes, int], None]:
    """write(record, watermark_ns): every request of the lane that arrived before watermark_ns has
    been recorded."""
    record = library.held_unconverted("stallscope_record_client")
    watermark = ctypes.c_int64(0)

    def write(packed: bytes, watermark_ns: int) -> None:
        watermark.value = watermark_ns
        record(ring, packed, watermark)

    return write


def set_watermark(library: Library, ring: ctypes.c_void_p, watermark_ns: int) -> None:
    library.held("stallscope_watermark")(ring, watermark_ns)
