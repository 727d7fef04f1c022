# SPDX-License-Identifier: Apache-2.0
"""One stream as it is opened in a host: its workload or its worker, and its threads in a visit."""

from __future__ import annotations

import time
from queue import SimpleQueue
from typing import Any, Callable, Optional

from . import dispatcher
from .arena import START, Arena, Lane
from .client import Client, request_numbers
from .faults import Fault, fault_of
from .library import Library
from .loop import Loop, call_lengths
from .stamps import record_writer
from .worker_process import WorkerProcess
from .workloads import digest_of_reply, open_workload

Body = Callable[[], None]


class Stream:
    """Opened in two steps, so that all workers start at the same time: start, then open."""

    def __init__(
        self,
        name: str,
        spec: dict[str, Any],
        lanes: list[Lane],
        stamps: str,
        arena: Arena,
        library: Library,
    ) -> None:
        self.name = name
        self.where = f"stream {name}"
        self.in_process = spec["placement"] == "process"
        self.is_loop = spec["load"]["kind"] == "loop"
        self.facts: dict[str, Any] = {}
        self.worker: Optional[WorkerProcess] = None
        self._spec = spec
        self._lanes = lanes
        self._stamps = stamps
        self._arena = arena
        self._library = library
        self._seeds = spec.get("inputs", {}).get("seeds", 8)
        self._references = [int(digest, 16) for digest in spec.get("references") or []]
        if self._references and len(self._references) < self._seeds:
            raise Fault(
                self.where,
                "protocol",
                f"{len(self._references)} references for {self._seeds} seeds",
            )
        self._callers = spec["load"].get("threads", 1) if self.is_loop else 1
        self._numbers = request_numbers()
        self._workloads: list[Any] = []  # in a thread placement
        self._loops: list[Loop] = []
        self._worker_calls = 0

    def start(self, guard: int, arena: int, env: dict[str, str], opening: dict[str, Any]) -> None:
        """Starts the worker and tells it to open; opens here in a thread placement."""
        if self.in_process:
            self.worker = WorkerProcess(self.where, arena, guard, self._library, env)
            lane = self._lane("worker", 0)
            self.worker.tell(
                {
                    **opening,
                    "cmd": "open",
                    "where": self.where,
                    "spec": self._spec["workload"],
                    "binding": self._spec["binding"],
                    "seeds": self._seeds,
                    "native_stamps": self._stamps == "native",
                    "callers": self._callers,
                    "lane": _as_tuple(lane) if self._stamps != "off" else None,
                    "loops": self.is_loop,
                    "loop_lanes": [_as_tuple(lane) for lane in self._loop_lanes()],
                }
            )
            return
        for _ in range(self._callers):
            self._workloads.append(
                open_workload(
                    self._library, self._spec["workload"], self._spec["binding"], self.where
                )
            )
        if self.is_loop:
            self._loops = [
                Loop(
                    *(self._arena, self._library, lane, workload, self._seeds),
                    native_stamps=self._stamps == "native",
                    where=self.where,
                )
                for workload, lane in zip(self._workloads, self._loop_lanes())
            ]
        self.facts = self._workloads[0].facts()

    def finish_opening(self) -> None:
        if self.worker:
            self.facts = self.worker.hear()["facts"]
            self.worker.start_s = (time.monotonic_ns() - self.worker.started_ns) / 1e9

    def close(self) -> None:
        if self.worker:
            self.worker.close()
        for workload in self._workloads:
            workload.close()

    # A visit.

    def visit(self) -> StreamVisit:
        return self._loop_visit() if self.is_loop else self._closed_visit()

    def _loop_visit(self) -> StreamVisit:
        before = self._calls_made()
        if self.worker:
            bodies: list[Body] = [self._loop_in_worker]
        else:
            start_ns = self._arena.times[START]
            bodies = [_bound(loop.run, start_ns) for loop in self._loops]
        return StreamVisit(bodies, lambda: self._calls_made() - before)

    def _loop_in_worker(self) -> None:
        assert self.worker
        self._worker_calls += self.worker.ask({"cmd": "loop"})["calls"]

    def _calls_made(self) -> int:
        return self._worker_calls + sum(loop.calls for loop in self._loops)

    def _closed_visit(self) -> StreamVisit:
        queue: SimpleQueue[Any] = SimpleQueue()
        load = self._spec["load"]
        count = load.get("clients", 1)
        clients = [
            Client(
                *(self._arena, self._library, self._needed_lane("client", index), queue),
                numbers=self._numbers,
                seeds=self._seeds,
                references=self._references,
                digest=self._digest_of_answer(),
                think_ns=int(load.get("think_ms", 0) * 1e6),
                where=self.where,
            )
            for index in range(count)
        ]
        start_ns = self._arena.times[START]
        bodies = [_bound(client.run, start_ns) for client in clients]
        return StreamVisit(
            bodies,
            lambda: sum(client.answered for client in clients),
            self._dispatcher(queue),
            queue,
        )

    def _dispatcher(self, queue: SimpleQueue[Any]) -> Body:
        if self._stamps == "off":
            if self.worker:
                return _bound(
                    dispatcher.dispatch_to_worker_unstamped,
                    *(queue, self.worker.connection, self.where, self.worker.lost),
                )
            return _bound(
                dispatcher.dispatch_here_unstamped,
                *(queue, self._workloads[0], self._answer_of(), self.where),
            )
        lane = self._needed_lane("dispatcher", 0)
        write = record_writer(self._library, self._arena.ring(lane.ring))
        if self.worker:
            return _bound(
                dispatcher.dispatch_to_worker,
                *(queue, self.worker.connection, self._library, lane.ring, write),
                *(self.where, self.worker.lost),
            )
        return _bound(
            dispatcher.dispatch_here,
            *(queue, self._workloads[0], self._answer_of(), lane.ring, write),
            *(self._stamps == "native", self.where),
        )

    def _answer_of(self) -> Callable[[Any], Any]:
        """What a thread placement puts into the future. A native answer is gone with the next
        call, a Python result is handed on as it is."""
        if self._spec["workload"]["kind"] == "python":
            return lambda result: result
        return self._workloads[0].digest

    def _digest_of_answer(self) -> Callable[[Any], int]:
        """What a client makes of the future's result."""
        if self.worker:
            return digest_of_reply
        if self._spec["workload"]["kind"] == "python":
            return self._workloads[0].digest
        return lambda answer: answer

    # Outside a visit.

    def call_once(self, seed: int) -> int:
        """The answer's digest, through placement and binding, recorded nowhere."""
        if self.worker:
            try:
                self.worker.connection.send((-1 - seed, seed))
                reply = self.worker.connection.recv()
            except (EOFError, OSError) as error:
                raise self.worker.lost() from error
            return digest_of_reply(dispatcher.check_reply(-1 - seed, reply, self.where))
        try:
            return self._workloads[0].digest(self._workloads[0].call(seed))
        except BaseException as error:  # noqa: B036
            raise fault_of(error, self.where, "call") from error

    def call_lengths(self, calls: int) -> list[int]:
        if self.worker:
            return self.worker.ask({"cmd": "calls", "calls": calls})["lengths"]
        return call_lengths(self._workloads[0], calls, self._seeds, self.where)

    def verify(self) -> Optional[float]:
        if self.worker:
            return self.worker.ask({"cmd": "verify"})["max_error"]
        return self._workloads[0].verify()

    def _lane(self, role: str, index: int) -> Optional[Lane]:
        for lane in self._lanes:
            if lane.role == role and lane.index == index:
                return lane
        return None

    def _needed_lane(self, role: str, index: int) -> Lane:
        lane = self._lane(role, index)
        if lane is None:
            raise Fault(self.where, "arena", f"there is no ring for {role} {index}")
        return lane

    def _loop_lanes(self) -> list[Optional[Lane]]:
        if not self.is_loop:
            return []
        if self._stamps == "off":
            return [None] * self._callers
        return [self._needed_lane("loop", index) for index in range(self._callers)]


class StreamVisit:
    """The threads of one stream in one visit."""

    def __init__(
        self,
        bodies: list[Body],
        count: Callable[[], int],
        dispatcher_body: Optional[Body] = None,
        queue: Optional[SimpleQueue[Any]] = None,
    ) -> None:
        self.bodies = bodies  # clients or loops: they end by themselves after the stop
        self.count = count  # of requests answered, or of calls made, in this visit
        self.dispatcher_body = dispatcher_body  # ends when a None comes through the queue
        self.queue = queue


def _bound(function: Callable[..., None], *arguments: Any) -> Body:
    return lambda: function(*arguments)


def _as_tuple(lane: Optional[Lane]) -> Optional[tuple[int, str, str, int]]:
    return (lane.ring, lane.stream, lane.role, lane.index) if lane else None
