# SPDX-License-Identifier: Apache-2.0
"""A run that is measured until every criterion has its word, with the real host."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("STALLSCOPE_BUILD_DIR", "build")) / "bin/stallscope"
MOST_CYCLES = 9

EXPERIMENT = {
    "stallscope": 1, "name": "decided", "question": "When is it clear?", "kind": "requests",
    "host": {"kind": "python", "python": sys.executable, "lifetime": "cell"},
    "streams": {"reply": {"workload": {"kind": "wait", "ms": 2}, "placement": "process",
                          "binding": "cdll", "load": {"kind": "closed", "clients": 1},
                          "inputs": {"answers": "none"}}},
    "cells": [{"id": "short"},
              {"id": "long", "streams": {"reply": {"workload": {"ms": 8}}}}],
    "conditions": [{"id": "solo", "streams": ["reply"]}],
    "windows": {"seconds": 0.4, "settle": 0, "lead": 0.02, "warm_up": 0.05, "guard": 0.05,
                "parts": 5},
    "cycles": 3, "seed": 1, "checks": [], "probes": [],
    # Four times as long is clear at the first look that may say so.
    "criteria": [{"id": "longer", "says": "the long one is not twice as slow", "metric": "e2e",
                  "stream": "reply", "cell": "long", "against": "short", "condition": "solo",
                  "worse_by_less_than": "100%"}]}


@unittest.skipUnless(PROGRAM.exists(), f"{PROGRAM} is not built")
class UntilDecided(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="stallscope-decided-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "decided.json").write_text(json.dumps(EXPERIMENT))

    def stallscope(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=300, check=False)

    def test_it_stops_when_all_is_said_and_is_complete_then(self) -> None:
        done = self.stallscope("run", "decided.json", "--until-decided", "--max-cycles",
                               str(MOST_CYCLES), "--keep-blocked", "-o", "run.stallscope")
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = json.loads(self.stallscope("show", "--json", "run.stallscope").stdout)
        self.assertEqual(shown["run"]["status"], "complete")
        self.assertEqual(shown["rules"]["looks"], "anytime")
        visits = shown["run"]["visits"]
        self.assertEqual(visits["complete"], visits["planned"])
        self.assertLess(visits["planned"], MOST_CYCLES * 4)
        criterion = shown["criteria"][0]
        # A busy machine makes it invalid, at once; else the first look with a finite interval does.
        self.assertIn(criterion["status"], ("not_met", "invalid"), criterion)
        if criterion["status"] == "not_met":
            self.assertGreaterEqual(criterion["locked_at"], 3)
            self.assertEqual(visits["planned"], 4 * criterion["locked_at"])
        self.assertEqual(self.stallscope("verify", "run.stallscope").returncode, 0)
        again = self.stallscope("resume", "run.stallscope")
        self.assertEqual(again.returncode, 0, again.stderr)
        after = json.loads(self.stallscope("show", "--json", "run.stallscope").stdout)
        self.assertEqual(after["run"]["visits"], visits, "resume measures nothing more")

    def test_a_largest_number_of_cycles_needs_the_open_end(self) -> None:
        for arguments in (["--max-cycles", "5"], ["--until-decided", "--cycles", "5"]):
            done = self.stallscope("run", "decided.json", *arguments)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("--", done.stderr)


if __name__ == "__main__":
    unittest.main()
