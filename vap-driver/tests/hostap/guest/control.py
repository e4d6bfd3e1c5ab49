# SPDX-License-Identifier: Apache-2.0
"""Control sockets of hostapd and wpa_supplicant."""

import itertools
import socket
import time
from pathlib import Path

ANSWER_S = 10.0
"""Time within which a daemon answers a request."""

_numbers = itertools.count()


class Timeout(AssertionError):
    """An event did not arrive in time."""


class ControlSocket:
    """Requests to the control socket of one interface, and its events."""

    def __init__(self, path: str):
        self.path = path
        self._requests = _connect(path)
        self._events = _connect(path)
        self._ask(self._events, "ATTACH")

    def close(self):
        """Closes both sockets."""
        for sock in (self._requests, self._events):
            name = sock.getsockname()
            sock.close()
            Path(name).unlink(missing_ok=True)

    def ask(self, request: str) -> str:
        """Returns the answer to a request, without the final newline."""
        return self._ask(self._requests, request)

    def do(self, request: str) -> str:
        """Sends a request. Returns its answer. Raises AssertionError if the daemon refuses it."""
        answer = self.ask(request)
        assert not answer.startswith(("FAIL", "UNKNOWN COMMAND")), f"{request}: {answer}"
        return answer

    def status(self) -> dict[str, str]:
        """Returns the answer to STATUS."""
        return fields(self.ask("STATUS"))

    def event(self, *starts: str, seconds: float = 15) -> str:
        """Returns the next event that begins with one of the texts. Drops those before it.

        Raises Timeout after ``seconds``."""
        deadline = time.monotonic() + seconds
        seen = []
        while (left := deadline - time.monotonic()) > 0:
            self._events.settimeout(left)
            try:
                text = self._events.recv(8192).decode(errors="replace")
            except TimeoutError:
                break
            text = text[3:] if text[:1] == "<" else text
            if text.startswith(starts):
                return text
            seen.append(text)
        raise Timeout(f"{self.path}: no {' or '.join(starts)} within {seconds} s, but {seen}")

    def no_event(self, *starts: str, seconds: float):
        """Raises AssertionError if such an event arrives within ``seconds``."""
        try:
            found = self.event(*starts, seconds=seconds)
        except Timeout:
            return
        raise AssertionError(f"{self.path}: {found}")

    def forget_events(self):
        """Drops the events that have arrived."""
        self._events.setblocking(False)
        try:
            while True:
                self._events.recv(8192)
        except BlockingIOError:
            pass

    def _ask(self, sock, request):
        sock.settimeout(ANSWER_S)
        sock.send(request.encode())
        return sock.recv(65536).decode(errors="replace").rstrip("\n")


def fields(text: str) -> dict[str, str]:
    """Returns the lines "name=value" of a text."""
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def _connect(path):
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    sock.bind(f"/run/control{next(_numbers)}")
    sock.connect(path)
    return sock
