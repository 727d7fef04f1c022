# SPDX-License-Identifier: Apache-2.0
"""The conversation with the engine: see resources/docs/host-protocol.md."""

from __future__ import annotations

import os
import platform
import sys
import threading
import time
from typing import Any, Callable, Optional

from . import checks
from .arena import Arena, Lane
from .control import Control
from .faults import Fault, Reporter, fault_of
from .library import Library
from .stream import Stream, StreamVisit
from .worker_process import WorkerProcess
from .workloads import put_in_front_of_path

PROTOCOL = 1


def main(control: Control, arena: int, guard: int, library: Library) -> int:
    return Host(control, arena, guard, library).converse()


class Host:
    def __init__(self, control: Control, arena: int, guard: int, library: Library) -> None:
        self._control = control
        self._arena_descriptor = arena
        self._guard_descriptor = guard
        self._library = library
        self._arena: Optional[Arena] = None
        self._streams: dict[str, Stream] = {}
        self._workers: list[WorkerProcess] = []
        self._lanes: list[Lane] = []
        self._reporter = Reporter(control.say, self._kill_workers)

    def converse(self) -> int:
        self._control.say(_hello())
        try:
            self._arena = Arena(self._arena_descriptor, self._library)
        except (Fault, OSError) as error:
            self._reporter.end_with(fault_of(error, "host", "arena"))
        answers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "open": self._open,
            "visit": self._visit,
            "answers": self._answers,
            "calls": self._calls,
            "size": self._size,
            "verify": self._verify,
            "clock": self._clock,
            "wake_lateness": self._wake_lateness,
            "close": self._close,
        }
        while True:
            try:
                command = self._control.hear()
                if command is None:
                    self._kill_workers()
                    return 3
                name = command.get("cmd")
                if name not in answers:
                    raise Fault("host", "protocol", f"this host knows no command {name!r}")
                self._control.say(answers[name](command))
                if name == "close":
                    return 0
            except BaseException as error:  # noqa: B036 - users' code may raise anything
                self._reporter.end_with(fault_of(error, "host", "internal"))

    def _open(self, command: dict[str, Any]) -> dict[str, Any]:
        if self._streams:
            raise Fault("host", "protocol", "the streams are open already")
        assert self._arena
        interval_s = command["switch_interval_ms"] / 1000
        sys.setswitchinterval(interval_s)
        self._lanes = [
            Lane(lane["ring"], lane["stream"], lane["role"], lane["index"])
            for lane in command.get("lanes", [])
        ]
        for lane in self._lanes:
            self._arena.ring(lane.ring)  # a missing one is found before the window
        specs: dict[str, Any] = command["streams"]
        path: list[str] = command.get("path", [])
        worker_env = _worker_environment()
        _share_the_cpu_device(specs)
        put_in_front_of_path(path)
        opening = {"path": path, "switch_interval_s": interval_s}
        for name, spec in specs.items():
            lanes = [lane for lane in self._lanes if lane.stream == name]
            self._streams[name] = Stream(
                name, spec, lanes, command["stamps"], self._arena, self._library
            )
        # Workers first: they start up while the host opens what is its own.
        for stream in sorted(self._streams.values(), key=lambda one: not one.in_process):
            stream.start(self._guard_descriptor, self._arena_descriptor, worker_env, opening)
            if stream.worker:
                self._workers.append(stream.worker)
        for stream in self._streams.values():
            stream.finish_opening()
        return {
            "event": "ready",
            "workers": [
                {
                    "stream": stream.name,
                    "pid": stream.worker.process.pid,
                    "start_s": stream.worker.start_s,
                }
                for stream in self._streams.values()
                if stream.worker
            ],
            "facts": {name: stream.facts for name, stream in self._streams.items()},
            "threads": sum(lane.role != "worker" for lane in self._lanes),
        }

    def _visit(self, command: dict[str, Any]) -> dict[str, Any]:
        visits = {name: self._stream(name).visit() for name in command["streams"]}
        dispatchers: list[tuple[threading.Thread, StreamVisit]] = []
        others: list[threading.Thread] = []
        for name, visit in visits.items():
            where = f"stream {name}"
            if visit.dispatcher_body:
                body = self._reporter.guarded(where, visit.dispatcher_body)
                thread = threading.Thread(target=body, name=f"{name} dispatcher")
                dispatchers.append((thread, visit))
            for body in visit.bodies:
                guarded = self._reporter.guarded(where, body)
                others.append(threading.Thread(target=guarded, name=name))
        for thread in [one for one, _ in dispatchers] + others:
            thread.start()
        for thread in others:
            thread.join()
        for thread, visit in dispatchers:
            assert visit.queue
            visit.queue.put(None)
            thread.join()
        counts: dict[str, dict[str, int]] = {"requests": {}, "calls": {}}
        for name, visit in visits.items():
            kind = "calls" if self._streams[name].is_loop else "requests"
            counts[kind][name] = visit.count()
        return {"event": "visit_done", **counts}

    def _answers(self, command: dict[str, Any]) -> dict[str, Any]:
        stream = self._stream(command["stream"])
        digests = [f"{stream.call_once(seed):016x}" for seed in range(command["seeds"])]
        return {"event": "answers", "stream": stream.name, "digests": digests}

    def _calls(self, command: dict[str, Any]) -> dict[str, Any]:
        stream = self._stream(command["stream"])
        lengths = stream.call_lengths(command["calls"])
        return {"event": "calls", "stream": stream.name, "lengths_ns": lengths}

    def _size(self, command: dict[str, Any]) -> dict[str, Any]:
        # In a process of its own: a driver reads its settings once, and the host's streams may
        # need others.
        where = f"stream {command['stream']}"
        worker = WorkerProcess(
            *(where, self._arena_descriptor, self._guard_descriptor, self._library),
            _worker_environment(),
        )
        self._workers.append(worker)
        sizing = {"cmd": "size", "where": where, "spec": command["workload"]}
        size = worker.ask(sizing)["size"]
        worker.close()
        self._workers.remove(worker)
        return {"event": "size", **size}

    def _verify(self, command: dict[str, Any]) -> dict[str, Any]:
        stream = self._stream(command["stream"])
        return {"event": "verified", "stream": stream.name, "max_error": stream.verify()}

    def _clock(self, _command: dict[str, Any]) -> dict[str, Any]:
        costs = checks.stamp_costs(self._library)
        workers = {
            name: stream.worker.ask({"cmd": "clock"})["now_ns"]
            for name, stream in self._streams.items()
            if stream.worker
        }
        return {
            "event": "clock",
            "now_ns": time.monotonic_ns(),
            "workers_now_ns": workers,
            "resolution_ns": checks.resolution_ns(),
            **costs,
        }

    def _wake_lateness(self, command: dict[str, Any]) -> dict[str, Any]:
        name = command["stream"]
        call = None
        if name is not None:
            stream = self._stream(name)
            call = lambda: stream.call_once(0)  # noqa: E731
        late = checks.wake_lateness(command["sleeps"], call)
        return {"event": "wake_lateness", "stream": name, "late_ns": late}

    def _close(self, _command: dict[str, Any]) -> dict[str, Any]:
        for stream in self._streams.values():
            stream.close()
        return {"event": "done"}

    def _stream(self, name: str) -> Stream:
        if name not in self._streams:
            raise Fault("host", "protocol", f"there is no open stream {name!r}")
        return self._streams[name]

    def _kill_workers(self) -> None:
        for worker in self._workers:
            worker.kill()


def _hello() -> dict[str, Any]:
    return {
        "event": "hello",
        "protocol": PROTOCOL,
        "pid": os.getpid(),
        "python": platform.python_version(),
        "executable": sys.executable,
        "implementation": sys.implementation.name,
        "gil": getattr(sys, "_is_gil_enabled", lambda: True)(),
    }


# PoCL divides a CPU among the OpenCL streams of one process by these; it reads them once.
_CPU_DEVICE_SHARES = ("POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT")


def _worker_environment() -> dict[str, str]:
    """A worker has one stream."""
    env = dict(os.environ)
    for name in _CPU_DEVICE_SHARES:
        env.setdefault(name, "1")
    return env


def _share_the_cpu_device(specs: dict[str, Any]) -> None:
    here = sum(
        spec["placement"] == "thread" and spec["workload"]["kind"] == "opencl"
        for spec in specs.values()
    )
    if here:
        for name in _CPU_DEVICE_SHARES:
            os.environ.setdefault(name, str(here))
