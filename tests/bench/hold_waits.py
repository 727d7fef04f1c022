# SPDX-License-Identifier: Apache-2.0
"""How long a reply waits for a lock that a back-to-back neighbour holds for D at a time.

A waiter asks for the lock after the switch interval s and gets it at the end of the call that runs
then: s + D/2 on average, when the reply's phase is uniform (the forward's spread is D). Printed is
mean(service_end → header) over s + D/2 for each D; the exit code is 1 when one lies outside
0.7 … 1.4.

    STALLSCOPE_BUILD_DIR=build python3 tests/bench/hold_waits.py [--seconds 4] [--python PATH]
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))

import engine_stand_in as engine  # noqa: E402

HOLDS_MS = (1, 5, 10, 20)
SWITCH_INTERVAL_MS = 5
FORWARD_MS = 4
LOW, HIGH = 0.7, 1.4


def mean_wait_ms(hold_ms: float, seconds: float, python: str) -> tuple[float, int]:
    with engine.HostUnderTest(python) as host:
        loop = {"kind": "loop", "threads": 1}
        host.open(
            {
                "gpu": engine.wait_stream(FORWARD_MS, spread_ms=hold_ms),
                "neighbour": engine.wait_stream(hold_ms, 0, "thread", "pydll", loop),
            },
            switch_interval_ms=SWITCH_INTERVAL_MS,
        )
        host.visit(["gpu", "neighbour"], seconds, lead=0.3)
        records = host.rings.drain()
        host.close()
    service = engine.by_request(records, engine.stamps.SERVICE)
    dispatch = engine.by_request(records, engine.stamps.DISPATCH)
    waits = [
        dispatch[request][engine.HEADER] - service[request][engine.SERVICE_END]
        for request in dispatch
    ]
    return statistics.mean(waits) / 1e6, len(waits)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    inside = True
    for hold_ms in HOLDS_MS:
        wait_ms, count = mean_wait_ms(hold_ms, options.seconds, options.python)
        expected_ms = SWITCH_INTERVAL_MS + hold_ms / 2
        ratio = wait_ms / expected_ms
        inside = inside and LOW <= ratio <= HIGH
        print(
            f"D = {hold_ms:2} ms: wait {wait_ms:6.2f} ms, expected {expected_ms:5.2f} ms, "
            f"ratio {ratio:.2f} (n = {count})"
        )
    return 0 if inside else 1


if __name__ == "__main__":
    sys.exit(main())
