#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests frames that exceed the MTU of the wire: A-MSDUs of stations, and long frames of VAPs.

Run it alone: make check-component COMPONENT_TESTS=segments
"""

import collections
import random
import socket
import struct
import unittest

from component import ComponentTest
from daemon import until
from frames import BSSID, STATION, data_frame, downlink, heard, tag, tagged
from links import Wire, make_links
from programs import run

SEGMENT = 0x53
SO_RCVBUFFORCE = 33  # of Linux; the module socket has no name for it
LENGTHS = (3839, 7935, 11000)
# What drops() ignores: it depends on the moment.
QUIET = ("status", "from_ap")


def setUpModule():
    make_links()


def set_mtu(mtu):
    for name in ("vap0", "wired0"):
        run("ip", "link", "set", name, "mtu", str(mtu))


def amsdu(length, number):
    """Returns QoS data of the station with an A-MSDU of this length."""
    qos = struct.pack("<H", 0x85)
    body = random.Random(number).randbytes(length)
    return data_frame(0x0188, BSSID, STATION, BSSID, qos + body, number)


def segments(whole, size, number):
    """Returns the segments of an Ethernet frame, with 'size' octets of its content each."""
    content = whole[14:]
    return [
        whole[:14]
        + struct.pack(">BBHHHI", SEGMENT, at // size, len(content), size, 0, number)
        + content[at : at + size]
        for at in range(0, len(content), size)
    ]


class Reader:
    """Reads frames from the wire, whole or in segments."""

    def __init__(self, test, vap, mtu):
        self.test, self.vap, self.mtu = test, vap, mtu
        self.segments = 0
        self.ids = set()
        self.vlans = set()

    def _next(self):
        octets = self.vap.receive("a frame", lambda f: f[12:14] == b"\x13\x37")
        self.test.assertLessEqual(len(octets) - 14, self.mtu)
        self.vlans.add(self.vap.vlan)
        return octets

    def frame(self):
        """Returns the next frame. Its segments follow each other."""
        first = octets = self._next()
        content = b""
        while octets[14] == SEGMENT:
            index, total, size, zero, number = struct.unpack_from(">BHHHI", octets, 15)
            part = octets[26:]
            self.test.assertEqual((first[:14], 0), (octets[:14], zero))
            self.test.assertEqual(
                (index * size, min(size, total - len(content))), (len(content), len(part))
            )
            content += part
            self.segments += 1
            self.ids.add(number)
            if len(content) == total:
                return first[:14] + content
            octets = self._next()
        return octets


def long_frame(control=0x0208, addr2=BSSID, addr3=BSSID, octet=b"1"):
    """Returns a frame to the station that exceeds the MTU."""
    return data_frame(control, STATION, addr2, addr3, octet * 2200)


def send_parts(vap, whole, number, vlan=None):
    """Sends a frame in two segments, with the tag of a VLAN if it is not None."""
    for part in segments(whole, 1120, number):
        vap.send(part if vlan is None else tagged(part, vlan))


class SegmentedFrames(ComponentTest):
    def drops(self, controller):
        """Returns the counters of dropped frames that are not 0."""
        drops = controller.call("stats")["drops"]
        return {name: n for name, n in drops.items() if n and name not in QUIET}

    def lease(self, controller):
        controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=60000)

    def check_uplink(self, mtu):
        set_mtu(mtu)
        with self.agent() as _, self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            reader = Reader(self, vap, mtu)
            split = sum(26 + 10 + length > mtu for length in LENGTHS)
            for number in range(30):
                frames = [amsdu(length, number) for length in (*LENGTHS, 20)]
                for frame in frames:
                    air.send(heard(frame))
                for frame in frames:
                    got = reader.frame()
                    self.assertEqual(tag(BSSID, level=0x100 - 42, priority=5), got[:6])
                    self.assertEqual(frame, got[14 + 10 :])
            self.assertEqual({}, self.drops(controller))
            stats = controller.call("stats")
            self.assertEqual(30 * 4, stats["up"]["frames"])
            self.assertEqual(30 * split, len(reader.ids), "an id for each frame")
            if split:
                self.assertGreaterEqual(reader.segments, 2 * 30 * split)

    def test_amsdus_at_1500(self):
        self.check_uplink(1500)

    def test_amsdus_at_1700(self):
        self.check_uplink(1700)

    def test_amsdus_at_9000(self):
        self.check_uplink(9000)

    def test_amsdus_at_12000(self):
        """All frames fit."""
        self.check_uplink(12000)

    def test_a_burst_is_whole(self):
        """The agent reads more long frames than one batch has room for."""
        set_mtu(9000)
        frames = [amsdu(7935, number) for number in range(60)]
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            reader = Reader(self, vap, 9000)
            vap.socket.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 1 << 23)
            for frame in frames:
                air.send(heard(frame))
            for frame in frames:
                self.assertEqual(frame, reader.frame()[14 + 10 :])
            self.assertEqual({}, self.drops(controller))

    def test_frames_longer_than_any_mpdu_are_counted(self):
        set_mtu(1700)
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            reader = Reader(self, vap, 1700)
            # An MPDU of 11454 octets, one of one more, and one that no buffer holds.
            for number, length in enumerate((11454 - 26, 11455 - 26, 12500), 1):
                air.send(heard(amsdu(length, number)))
            self.assertEqual(amsdu(11454 - 26, 1), reader.frame()[14 + 10 :])
            until("the drops", lambda: self.drops(controller) == {"too_long": 2})

    def test_the_mtu_becomes_smaller(self):
        """The agent notices that by the first frame that the kernel refuses."""
        set_mtu(1700)
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            reader = Reader(self, vap, 1500)
            set_mtu(1500)
            air.send(heard(amsdu(1600, 1)))
            until("the drop", lambda: self.drops(controller) == {"mtu": 1})
            air.send(heard(amsdu(1600, 2)))
            self.assertEqual(amsdu(1600, 2), reader.frame()[14 + 10 :])

    def test_no_segments_carry_a_frame(self):
        """At an MTU of 600, a frame of 11,000 octets needs more than 16 segments."""
        set_mtu(600)
        with self.agent(), self.controller() as controller, Wire("air0") as air:
            self.lease(controller)
            air.send(heard(amsdu(11000, 1)))
            until("the drop", lambda: self.drops(controller) == {"mtu": 1})

    def test_long_frames_of_vaps(self):
        """In any order, and those of two frames mixed."""
        set_mtu(1700)
        one = downlink(data_frame(0x0208, STATION, BSSID, BSSID, b"1" * 2200, 1))
        other = downlink(data_frame(0x0208, STATION, BSSID, BSSID, b"2" * 2200, 2))
        firsts, seconds = segments(one, 1120, 1), segments(other, 1120, 2)
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            for part in (firsts[1], seconds[0], firsts[0], seconds[1]):
                vap.send(part)
            for whole in (one, other):
                got = air.receive("the frame")[14:]
                self.assertEqual(whole[14 + 8 :], got[struct.unpack_from("<H", got, 2)[0] :])
            self.assertEqual({}, self.drops(controller))
            self.assertEqual(2, controller.call("stats")["down"]["frames"])

    def test_hostile_segments_of_vaps(self):
        """Each is counted, and the next frame arrives."""
        set_mtu(1700)
        frame = data_frame(0x0208, STATION, BSSID, BSSID, b"1" * 2200)
        whole = downlink(frame)
        parts = segments(whole, 1120, 1)
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            vap.send(parts[0])
            vap.send(parts[0])
            vap.send(segments(whole, 1121, 1)[1])
            vap.send(parts[1][:100])
            want = {"segment_repeated": 1, "segment_conflict": 1, "segment": 1}
            until("the drops", lambda: self.drops(controller) == want | {"segment_timeout": 1})
            for number in range(9):
                vap.send(segments(whole, 1120, 100 + number)[0])
            until(
                "five of nine are displaced",
                lambda: self.drops(controller)
                == want | {"segment_timeout": 5, "segment_evicted": 5},
            )
            other = BSSID[:-1] + "2"
            foreign = downlink(data_frame(0x0208, STATION, other, other, b"1" * 2200), bssid=other)
            for number in range(20):
                vap.send(segments(foreign, 1120, 200 + number)[0])
            until(
                "those without a lease take no room",
                lambda: self.drops(controller)
                == want | {"segment_timeout": 5, "segment_evicted": 5, "no_lease": 20},
            )
            for part in segments(parts[0], 600, 3):
                vap.send(part)
            until("a segment in segments", lambda: self.drops(controller)["segment"] == 2)
            for part in segments(whole, 1120, 2):
                vap.send(part)
            got = air.receive("the frame")[14:]
            self.assertEqual(frame, got[struct.unpack_from("<H", got, 2)[0] :])

    def assert_next(self, air, frame):
        """Checks that this is the next frame on the air."""
        got = air.receive("the frame")[14:]
        self.assertEqual(frame, got[struct.unpack_from("<H", got, 2)[0] :])

    def test_long_frames_in_another_name_are_dropped(self):
        """The VAP has a lease on the WTP; its host sends what it must not."""
        set_mtu(1700)
        other, leased = BSSID[:-1] + "2", BSSID[:-1] + "3"
        data, deauthentication = 0x0208, 0x00C0
        want = collections.Counter()
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air, Wire("air1") as second_air:
            self.lease(controller)
            controller.call("ack.lease", bssid=leased, radio=1, ttl_ms=60000)
            for number, (control, addr2, addr3, named, reason) in enumerate(
                (
                    (data, other, other, other, "no_lease"),
                    (data, other, other, BSSID, "vap_id"),
                    (data, BSSID, BSSID, other, "no_lease"),
                    (data, BSSID, BSSID, leased, "vap_id"),
                    (data, leased, leased, BSSID, "vap_id"),
                    (deauthentication, other, other, other, "no_lease"),
                    (deauthentication, other, other, BSSID, "vap_id"),
                    (deauthentication, BSSID, other, BSSID, "bssid"),
                    (deauthentication, BSSID, leased, BSSID, "bssid"),
                )
            ):
                frame = long_frame(control, addr2, addr3)
                send_parts(vap, downlink(frame, bssid=named), number)
                # Of a VAP without a lease, each segment is dropped.
                want[reason] += 2 if named == other else 1
                until(f"the drop for {reason}", lambda: self.drops(controller) == want)
            # Frames of the VAPs' own pass, as the first ones.
            for bssid, radio in ((BSSID, air), (leased, second_air)):
                own = long_frame(deauthentication, bssid, bssid)
                send_parts(vap, downlink(own, bssid=bssid), 100)
                self.assert_next(radio, own)
            self.assertEqual(want, self.drops(controller))
            self.assertEqual(2, controller.call("stats")["down"]["frames"])

    def test_segments_with_the_tags_of_two_vaps_are_no_frame(self):
        set_mtu(1700)
        other = BSSID[:-1] + "2"
        frame, own = long_frame(), long_frame(octet=b"2")
        named, renamed = (segments(downlink(frame, bssid=b), 1120, 1) for b in (BSSID, other))
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            self.lease(controller)
            controller.call("ack.lease", bssid=other, radio=1, ttl_ms=60000)
            vap.send(named[0])
            vap.send(renamed[1])
            send_parts(vap, downlink(own), 2)
            self.assert_next(air, own)
            until(
                "the end of both frames",
                lambda: self.drops(controller) == {"segment_timeout": 2},
            )

    def test_long_frames_of_a_vlan(self):
        """The agent sends and accepts segments with the tag of its VLAN only."""
        set_mtu(1700)
        foreign, own = long_frame(octet=b"2"), long_frame()
        other = BSSID[:-1] + "2"
        with self.agent(wtp_options="vlan = 7"), self.controller() as controller, Wire(
            "vap0"
        ) as vap, Wire("air0") as air:
            self.lease(controller)
            for vlan in (None, 8):
                send_parts(vap, downlink(foreign), 1, vlan)
            send_parts(vap, downlink(long_frame(addr2=other)), 2, 7)
            send_parts(vap, downlink(own), 1, 7)
            self.assert_next(air, own)
            self.assertEqual({"vap_id": 1}, self.drops(controller))
            self.assertEqual(1, controller.call("stats")["down"]["frames"])
            reader = Reader(self, vap, 1700)
            air.send(heard(amsdu(3839, 1)))
            self.assertEqual(amsdu(3839, 1), reader.frame()[14 + 10 :])
            self.assertEqual((3, {7}), (reader.segments, reader.vlans))


if __name__ == "__main__":
    unittest.main()
