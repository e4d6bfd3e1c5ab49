# SPDX-License-Identifier: Apache-2.0
"""Writes to the lab kernel's log, for tests."""
import pathlib

from .. import calls


@calls.declare
def complain(lab):
    """Writes a warning to the kernel log, to test that the machine notices it."""
    pathlib.Path("/dev/kmsg").write_text("<4>WARNING: CPU: 0 PID: 1 at lab/complain.c:1\n")
