# SPDX-License-Identifier: Apache-2.0
"""Triggers: rounds in the daemon, and events over connections that break."""

import contextlib
import unittest

from connection import PACKET_NODE_PORT, ControllerConnection
from cpp_component import CppTest, break_connection, compile_image, prepare
from daemon import until
from wire import frame

LVNFS = ("one", "three", "two")
SLOW = """
LVNF_IMAGE(packet, port)
{
        volatile unsigned int sum = packet->len;

        (void)port;
#pragma clang loop unroll(full)
        for (int i = 0; i < 300; i++)
                sum = sum * 31 + 7;
        return lvnf_partner(packet);
}
"""


class Watcher(ControllerConnection):
    """A connection that collects events. Breaks and comes back when it is told."""

    def __init__(self, pki):
        self.events = []
        super().__init__(pki, port=PACKET_NODE_PORT)

    def line(self):
        line = super().line()
        if line and line.get("method") == "trigger.event":
            self.events.append(line["params"])
        return line


class TriggersTest(CppTest):
    def connect(self):
        """Returns a new connection that watches."""
        watcher = Watcher(self.pki)
        self.log = watcher.call("trigger.watch")["log"]
        return watcher

    @staticmethod
    def add(controller, name, lvnf="*", metric="packet_rate", relation="GT", value=0, **more):
        return controller.call(
            *("trigger.add",),
            **dict(trigger=name, lvnf=lvnf, metric=metric, relation=relation, value=value, **more),
        )

    def test_each_crossing_is_told_exactly_once_although_connections_break(self):
        rounds, told, broken = 6, {}, 0
        with self.session() as (_, controller), contextlib.ExitStack() as stack:
            wires = {
                name: stack.enter_context(self.lvnf(controller, name=name))[0] for name in LVNFS
            }
            watcher = self.connect()
            self.add(controller, "busy")
            self.add(controller, "quiet", relation="EQ")

            def await_events(count):
                """Takes events until there are so many. Some connections break before the node has
                an acknowledgement, and some after it."""
                nonlocal watcher, broken
                while len(told) < count:
                    if not watcher.events:
                        watcher.line()
                    event = watcher.events.pop(0)
                    is_new = event["number"] not in told
                    self.assertEqual(event, told.setdefault(event["number"], event))
                    if is_new and len(told) % 5 == 1:
                        watcher.call("trigger.acknowledge", log=self.log, number=max(told) - 1)
                    if is_new and len(told) % 12 == 2:
                        break_connection(watcher)
                        watcher = self.connect()
                        broken += 1

            await_events(len(LVNFS))  # all are quiet
            for number in range(rounds):
                for wire in wires.values():
                    wire.send(frame(number))
                await_events((2 + 2 * number) * len(LVNFS))
                await_events((3 + 2 * number) * len(LVNFS))
            watcher.call("trigger.acknowledge", log=self.log, number=max(told))
            self.assertEqual(list(range(1, len(told) + 1)), sorted(told))
            for name in LVNFS:
                of_lvnf = [told[n]["trigger"] for n in sorted(told) if told[n]["lvnf"] == name]
                self.assertEqual(["quiet"] + ["busy", "quiet"] * rounds, of_lvnf)
            self.assertGreater(broken, 2)
            # Nothing is sent again after it was acknowledged.
            found = watcher.call("trigger.watch")
            self.assertEqual((len(told), len(told)), (found["newest"], found["acknowledged"]))
            # But all events are there for a controller that knows nothing.
            watcher.call("trigger.watch", after=0)
            watcher.events.clear()
            while len(watcher.events) < len(told):
                watcher.line()
            self.assertEqual([told[n] for n in sorted(told)], watcher.events)
            watcher.socket.close()

    def test_a_controller_that_does_not_acknowledge_gets_no_more(self):
        with self.session() as (_, controller), self.lvnf(controller):
            for number in range(100):
                self.add(controller, f"t{number}", metric="packets", relation="EQ")
            until("all events", lambda: controller.call("trigger.watch")["newest"] == 100)
            for _ in range(2):
                for number in range(100):
                    controller.call("trigger.remove", trigger=f"t{number}")
                before = controller.call("trigger.watch")["newest"]
                for number in range(100):
                    self.add(controller, f"t{number}", metric="packets", relation="EQ")
                until(
                    "more events",
                    lambda: controller.call("trigger.watch")["newest"] == before + 100,
                )
            watcher = self.connect()
            while len(watcher.events) < 256:
                watcher.line()
            watcher.call("trigger.acknowledge", log=self.log, number=10)
            while len(watcher.events) < 266:
                watcher.line()
            watcher.call("trigger.list")
            self.assertEqual(266, watcher.events[-1]["number"])
            watcher.socket.close()

    def test_cpu_and_memory(self):
        with self.session() as (_, controller):
            self.add_image(controller, "slow", compile_image(self.folder, "slow", SLOW))
            with self.lvnf(controller, "slow") as (one, other), self.lvnf(controller, name="idle"):
                watcher = self.connect()
                self.add(controller, "cpu", metric="cpu_util", value=0.5)
                self.add(controller, "memory", metric="mem_util", value=50)
                self.add(controller, "small", metric="mem_util", relation="LT", value=50)
                while "cpu" not in {event["trigger"] for event in watcher.events}:
                    for number in range(1000):
                        one.send(frame(number))
                    other.receive(1000)
                    controller.call("node.info")
                    watcher.call("trigger.list")
                (event,) = [event for event in watcher.events if event["trigger"] == "cpu"]
                self.assertEqual("one", event["lvnf"])
                self.assertTrue(0.5 < event["value"] < 200, event)
                small = {one["lvnf"] for one in watcher.events if one["trigger"] == "small"}
                self.assertEqual({"one", "idle"}, small)
                self.assertNotIn("memory", {event["trigger"] for event in watcher.events})
                watcher.socket.close()

    def test_requests(self):
        with self.session() as (_, controller):
            added = self.add(controller, "b", lvnf="guests_*", metric="octets", value=0.5, port=1)
            self.assertEqual(
                dict(
                    trigger="b", lvnf="guests_*", metric="octets", relation="GT", value=0.5, port=1
                ),
                added,
            )
            self.add(controller, "a", value=7)
            found = controller.call("trigger.list")
            self.assertEqual(["a", "b"], [one["trigger"] for one in found["triggers"]])
            self.assertFalse(found["more"])
            (one,) = controller.call("trigger.list", after="a")["triggers"]
            self.assertEqual(added, one)
            good = dict(trigger="a", lvnf="*", metric="packet_rate", relation="GT")
            self.assert_refused(-32022, "'a'", controller, "trigger.add", value=8, **good)
            self.assert_refused(-32602, "'value'", controller, "trigger.add", **good)
            self.assert_refused(-32021, "'c'", controller, "trigger.remove", trigger="c")
            found = controller.call("trigger.watch")
            self.assert_refused(
                *(-32602, "no event 1", controller, "trigger.acknowledge"),
                **{"log": found["log"], "number": 1},
            )
            self.assert_refused(
                *(-32021, "restarted", controller, "trigger.acknowledge"),
                **{"log": found["log"] % 2**50 + 1, "number": 0},
            )
            for name in "ab":
                controller.call("trigger.remove", trigger=name)
            self.assertEqual([], controller.call("trigger.list")["triggers"])
            with self.controller() as newer:
                newer.call("session.claim", term=5)
                self.assert_refused(-32007, "", controller, "trigger.add", value=1, **good)


if __name__ == "__main__":
    prepare()
    unittest.main()
