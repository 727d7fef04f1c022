# SPDX-License-Identifier: Apache-2.0
"""A closed loop's client: asks, waits for the answer, compares it, thinks, asks again."""

from __future__ import annotations

import itertools
import sys
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Callable, Iterator

from .arena import STOP, Arena, Lane, sleep_until
from .faults import fault_of
from .library import Library
from .stamps import CLIENT, CLIENT_RECORD, ERROR, MATCH, MISMATCH, UNCHECKED
from .stamps import client_writer, set_watermark

# A thinking client looks for the end of the visit this often.
LONGEST_NAP_NS = 100_000_000


class Job:
    """One request on its way to the dispatcher."""

    __slots__ = ("number", "seed", "queue_enter", "future")

    def __init__(self, number: int, seed: int, future: Future[Any]) -> None:
        self.number = number
        self.seed = seed
        self.queue_enter = 0
        self.future = future


def request_numbers() -> Iterator[int]:
    """1, 2, 3 … for all clients of a stream."""
    counter = itertools.count(1)
    if getattr(sys, "_is_gil_enabled", lambda: True)():
        return counter
    return _one_at_a_time(counter)


class _one_at_a_time(Iterator[int]):
    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers
        self._lock = threading.Lock()

    def __next__(self) -> int:
        with self._lock:
            return next(self._numbers)


@dataclass
class Client:
    arena: Arena
    library: Library
    lane: Lane
    queue: SimpleQueue[Any]
    numbers: Iterator[int]
    seeds: int
    references: list[int]  # digests by seed; empty: answers are not compared
    digest: Callable[[Any], int]  # of what the future returned
    think_ns: int
    where: str
    answered: int = 0  # in this visit
    resolved: int = 0  # done-callbacks that ran

    def run(self, start_ns: int) -> None:
        now = time.monotonic_ns
        times = self.arena.times
        put = self.queue.put
        numbers, seeds, references = self.numbers, self.seeds, self.references
        lane, pack, think_ns = self.lane.ring, CLIENT_RECORD.pack, self.think_ns
        ring = self.arena.ring(lane)
        write = client_writer(self.library, ring)
        resolved = self._count_resolved
        # Nothing of this visit has arrived yet, whatever the last visit left behind.
        set_watermark(self.library, ring, now())
        sleep_until(start_ns)

        arrival = now()
        while True:
            submit = now()
            if submit < arrival:
                submit = self._think(arrival)
            if submit >= times[STOP]:
                return
            number = next(numbers)
            seed = (number - 1) % seeds
            future: Future[Any] = Future()
            future.add_done_callback(resolved)
            job = Job(number, seed, future)
            job.queue_enter = now()
            put(job)
            try:
                result = future.result()
                response = now()
            except BaseException:  # the dispatcher reports it and ends the visit
                response = now()
                record = pack(CLIENT, lane, number, arrival, submit, response, ERROR, seed, 0)
                write(record, response)
                return
            digest, verdict = 0, UNCHECKED
            if references:
                digest = self._digest(result)
                verdict = MATCH if digest == references[seed] else MISMATCH
            next_arrival = now() + think_ns
            write(
                pack(CLIENT, lane, number, arrival, submit, response, verdict, seed, digest),
                next_arrival,
            )
            arrival = next_arrival
            self.answered += 1

    def _think(self, arrival: int) -> int:
        """Returns the time when thinking is over, or when the visit ended meanwhile."""
        while True:
            moment = time.monotonic_ns()
            if moment >= arrival or moment >= self.arena.times[STOP]:
                return moment
            sleep_until(min(arrival, moment + LONGEST_NAP_NS))

    def _digest(self, result: Any) -> int:
        try:
            return self.digest(result)
        except BaseException as error:  # noqa: B036 - the user's check
            raise fault_of(error, self.where, "call") from error

    def _count_resolved(self, _future: Future[Any]) -> None:
        self.resolved += 1
