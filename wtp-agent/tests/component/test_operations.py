#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what the whole agent does while a radio takes time: operations of its Ethernet "radios"
wait at a gate until the test lets them pass.

Run it alone: make check-component COMPONENT_TESTS=operations
"""

import contextlib
import json
import signal
import unittest

from agent import Gate
from component import ComponentTest
from daemon import until
from frames import BSSID, STATION, data_frame, downlink
from links import Wire, make_links

OTHER = BSSID[:-1] + "2"


def setUpModule():
    make_links()


def frame_of(bssid):
    return downlink(data_frame(0x0208, STATION, bssid, bssid), bssid=bssid)


class SlowOperations(ComponentTest):
    """Each test has an agent at a gate, and a controller besides the one that waits."""

    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.gate = self.stack.enter_context(Gate())
        self.running = self.stack.enter_context(self.agent(gate=self.gate))
        # The agent's end needs operations, too.
        self.stack.callback(self.gate.open)
        self.waiting = self.stack.enter_context(self.controller())
        self.other = self.stack.enter_context(self.controller())

    def request(self, controller, method, **params):
        """Sends a request and awaits no answer."""
        controller.id += 1
        request = {"jsonrpc": "2.0", "id": controller.id, "method": method, "params": params}
        controller.send(json.dumps(request).encode() + b"\n")

    def lease(self, controller, bssid=BSSID, ttl_ms=60000):
        self.request(controller, "ack.lease", bssid=bssid, radio=0, ttl_ms=ttl_ms)

    def release(self, controller, bssid=BSSID):
        self.request(controller, "ack.release", bssid=bssid, radio=0)

    def leases(self):
        return [lease["bssid"] for lease in self.other.call("ack.list")["leases"]]

    def result(self, controller):
        return controller.line()["result"]

    def test_frames_pass_while_a_lease_is_installed(self):
        with Wire("vap0") as vap, Wire("air0") as air:
            self.lease(self.waiting)
            self.gate.let()
            self.assertTrue(self.result(self.waiting)["created"])
            self.lease(self.waiting, OTHER)
            self.gate.wait()
            vap.send(frame_of(BSSID))
            air.receive("a frame of the first lease")
            vap.send(frame_of(OTHER))
            until("the drop", lambda: self.other.call("stats")["drops"]["no_lease"] == 1)
            self.assertEqual([BSSID], self.leases())
            self.gate.go()
            self.assertTrue(self.result(self.waiting)["created"])
            self.assertEqual([BSSID, OTHER], self.leases())
            vap.send(frame_of(OTHER))
            air.receive("a frame of the second lease")

    def test_frames_pass_while_a_lease_is_removed(self):
        with Wire("vap0") as vap, Wire("air0") as air:
            for bssid in (BSSID, OTHER):
                self.lease(self.waiting, bssid)
                self.gate.let()
                self.result(self.waiting)
            self.release(self.waiting, OTHER)
            self.gate.wait()
            self.assertEqual([BSSID], self.leases())
            vap.send(frame_of(OTHER))
            vap.send(frame_of(BSSID))
            air.receive("a frame of the first lease")
            self.assertEqual(1, self.other.call("stats")["drops"]["no_lease"])
            self.assertFalse(
                self.other.call("ack.release", bssid=OTHER, radio=0)["released"], "it has ended"
            )
            # The slot is not free yet; the next lease has another one.
            self.lease(self.other, OTHER)
            self.gate.go()
            self.assertEqual({"released": True}, self.result(self.waiting))
            self.gate.let()
            self.assertTrue(self.result(self.other)["created"])

    def test_a_release_during_the_installation(self):
        self.lease(self.waiting)
        self.gate.wait()
        self.release(self.other)
        with self.controller() as third:
            # The agent serves sessions in the order of their requests.
            self.assertEqual([], third.call("ack.list")["leases"])
        self.gate.go()
        self.assertTrue(self.result(self.waiting)["created"], "it was, before the release")
        self.gate.let()
        self.assertTrue(self.result(self.other)["released"])
        self.assertEqual([], self.leases())

    def test_a_repeated_request_waits_for_the_same_installation(self):
        self.lease(self.waiting)
        self.gate.wait()
        self.lease(self.other, ttl_ms=1000)
        with self.controller() as third:
            self.assertEqual([], third.call("ack.list")["leases"])
            self.gate.go()
            self.assertTrue(self.result(self.waiting)["created"])
            self.assertFalse(self.result(self.other)["created"])
            (lease,) = third.call("ack.list")["leases"]
            self.assertLessEqual(lease["remaining_ms"], 1000)

    def test_a_session_that_closed_gets_no_answer(self):
        for method in ("ack.lease", "ack.release", "radio.set"):
            with self.subTest(method), self.controller() as gone:
                params = {"radio": 0} | (
                    {"power_dbm": 9} if method == "radio.set" else {"bssid": BSSID}
                )
                if method == "ack.lease":
                    params["ttl_ms"] = 60000
                self.request(gone, method, **params)
                self.gate.wait()
                gone.socket.close()
                self.other.call("stats")
                self.gate.go()
                expected = [BSSID] if method == "ack.lease" else []
                until("the end of the operation", lambda e=expected: self.leases() == e)

    def test_answers_keep_the_order_of_requests(self):
        self.lease(self.waiting)
        self.request(self.waiting, "stats")
        self.release(self.waiting)
        self.request(self.waiting, "ack.list")
        self.gate.wait()
        self.other.call("stats")
        self.gate.go()
        self.gate.let()
        answers = [self.waiting.line() for _ in range(4)]
        self.assertEqual([1, 2, 3, 4], [answer["id"] for answer in answers])
        self.assertEqual([], answers[3]["result"]["leases"])

    def test_radio_set(self):
        """Both are set in one go, and other controllers are served meanwhile."""
        self.request(self.waiting, "radio.set", radio=0, frequency=2462, power_dbm=17)
        self.gate.wait()
        self.request(self.other, "radio.set", radio=0, power_dbm=18)
        with self.controller() as third:
            before = third.call("agent.info")["radios"][0]
            self.assertEqual((2412, 20), (before["frequency"], before["power_dbm"]))
            self.gate.go()
            self.gate.let(2)
            self.assertEqual(
                {"radio": 0, "frequency": 2462, "power_dbm": 17}, self.result(self.waiting)
            )
            self.assertEqual(
                {"radio": 0, "frequency": 2462, "power_dbm": 18}, self.result(self.other)
            )

    def test_the_agent_ends_during_an_operation(self):
        self.lease(self.waiting)
        self.gate.wait()
        self.lease(self.other, OTHER)
        self.running.process.send_signal(signal.SIGTERM)
        for controller in (self.waiting, self.other):
            self.assertTrue(controller.ended())
        self.gate.open()
        self.gate.go()
        self.assertEqual(0, self.running.process.wait(10))


if __name__ == "__main__":
    unittest.main()
