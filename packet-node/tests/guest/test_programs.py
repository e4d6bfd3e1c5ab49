# SPDX-License-Identifier: Apache-2.0
"""Programs in the lab kernel, with version 2 of control groups. The component tests of programs run
here as they are."""

import os
import pathlib
import subprocess
import sys

import pytest

import guest_switch  # the folders and the daemon of these tests

ROOT = "/mnt/root"  # of the virtual machine, in the mounts of its first process
# A user namespace needs a root folder that is the root of its mounts, which that of the virtual
# machine is not (vap-driver/tests/guest/init).
ENTER = """
cd "$0" && mount -t cgroup2 cgroup2 sys/fs/cgroup && pivot_root . mnt && exec chroot . "$@"
"""
# Others have commands with less time than a sandbox takes here, or let fork() fail, which User-Mode
# Linux 6.12 does not survive.
TESTS = (
    "test_programs.py RulesetTest CommandTest.test_frames_and_counters",
    "test_program_failures.py FailureTest.test_bypass DaemonTest.test_program_is_adopted",
    "test_program_failures.py LimitsTest.test_memory",
    "test_program_images.py ImagesTest.test_firewall",
    "test_program_moves.py MovesTest.test_nat MovesTest.test_stateful_firewall",
)


@pytest.mark.parametrize("tests", TESTS)
def test_as_on_any_machine(tests):
    component = guest_switch.HERE.parent / "component"
    file, *names = tests.split()
    path = f"{guest_switch.TOP.parent}/daemon/tests/component"
    done = subprocess.run(
        [
            *("nsenter", "--mount=/proc/self/ns/mnt", "unshare", "--mount", "--net"),
            *("sh", "-c", ENTER, ROOT, sys.executable, "-B", component / file, *names),
        ],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not list(pathlib.Path("/sys/fs/cgroup").glob("cloudmac/*/cgroup.procs"))
