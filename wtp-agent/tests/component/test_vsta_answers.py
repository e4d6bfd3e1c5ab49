#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests which scans of virtual stations memory answers, and when a radio leaves its channel.

Run it alone: make check-component COMPONENT_TESTS=vsta_answers
"""

import contextlib
import itertools
import select
import threading
import time
import unittest

from agent import Gate
from daemon import until
from frames import mac
from links import make_links
from vsta_frames import (
    ACTIVE,
    AP,
    AWAKE,
    GUEST,
    OTHER_AP,
    OTHER_GUEST,
    Done,
    GuestTest,
    beacon,
    echo,
    hello,
    injected,
    on_air,
    scan,
    uplink_data,
)

PROBE, PROBE_RESPONSE = 0x40, 0x0050


def setUpModule():
    make_links()


def batched(items, size):
    """Yields lists of at most this size."""
    rest = iter(items)
    while portion := list(itertools.islice(rest, size)):
        yield portion


class Answers(GuestTest):
    def begin(self, number=1, guest=GUEST, ssid=b"", mhz=2437):
        self.wire.send(scan(number, mhz, guest=guest, flags=ACTIVE, ssids=(ssid,)))

    def assert_asks(self, guest, ssid=b""):
        """Checks that the radio asks in the name of a virtual station."""
        frame = injected(self.next_injected(f"a probe request of {guest}"))
        self.assertEqual((PROBE, mac(guest)), (frame[0], frame[10:16]))
        self.assertEqual(bytes([0, len(ssid)]) + ssid, frame[24 : 26 + len(ssid)])

    def respond(self, guest, ssid=b"net"):
        """An access point answers a virtual station. Returns the frame."""
        frame = beacon(OTHER_AP, ssid, PROBE_RESPONSE, guest)
        self.air.send(on_air(frame, 2437))
        return frame

    def flood(self, bssids):
        """Lets the radio hear a beacon of each BSSID, in portions for which its socket has room. A
        weak beacon of a known access point shows when the agent has handled a portion."""
        for portion in batched(bssids, 256):
            before = self.heard()[OTHER_AP]
            for bssid in portion:
                self.air.send(on_air(beacon(bssid), 2437))
            self.air.send(on_air(beacon(OTHER_AP), 2437, -90))
            until("the end of a portion", lambda: self.heard()[OTHER_AP] < before)
        self.assertEqual(0, self.drops()["ring_full"])

    def assert_gets(self, frame, guest):
        got = self.received(
            f"a frame for {guest}", lambda f: f.kind == 0 and f.guest == mac(guest)[4:]
        )
        self.assertEqual(frame, got.frame)

    def heard(self):
        """Returns the signals of the BSSs by BSSID."""
        heard = self.control.call("bss.heard")["bss"]
        return {bss["bssid"]: bss["signal_dbm"] for bss in heard}

    def start_two(self):
        self.start()
        self.lease()
        self.lease(OTHER_GUEST)

    def test_an_answer_to_another_station_is_none(self):
        """mac80211 ignores probe responses to a foreign address. If the radio has not heard the
        access point's beacon, it asks again, for the other station."""
        self.start_two()
        self.begin()
        self.assert_asks(GUEST)
        response = self.respond(GUEST)
        self.assert_gets(response, GUEST)
        self.assertEqual(Done(0, 1, 1, 0), self.done())
        self.begin(guest=OTHER_GUEST)
        self.assert_asks(OTHER_GUEST)
        response = self.respond(OTHER_GUEST)
        self.assert_gets(response, OTHER_GUEST)
        self.assertEqual(Done(0, 1, 1, 0), self.done(OTHER_GUEST))
        # The same one again needs no probe request.
        self.begin(2, OTHER_GUEST)
        self.assert_gets(response, OTHER_GUEST)
        self.assertEqual(Done(0, 2, 0, 1), self.done(OTHER_GUEST))

    def test_a_beacon_answers_all(self):
        self.start_two()
        self.begin()
        self.assert_asks(GUEST)
        self.assert_gets(self.respond(GUEST), GUEST)
        self.air.send(on_air(beacon(OTHER_AP), 2437))
        self.assert_gets(beacon(OTHER_AP), GUEST)
        self.assertEqual(Done(0, 1, 1, 0), self.done())
        self.begin(guest=OTHER_GUEST)
        self.assert_gets(beacon(OTHER_AP), OTHER_GUEST)
        self.assertEqual(Done(0, 1, 0, 1), self.done(OTHER_GUEST))

    def test_a_flood_of_made_up_networks_leaves_the_real_ones(self):
        """Memory has no room for all, so the radio asks again, and only on this channel."""
        self.start()
        self.lease()
        for number, mhz in enumerate((2437, 2462), 1):
            self.begin(number, mhz=mhz)
            self.assert_asks(GUEST)
            self.air.send(on_air(beacon(OTHER_AP if mhz == 2437 else AP), mhz))
            self.assertEqual(Done(0, number, 1, 0), self.done())
        self.flood(f"02:ee:00:00:{number >> 8:02x}:{number & 255:02x}" for number in range(1000))
        self.assertIn(AP, self.heard())
        self.assertEqual(128, len(self.heard()))
        self.begin(3)
        self.assert_asks(GUEST)
        self.assertEqual(Done(0, 3, 1, 0), self.done())
        self.begin(4, mhz=2462)
        self.assert_gets(beacon(AP), GUEST)
        self.assertEqual(Done(0, 4, 0, 1), self.done())

    def test_a_hidden_network_answers_who_asks_for_it(self):
        self.start_two()
        self.begin(ssid=b"secret")
        self.assert_asks(GUEST, b"secret")
        self.air.send(on_air(beacon(OTHER_AP, b""), 2437))
        response = self.respond(GUEST, b"secret")
        self.assert_gets(beacon(OTHER_AP, b""), GUEST)
        self.assert_gets(response, GUEST)
        self.assertEqual(Done(0, 1, 1, 0), self.done())
        self.begin(guest=OTHER_GUEST, ssid=b"secret")
        self.assert_asks(OTHER_GUEST, b"secret")
        self.assertEqual(Done(0, 1, 1, 0), self.done(OTHER_GUEST))


