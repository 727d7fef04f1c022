# SPDX-License-Identifier: Apache-2.0
"""How long the analysis of a long run takes, and how much memory, beside the same tables by pandas.

Makes a run of ten million requests (make_big_run), lets `stallscope show --json` analyse it on two
cores, and computes the same tables with pandas: legs, quantiles, rates, alignments, overlap, for
each visit and for each cell. Every figure of both sides must agree. The exit code is 1 when one
does not, when the analysis takes more than 10 s or 2 GiB, or when it is less than 5 times faster.

    STALLSCOPE_BUILD_DIR=build python3 tests/bench/analysis_bench.py [--requests 10000000]

The build needs STALLSCOPE_BENCH=ON. The product needs no pandas, this bench does; without touching
the system: python3 -m venv FOLDER && FOLDER/bin/pip install pandas, then run this file with
FOLDER/bin/python. Without pandas it says so and exits with 77.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from typing import Any, Iterator

MOST_S, MOST_GIB, LEAST_RATIO = 10.0, 2.0, 5.0
SKIPPED = 77
CORES = 2
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("STALLSCOPE_BUILD_DIR") or os.path.join(SOURCE, "build")


def measured(command: list[str]) -> tuple[float, float, str]:
    """Seconds, peak resident GiB and output of a program on two cores."""
    cores = sorted(os.sched_getaffinity(0))[:CORES]
    with tempfile.TemporaryFile("w+") as output:
        begin = time.monotonic()
        child = subprocess.Popen(
            command, stdout=output, preexec_fn=lambda: os.sched_setaffinity(0, cores)
        )
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"{command[0]} failed: {child.returncode}")
        output.seek(0)
        return seconds, usage.ru_maxrss / 2**20, output.read()


def differences(ours: Any, theirs: Any, path: str = "") -> Iterator[str]:
    """Figures of the pandas side that ours does not have; results.json is rounded to 1 ns."""
    if isinstance(theirs, dict):
        for key, value in theirs.items():
            yield from differences((ours or {}).get(key), value, f"{path}/{key}")
    elif isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"{path}: {len(ours)} against {len(theirs)}"
        for i, (a, b) in enumerate(zip(ours, theirs)):
            yield from differences(a, b, f"{path}/{i}")
    elif isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        if abs(ours - theirs) > 1e-6 + 1e-6 * abs(theirs):
            yield f"{path}: {ours} against {theirs}"
    elif ours != theirs:
        yield f"{path}: {ours} against {theirs}"


def counted(value: Any) -> int:
    if isinstance(value, dict):
        return sum(counted(v) for v in value.values())
    if isinstance(value, list):
        return sum(counted(v) for v in value)
    return 1 if isinstance(value, (int, float)) else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=10_000_000)
    parser.add_argument("--repetitions", type=int, default=3, help="of ours; the median counts")
    parser.add_argument("--file", help="use this run file, or make it here and keep it")
    parser.add_argument("--without-pandas", action="store_true", help="only ours")
    options = parser.parse_args()
    if not options.without_pandas:
        try:
            import pandas
        except ImportError:
            print(f"Skipped: {sys.executable} has no pandas (see the head of this file).")
            return SKIPPED
    with tempfile.TemporaryDirectory(prefix="stallscope-bench-") as folder:
        file = options.file or os.path.join(folder, "big.stallscope")
        if not os.path.exists(file):
            maker = os.path.join(BUILD, "bin", "make_big_run")
            subprocess.run([maker, file, str(options.requests)], check=True, stdout=sys.stderr)
        program = os.path.join(BUILD, "bin", "stallscope")
        runs = [measured([program, "show", "--json", file]) for _ in range(options.repetitions)]
        seconds = sorted(run[0] for run in runs)[len(runs) // 2]
        gib = max(run[1] for run in runs)
        results = json.loads(runs[0][2])
        requests = sum(row["n"] for row in results["rows"])
        processor = next(
            (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line),
            platform.machine(),
        )
        print(f"machine     {processor}, {CORES} cores, Linux {platform.release()}")
        print(f"run         {requests} counted requests, {os.path.getsize(file) / 2**30:.2f} GiB")
        every = ", ".join(f"{run[0]:.2f}" for run in runs)
        print(f"stallscope  {seconds:.2f} s (median of {every}), peak {gib:.2f} GiB")
        kept = seconds <= MOST_S and gib <= MOST_GIB
        if options.without_pandas:
            return 0 if kept else 1
        tables = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pandas_tables.py")
        pandas_s, pandas_gib, text = measured([sys.executable, tables, file])
        theirs = json.loads(text)
        found = list(differences(results["rows"], theirs))
        print(f"pandas      {pandas_s:.2f} s, peak {pandas_gib:.2f} GiB (pandas {pandas.__version__})")
        print(f"figures     {counted(theirs)} compared, {len(found)} differ")
        print(*found[:20], sep="\n", end="\n" if found else "")
        print(f"ratio       {pandas_s / seconds:.1f}")
        return 0 if kept and not found and pandas_s / seconds >= LEAST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
