# SPDX-License-Identifier: Apache-2.0
"""Uml.wait() waits for a slow guest, and fails for a guest whose clock stands or runs for too long.
The guest and the machine's clock are simulated."""
import json
import signal
import subprocess

import pytest

from cloudmac_testbed import uml
from cloudmac_testbed.errors import LabError


class Guest:
    """A process that ends with result 7 after some polls. step: seconds of its clock from one poll
    to the next; real: seconds of the machine's."""

    def __init__(self, folder, step, polls, real=0.5):
        self.folder, self.step, self.polls, self.real = folder, step, polls, real
        self.now = self.polled = 0

    def wait(self, timeout):
        self.polled += 1
        self.now += self.real
        (self.folder / "uptime").write_text(str(self.polled * self.step))
        if self.polled < self.polls:
            raise subprocess.TimeoutExpired("guest", timeout)
        (self.folder / "result.json").write_text(json.dumps({"ok": True, "result": 7}))


@pytest.fixture
def wait(tmp_path, monkeypatch):
    """Returns a function that waits for a Guest within limits."""
    kernel = uml.Uml.__new__(uml.Uml)
    kernel.exchange, kernel.console = tmp_path, tmp_path / "console.log"
    kernel.console.touch()

    def started(step, polls, real=0.5, **limits):
        kernel.process = Guest(tmp_path, step, polls, real)
        monkeypatch.setattr(uml.time, "monotonic", lambda: kernel.process.now)
        return kernel.wait(**limits)

    return started


def test_a_slow_guest_has_the_time_that_it_needs(wait):
    seen = []
    assert wait(step=1, polls=20, real=500, stall=600, tick=seen.append) == 7
    assert seen == list(range(1, 20))


@pytest.mark.parametrize(
    "guest, limits, message",
    [
        ({"step": 0}, {"stall": 600}, "clock stood at 0.0 s for 600 s"),
        ({"step": 10}, {"longest": 7200}, "more than 7200 s of its clock"),
        ({"step": 1}, {"timeout": 1500}, "still ran after 1500 s"),
    ],
    ids=["stands", "endless", "timeout"],
)
def test_each_limit_ends_the_wait(wait, guest, limits, message):
    with pytest.raises(LabError, match=message):
        wait(polls=10**5, **guest, **limits)


def test_a_guest_within_all_limits_is_not_ended(wait):
    assert wait(step=1, polls=100, timeout=60, stall=1, longest=100) == 7


@pytest.mark.parametrize(
    "status, says",
    [
        (0, "without a result"),
        (-signal.SIGSEGV, "without a result, by SIGSEGV"),
        (-signal.SIGKILL, "by SIGKILL; is the machine's memory or /dev/shm exhausted?"),
        (-signal.SIGBUS, "by SIGBUS; is the machine's memory or /dev/shm exhausted?"),
    ],
)
def test_a_kernel_that_ended_early_says_how(status, says):
    assert uml.ended(status).endswith(says)
