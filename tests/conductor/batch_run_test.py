# SPDX-License-Identifier: Apache-2.0
"""A batch experiment, measured for real: what each policy starts, that slots are compared, that
bad mails are slots, and that nothing of it outlives the engine."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = Path(os.environ.get("STALLSCOPE_BUILD_DIR", "build")) / "bin/stallscope"

# The spin parser is there in every build: a mail of 900 bytes takes 2 µs.
EXPERIMENT = {
    "stallscope": 1, "name": "batch", "question": "What does each policy start?", "kind": "batch",
    "batch": {"parser": "spin", "spin_us_per_kib": 0, "spin_us_per_message": 2, "threads": 8,
              "mails": {"messages": 16, "bytes": 900}, "distinct": 2},
    "cells": [
        {"id": "one", "batch": {"threads": 1}},
        {"id": "before", "batch": {"cap": "count", "caller": "joins", "probe": "per-call"}},
        {"id": "works", "batch": {"cap": "count"}},
        {"id": "pool", "batch": {"cap": "count", "workers": "pool"}},
        {"id": "after"}],
    "windows": {"seconds": 0.3, "settle": 0, "lead": 0.02, "warm_up": 0.03, "guard": 0.02,
                "parts": 2},
    "cycles": 1, "order": "interleaved",
    "criteria": [{"id": "slots", "says": "slots are the same", "metric": "mismatches",
                  "at_most": 0}]}


@unittest.skipUnless(PROGRAM.exists(), f"{PROGRAM} is not built")
class BatchRun(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="stallscope-batch-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, **changes: object) -> str:
        (self.folder / "batch.json").write_text(json.dumps({**EXPERIMENT, **changes}))
        return "batch.json"

    def stallscope(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=300, check=False)

    def measured(self, **changes: object) -> dict:
        done = self.stallscope("run", self.write(**changes), "--keep-blocked", "-o",
                               "run.stallscope")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("nothing of your own", done.stdout + done.stderr)
        return json.loads(self.stallscope("show", "--json", "run.stallscope").stdout)

    def test_each_policy_starts_what_it_says(self) -> None:
        shown = self.measured()
        rows = {row["cell"]: row for row in shown["batch_rows"]}
        self.assertEqual(list(rows), ["one", "before", "works", "pool", "after"])
        for cell, workers, started in [("one", 1, 0), ("before", 8, 8), ("works", 8, 7),
                                       ("after", 1, 0)]:
            self.assertEqual(rows[cell]["most_workers"], workers, cell)
            self.assertAlmostEqual(rows[cell]["threads_per_call"], started, places=3, msg=cell)
        # A pool's threads are started once.
        self.assertLess(rows["pool"]["threads_per_call"], 1)
        for row in rows.values():
            self.assertGreater(row["calls"], 10)
            self.assertLessEqual(row["least_ms"], row["p50_ms"])
            self.assertEqual((row["messages"], row["bytes"]), (16, 16 * 900))
            self.assertEqual(len(row["sha256"]), 64)
        self.assertGreater(rows["before"]["to_one_thread"], 1.5)
        self.assertEqual(rows["before"]["one_thread"], "one")
        self.assertIsNone(rows["one"]["to_one_thread"])
        checked = {row["cell"]: row["answers_checked"] for row in shown["rows"]}
        self.assertTrue(all(count > 0 for count in checked.values()), checked)
        text = self.stallscope("show", "run.stallscope").stdout
        self.assertIn("× one", text)
        self.assertEqual(self.stallscope("verify", "run.stallscope").returncode, 0)

    def test_costs_are_found_once_and_kept(self) -> None:
        cells = [{"id": "one", "batch": {"threads": 1}}, {"id": "cost", "batch": {"cap": "cost"}}]
        # 16 × 2 µs of work, and a thread costs more than that everywhere.
        data = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data")}
        said = []
        for number in range(2):
            name = f"{number}.stallscope"
            done = subprocess.run(
                [PROGRAM, "run", self.write(cells=cells, windows={**EXPERIMENT["windows"]}),
                 "--keep-blocked", "-o", name], cwd=self.folder, env=data, capture_output=True,
                text=True, stdin=subprocess.DEVNULL, timeout=300, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            said.append(done.stdout + done.stderr)
            shown = json.loads(self.stallscope("show", "--json", name).stdout)
            row = {row["cell"]: row for row in shown["batch_rows"]}["cost"]
            self.assertIsNotNone(row["cost"], row)
            self.assertGreaterEqual(row["cost"]["cpus"], 1)
            # A mail takes at least 2 µs, whatever its size; how much more is the machine's.
            self.assertGreater(row["cost"]["ns_per_message"], 1500)
            self.assertLessEqual(row["cost"]["speedup"], row["cost"]["cpus"])
            self.assertLessEqual(row["most_workers"], max(1, row["cost"]["cpus"]))
        self.assertIn("finding what a batch costs", said[0])
        self.assertNotIn("finding what a batch costs", said[1])
        pins = json.loads((self.folder / "data/stallscope/pins.json").read_text())
        self.assertEqual(len(pins), 1, pins)

    def test_a_sweep_has_a_map(self) -> None:
        cross = {"/batch/mails/bytes": [400, 900], "/batch/mails/messages": [4, 64],
                 "/batch/threads": [1, 2]}
        shown = self.measured(batch={**EXPERIMENT["batch"], "cap": "count"}, cells_from={"cross": cross},
                              cells=[{"id": "cost", "batch": {"cap": "cost"}}])
        [sweep] = shown["crossovers"]
        self.assertEqual(len(sweep["cells"]), 8)
        self.assertEqual([(p["bytes_each"], p["messages"]) for p in sweep["points"]],
                         [(400, 4), (400, 64), (900, 4), (900, 64)])
        self.assertTrue(all(p["times"][0]["workers"] == 1 for p in sweep["points"]))
        policies = [p["policy"].split(",")[0] for p in sweep["policies"]]
        self.assertEqual(policies[:3], ["count", "bytes", "bytes"])
        text = self.stallscope("show", "--full", "run.stallscope").stdout
        self.assertIn("## Crossover: spin, full, flat", text)
        self.assertIn("median regret", self.stallscope("show", "run.stallscope").stdout)

    def test_what_a_host_cannot_open_ends_the_run_with_its_sentence(self) -> None:
        mails = {"mails": {"corpus": "nowhere", "messages": 4}, "parser": "spin"}
        done = self.stallscope("run", self.write(batch=mails, cells=[{"id": "A"}]),
                               "--keep-blocked", "-o", "none.stallscope")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("nowhere", done.stdout + done.stderr)

    def test_pages_of_a_corpus_with_a_broken_mail(self) -> None:
        corpus = self.folder / "mails"
        corpus.mkdir()
        for number in range(6):
            (corpus / f"{number}.eml").write_bytes(
                b"Subject: %d\r\n\r\nbody\r\n" % number if number else b"\0\0\0")
        mails = {"corpus": "mails", "messages": 4}
        shown = self.measured(batch={"parser": "spin", "mails": mails, "distinct": 3},
                              cells=[{"id": "A", "batch": {"threads": 2, "cap": "count"}}])
        self.assertEqual(shown["batch_rows"][0]["messages"], 4)

    def test_no_host_outlives_a_killed_engine(self) -> None:
        run = self.folder / "killed.stallscope"
        windows = {**EXPERIMENT["windows"], "seconds": 30}
        engine = subprocess.Popen(
            [PROGRAM, "run", self.write(windows=windows), "--keep-blocked", "-o", str(run)],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(engine.wait)
        self.addCleanup(engine.kill)
        deadline = time.monotonic() + 60
        while not self.hosts_of(run) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertTrue(self.hosts_of(run))
        engine.send_signal(signal.SIGKILL)
        engine.wait()
        deadline = time.monotonic() + 10
        while self.hosts_of(run) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(self.hosts_of(run), [])

    @staticmethod
    def hosts_of(run: Path) -> list:
        mark = f"STALLSCOPE_RUN={run}".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    found.append(process.name)
            except OSError:
                continue
        return found


if __name__ == "__main__":
    unittest.main()
