# SPDX-License-Identifier: Apache-2.0
"""Do the words find a slowdown that was planted, and do they leave alone what was not slowed?

A spinning call is calibrated first (cell against its duplicate), which gives d80: the change that
the planned cycles see with 80 % power on this machine. Then short runs compare it with an identical one,
which must come out met at a margin of 5 %, and others with one that is longer by 5 % + d80, which
must come out not met. One criterion a run: d80 is that of a single one, Holm's correction over
several would take some of it. Printed are the words of all runs; the exit code is 1 unless each is
right in at least 16 of 20 runs and opposite in at most one (in proportion for other counts). Visits
that other programs disturb are measured again; a run that gives up is run again and counted.

    STALLSCOPE_BUILD_DIR=build python3 tests/bench/planted_slowdown.py [--runs 20] [--python PATH]
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

MARGIN = 0.05
CALL_MS = 3.0
RIGHT_SHARE, MOST_OPPOSITE = 16 / 20, 1 / 20


def experiment(cells: list[dict], criteria: list[dict]) -> dict:
    return {
        "stallscope": 1,
        "name": "planted-slowdown",
        "question": "Is a planted slowdown found, and nothing else?",
        "kind": "requests",
        "host": {"kind": "python", "python": "python3", "lifetime": "visit"},
        "streams": {
            "work": {
                "workload": {"kind": "spin", "ms": CALL_MS},
                "placement": "thread",
                "binding": "cdll",
                "load": {"kind": "closed", "clients": 1, "think_ms": 0},
                "inputs": {"seeds": 4, "answers": "none"},
            }
        },
        "cells": cells,
        "conditions": [{"id": "alone", "streams": ["work"]}],
        "windows": {"seconds": 0.6, "settle": 0, "lead": 0.05, "warm_up": 0.1, "guard": 0.05,
                    "parts": 10},
        "cycles": 5,
        "order": "mirrored",
        "criteria": criteria,
        "checks": ["clock"],
        "probes": [],
    }


def criterion(identity: str, cell: str) -> dict:
    return {"id": identity, "says": f"{cell} is not slower by 5 %", "metric": "e2e",
            "stream": "work", "cell": cell, "against": "A", "condition": "alone",
            "worse_by_less_than": f"{MARGIN * 100:g}%"}


class Bench:
    def __init__(self, folder: Path, python: str):
        build = Path(os.environ.get("STALLSCOPE_BUILD_DIR", "build")).resolve()
        self.program = str(build / "bin" / "stallscope")
        self.folder = folder
        self.python = python
        # A bank of its own: the user's stays as it is.
        self.environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"))

    def call(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *arguments], cwd=self.folder, text=True,
                              env=self.environment, capture_output=True, check=False)

    def write(self, name: str, content: dict) -> str:
        (self.folder / name).write_text(json.dumps(content), encoding="utf-8")
        return name

    def measured(self, name: str, *arguments: str) -> subprocess.CompletedProcess:
        """Runs until a run is not given up for a busy machine, at most five times."""
        for attempt in range(5):
            done = self.call(*arguments, "--python", self.python, "--quiet", "-o",
                             f"{name}-{attempt}.stallscope")
            if done.returncode != 5:
                break
            print(f"{name}: given up by the engine, once more: {done.stderr.splitlines()[-1]}")
        if done.returncode != 0:
            sys.exit(f"{name}: exit code {done.returncode}\n{done.stderr}")
        done.file = f"{name}-{attempt}.stallscope"
        return done


def d80_of(bench: Bench) -> float:
    plain = experiment([{"id": "A"}, {"id": "same", "duplicate_of": "A"}],
                       [criterion("same", "same")])
    name = bench.write("plain.json", plain)
    done = bench.measured("calibration", "calibrate", name)
    print("\n".join(line for line in done.stdout.splitlines() if "over" in line and "cycles" in line))
    plan = json.loads(bench.call("plan", "--json", name).stdout)
    return plan["resolution"][0]["d80"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stallscope-slowdown-") as folder:
        bench = Bench(Path(folder), options.python)
        d80 = d80_of(bench)
        slowdown = MARGIN + math.expm1(d80)
        print(f"d80 {100 * math.expm1(d80):.2f} %, planted {100 * slowdown:.2f} %")
        others = {
            "same": {"id": "same", "duplicate_of": "A"},
            "slow": {"id": "slow", "streams": {"work": {"workload": {
                "ms": CALL_MS * (1 + slowdown)}}}},
        }
        words = {cell: collections.Counter() for cell in others}
        for cell, other in others.items():
            bench.write(f"{cell}.json", experiment([{"id": "A"}, other], [criterion(cell, cell)]))
        for run in range(options.runs):
            told = []
            for cell in others:
                done = bench.measured(f"{cell}-{run}", "run", f"{cell}.json", "--set",
                                      f"/seed={run + 1}")
                one = json.loads(bench.call("show", "--json", done.file).stdout)["criteria"][0]
                words[cell][one["status"]] += 1
                told.append(f"{cell} {one['status']} ({one['value']:.4f}, {one['low']:.4f} to "
                            f"{one['high']:.4f}, look {one['locked_at'] or one['look']})")
            print(f"run {run + 1}: " + ", ".join(told), flush=True)
        print("identical:", dict(words["same"]), " slowed:", dict(words["slow"]))
        right = options.runs * RIGHT_SHARE
        opposite = max(1, options.runs * MOST_OPPOSITE)
        holds = (words["same"]["met"] >= right and words["slow"]["not_met"] >= right
                 and words["same"]["not_met"] <= opposite and words["slow"]["met"] <= opposite)
        print("holds" if holds else "DOES NOT HOLD")
        return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
