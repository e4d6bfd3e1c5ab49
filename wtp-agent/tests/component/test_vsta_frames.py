#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests which frames the whole agent forwards for virtual stations.

Run it alone: make check-component COMPONENT_TESTS=vsta_frames
"""

import unittest

from frames import BSSID, STATION, data_frame, downlink, mac, tagged
from links import Wire, make_links
from vsta_frames import (
    AP,
    EVERYBODY,
    GUEST,
    HOME,
    NULL,
    OTHER_AP,
    OTHER_GUEST,
    GuestTest,
    auth,
    beacon,
    echo,
    hello,
    injected,
    message,
    on_air,
    scan,
    uplink_data,
)


def setUpModule():
    make_links()


def from_ap(receiver, bssid=AP, control=0x0208, source=STATION):
    """Returns a data frame of an access point."""
    return data_frame(control, receiver, bssid, source)


class Downlink(GuestTest):
    def sent(self, frame, receiver=AP, guest=GUEST):
        self.wire.send(downlink(frame, receiver, guest))

    def test_data_goes_out_and_its_status_comes_back(self):
        self.start(in_flight=4)
        self.join()
        self.wire.send(uplink_data(number=5))
        octets = self.next_injected()
        self.assertEqual(data_frame(0x0108, AP, GUEST, AP, number=5), injected(octets))
        self.air.send(echo(octets))
        status = self.received("the TX status")
        self.assertEqual((mac(GUEST)[4:], 1, AP), (status.guest, status.kind, status.source))

    def test_what_a_client_sends(self):
        self.start()
        self.join()
        for control in (0x0000, 0x0020, 0x0040, 0x00A0, 0x00B0, 0x00C0, 0x00D0, 0x0108, 0x0148):
            frame = data_frame(control, AP, GUEST, AP)
            self.sent(frame)
            self.assertEqual(frame, injected(self.next_injected(f"type {control:04x}")))
        wildcard = data_frame(0x0040, EVERYBODY, GUEST, EVERYBODY)
        self.sent(wildcard, EVERYBODY)
        self.assertEqual(wildcard, injected(self.next_injected("the probe request")))
        for receiver, bssid in (
            (OTHER_AP, OTHER_AP),
            (OTHER_AP, EVERYBODY),
            (EVERYBODY, EVERYBODY),
        ):
            public = data_frame(0x00D0, receiver, GUEST, bssid, b"\4\x0a")
            self.sent(public, receiver)
            self.assertEqual(public, injected(self.next_injected("the public action frame")))
        self.assertEqual(0, sum(self.drops().values()))

    def test_what_a_client_does_not_send(self):
        self.start()
        self.join()
        bad = [
            data_frame(0x0080, EVERYBODY, GUEST, GUEST),  # beacon
            data_frame(0x0050, AP, GUEST, GUEST),  # probe response
            data_frame(0x0010, AP, GUEST, GUEST),  # association response
            data_frame(0x00E0, AP, GUEST, AP),  # action no ack
            data_frame(0x80B0, AP, GUEST, AP, bytes(16)),  # with HT control
            data_frame(0x0208, AP, GUEST, STATION),  # from the DS
            data_frame(0x0008, AP, GUEST, AP),  # direct
            data_frame(0x0108, OTHER_AP, GUEST, AP),  # to another access point
            data_frame(0x00A4, OTHER_AP, GUEST, AP),  # PS-Poll to another one
            data_frame(0x00B4, AP, GUEST, AP),  # RTS
            data_frame(0x00C0, OTHER_AP, GUEST, OTHER_AP, b"\7\0"),  # deauthentication
            data_frame(0x00C0, STATION, GUEST, AP, b"\7\0"),  # to another client
            data_frame(0x00A0, EVERYBODY, GUEST, AP, b"\7\0"),
            data_frame(0x00D0, EVERYBODY, GUEST, EVERYBODY, b"\0\4"),  # spectrum management
            data_frame(0x00D0, EVERYBODY, GUEST, AP, b"\4\4"),  # public, as of the access point
        ]
        for number, frame in enumerate(bad, 1):
            self.sent(frame)
            self.assert_dropped("role", number)
        # In the name of another station, even if that is a VAP or no one.
        for other in (AP, STATION):
            self.sent(data_frame(0x0108, AP, other, AP))
        self.assert_dropped("vap_id", 2)
        self.assertEqual(0, self.control.call("stats")["down"]["frames"])

    def test_without_a_lease_nothing_goes_out(self):
        self.start()
        self.wire.send(hello())
        self.assert_dropped("no_lease", 1)
        self.wire.send(uplink_data())
        self.assert_dropped("no_lease", 2)
        # A client's management frames have another BSSID than their transmitter.
        self.wire.send(auth())
        self.assert_dropped("no_lease", 3)
        self.sent(data_frame(0x0040, EVERYBODY, GUEST, EVERYBODY), EVERYBODY)
        self.assert_dropped("no_lease", 4)
        self.lease(role="ap")
        self.wire.send(hello())
        self.assert_dropped("no_lease", 5)
        # A VAP's do not.
        self.wire.send(auth())
        self.assert_dropped("bssid", 1)
        self.control.call("announce.permit", radio=0, bssids=[BSSID], ttl_ms=60000)
        self.sent(data_frame(0x00C0, STATION, BSSID, STATION), STATION, BSSID)
        self.assert_dropped("bssid", 2)

    def test_without_a_hello_nothing_goes_out(self):
        self.start()
        self.lease()
        self.wire.send(uplink_data())
        self.assert_dropped("channel", 1)
        self.wire.send(hello(mhz=0))
        self.wire.send(uplink_data())
        self.assert_dropped("channel", 2)
        self.wire.send(hello(mhz=HOME, bssid=NULL))
        self.wire.send(uplink_data())
        self.assert_dropped("role", 1)
        self.control.call("ack.release", bssid=GUEST, radio=0)
        self.lease()
        self.wire.send(auth())
        self.assert_dropped("channel", 3)

    def test_malformed_messages(self):
        self.start()
        self.lease()
        for number, body in enumerate((b"\2\1", b"\x05" + bytes(14), b"\4" + bytes(14)), 1):
            self.wire.send(message(GUEST, body))
            self.assert_dropped("message", number)
        self.wire.send(hello()[:5] + b"\x99" + hello()[6:])
        self.assert_dropped("message", 4)

    def test_a_flood_of_messages(self):
        self.start()
        self.join()
        for _ in range(200):
            self.wire.send(hello())
        self.wire.send(message(GUEST, b"\2\1"))
        self.assert_dropped("message", 1)
        # A burst of 50, with the first hello.
        self.assertTrue(50 < self.drops()["message_rate"] <= 151, self.drops())


class Uplink(GuestTest):
    def heard(self, frame, **air):
        self.air.send(on_air(frame, **air))

    def assert_next(self, frame, guest=GUEST):
        got = self.received(f"{frame[:24].hex()} for {guest}")
        self.assertEqual((mac(guest)[4:], 0), (got.guest, got.kind))
        self.assertEqual(frame, got.frame)
        return got

    def test_a_frame_to_the_guest(self):
        self.start()
        self.lease()
        frame = from_ap(GUEST)
        self.heard(frame)
        got = self.assert_next(frame)
        self.assertEqual((AP, -42), (got.source, got.level))
        self.assertEqual(HOME.to_bytes(2, "little"), got.radiotap[10:12])
        for control in (0x0010, 0x0050, 0x00B0, 0x00C0, 0x00D0):
            frame = data_frame(control, GUEST, AP, AP)
            self.heard(frame)
            self.assert_next(frame)
        self.assertEqual(0, sum(self.drops().values()))

    def test_beacons_and_group_frames_of_the_bss(self):
        """One copy for each virtual station that joined, and none for the other one."""
        self.start(radio_options=("stations = pinned\nmax-leases = 3", ""))
        third = "02:00:00:00:02:03"
        self.join()
        self.join(OTHER_GUEST)
        self.join(third, bssid=OTHER_AP)
        for frame in (beacon(), from_ap(EVERYBODY), data_frame(0x00C0, EVERYBODY, AP, AP)):
            self.heard(frame)
            self.assert_next(frame)
            self.assert_next(frame, OTHER_GUEST)
        self.heard(beacon(OTHER_AP))
        self.assert_next(beacon(OTHER_AP), third)
        self.heard(from_ap(EVERYBODY, "02:dd:00:00:00:09"))
        self.assert_dropped("from_ap")

    def test_frames_longer_than_any_mpdu(self):
        """One of 11454 octets arrives, in segments of the MTU 1700, and no longer one."""
        self.start()
        self.join()
        for receiver in (GUEST, EVERYBODY):
            self.heard(from_ap(receiver) + bytes(11455 - len(from_ap(receiver))))
        self.assert_dropped("too_long", 2)
        self.heard(from_ap(GUEST) + bytes(11454 - len(from_ap(GUEST))))
        # A segment names the length of the whole frame with its radiotap header, of 15 octets.
        octets = self.wire.receive("a segment", lambda octets: octets[12:14] == b"\x13\x37")
        self.assertEqual((0x53, 15 + 11454), (octets[14], int.from_bytes(octets[16:18], "big")))
        self.assert_dropped("too_long", 2)

    def test_other_radios_and_networks(self):
        self.start()
        self.join()
        self.heard(from_ap(OTHER_GUEST))
        self.heard(data_frame(0x0050, OTHER_GUEST, AP, AP))
        self.heard(data_frame(0x0108, AP, STATION, AP))
        self.assert_dropped("from_ap", 2)
        self.assert_dropped("foreign", 1)
        # Another radio of this WTP receives it too.
        with Wire("air1") as other:
            other.send(on_air(data_frame(0x0108, GUEST, STATION, GUEST)))
        self.assert_dropped("foreign", 2)
        # What only the radio's hardware answers.
        self.heard(data_frame(0x00B4, GUEST, AP, AP))
        self.heard(from_ap(GUEST))
        self.assert_next(from_ap(GUEST))

    def test_a_vap_on_the_same_radio(self):
        """It gets its stations' frames, and no virtual station does."""
        self.start()
        self.join()
        self.lease(BSSID, role="ap")
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        self.heard(frame)
        self.assert_next(frame, BSSID)
        frame = data_frame(0x0208, STATION, BSSID, BSSID)
        self.wire.send(downlink(frame))
        self.assertEqual(frame, injected(self.next_injected()))

    def test_all_that_a_virtual_station_gets_has_the_vlan(self):
        """Its frames and its messages. Hellos of another VLAN, or without one, count for nothing."""
        self.start(in_flight=4, wtp_options="vlan = 7")
        self.lease()
        for vlan in (None, 8):
            greeting = hello() if vlan is None else tagged(hello(), vlan)
            self.wire.send(greeting)
        self.wire.send(tagged(uplink_data(), 7))
        self.assert_dropped("channel")
        self.wire.send(tagged(hello(), 7))
        self.wire.send(tagged(uplink_data(number=5), 7))
        octets = self.next_injected()
        self.assertEqual(data_frame(0x0108, AP, GUEST, AP, number=5), injected(octets))
        self.air.send(echo(octets))
        self.assertEqual(1, self.received("the TX status").kind)
        self.assertEqual(7, self.wire.vlan)
        self.heard(from_ap(GUEST))
        self.assert_next(from_ap(GUEST))
        self.assertEqual(7, self.wire.vlan)
        self.wire.send(tagged(scan(1, HOME), 7))
        self.assertEqual(1, self.done().id)
        self.assertEqual(7, self.wire.vlan)

    def test_a_free_radio_forwards_nothing_to_vaps(self):
        """It may hear their beacons from the wire, where a switch floods them."""
        self.start("free")
        vap_beacon = beacon(BSSID, b"cloudmac")
        self.wire.send(downlink(vap_beacon, EVERYBODY, BSSID))
        self.assert_dropped("no_lease")
        self.heard(data_frame(0x0040, EVERYBODY, STATION, EVERYBODY, b"\0\0"))
        self.heard(data_frame(0x00B0, BSSID, STATION, BSSID, bytes(6)))
        self.assert_dropped("foreign", 2)
        self.assertEqual(0, self.control.call("stats")["up"]["frames"])

    def test_the_signal_report_has_no_access_points(self):
        self.start()
        self.join()
        self.control.call("signal.subscribe", interval_ms=20)
        self.heard(beacon())
        self.assert_next(beacon())
        self.lease(BSSID, role="ap")
        self.heard(data_frame(0x0108, BSSID, STATION, BSSID))
        report = self.control.notification("signal.report")
        self.assertEqual([STATION], [entry["station"] for entry in report["stations"]])


if __name__ == "__main__":
    unittest.main(verbosity=2)
