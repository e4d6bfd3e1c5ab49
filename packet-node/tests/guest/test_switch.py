# SPDX-License-Identifier: Apache-2.0
"""LVNFs at a real Open vSwitch, with the plug. Runs in the lab kernel."""

import contextlib
import shutil

from guest_switch import the_switch

from cpp_component import PINS, CppTest
from daemon import until
from openvswitch import appctl, qdisc, vsctl
from programs import run
from wire import FULL, Wire, frame, number_of

KEPT = 1000


def setUpModule():
    SwitchTest.switch = the_switch()


class SwitchTest(CppTest):
    switch = None

    def session(self, options="bridge = br0"):
        return super().session(options)

    @contextlib.contextmanager
    def chain(self, controller, image="counter"):
        """An LVNF in the way of the frames between the two wires."""
        self.add_image(controller, image)
        ports = controller.call("lvnf.add", lvnf="one", image=image)["ports"]
        self.switch.chain(*(port["interface"] for port in ports))
        with self.wires() as (one, other):
            # The datapath has its flows then, and no frame takes the way through user space.
            until("the first frame to pass", lambda: one.send(frame(0)) or other.receive(1, 1))
            self.quiet(other)
            yield one, other

    @staticmethod
    @contextlib.contextmanager
    def wires():
        with Wire("in0") as one, Wire("out0") as other:
            yield one, other

    @staticmethod
    def quiet(wire):
        while wire.receive(0):
            pass

    @staticmethod
    def counted(controller):
        (only,) = controller.call("lvnf.read", lvnf="one", handler="count")["entries"]
        return only["value"]["packets"]

    @staticmethod
    def plug(controller):
        port = controller.call("lvnf.stats", lvnf="one")["ports"][0]
        return port["waiting"], port["dropped"]

    def send_full(self, wire, n):
        for number in range(n):
            wire.send(frame(number, length=FULL))

    def assert_in_order(self, wire, n):
        frames = wire.receive(n, seconds=30, silence=1)
        self.assertEqual(list(range(n)), [number_of(data) for data in frames])
        self.assertEqual({FULL}, {len(data) for data in frames})

    def remove(self, controller):
        controller.call("lvnf.remove", lvnf="one")
        self.assert_nothing_left()
        self.assertEqual({"in1", "out1"}, set(vsctl("list-ports", "br0").split()))
        self.assertEqual("", vsctl("list", "qos"))

    def test_pause_keeps_1000_full_frames_in_order(self):
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            before = self.counted(controller)
            self.assertEqual("stopped", controller.call("lvnf.pause", lvnf="one")["mode"])
            self.send_full(one, KEPT + 1)
            self.assertEqual([], other.receive(0))
            self.assertEqual((KEPT, 1), self.plug(controller))
            self.assertEqual(before, self.counted(controller))
            self.assertEqual("running", controller.call("lvnf.resume", lvnf="one")["mode"])
            self.assert_in_order(other, KEPT)
            self.assertEqual((0, 1), self.plug(controller))
            self.assertEqual(before + KEPT, self.counted(controller))
            self.remove(controller)

    def test_what_waits_passes_and_later_frames_wait(self):
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            refused = (-32602, "is not stopped", controller, "lvnf.pass")
            self.assert_refused(*refused, lvnf="one")
            controller.call("lvnf.pause", lvnf="one")
            before = self.counted(controller)
            for _ in range(3):
                self.send_full(one, 200)
                self.assertEqual(200, controller.call("lvnf.pass", lvnf="one")["passed"])
                self.send_full(one, 1)
                self.assert_in_order(other, 200)
                self.assertEqual((1, 0), self.plug(controller))
                self.assertEqual(1, controller.call("lvnf.pass", lvnf="one")["passed"])
                self.assert_in_order(other, 1)
            self.assertEqual(0, controller.call("lvnf.pass", lvnf="one")["passed"])
            (lvnf,) = controller.call("lvnf.list")["lvnfs"]
            self.assertEqual("stopped", lvnf["mode"])
            self.send_full(one, 1)
            controller.call("lvnf.resume", lvnf="one")
            self.assert_in_order(other, 1)
            self.assert_passes(one, other)
            self.assertEqual(before + 3 * 201 + 1 + 10, self.counted(controller))
            self.remove(controller)

    def test_a_limit_does_not_drop_what_waits(self):
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            controller.call("lvnf.limit", lvnf="one", packets=100, octets=0)
            for release in ("lvnf.resume", "lvnf.flush"):
                controller.call("lvnf.pause", lvnf="one")
                self.send_full(one, 200)
                controller.call(release, lvnf="one")
                self.assert_in_order(other, 200)
            # Later frames have the limit: a bucket of 10, and 100 a second.
            self.send_full(one, 400)
            self.assertLess(len(other.receive(400, seconds=2, silence=1)), 350)
            self.remove(controller)

    def test_flush_passes_what_waits_unprocessed(self):
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            before = self.counted(controller)
            controller.call("lvnf.pause", lvnf="one")
            self.send_full(one, KEPT + 1)
            controller.call("lvnf.flush", lvnf="one")
            self.assert_in_order(other, KEPT)
            self.assert_passes(one, other)
            self.assert_passes(other, one)
            self.assertEqual(before, self.counted(controller))
            self.remove(controller)

    def test_a_killed_daemon_in_each_mode(self):
        for mode, method in (
            ("running", "lvnf.resume"),
            ("stopped", "lvnf.pause"),
            ("bypass", "lvnf.flush"),
        ):
            with self.daemon("bridge = br0") as daemon, self.controller() as controller:
                with self.chain(controller) as (one, other):
                    before = self.counted(controller)
                    controller.call(method, lvnf="one")
                    daemon.kill()
                    if mode == "stopped":
                        self.send_full(one, KEPT + 1)
                        self.assertEqual([], other.receive(0))
                    else:
                        self.assert_passes(one, other)
                        self.assert_passes(other, one)
                    with self.session() as (_, again):
                        (lvnf,) = again.call("lvnf.list")["lvnfs"]
                        self.assertEqual((mode, 2), (lvnf["mode"], len(lvnf["ports"])))
                        self.assertTrue(all(port["ofport"] > 0 for port in lvnf["ports"]))
                        if mode == "stopped":
                            self.assertEqual((KEPT, 1), self.plug(again))
                            again.call("lvnf.resume", lvnf="one")
                            self.assert_in_order(other, KEPT)
                        expected = {"running": 20, "stopped": KEPT, "bypass": 0}[mode]
                        self.assertEqual(before + expected, self.counted(again))
                        self.remove(again)
                        again.call("image.remove", image="counter")

    def test_a_plug_that_is_gone(self):
        """The other ports have the old mode again, so frames pass as before."""
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            run("tc", "qdisc", "delete", "dev", "lv1p1", "root")
            self.assert_refused(
                *(-32025, "the plug of port 1 does not change", controller, "lvnf.pause"),
                lvnf="one",
            )
            (lvnf,) = controller.call("lvnf.list")["lvnfs"]
            self.assertEqual("running", lvnf["mode"])
            self.assert_passes(one, other)
            self.remove(controller)

    def test_a_plug_that_is_gone_leaves_the_vlan(self):
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            run("ovs-ofctl", "add-flow", "br0", "priority=9,in_port=lv1p0,actions=output:in1")
            self.addCleanup(run, "ovs-ofctl", "del-flows", "br0")
            controller.call("lvnf.relay", lvnf="one", vlan=5)
            run("tc", "qdisc", "delete", "dev", "lv1p1", "root")
            self.assert_refused(
                *(-32025, "the plug of port 1 does not change", controller, "lvnf.relay"),
                **{"lvnf": "one", "vlan": 6},
            )
            (lvnf,) = controller.call("lvnf.list")["lvnfs"]
            self.assertEqual(("relay", 5), (lvnf["mode"], lvnf["vlan"]))
            one.send(frame(7))
            (got,) = one.receive(1)
            self.assertEqual((7, 5), (number_of(got), one.vlan))
            self.remove(controller)

    def test_the_switch_leaves_the_plug(self):
        with self.session() as (_, controller), self.chain(controller) as (one, other):
            plugs = [qdisc(port) for port in ("lv1p0", "lv1p1")]
            for text in plugs:
                self.assertIn("qdisc plug", text)
            controller.call("lvnf.pause", lvnf="one")
            self.send_full(one, 5)
            vsctl("set", "bridge", "br0", "other_config:mac-table-size=4096")
            vsctl("set", "port", "lv1p0", "external_ids:more=1")
            vsctl("set", "interface", "lv1p0", "ingress_policing_rate=0")
            appctl("revalidator/wait")
            self.assertEqual(plugs, [qdisc(port) for port in ("lv1p0", "lv1p1")])
            self.switch.restart()
            self.assertEqual(plugs, [qdisc(port) for port in ("lv1p0", "lv1p1")])
            self.assertEqual((5, 0), self.plug(controller))
            self.switch.chain("lv1p0", "lv1p1")
            controller.call("lvnf.resume", lvnf="one")
            self.assert_in_order(other, 5)
            self.remove(controller)

    def test_ports_that_the_switch_has_lost_come_back(self):
        with self.daemon("bridge = br0") as daemon, self.controller() as controller:
            with self.chain(controller):
                daemon.kill()
        plug = qdisc("lv1p0")
        self.assertIn("qdisc plug", plug)
        qos = vsctl("get", "port", "lv1p0", "qos")
        vsctl("del-port", "lv1p0")
        vsctl("destroy", "qos", qos)
        with self.session() as (_, controller):
            self.assertEqual(plug, qdisc("lv1p0"))
            self.switch.chain("lv1p0", "lv1p1")
            with self.wires() as (one, other):
                until("a frame to pass", lambda: one.send(frame(0)) or other.receive(1, 1))
            self.remove(controller)

    def test_ports_without_an_lvnf_are_removed(self):
        with self.daemon("bridge = br0") as daemon, self.controller() as controller:
            with self.chain(controller):
                daemon.kill()
        shutil.rmtree(PINS / "one")
        with self.session() as (_, controller):
            self.assertEqual([], controller.call("lvnf.list")["lvnfs"])
            self.assertEqual({"in1", "out1"}, set(vsctl("list-ports", "br0").split()))
