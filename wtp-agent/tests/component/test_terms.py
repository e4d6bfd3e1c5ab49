#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that the whole agent obeys the controller that took over last.

Run it alone: make check-component COMPONENT_TESTS=terms
"""

import json
import unittest

from agent import Gate
from component import ComponentTest
from connection import RpcError
from daemon import until
from frames import BSSID
from links import make_links

OTHER = BSSID[:-1] + "2"
OLD_TERM = -32007
ORDERS = {
    "ack.lease": {"bssid": OTHER, "radio": 0, "ttl_ms": 60000},
    "ack.release": {"bssid": BSSID, "radio": 0},
    "announce.permit": {"bssids": [OTHER], "radio": 0, "ttl_ms": 60000},
    "announce.revoke": {"bssids": [BSSID]},
    "radio.set": {"radio": 0, "frequency": 2462},
    "airtime.set": {"sparse": False},
}


def setUpModule():
    make_links()


def claim(controller, term):
    return controller.call("session.claim", term=term)


def start(controller, number, method, **params):
    """Sends a request without waiting for its answer."""
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    controller.send(json.dumps(request).encode() + b"\n")


class Terms(ComponentTest):
    def assert_old(self, newer, controller, method, **params):
        """Checks that a call is refused, because a controller with a newer term has taken over."""
        with self.assertRaises(RpcError) as caught:
            controller.call(method, **params)
        self.assertEqual(
            (OLD_TERM, {"term": newer}), (caught.exception.code, caught.exception.data)
        )

    def state(self, controller):
        """Returns what orders change, and no times."""
        info = controller.call("agent.info")
        return (
            [lease["bssid"] for lease in info["leases"]],
            [one["bssid"] for one in controller.call("announce.list")["permits"]],
            info["radios"][0]["frequency"],
            controller.call("airtime.get", radio=0)["sparse"],
        )

    def test_a_replaced_controller_gives_no_orders(self):
        with self.agent() as agent, self.controller() as old, self.controller() as new:
            self.assertEqual({"term": 5}, claim(old, 5))
            old.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=60000)
            old.call("announce.permit", bssids=[BSSID], radio=1, ttl_ms=60000)
            before = self.state(new)
            self.assertEqual({"term": 7}, claim(new, 7))
            self.assertIn("takes over with term 7", agent.log())
            for method, params in ORDERS.items():
                with self.subTest(method):
                    self.assert_old(7, old, method, **params)
            self.assert_old(7, old, "session.claim", term=6)
            self.assertEqual(before, self.state(old), "it can still read")
            self.assertEqual(len(ORDERS), old.call("stats")["refused_orders"])
            self.assertEqual(7, old.call("agent.info")["term"])
            for method, params in ORDERS.items():
                new.call(method, **params)
            self.assertEqual(([OTHER], [OTHER], 2462, False), self.state(new))

    def test_without_claims_all_give_orders(self):
        with self.agent(), self.controller() as one, self.controller() as tool:
            self.assertEqual(0, one.call("agent.info")["term"])
            tool.call("airtime.set", sparse=False)
            claim(one, 1)
            self.assert_old(1, tool, "airtime.set", sparse=True)
            claim(tool, 1)
            tool.call("airtime.set", sparse=True)

    def test_the_term_outlives_its_connection_but_not_the_agent(self):
        with self.agent() as agent:
            with self.controller() as first:
                claim(first, 7)
            until("the end of the session", lambda: "disconnected" in agent.log())
            with self.controller() as old:
                self.assert_old(7, old, "airtime.set", sparse=False)
        with self.agent(), self.controller() as old:
            old.call("airtime.set", sparse=False)

    def test_an_order_that_waits_is_refused_when_its_turn_comes(self):
        """The first lease is at the radio when another controller takes over, and is granted. The
        next request of its connection has not begun."""
        with Gate() as gate, self.agent(gate=gate) as agent:
            with self.controller() as old, self.controller() as new:
                claim(old, 5)
                start(old, 1, "ack.lease", bssid=BSSID, radio=0, ttl_ms=60000)
                gate.wait()
                start(old, 2, "ack.lease", bssid=OTHER, radio=0, ttl_ms=60000)
                claim(new, 7)
                self.assertNotIn("refused ack.lease", agent.log())
                gate.open()
                self.assertTrue(old.line()["result"]["created"])
                self.assertEqual(OLD_TERM, old.line()["error"]["code"])
                leases = new.call("ack.list")["leases"]
                self.assertEqual([BSSID], [lease["bssid"] for lease in leases])


if __name__ == "__main__":
    unittest.main()
