# SPDX-License-Identifier: Apache-2.0
"""LVNFs at an Open vSwitch that floods, because no controller has told it otherwise.

Its datapath is in user space, so this runs in any kernel. The tests in the lab kernel have the
kernel's datapath and the plug."""

import contextlib
import signal
import socket
import threading
import time
import unittest

from connection import RpcError
from cpp_component import PINS, CppTest, break_connection, prepare
from daemon import until
from openvswitch import PLACE, OpenVSwitch, appctl, vsctl
from programs import run
from slow_database import SlowDatabase
from vswitchd_double import VswitchdDouble, requests_in
from wire import Wire, frame, number_of

BROADCAST = b"\xff" * 6


def broadcast(number):
    return BROADCAST + frame(number)[6:]


def setUpModule():
    PLACE.mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", str(PLACE))
    VswitchTest.switch = OpenVSwitch("netdev", "standalone")


def tearDownModule():
    VswitchTest.switch.close()


@contextlib.contextmanager
def paused_revalidators():
    """Open vSwitch's main thread would wait for ever if it resumed them twice."""
    appctl("revalidator/pause")
    try:
        yield
    finally:
        appctl("revalidator/resume")


class DoubleTest(unittest.TestCase):
    """Of the control socket that is made up."""

    def test_requests_come_in_any_pieces(self):
        text = '{"id": 1} {"id": 2}{"id": "}"}'
        for end in range(len(text) + 1):
            first, rest = requests_in(text[:end])
            second, rest = requests_in(rest + text[end:])
            self.assertEqual([{"id": 1}, {"id": 2}, {"id": "}"}], first + second)
            self.assertEqual("", rest)


