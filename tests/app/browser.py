# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium that is spoken to through a pipe (Chrome DevTools Protocol)."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """`with Browser() as browser`: one page; what it tells of its own accord is in `events`."""

    patience_s = 120

    def __enter__(self) -> Browser:
        self._profile = tempfile.TemporaryDirectory(prefix="stallscope-browser-")
        their_in, self._out = os.pipe()
        self._in, their_out = os.pipe()
        # Chromium reads commands from descriptor 3 and writes to 4, so a shell puts them there.
        flags = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars "
        flags += f"--no-first-run --user-data-dir={self._profile.name} --remote-debugging-pipe"
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" {flags} 3<&{their_in} 4>&{their_out}', program()],
            pass_fds=(their_in, their_out), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(their_in)
        os.close(their_out)
        self._pending = b""
        self._last = 0
        self._session = None
        self.events: list[dict] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._out)  # the end of its commands is the end of the browser
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        self._profile.cleanup()

    def call(self, method: str, **parameters: object) -> dict:
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") != self._last:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def _receive(self) -> dict:
        end = time.monotonic() + self.patience_s
        while b"\0" not in self._pending:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                raise TimeoutError("the browser says nothing")
            data = os.read(self._in, 1 << 16)
            if not data:
                raise RuntimeError("the browser has ended")
            self._pending += data
        text, self._pending = self._pending.split(b"\0", 1)
        return json.loads(text)

    def open(self, url: str) -> None:
        """Forgets earlier events and waits until the page and all in it have been loaded."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self._receive())

    def value(self, expression: str) -> object:
        """Of JavaScript in the page; the debugger may where the page's policy forbids scripts."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def complaints(self) -> list[str]:
        """What the console would show, and dialogs."""
        loud = {"Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown",
                "Page.javascriptDialogOpening"}
        return [json.dumps(e) for e in self.events if e.get("method") in loud]

    def requested(self) -> list[str]:
        return [e["params"]["request"]["url"] for e in self.events
                if e.get("method") == "Network.requestWillBeSent"]
