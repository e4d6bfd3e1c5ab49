# SPDX-License-Identifier: Apache-2.0
"""Commands of stages as process groups that end with the runner."""
import os
import signal
import subprocess
import sys
import threading
import time

GRACE_S = 30
"""Time that an interrupted command has to clean up before it is killed."""


class Commands:
    """All commands that run now."""

    def __init__(self):
        self._running = set()
        self._lock = threading.Lock()
        self.ended = False

    def run(self, argv, folder, log, environment, echo):
        """Runs one command to its end and returns its exit status.

        log: open binary file that gets the output; echo: copy it to standard output, too."""
        with self._lock:
            if self.ended:
                return -signal.SIGINT
            process = subprocess.Popen(
                argv,
                cwd=folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(process)
        for line in process.stdout:
            log.write(line)
            log.flush()
            if echo:
                sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()
        status = process.wait()
        with self._lock:
            self._running.discard(process)
        return status

    def end(self):
        """Interrupts what runs, and kills what has not ended within GRACE_S."""
        with self._lock:
            self.ended = True
            running = list(self._running)
        _signal(running, signal.SIGINT)
        deadline = time.monotonic() + GRACE_S
        for process in running:
            try:
                process.wait(max(0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                pass
        _signal(running, signal.SIGKILL)


def _signal(processes, number):
    """Signals each one's process group, which can outlive its leader."""
    for process in processes:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
