# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, and how the engine hears of it."""

from __future__ import annotations

import os
import threading
import time
import traceback
from typing import Any, Callable

LONGEST_DETAIL = 16_000
# Time for a client to write down that its request failed, before the process ends.
LAST_RECORDS_S = 0.05


class Fault(Exception):
    """Ends the visit. `kind` is one of import, setup, call, worker, arena, protocol, internal."""

    def __init__(self, where: str, kind: str, says: str, detail: str = "") -> None:
        super().__init__(says)
        self.where = where
        self.kind = kind
        self.says = says
        self.detail = detail

    def event(self) -> dict[str, Any]:
        return {
            "event": "fault",
            "where": self.where,
            "kind": self.kind,
            "says": self.says[:1000],
            "detail": self.detail[-LONGEST_DETAIL:],
        }

    def as_tuple(self) -> tuple[str, str, str, str]:
        """Crosses from a worker to its host."""
        return self.where, self.kind, self.says, self.detail


def fault_of(error: BaseException, where: str, kind: str) -> Fault:
    """An exception of the user's code, or a bug of ours, as a fault with its traceback."""
    if isinstance(error, Fault):
        return error
    text = str(error)
    name = type(error).__name__
    says = text if kind == "import" and text else f"{name}: {text}" if text else name
    lines = traceback.format_exception(type(error), error, error.__traceback__)
    return Fault(where, kind, says, "".join(lines))


class Reporter:
    """Sends the first fault of a visit and ends the process, whatever other threads are doing."""

    def __init__(self, say: Callable[[dict[str, Any]], None], clean_up: Callable[[], None]) -> None:
        self._say = say
        self._clean_up = clean_up
        self._first = threading.Lock()

    def end_with(self, fault: Fault) -> None:
        """Does not return."""
        if not self._first.acquire(blocking=False):
            threading.Event().wait()  # somebody else is about to end the process
        time.sleep(LAST_RECORDS_S)
        self._say(fault.event())
        self._clean_up()
        os._exit(3)

    def guarded(self, where: str, body: Callable[[], None]) -> Callable[[], None]:
        """A thread's body whose every exception ends the visit."""

        def run() -> None:
            try:
                body()
            except BaseException as error:  # noqa: B036 - users' code may raise SystemExit
                self.end_with(fault_of(error, where, "internal"))

        return run
