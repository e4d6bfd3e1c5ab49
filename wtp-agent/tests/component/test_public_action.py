#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests public action frames with the wildcard BSSID (DPP, ANQP) on a WTP with two radios.

Run it alone: make check-component COMPONENT_TESTS=public_action
"""

import struct
import time
import unittest

from component import ComponentTest
from daemon import until
from frames import BSSID, STATION, beacon, data_frame, downlink, heard, mac
from links import Wire, make_links

EVERYONE = "ff:ff:ff:ff:ff:ff"
OTHER = BSSID[:-1] + "2"
PUBLIC_ACTION = 0x00D0
GAS = b"\4\x0aquery"
PKEX = b"\4\x09\x50\x6f\x9a\x1a\1\7"  # vendor-specific: DPP, crypto suite 1, PKEX exchange request
NO_VAP = b"\xff\xff"


def setUpModule():
    make_links()


def is_cloudmac(frame):
    return frame[12:14] == b"\x13\x37"


def injected(octets):
    """Returns the 802.11 frame that the agent injected."""
    return octets[14 + struct.unpack_from("<H", octets, 14 + 2)[0] :]


class PublicAction(ComponentTest):
    def test_downlink_leaves_the_radio_of_the_transmitter(self):
        """Each radio has the lease of one VAP, and address 3 names none."""
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as first, Wire("air1") as second:
            for radio, bssid in enumerate((OTHER, BSSID)):
                controller.call("ack.lease", bssid=bssid, radio=radio, ttl_ms=5000)
            for air, bssid in ((second, BSSID), (first, OTHER), (second, BSSID)):
                response = data_frame(PUBLIC_ACTION, STATION, bssid, EVERYONE, GAS)
                vap.send(downlink(response, bssid=bssid, priority=7))
                self.assertEqual(response, injected(air.receive(f"the response of {bssid}")))
            # Nothing else has left the first radio: the next frame is that of its VAP.
            last = data_frame(PUBLIC_ACTION, STATION, OTHER, OTHER, GAS)
            vap.send(downlink(last, bssid=OTHER, priority=7))
            self.assertEqual(last, injected(first.receive("the last response")))

    def test_uplink_to_a_vap(self):
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air1"
        ) as air:
            controller.call("ack.lease", bssid=BSSID, radio=1, ttl_ms=5000)
            request = data_frame(PUBLIC_ACTION, BSSID, STATION, EVERYONE, GAS)
            foreign = data_frame(PUBLIC_ACTION, OTHER, STATION, EVERYONE, GAS)
            for frame in (foreign, request):
                air.send(heard(frame))
            got = vap.receive("the request", is_cloudmac)
            self.assertEqual(request, got[14 + 10 :])
            self.assertEqual((NO_VAP, mac(STATION)), (got[4:6], got[6:12]))
            self.assertEqual(1, controller.call("stats")["drops"]["foreign"])

    def test_uplink_to_all(self):
        """The first frame of PKEX. Those of VAPs, which another WTP sends, stay off the wire."""
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            vap.send(downlink(beacon(b"test")))
            until("the beacon", lambda: controller.call("stats")["drops"]["no_lease"])
            kinds = (
                (PUBLIC_ACTION, BSSID, EVERYONE, PKEX),  # of a VAP
                (PUBLIC_ACTION, STATION, OTHER, PKEX),  # another network's
                (PUBLIC_ACTION, STATION, EVERYONE, b"\3\0"),  # another category
                (0x00B0, STATION, EVERYONE, PKEX),  # another subtype
            )
            for control, transmitter, bssid, body in kinds:
                air.send(heard(data_frame(control, EVERYONE, transmitter, bssid, body)))
            request = data_frame(PUBLIC_ACTION, EVERYONE, STATION, EVERYONE, PKEX)
            air.send(heard(request))
            got = vap.receive("the request", is_cloudmac)
            self.assertEqual(request, got[14 + 10 :])
            self.assertEqual((NO_VAP, mac(STATION)), (got[4:6], got[6:12]))
            self.assertEqual(len(kinds), controller.call("stats")["drops"]["foreign"])

    def test_those_to_all_are_limited(self):
        """They share the limit of the station's probe requests."""
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            began = time.monotonic()
            for number in range(100):
                body = (0x0040, b"\0\0") if number % 2 else (PUBLIC_ACTION, PKEX)
                air.send(heard(data_frame(body[0], EVERYONE, STATION, EVERYONE, body[1])))
            stats = until(
                "all frames",
                lambda: (
                    (now := controller.call("stats"))["up"]["frames"] + now["drops"]["probe_rate"]
                    == 100
                )
                and now,
            )
            took = time.monotonic() - began
            self.assertTrue(25 <= stats["up"]["frames"] <= 26 + 25 * took, (stats, took))
            other = STATION[:-1] + "1"
            air.send(heard(data_frame(PUBLIC_ACTION, EVERYONE, other, EVERYONE, PKEX)))
            vap.receive("another station's", lambda frame: frame[6:12] == mac(other))


if __name__ == "__main__":
    unittest.main()
