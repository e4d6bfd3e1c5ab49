#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests scans of virtual stations, and what a controller learns of them and of BSSs.

Run it alone: make check-component COMPONENT_TESTS=vsta_scan
"""

import struct
import threading
import unittest

from agent import Gate
from daemon import until
from frames import BSSID, STATION, data_frame, mac
from links import make_links
from vsta_frames import (
    ACTIVE,
    AP,
    ASSOCIATED,
    AWAKE,
    EVERYBODY,
    FRESH,
    GUEST,
    HOME,
    NULL,
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

PROBE, PROBE_RESPONSE, NULL_FRAME = 0x40, 0x0050, 0x48
POWER_SAVE = 0x10
THIRD_AP = "02:dd:00:00:00:03"


def setUpModule():
    make_links()


class Scans(GuestTest):
    def start_gated(self, **options):
        """Starts an agent whose radio waits at a gate for each operation, with one lease."""
        self.gate = Gate()
        self.start(gate=self.gate, **options)

    def begin(self, *frequencies, number=1, guest=GUEST, **options):
        self.wire.send(scan(number, *frequencies, guest=guest, **options))

    def hear(self, bssid, mhz):
        self.air.send(on_air(beacon(bssid), mhz))

    def assert_beacon(self, bssid, guest=GUEST):
        got = self.received(
            f"the beacon of {bssid}", lambda f: f.kind == 0 and f.guest == mac(guest)[4:]
        )
        self.assertEqual(beacon(bssid), got.frame)

    def test_a_passive_scan(self):
        self.start()
        self.lease()
        self.begin(2437, 2462)
        until("the visit of 2437 MHz", lambda: self.hears(OTHER_AP, 2437))
        self.assertEqual(Done(0, 1, 2, 0), self.done())
        self.assertEqual(HOME, self.control.call("agent.info")["radios"][0]["frequency"])
        self.assertEqual(0, self.control.call("stats")["down"]["frames"], "it asked for answers")

    def hears(self, bssid, mhz):
        """Sends a beacon. Returns true if the virtual station gets it."""
        self.hear(bssid, mhz)
        try:
            self.received("the beacon", lambda f: f.kind == 0, 0.1)
        except AssertionError:
            return False
        return True

    def test_an_active_scan_asks(self):
        """With each SSID, in the name of the virtual station. Nobody else gets the beacons."""
        self.start()
        self.lease()
        self.join(OTHER_GUEST, bssid=NULL, mhz=0)
        self.begin(2437, flags=ACTIVE, ssids=(b"", b"net"))
        for ssid in (b"", b"net"):
            frame = injected(self.next_injected("a probe request"))
            header = data_frame(PROBE, EVERYBODY, GUEST, EVERYBODY)[:22]
            self.assertEqual(header, frame[:22])
            self.assertEqual(bytes([0, len(ssid)]) + ssid + b"\1\x08", frame[24 : 28 + len(ssid)])
        self.hear(OTHER_AP, 2437)
        answer = data_frame(PROBE_RESPONSE, GUEST, OTHER_AP, OTHER_AP, bytes(12))
        self.air.send(on_air(answer, 2437))
        self.assert_beacon(OTHER_AP)
        self.assertEqual(answer, self.received().frame)
        self.assertEqual(Done(0, 1, 1, 0), self.done())

    def test_a_frequency_that_the_radio_lacks_is_skipped(self):
        self.start()
        self.lease()
        self.begin(7105, 2437)
        self.assertEqual(Done(0, 1, 1, 0), self.done())

    def test_repetitions(self):
        """They change nothing under way, and are answered afterwards."""
        self.start()
        self.lease()
        for _ in range(3):
            self.begin(2437, 2412)
        self.assertEqual(Done(0, 1, 2, 0), self.done())
        self.begin(2437, 2412)
        self.assertEqual(Done(0, 1, 2, 0), self.done())
        self.begin(2437, number=2, flags=FRESH)
        self.assertEqual(Done(0, 2, 1, 0), self.done())

    def test_a_new_scan_replaces_the_old_one(self):
        self.start()
        self.lease()
        self.begin(*range(2412, 2462, 5))
        self.begin(2437, number=2)
        self.assertEqual(Done(0, 2, 1, 0), self.done())

    def test_scans_are_merged(self):
        """One visit serves both."""
        self.start_gated()
        self.lease_at_gate(GUEST)
        self.lease_at_gate(OTHER_GUEST)
        self.begin(2462, 2437)
        self.gate.wait()
        self.begin(2437, 2462, guest=OTHER_GUEST)
        self.gate.go()
        self.gate.let()
        # The second one began during the visit of 2462: it shares that of 2437.
        for _ in range(4):
            self.gate.let()
        self.assertEqual(Done(0, 1, 2, 0), self.done())
        self.assertEqual(Done(0, 1, 2, 0), self.done(OTHER_GUEST))

    def lease_at_gate(self, guest):
        thread = threading.Thread(target=self.lease, args=(guest,))
        thread.start()
        self.gate.let()
        thread.join()

    def test_memory(self):
        self.start()
        self.lease()
        self.lease(OTHER_GUEST)
        self.begin(2437, flags=ACTIVE, ssids=(b"",))
        self.next_injected("the probe request")
        self.hear(OTHER_AP, 2437)
        self.assert_beacon(OTHER_AP)
        self.assertEqual(Done(0, 1, 1, 0), self.done())
        # Another one asks for all SSIDs too: it gets the same beacon.
        self.begin(2437, guest=OTHER_GUEST, flags=ACTIVE, ssids=(b"",))
        got = self.received("the remembered beacon", lambda f: f.kind == 0)
        self.assertEqual((beacon(OTHER_AP), -42), (got.frame, got.level))
        self.assertEqual(2437, struct.unpack_from("<H", got.radiotap, 10)[0])
        self.assertEqual(Done(0, 1, 0, 1), self.done(OTHER_GUEST))
        self.assertEqual(1, self.control.call("stats")["down"]["frames"])
        # Another SSID, a passive scan, and a fresh one are not answered so.
        self.begin(2437, guest=OTHER_GUEST, number=2, flags=ACTIVE, ssids=(b"x",))
        self.assertEqual(Done(0, 2, 1, 0), self.done(OTHER_GUEST))
        self.begin(2437, guest=OTHER_GUEST, number=3)
        self.assertEqual(Done(0, 3, 1, 0), self.done(OTHER_GUEST))
        self.begin(2437, guest=OTHER_GUEST, number=4)
        self.assertEqual(Done(0, 4, 0, 1), self.done(OTHER_GUEST))
        self.begin(2437, guest=OTHER_GUEST, number=5, flags=FRESH)
        self.assertEqual(Done(0, 5, 1, 0), self.done(OTHER_GUEST))

    def test_an_associated_station_dozes_meanwhile(self):
        """Its access point gets null frames, and its own frames wait."""
        self.start_gated(in_flight=4)
        self.lease_at_gate(GUEST)
        self.wire.send(hello())
        self.lease_at_gate(OTHER_GUEST)
        self.wire.send(uplink_data(number=7))
        self.air.send(echo(self.next_injected()))
        self.received("the TX status", lambda f: f.kind == 1)
        self.begin(2437, guest=OTHER_GUEST, flags=ACTIVE, ssids=(b"",))
        octets = self.next_injected("the null frame")
        doze = injected(octets)
        self.assertEqual(data_frame(0x1148, AP, GUEST, AP, b"", 7 + 2048), doze)
        # Without an acknowledgement once more, and then it goes.
        self.air.send(echo(octets, False))
        octets = self.next_injected("the null frame again")
        self.assertEqual(bytes([doze[0], doze[1] | 8]) + doze[2:], injected(octets))
        self.air.send(echo(octets))
        self.gate.wait()
        self.wire.send(uplink_data(number=8))
        self.wire.send(uplink_data(OTHER_GUEST))
        self.assert_dropped("channel")
        self.gate.go()
        self.assertEqual(PROBE, injected(self.next_injected("the probe request"))[0])
        self.gate.let()
        octets = self.next_injected("the null frame that ends it")
        self.assertEqual(data_frame(0x0148, AP, GUEST, AP, b"", 7 + 2049), injected(octets))
        self.air.send(echo(octets))
        octets = self.next_injected("the frame that waited")
        self.assertEqual(data_frame(0x0108, AP, GUEST, AP, number=8), injected(octets))
        self.assertEqual(Done(0, 1, 1, 0), self.done(OTHER_GUEST))
        # No status of the null frames is for a virtual station.
        self.air.send(echo(octets))
        status = self.received("the status", lambda f: f.kind == 1)
        self.assertEqual(injected(octets)[:24], status.frame)

    def test_a_dozing_station_stays_so(self):
        self.start_gated()
        self.lease_at_gate(GUEST)
        self.wire.send(hello(flags=ASSOCIATED))
        self.lease_at_gate(OTHER_GUEST)
        self.begin(2437, guest=OTHER_GUEST, flags=ACTIVE, ssids=(b"",))
        self.gate.let(2)
        self.assertEqual(Done(0, 1, 1, 0), self.done(OTHER_GUEST))
        self.assertEqual(1, self.control.call("stats")["down"]["frames"], "the probe request")

    def test_vaps_get_nothing_of_other_channels(self):
        self.start()
        self.lease()
        self.lease(BSSID, role="ap")
        self.air.send(on_air(data_frame(0x0108, BSSID, STATION, BSSID), 2437))
        self.air.send(on_air(data_frame(0x0108, BSSID, STATION, BSSID, b"here"), HOME))
        got = self.received("the frame")
        self.assertEqual(b"here", got.frame[24:])

    def test_the_end_of_the_lease_ends_the_scan(self):
        self.start()
        self.lease()
        self.begin(2437, *range(5180, 5475, 5), flags=ACTIVE, ssids=(b"",))
        # The wire and the control connection have no common order.
        self.next_injected("the first scan's probe request")
        self.control.call("ack.release", bssid=GUEST, radio=0)
        self.lease()
        self.begin(2462)
        self.assertEqual(Done(0, 1, 1, 0), self.done())


class Lists(GuestTest):
    def stations(self):
        return self.control.call("vsta.list")["stations"]

    def test_vsta_list(self):
        self.start()
        self.lease()
        (station,) = self.stations()
        self.assertTrue(0 < station.pop("remaining_ms") <= 60000)
        expected = {
            "station": GUEST,
            "radio": 0,
            "frequency": 0,
            "bssid": NULL,
            "ssid": "",
            "awake": False,
            "associated": False,
            "on_channel": False,
        }
        self.assertEqual(expected, station)
        self.wire.send(hello())
        self.air.send(on_air(beacon(), signal_dbm=-60))
        self.received("the beacon")
        self.air.send(on_air(beacon(), signal_dbm=-44))
        self.received("the beacon")
        (station,) = self.stations()
        station.pop("remaining_ms")
        expected |= {
            "frequency": HOME,
            "bssid": AP,
            "ssid": b"net".hex(),
            "awake": True,
            "associated": True,
            "on_channel": True,
            "signal_dbm": -58,
        }
        self.assertEqual(expected, station)
        self.wire.send(hello(mhz=2437, flags=AWAKE))
        until("the hello", lambda: not self.stations()[0]["on_channel"])
        self.lease(BSSID, role="ap")
        self.assertEqual(1, len(self.stations()))

    def test_bss_heard(self):
        self.start()
        self.assertEqual([], self.control.call("bss.heard")["bss"])
        for number in range(130):
            self.air.send(on_air(beacon(f"02:dd:00:00:01:{number:02x}")))
        last = "02:dd:00:00:01:81"

        def is_first():
            """Hears the last one again, as those of one millisecond have no order."""
            self.air.send(on_air(beacon(last)))
            return [bss["bssid"] for bss in self.control.call("bss.heard")["bss"]][:1] == [last]

        until("the last one", is_first)
        heard = self.control.call("bss.heard")["bss"]
        self.assertEqual(128, len(heard))
        self.assertTrue(0 <= heard[0].pop("age_ms") < 5000)
        self.assertEqual(
            {"bssid": "02:dd:00:00:01:81", "radio": 0, "frequency": HOME, "signal_dbm": -42},
            heard[0],
        )

    def test_a_bss_of_a_neighbouring_channel(self):
        """A radio hears it on its own channel. The element DS Parameter Set names the BSS's."""
        self.start()
        frame = beacon() + b"\3\1\2"
        self.air.send(on_air(frame, HOME))
        until("the BSS", lambda: self.control.call("bss.heard")["bss"])
        self.assertEqual(2417, self.control.call("bss.heard")["bss"][0]["frequency"])

    def test_a_radio_without_stations_notes_no_bss(self):
        self.start("off")
        self.air.send(on_air(beacon()))
        self.assert_dropped("from_ap")
        self.assertEqual([], self.control.call("bss.heard")["bss"])
        self.assertEqual([], self.stations())


if __name__ == "__main__":
    unittest.main(verbosity=2)
