#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests how the whole agent forwards frames over Ethernet "radios".

Run it alone: make check-component COMPONENT_TESTS=frames
"""

import contextlib
import struct
import time
import unittest

import frames
from component import ComponentTest
from daemon import until
from frames import (
    BSSID,
    Injected,
    STATION,
    chain,
    data_frame,
    downlink,
    heard,
    mac,
    status_chain,
    tag,
    tagged,
    token_of,
)
from links import Wire, make_links
from programs import run


def setUpModule():
    make_links()


class Frames(ComponentTest):
    def test_uplink(self):
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            air.send(heard(frame))
            got = vap.receive("the frame", lambda f: f[12:14] == b"\x13\x37")
            self.assertEqual(tag(BSSID, level=0x100 - 42), got[:6])
            self.assertEqual(mac(STATION), got[6:12])
            self.assertEqual(frame, got[14 + 10 :], "without its FCS")
            self.assertEqual(0, got[14 + 8] & 0x10, "the FCS flag")

    def test_downlink_without_a_lease_is_dropped(self):
        frame = data_frame(0x0208, STATION, BSSID, BSSID)
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air1"
        ) as air:
            vap.send(downlink(frame))
            until("the drop", lambda: controller.call("stats")["drops"]["no_lease"] == 1)
            controller.call("ack.lease", bssid=BSSID, radio=1, ttl_ms=5000)
            vap.send(downlink(frame, rate=22, level=10))
            got = air.receive("the frame")[14:]
            self.assertEqual(frame, got[struct.unpack_from("<H", got, 2)[0] :])
            self.assertEqual(22, got[8], "the tag's rate")
            self.assertEqual(10, got[9], "the tag's power")
            self.assertEqual(0x30, got[10], "TX flags")
            stats = controller.call("stats")
            self.assertEqual(1, stats["down"]["frames"])

    def test_frames_in_another_name_are_dropped(self):
        """The VAP has a lease on the WTP; its host sends what it must not."""
        other = BSSID[:-1] + "2"
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            for addr2, addr3, named, reason in (
                (other, other, other, "no_lease"),
                (other, other, BSSID, "vap_id"),
                (BSSID, other, BSSID, "bssid"),
            ):
                deauth = data_frame(0x00C0, STATION, addr2, addr3, b"\1\0")
                vap.send(downlink(deauth, bssid=named))
                until(
                    f"the drop for {reason}",
                    lambda reason=reason: controller.call("stats")["drops"][reason] == 1,
                )
            good = data_frame(0x00C0, STATION, BSSID, BSSID, b"\1\0")
            vap.send(downlink(good))
            got = air.receive("the VAP's own frame")[14:]
            self.assertEqual(good, got[struct.unpack_from("<H", got, 2)[0] :])
            self.assertEqual(1, controller.call("stats")["down"]["frames"])

    def test_foreign_frames_stay_off_the_wire(self):
        """Neither a lease nor a beacon names their network."""
        everyone, other = "ff:ff:ff:ff:ff:ff", BSSID[:-1] + "2"
        kinds = (
            data_frame(0x0108, BSSID, STATION, other),  # data
            data_frame(0x00B0, BSSID, STATION, BSSID, bytes(6)),  # authentication
            data_frame(0x00D0, BSSID, STATION, everyone, b"\4\x0a"),  # public action
            data_frame(0x0040, everyone, STATION, everyone, b"\0\4test"),  # probe request
            data_frame(0x0040, BSSID, STATION, BSSID, b"\0\0"),
        )
        last = data_frame(0x0040, everyone, STATION, everyone, b"\0\0")
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:

            def pass_on(frames, passed):
                for frame in frames + (last,):
                    air.send(heard(frame))
                for frame in passed + (last,):
                    got = vap.receive("a frame", lambda f: f[12:14] == b"\x13\x37")
                    self.assertEqual(frame, got[14 + 10 :])

            pass_on(kinds, ())
            self.assertEqual(len(kinds), controller.call("stats")["drops"]["foreign"])
            self.assertEqual(1, len(controller.call("stations.airtime")["stations"]))
            # A VAP that another WTP serves: its beacons arrive, and are not sent.
            vap.send(downlink(frames.beacon(b"test")))
            until("the beacon", lambda: controller.call("stats")["drops"]["no_lease"])
            pass_on(kinds, kinds)
            foreign = data_frame(0x0108, other, STATION, BSSID)
            pass_on((foreign,), ())
            controller.call("ack.lease", bssid=other, radio=1, ttl_ms=5000)
            pass_on((foreign,), (foreign,))
            self.assertEqual(len(kinds) + 1, controller.call("stats")["drops"]["foreign"])

    def test_probes_before_the_first_beacon(self):
        """To a leased BSSID all pass; of others those with the SSID that the controller names."""
        everyone, other = "ff:ff:ff:ff:ff:ff", BSSID[:-1] + "2"
        ssid = b"test".hex()
        named = data_frame(0x0040, everyone, STATION, everyone, b"\0\4test")
        last = data_frame(0x0040, everyone, STATION, everyone, b"\0\0")
        directed = (
            data_frame(0x0040, BSSID, STATION, BSSID, b"\0\5other"),
            data_frame(0x0040, BSSID, STATION, everyone, b"\0\5other"),
            data_frame(0x0040, BSSID, STATION, BSSID, b"\0\0"),
        )
        for how in "lease", "permit":
            with self.subTest(how=how), self.agent(), self.controller() as controller, Wire(
                "vap0"
            ) as vap, Wire("air0") as air:

                def pass_on(frames, passed):
                    for frame in frames + (last,):
                        air.send(heard(frame))
                    for frame in passed + (last,):
                        got = vap.receive("a frame", lambda f: f[12:14] == b"\x13\x37")
                        self.assertEqual(frame, got[14 + 10 :])

                if how == "lease":
                    controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
                    pass_on(directed + (named,), directed)
                    controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000, ssid=ssid)
                else:
                    pass_on((named,), ())
                    controller.call(
                        "announce.permit",
                        bssids=[other, BSSID],
                        radio=0,
                        ttl_ms=5000,
                        ssids=[None, ssid],
                    )
                pass_on((named,), (named,))

    def test_ssids_of_leases_and_permits_are_checked(self):
        lease = {"bssid": BSSID, "radio": 0, "ttl_ms": 5000}
        permit = {"bssids": [BSSID], "radio": 0, "ttl_ms": 5000}
        with self.agent(), self.controller() as controller:
            for wrong in "abc", "0g", "00" * 33, 5, None:
                self.assert_code(-32602, controller, "ack.lease", ssid=wrong, **lease)
            for wrong in "00", [], ["00", "00"], ["abc"], [5]:
                self.assert_code(-32602, controller, "announce.permit", ssids=wrong, **permit)
            self.assertEqual([], controller.call("ack.list")["leases"])
            self.assertEqual([], controller.call("announce.list")["permits"])

    def test_signals_of_a_station_that_another_wtp_serves(self):
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            controller.call("signal.subscribe", interval_ms=100)
            vap.send(downlink(frames.beacon(b"test")))
            until("the beacon", lambda: controller.call("stats")["drops"]["no_lease"])
            air.send(heard(data_frame(0x0108, BSSID, STATION, BSSID)))
            foreign = STATION[:-1] + "1"
            air.send(heard(data_frame(0x0108, foreign, foreign, foreign)))
            report = controller.line()
            self.assertEqual([STATION], [s["station"] for s in report["params"]["stations"]])

    def test_probe_requests_of_a_station_are_limited(self):
        everyone = "ff:ff:ff:ff:ff:ff"
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            probe = heard(data_frame(0x0040, everyone, STATION, everyone, b"\0\0"))
            began = time.monotonic()
            for _ in range(200):
                air.send(probe)
            stats = until(
                "all probe requests",
                lambda: (
                    (now := controller.call("stats"))["up"]["frames"] + now["drops"]["probe_rate"]
                    == 200
                )
                and now,
            )
            took = time.monotonic() - began
            self.assertTrue(25 <= stats["up"]["frames"] <= 26 + 25 * took, (stats, took))
            other = STATION[:-1] + "1"
            air.send(heard(data_frame(0x0040, everyone, other, everyone, b"\0\0")))
            vap.receive("another station's", lambda f: f[6:12] == mac(other))

    def test_new_transmitters_are_limited(self):
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            vap.send(downlink(data_frame(0x0208, STATION, BSSID, BSSID)))
            air.receive("the station's frame", lambda f: mac(STATION) in f)
            strangers = [f"02:55:00:00:{n >> 8:02x}:{n & 255:02x}" for n in range(400)]
            began = time.monotonic()
            for stranger in strangers:
                air.send(heard(data_frame(0x0108, BSSID, stranger, BSSID)))
            stats = until(
                "all frames",
                lambda: (
                    (now := controller.call("stats"))["up"]["frames"] + now["drops"]["newcomers"]
                    == 400
                )
                and now,
            )
            took = time.monotonic() - began
            self.assertTrue(100 <= stats["up"]["frames"] <= 101 + 100 * took, (stats, took))
            air.send(heard(data_frame(0x0108, BSSID, STATION, BSSID)))
            vap.receive("the station's", lambda f: f[6:12] == mac(STATION))

    def test_vlan(self):
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        down = downlink(data_frame(0x0208, STATION, BSSID, BSSID))
        with self.agent(wtp_options="vlan = 7"), Wire("vap0") as vap, Wire(
            "air0"
        ) as air, self.controller() as controller:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            air.send(heard(frame))
            vap.receive("the frame", lambda f: f[12:14] == b"\x13\x37")
            self.assertEqual(7, vap.vlan)
            vap.send(down)  # untagged: ignored
            vap.send(tagged(down, 8))
            vap.send(tagged(down, 7))
            air.receive("the frame of VLAN 7")
            stats = controller.call("stats")
            self.assertEqual(1, stats["down"]["frames"])
            self.assertEqual(0, sum(stats["drops"].values()))

    def test_malformed_frames_are_counted(self):
        good = downlink(data_frame(0x0208, STATION, BSSID, BSSID))
        with self.agent(), self.controller() as controller, Wire("vap0") as vap, Wire(
            "air0"
        ) as air:
            for bad, reason in (
                (good[:6] + b"\x02" + good[7:], "version"),
                (good[:9] + b"\x0f" + good[10:], "kind"),
                (bytes(6) + good[6:], "address"),
                (good[:14] + b"\x01" + good[15:], "radiotap"),
                (good[:17], "short"),
                (good[:30], "80211"),
            ):
                before = controller.call("stats")["drops"][reason]
                vap.send(bad)
                until(
                    f"{reason} to be counted",
                    lambda reason=reason, before=before: controller.call("stats")["drops"][reason]
                    == before + 1,
                )
            for length in range(60):
                air.send(heard(data_frame(0x0108, BSSID, STATION, BSSID))[: 14 + length])
            beacon = struct.pack("<HH6s6s6sH", 0x80, 0, b"\xff" * 6, mac(BSSID), mac(BSSID), 0)
            air.send(heard(beacon + bytes(12)))
            until("the beacon's drop", lambda: controller.call("stats")["drops"]["from_ap"] == 1)

    def test_announcement(self):
        with self.agent(), Wire("vap0") as vap:
            got = vap.receive("an announcement", lambda f: f[12:14] == b"\x13\x38")
            self.assertEqual(b"\x13\x38CMAC", got[:6])
            self.assertIn(b"\x01\x0ecomponent test\x02\x06\x7f\0\0\x01\x13\x37", got)

    def test_interface_goes_down_and_comes_back(self):
        with self.agent(), Wire("vap0") as vap:
            run("ip", "link", "set", "wired0", "down")
            run("ip", "link", "set", "wired0", "up")
            vap.receive("an announcement", lambda f: f[12:14] == b"\x13\x38")


def is_status(octets):
    return octets[12:14] == b"\x13\x37" and octets[0] == 0x12 and octets[3] & 15 == 1


class Chains(ComponentTest):
    """Tests chains of rates. The test is the radio: it sends the TX status of injected frames."""

    def setUp(self):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        stack.enter_context(self.agent(in_flight=2))
        self.control = stack.enter_context(self.controller())
        self.vap = stack.enter_context(Wire("vap0"))
        self.air = stack.enter_context(Wire("air0"))
        self.control.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=60000)

    def send(self, number, *stages, station=STATION, token=None, **tags):
        frame = data_frame(0x0208, station, BSSID, BSSID, number=number)
        radiotap = chain(*stages, token=token)
        self.vap.send(downlink(frame, station=station, radiotap=radiotap, **tags))

    def injected(self):
        return Injected(self.air.receive("an injected frame"))

    def status(self):
        return self.vap.receive("the TX status", is_status)

    def test_the_next_rate_is_tried(self):
        self.send(7, (108, 2), (48, 3), (12, 4))
        first = self.injected()
        self.assertEqual((108, 1, False), (first.rate, first.retries, first.retry))
        self.air.send(first.echo(False))
        second = self.injected()
        self.assertEqual(
            (48, 2, True, 7), (second.rate, second.retries, second.retry, second.number)
        )
        second.retries = 1
        self.air.send(second.echo(True))
        status = self.status()
        self.assertEqual((0, [(108, 2, 0), (48, 2, 0), (12, 0, 0)]), status_chain(status))
        self.assertEqual(first.frame[:24], status[-24:], "the unchanged header")
        stats = self.control.call("stats")
        self.assertEqual((1, 1), (stats["down"]["frames"], stats["again"]["frames"]))
        self.assertEqual(1, stats["tx_status"])

    def test_the_chain_ends(self):
        self.send(7, (108, 2), (12, 4))
        for _ in range(2):
            self.air.send(self.injected().echo(False))
        self.assertEqual((1, [(108, 2, 0), (12, 4, 0)]), status_chain(self.status()))

    def test_the_token_is_copied(self):
        for token, acked in ((0xDEADBEEF, True), (1, False)):
            self.send(7, (108, 2), token=token)
            self.air.send(self.injected().echo(acked))
            status = self.status()
            self.assertEqual(token, token_of(status))
            self.assertEqual((int(not acked), [(108, 2, 0)]), status_chain(status))
        self.send(8, (108, 2))
        self.air.send(self.injected().echo(True))
        self.assertIsNone(token_of(self.status()))

    def test_the_token_of_a_dropped_frame_is_copied(self):
        for number in range(1, 12):
            self.send(number, (12, 1), token=number)
        status = self.status()
        (number,) = struct.unpack("<H", status[-2:])
        self.assertEqual(number >> 4, token_of(status))

    def test_the_tag_overrides_radiotap(self):
        self.send(7, (108, 2), (12, 4), rate=22)
        frame = self.injected()
        self.assertEqual((22, 5), (frame.rate, frame.retries))
        self.air.send(frame.echo(False))
        self.assertEqual((1, [(22, 6, 1), (12, 0, 0)]), status_chain(self.status()))

    def test_later_frames_of_the_same_station_wait(self):
        other = STATION[:-1] + "1"
        self.send(1, (108, 2), (12, 4))
        self.send(2, (108, 2), (12, 4))
        self.send(3, (108, 2), (12, 4), station=other)
        first, third = self.injected(), self.injected()
        self.assertEqual((1, 3), (first.number, third.number))
        self.air.send(first.echo(False))
        again = self.injected()
        self.assertEqual((1, True), (again.number, again.retry))
        self.air.send(again.echo(True))
        self.assertEqual(2, self.injected().number)

    def test_flight_is_bounded(self):
        for number in range(1, 5):
            self.send(number, (12, 1))
        flying = [self.injected(), self.injected()]
        # A TX status makes room for one frame, so the next one is frame 3.
        self.air.send(flying[0].echo(True))
        self.assertEqual(3, self.injected().number)
        self.air.send(flying[1].echo(True))
        self.assertEqual(4, self.injected().number)

    def test_queue_is_bounded(self):
        # Two frames of the station are in flight and eight wait. A burst waits in the socket first.
        for number in range(1, 12):
            self.send(number, (12, 1))
        until("the drop", lambda: 1 <= self.control.call("stats")["drops"]["queue_full"] <= 3)
        # The first of the station's waiting frames made room, and its VAP gets a TX status.
        (number,) = struct.unpack("<H", self.status()[-2:])
        self.assertIn(number >> 4, range(1, 4))

    def test_lost_status(self):
        for number in range(1, 4):
            self.send(number, (12, 1))
        until("the losses", lambda: self.control.call("stats")["drops"]["status_lost"] == 2)
        until("the wait", lambda: self.control.call("stats")["drops"]["queue_old"] == 1)
        self.send(4, (12, 1))
        self.assertEqual(
            [1, 2, 4], [self.injected().number for _ in range(3)], "the third one waited too long"
        )

    def test_airtime(self):
        self.send(7, (108, 2), (12, 4))
        for _ in range(2):
            self.air.send(self.injected().echo(False))
        self.status()
        self.air.send(heard(data_frame(0x0108, BSSID, STATION, BSSID)))
        until(
            "the frame",
            lambda: self.control.call("stations.airtime")["stations"][0]["rx"]["frames"],
        )
        (station,) = self.control.call("stations.airtime")["stations"]
        self.assertEqual((STATION, 0), (station["station"], station["radio"]))
        # 31 octets and FCS: 302 bits, 2 symbols at 54 Mb/s, 13 at 6 Mb/s; 26 us around.
        self.assertEqual(
            {
                "frames": 1,
                "bytes": 35,
                "tries": 6,
                "acked": 0,
                "us": 2 * (26 + 8) + 4 * (26 + 52),
            },
            station["tx"],
        )
        self.assertEqual({"frames": 1, "bytes": 35, "tries": 1, "acked": 1, "us": 0}, station["rx"])

    def test_airtime_scheduler(self):
        settings = {"address": STATION, "weight": 512}
        self.control.call("airtime.set", **settings)
        self.send(7, (12, 2), (12, 4))
        for acknowledged in (False, True):
            self.air.send(self.injected().echo(acknowledged))
        self.status()
        result = self.control.call("airtime.get", radio=0)
        (station,) = result.pop("stations")
        self.assertGreater(result.pop("memory"), 0)
        self.assertEqual(
            {
                "radio": 0,
                "scheduler": True,
                "sparse": True,
                "target_ms": 5,
                "interval_ms": 100,
                "memory_max": 4096 * 1024,
                "weights": [settings],
                "known": 1,
            },
            result,
        )
        for key in ("share_permille", "sojourn_us"):
            station.pop(key)
        # 13 symbols at 6 Mb/s and 26 us for each of six tries; 50 us for SIFS and ACK.
        self.assertEqual(
            {
                "station": STATION,
                "bssid": BSSID,
                "weight": 512,
                "tx_us": 6 * (26 + 52) + 60,
                "rx_us": 0,
                "frames": 0,
                "bytes": 0,
                "sent": 1,
                "drops": {"codel": 0, "full": 0},
            },
            station,
        )


if __name__ == "__main__":
    unittest.main()
