# SPDX-License-Identifier: Apache-2.0
"""The host works in every interpreter that is found here, and in a virtual environment."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import engine_stand_in as engine

LOOP = {"kind": "loop", "threads": 1}


def session(case: unittest.TestCase, python: str) -> dict[str, object]:
    """Both placements, all bindings, a neighbour, the checks. Returns the hello."""
    with tempfile.TemporaryDirectory() as folder, engine.HostUnderTest(python) as host:
        with open(os.path.join(folder, "users_work.py"), "w") as module:
            module.write("import time\n\ndef call(seed):\n    time.sleep(0.002)\n")
            module.write("    return seed**9\n")
        callable_work = {"kind": "python", "call": "users_work:call"}
        host.open(
            {
                "gpu": engine.wait_stream(3, 8),
                "ane": engine.wait_stream(2, 0, "thread", "cdll"),
                "users": engine.stream(callable_work, "thread", "callable"),
                "apart": engine.stream(callable_work, "process", "callable"),
                "held": engine.wait_stream(8, 0, "thread", "pydll", LOOP),
            },
            path=[folder],
        )
        answers = {
            name: host.ask("answers", cmd="answers", stream=name, seeds=4)["digests"]
            for name in ("gpu", "ane", "users", "apart")
        }
        case.assertEqual(answers["gpu"], answers["ane"])
        case.assertEqual(answers["users"], answers["apart"])

        done = host.visit(["gpu", "ane", "users", "apart"], 0.4)
        header_wait(case, host.rings.drain(), done)
        for name, requests in done["requests"].items():
            case.assertGreater(requests, 3, name)
        done = host.visit(["gpu"], 0.5)
        idle = header_wait(case, host.rings.drain(), done)
        done = host.visit(["gpu", "held"], 1.5)
        held = header_wait(case, host.rings.drain(), done)
        case.assertGreater(done["calls"]["held"], 50)
        if host.hello["gil"]:
            case.assertGreater(held, 3 * idle)
        clock = host.ask("clock", cmd="clock")
        case.assertGreater(clock["request_cost_ns"], 0)
        host.close()
        return host.hello


def header_wait(case: unittest.TestCase, records: list[engine.Record], done: dict) -> float:
    """Median of service_end → header of the process-placed gpu stream; checks the join."""
    service = engine.by_request([r for r in records if r[1] == 2], engine.stamps.SERVICE)
    dispatch = engine.by_request([r for r in records if r[1] == 1], engine.stamps.DISPATCH)
    client = engine.by_request([r for r in records if r[1] == 0], engine.stamps.CLIENT)
    case.assertEqual(service.keys(), dispatch.keys())
    case.assertEqual(service.keys(), client.keys())
    case.assertEqual(len(service), done["requests"]["gpu"])
    return statistics.median(
        dispatch[request][engine.HEADER] - service[request][engine.SERVICE_END]
        for request in dispatch
    )


class Interpreters(unittest.TestCase):
    def test_a_library_that_cannot_be_loaded_is_a_fault(self) -> None:
        with unittest.mock.patch.object(engine, "LIBRARY", "/nowhere/libstallscope_host.so"):
            with engine.HostUnderTest(greeting="fault") as host:
                self.assertEqual(host.hello["kind"], "internal")
                self.assertIn("/nowhere/libstallscope_host.so", host.hello["says"])
                self.assertEqual(host.process.wait(20), 3)

    def test_every_interpreter_found(self) -> None:
        found = engine.interpreters()
        self.assertTrue(found)
        for version, python in found.items():
            with self.subTest(version):
                self.assertEqual(session(self, python)["python"], version)
                print(f"CPython {version}", flush=True)

    def test_a_virtual_environment_stays_itself(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "venv")
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
            python = os.path.join(place, "bin", "python")
            self.assertEqual(session(self, python)["executable"], python)


if __name__ == "__main__":
    unittest.main()