class Leaving(GuestTest):
    """A radio leaves its channel when nothing is in flight and the access points know it."""

    def begin(self, **said):
        gate = Gate()
        self.start(gate=gate, in_flight=4)
        self.gate = gate
        for guest in (GUEST, OTHER_GUEST):
            lease = threading.Thread(target=self.lease, args=(guest,))
            lease.start()
            gate.let()
            lease.join()
        self.wire.send(hello(**said))

    def assert_stays(self):
        """Checks that the radio does not leave within the time of some attempts."""
        ready, _, _ = select.select([self.gate.begun], [], [], 0.3)
        self.assertFalse(ready, "it left its channel")

    def scan(self):
        self.wire.send(scan(1, 2437, guest=OTHER_GUEST, flags=ACTIVE, ssids=(b"",)))

    def answer_nulls(self, acked, seconds=3):
        """Answers null frames. Returns whether the radio begins an operation within the time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with contextlib.suppress(AssertionError):
                self.air.send(echo(self.next_injected(seconds=0.05), acked))
            if select.select([self.gate.begun], [], [], 0)[0]:
                return True
        return False

    def test_it_awaits_frames_in_flight(self):
        """They would go out on the other channel."""
        self.begin()
        self.wire.send(uplink_data(number=7))
        octets = self.next_injected("the frame")
        self.scan()
        self.assert_stays()
        self.air.send(echo(octets))
        self.received("the TX status", lambda f: f.kind == 1)
        self.assertTrue(self.answer_nulls(True), "it did not leave")

    def test_an_access_point_that_does_not_know_keeps_it(self):
        """It would lose what the access point sends meanwhile."""
        self.begin()
        self.scan()
        self.assertFalse(self.answer_nulls(False, 0.3), "it left its channel")
        # Frames of the station go out in between.
        self.wire.send(uplink_data(number=9))
        self.next_injected("the frame", lambda f: f[22:24] == b"\x90\0")
        self.assertTrue(self.answer_nulls(True), "it did not leave")

    def test_an_access_point_that_has_gone_does_not(self):
        """Others may scan soon, whatever a virtual station says of its access point."""
        self.begin()
        self.scan()
        self.assertTrue(self.answer_nulls(False), "it did not leave")

    def test_who_authenticates_has_the_channel_too(self):
        """It would miss the answers during a long visit, so the visit has short slots."""
        self.begin(flags=AWAKE)
        self.wire.send(scan(1, 2437, guest=OTHER_GUEST))
        self.gate.let(16)
        self.assertEqual(Done(0, 1, 1, 0), self.done(OTHER_GUEST))


if __name__ == "__main__":
    unittest.main(verbosity=2)
