# SPDX-License-Identifier: Apache-2.0
"""Two callables that do the same job, for own-callable.json.

Copy both files next to each other and put your own code in here. The experiment file names what is
called as "module:function"; "path": ["."] makes this folder importable.

    setup()            once per process: load a model, open a file. What it returns is the state.
    call(state, seed)  one request. The seed says which input; the same seed must give the same
                       answer. (Without a "setup" in the experiment file: call(seed).)
    check(result)      a small bytes or int that stands for the answer, so that two ways of doing
                       the job can be compared bit by bit. Without it the result is pickled.
    teardown(state)    once at the end, if the experiment file names one.

Anything your interpreter can import may be used here; this example needs the standard library only.
"""

from __future__ import annotations

import random
import time

TEXT_BYTES = 16 << 20  # long enough that one count takes some milliseconds
SLICE_BYTES = 2 << 20


def make_text() -> bytes:
    """setup: the same text in every process, whatever the seed of the request."""
    return random.Random(1).randbytes(TEXT_BYTES)


def count_at_once(text: bytes, seed: int) -> int:
    """call, first way: bytes.count runs in C and keeps the interpreter lock until it is done.

    No other thread of this interpreter can run meanwhile, not even to read a reply that has
    already arrived.
    """
    return text.count(seed % 256)


def count_in_slices(text: bytes, seed: int) -> int:
    """call, second way: after every slice the lock is given up for a moment.

    A thread that waits for the lock gets it within one slice. The sleeps are the price.
    """
    total = 0
    for start in range(0, len(text), SLICE_BYTES):
        total += text.count(seed % 256, start, start + SLICE_BYTES)
        time.sleep(0.00005)
    return total


def as_number(count: int) -> int:
    """check: what stands for the answer. Here the answer is already small."""
    return count
