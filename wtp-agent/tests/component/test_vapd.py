#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the whole cloudmac-vapd over TLS, with made-up hostapds.

Run in a network namespace of its own: VAPD=... unshare -n test_vapd.py
"""

import contextlib
import os
import pathlib
import signal
import ssl
import subprocess
import tempfile
import unittest

import harness
from fake_hostapd import FakeHostapd
from harness import Controller, Pki, RpcError, until, wtp_cert

BSSID = "02:aa:bb:cc:00:01"
OTHER = "02:aa:bb:cc:00:02"
STATION = "02:00:00:00:01:00"

CONFIG = """
[vap-host]
name = {name}
{folders}
[control]
address = 127.0.0.1
idle-timeout = 10
ca = {pki}/ca.pem
cert = {pki}/vap-host-{name}.pem
key = {pki}/vap-host-{name}.key
"""


class Daemon:
    """Runs cloudmac-vapd and collects its messages."""

    def __init__(self, pki, *folders, arguments=()):
        self.pki, self.folders, self.arguments = pki, folders, arguments

    def __enter__(self):
        self.files = tempfile.TemporaryDirectory()
        config = pathlib.Path(self.files.name) / "vapd.conf"
        config.write_text(
            CONFIG.format(
                name=harness.VAP_HOST,
                pki=self.pki.path("good", ""),
                folders="".join(f"control = {folder}\n" for folder in self.folders),
            )
        )
        self.log_path = pathlib.Path(self.files.name) / "log"
        with self.log_path.open("w") as log:
            self.process = subprocess.Popen(
                [os.environ["VAPD"], "--foreground", "--config", str(config), *self.arguments],
                stderr=log,
            )
        until("the daemon to run unprivileged", self._is_ready)
        return self

    def _is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the daemon ended: {self.log()}")
        return "NoNewPrivs:\t1" in self.status()

    def status(self):
        return pathlib.Path(f"/proc/{self.process.pid}/status").read_text()

    def log(self):
        return self.log_path.read_text()

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(10)
        log = self.log()
        self.files.cleanup()
        if error[0] is None:
            assert code == 0 and "Sanitizer" not in log, f"the daemon ended with {code}:\n{log}"
        elif log:
            print(log)


def setUpModule():
    harness.run("ip", "link", "set", "lo", "up")
    # The kernel must not hold megabytes for a peer that does not read.
    for name in ("rmem", "wmem"):
        pathlib.Path(f"/proc/sys/net/ipv4/tcp_{name}").write_text("4096 65536 65536")


class VapdTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.certificates = tempfile.TemporaryDirectory()
        cls.pki = Pki(cls.certificates.name)

    @classmethod
    def tearDownClass(cls):
        cls.certificates.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.folder = pathlib.Path(folder.name) / "hostapd"
        self.folder.mkdir(0o770)

    def daemon(self, *folders, **options):
        return Daemon(self.pki, *(folders or (self.folder,)), **options)

    def controller(self, **options):
        return Controller(self.pki, port=harness.VAP_HOST_PORT, **options)

    def hostapd(self, *arguments, **options):
        return FakeHostapd(self.folder, *arguments, **options)

    @contextlib.contextmanager
    def session(self, *arguments, **options):
        """A daemon, a VAP and a subscriber that knows the VAP."""
        with self.hostapd(*arguments, **options) as hostapd, self.daemon() as daemon:
            with self.controller() as controller:
                self.subscribe(controller)
                yield hostapd, daemon, controller

    def subscribe(self, controller, *bssids):
        """Subscribes, and waits until these VAPs, or the usual one, are up."""
        missing = set(bssids or [BSSID])
        self.assertEqual({"enabled": True}, controller.call("vaps.subscribe", enabled=True))
        missing -= {vap["bssid"] for vap in controller.call("vaps.list")["vaps"]}
        while missing:
            missing.discard(controller.notification("vap.up")["bssid"])

    def assert_code(self, code, controller, method, **params):
        with self.assertRaises(RpcError) as caught:
            controller.call(method, **params)
        self.assertEqual(code, caught.exception.code, caught.exception)


class Vaps(VapdTest):
    def test_info(self):
        with self.daemon(), self.controller() as controller:
            info = controller.call("host.info")
            self.assertEqual((harness.VAP_HOST, 1), (info["host"], info["protocol"]))
            self.assertEqual({"vaps": [], "more": False}, controller.call("vaps.list"))

    def test_runs_without_capabilities(self):
        with self.daemon() as daemon:
            self.assertIn("CapPrm:\t0000000000000000", daemon.status())
            self.assertNotIn("Uid:\t0", daemon.status())

    def test_a_vap_is_listed(self):
        with self.session() as (_, _, controller):
            self.assertEqual(
                [
                    {
                        "bssid": BSSID,
                        "ssid": "test",
                        "frequency": 2412,
                        "lower": "",
                        "vlan": 0,
                        "radio": "",
                        "stations": 0,
                    }
                ],
                controller.call("vaps.list")["vaps"],
            )

    def test_ssids_are_text(self):
        for written, shown in (
            (r"caf\xc3\xa9", "café"),
            (r"a\"b\\c", 'a"b\\c'),
            (r"\xff", r"\xff"),
            (r"a\nb", r"a\nb"),
            ("a=b", "a=b"),
        ):
            with self.subTest(written), self.hostapd() as hostapd:
                hostapd.ssid = written
                with self.daemon(), self.controller() as controller:
                    self.subscribe(controller)
                    (vap,) = controller.call("vaps.list")["vaps"]
                    self.assertEqual(shown, vap["ssid"])

    def test_a_socket_that_appears_later(self):
        with self.daemon(), self.controller() as controller:
            controller.call("vaps.subscribe", enabled=True)
            with self.hostapd():
                self.assertEqual("test", controller.notification("vap.up", bssid=BSSID)["ssid"])
            self.assertEqual({"bssid": BSSID}, controller.notification("vap.down"))
            self.assertEqual([], controller.call("vaps.list")["vaps"])

    def test_a_folder_that_appears_later(self):
        """hostapd removes the folder at its end, and the next one makes it again."""
        self.folder.rmdir()
        with self.daemon(), self.controller() as controller:
            controller.call("vaps.subscribe", enabled=True)
            for _ in range(2):
                self.folder.mkdir()
                with self.hostapd():
                    controller.notification("vap.up", bssid=BSSID)
                controller.notification("vap.down", bssid=BSSID)
                self.folder.rmdir()

    def test_folders_of_the_command_line_replace_those_of_the_configuration(self):
        arguments = ("--control", str(self.folder), "--control", "/nowhere")
        with self.hostapd(), self.daemon("/elsewhere", arguments=arguments):
            with self.controller() as controller:
                self.subscribe(controller)

    def test_hostapd_is_killed_and_starts_again(self):
        with self.session() as (hostapd, _, controller):
            hostapd.leave(unlink=False)
            with self.hostapd() as again:
                controller.notification("vap.down", bssid=BSSID)
                controller.notification("vap.up", bssid=BSSID)
                again.connect(STATION)
                controller.notification("station.authorized", station=STATION)

    def test_the_access_point_is_disabled(self):
        with self.session() as (hostapd, _, controller):
            hostapd.state = "DISABLED"
            hostapd.event("<3>AP-DISABLED ")
            controller.notification("vap.down", bssid=BSSID)
            self.assert_code(-32011, controller, "stations.list", bssid=BSSID)
            hostapd.state, hostapd.ssid = "ENABLED", "other"
            hostapd.event("<3>AP-ENABLED ")
            self.assertEqual("other", controller.notification("vap.up")["ssid"])

    def test_bsses_of_one_radio_go_down_together(self):
        """hostapd reports it on the socket of the first one only."""
        with self.session() as (hostapd, _, controller), self.hostapd("wlan1", OTHER) as other:
            self.subscribe(controller, OTHER)
            other.state = hostapd.state = "DISABLED"
            hostapd.event("<3>AP-DISABLED ")
            controller.notification("vap.down", bssid=OTHER)

    def test_two_sockets_with_one_bssid(self):
        with self.session() as (hostapd, daemon, controller), self.hostapd("wlan1"):
            until("the refusal in the log", lambda: "that of another VAP" in daemon.log())
            self.assertEqual(1, len(controller.call("vaps.list")["vaps"]))

    def test_pages(self):
        bssids = [f"02:aa:bb:cc:{n >> 8:02x}:{n & 255:02x}" for n in range(1, 241)]
        with contextlib.ExitStack() as stack:
            for number, bssid in enumerate(bssids):
                one = stack.enter_context(self.hostapd(f"wlan{number}", bssid))
                one.ssid = r"\xff" * 32
            stack.enter_context(self.daemon())
            controller = stack.enter_context(self.controller())
            self.subscribe(controller, *bssids)
            first = controller.call("vaps.list")
            self.assertTrue(first["more"])
            last = first["vaps"][-1]["bssid"]
            second = controller.call("vaps.list", after=last)
            self.assertFalse(second["more"])
            self.assertEqual(
                bssids, [vap["bssid"] for vap in first["vaps"] + second["vaps"]], "in order"
            )
            self.assert_code(-32602, controller, "vaps.list", after="x")

    def test_log_level(self):
        with self.daemon(), self.controller() as controller:
            self.assertEqual({"level": "debug"}, controller.call("log.level", level="debug"))
            self.assert_code(-32602, controller, "log.level", level="loud")

    def test_stats_of_a_plain_radio_are_empty(self):
        with self.session() as (_, _, controller):
            self.assertEqual({"counters": {}}, controller.call("vap.stats", bssid=BSSID))
            self.assert_code(-32011, controller, "vap.stats", bssid=OTHER)
            self.assert_code(-32602, controller, "vap.stats", bssid="x")


class Stations(VapdTest):
    def test_a_station_comes_and_goes(self):
        ours = {"bssid": BSSID, "station": STATION}
        with self.session() as (hostapd, _, controller):
            hostapd.connect(STATION)
            self.assertEqual(ours, controller.notification("station.associated"))
            self.assertEqual(ours, controller.notification("station.authorized"))
            self.assertEqual(1, controller.call("vaps.list")["vaps"][0]["stations"])
            hostapd.disconnect(STATION)
            self.assertEqual(ours, controller.notification("station.disassociated"))
            self.assertEqual({"stations": []}, controller.call("stations.list", bssid=BSSID))

    def test_stations_are_known_at_the_start(self):
        with self.hostapd() as hostapd:
            hostapd.stations = {
                STATION: "[AUTH][ASSOC][AUTHORIZED][WMM]",
                "02:00:00:00:01:01": "[AUTH][ASSOC]",
                "02:00:00:00:01:02": "[AUTH]",
            }
            with self.daemon(), self.controller() as controller:
                self.subscribe(controller)
                self.assertEqual(2, controller.call("vaps.list")["vaps"][0]["stations"])
                self.assertEqual(
                    [
                        {"station": STATION, "authorized": True},
                        {"station": "02:00:00:00:01:01", "authorized": False},
                    ],
                    controller.call("stations.list", bssid=BSSID)["stations"],
                )

    def test_a_list_finds_what_no_event_reported(self):
        with self.session() as (hostapd, _, controller):
            hostapd.stations = {STATION: "[AUTH][ASSOC]"}
            listed = controller.call("stations.list", bssid=BSSID)["stations"]
            self.assertEqual([{"station": STATION, "authorized": False}], listed)
            hostapd.stations = {}
            self.assertEqual([], controller.call("stations.list", bssid=BSSID)["stations"])

    def test_a_silent_hostapd(self):
        with self.session() as (hostapd, _, controller):
            hostapd.silent.set()
            self.assert_code(-32012, controller, "stations.list", bssid=BSSID)
            # The others are served, and the VAP stays: its kernel sends the beacons.
            self.assertEqual(1, len(controller.call("vaps.list")["vaps"]))
            hostapd.silent.clear()
            hostapd.connect(STATION)
            until(
                "hostapd to be asked again",
                lambda: controller.call("vaps.list")["vaps"][0]["stations"] == 1,
            )

    def test_a_silent_hostapd_delays_no_other(self):
        with self.session() as (hostapd, _, controller), self.hostapd("wlan1", OTHER) as other:
            self.subscribe(controller, OTHER)
            hostapd.silent.set()
            request = (
                b'{"jsonrpc":"2.0","id":"%s","method":"stations.list","params":{"bssid":"%s"}}\n'
            )
            controller.send(request % (b"silent", BSSID.encode()))
            controller.send(request % (b"other", OTHER.encode()))
            self.assertEqual("other", controller.line()["id"])
            other.connect(STATION)
            controller.notification("station.authorized", bssid=OTHER)
            self.assertEqual(-32012, controller.line()["error"]["code"])


class Switches(VapdTest):
    def switch(self, controller, frequency=2437, count=1, bssid=BSSID):
        return controller.call("channel.switch", bssid=bssid, frequency=frequency, count=count)

    def test_switch(self):
        with self.session() as (hostapd, _, controller):
            self.assertEqual({"bssid": BSSID, "frequency": 2437}, self.switch(controller, count=5))
            self.assertIn("CHAN_SWITCH 5 2437 ht", hostapd.commands)
            self.assertEqual(2437, controller.call("vaps.list")["vaps"][0]["frequency"])

    def test_all_subscribers_get_the_channel(self):
        with self.session() as (_, _, controller), self.controller() as other:
            self.subscribe(other)
            self.switch(controller)
            self.assertEqual({"bssid": BSSID, "frequency": 2437}, other.notification("vap.channel"))

    def test_already_there(self):
        with self.session() as (hostapd, _, controller):
            self.switch(controller, frequency=2412)
            self.assertFalse([each for each in hostapd.commands if "CHAN_SWITCH" in each])

    def test_refused(self):
        with self.session() as (hostapd, _, controller):
            hostapd.refuses = True
            with self.assertRaises(RpcError) as caught:
                self.switch(controller)
            self.assertEqual(-32013, caught.exception.code)
            hostapd.refuses, hostapd.shared = False, True
            with self.assertRaises(RpcError) as caught:
                self.switch(controller)
            self.assertEqual(-32013, caught.exception.code)

    def test_not_finished(self):
        with self.session() as (hostapd, _, controller):
            hostapd.finishes = False
            with self.assertRaises(RpcError) as caught:
                self.switch(controller)
            self.assertEqual(-32014, caught.exception.code)

    def test_the_event_is_lost(self):
        with self.session() as (hostapd, _, controller):
            hostapd.finishes = False
            hostapd.frequency = 2412
            controller.send(
                b'{"jsonrpc":"2.0","id":7,"method":"channel.switch","params":'
                b'{"bssid":"%s","frequency":2437,"count":1}}\n' % BSSID.encode()
            )
            until("the order", lambda: "CHAN_SWITCH 1 2437 ht" in hostapd.commands)
            hostapd.frequency = 2437
            while True:
                line = controller.line()
                if line.get("id") == 7:
                    break
            self.assertEqual({"bssid": BSSID, "frequency": 2437}, line["result"])

    def test_hostapd_switches_without_an_answer(self):
        with self.session() as (hostapd, _, controller):
            hostapd.mute = True
            self.assertEqual({"bssid": BSSID, "frequency": 2437}, self.switch(controller))

    def test_another_is_under_way(self):
        """A session can ask while its own switch runs, and is answered at once."""
        with self.session() as (hostapd, _, controller), self.controller() as other:
            hostapd.finishes = False
            controller.send(
                b'{"jsonrpc":"2.0","id":7,"method":"channel.switch","params":'
                b'{"bssid":"%s","frequency":2437,"count":100}}\n' % BSSID.encode()
            )
            until("the order", lambda: "CHAN_SWITCH 100 2437 ht" in hostapd.commands)
            for each in (other, controller):
                with self.assertRaises(RpcError) as caught:
                    self.switch(each, 2462)
                self.assertEqual(-32015, caught.exception.code)
            hostapd.finish(2437)
            while True:
                line = controller.line()
                if line.get("id") == 7:
                    break
            self.assertEqual(2437, line["result"]["frequency"])

    def test_the_controller_leaves_during_a_switch(self):
        with self.session() as (hostapd, daemon, controller):
            hostapd.finishes = False
            with self.controller() as other:
                other.send(
                    b'{"jsonrpc":"2.0","id":7,"method":"channel.switch","params":'
                    b'{"bssid":"%s","frequency":2437,"count":100}}\n' % BSSID.encode()
                )
                until("the order", lambda: "CHAN_SWITCH 100 2437 ht" in hostapd.commands)
            until("the end of the session", lambda: "controller disconnected" in daemon.log())
            hostapd.finish(2437)
            self.assertEqual(2437, controller.notification("vap.channel")["frequency"])

    def test_the_daemon_ends_during_a_switch(self):
        with self.session() as (hostapd, _, controller):
            hostapd.finishes = False
            controller.send(
                b'{"jsonrpc":"2.0","id":7,"method":"channel.switch","params":'
                b'{"bssid":"%s","frequency":2437,"count":100}}\n' % BSSID.encode()
            )
            until("the order", lambda: "CHAN_SWITCH 100 2437 ht" in hostapd.commands)

    def test_hostapd_ends_during_a_switch(self):
        with self.session() as (hostapd, _, controller):
            hostapd.finishes = False
            controller.send(
                b'{"jsonrpc":"2.0","id":7,"method":"channel.switch","params":'
                b'{"bssid":"%s","frequency":2437,"count":100}}\n' % BSSID.encode()
            )
            until("the order", lambda: "CHAN_SWITCH 100 2437 ht" in hostapd.commands)
            hostapd.leave(unlink=True)
            while True:
                line = controller.line()
                if line.get("id") == 7:
                    break
            self.assertEqual(-32014, line["error"]["code"])

    def test_bad_parameters(self):
        with self.session() as (_, _, controller):
            good = {"bssid": BSSID, "frequency": 2437, "count": 1}
            for wrong, code in (
                ({"bssid": OTHER}, -32011),
                ({"bssid": "ff:ff:ff:ff:ff:ff"}, -32602),
                ({"frequency": 2440}, -32602),
                ({"frequency": "2437"}, -32602),
                ({"count": 0}, -32602),
                ({"count": 101}, -32602),
            ):
                with self.subTest(wrong):
                    self.assert_code(code, controller, "channel.switch", **{**good, **wrong})
            self.assert_code(-32602, controller, "channel.switch", bssid=BSSID)


class Peers(VapdTest):
    def test_refused(self):
        for reason, options in (
            ("unable to get local issuer", {"authority": "other"}),
            ("unsuitable certificate purpose", {"cert": f"vap-host-{harness.VAP_HOST}"}),
            ("unsuitable certificate purpose", {"cert": wtp_cert()}),
            ("not a controller's", {"cert": "stranger"}),
            ("peer did not return a certificate", {"cert": None}),
        ):
            with self.subTest(options), self.daemon() as daemon:
                with self.assertRaises((ssl.SSLError, ConnectionError)):
                    with self.controller(**options) as controller:
                        controller.call("host.info")
                until(f"'{reason}' in the log", lambda: reason in daemon.log())

    def test_a_subscriber_that_does_not_read_is_disconnected(self):
        """Others get all notifications."""
        with self.session() as (hostapd, daemon, controller), self.controller() as slow:
            self.subscribe(slow)
            sent = 0
            while "does not read notifications" not in daemon.log():
                for _ in range(100):
                    hostapd.connect(STATION)
                    hostapd.disconnect(STATION)
                for _ in range(100):
                    controller.notification("station.disassociated")
                controller.call("host.info")
                sent += 100
                self.assertLess(sent, 100000, "the queue has a limit")


if __name__ == "__main__":
    unittest.main()