class VswitchTest(CppTest):
    switch = None

    def setUp(self):
        super().setUp()
        for port in range(8):
            self.addCleanup(vsctl, "--if-exists", "del-port", f"lv1p{port}")

    def session(self, options="bridge = br0"):
        return super().session(options)

    @contextlib.contextmanager
    def sides(self):
        with Wire("in0") as one, Wire("out0") as other:
            yield one, other

    @staticmethod
    def entered(controller):
        """Returns how many frames have entered each port of the LVNF."""
        ports = controller.call("lvnf.stats", lvnf="one")["ports"]
        return [port["in"]["packets"] for port in ports]

    def test_a_new_lvnf_is_no_loop(self):
        with self.session() as (_, controller), self.sides() as (one, other):
            self.add_image(controller, "null")
            one.send(broadcast(0))
            self.assertEqual([0], [number_of(data) for data in other.receive(1)])
            controller.call("lvnf.add", lvnf="one", image="null")
            for number in range(10):
                one.send(broadcast(number))
                other.send(broadcast(number))
            self.assertEqual(list(range(10)), [number_of(data) for data in other.receive(10)])
            self.assertEqual(list(range(10)), [number_of(data) for data in one.receive(10)])
            self.assertEqual([0, 0], self.entered(controller))
            controller.call("lvnf.remove", lvnf="one")

    def test_flows_reach_the_ports(self):
        with self.session() as (_, controller), self.sides() as (one, other):
            self.add_image(controller, "null")
            ports = controller.call("lvnf.add", lvnf="one", image="null")["ports"]
            self.switch.chain(*(port["interface"] for port in ports))
            until("a frame to pass", lambda: one.send(frame(0)) or other.receive(1, 1))
            self.assert_passes(other, one)
            self.assertEqual(10, self.entered(controller)[1])
            controller.call("lvnf.remove", lvnf="one")
            run("ovs-ofctl", "del-flows", "br0")
            run("ovs-ofctl", "add-flow", "br0", "actions=normal")

    def test_a_switch_that_fails(self):
        for options, text in (
            ("bridge = br9", "no bridge 'br9' for port lv1p0: ovs-vsctl add-br br9"),
            ("bridge = br0\ndatabase = /run/none.sock", "database is not at /run/none.sock"),
        ):
            with self.session(options) as (_, controller):
                if not controller.call("image.list")["images"]:
                    self.add_image(controller, "null")
                self.assert_refused(-32025, text, controller, "lvnf.add", lvnf="one", image="null")
                self.assert_nothing_left()

    def test_a_silent_database(self):
        """The daemon starts nevertheless, and asks again."""
        path = self.folder / "silent.sock"
        options = f"bridge = br0\ndatabase = {path}"
        with self.daemon() as daemon, self.controller() as controller:
            self.add_image(controller, "null")
            for i in range(3):
                controller.call("lvnf.add", lvnf=f"l{i}", image="null")
            daemon.kill()
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen(100)
            with self.daemon(options) as daemon:
                until("the first failure", lambda: "does not answer" in daemon.log(), 8)
                server.close()
                path.unlink()
                path.symlink_to(PLACE / "db.sock")
                with self.controller() as controller:

                    def have_numbers():
                        listed = controller.call("lvnf.list")["lvnfs"]
                        return all("ofport" in port for one in listed for port in one["ports"])

                    until("the ports to be at the switch", have_numbers, 20)
                    for i in range(3):
                        controller.call("lvnf.remove", lvnf=f"l{i}")
                self.assert_nothing_left()

    def test_a_slow_database(self):
        """A request has a deadline, and not one for each port."""
        path = self.folder / "slow.sock"
        with SlowDatabase(path, PLACE / "db.sock", lambda: time.sleep(1.5)):
            with self.session(f"bridge = br0\ndatabase = {path}") as (_, controller):
                self.add_image(controller, "null", ports=8)
                controller.socket.settimeout(60)
                began = time.monotonic()
                self.assert_refused(
                    *(-32025, "Open vSwitch's database", controller, "lvnf.add"),
                    **{"lvnf": "one", "image": "null"},
                )
                self.assertLess(time.monotonic() - began, 22)
            self.assertEqual([], list(PINS.iterdir()))

    # --- switch.settle ---

    GOOD = {"result": "", "error": None}

    def settle(self, answers, seconds=0.0, **params):
        """Returns the answer of the node whose switch answers like this, and the requests to it."""
        folder = self.folder / "switch"
        folder.mkdir(exist_ok=True)
        with VswitchdDouble(folder, answers, seconds) as double:
            with self.session(f"bridge = br0\ndatabase = {folder}/db.sock") as (_, controller):
                try:
                    answer = controller.call("switch.settle", **params)
                except RpcError as error:
                    answer = error
            self.changes = double.changes
            return answer, double.requests

    def test_settle_waits_for_three_dumps(self):
        answer, requests = self.settle([self.GOOD] * 3, 0.1, timeout_ms=5000)
        self.assertEqual("br0", answer["bridge"])
        self.assertGreaterEqual(answer["waited_us"], 300_000)
        self.assertEqual([("revalidator/wait", [])] * 3, requests)
        # The address that makes revalidators hurry comes and goes.
        mac = "02:00:00:00:ff:fe"
        both = [("fdb/add", ["br0", "br0", "4095", mac]), ("fdb/del", ["br0", "4095", mac])]
        self.assertEqual(both * (len(self.changes) // 2), self.changes)
        self.assertGreater(len(self.changes), 3)

    def test_settle_at_a_switch_that_fails(self):
        error = {"error": "can't wait on multiple udpifs."}
        for answers, text in (
            ([self.GOOD, error], "cannot tell when its datapath follows: can't wait"),
            ([self.GOOD], "does not answer in time"),
            ([b"{]"], "does not answer: "),
            ([b"[]"], "wrong answer"),
            ([b"{}"], "wrong answer"),
        ):
            answer, _ = self.settle(answers, timeout_ms=300)
            self.assertEqual(-32025, answer.code)
            self.assertIn(text, str(answer))

    def test_settle_without_a_switch(self):
        options = f"bridge = br0\ndatabase = {self.folder}/db.sock"
        for pid in (None, "", "4242"):
            if pid is not None:
                (self.folder / "ovs-vswitchd.pid").write_text(pid)
            with self.session(options) as (_, controller):
                self.assert_refused(
                    *(-32025, "ovs-vswitchd is not at", controller, "switch.settle"), timeout_ms=300
                )
                self.assert_refused(-32602, "'timeout_ms'", controller, "switch.settle")
        with self.session("") as (_, controller):
            self.assert_refused(-32025, "no bridge", controller, "switch.settle", timeout_ms=300)

    def test_settle_keeps_nobody_waiting(self):
        folder = self.folder / "switch"
        folder.mkdir()
        (folder / "db.sock").symlink_to(PLACE / "db.sock")
        with VswitchdDouble(folder, [self.GOOD] * 3, 0.7):
            options = f"bridge = br0\ndatabase = {folder}/db.sock"
            with self.session(options) as (_, controller), self.controller() as other:
                self.add_image(controller, "null")
                answers = []
                waiting = threading.Thread(
                    target=lambda: answers.append(other.call("switch.settle", timeout_ms=9000))
                )
                waiting.start()
                time.sleep(0.2)
                controller.call("lvnf.add", lvnf="one", image="null")
                controller.call("lvnf.remove", lvnf="one")
                self.assertTrue(waiting.is_alive())
                waiting.join()
                self.assertEqual("br0", answers[0]["bridge"])

    @contextlib.contextmanager
    def slow_switch(self, answers, seconds):
        """A daemon whose switch takes so long for the end of a dump."""
        folder = self.folder / "switch"
        folder.mkdir()
        (folder / "db.sock").symlink_to(PLACE / "db.sock")
        with VswitchdDouble(folder, answers, seconds) as double:
            options = f"bridge = br0\ndatabase = {folder}/db.sock"
            with self.session(options) as (daemon, controller):
                yield double, daemon, controller

    def test_settle_does_not_wait_for_others(self):
        """Nor for one that has gone. The time counts from the request."""
        with self.slow_switch([], 0) as (double, daemon, controller):
            gone = self.controller()
            gone.send(
                b'{"jsonrpc": "2.0", "id": 1, "method": "switch.settle", '
                b'"params": {"timeout_ms": 60000}}\n'
            )
            until("a dump to be awaited", lambda: double.requests)
            break_connection(gone)
            until("the session to end", lambda: "disconnected" in daemon.log())
            for _ in range(2):
                began = time.monotonic()
                self.assert_refused(
                    *(-32025, "does not answer in time", controller, "switch.settle"),
                    timeout_ms=500,
                )
                took = time.monotonic() - began
                # The daemon counts whole milliseconds, so it may end within the last one.
                self.assertTrue(0.499 <= took < 3, took)

    def test_dumps_answer_all_that_wait(self):
        answers = {}

        def settle(number, controller):
            answers[number] = controller.call("switch.settle", timeout_ms=9000)

        with self.slow_switch([self.GOOD] * 9, 0.5) as (double, _, controller):
            with self.controller() as other, self.controller() as third:
                waiting = []
                for number, who in enumerate((controller, other, third)):
                    waiting.append(threading.Thread(target=settle, args=(number, who)))
                    waiting[-1].start()
                    time.sleep(0.1)
                for thread in waiting:
                    thread.join()
            # The others have come during the first dump, which does not count for them.
            self.assertEqual(4, len(double.requests))
            self.assertGreaterEqual(answers[0]["waited_us"], 1_500_000)
            for late in (1, 2):
                self.assertGreaterEqual(answers[late]["waited_us"], 1_700_000)

    def test_a_daemon_that_ends_while_the_switch_is_slow(self):
        with self.slow_switch([], 0) as (double, daemon, _):
            waiting = self.controller()
            waiting.send(
                b'{"jsonrpc": "2.0", "id": 1, "method": "switch.settle", '
                b'"params": {"timeout_ms": 20000}}\n'
            )
            until("a dump to be awaited", lambda: double.requests)
            daemon.process.send_signal(signal.SIGTERM)
            self.assertEqual(0, daemon.process.wait(5))
            waiting.socket.close()

    def test_the_datapath_follows_after_settle(self):
        """Revalidators that pause make the switch as slow as many flows would."""
        self.addCleanup(run, "ovs-ofctl", "add-flow", "br0", "actions=normal")
        self.addCleanup(run, "ovs-ofctl", "del-flows", "br0")
        run("ovs-ofctl", "del-flows", "br0")
        run("ovs-ofctl", "add-flow", "br0", "in_port=in1,actions=output:out1")
        with self.session() as (_, controller), self.sides() as (one, other):
            one.send(frame(0))
            self.assertEqual([0], [number_of(data) for data in other.receive(1)])
            with paused_revalidators():
                run("ovs-ofctl", "mod-flows", "br0", "in_port=in1,actions=drop")
                one.send(frame(1))
                self.assertEqual([1], [number_of(data) for data in other.receive(1)])
                self.assert_refused(
                    *(-32025, "does not answer in time", controller, "switch.settle"),
                    timeout_ms=700,
                )
            controller.call("switch.settle", timeout_ms=10_000)
            one.send(frame(2))
            self.assertEqual([], other.receive(0))
            times = sorted(
                controller.call("switch.settle", timeout_ms=10_000)["waited_us"] for _ in range(9)
            )
        # Three dumps at their pace would take 1.5 s.
        self.assertLess(times[4], 600_000, times)
        self.assertNotIn("02:00:00:00:ff:fe", appctl("fdb/show", "br0"))

    def test_relayed_frames_reach_another_lvnf(self):
        """A flow rule knows them by their port and tag, whatever they are."""
        self.addCleanup(run, "ovs-ofctl", "add-flow", "br0", "actions=normal")
        self.addCleanup(run, "ovs-ofctl", "del-flows", "br0")
        for port in range(2):
            self.addCleanup(vsctl, "--if-exists", "del-port", f"lv2p{port}")
        with self.session() as (_, controller), self.sides() as (one, other):
            controller.socket.settimeout(30)
            self.add_image(controller, "null")
            old, new = (
                [port["interface"] for port in controller.call("lvnf.add", **what)["ports"]]
                for what in ({"lvnf": name, "image": "null"} for name in ("one", "two"))
            )
            run("ovs-ofctl", "del-flows", "br0")
            for flow in (
                f"in_port=in1,actions=output:{old[0]}",
                f"in_port={old[1]},actions=output:out1",
                f"in_port={new[1]},actions=output:out1",
                f"in_port={old[0]},dl_vlan=99,actions=strip_vlan,output:{new[0]}",
            ):
                run("ovs-ofctl", "add-flow", "br0", flow)
            self.assert_passes(one, other)
            controller.call("lvnf.relay", lvnf="one", vlan=99)
            self.assert_passes(one, other)
            self.assertIsNone(other.vlan)
            ports = controller.call("lvnf.stats", lvnf="two")["ports"]
            self.assertEqual(10, ports[0]["in"]["packets"])
            for name in ("one", "two"):
                controller.call("lvnf.remove", lvnf=name)

    # --- marker.send ---

    def test_a_marker_goes_through_the_flow_tables(self):
        """As a frame that comes in at the port, and not as one that the controller sends."""
        params = {"migration": 7, "source": 1, "to": "02:00:00:00:01:00"}
        with self.session() as (_, controller):
            self.add_image(controller, "null")
            ports = controller.call("lvnf.add", lvnf="one", image="null")["ports"]
            controller.call("marker.expect", lvnf="one", migration=7, sources=[1, 2])
            self.addCleanup(run, "ovs-ofctl", "add-flow", "br0", "actions=normal")
            self.addCleanup(run, "ovs-ofctl", "del-flows", "br0")
            run("ovs-ofctl", "del-flows", "br0")
            match = "in_port=in1,dl_type=0x88b6,dl_vlan=9"
            run("ovs-ofctl", "add-flow", "br0", f"{match},actions=output:{ports[0]['interface']}")
            number = int(vsctl("get", "interface", "in1", "ofport"))
            sent = controller.call("marker.send", ofport=number, vlan=9, **params)
            self.assertEqual({"ofport": number}, sent)
            controller.call("marker.send", ofport=number, **{**params, "source": 2})
            answer = controller.call(
                "lvnf.settle", lvnf="one", migration=7, timeout_ms=300, quiet_us=0
            )
            self.assertEqual((False, [2]), (answer["settled"], answer["missing"]))
            controller.call("lvnf.remove", lvnf="one")

    def test_a_marker_that_the_switch_refuses(self):
        params = {"migration": 7, "source": 1, "to": "02:00:00:00:01:00"}
        with self.session() as (_, controller):
            self.addCleanup(vsctl, "clear", "bridge", "br0", "protocols")
            vsctl("set", "bridge", "br0", "protocols=OpenFlow10")
            self.assert_refused(
                *(-32025, "it refuses the frame, or OpenFlow 1.3", controller, "marker.send"),
                **{"ofport": 1, **params},
            )
            for wrong in ({}, {"ofport": 1, "lvnf": "one"}):
                self.assert_refused(
                    *(-32602, "either 'lvnf'", controller, "marker.send"), **wrong, **params
                )
            for wrong in (0, 65_280):
                self.assert_refused(
                    *(-32602, "'ofport'", controller, "marker.send"), **{"ofport": wrong, **params}
                )
        with self.session(f"bridge = br9\ndatabase = {PLACE}/db.sock") as (_, controller):
            self.assert_refused(
                *(-32025, "bridge br9 is not at", controller, "marker.send"),
                **{"ofport": 1, **params},
            )
        with self.session("") as (_, controller):
            self.assert_refused(-32025, "no bridge", controller, "marker.send", ofport=1, **params)

    def test_another_bridge(self):
        """Ports follow the configuration, and are removed wherever they are."""
        self.switch.add_bridge("br1", "netdev", "secure")
        self.addCleanup(vsctl, "del-br", "br1")
        self.before.add("br1")
        with self.session() as (daemon, controller):
            self.add_image(controller, "null")
            controller.call("lvnf.add", lvnf="one", image="null")
            daemon.kill()
        with self.session("bridge = br1") as (_, controller):
            self.assertEqual(["lv1p0", "lv1p1"], vsctl("list-ports", "br1").split())
            (one,) = controller.call("lvnf.list")["lvnfs"]
            self.assertTrue(all(port["ofport"] > 0 for port in one["ports"]))
            # As if somebody had moved it.
            vsctl("del-port", "lv1p0", "--", "add-port", "br0", "lv1p0")
            controller.call("lvnf.remove", lvnf="one")
            for bridge in ("br0", "br1"):
                self.assertNotIn("lv1", vsctl("list-ports", bridge))
            self.assert_nothing_left()


if __name__ == "__main__":
    prepare()
    unittest.main()
