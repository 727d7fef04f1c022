# SPDX-License-Identifier: Apache-2.0
"""A real run beside a busy program that has nothing to do with it. What an idle machine gives is
not asserted: the machine that runs these tests may be busy itself."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("STALLSCOPE_BUILD_DIR", "build")) / "bin/stallscope"

EXPERIMENT = {
    "stallscope": 1, "name": "busy", "question": "What else runs?", "kind": "requests",
    "host": {"kind": "python", "python": sys.executable},
    "streams": {"reply": {"workload": {"kind": "wait", "ms": 4}, "placement": "process",
                          "binding": "cdll", "load": {"kind": "closed", "clients": 1}}},
    "cells": [{"id": "A", "says": "alone"}],
    "conditions": [{"id": "solo", "streams": ["reply"]}],
    "windows": {"seconds": 0.8, "settle": 0.05, "lead": 0.05, "warm_up": 0.1, "guard": 0.1,
                "parts": 5},
    "cycles": 1, "seed": 1, "checks": [], "probes": [],
    "criteria": [{"id": "answers", "says": "answers unchanged", "metric": "mismatches",
                  "at_most": 0}]}


@unittest.skipUnless(PROGRAM.exists(), f"{PROGRAM} is not built")
class BusyMachine(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="stallscope-busy-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "busy.json").write_text(json.dumps(EXPERIMENT))
        self.hog = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        self.addCleanup(self.hog.wait)
        self.addCleanup(self.hog.kill)

    def stallscope(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=120, check=False)

    def test_a_busy_program_beside_the_run_makes_the_machine_unfit(self) -> None:
        done = self.stallscope("run", "busy.json", "-o", "run.stallscope")
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("CPU outside the run", done.stderr)
        self.assertIn("Close what else runs on this machine", done.stderr)
        self.assertIn("--keep-blocked", done.stderr)
        self.assertIn("stallscope resume", done.stderr)
        shown = self.stallscope("show", "run.stallscope")
        self.assertIn("This run is partial", shown.stdout)
        self.assertEqual(self.stallscope("verify", "run.stallscope").returncode, 0)

        resumed = self.stallscope("resume", "run.stallscope", "--keep-blocked")
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertNotIn("This run is partial", self.stallscope("show", "run.stallscope").stdout)

    def test_kept_on_purpose_the_run_is_whole_and_says_what_was_wrong(self) -> None:
        done = self.stallscope("run", "busy.json", "--keep-blocked", "-o", "run.stallscope")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.stallscope("export", "run.stallscope", "--to", "out").returncode, 0)
        results = json.loads((self.folder / "out/results.json").read_text())
        found = [one for one in results["findings"] if one["id"] == "foreign-cpu"]
        self.assertTrue(found, results["findings"])
        for one in found:
            self.assertEqual(one["severity"], "blocks")
            self.assertIn("CPU outside the run", one["says"])
            self.assertTrue(one["advice"])
        self.assertTrue(results["criteria"])
        for criterion in results["criteria"]:
            self.assertEqual(criterion["status"], "invalid", criterion)
            self.assertIn("foreign-cpu", criterion["why"])


if __name__ == "__main__":
    unittest.main()
