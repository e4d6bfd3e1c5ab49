# SPDX-License-Identifier: Apache-2.0
"""Finds the controller's process on the machine and reads its heap."""
import os
import pathlib
import subprocess

from .. import client
from ..errors import LabError
from ..guest import inspection
from . import account

PROC = pathlib.Path("/proc")


def java():
    """Returns the process id, on this machine, of the lab's controller. Raises LabError."""
    namespace = os.readlink(PROC / str(client.inside()) / "ns" / "pid")
    for folder in PROC.glob("[0-9]*"):
        try:
            if (folder / "comm").read_text() == "java\n" and (
                os.readlink(folder / "ns" / "pid") == namespace
            ):
                return int(folder.name)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended
    raise LabError("the controller does not run")


def _jcmd(pid, command):
    done = subprocess.run(
        ["jcmd", str(pid), command], capture_output=True, text=True, check=False, timeout=300
    )
    if done.returncode:
        raise LabError(f"jcmd {command}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def look():
    """Returns "java PID" -> ``start``, ``rss_kb``; and the used heap in KB after a collection."""
    pid = java()
    _jcmd(pid, "GC.run")
    heap = account.heap_kb(_jcmd(pid, "GC.heap_info"))
    return {f"java {pid}": inspection.process(PROC / str(pid))}, heap
