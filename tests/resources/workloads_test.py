# SPDX-License-Identifier: Apache-2.0
"""What the runtime does with users' callables and with its own native workloads."""

from __future__ import annotations

import os
import sys
import types
import unittest

from stallscope import faults, workloads
from stallscope.client import request_numbers
from stallscope.control import _clean
from stallscope.library import Library

LIBRARY = os.path.join(os.environ["STALLSCOPE_BUILD_DIR"], "lib", "libstallscope_host.so")

users = types.ModuleType("users_module")
exec(
    """
state_seen = []
def setup(): return {"calls": 0}
def call(state, seed):
    state["calls"] += 1
    return seed + state["calls"] * 0
def teardown(state): state_seen.append(state["calls"])
def plain(seed): return [seed]
def as_bytes(result): return bytes(result)
def as_int(result): return -result[0]
class Model:
    @staticmethod
    def predict(seed): return seed * 2
def broken(): raise OSError("no device")
""",
    users.__dict__,
)
sys.modules["users_module"] = users


class PythonWorkloads(unittest.TestCase):
    def open(self, **spec: str) -> workloads.PythonWorkload:
        named = {key: f"users_module:{value}" for key, value in spec.items()}
        return workloads.PythonWorkload({"kind": "python", **named}, "stream a")

    def test_setup_makes_the_state_that_call_and_teardown_get(self) -> None:
        workload = self.open(call="call", setup="setup", teardown="teardown")
        self.assertEqual([workload.call(seed) for seed in (3, 4)], [3, 4])
        workload.close()
        self.assertEqual(users.state_seen, [2])

    def test_without_setup_a_call_gets_only_its_seed(self) -> None:
        self.assertEqual(self.open(call="plain").call(5), [5])

    def test_dotted_names_are_found(self) -> None:
        self.assertEqual(self.open(call="Model.predict").call(5), 10)

    def test_the_digest_is_the_same_in_both_placements(self) -> None:
        for check in ("", "as_bytes", "as_int"):
            workload = self.open(call="plain", **({"check": check} if check else {}))
            digests = set()
            for seed in range(5):
                result = workload.call(seed)
                here = workload.digest(result)
                self.assertEqual(here, workloads.digest_of_reply(workload.reply(result)))
                self.assertTrue(0 <= here < 2**64)
                digests.add(here)
            self.assertEqual(len(digests), 5, check)

    def test_a_broken_setup_is_a_setup_fault(self) -> None:
        with self.assertRaises(faults.Fault) as caught:
            self.open(call="plain", setup="broken")
        self.assertEqual(caught.exception.kind, "setup")
        self.assertEqual(caught.exception.says, "OSError: no device")
        self.assertIn("in broken", caught.exception.detail)

    def test_facts_have_every_key_a_native_workload_has(self) -> None:
        native = workloads.NativeWorkload(
            Library(LIBRARY), {"kind": "wait", "ms": 0.1}, "cdll", "stream a"
        )
        self.assertEqual(native.facts().keys(), self.open(call="plain").facts().keys())
        native.close()


class NativeWorkloads(unittest.TestCase):
    def test_answers_depend_on_the_seed_and_not_on_the_binding(self) -> None:
        digests = []
        for binding in ("pydll", "cdll"):
            workload = workloads.NativeWorkload(
                Library(LIBRARY), {"kind": "wait", "ms": 0.1}, binding, "stream a"
            )
            for seed in range(3):
                workload.call(seed)
                digest, payload = workload.reply(None)
                self.assertEqual(digest, workload.digest(None))
                self.assertGreater(len(payload), 0)
                enter, leave, *_device, status = workload.span()
                self.assertGreaterEqual(leave - enter, 100_000)
                self.assertEqual(status, 0)
                digests.append(digest)
            workload.close()
        self.assertEqual(digests[:3], digests[3:])
        self.assertEqual(len(set(digests)), 3)

    def test_a_spec_that_cannot_be_opened_is_a_setup_fault(self) -> None:
        for spec, binding in (({"kind": "dream"}, "cdll"), ({"kind": "wait", "ms": 1}, "callable")):
            with self.assertRaises(faults.Fault) as caught:
                workloads.open_workload(Library(LIBRARY), spec, binding, "stream a")
            self.assertEqual(caught.exception.kind, "setup")
            self.assertTrue(caught.exception.says)


class SmallThings(unittest.TestCase):
    def test_requests_are_numbered_from_one(self) -> None:
        numbers = request_numbers()
        self.assertEqual([next(numbers) for _ in range(3)], [1, 2, 3])

    def test_half_a_surrogate_pair_does_not_get_into_a_line(self) -> None:
        self.assertEqual(_clean({"a": ["x\ud800"]}), {"a": ["x?"]})

    def test_a_fault_keeps_the_end_of_a_long_traceback(self) -> None:
        event = faults.Fault("a", "call", "s" * 5000, "d" * 50_000 + "end").event()
        self.assertEqual(len(event["says"]), 1000)
        self.assertTrue(event["detail"].endswith("end"))
        self.assertLess(len(event["detail"]), 20_000)


if __name__ == "__main__":
    unittest.main()
