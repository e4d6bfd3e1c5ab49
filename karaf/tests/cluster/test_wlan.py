# SPDX-License-Identifier: Apache-2.0
"""Tests that stations notice nothing when the owner of the WLAN application is killed. Takes minutes and 4 GB of
memory."""
import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from nodes import members, wait_until_up  # noqa: E402
from wlan import plans, running  # noqa: E402
from wlan_failover import open_vswitch, round_of_failover  # noqa: E402

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to create network namespaces")
STATIONS = 5
HANDOVERS_PER_S = 5


def test_no_frame_and_no_binding_is_lost_with_the_owner(tmp_path):
    with members(tmp_path) as nodes:

        def start():
            for node in nodes:
                node.start()
            wait_until_up(nodes)

        step = plans.Step(2, STATIONS + 1, 2)
        with running(tmp_path, nodes, step, open_vswitch(), start) as wlan:
            stations = wlan.arrive(STATIONS)
            found = round_of_failover(wlan, stations[:2], stations[2:], HANDOVERS_PER_S)
            print(found)
            assert found["frames_sent"] > 0
            assert found["frames_lost"] == found["frames_doubled"] == 0
