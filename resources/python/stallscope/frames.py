# SPDX-License-Identifier: Apache-2.0
"""multiprocessing's frames, received step by step.

`Connection.recv` reads a length prefix, then the payload, then unpickles it. stamped_receiver does
the same with a stamp after each step; the prefix is read by a C function that is called with the
lock released and takes its stamp before it asks for the lock back. The difference to the next
stamp, taken in Python, is the time the reply waited for the lock.
"""

from __future__ import annotations

import ctypes
import io
import os
import struct
import time
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, Callable, Tuple

from .library import Library

# recv_enter, header, body, decoded, payload bytes, the object
Received = Tuple[int, int, int, int, int, Any]

_LENGTH = struct.Struct("!i")
_LONG_LENGTH = struct.Struct("!Q")  # follows a length of −1


def encode(value: Any) -> memoryview:
    """The payload that Connection.send would write."""
    return ForkingPickler.dumps(value)


def stamped_receiver(
    library: Library, connection: Connection
) -> Tuple[Callable[[], Received], Callable[[], int]]:
    """receive() and read_returned() for one connection and one thread. receive raises EOFError when
    the other end is gone. read_returned gives the C function's stamp of the last receive; it is
    asked for when the request is over, since whatever is done before that delays the answer."""
    descriptor = connection.fileno()
    prefix = bytearray(_LENGTH.size)
    place = (ctypes.c_char * _LENGTH.size).from_buffer(prefix)
    returned = ctypes.c_int64(0)
    read_stamped = library.released_unconverted("stallscope_read_stamped")
    fd_argument = ctypes.c_int(descriptor)
    place_argument = ctypes.c_void_p(ctypes.addressof(place))
    size_argument = ctypes.c_size_t(_LENGTH.size)
    returned_argument = ctypes.byref(returned)
    unpack_length = _LENGTH.unpack_from
    now, read, buffer_of = time.monotonic_ns, os.read, io.BytesIO
    loads = ForkingPickler.loads

    def rest_of_prefix(got: int) -> None:
        address = ctypes.addressof(place)
        while got < _LENGTH.size:
            more = read_stamped(
                fd_argument,
                ctypes.c_void_p(address + got),
                ctypes.c_size_t(_LENGTH.size - got),
                returned_argument,
            )
            got += _checked(more)

    def receive() -> Received:
        recv_enter = now()
        got = read_stamped(fd_argument, place_argument, size_argument, returned_argument)
        if got != 4:
            rest_of_prefix(_checked(got))
        header = now()
        (length,) = unpack_length(prefix)
        if length == -1:
            long_length = buffer_of()
            _read_more(descriptor, _LONG_LENGTH.size, long_length)
            (length,) = _LONG_LENGTH.unpack(long_length.getvalue())
        payload = buffer_of()
        chunk = read(descriptor, length)
        payload.write(chunk)
        if len(chunk) != length:
            _read_more(descriptor, length - len(chunk), payload)
        body = now()
        value = loads(payload.getbuffer())
        decoded = now()
        return recv_enter, header, body, decoded, length, value

    return receive, lambda: returned.value


def _checked(got: int) -> int:
    if got < 0:
        raise OSError(-got, os.strerror(-got))
    if got == 0:
        raise EOFError
    return got


def _read_more(descriptor: int, remaining: int, buffer: io.BytesIO) -> None:
    """What has not come yet; pipes give what they have."""
    while remaining > 0:
        chunk = os.read(descriptor, remaining)
        if not chunk:
            raise EOFError
        buffer.write(chunk)
        remaining -= len(chunk)
