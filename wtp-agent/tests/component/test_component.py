#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the whole agent over Ethernet "radios": frames, control, unauthorised peers.

Run in a network namespace of its own: AGENT=... unshare -n test_component.py
"""

import contextlib
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import unittest

import harness
from harness import (
    BSSID,
    STATION,
    Agent,
    Controller,
    Pki,
    RpcError,
    Wire,
    data_frame,
    downlink,
    heard,
    mac,
    tag,
    until,
    wtp_cert,
)

RADIO0, RADIO1 = {"radio": 0}, {"radio": 1}


def setUpModule():
    harness.make_links()


class ComponentTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def agent(self, **options):
        return Agent(harness.binary(), self.pki, **options)

    def controller(self, **options):
        return Controller(self.pki, **options)

    def assert_code(self, code, controller, method, **params):
        with self.assertRaises(RpcError) as caught:
            controller.call(method, **params)
        self.assertEqual(code, caught.exception.code, caught.exception)


class Frames(ComponentTest):
    def test_uplink(self):
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        with self.agent(), Wire("vap0") as vap, Wire("air0") as air:
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

    def test_vlan(self):
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        down = downlink(data_frame(0x0208, STATION, BSSID, BSSID))
        with self.agent(wtp_options="vlan = 7"), Wire("vap0") as vap, Wire(
            "air0"
        ) as air, self.controller() as controller:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            air.send(heard(frame))
            # The kernel removes the VLAN tag from the frame, so the test reads the socket's metadata.
            packet = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
            packet.setsockopt(263, 8, 1)  # SOL_PACKET, PACKET_AUXDATA
            packet.bind(("vap0", 3))
            packet.settimeout(5)
            with contextlib.closing(packet):
                vlans = set()
                while len(vlans) < 1:
                    _, auxiliary, _, address = packet.recvmsg(4096, 256)
                    if address[2] != socket.PACKET_OUTGOING:
                        vlans.add(struct.unpack_from("H", auxiliary[0][2], 16)[0] & 0xFFF)
                self.assertEqual({7}, vlans)
            vap.send(down)  # untagged: ignored
            vap.send(down[:12] + b"\x81\0\0\x08" + down[12:])
            vap.send(down[:12] + b"\x81\0\0\x07" + down[12:])
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

    def test_too_long_for_the_wire(self):
        with self.agent(), self.controller() as controller, Wire("air0") as air:
            air.send(heard(data_frame(0x0108, BSSID, STATION, BSSID, bytes(1750))))
            until("the drop", lambda: controller.call("stats")["drops"]["mtu"] == 1)

    def test_announcement(self):
        with self.agent(), Wire("vap0") as vap:
            got = vap.receive("an announcement", lambda f: f[12:14] == b"\x13\x38")
            self.assertEqual(b"\x13\x38CMAC", got[:6])
            self.assertIn(b"\x01\x0ecomponent test\x02\x06\x7f\0\0\x01\x13\x37", got)

    def test_interface_goes_down_and_comes_back(self):
        with self.agent(), Wire("vap0") as vap:
            harness.run("ip", "link", "set", "wired0", "down")
            harness.run("ip", "link", "set", "wired0", "up")
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

    def send(self, number, *stages, station=STATION, **tags):
        frame = data_frame(0x0208, station, BSSID, BSSID, number=number)
        self.vap.send(downlink(frame, station=station, radiotap=harness.chain(*stages), **tags))

    def injected(self):
        return harness.Injected(self.air.receive("an injected frame"))

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
        self.assertEqual((0, [(108, 2, 0), (48, 2, 0), (12, 0, 0)]), harness.status_chain(status))
        self.assertEqual(first.frame[:24], status[-24:], "the unchanged header")
        stats = self.control.call("stats")
        self.assertEqual((1, 1), (stats["down"]["frames"], stats["again"]["frames"]))
        self.assertEqual(1, stats["tx_status"])

    def test_the_chain_ends(self):
        self.send(7, (108, 2), (12, 4))
        for _ in range(2):
            self.air.send(self.injected().echo(False))
        self.assertEqual((1, [(108, 2, 0), (12, 4, 0)]), harness.status_chain(self.status()))

    def test_the_tag_overrides_radiotap(self):
        self.send(7, (108, 2), (12, 4), rate=22)
        frame = self.injected()
        self.assertEqual((22, 5), (frame.rate, frame.retries))
        self.air.send(frame.echo(False))
        self.assertEqual((1, [(22, 6, 1), (12, 0, 0)]), harness.status_chain(self.status()))

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


class Control(ComponentTest):
    def test_all_addresses(self):
        with self.agent(address="announce = 192.0.2.7"), Wire("vap0") as vap:
            for host in ("127.0.0.1", "::1"):
                with self.controller(host=host) as controller:
                    controller.call("stats")
            vap.receive("192.0.2.7 announced", lambda f: b"\xc0\0\2\7\x13\x37" in f)

    def test_info(self):
        with self.agent(), self.controller() as controller:
            info = controller.call("agent.info")
            self.assertEqual(harness.WTP, info["wtp"])
            self.assertEqual(1, info["protocol"])
            self.assertEqual([0, 1], [radio["index"] for radio in info["radios"]])
            self.assertEqual(
                [{"ifname": "wired0", "mtu": 1700}],
                [{k: w[k] for k in ("ifname", "mtu")} for w in info["wired"]],
            )
            self.assertEqual([], info["leases"])

    def test_lease(self):
        with self.agent(), self.controller() as controller:
            lease = {"bssid": BSSID, "radio": 0}
            self.assertEqual(
                {**lease, "ttl_ms": 60000, "created": True},
                controller.call("ack.lease", **lease, ttl_ms=60000),
            )
            self.assertFalse(controller.call("ack.lease", **lease, ttl_ms=1000)["created"])
            self.assertLessEqual(controller.call("ack.list")["leases"][0]["remaining_ms"], 1000)
            until("the lease to expire", lambda: not controller.call("ack.list")["leases"])
            self.assertFalse(controller.call("ack.release", **lease)["released"])
            controller.call("ack.lease", **lease, ttl_ms=60000)
            self.assertTrue(controller.call("ack.release", **lease)["released"])

    def test_bad_leases_are_refused(self):
        with self.agent(), self.controller() as controller:
            for bad in (
                "ff:ff:ff:ff:ff:ff",
                "01:00:00:00:00:01",
                "00:00:00:00:00:00",
                "02:00:00:00:ff:ff",
                "nonsense",
                7,
                None,
            ):
                self.assert_code(-32602, controller, "ack.lease", bssid=bad, ttl_ms=1000, **RADIO0)
            self.assert_code(-32602, controller, "ack.lease", bssid=BSSID, ttl_ms=999, **RADIO0)
            self.assert_code(-32001, controller, "ack.lease", bssid=BSSID, ttl_ms=1000, radio=2)
            for last in "12":
                controller.call("ack.lease", bssid=BSSID[:-1] + last, ttl_ms=9000, **RADIO0)
            self.assert_code(
                -32002, controller, "ack.lease", bssid=BSSID[:-1] + "3", ttl_ms=1000, **RADIO0
            )
            self.assert_code(-32002, controller, "ack.lease", bssid=BSSID, ttl_ms=1000, **RADIO1)
            self.assertEqual(2, len(controller.call("ack.list")["leases"]))

    def test_radio_set(self):
        with self.agent(), self.controller() as controller:
            self.assertEqual(
                {"radio": 0, "frequency": 2462, "power_dbm": 17},
                controller.call("radio.set", frequency=2462, power_dbm=17, **RADIO0),
            )
            self.assert_code(-32602, controller, "radio.set", frequency=1, **RADIO0)
            self.assertEqual(2462, controller.call("radio.set", **RADIO0)["frequency"])

    def test_airtime_set(self):
        with self.agent(), self.controller() as controller:
            changed = {"scheduler": False, "sparse": False, "target_ms": 20, "interval_ms": 300}
            self.assertEqual(
                [{**RADIO1, **changed}],
                controller.call("airtime.set", **RADIO1, **changed)["radios"],
            )
            self.assertTrue(controller.call("airtime.get", **RADIO0)["scheduler"])
            radios = controller.call("airtime.set", scheduler=False)["radios"]
            self.assertEqual([False, False], [radio["scheduler"] for radio in radios])
            self.assert_code(-32602, controller, "airtime.set")
            self.assert_code(-32602, controller, "airtime.set", target_ms=0)
            self.assert_code(-32602, controller, "airtime.set", weight=256)
            self.assert_code(-32001, controller, "airtime.set", radio=2, sparse=True)
            self.assert_code(-32001, controller, "airtime.get", radio=2)
            for number in range(257):
                address = f"02:00:00:00:{number >> 8:02x}:{number & 255:02x}"
                setting = {"address": address, "weight": 300}
                if number < 256:
                    controller.call("airtime.set", **setting)
                else:
                    self.assert_code(-32004, controller, "airtime.set", **setting)
            self.assertEqual(256, len(controller.call("airtime.get", **RADIO0)["weights"]))

    def test_signal_report(self):
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        with self.agent(), self.controller() as controller, Wire("air0") as air:
            controller.call("signal.subscribe", interval_ms=20)
            for dbm in (-40, -48):
                air.send(heard(frame, dbm))
            frames = 0
            while frames < 2:
                report = controller.line()
                self.assertEqual("signal.report", report["method"])
                (station,) = report["params"]["stations"]
                frames = station["frames"]
            self.assertEqual(
                {"station": STATION, "last_dbm": -48, "ewma_dbm": -41.0, "frames": 2}, station
            )
            controller.call("signal.subscribe", interval_ms=0)
            self.assert_code(-32602, controller, "signal.subscribe", interval_ms=19)

    def test_log_level(self):
        with self.agent(), self.controller() as controller:
            self.assertEqual({"level": "debug"}, controller.call("log.level", level="debug"))
            self.assert_code(-32602, controller, "log.level", level="loud")

    def test_several_requests_in_pieces(self):
        request = b'{"jsonrpc":"2.0","id":%d,"method":"ack.list"}\n'
        with self.agent(), self.controller() as controller:
            for octet in request % 1 + (request % 2)[:9]:
                controller.send(bytes([octet]))
            controller.send((request % 2)[9:] + request % 3)
            self.assertEqual([1, 2, 3], [controller.line()["id"] for _ in range(3)])

    def test_invalid_json(self):
        with self.agent(), self.controller() as controller:
            for text, code in (
                (b"nonsense", -32700),
                (b"[]", -32600),
                (b"\xff", -32700),
                (b'{"id":1}', -32600),
                (b"", -32700),
                (b"{} {}", -32700),
            ):
                controller.send(text + b"\n")
                self.assertEqual(code, controller.line()["error"]["code"], text)
            self.assert_code(-32601, controller, "no.such")

    def test_longest_line(self):
        with self.agent(), self.controller() as controller:
            controller.send(b" " * (65536 - 2) + b"[]\n")
            self.assertEqual(-32600, controller.line()["error"]["code"])
            controller.call("ack.list")
            controller.send(b" " * 65536 + b"7")
            self.assertEqual("the line is too long", controller.line()["error"]["message"])
            self.assertTrue(controller.ended())

    def test_many_answers_unread(self):
        with self.agent(), self.controller() as slow, self.controller() as other:
            slow.socket.settimeout(0.5)
            with contextlib.suppress(TimeoutError):
                while True:
                    slow.send(b'{"jsonrpc":"2.0","id":1,"method":"agent.info"}\n' * 100)
            other.call("stats")


class WrongPeers(ComponentTest):
    def assert_refused(self, agent, reason, **options):
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            with self.controller(**options) as controller:
                controller.call("stats")
        until(f"'{reason}' in the log", lambda: reason in agent.log())

    def test_refused(self):
        for reason, options in (
            ("unable to get local issuer", {"authority": "other"}),
            ("unsuitable certificate purpose", {"cert": wtp_cert()}),
            ("not a controller's", {"cert": "stranger"}),
            ("peer did not return a certificate", {"cert": None}),
            ("unsupported protocol", {"version": ssl.TLSVersion.TLSv1_2}),
        ):
            with self.subTest(reason), self.agent() as agent:
                self.assert_refused(agent, reason, **options)
                with contextlib.suppress(ssl.SSLError, ConnectionError), self.controller(
                    **options
                ) as again:
                    again.call("stats")
                with self.controller() as controller:
                    controller.call("stats")
                self.assertEqual(1, agent.log().count("refused"), "logged once")

    def test_garbage(self):
        with self.agent() as agent:
            with socket.create_connection(("127.0.0.1", harness.PORT)) as raw:
                raw.sendall(b"GET / HTTP/1.1\r\n\r\n")
                raw.settimeout(5)
                with contextlib.suppress(ConnectionResetError):
                    while raw.recv(100):
                        pass
            until("the refusal in the log", lambda: "refused" in agent.log())

    def test_silent_sessions_are_ended(self):
        with self.agent() as agent, self.controller() as idle, self.controller() as half, socket.create_connection(
            ("127.0.0.1", harness.PORT)
        ) as silent:
            half.send(b"{")
            for connection in (idle.socket, half.socket, silent):
                connection.settimeout(15)
            started = time.monotonic()
            self.assertTrue(idle.ended())
            self.assertTrue(half.ended())
            self.assertEqual(b"", silent.recv(1))
            self.assertGreater(time.monotonic() - started, 5)
            self.assertIn("waited too long", agent.log())

    def test_silent_connections_make_room(self):
        with self.agent(), contextlib.ExitStack() as stack:
            for _ in range(40):
                stack.enter_context(socket.create_connection(("127.0.0.1", harness.PORT)))
            stack.enter_context(self.controller()).call("stats")


class Start(ComponentTest):
    def test_privileges_are_dropped(self):
        with self.agent() as agent:
            status = agent.status()
            kept = f"{1 << 12 | 1 << 13:016x}"  # CAP_NET_ADMIN, CAP_NET_RAW
            self.assertIn(f"CapPrm:\t{kept}", status)
            self.assertIn("CapBnd:\t" + "0" * 16, status)
            self.assertNotIn("Uid:\t0", status)

    def start(self, config):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
            file.write(config)
            file.flush()
            return subprocess.run(
                [harness.binary(), "--foreground", "--config", file.name],
                capture_output=True,
                text=True,
                timeout=10,
            )

    def config(self, **changes):
        cert = changes.pop("cert", self.pki.path("good", wtp_cert()))
        text = harness.CONFIG.format(
            wtp=harness.WTP,
            pki=self.pki.path("good", ""),
            cert=cert,
            wtp_options="",
            address="address = 127.0.0.1",
            in_flight=0,
        )
        for old, new in changes.get("replace", ()):
            text = text.replace(old, new)
        return text

    def assert_not_started(self, why, config):
        ended = self.start(config)
        self.assertEqual(1, ended.returncode)
        self.assertIn(why, ended.stderr)

    def test_errors_at_the_start_are_reported(self):
        self.assert_not_started(
            "nowhere0: No such device", self.config(replace=[("wired0", "nowhere0")])
        )
        self.assert_not_started(
            "the certificate is of another WTP",
            self.config(cert=self.pki.path("good", wtp_cert("02:00:00:00:00:98"))),
        )
        self.assert_not_started(
            "no user 'nosuchuser'",
            self.config(
                replace=[
                    (
                        "[radio]\nphy = ether:radio0",
                        "user = nosuchuser\n[radio]\n" "phy = ether:radio0",
                    )
                ]
            ),
        )

    def test_a_key_that_others_can_read(self):
        key = self.pki.path("good", wtp_cert() + ".key")
        key.chmod(0o644)
        try:
            self.assert_not_started("other users can read the key", self.config())
        finally:
            key.chmod(0o600)

    def test_a_deleted_interface_ends_the_agent(self):
        with self.agent() as agent:
            try:
                harness.run("ip", "link", "del", "air1")
                self.assertEqual(1, agent.process.wait(5))
                self.assertIn("ether:radio1: the interface no longer exists", agent.log())
            finally:
                harness.make_link("air1", "radio1")
            agent.expected_code = 1

    def test_a_small_mtu_is_reported(self):
        harness.run("ip", "link", "set", "wired0", "mtu", "1500")
        try:
            with self.agent() as agent:
                self.assertIn("the MTU is 1500", agent.log())
        finally:
            harness.run("ip", "link", "set", "wired0", "mtu", "1700")


class PkiScript(ComponentTest):
    def test_refuses_to_overwrite(self):
        for command in (("init",), ("controller",), ("wtp", harness.WTP)):
            ended = subprocess.run(
                [harness.PKI, command[0], self.pki.path("good", ""), *command[1:]],
                capture_output=True,
                text=True,
            )
            self.assertEqual(1, ended.returncode)
            self.assertIn("does not overwrite", ended.stderr)

    def test_bad_ids(self):
        for bad in ("x", "03:00:00:00:00:01", "00:00:00:00:00:00"):
            ended = subprocess.run(
                [harness.PKI, "wtp", self.pki.path("good", ""), bad], capture_output=True, text=True
            )
            self.assertEqual(1, ended.returncode)

    def test_key_modes(self):
        for key in self.pki.folder.glob("*/*.key"):
            self.assertEqual(0o600, key.stat().st_mode & 0o777)


if __name__ == "__main__":
    unittest.main()
