# SPDX-License-Identifier: Apache-2.0
"""Runs programs in the lab's hosts and waits for conditions.

A program runs in a host by ``ip netns exec``, which also mounts the host's /sys. pyroute2 would
fork this interpreter for each program."""
import os
import pathlib
import subprocess
import time

from .. import calls

LOGS = pathlib.Path("/run/exchange/log")
"""Folder of the long-running programs' output, on the machine."""


class CommandFailed(RuntimeError):
    """A program failed; the message holds its command and output."""


class Awaited(TimeoutError):
    """A condition was not met in time; the message names it."""


def command(host, argv):
    """Returns the argument list that runs ``argv`` in a host; None: in the guest itself."""
    argv = [str(word) for word in argv]
    return ["ip", "netns", "exec", host, *argv] if host else argv


def run(host, *argv, text=None, timeout=60, check=True, env=None):
    """Runs a program to its end and returns its standard output.

    Raises CommandFailed if it fails (unless ``check`` is false) or takes longer than
    ``timeout`` seconds of the guest's clock."""
    try:
        done = subprocess.run(
            command(host, argv),
            input=text,
            text=True,
            timeout=timeout,
            capture_output=True,
            env={**os.environ, **(env or {})},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CommandFailed(
            f"{host or 'guest'}: {' '.join(map(str, argv))}: still running after {timeout} s"
        ) from None
    if check and done.returncode:
        raise CommandFailed(
            f"{host or 'guest'}: {' '.join(map(str, argv))}: "
            f"{(done.stderr or done.stdout).strip()[-2000:]}"
        )
    return done.stdout


def start(host, name, *argv, env=None):
    """Starts a long-running program. Its output goes to the log ``name``."""
    LOGS.mkdir(exist_ok=True)
    with open(LOGS / f"{name}.log", "ab", buffering=0) as log:
        return subprocess.Popen(
            command(host, argv),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            env={**os.environ, **(env or {})},
        )


def ended(what, name):
    """Returns the error of a long-running program that has ended: its log, and the last lines.

    what: the program, with its host; name: of its log."""
    text = (LOGS / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    last = "; ".join(text.strip().splitlines()[-2:]) or "it said nothing"
    return CommandFailed(f"{what} ended, see log/{name}.log: {last}")


@calls.declare
def uptime():
    """Returns the seconds since the guest booted, by its own clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def wait_for(what, condition, seconds=30, interval=0.1):
    """Waits until ``condition()`` is true and returns its value.

    Raises Awaited after ``seconds``; ``what`` names the condition in its message."""
    deadline = uptime() + seconds
    while True:
        value = condition()
        if value:
            return value
        if uptime() >= deadline:
            raise Awaited(f"waited {seconds} s for {what}")
        time.sleep(interval)
