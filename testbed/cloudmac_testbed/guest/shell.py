# SPDX-License-Identifier: Apache-2.0
"""Run programs in the lab's hosts, and wait for things to happen."""
import os
import pathlib
import subprocess
import time

from .. import calls

LOGS = pathlib.Path("/run/exchange/log")
"""Each long-running program's output, written through to the machine."""


class CommandFailed(RuntimeError):
    """A program ended with an error; the message holds its command and output."""


class Awaited(TimeoutError):
    """A condition did not come true in time; the message says which."""


def command(host, argv):
    """The argument list that runs ``argv`` in a host; None: in the guest itself."""
    argv = [str(word) for word in argv]
    return ["ip", "netns", "exec", host, *argv] if host else argv


def run(host, *argv, text=None, timeout=60, check=True, env=None):
    """Run a program to its end and return its standard output.

    Raises CommandFailed where it fails (unless ``check`` is false) or takes
    longer than ``timeout`` seconds of the guest's clock."""
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
            f"{host or 'guest'}: {' '.join(map(str, argv))}: " f"still running after {timeout} s"
        ) from None
    if check and done.returncode:
        raise CommandFailed(
            f"{host or 'guest'}: {' '.join(map(str, argv))}: "
            f"{(done.stderr or done.stdout).strip()[-2000:]}"
        )
    return done.stdout


def start(host, name, *argv, env=None):
    """Start a program that stays; its output goes to the log ``name``."""
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


@calls.declare
def uptime():
    """Seconds since the guest booted, of its own clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def wait_for(what, condition, seconds=30, interval=0.1):
    """Wait until ``condition()`` is true and return its value.

    ``what`` names the condition in the error, Awaited, after ``seconds``."""
    deadline = uptime() + seconds
    while True:
        value = condition()
        if value:
            return value
        if uptime() >= deadline:
            raise Awaited(f"waited {seconds} s for {what}")
        time.sleep(interval)
