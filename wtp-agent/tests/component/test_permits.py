#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what the whole agent announces with a permit, and that it announces nothing without.

Run it alone: make check-component COMPONENT_TESTS=permits
"""

import contextlib
import json
import struct
import unittest

import frames
from agent import Gate
from component import ComponentTest
from daemon import until
from frames import BSSID, STATION, data_frame, downlink
from links import Wire, make_links

OTHER = BSSID[:-1] + "2"
SWITCH = b"\x25\3\0\1\0"  # channel switch announcement


def setUpModule():
    make_links()


def permit(controller, *bssids, radio=0, ttl_ms=60000):
    return controller.call("announce.permit", radio=radio, bssids=bssids, ttl_ms=ttl_ms)


def dropped(controller):
    return controller.call("stats")["drops"]["no_lease"]


def air_frame(octets):
    """Returns an injected frame without what precedes it, and without the timestamp that the agent
    sets."""
    frame = octets[14:][struct.unpack_from("<H", octets, 16)[0] :]
    return frame[:24] + bytes(8) + frame[32:]


class Permits(ComponentTest):
    """Each test has the VAPs' wire, both radios' air and a controller."""

    def start(self, **options):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        if "gate" in options:
            stack.enter_context(options["gate"])
        stack.enter_context(self.agent(**options))
        self.control = stack.enter_context(self.controller())
        self.vap = stack.enter_context(Wire("vap0"))
        self.air = [stack.enter_context(Wire(f"air{n}")) for n in (0, 1)]

    def announce(self, ssid, bssid=BSSID):
        """Sends a VAP's beacon."""
        self.vap.send(downlink(frames.beacon(ssid, bssid), bssid=bssid))

    def assert_next(self, radio, ssid, bssid=BSSID):
        """Checks that a radio's next frame is this beacon, so that no other one preceded it."""
        got = self.air[radio].receive(f"beacon {ssid} of {bssid}")
        self.assertEqual(frames.beacon(ssid, bssid), air_frame(got))

    def assert_dropped(self, ssid, bssid=BSSID):
        before = dropped(self.control)
        self.announce(ssid, bssid)
        until("the drop", lambda: dropped(self.control) == before + 1)

    def test_one_radio_announces_nothing_without_permit_and_lease(self):
        self.start(radios=1)
        self.assert_dropped(b"neither")
        permit(self.control, OTHER)
        self.assert_dropped(b"neither")
        self.control.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=60000)
        self.announce(b"lease")
        self.assert_next(0, b"lease")

    def test_a_permit_is_for_beacons_and_probe_responses(self):
        beacon = frames.beacon(b"test")
        response = data_frame(0x0050, STATION, BSSID, BSSID, beacon[24:])
        switch = frames.beacon(b"test", tail=SWITCH)
        for radios in (1, 2):
            with self.subTest(radios=radios):
                self.start(radios=radios)
                self.assertEqual({"radio": 0, "permitted": 1}, permit(self.control, BSSID))
                for frame in (
                    data_frame(0x00B0, STATION, BSSID, BSSID, bytes(6)),  # authentication
                    data_frame(0x00C0, STATION, BSSID, BSSID, b"\1\0"),  # deauthentication
                    data_frame(0x0208, STATION, BSSID, BSSID),
                    switch,
                    b"\x50" + switch[1:],
                    beacon,
                    response,
                ):
                    self.vap.send(downlink(frame))
                for frame in (beacon, response):
                    self.assertEqual(frame, air_frame(self.air[0].receive("the announcement")))
                self.assertEqual(5, sum(self.control.call("stats")["drops"].values()))
                self.assertEqual([], self.control.call("ack.list")["leases"])
                self.doCleanups()

    def test_a_permit_expires(self):
        self.start(radios=1)
        permit(self.control, BSSID, OTHER)
        self.announce(b"first")
        self.assert_next(0, b"first")
        permit(self.control, BSSID, ttl_ms=1000)
        until(
            "the end of one permit",
            lambda: len(self.control.call("announce.list")["permits"]) == 1,
        )
        self.assert_dropped(b"second")
        self.announce(b"renewed", OTHER)
        self.assert_next(0, b"renewed", OTHER)

    def test_a_permit_is_revoked(self):
        self.start(radios=1)
        permit(self.control, BSSID, OTHER)
        self.announce(b"first")
        self.assert_next(0, b"first")
        for revoked in (1, 0):
            self.assertEqual(
                {"revoked": revoked}, self.control.call("announce.revoke", bssids=[BSSID])
            )
        self.assert_dropped(b"second")
        self.announce(b"still", OTHER)
        self.assert_next(0, b"still", OTHER)

    def test_a_permit_outlives_its_session(self):
        self.start(radios=1)
        with self.controller() as other:
            permit(other, BSSID)
        self.announce(b"test")
        self.assert_next(0, b"test")

    def test_the_permitted_radio_announces(self):
        self.start()
        self.assert_dropped(b"none")
        permit(self.control, BSSID, radio=1)
        self.announce(b"second")
        self.assert_next(1, b"second")
        permit(self.control, BSSID, radio=0)
        self.announce(b"first")
        self.assert_next(0, b"first")
        permit(self.control, BSSID, radio=1)
        self.announce(b"again")
        self.assert_next(1, b"again")

    def test_a_lease_at_another_radio_wins(self):
        self.start()
        permit(self.control, BSSID, radio=0)
        lease = {"bssid": BSSID, "radio": 1}
        self.control.call("ack.lease", **lease, ttl_ms=60000)
        self.announce(b"lease")
        self.assert_next(1, b"lease")
        self.control.call("ack.release", **lease)
        self.announce(b"permit")
        self.assert_next(0, b"permit")

    def test_a_permit_holds_while_a_lease_is_installed(self):
        gate = Gate()
        self.start(gate=gate)
        # The agent's end needs operations, too.
        self.addCleanup(gate.open)
        permit(self.control, BSSID, radio=0)
        with self.controller() as other:
            request = {"bssid": BSSID, "radio": 1, "ttl_ms": 60000}
            request = {"jsonrpc": "2.0", "id": 1, "method": "ack.lease", "params": request}
            other.send(json.dumps(request).encode() + b"\n")
            gate.wait()
            self.announce(b"permit")
            self.assert_next(0, b"permit")
            gate.go()
            self.assertTrue(other.line()["result"]["created"])
        self.announce(b"lease")
        self.assert_next(1, b"lease")

    def test_as_many_permits_as_possible(self):
        self.start()
        bssids = [f"02:aa:bb:cc:{n >> 8:02x}:{n & 255:02x}" for n in range(1025)]
        most = bssids[:1024]
        for radio in (0, 1):
            result = permit(self.control, *most, radio=radio, ttl_ms=3600000)
            self.assertEqual({"radio": radio, "permitted": 1024}, result)
        self.assert_code(
            -32005,
            self.control,
            "announce.permit",
            radio=0,
            bssids=[bssids[0], bssids[-1]],
            ttl_ms=1000,
        )
        result = self.control.call("announce.list")
        self.assertEqual(1024, result["known"])
        self.assertEqual(most, [entry["bssid"] for entry in result["permits"]])
        self.assertEqual({1}, {entry["radio"] for entry in result["permits"]})
        self.assertLess(3500000, min(entry["remaining_ms"] for entry in result["permits"]))
        for bssid in (bssids[0], bssids[1023]):
            self.announce(b"test", bssid)
            self.assert_next(1, b"test", bssid)
        self.assertEqual({"revoked": 1024}, self.control.call("announce.revoke", bssids=most))

    def test_bad_requests_are_refused(self):
        self.start()
        good = {"radio": 0, "bssids": [BSSID], "ttl_ms": 60000}
        for code, bad in (
            (-32001, {"radio": 2}),
            (-32602, {"radio": "0"}),
            (-32602, {"ttl_ms": 999}),
            (-32602, {"ttl_ms": 3600001}),
            (-32602, {"bssids": BSSID}),
            (-32602, {"bssids": []}),
            (-32602, {"bssids": [BSSID] * 1025}),
            (-32602, {"bssids": [BSSID, "ff:ff:ff:ff:ff:ff"]}),
            (-32602, {"bssids": [BSSID, "02:00:00:00:ff:ff"]}),
            (-32602, {"bssids": [BSSID, None]}),
        ):
            with self.subTest(bad):
                self.assert_code(code, self.control, "announce.permit", **{**good, **bad})
                if code == -32602 and "bssids" in bad:
                    self.assert_code(code, self.control, "announce.revoke", **bad)
        self.assertEqual({"known": 0, "permits": []}, self.control.call("announce.list"))
        self.assert_dropped(b"test")


if __name__ == "__main__":
    unittest.main()
