# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of stages in process groups, which end with the runner."""
import os
import signal
import subprocess
import sys
import threading
import time

GRACE_S = 30
"""Time that an interrupted command has to clean up before it is killed."""


class Commands:
    """Holds all running commands."""

    def __init__(self):
        self._running = set()
        self._lock = threading.Lock()
        self.ended = False

    def run(self, argv, folder, log, environment, echo):
        """Runs one command to its end and returns its exit status.

        log: open binary file for the output; echo: true to copy it to standard output."""
        with self._lock:
            if self.ended:
                return -signal.SIGINT
            process = subprocess.Popen(
                argv,
                cwd=folder,
                # A shell keeps the PWD that it inherits if that is the same folder, also if it
                # is the path before a bind mount (./cloudmac mounts a tree with spaces).
                env={**os.environ, **environment, "PWD": str(folder)},
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
        """Interrupts all running commands and kills those that do not end within GRACE_S."""
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
    """Signals the process group of each process. A group can outlive its leader."""
    for process in processes:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass
