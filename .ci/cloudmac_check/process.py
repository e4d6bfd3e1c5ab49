# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of stages in process groups, which end with the runner."""
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

GRACE_S = 30
"""Time that an interrupted command has to clean up before it is killed."""
GROUPS = (
    ("cpu", "cpu.shares", "512"),  # cgroup v1; others have 1024
    ("", "cpu.weight", "50"),  # cgroup v2; others have 100
)
ENTER = 'echo $$ >"$0"; exec nice -n 19 ionice -c 3 "$@"'


class Background:
    """Lets commands run with half of the usual weight while others want the processor. With less,
    tests in the background that run in real time, as the driver's in a kernel with KASAN and in
    Debian's emulated kernel, would miss deadlines of theirs while a controller starts.

    A nice value alone weighs only within a session, where the kernel groups tasks by session
    (sched_autogroup_enabled), and labs have sessions of their own. So the commands are also in a
    control group, if this machine has them and lets us make one."""

    def __init__(self, root=pathlib.Path("/sys/fs/cgroup")):
        self.folder = None
        for controller, file, value in GROUPS:
            folder = root / controller / f"cloudmac-check-{os.getpid()}"
            if self.folder or not (folder.parent / "cgroup.procs").exists():
                continue
            with contextlib.suppress(OSError):
                folder.mkdir()
                try:
                    (folder / file).write_text(value, encoding="ascii")
                    self.folder = folder
                except OSError:
                    folder.rmdir()

    def command(self, argv):
        """Returns the command that runs ``argv`` in the background."""
        procs = self.folder / "cgroup.procs" if self.folder else "/dev/null"
        return ("sh", "-c", ENTER, str(procs), *argv)

    def end(self):
        """Removes the control group, which no process may be in."""
        if self.folder:
            with contextlib.suppress(OSError):
                self.folder.rmdir()


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
