# SPDX-License-Identifier: Apache-2.0
"""Runs the command ``cloudmac``, in this process or on a terminal."""
import dataclasses
import fcntl
import os
import pathlib
import pty
import select
import subprocess
import sys
import termios
import time
import unicodedata

from cloudmac.command import main, text

SDK = pathlib.Path(__file__).resolve().parents[1]
WAIT_S, AGAIN_S = 20, 1


@dataclasses.dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self):
        """The lines of standard output."""
        return self.out.splitlines()


class Command:
    """The command at a controller, as a function. No terminal; its errors are one line."""

    def __init__(self, controller, password_file, capsys):
        self.options = ["--url", controller.url, "--password-file", str(password_file)]
        self._capsys = capsys

    def __call__(self, *words):
        self._capsys.readouterr()
        try:
            main.main([*self.options, *map(str, words)])
        except SystemExit as end:
            status = end.code
        captured = self._capsys.readouterr()
        return Ended(status, captured.out, captured.err)

    def fail(self, *words):
        """Returns status and error of a command that writes nothing else."""
        ended = self(*words)
        assert ended.out == "" and ended.err.count("\n") == 1, ended
        assert ended.err.startswith("cloudmac: ")
        return ended.status, ended.err.removeprefix("cloudmac: ").rstrip("\n")

    def on_terminal(self, *words, answer="", asked="[y/N]: "):
        """Returns status and output of a command on a terminal of 200 columns.

        answer: what is typed when the command has written ``asked``."""
        own, others = pty.openpty()
        has_answered = False
        environment = {**os.environ, "PYTHONPATH": str(SDK), "TERM": "xterm", "COLUMNS": "200"}
        process = subprocess.Popen(
            [sys.executable, "-m", "cloudmac", *self.options, *map(str, words)],
            **{"stdin": others, "stdout": others, "stderr": others, "env": environment},
            start_new_session=True,
            # Ctrl-C reaches only those whose terminal it is.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(others)
        out, deadline = b"", time.monotonic() + WAIT_S
        try:
            while time.monotonic() < deadline:
                if select.select([own], [], [], AGAIN_S)[0]:
                    out += os.read(own, 65536)
                    is_due = asked.encode() in out and not has_answered
                else:
                    # Python misses a Ctrl-C between its prompt and its reading.
                    is_due = asked.encode() in out
                if answer and is_due:
                    os.write(own, answer.encode())
                    has_answered = True
        except OSError:
            pass  # the terminal has no writer any more
        try:
            # A terminal that is closed earlier would end the process.
            return process.wait(WAIT_S), out.decode()
        finally:
            process.kill()
            os.close(own)


def harmful(shown):
    """Returns the characters that may not reach a terminal."""
    return {each for each in shown if each != "\n" and unicodedata.category(each) in text.HARMFUL}
