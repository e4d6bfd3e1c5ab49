# SPDX-License-Identifier: Apache-2.0
"""Beacons that announce a channel switch.

hostapd, wlan0 === va ------ vb: the test is the WTP
"""

import os
import time
from pathlib import Path

import pytest
from lab import run
from test_neighbours import CONTROL, access_point, is_beacon

CHANNEL_SWITCH = 37
COUNT = 3
SPIN_S = 0.7
"""Time without kernel workers: the countdown, and four beacon intervals."""
LIMIT = Path("/proc/sys/kernel/sched_rt_runtime_us")


def spin(seconds: float):
    """Takes the processor from all tasks. Interrupts, and so timers, still run."""
    limit = LIMIT.read_text()
    LIMIT.write_text("-1")
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        LIMIT.write_text(limit)


@pytest.mark.busy
def test_no_beacon_counts_below_one(module):
    """mac80211 switches the channel in a work item, which starts late on a busy machine. Until
    then beacons pause, so that mac80211 does not complain about a count of zero."""
    with access_point() as (radio, wire):
        wire.until(is_beacon, "a beacon")
        run("hostapd_cli", "-p", CONTROL, "-i", radio.ifname, "chan_switch", str(COUNT), "2412")
        spin(SPIN_S)
        counts = []

        def switched(frame):
            if not is_beacon(frame):
                return False
            announcement = frame.element(CHANNEL_SWITCH)
            counts.append(announcement[2] if announcement else None)
            return len(counts) > 1 and counts[-1] is None and any(counts)

        wire.until(switched, "a beacon after the switch")
        seen = [count for count in counts if count is not None]
        assert seen[-1] == 1 and seen == sorted(set(seen), reverse=True), counts
