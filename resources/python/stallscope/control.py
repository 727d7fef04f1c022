# SPDX-License-Identifier: Apache-2.0
"""JSON lines to and from the engine."""

from __future__ import annotations

import json
import os
import socket
import threading
from typing import Any


class Control:
    """The control socket. Lines may be said from any thread."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._socket.setblocking(True)
        self._lines = self._socket.makefile("rb")
        self._one_line = threading.Lock()

    def say(self, event: dict[str, Any]) -> None:
        line = json.dumps(_clean(event), allow_nan=False).encode("ascii") + b"\n"
        try:
            with self._one_line:
                self._socket.sendall(line)
        except OSError:
            os._exit(3)  # nobody is listening any more

    def hear(self) -> dict[str, Any] | None:
        """The next command, None when the engine has closed the socket."""
        line = self._lines.readline()
        return json.loads(line) if line.strip() else None


def _clean(value: Any) -> Any:
    """Texts of users' code may hold half a surrogate pair, which is no UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_clean(key): _clean(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_clean(member) for member in value]
    return value
