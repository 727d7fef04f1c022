# SPDX-License-Identifier: Apache-2.0
"""The benchmarks of gate-example.json: `gate_bench.py MODULE OUT` times them with the module's
headers() and writes what pytest-benchmark --benchmark-json would write. Standard library only."""

import importlib
import json
import quopri
import statistics
import sys
import time
import zlib


def mail(lines):
    return "".join(f"X-Header-{i}: value {i} of a mail\r\n" for i in range(lines))


def timed(call, samples=15, calls=40):
    """Seconds a call, `samples` times, each over `calls` calls."""
    seconds = []
    for _ in range(samples):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        seconds.append((time.perf_counter() - begin) / calls)
    return seconds


def main(module, out):
    headers = importlib.import_module(module).headers
    short, long = mail(10), mail(40)
    assert headers(long)["x-header-39"] == "value 39 of a mail"
    body = b"Gr=C3=BC=C3=9Fe aus K=C3=B6ln =E2=80=93 " * 200
    rows = {
        "headers[10]": lambda: headers(short),
        "headers[40]": lambda: headers(long),
        "quoted-printable": lambda: quopri.decodestring(body),
        "checksum": lambda: zlib.crc32(body),
    }
    benchmarks = []
    for name, call in rows.items():
        call()
        seconds = timed(call)
        benchmarks.append({"name": name, "stats": {
            "min": min(seconds), "median": statistics.median(seconds),
            "mean": statistics.mean(seconds), "rounds": len(seconds)}})
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"benchmarks": benchmarks}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
