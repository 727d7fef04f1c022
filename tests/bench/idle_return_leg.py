# SPDX-License-Identifier: Apache-2.0
"""What the host's own instruments cost: its idle return leg against that of a plain script.

The plain script does the same work with the same worker process: a client thread, a Future with a
callback, a dispatcher thread, Connection.recv(), and one stamp when the result is set. Both run in
turns, in blocks of 0.5 s. Printed is the ratio of the medians of the blocks' medians (service_end →
received), and what all stamps and records of one request cost. The exit code is 1 when the ratio is
above 1.2, a request's stamps cost more than 3 µs, or a native stamp more than 40 ns.

    STALLSCOPE_BUILD_DIR=build python3 tests/bench/idle_return_leg.py [--blocks 30] [--python PATH]
"""

from __future__ import annotations

import argparse
import os
import statistics
import struct
import subprocess
import sys
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

import engine_stand_in as engine  # noqa: E402

FORWARD_MS = 4.0
BLOCK_S = 0.5
MOST_RATIO = 1.2
MOST_REQUEST_NS = 3000
MOST_STAMP_NS = 40
PAIR = struct.Struct("=qq")  # request, received


class HostArm:
    def __init__(self, python: str) -> None:
        self._host = engine.HostUnderTest(python)
        self._host.open({"gpu": engine.wait_stream(FORWARD_MS)})

    def block_us(self) -> float:
        self._host.visit(["gpu"], BLOCK_S)
        records = self._host.rings.drain()
        service = engine.by_request(records, engine.stamps.SERVICE)
        dispatch = engine.by_request(records, engine.stamps.DISPATCH)
        legs = [
            dispatch[request][engine.RECEIVED] - service[request][engine.SERVICE_END]
            for request in dispatch
        ]
        return statistics.median(legs) / 1000

    def costs(self) -> dict[str, Any]:
        return self._host.ask("clock", cmd="clock")

    def close(self) -> None:
        self._host.close()
        self._host.__exit__()


class PlainArm:
    """The plain script in a process of its own, told over a pipe when to run a block."""

    def __init__(self, python: str) -> None:
        self._rings = engine.Rings(1)
        guard, self._guard = os.pipe()
        descriptors = (self._rings.file.fileno(), guard)
        command = [python, os.path.abspath(__file__), "--plain", str(descriptors[0]), str(guard)]
        self._process = subprocess.Popen(
            command,
            pass_fds=descriptors,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        os.close(guard)

    def block_us(self) -> float:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        (count,) = struct.unpack("=q", self._process.stdout.read(8))
        pairs = self._process.stdout.read(count * PAIR.size)
        service = engine.by_request(self._rings.drain(), engine.stamps.SERVICE)
        legs = [
            received - service[request][engine.SERVICE_END]
            for request, received in PAIR.iter_unpack(pairs)
        ]
        return statistics.median(legs) / 1000

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()
        os.close(self._guard)


def plain(arena: int, guard: int) -> None:
    """The script that the host is compared with. Imports of ours only what starts the worker."""
    import threading
    import time
    from concurrent.futures import Future
    from queue import SimpleQueue

    from stallscope.library import Library
    from stallscope.worker_process import WorkerProcess

    worker = WorkerProcess("plain", arena, guard, Library(engine.LIBRARY), dict(os.environ))
    answer = worker.ask(
        {
            "cmd": "open",
            "where": "plain",
            "switch_interval_s": 0.005,
            "path": [],
            "seeds": 1024,
            "native_stamps": True,
            "callers": 1,
            "spec": {"kind": "wait", "ms": FORWARD_MS},
            "binding": "cdll",
            "lane": (0, "gpu", "worker", 0),
            "loops": False,
            "loop_lanes": [],
        }
    )
    assert "facts" in answer
    connection = worker.connection
    number = 0
    resolved = 0

    def block() -> list[tuple[int, int]]:
        queue: Any = SimpleQueue()
        stamps: list[tuple[int, int]] = []
        stop = time.monotonic() + BLOCK_S

        def count(_future: Any) -> None:
            nonlocal resolved
            resolved += 1

        def client() -> None:
            nonlocal number
            while time.monotonic() < stop:
                number += 1
                future: Any = Future()
                future.add_done_callback(count)
                queue.put((number, (number - 1) % 1024, future))
                future.result()
            queue.put(None)

        def dispatcher() -> None:
            while True:
                job = queue.get()
                if job is None:
                    return
                request, seed, future = job
                connection.send((request, seed))
                _request, _seed, result, _failure = connection.recv()
                future.set_result(result)
                received = time.monotonic_ns()
                stamps.append((request, received))

        threads = [threading.Thread(target=body) for body in (client, dispatcher)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return stamps

    while sys.stdin.buffer.readline():
        stamps = block()
        sys.stdout.buffer.write(struct.pack("=q", len(stamps)))
        sys.stdout.buffer.write(b"".join(PAIR.pack(*pair) for pair in stamps))
        sys.stdout.buffer.flush()
    worker.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--blocks", type=int, default=30, help="of each of the two")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--plain", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.plain:
        plain(*options.plain)
        return 0

    host, script = HostArm(options.python), PlainArm(options.python)
    costs = host.costs()
    host_us: list[float] = []
    script_us: list[float] = []
    for block in range(-1, options.blocks):  # the first pair warms up
        arms = [(host, host_us), (script, script_us)]
        for arm, medians in arms if block % 2 else reversed(arms):
            median = arm.block_us()
            if block >= 0:
                medians.append(median)
    host.close()
    script.close()

    ratio = statistics.median(host_us) / statistics.median(script_us)
    print(f"idle return leg, median of {options.blocks} blocks' medians:")
    print(f"  host   {statistics.median(host_us):8.1f} µs")
    print(f"  script {statistics.median(script_us):8.1f} µs")
    print(f"  ratio  {ratio:8.3f}    (at most {MOST_RATIO})")
    print(f"all stamps of a request {costs['request_cost_ns'] / 1000:.2f} µs (at most 3)")
    print(f"a record from Python    {costs['record_cost_ns'] / 1000:.2f} µs")
    print(f"a native stamp          {costs['stamp_cost_ns']:.1f} ns (at most {MOST_STAMP_NS})")
    holds = (
        ratio <= MOST_RATIO
        and costs["request_cost_ns"] <= MOST_REQUEST_NS
        and costs["stamp_cost_ns"] <= MOST_STAMP_NS
    )
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
