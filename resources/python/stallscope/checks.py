# SPDX-License-Identifier: Apache-2.0
"""Checks before the first window: what stamps cost, and how late a sleeper wakes."""

from __future__ import annotations

import statistics
import threading
import time
from typing import Any, Callable, Optional

from . import stamps
from .arena import ScratchRing
from .library import Library

BLOCKS = 60
BLOCK = 500
NATIVE_ROUNDS = 200
NAP_NS = 1_000_000


def stamp_costs(library: Library) -> dict[str, float]:
    """Nanoseconds of one native stamp, of one record from Python, and of everything that one
    request of a process-placed stream leaves behind in the host: its stamps and its two records.
    """
    ring = ScratchRing(library, capacity=2 * BLOCK + 24)
    return {
        "stamp_cost_ns": library.held("stallscope_stamp_cost_ns")(None, NATIVE_ROUNDS),
        "record_cost_ns": _median_cost(_one_record(library, ring), ring),
        "request_cost_ns": _median_cost(_one_request(library, ring), ring),
    }


def resolution_ns() -> float:
    return time.get_clock_info("monotonic").resolution * 1e9


def wake_lateness(sleeps: int, call: Optional[Callable[[], Any]]) -> list[int]:
    """A thread sleeps 1 ms again and again while another one calls back to back, or nobody does.
    Returns by how much each sleep was late."""
    late: list[int] = []
    over = threading.Event()
    failure: list[BaseException] = []

    def sleeper() -> None:
        now = time.monotonic_ns
        try:
            for _ in range(sleeps):
                due = now() + NAP_NS
                time.sleep(NAP_NS / 1e9)
                late.append(now() - due)
        finally:
            over.set()

    def caller() -> None:
        assert call
        done = over.is_set  # takes no lock
        try:
            while not done():
                call()
        except BaseException as error:  # noqa: B036 - users' code may raise anything
            failure.append(error)

    threads = [threading.Thread(target=sleeper)]
    if call:
        threads.insert(0, threading.Thread(target=caller))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failure:
        raise failure[0]
    return late


def _one_record(library: Library, ring: ScratchRing) -> Callable[[], None]:
    write, pack = stamps.record_writer(library, ring.handle), stamps.CALL_RECORD.pack
    moment = time.monotonic_ns()

    def one() -> None:
        write(pack(stamps.CALL, 0, 1, moment, moment, moment, moment, 0, 0, 0, 0))

    return one


def _one_request(library: Library, ring: ScratchRing) -> Callable[[], None]:
    """What client.py and dispatcher.py add to the work itself."""
    now = time.monotonic_ns
    write_client = stamps.client_writer(library, ring.handle)
    write = stamps.record_writer(library, ring.handle)
    pack_client, pack = stamps.CLIENT_RECORD.pack, stamps.DISPATCH_RECORD.pack

    def one() -> None:
        submit = now()
        queue_enter = now()
        dispatch = now()
        sent = now()
        recv_enter = now()
        header = now()
        body = now()
        decoded = now()
        received = now()
        write(
            pack(
                *(stamps.DISPATCH, 0, 1, queue_enter, dispatch, sent, recv_enter),
                *(header, header, body, decoded, received, 1, 1),
            )
        )
        response = now()
        arrival = now()
        write_client(
            pack_client(stamps.CLIENT, 0, 1, arrival, submit, response, stamps.MATCH, 0, 1), arrival
        )

    return one


def _median_cost(one: Callable[[], None], ring: ScratchRing) -> float:
    def nothing() -> None:
        pass

    def block(body: Callable[[], None]) -> float:
        ring.empty()
        start = time.perf_counter_ns()
        for _ in range(BLOCK):
            body()
        return (time.perf_counter_ns() - start) / BLOCK

    block(one)
    costs = [block(one) - block(nothing) for _ in range(BLOCKS)]
    return max(statistics.median(costs), 0.0)
