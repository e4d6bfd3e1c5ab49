# SPDX-License-Identifier: Apache-2.0
"""An LVNF that moves under traffic, by the steps of CONTROL-CPP.md. Runs in the lab kernel, with
both LVNFs at one switch."""

import contextlib
import subprocess
import threading
import time

from guest_switch import the_switch

from cpp_component import CppTest
from daemon import until
from openvswitch import vsctl
from programs import run
from wire import Wire, frame, number_of

RELAY_VLAN = 99
WARM = 10**6  # number of a frame that is not in the stream
MOVES = 6
WAIT_S = 60  # for an answer: the virtual machine is slow beside other work
INTERVAL_S = 0.001


def setUpModule():
    the_switch()


class Stream(threading.Thread):
    """Sends numbered frames until it is stopped."""

    def __init__(self, wire):
        super().__init__()
        self.wire, self.n, self.is_stopped = wire, 0, False

    def run(self):
        while not self.is_stopped:
            self.wire.send(frame(self.n))
            self.n += 1
            time.sleep(INTERVAL_S)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.is_stopped = True
        self.join()


def flow(command, text):
    run("ovs-ofctl", *command, "br0", text)


def datapath_flows():
    """Returns the flows of the kernel datapath, with names of ports."""
    command = ("ovs-appctl", "dpctl/dump-flows", "--names")
    return run(*command, stdout=subprocess.PIPE, text=True).stdout


def number_of_port(name):
    return int(vsctl("get", "interface", name, "ofport"))


class MigrationTest(CppTest):
    @contextlib.contextmanager
    def chain(self, controller):
        """LVNF l0 in the way from in1 to out1."""
        controller.socket.settimeout(WAIT_S)
        self.add_image(controller, "counter")
        run("ovs-ofctl", "del-flows", "br0")
        self.ports = {}
        self.add(controller, "l0")
        self.steer("l0")
        with Wire("in0") as one, Wire("out0") as other:
            time.sleep(0.5)
            one.send(frame(0))
            other.receive(1)
            self.entry = number_of_port("in1")
            yield one, other

    def add(self, controller, name):
        ports = controller.call("lvnf.add", lvnf=name, image="counter")["ports"]
        self.ports[name] = [port["interface"] for port in ports]
        flow(["add-flow"], f"priority=5,in_port={self.ports[name][1]},actions=output:out1")

    def steer(self, name):
        """The one rule that a migration changes, in place."""
        flow(["add-flow"], f"priority=5,in_port=in1,actions=output:{self.ports[name][0]}")

    def warm_up(self, name):
        """Lets the datapath have the flow behind the new LVNF. Otherwise the first frames that it
        releases take the way through user space, and further ones overtake them."""
        with Wire(self.ports[name][0]) as wire:
            wire.send(frame(WARM))
            entered = f"in_port({self.ports[name][1]})"
            until("the datapath to have the flow", lambda: entered in datapath_flows(), WAIT_S)

    def count(self, controller, name):
        (only,) = controller.call("lvnf.read", lvnf=name, handler="count")["entries"]
        return only["value"]

    def move(self, controller, old, new, migration):
        """Returns for how long frames have waited at most, and how many were late."""
        call = controller.call
        self.add(controller, new)
        self.warm_up(new)
        call("lvnf.pause", lvnf=new)
        call("marker.expect", lvnf=old, migration=migration, sources=[1])
        first, inner = self.ports[old][0], self.ports[new][0]
        flow(["add-flow"], f"priority=9,in_port=in1,dl_type=0x88b6,actions=output:{first}")
        relayed = f"priority=9,in_port={first},dl_vlan={RELAY_VLAN}"
        flow(["add-flow"], f"{relayed},actions=strip_vlan,output:{inner}")
        self.steer(new)
        began = time.monotonic()
        call("switch.settle", timeout_ms=10_000)
        marker = {"migration": migration, "source": 1, "to": "02:00:00:00:01:00"}
        call("marker.send", ofport=self.entry, **marker)
        settled = call("lvnf.settle", lvnf=old, migration=migration, timeout_ms=5000)
        assert settled["settled"], settled
        call("lvnf.relay", lvnf=old, vlan=RELAY_VLAN)
        state = call("lvnf.read", lvnf=old, handler="count")["entries"]
        call("lvnf.write", lvnf=new, handler="count", entries=state)
        call("lvnf.resume", lvnf=new)
        ended = time.monotonic()
        time.sleep(0.2)
        late = call("lvnf.stats", lvnf=old)["ports"][0]["relayed"]["packets"]
        call("lvnf.remove", lvnf=old)
        return ended - began, late

    def test_no_frame_is_lost_twice_or_late(self):
        with self.session("bridge = br0") as (_, controller), self.chain(controller) as (
            one,
            other,
        ):
            before = self.count(controller, "l0")["packets"]
            holds = []
            with Stream(one) as stream:
                for i in range(MOVES):
                    time.sleep(0.3)
                    holds.append(self.move(controller, f"l{i}", f"l{i + 1}", 1000 + i))
                time.sleep(0.3)
            numbers = [number_of(data) for data in other.receive(stream.n, seconds=30)]
            numbers = [number for number in numbers if number != WARM]
            print(f"{stream.n} frames, {MOVES} moves; hold in s and late frames: {holds}")
            self.assertEqual(list(range(stream.n)), numbers)
            # Each frame has been processed once, and the state went along.
            after = self.count(controller, f"l{MOVES}")["packets"]
            self.assertEqual(stream.n, after - before)
            controller.call("lvnf.remove", lvnf=f"l{MOVES}")
            run("ovs-ofctl", "del-flows", "br0")

    def test_a_late_frame_is_relayed(self):
        """The switch is steered back after mode relay, as a rule that changes too late."""
        with self.session("bridge = br0") as (_, controller), self.chain(controller) as (
            one,
            other,
        ):
            self.add(controller, "l1")
            first, inner = self.ports["l0"][0], self.ports["l1"][0]
            flow(
                ["add-flow"],
                f"priority=9,in_port={first},dl_vlan={RELAY_VLAN},"
                f"actions=strip_vlan,output:{inner}",
            )
            before = self.count(controller, "l0")["packets"]
            controller.call("lvnf.relay", lvnf="l0", vlan=RELAY_VLAN)
            for number in range(50):
                one.send(frame(number))
            self.assertEqual(list(range(50)), [number_of(data) for data in other.receive(50)])
            self.assertIsNone(other.vlan)
            self.assertEqual(before, self.count(controller, "l0")["packets"])
            self.assertEqual(50, self.count(controller, "l1")["packets"])
            for name in ("l0", "l1"):
                controller.call("lvnf.remove", lvnf=name)
            run("ovs-ofctl", "del-flows", "br0")
