# SPDX-License-Identifier: Apache-2.0
"""Uml.wait() waits for a slow guest, and fails for a guest whose clock stands. A shell script that
writes its uptime replaces the guest."""
import subprocess

import pytest

from cloudmac_testbed.settings import LabError
from cloudmac_testbed.uml import Uml

ADVANCES = """
for s in 1 2 3 4 5 6; do echo $s >"$1/uptime"; sleep 0.5; done
echo '{"ok": true, "result": 7}' >"$1/result.json"
"""
STANDS = 'echo 3 >"$1/uptime"; exec sleep 60'


@pytest.fixture
def guest(tmp_path):
    """Returns a function that starts a script as the guest."""
    uml = Uml.__new__(Uml)
    uml.run, uml.exchange, uml.console = tmp_path, tmp_path, tmp_path / "console.log"
    uml.console.touch()

    def start(script):
        uml.process = subprocess.Popen(
            ["sh", "-c", script, "guest", tmp_path], start_new_session=True
        )
        return uml

    yield start
    uml.__exit__()


def test_a_slow_guest_has_more_time_than_a_stall(guest):
    seen = []
    assert guest(ADVANCES).wait(60, seen.append, stall=2) == 7
    assert seen[-1] > 3


def test_a_guest_whose_clock_stands_fails(guest):
    with pytest.raises(LabError, match="clock stood at 3.0 s for 1 s"):
        guest(STANDS).wait(60, stall=1)


def test_a_guest_has_a_limit(guest):
    with pytest.raises(LabError, match="still ran after 1 s"):
        guest(STANDS).wait(1)
