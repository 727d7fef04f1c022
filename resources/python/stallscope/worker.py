# SPDX-License-Identifier: Apache-2.0
"""The worker process: one stream's workload behind a multiprocessing connection.

A message is (number, job). A positive number is a request, a negative one is a request that is not
recorded, zero carries a command as a dictionary. A request's reply is (number, seed, answer,
failure), a command's reply is (0, a dictionary).
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import Any, Optional

from .arena import START, Arena, Lane
from .faults import Fault, fault_of
from .library import Library
from .loop import Loop, call_lengths
from .stamps import SERVICE, SERVICE_RECORD, record_writer
from .workloads import NO_SPAN, open_workload, put_in_front_of_path


def main(descriptor: int, arena_descriptor: int, library: Library) -> int:
    connection = Connection(descriptor)
    worker = Worker(connection, arena_descriptor, library)
    try:
        while True:
            command = worker.serve()
            connection.send((0, worker.obey(command)))
            if command["cmd"] == "close":
                return 0
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return 0  # the host is gone, or has given up on us


class Worker:
    def __init__(self, connection: Connection, arena_descriptor: int, library: Library) -> None:
        self._connection = connection
        self._arena_descriptor = arena_descriptor
        self._library = library
        self._arena: Optional[Arena] = None
        self._where = "worker"
        self._workloads: list[Any] = []
        self._loops: list[Loop] = []
        self._lane: Optional[Lane] = None
        self._native_stamps = False
        self._seeds = 1

    def serve(self) -> dict[str, Any]:
        """Serves requests until a command comes, and returns it."""
        now, cpu_now, pack = time.monotonic_ns, time.thread_time_ns, SERVICE_RECORD.pack
        receive, send, native = self._connection.recv, self._connection.send, self._native_stamps
        workload, write, lane = None, None, 0
        if self._workloads:
            workload = self._workloads[0]
        if self._lane and self._arena:
            lane = self._lane.ring
            write = record_writer(self._library, self._arena.ring(lane))
        cpu_before = cpu_now()
        while True:
            number, seed = receive()
            worker_recv = now()
            if number == 0:
                return seed
            if workload is None:
                raise Fault(self._where, "protocol", "a request came before the workload was open")
            try:
                service_start = now()
                result = workload.call(seed)
                service_end = now()
                answer = workload.reply(result)
            except BaseException as error:  # noqa: B036 - users' code may raise anything
                send((number, seed, None, fault_of(error, self._where, "call").as_tuple()))
                continue
            send((number, seed, answer, None))
            reply_sent = now()
            if write is None or number < 0:
                continue
            cpu = cpu_now()
            enter, leave, device_start, device_end, device_error, _digest, status = (
                workload.span() if native else NO_SPAN
            )
            write(
                pack(
                    *(SERVICE, lane, number, worker_recv, service_start, service_end, enter, leave),
                    *(device_start, device_end, device_error, reply_sent, cpu - cpu_before, status),
                )
            )
            cpu_before = cpu

    def obey(self, command: dict[str, Any]) -> dict[str, Any]:
        try:
            return getattr(self, "_" + command["cmd"])(command)
        except BaseException as error:  # noqa: B036
            return {"fault": fault_of(error, self._where, "internal").as_tuple()}

    def _open(self, command: dict[str, Any]) -> dict[str, Any]:
        self._where = command["where"]
        sys.setswitchinterval(command["switch_interval_s"])
        put_in_front_of_path(command["path"])
        self._seeds = command["seeds"]
        self._native_stamps = command["native_stamps"]
        for _ in range(command["callers"]):
            self._workloads.append(
                open_workload(self._library, command["spec"], command["binding"], self._where)
            )
        self._arena = Arena(self._arena_descriptor, self._library)
        if command["lane"]:
            self._lane = Lane(*command["lane"])
        if command["loops"]:
            self._loops = [
                Loop(
                    self._arena,
                    self._library,
                    Lane(*lane) if lane else None,
                    workload,
                    self._seeds,
                    self._native_stamps,
                    self._where,
                )
                for workload, lane in zip(self._workloads, command["loop_lanes"])
            ]
        return {"facts": self._workloads[0].facts()}

    def _loop(self, _command: dict[str, Any]) -> dict[str, Any]:
        """Lets the loop threads call until the visit's stop; answers when all have ended."""
        assert self._arena
        start_ns = self._arena.times[START]
        before = [loop.calls for loop in self._loops]
        bodies = [self._reporting(loop, start_ns) for loop in self._loops]
        threads = [threading.Thread(target=body) for body in bodies]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return {"calls": sum(loop.calls for loop in self._loops) - sum(before)}

    def _reporting(self, loop: Loop, start_ns: int) -> Any:
        def run() -> None:
            try:
                loop.run(start_ns)
            except Fault as fault:
                # At once: the other threads of this stream would call on until the stop.
                self._connection.send((0, {"fault": fault.as_tuple()}))
                os._exit(3)

        return run

    def _calls(self, command: dict[str, Any]) -> dict[str, Any]:
        workload = self._workloads[0]
        return {"lengths": call_lengths(workload, command["calls"], self._seeds, self._where)}

    def _verify(self, _command: dict[str, Any]) -> dict[str, Any]:
        return {"max_error": self._workloads[0].verify()}

    def _size(self, command: dict[str, Any]) -> dict[str, Any]:
        self._where = command["where"]
        text = json.dumps(command["spec"]).encode()
        buffer = ctypes.create_string_buffer(4096)
        size = self._library.released("stallscope_workload_size")(text, buffer, len(buffer))
        if size < 0:
            raise Fault(self._where, "setup", self._library.last_error())
        return {"size": json.loads(buffer.value)}

    def _clock(self, _command: dict[str, Any]) -> dict[str, Any]:
        return {"now_ns": time.monotonic_ns()}

    def _close(self, _command: dict[str, Any]) -> dict[str, Any]:
        for workload in self._workloads:
            workload.close()
        self._workloads = []
        return {}
