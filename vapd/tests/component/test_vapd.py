#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests how cloudmac-vapd finds VAPs and whom it serves, with made-up hostapds.

Run it alone: make check-component COMPONENT_TESTS=vapd
"""

import contextlib
import ssl
import unittest

import vapd_component
from daemon import until
from pki import VAP_HOST, wtp_cert
from vapd_component import BSSID, OTHER, STATION, VapdTest


def setUpModule():
    vapd_component.prepare_network()


class Vaps(VapdTest):
    def test_info(self):
        with self.daemon(), self.controller() as controller:
            info = controller.call("host.info")
            self.assertEqual((VAP_HOST, 1), (info["host"], info["protocol"]))
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
                        "ssid_hex": "74657374",
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


class Peers(VapdTest):
    def test_refused(self):
        for reason, options in (
            ("unable to get local issuer", {"authority": "other"}),
            ("unsuitable certificate purpose", {"cert": f"vap-host-{VAP_HOST}"}),
            ("unsuitable certificate purpose", {"cert": wtp_cert()}),
            ("not a controller's", {"cert": "stranger"}),
            ("peer did not return a certificate", {"cert": None}),
            ("unsupported protocol", {"version": ssl.TLSVersion.TLSv1_2}),
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
