# SPDX-License-Identifier: Apache-2.0
"""Whether looking at a run changes it: the workbench attached, charts live, against headless.

Measures experiments/observer-effect.json again and again in the order headless, attached, attached,
headless, …, in a real window under Xvfb, on the page with the live charts. For each stream and cell
it compares throughput and the P99 of e2e: the effect is the mean of log(attached / headless) over
the blocks, the noise floor is how far two headless runs of one block lie apart (root mean square,
of that many blocks, as the 95 % half-width of a mean). The exit code is 1 when an effect is larger
than its noise floor.

    STALLSCOPE_BUILD_DIR=build python3 tests/bench/observer_effect.py [--blocks 5] [--preset quick]

Leave the machine alone meanwhile. Without Xvfb it says so and exits with 77.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Iterator

SKIPPED = 77
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("STALLSCOPE_BUILD_DIR") or os.path.join(SOURCE, "build")
ENGINE = os.path.join(BUILD, "bin", "stallscope")
WORKBENCH = os.path.join(BUILD, "bin", "stallscope-workbench")
EXPERIMENT = os.path.join(SOURCE, "experiments", "observer-effect.json")

# Student's t, 97.5 %, for n − 1 degrees of freedom.
T_975 = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}

Figures = dict[str, float]


def measure(file: str, preset: str, attached: bool) -> Figures:
    options = ["--preset", preset] if preset else []
    if attached:
        command = ["xvfb-run", "-a", "-s", "-screen 0 1400x900x24", WORKBENCH, "--run", EXPERIMENT,
                   *options, "--keep-blocked", "--output", file, "--close-when-done"]
    else:
        command = [ENGINE, "run", EXPERIMENT, *options, "--keep-blocked", "--events", "-o", file]
    environment = dict(os.environ, QT_QPA_PLATFORM="xcb", QT_QPA_PLATFORMTHEME="",
                       XDG_CONFIG_HOME=os.path.dirname(file), XDG_DATA_HOME=os.path.dirname(file))
    # An open input: its end would mean cancel.
    done = subprocess.run(command, stdin=subprocess.PIPE if attached else open_input(),
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    shown = subprocess.run([ENGINE, "show", file, "--json"], capture_output=True, text=True,
                           check=True)
    return dict(figures_of(json.loads(shown.stdout)))


def open_input() -> int:
    reader, writer = os.pipe()
    _kept_open.append(writer)
    return reader


_kept_open: list[int] = []


def figures_of(results: dict) -> Iterator[tuple[str, float]]:
    for row in results["rows"]:
        place = f"{row['stream']} in {row['cell']}"
        yield f"{place}, req/s", row["throughput_rps"]
        yield f"{place}, e2e P99", row["legs_ms"]["e2e"]["p99"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--blocks", type=int, default=5, help="of four runs each, 2 to 10 (5)")
    parser.add_argument("--preset", default="quick", help="of the experiment; empty: as written")
    asked = parser.parse_args()
    if not 2 <= asked.blocks <= 10:
        parser.error("--blocks wants 2 to 10")
    if not shutil.which("xvfb-run"):
        print("xvfb-run is not installed: nothing was compared.")
        return SKIPPED

    blocks: list[tuple[Figures, Figures, Figures, Figures]] = []
    with tempfile.TemporaryDirectory() as folder:
        for block in range(asked.blocks):
            order = (False, True, True, False)
            blocks.append(tuple(
                measure(os.path.join(folder, f"{block}-{i}.stallscope"), asked.preset, attached)
                for i, attached in enumerate(order)))
            print(f"block {block + 1} of {asked.blocks}", file=sys.stderr)

    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
          f"{asked.blocks} blocks of headless, attached, attached, headless")
    print(f"{'':34}{'attached / headless':>20}{'noise floor':>14}")
    worse = 0
    for name in sorted(blocks[0][0]):
        effects, noise = [], []
        for first, second, third, fourth in blocks:
            effects.append((math.log(second[name] / first[name])
                            + math.log(third[name] / fourth[name])) / 2)
            noise.append(math.log(fourth[name] / first[name]))
        effect = statistics.fmean(effects)
        rms = math.sqrt(statistics.fmean(d * d for d in noise))
        floor = T_975[asked.blocks] * rms / math.sqrt(asked.blocks)
        holds = abs(effect) <= floor
        worse += not holds
        print(f"{name:34}{100 * math.expm1(effect):+19.2f} %{100 * floor:12.2f} %"
              f"{'' if holds else '   larger'}")
    print("No effect is larger than the noise floor." if not worse else
          f"{worse} effects are larger than the noise floor.")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
