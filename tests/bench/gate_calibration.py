# SPDX-License-Identifier: Apache-2.0
"""How often a gate is right: A/A gates must be green, a slowdown of 5 % must be found.

    gate_calibration.py simulated [--runs 20] [--noise 0.5,1,0.3] [--program build/bin/stallscope]
    gate_calibration.py spinning  [--runs 3]

Every gate is the real program on a suite file with real bench processes. *simulated*: the bench
writes seeded times (--noise: standard deviations of a process, a round and a build in per cent) as
pytest-benchmark would, so that the truth is known. *spinning*: the bench measures a loop in
a fresh interpreter, and head's loop is longer by 5 %; what else runs on the machine counts as well.
Standard library only. Exit code 1 when fewer than 19 of 20 (of 95 %) are right.
"""

import argparse
import collections
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THIS = str(Path(__file__).resolve())


def write_times(out, rows):
    benchmarks = [{"name": name, "stats": {"min": t, "median": t, "mean": t, "rounds": 1}}
                  for name, t in rows.items()]
    Path(out).write_text(json.dumps({"benchmarks": benchmarks}), encoding="utf-8")


def bench_simulated(out, ratio, seed, count_file):
    """One process: its number is how often this gate has asked."""
    with open(count_file, "a", encoding="utf-8") as file:
        file.write("x")
        process = file.tell()
    salt, side = os.environ["STALLSCOPE_SALT"], os.environ["STALLSCOPE_SIDE"]
    arms = int(os.environ["ARMS"])
    of_process, of_round, of_build = (float(sd) / 100 for sd in os.environ["NOISE"].split(","))
    rows = {}
    for index, ns in enumerate([40e3, 80e3, 160e3, 2e6]):
        build = random.Random(f"{seed} build {side} {salt} {index}").gauss(0, of_build)
        rounds = random.Random(f"{seed} round {(process - 1) // arms} {index}").gauss(0, of_round)
        own = random.Random(f"{seed} process {process} {index}").gauss(0, of_process)
        truth = ns * (ratio if index == 0 and side == "head" else 1)
        rows[f"row {index}"] = truth * math.exp(build + rounds + own) / 1e9
    write_times(out, rows)


def bench_spinning(out, ratio):
    """The minimum of many short loops in this process."""
    import time

    def spin(turns):
        begin = time.perf_counter()
        for _ in range(turns):
            pass
        return time.perf_counter() - begin

    turns = int(20_000 * (float(ratio) if os.environ["STALLSCOPE_SIDE"] == "head" else 1))
    rows = {"changed": turns, "unchanged": 30_000}
    write_times(out, {name: min(spin(count) for _ in range(150)) for name, count in rows.items()})


def suite_of(folder, kind, ratio, seed, salts, rounds, noise):
    for side in ("base", "head"):
        (folder / f"{side}.txt").write_text(side, encoding="utf-8")
    arms = salts * 3 * 2  # base, head, base again; forwards and backwards
    bench = [sys.executable, THIS, "--bench", kind, "{out}", str(ratio), str(seed),
             str(folder / "count")]
    side = lambda name: {"bench": bench, "files": [f"{name}.txt"], "env": {"ARMS": str(arms), "NOISE": noise}}
    file = folder / "suite.json"
    file.write_text(json.dumps({
        "stallscope_suite": 1, "name": f"calibration-{kind}", "format": "pytest-benchmark",
        "sides": {"base": side("base"), "head": side("head")},
        "salts": {"count": salts}, "rounds": rounds, "seed": seed,
        "claims": [{"id": "no-slower", "others": True, "worse_by_less_than": "3%"}]}),
        encoding="utf-8")
    return file


def gate(program, kind, ratio, seed, salts, rounds, noise):
    """The exit code of one gate."""
    with tempfile.TemporaryDirectory(prefix="stallscope-calibration-") as name:
        folder = Path(name)
        file = suite_of(folder, kind, ratio, seed, salts, rounds, noise)
        environment = dict(os.environ, XDG_DATA_HOME=str(folder / "data"))
        done = subprocess.run([program, "gate", str(file), "--quiet", "--format", "json"],
                              env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4, 5, 6):
            raise SystemExit(f"the gate failed: {done.stderr}")
        return done.returncode


def main():
    if sys.argv[1:2] == ["--bench"]:
        kind, out, ratio, seed, count = sys.argv[2:]
        if kind == "simulated":
            bench_simulated(out, float(ratio), seed, count)
        else:
            bench_spinning(out, ratio)
        return 0
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("kind", choices=["simulated", "spinning"])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--salts", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--noise", default="0.5,1,0.3")
    parser.add_argument("--program", default=str(ROOT / "build/bin/stallscope"))
    arguments = parser.parse_args()
    words = {0: "green", 4: "not met", 5: "invalid", 6: "undecided"}
    enough = True
    for says, ratio, right in (("A/A", 1.0, 0), ("5 % slower", 1.05, 4)):
        codes = collections.Counter(
            gate(arguments.program, arguments.kind, ratio, seed, arguments.salts, arguments.rounds,
                 arguments.noise)
            for seed in range(arguments.runs))
        counts = ", ".join(f"{words[code]} {codes[code]}" for code in sorted(codes))
        print(f"{arguments.kind}, {says}: {counts} of {arguments.runs}", flush=True)
        enough = enough and codes[right] >= arguments.runs * 0.95
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
