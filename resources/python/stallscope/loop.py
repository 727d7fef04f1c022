# SPDX-License-Identifier: Apache-2.0
"""Threads that call back to back: no queue, no dispatcher, no future.

Between two calls nothing here drops the interpreter lock by itself: no sleep, no I/O, no released
call. When the binding holds the lock, others get it only as the interpreter's own rule says.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Optional

from .arena import STOP, Arena, Lane, sleep_until
from .faults import fault_of
from .library import Library
from .stamps import CALL, CALL_RECORD, record_writer
from .workloads import NO_SPAN


@dataclass
class Loop:
    arena: Arena
    library: Library
    lane: Optional[Lane]  # None: calls are not recorded
    workload: Any
    seeds: int
    native_stamps: bool
    where: str
    calls: int = 0  # since the host was started

    def run(self, start_ns: int) -> None:
        """Calls until the clock has passed the visit's stop. Raises Fault."""
        now = time.monotonic_ns
        times = self.arena.times
        call, span_of, seeds, native = (
            self.workload.call,
            self.workload.span,
            self.seeds,
            self.native_stamps,
        )
        lane, pack = (self.lane.ring if self.lane else 0), CALL_RECORD.pack
        write = record_writer(self.library, self.arena.ring(lane)) if self.lane else None
        number = self.calls
        sleep_until(start_ns)
        try:
            while True:
                start = now()
                if start >= times[STOP]:
                    return
                call(number % seeds)
                end = now()
                number += 1
                if write is None:
                    continue
                enter, leave, device_start, device_end, device_error, _digest, status = (
                    span_of() if native else NO_SPAN
                )
                write(
                    pack(
                        *(CALL, lane, number, start, end, enter, leave),
                        *(device_start, device_end, device_error, status),
                    )
                )
        except BaseException as error:  # noqa: B036 - users' code may raise anything
            raise fault_of(error, self.where, "call") from error
        finally:
            self.calls = number


def call_lengths(workload: Any, calls: int, seeds: int, where: str) -> list[int]:
    """Calls back to back; how long each one really took. A native call times itself."""
    now = time.monotonic_ns
    lengths = []
    try:
        for i in range(calls):
            start = now()
            workload.call(i % seeds)
            end = now()
            enter, leave = workload.span()[:2]
            lengths.append(leave - enter if leave else end - start)
    except BaseException as error:  # noqa: B036
        raise fault_of(error, where, "call") from error
    return lengths
