#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests leases of role station: who gets one, and what a refusal leaves as it was.

Run it alone: make check-component COMPONENT_TESTS=vsta_lease
"""

import unittest

from component import ComponentTest
from connection import RpcError
from frames import BSSID
from links import Wire, make_links

GUEST = "02:00:00:00:02:01"
PINNED = ("stations = pinned", "")


def setUpModule():
    make_links()


def announced_flags(frame):
    """Returns the flags of the radios in an announcement: octet 11 of the elements of type 4."""
    at, flags = 14 + 12, []
    while at + 2 <= len(frame):
        kind, length = frame[at : at + 2]
        if kind == 4:
            flags.append(frame[at + 2 + 11])
        at += 2 + length
    return flags


class Leases(ComponentTest):
    def lease(self, controller, address=GUEST, radio=0, role="station", ttl_ms=60000):
        return controller.call("ack.lease", bssid=address, radio=radio, role=role, ttl_ms=ttl_ms)

    def refused(self, code, text, controller, **params):
        """Checks a refusal, its reason, and that the leases stay as they are."""
        before = [(x["bssid"], x["role"]) for x in controller.call("ack.list")["leases"]]
        with self.assertRaises(RpcError) as caught:
            self.lease(controller, **params)
        self.assertEqual(code, caught.exception.code, caught.exception)
        self.assertIn(text, str(caught.exception))
        after = [(x["bssid"], x["role"]) for x in controller.call("ack.list")["leases"]]
        self.assertEqual(before, after)

    def test_lease_and_release(self):
        with self.agent(radio_options=PINNED), self.controller() as controller:
            self.assertEqual(
                {"bssid": GUEST, "radio": 0, "role": "station", "ttl_ms": 60000, "created": True},
                self.lease(controller),
            )
            self.assertFalse(self.lease(controller)["created"])
            (lease,) = controller.call("ack.list")["leases"]
            self.assertEqual((GUEST, "station"), (lease["bssid"], lease["role"]))
            controller.call("ack.release", bssid=GUEST, radio=0)
            self.assertEqual([], controller.call("ack.list")["leases"])

    def test_info_and_announcement(self):
        with self.agent(radio_options=PINNED), self.controller() as controller, Wire("vap0") as vap:
            radios = controller.call("agent.info")["radios"]
            self.assertEqual(["pinned", "off"], [radio["stations"] for radio in radios])
            frame = vap.receive("an announcement", lambda f: f[12:14] == b"\x13\x38")
            self.assertEqual([True, False], [bool(f & 0x08) for f in announced_flags(frame)])

    def test_the_width_in_info_and_announcement(self):
        """Channel 14 has 20 MHz without HT, whatever the option says."""
        with self.agent(radio_options=("width = 40-", "")), self.controller() as controller, Wire(
            "vap0"
        ) as vap:
            for frequency, width, bits in (2462, "40-", 0x40), (2484, "20-noht", 0x10):
                controller.call("radio.set", radio=0, frequency=frequency)
                self.assertEqual(width, controller.call("agent.info")["radios"][0]["width"])
                vap.receive(
                    "an announcement",
                    lambda f, bits=bits: f[12:14] == b"\x13\x38"
                    and announced_flags(f)[0] & 0x70 == bits,
                )

    def test_another_role_is_refused(self):
        with self.agent(radio_options=PINNED), self.controller() as controller:
            self.lease(controller)
            self.refused(-32006, "other role", controller, role="ap")
            self.refused(-32006, "other role", controller, role="ap", radio=1)
            self.lease(controller, BSSID, role="ap")
            self.refused(-32006, "other role", controller, address=BSSID)

    def test_the_bssid_of_a_permit_is_refused(self):
        with self.agent(radio_options=PINNED), self.controller() as controller:
            controller.call("announce.permit", radio=0, bssids=[BSSID], ttl_ms=60000)
            self.refused(-32006, "a permit", controller, address=BSSID)
            self.lease(controller)
            permit = {"radio": 0, "bssids": [BSSID, GUEST], "ttl_ms": 60000}
            self.assert_code(-32006, controller, "announce.permit", **permit)
            self.assertEqual(1, controller.call("announce.list")["known"])

    def test_another_radio_is_refused(self):
        options = ("stations = pinned", "stations = pinned")
        with self.agent(radio_options=options), self.controller() as controller:
            self.lease(controller)
            self.refused(-32002, "another radio", controller, radio=1)

    def test_a_radio_without_stations_is_refused(self):
        with self.agent(radio_options=PINNED), self.controller() as controller:
            self.refused(-32002, "'stations' is off", controller, radio=1)

    def test_bad_parameters_are_refused(self):
        with self.agent(radio_options=PINNED), self.controller() as controller:
            for address in ("03:00:00:00:00:01", "02:00:00:00:ff:ff", "00:00:00:00:00:00", "x", 7):
                self.refused(-32602, "'bssid' is", controller, address=address)
            for role in ("client", "", 1, None):
                self.refused(-32602, "'role' is", controller, role=role)
            self.refused(-32001, "no such radio", controller, radio=2)

    def test_a_free_radio_serves_no_vap(self):
        with self.agent(radio_options=("stations = free", "")), self.controller() as controller:
            self.refused(-32002, "serves no VAPs", controller, role="ap")
            permit = {"radio": 0, "bssids": [BSSID], "ttl_ms": 60000}
            self.assert_code(-32002, controller, "announce.permit", **permit)
            self.lease(controller)


if __name__ == "__main__":
    unittest.main(verbosity=2)
