#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests SIGHUP: the agent reads its configuration again.

Run it alone: make check-component COMPONENT_TESTS=reload
"""

import unittest

from component import ComponentTest
from frames import BSSID
from links import Wire, make_links


def setUpModule():
    make_links()


RADIO0, RADIO1 = {"radio": 0}, {"radio": 1}
RADIO = ("phy = ether:radio0", "phy = ether:radio0\ncodel-target = 20")


class Reload(ComponentTest):
    def test_what_needs_no_restart_changes_and_nothing_ends(self):
        with self.agent() as agent, self.controller() as controller, Wire("vap0") as vap:
            controller.call("ack.lease", bssid=BSSID, ttl_ms=60000, **RADIO0)
            said = agent.reload(RADIO, ("name = component test", "name = roof"))
            self.assertNotIn("restart", said)
            self.assertEqual("roof", controller.call("agent.info")["name"])
            self.assertEqual(20, controller.call("airtime.get", **RADIO0)["target_ms"])
            self.assertEqual(5, controller.call("airtime.get", **RADIO1)["target_ms"])
            self.assertEqual(1, len(controller.call("ack.list")["leases"]))
            vap.receive("an announcement of the new name", lambda frame: b"roof" in frame)

    def test_what_needs_a_restart_is_named_and_stays(self):
        with self.agent() as agent, self.controller() as controller:
            said = agent.reload(("wired = wired0", "wired = nowhere0\nvlan = 7"), RADIO)
            for option in ("wired", "vlan"):
                self.assertIn(f"section 'wtp': '{option}' changes only with a restart", said)
            self.assertEqual("wired0", controller.call("agent.info")["wired"][0]["ifname"])
            self.assertEqual(20, controller.call("airtime.get", **RADIO0)["target_ms"])

    def test_a_file_with_errors_changes_nothing(self):
        with self.agent() as agent, self.controller() as controller:
            said = agent.reload(RADIO, ("idle-timeout = 10", "idle-timeout = soon"))
            self.assertIn("'idle-timeout'", said)
            self.assertIn("keeps its settings", said)
            self.assertEqual(5, controller.call("airtime.get", **RADIO0)["target_ms"])

    def test_all_options_that_need_no_restart(self):
        options = "airtime = off\ncodel-target = 20\ncodel-interval = 300"
        with self.agent() as agent, self.controller() as controller, Wire("vap0") as vap:
            # The message at the end of a reload has the level info.
            controller.call("log.level", level="error")
            agent.reload(
                ("phy = ether:radio0", f"phy = ether:radio0\n{options}"),
                ("announce-interval = 100", "announce-interval = 150\nlog-level = debug"),
            )
            found = controller.call("airtime.get", **RADIO0)
            self.assertEqual(
                [False, 20, 300], [found[key] for key in ("scheduler", "target_ms", "interval_ms")]
            )
            # Two octets of the announcement are its interval in milliseconds.
            vap.receive("an announcement with the new interval", lambda frame: b"\0\x96" in frame)

    def test_a_file_that_the_user_cannot_read(self):
        with self.agent() as agent, self.controller() as controller:
            agent.config.chmod(0o600)
            said = agent.send_hangup()
            self.assertIn("Permission denied", said)
            self.assertIn("keeps its settings", said)
            self.assertEqual(5, controller.call("airtime.get", **RADIO0)["target_ms"])
            self.assertIn("cannot be read by user 'nobody'", agent.log())

    def test_what_a_controller_has_set_stays(self):
        with self.agent() as agent, self.controller() as controller:
            controller.call("airtime.set", **RADIO0, target_ms=50)
            agent.reload(("name = component test", "name = roof"))
            self.assertEqual(50, controller.call("airtime.get", **RADIO0)["target_ms"])
            agent.reload(RADIO)
            self.assertEqual(20, controller.call("airtime.get", **RADIO0)["target_ms"])


if __name__ == "__main__":
    unittest.main()
