# SPDX-License-Identifier: Apache-2.0
"""The tables of a run by pandas, written as one writes them with it: a data frame per stream and
visit, legs by subtraction of columns, calls by searchsorted. Part of analysis_bench.py; knows only
closed streams. Prints the rows as in results.json, as far as they are figures.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from typing import Any, Optional

import numpy as np
import pandas as pd

STAMPS = (
    "arrival submit queue_enter dispatch sent worker_recv service_start service_end device_start "
    "device_end native_enter native_exit reply_sent recv_enter read_returned header body decoded "
    "received response"
).split()
COLUMNS = [*STAMPS, "cpu", "answer"]
ORDERS = (
    "arrival submit queue_enter dispatch worker_recv service_start native_enter native_exit "
    "service_end read_returned header body decoded received",
    "submit service_end response",
    "dispatch sent recv_enter read_returned",
    "service_end reply_sent",
    "device_start device_end",
)
MATCH, MISMATCH, ERROR = 1, 2, 3
FEWEST_FOR_P99 = 299
AT_CALL_END_NS = 500_000


def rows_of(database: sqlite3.Connection, visit: int, stream: int) -> pd.DataFrame:
    first = visit << 42 | stream << 30
    query = f"SELECT {', '.join(COLUMNS)} FROM requests WHERE id BETWEEN ? AND ? ORDER BY id"
    rows = pd.read_sql_query(query, database, params=(first, first + (1 << 30) - 1))
    return rows.astype("float64")  # a missing stamp is NaN; 2^53 ns are 104 days


def summary(ns: pd.Series, tail: bool = True) -> Optional[dict[str, Any]]:
    ns = ns.dropna()
    if ns.empty:
        return None
    quantiles = ns.quantile([0.05, 0.50, 0.95, 0.99]) / 1e6
    figures = {"n": len(ns), **dict(zip(("p5", "p50", "p95"), quantiles))}
    if tail:
        figures["mean"] = ns.mean() / 1e6
        figures["p99"] = quantiles[0.99] if len(ns) >= FEWEST_FOR_P99 else None
    return figures


def legs_of(r: pd.DataFrame) -> pd.DataFrame:
    has_all = r[["dispatch", "service_start", "service_end", "received"]].notna().all(axis=1)
    identity = r.where(has_all)
    service = r.service_end - r.service_start
    device = r.device_end - r.device_start
    span = r.native_exit - r.native_enter
    return pd.DataFrame(
        {
            "return": identity.received - identity.service_end,
            "occupancy": identity.received - identity.dispatch,
            "service": identity.service_end - identity.service_start,
            "dispatch": identity.service_start - identity.dispatch,
            "send": r.sent - r.dispatch,
            "queue": r.dispatch - r.queue_enter,
            "not_reading": (r.recv_enter - r.service_end).clip(lower=0),
            "transit": r.read_returned - np.maximum(r.service_end, r.recv_enter),
            "lock_wait": r.header - r.read_returned,
            "device": device,
            "off_device": service - device,
            "relock": r.service_end - r.native_exit,
            "host": service - span,
            "e2e": r.response - r.submit,
            "response_time": r.response - r.arrival,
        }
    )


def path_of(r: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "service_end_to_header": r.header - r.service_end,
            "header_to_body": r.body - r.header,
            "body_to_decoded": r.decoded - r.body,
            "decoded_to_received": r.received - r.decoded,
        }
    )


def intervals_of(rows: pd.DataFrame) -> pd.DataFrame:
    native = rows.native_enter.notna() & rows.native_exit.notna()
    calls = pd.DataFrame(
        {
            "start": rows.native_enter.where(native, rows.service_start),
            "end": rows.native_exit.where(native, rows.service_end),
            "native_exit": rows.native_exit,
            "span_end": rows.service_end,
        }
    )
    return calls.dropna(subset="start").sort_values("start", kind="stable", ignore_index=True)


class Busy:
    """Union of intervals; how much of [from, to) lies in it."""

    def __init__(self, calls: pd.DataFrame) -> None:
        calls = calls[calls.end > calls.start]
        highest = calls.end.cummax().shift(fill_value=-np.inf)
        group = (calls.start > highest).cumsum()
        union = calls.groupby(group).agg(start=("start", "first"), end=("end", "max"))
        self.start, self.end = union.start.to_numpy(), union.end.to_numpy()
        self.before = np.concatenate(([0], np.cumsum(self.end - self.start)))

    def until(self, at: np.ndarray) -> np.ndarray:
        i = np.searchsorted(self.start, at, side="right") - 1
        inside = np.minimum(at, self.end[i]) - self.start[i]
        return np.where(i < 0, 0, self.before[i] + inside)

    def inside(self, begin: pd.Series, end: pd.Series) -> float:
        if len(self.start) == 0:
            return 0.0
        return float((self.until(end.to_numpy()) - self.until(begin.to_numpy())).sum())


def alignment_of(r: pd.DataFrame, reply: str, calls: pd.DataFrame, window: float) -> dict[str, Any]:
    points = r[["service_end", reply]].dropna()
    ended, replied = points.service_end.to_numpy(), points[reply].to_numpy()
    ends = np.sort(calls.end.dropna().to_numpy())
    after = np.searchsorted(ends, replied)
    padded = np.concatenate(([-np.inf], ends, [np.inf]))
    near = np.minimum(padded[after + 1] - replied, replied - padded[after]) <= AT_CALL_END_NS
    at = np.searchsorted(calls.start.to_numpy(), ended, side="right") - 1
    call = calls.iloc[np.maximum(at, 0)].reset_index(drop=True)
    inside = (at >= 0) & (ended < call.end.to_numpy())
    call, ended, replied = call[inside], ended[inside], replied[inside]
    return {
        "of": len(points),
        "inside": int(inside.sum()),
        "near": int(near.sum()),
        "exits": int(((ends >= 0) & (ends < window)).sum()),
        "samples": pd.DataFrame(
            {
                "minus_native_exit": replied - call.native_exit,
                "minus_span_end": replied - call.span_end,
                "wait": replied - ended,
                "left": call.end - ended,
            }
        ),
    }


def collect(rows: pd.DataFrame, suspects: dict[str, pd.DataFrame], window: float,
            on_thread: bool) -> dict[str, Any]:
    arrivals = np.sort(rows.arrival.dropna().to_numpy())
    counted = arrivals[(arrivals >= 0) & (arrivals < window)]
    later = arrivals[arrivals >= window]
    r = rows[(rows.arrival >= 0) & (rows.arrival < window)]
    out_of_order = np.zeros(len(r), dtype=bool)
    for order in ORDERS:
        stamps = r[order.split()]
        highest = stamps.ffill(axis=1).shift(axis=1)
        out_of_order |= (stamps < highest).any(axis=1).to_numpy()
    occupied = r[["dispatch", "service_start", "service_end", "received"]].dropna()
    busy = Busy(pd.concat(suspects.values()).sort_values("start", kind="stable"))
    reply = "received" if on_thread else "header"
    return {
        "n": len(r),
        "renewal_n": len(counted),
        "renewal_ns": (later[0] if len(later) else window) - counted[0],
        "mismatches": int((r.answer == MISMATCH).sum()),
        "answers_checked": int(r.answer.isin([MATCH, MISMATCH]).sum()),
        "errors": int((r.answer == ERROR).sum()),
        "unfinished": int(r.response.isna().sum()),
        "out_of_order": int(out_of_order.sum()),
        "legs": legs_of(r),
        "path": path_of(r),
        "calls": r.native_exit - r.native_enter,
        "cpu_ns": r.cpu.sum(),
        "cpu_n": int(r.cpu.notna().sum()),
        "busy_ns": busy.inside(occupied.dispatch, occupied.received),
        "occupied_ns": (occupied.received - occupied.dispatch).sum(),
        "window": window,
        "alignments": {n: alignment_of(r, reply, c, window) for n, c in suspects.items()},
    }


def pooled(visits: list[dict[str, Any]]) -> dict[str, Any]:
    pool: dict[str, Any] = {}
    for key, value in visits[0].items():
        if isinstance(value, (pd.DataFrame, pd.Series)):
            pool[key] = pd.concat([visit[key] for visit in visits], ignore_index=True)
        elif isinstance(value, dict):
            pool[key] = {name: pooled([visit[key][name] for visit in visits]) for name in value}
        else:
            pool[key] = sum(visit[key] for visit in visits)
    return pool


def alignment_figures(name: str, a: dict[str, Any], window: float) -> dict[str, Any]:
    s = a["samples"]
    chance: Optional[float] = None
    if a["exits"] > 0:
        chance = min(1.0, 2 * AT_CALL_END_NS * a["exits"] / window)
    return {
        "suspect": name,
        "of": a["of"],
        "ended_inside": a["inside"],
        "header_at_call_end": {"share": a["near"] / a["of"], "chance": chance},
        "header_minus_native_exit_ms": summary(s.minus_native_exit, tail=False),
        "header_minus_span_end_ms": summary(s.minus_span_end, tail=False),
        "wait_vs_time_left_r": s.wait.corr(s.left),
    }


def figures(c: dict[str, Any]) -> dict[str, Any]:
    return {
        **{key: c[key] for key in ("n", "mismatches", "answers_checked", "errors", "unfinished",
                                   "out_of_order")},
        "throughput_rps": c["renewal_n"] * 1e9 / c["renewal_ns"],
        "legs_ms": {name: summary(c["legs"][name]) for name in c["legs"]},
        "path_ms": {name: summary(c["path"][name]) for name in c["path"]},
        "calls_ms": summary(c["calls"]),
        "alignments": [alignment_figures(n, a, c["window"]) for n, a in c["alignments"].items()],
        "overlap": c["busy_ns"] / c["occupied_ns"],
        "cpu_ms_per_request": c["cpu_ns"] / c["cpu_n"] / 1e6,
    }


def main() -> None:
    database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    experiment = json.loads(database.execute("SELECT text FROM experiment").fetchone()[0])
    experiment = experiment.get("experiment", experiment)
    numbers = dict(database.execute("SELECT name, id FROM streams"))
    visits = pd.read_sql_query(
        "SELECT v.id, v.cell, v.condition, v.window_s FROM visits v JOIN visit_ends e "
        "ON e.visit = v.id WHERE e.status = 'complete' ORDER BY v.id",
        database,
    )
    rows = []
    for cell in experiment["cells"]:
        streams = {**experiment["streams"]}
        for condition in experiment["conditions"]:
            names = condition["streams"]
            chosen = visits[(visits.cell == cell["id"]) & (visits.condition == condition["id"])]
            collected: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
            for visit in chosen.itertuples():
                frames = {name: rows_of(database, visit.id, numbers[name]) for name in names}
                calls = {name: intervals_of(frame) for name, frame in frames.items()}
                for name in names:
                    suspects = {other: calls[other] for other in names if other != name}
                    on_thread = streams[name]["placement"] == "thread"
                    collected[name].append(
                        collect(frames[name], suspects, round(visit.window_s * 1e9), on_thread)
                    )
            for name in names:
                rows.append(
                    {
                        "cell": cell["id"],
                        "condition": condition["id"],
                        "stream": name,
                        **figures(pooled(collected[name])),
                        "repeats": [figures(one) for one in collected[name]],
                    }
                )
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
