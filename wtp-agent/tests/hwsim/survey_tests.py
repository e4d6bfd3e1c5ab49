# SPDX-License-Identifier: Apache-2.0
"""Tests of survey reports: the kernel's survey of a radio, as the VAP gets it.

mac80211_hwsim keeps a survey of each channel that it scanned. Its noise and busy time are inventions.
"""

import re
import struct
import time

from connection import ControllerConnection
from equipment import BSSID, FREQUENCY, GuestAgent, drain, frame_of, output, receive, run, until
from neighbour_tests import KIND, request
from pki import Pki

NOISE, TIME, BUSY = 0x01, 0x02, 0x04
BODY = struct.Struct("<B3sBBHb3x4Q")
# Of each channel that iw shows: its frequency, and the values of a report.
SHOWN = re.compile(
    r"frequency:\s+(\d+) MHz\s+noise:\s+(-?\d+) dBm\s+channel active time:\s+(\d+) ms\s+"
    r"channel busy time:\s+(\d+) ms"
)


def scan(*frequencies):
    """Lets the agent's radio scan, before the agent uses it."""
    run("ip", "link", "set", "wlan0", "up")
    output("iw", "dev", "wlan0", "scan", "freq", *map(str, frequencies), "passive")
    run("ip", "link", "set", "wlan0", "down")


def survey(ifname):
    """Returns what iw shows of each channel: noise, time and busy time by frequency."""
    found = SHOWN.findall(output("iw", "dev", ifname, "survey", "dump"))
    return {int(mhz): tuple(map(int, values)) for mhz, *values in found}


def is_report(data):
    return data[12:14] == b"\x13\x37" and data[3] & 15 == KIND and frame_of(data[14:])[0] == 0xE0


def report(vap):
    """Returns frequency, flags, and noise and times of the next report."""
    frame = frame_of(receive(vap, "a survey report", is_report)[14:])
    assert frame[4:10] == frame[16:22] == BSSID, frame.hex()
    category, oui, kind, flags, mhz, *values = BODY.unpack(frame[24:])
    assert (category, oui, kind) == (127, b"\x12\x13\x37", 1), frame.hex()
    return mhz, flags, tuple(values)


def test_a_radio_that_has_not_surveyed_its_channel(vap, station, pki):
    """Its surveys are of other channels, or there are none."""
    scan(2412)
    with GuestAgent(pki, leases=[BSSID]), ControllerConnection(Pki.of(pki)) as controller:
        assert FREQUENCY not in survey("cmmon0")
        drain(station)
        request(vap, station)
        time.sleep(2)
        request(vap, station)
        stats = controller.call("stats")
        assert stats["surveys"]["frames"] == 0, stats


def test_a_report_has_what_iw_shows(vap, station, pki):
    scan(2412, FREQUENCY, 2462)
    with GuestAgent(pki, leases=[BSSID]), ControllerConnection(Pki.of(pki)) as controller:
        shown = survey("cmmon0")
        assert {2412, FREQUENCY, 2462} <= set(shown), shown
        noise, active, busy = shown[FREQUENCY]
        assert active and busy == active // 8, shown
        drain(station)
        drain(vap)
        request(vap, station)
        for _ in range(2):
            expected = FREQUENCY, NOISE | TIME | BUSY, (noise, active, busy, 0, 0)
            assert (got := report(vap)) == expected, (got, expected)
        until("the count", lambda: controller.call("stats")["surveys"]["frames"] >= 2)
