#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests which virtual station has which channel.

Run it alone: make check-component COMPONENT_TESTS=vsta_channel
"""

import struct
import threading
import unittest

from agent import Gate
from daemon import until
from frames import data_frame, mac
from links import make_links
from vsta_frames import (
    AP,
    GUEST,
    HOME,
    NULL,
    OTHER_AP,
    OTHER_GUEST,
    GuestTest,
    auth,
    beacon,
    hello,
    injected,
    on_air,
    uplink_data,
)

PINNED, BUSY = 37, 39


def setUpModule():
    make_links()


class Channel(GuestTest):
    def frequency(self):
        return self.control.call("agent.info")["radios"][0]["frequency"]

    def assert_moves(self, mhz):
        until(f"{mhz} MHz", lambda: self.frequency() == mhz)

    def assert_refused(self, status, mhz, guest=GUEST, bssid=AP, algorithm=0, transaction=2):
        """Checks the answer to an authentication request. Returns its sequence number."""
        got = self.received("the refusal")
        self.assertEqual(
            (mac(guest)[4:], 0, bssid, -128), (got.guest, got.kind, got.source, got.level)
        )
        self.assertEqual(struct.pack("<BBHIH", 0, 0, 12, 1 << 3, mhz), got.radiotap[:10])
        body = struct.pack("<HHH", algorithm, transaction, status)
        number = int.from_bytes(got.frame[22:24], "little") >> 4
        self.assertEqual(data_frame(0x00B0, guest, bssid, bssid, body, number), got.frame)
        return number

    def test_the_first_hello_moves_a_free_radio(self):
        self.start("free")
        self.join(mhz=2437)
        self.assert_moves(2437)
        self.wire.send(auth())
        self.assertEqual(b"\xb0", injected(self.next_injected())[:1])
        # Only after that one can a hello without BSSID move it again.
        self.wire.send(hello(mhz=0, bssid=NULL))
        self.wire.send(hello(mhz=2462, bssid=NULL))
        self.assert_moves(2462)

    def test_frames_wait_for_the_move(self):
        gate = Gate()
        self.start("free", gate=gate)
        lease = threading.Thread(target=self.lease)
        lease.start()
        gate.let()
        lease.join()
        self.wire.send(hello(mhz=2437))
        gate.wait()
        self.wire.send(auth())
        self.wire.send(uplink_data(number=2))
        self.wire.send(hello(mhz=2437, guest="02:00:00:00:09:09"))
        self.assert_dropped("no_lease")
        self.assertEqual(0, self.control.call("stats")["down"]["frames"])
        gate.go()
        for _ in range(2):
            self.next_injected("a frame after the move")
        self.assertEqual(2437, self.frequency())

    def test_another_channel_is_refused_while_one_is_held(self):
        self.start("free")
        self.join(mhz=2437)
        self.assert_moves(2437)
        self.join(OTHER_GUEST, mhz=2462, bssid=OTHER_AP)
        self.wire.send(auth(OTHER_GUEST, OTHER_AP))
        self.assert_refused(BUSY, 2462, OTHER_GUEST, OTHER_AP)
        self.wire.send(auth(OTHER_GUEST, OTHER_AP, 3, 1))
        self.assert_refused(BUSY, 2462, OTHER_GUEST, OTHER_AP, 3, 1)
        self.wire.send(uplink_data(OTHER_GUEST, OTHER_AP))
        self.assert_dropped("channel", 3)
        self.assertEqual(2437, self.frequency())
        # On the same channel it is welcome, in any BSS.
        self.wire.send(hello(OTHER_GUEST, 2437, OTHER_AP))
        self.wire.send(auth(OTHER_GUEST, OTHER_AP))
        self.assertEqual(mac(OTHER_GUEST), injected(self.next_injected())[10:16])

    def test_a_channel_is_free_after_its_holder(self):
        self.start("free")
        self.join(mhz=2437)
        self.assert_moves(2437)
        self.join(OTHER_GUEST, mhz=2462, bssid=OTHER_AP)
        self.control.call("ack.release", bssid=GUEST, radio=0)
        self.wire.send(hello(OTHER_GUEST, 2462, OTHER_AP))
        self.assert_moves(2462)

    def test_a_pinned_radio_stays(self):
        self.start("pinned")
        self.join(mhz=2437)
        self.wire.send(auth())
        number = self.assert_refused(PINNED, 2437)
        # The driver drops a frame of a number that it got within a second.
        self.wire.send(auth())
        self.assertEqual((number + 1) % 4096, self.assert_refused(PINNED, 2437))
        self.wire.send(auth(algorithm=3, transaction=1))
        self.assert_refused(PINNED, 2437, algorithm=3, transaction=1)
        self.wire.send(auth()[:-1])
        self.assert_dropped("channel", 4)
        self.assertEqual(HOME, self.frequency())
        # A controller may move it.
        self.control.call("radio.set", radio=0, frequency=2437)
        self.wire.send(auth())
        self.next_injected()

    def test_a_hello_has_a_lifetime(self):
        """A virtual station that has died holds no channel."""
        self.start("free")
        self.join(mhz=2437)
        self.assert_moves(2437)
        self.lease(OTHER_GUEST)

        def moved():
            self.wire.send(hello(OTHER_GUEST, 2462, OTHER_AP))
            return self.frequency() == 2462

        until("the end of the other hello", moved, 8)
        self.wire.send(uplink_data())
        self.assert_dropped("channel", 1)
        self.air.send(on_air(beacon(), 2462))
        self.assert_dropped("from_ap", 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
