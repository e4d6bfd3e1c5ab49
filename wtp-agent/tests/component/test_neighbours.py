#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests which beacons of other access points the whole agent passes to VAPs.

Run it alone: make check-component COMPONENT_TESTS=neighbours
"""

import contextlib
import struct
import unittest

from component import ComponentTest
from daemon import until
from frames import BSSID, STATION, beacon, data_frame, downlink, heard, mac
from links import Wire, make_links

OTHER = BSSID[:-1] + "2"
REQUEST = 0x10
NEIGHBOUR = "02:dd:00:00:00:01"
KIND = 2


def setUpModule():
    make_links()


def is_frame(octets):
    """Returns true for a CloudMAC frame, which is no announcement."""
    return octets[12:14] == b"\x13\x37"


class Neighbours(ComponentTest):
    """Each test has the VAPs' wire, the radios' air and a controller."""

    def start(self, **options):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        stack.enter_context(self.agent(**options))
        self.control = stack.enter_context(self.controller())
        self.vap = stack.enter_context(Wire("vap0"))
        self.air = [stack.enter_context(Wire(f"air{n}")) for n in (0, 1)]

    def stats(self):
        return self.control.call("stats")

    def permit(self, *bssids, radio=0):
        self.control.call("announce.permit", radio=radio, bssids=bssids, ttl_ms=60000)

    def announce(self, bssid=BSSID, request=REQUEST, radio=0):
        """Sends a VAP's beacon and waits until a radio has sent it."""
        octets = downlink(beacon(b"vap", bssid), bssid=bssid)
        self.vap.send(octets[:9] + bytes([octets[9] | request]) + octets[10:])
        self.air[radio].receive("the VAP's beacon", lambda f: f[-3:] == b"vap")

    def hear(self, bssid=NEIGHBOUR, radio=0, ssid=b"other"):
        self.air[radio].send(heard(beacon(ssid, bssid)))

    def passed(self):
        """Returns the next frame for the VAPs."""
        return self.vap.receive("a frame", is_frame)

    def assert_dropped(self, number):
        until("the drop", lambda: self.stats()["drops"]["from_ap"] == number)
        self.assertEqual(0, self.stats()["neighbours"]["frames"])

    def test_a_beacon_passes_on_request(self):
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        self.hear()
        got = self.passed()
        self.assertEqual(b"\x12", got[:1])
        self.assertEqual(-42, struct.unpack_from("b", got, 1)[0])
        self.assertEqual((1, KIND), (got[3] >> 5, got[3] & 15))
        self.assertEqual(mac(BSSID)[4:], got[4:6])
        info = self.control.call("agent.info")["radios"][0]
        self.assertEqual(info["address"], got[6:12].hex(":"), "the source is the radio")
        self.assertEqual(beacon(b"other", NEIGHBOUR), got[14 + got[16] :])
        until("the count", lambda: self.stats()["neighbours"]["frames"] == 1)
        self.assertEqual(0, self.stats()["drops"]["from_ap"])
        self.assertEqual(0, self.stats()["up"]["frames"])

    def test_nothing_passes_without_a_request(self):
        self.start(radios=1)
        self.permit(BSSID)
        self.announce(request=0)
        self.hear()
        self.assert_dropped(1)

    def test_a_vap_without_permit_and_lease_requests_nothing(self):
        self.start(radios=1)
        octets = downlink(beacon(b"vap"))
        self.vap.send(octets[:9] + bytes([octets[9] | REQUEST]) + octets[10:])
        until("the drop", lambda: self.stats()["drops"]["no_lease"] == 1)
        self.hear()
        self.assert_dropped(1)

    def test_only_the_radio_that_announces_the_vap(self):
        self.start(radios=2)
        self.permit(BSSID, radio=1)
        self.announce(radio=1)
        self.hear(radio=0)
        self.assert_dropped(1)
        self.hear(radio=1)
        self.assertEqual(KIND, self.passed()[3] & 15)

    def test_what_is_no_beacon_of_another_access_point(self):
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        body = beacon(b"other", NEIGHBOUR)[24:]
        frames = [
            data_frame(0x0080, "ff:ff:ff:ff:ff:ff", BSSID, BSSID, body),
            data_frame(0x0080, STATION, NEIGHBOUR, NEIGHBOUR, body),
            data_frame(0x0080, "ff:ff:ff:ff:ff:ff", NEIGHBOUR, OTHER, body),
            data_frame(0x0080, "ff:ff:ff:ff:ff:ff", "03:dd:00:00:00:01", "03:dd:00:00:00:01", body),
            data_frame(0x0050, STATION, NEIGHBOUR, NEIGHBOUR, body),
            data_frame(0x00D0, STATION, NEIGHBOUR, NEIGHBOUR, body),
            data_frame(0x0208, STATION, NEIGHBOUR, NEIGHBOUR, body),
        ]
        for frame in frames:
            self.air[0].send(heard(frame))
        self.assert_dropped(len(frames))

    def test_each_vap_that_requests_gets_the_beacon(self):
        self.start(radios=1)
        self.permit(BSSID, OTHER)
        self.announce(BSSID)
        self.announce(OTHER)
        self.hear()
        vaps = {self.passed()[4:6] for _ in range(2)}
        self.assertEqual({mac(BSSID)[4:], mac(OTHER)[4:]}, vaps)

    def test_a_long_beacon_does_not_pass(self):
        """It would need segments."""
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        tail = b"\xdd\xff" + bytes(255)
        self.air[0].send(heard(beacon(b"long", NEIGHBOUR, tail * 6 + b"\xdd\xa0" + bytes(160))))
        until("the drop", lambda: self.stats()["drops"]["mtu"] == 1)
        self.assertEqual(0, self.stats()["neighbours"]["frames"])

    def test_a_flood_stays_within_the_limit(self):
        """Of 500 made-up BSSIDs in less than ten seconds, only the first ones find places."""
        self.start(radios=1)
        self.permit(BSSID)
        self.announce()
        for number in range(500):
            self.hear(f"02:ee:00:00:{number >> 8:02x}:{number & 255:02x}")
        until(
            "all beacons",
            lambda: (now := self.stats())["neighbours"]["frames"] + now["drops"]["from_ap"]
            >= 500 - now["drops"]["ring_full"],
        )
        self.assertEqual(32, self.stats()["neighbours"]["frames"])


if __name__ == "__main__":
    unittest.main()
