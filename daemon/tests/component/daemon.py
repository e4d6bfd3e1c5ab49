# SPDX-License-Identifier: Apache-2.0
"""Runs a daemon with a configuration in a folder of its own."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time


def until(what, condition, seconds=5):
    """Waits for a condition and returns its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"timeout: {what}, not within {seconds} s")
        time.sleep(0.01)


class Daemon:
    """Runs a daemon and collects its messages. Subclasses call run() when they are entered.

    expected_code: its exit status at the end; another one, or a sanitizer's message, is a
    failure."""

    expected_code = 0

    def folder(self):
        """Makes the daemon's folder and returns it."""
        self.files = tempfile.TemporaryDirectory()
        return pathlib.Path(self.files.name)

    def run(self, words, **options):
        """Starts the daemon, and waits until it has dropped its privileges."""
        self.log_path = pathlib.Path(self.files.name) / "log"
        with self.log_path.open("w") as log:
            self.process = subprocess.Popen(words, stderr=log, **options)
        until("the daemon to run unprivileged", self._is_ready)
        return self

    def _is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the daemon ended: {self.log()}")
        return "NoNewPrivs:\t1" in self.status()

    def status(self):
        return pathlib.Path(f"/proc/{self.process.pid}/status").read_text()

    def descriptors(self):
        """Returns the number of its open descriptors."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def resident(self):
        """Returns its resident memory in KiB."""
        return int(re.search(r"VmRSS:\s+(\d+) kB", self.status())[1])

    def log(self):
        return self.log_path.read_text()

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(10)
        log = self.log()
        self.files.cleanup()
        if error[0] is None:
            assert (
                code == self.expected_code and "Sanitizer" not in log
            ), f"the daemon ended with {code}:\n{log}"
        elif log:
            print(log)
