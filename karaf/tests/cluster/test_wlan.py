# SPDX-License-Identifier: Apache-2.0
"""Tests that stations notice nothing when the owner of the WLAN application is lost. Takes minutes and 4 GB of
memory."""
import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from nodes import members, owner, wait_until_up  # noqa: E402
from wlan import plans, running  # noqa: E402
from wlan_failover import (  # noqa: E402
    cut_off,
    kill,
    open_vswitch,
    rolling_restart,
    round_of_failover,
    stop,
)

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to create network namespaces")
STATIONS = 5
HANDOVERS_PER_S = 5
ROUNDS = 4
PATIENT = ("--pause", "10000", "--election-factor", "50")
"""For cloudmac-cluster. Members that start on few busy cores send no heartbeat for seconds, and with the
default pause their cluster removes them. wlan_failover.py measures how long a takeover takes."""


@pytest.fixture(scope="module", name="wlan")
def fixture_wlan(tmp_path_factory):
    """Yield a WLAN whose controllers are three members."""
    place = tmp_path_factory.mktemp("wlan")
    with members(place, PATIENT) as nodes:

        def start():
            for node in nodes:
                node.start()
            wait_until_up(nodes)

        step = plans.Step(2, STATIONS + ROUNDS, 2)
        with running(place, nodes, step, open_vswitch(), start) as wlan:
            wlan.arrive(STATIONS)
            yield wlan


def lose_the_owner(wlan, how):
    """Take the owner away, and check that no frame and no binding is lost."""
    stations = [wlan.plan.station(number) for number in range(STATIONS)]
    former = owner(wlan.nodes)
    found = round_of_failover(wlan, stations[:2], stations[2:], HANDOVERS_PER_S, how)
    print(how.__name__, found)
    assert found["frames_sent"] > 0
    assert found["frames_lost"] == found["frames_doubled"] == 0
    assert owner(wlan.nodes) is not former


def test_a_killed_owner(wlan):
    lose_the_owner(wlan, kill)


@pytest.mark.full
def test_an_owner_that_is_stopped_as_before_an_upgrade(wlan):
    lose_the_owner(wlan, stop)


@pytest.mark.full
def test_an_owner_that_is_cut_off_and_back(wlan):
    lose_the_owner(wlan, cut_off)


@pytest.mark.full
def test_a_rolling_restart(wlan):
    stations = [wlan.plan.station(number) for number in range(STATIONS)]
    found = rolling_restart(wlan, stations[:2], stations[2:], HANDOVERS_PER_S)
    print(found)
    assert found["frames_sent"] > 0
    assert found["frames_lost"] == found["frames_doubled"] == 0
