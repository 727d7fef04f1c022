# SPDX-License-Identifier: Apache-2.0
"""The shipped suites: each is read and says what it would execute; the builds of the placement
suite are of one source, and lie elsewhere for every salt."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITES = sorted((ROOT / "experiments/suites").glob("*.json"))
PROGRAM = Path(os.environ.get("STALLSCOPE_BUILD_DIR", "build")) / "bin/stallscope"


class Suites(unittest.TestCase):
    @unittest.skipUnless(PROGRAM.exists(), f"{PROGRAM} is not built")
    def test_each_says_what_it_would_execute(self):
        self.assertGreaterEqual(len(SUITES), 2)
        for suite in SUITES:
            done = subprocess.run([PROGRAM.resolve(), "gate", suite, "--dry-run"], cwd="/",
                                  capture_output=True, text=True, stdin=subprocess.DEVNULL,
                                  timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("bench base", done.stdout + done.stderr)


@unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
class Placement(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stallscope-placement-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "placement"
        shutil.copytree(ROOT / "experiments/suites/placement", self.folder,
                        ignore=shutil.ignore_patterns("build"))

    def build(self, salt, side):
        done = subprocess.run(["sh", "build.sh", str(salt), side], cwd=self.folder,
                              capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.folder / f"build/{side}-{salt}"

    def test_every_salt_is_another_program_of_the_same_code(self):
        programs, loops = set(), set()
        for salt in range(10):
            built = self.build(salt, "base")
            programs.add(hashlib.sha256((built / "bench").read_bytes()).hexdigest())
            loops.add(hashlib.sha256((built / "decode_quoted.o").read_bytes()).hexdigest())
        self.assertEqual(len(programs), 10)
        self.assertEqual(len(loops), 1)
        aligned = self.build(0, "head") / "bench"
        self.assertNotIn(hashlib.sha256(aligned.read_bytes()).hexdigest(), programs)

    def test_the_bench_writes_every_row_as_often_as_it_repeats_it(self):
        out = self.folder / "out.json"
        subprocess.run([self.build(0, "base") / "bench", out], timeout=120, check=True)
        rows = json.loads(out.read_text())["benchmarks"]
        names = [row["name"] for row in rows]
        self.assertEqual(sorted(set(names)), ["count_fields", "count_lines", "decode_base64",
                                              "decode_quoted", "library_copy", "strip_ends"])
        self.assertEqual({names.count(name) for name in names}, {15})
        self.assertTrue(all(row["real_time"] > 1000 for row in rows))

    def test_what_it_cannot_write_to_ends_it(self):
        done = subprocess.run([self.build(0, "base") / "bench", "/nowhere/out.json"],
                              capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
