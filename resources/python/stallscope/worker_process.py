# SPDX-License-Identifier: Apache-2.0
"""The host's side of a worker: starts it, asks it, says how it ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from multiprocessing import Pipe
from pathlib import Path
from typing import Any, Optional

from .faults import Fault
from .library import Library

ENTRY = Path(__file__).resolve().parent.parent / "stallscope_host.py"
LAST_WORDS_S = 2.0


class WorkerProcess:
    """In the host's process group. `connection` carries requests and commands (see worker.py)."""

    def __init__(
        self, where: str, arena: int, guard: int, library: Library, env: dict[str, str]
    ) -> None:
        self.where = where
        self.started_ns = time.monotonic_ns()
        self.start_s = 0.0
        self.connection, theirs = Pipe()
        inherited = (theirs.fileno(), arena, guard)
        command = [sys.executable, str(ENTRY), "--worker", str(inherited[0])]
        command += ["--arena", str(arena), "--guard", str(guard), "--library", library.path]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=inherited, env=env
            )
        except OSError as error:
            raise Fault(where, "worker", f"the worker could not be started: {error}") from error
        finally:
            theirs.close()

    def tell(self, command: dict[str, Any]) -> None:
        try:
            self.connection.send((0, command))
        except OSError as error:
            raise self.lost() from error

    def hear(self) -> dict[str, Any]:
        """The answer to the command that was told. Raises Fault."""
        try:
            _number, answer = self.connection.recv()
        except (EOFError, OSError) as error:
            raise self.lost() from error
        if "fault" in answer:
            raise Fault(*answer["fault"])
        return answer

    def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        self.tell(command)
        return self.hear()

    def lost(self) -> Fault:
        """How the worker ended, in a sentence."""
        code: Optional[int]
        try:
            code = self.process.wait(LAST_WORDS_S)
        except subprocess.TimeoutExpired:
            code = None
        if code is None:
            says = "the worker closed its connection but still runs"
        elif code < 0:
            says = f"the worker was killed by signal {-code} ({_signal_name(-code)})"
        else:
            says = f"the worker ended with exit code {code}"
        return Fault(self.where, "worker", says)

    def close(self) -> None:
        """Politely, then not."""
        try:
            self.ask({"cmd": "close"})
            self.process.wait(LAST_WORDS_S)
        except subprocess.TimeoutExpired:
            self.kill()
        finally:
            self.connection.close()

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
