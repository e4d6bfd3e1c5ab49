#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests stations and channel switches of VAPs in cloudmac-vapd, with made-up hostapds.

Run it alone: make check-component COMPONENT_TESTS=vapd_bss
"""

import unittest

import vapd_component
from connection import RpcError
from daemon import until
from vapd_component import BSSID, OTHER, STATION, VapdTest


def setUpModule():
    vapd_component.prepare_network()


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

    def test_a_list_that_breaks_off_removes_no_station(self):
        """Stations that come and go during the list break it off."""
        with self.session() as (hostapd, _, controller):
            both = {STATION: "[AUTH][ASSOC]", "02:00:00:00:01:01": "[AUTH][ASSOC]"}
            hostapd.stations = both
            self.assertEqual(2, len(controller.call("stations.list", bssid=BSSID)["stations"]))
            hostapd.breaks_lists = True
            self.assert_code(-32012, controller, "stations.list", bssid=BSSID)
            self.assertEqual(2, controller.call("vaps.list")["vaps"][0]["stations"])

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


def order_switch(controller, hostapd, count=100):
    """Requests a channel switch with id 7, and waits until hostapd has the order."""
    controller.send(
        b'{"jsonrpc":"2.0","id":7,"method":"channel.switch","params":'
        b'{"bssid":"%s","frequency":2437,"count":%d}}\n' % (BSSID.encode(), count)
    )
    until("the order", lambda: f"CHAN_SWITCH {count} 2437 ht" in hostapd.commands)


def switch_answer(controller):
    """Returns the answer to order_switch(). Skips notifications."""
    while (line := controller.line()).get("id") != 7:
        pass
    return line


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

    def test_a_replaced_controller_switches_no_channel(self):
        with self.session() as (hostapd, _, old), self.controller() as new:
            old.call("session.claim", term=5)
            new.call("session.claim", term=7)
            self.assertEqual(7, old.call("host.info")["term"])
            with self.assertRaises(RpcError) as caught:
                self.switch(old)
            self.assertEqual((-32007, {"term": 7}), (caught.exception.code, caught.exception.data))
            self.assertEqual([], [one for one in hostapd.commands if "CHAN_SWITCH" in one])
            self.assertEqual(2412, old.call("vaps.list")["vaps"][0]["frequency"])
            self.switch(new)

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
            order_switch(controller, hostapd, count=1)
            hostapd.frequency = 2437
            self.assertEqual(
                {"bssid": BSSID, "frequency": 2437}, switch_answer(controller)["result"]
            )

    def test_hostapd_switches_without_an_answer(self):
        with self.session() as (hostapd, _, controller):
            hostapd.mute = True
            self.assertEqual({"bssid": BSSID, "frequency": 2437}, self.switch(controller))

    def test_another_is_under_way(self):
        """A session can ask while its own switch runs, and is answered at once."""
        with self.session() as (hostapd, _, controller), self.controller() as other:
            hostapd.finishes = False
            order_switch(controller, hostapd)
            for each in (other, controller):
                with self.assertRaises(RpcError) as caught:
                    self.switch(each, 2462)
                self.assertEqual(-32015, caught.exception.code)
            hostapd.finish(2437)
            self.assertEqual(2437, switch_answer(controller)["result"]["frequency"])

    def test_the_controller_leaves_during_a_switch(self):
        with self.session() as (hostapd, daemon, controller):
            hostapd.finishes = False
            with self.controller() as other:
                order_switch(other, hostapd)
            until("the end of the session", lambda: "controller disconnected" in daemon.log())
            hostapd.finish(2437)
            self.assertEqual(2437, controller.notification("vap.channel")["frequency"])

    def test_the_daemon_ends_during_a_switch(self):
        with self.session() as (hostapd, _, controller):
            hostapd.finishes = False
            order_switch(controller, hostapd)

    def test_hostapd_ends_during_a_switch(self):
        with self.session() as (hostapd, _, controller):
            hostapd.finishes = False
            order_switch(controller, hostapd)
            hostapd.leave(unlink=True)
            self.assertEqual(-32014, switch_answer(controller)["error"]["code"])

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


if __name__ == "__main__":
    unittest.main()
