# SPDX-License-Identifier: Apache-2.0
"""LVNFs: frames, modes, a daemon that ends, removal."""

import contextlib
import os
import pathlib
import socket
import ssl
import threading
import time
import unittest

from connection import PACKET_NODE_PORT
from cpp_component import (
    PINS,
    CppTest,
    compile_image,
    interfaces,
    prepare,
)
from daemon import until
from pki import PACKET_NODE
from programs import run
from hosts import Host
from wire import Wire, frame, number_of, tagged

OCTETS = 4_000_000
IDLE_S = 2
KILLS = 8  # in each kind of request
MARKING = """
LVNF_IMAGE(packet, port)
{
    __u8 mark = 0xaa;

    (void)port;
    bpf_skb_store_bytes(packet, 18, &mark, 1, 0);
    return lvnf_partner(packet);
}
"""
RETURNING = 'SEC("tc") int lvnf_image(struct __sk_buff *skb) {{ return TC_ACT_{}; }}'
TO_PORT_5 = "LVNF_IMAGE(packet, port) { (void)packet; (void)port; return 5; }"


def has_started(daemon):
    """Returns True if the daemon accepts connections or has ended."""
    try:
        socket.create_connection(("127.0.0.1", PACKET_NODE_PORT)).close()
    except ConnectionRefusedError:
        return daemon.process.poll() is not None
    return True


class LvnfTest(CppTest):
    def test_the_null_image_forwards_both_ways(self):
        with self.session() as (_, controller), self.lvnf(controller) as (one, other):
            self.assert_passes(one, other)
            self.assert_passes(other, one)
            one.send(frame(7, length=1514))
            self.assertEqual([frame(7, length=1514)], other.receive(1))
            ports = controller.call("lvnf.stats", lvnf="one")["ports"]
            self.assertEqual({"packets": 11, "octets": 10 * 60 + 1514}, ports[0]["in"])
            self.assertEqual({"packets": 11, "octets": 10 * 60 + 1514}, ports[1]["out"])
            self.assertEqual({"packets": 10, "octets": 600}, ports[1]["in"])
            self.assertEqual({"packets": 10, "octets": 600}, ports[0]["out"])
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_a_vlan_tag_stays(self):
        """The kernel keeps it beside the frame, so an image sees untagged frames."""
        with self.session() as (_, controller), self.lvnf(controller) as (one, other):
            one.send(tagged(frame(1), 77))
            self.assertEqual([frame(1)], other.receive(1))
            self.assertEqual(77, other.vlan)
            one.send(frame(1))
            self.assertEqual([frame(1)], other.receive(1))
            self.assertIsNone(other.vlan)
            controller.call("lvnf.remove", lvnf="one")

    def test_tcp_passes_in_segments_that_are_held_together(self):
        with self.session() as (_, controller), self.lvnf(controller):
            with Host("a", "lv1p0") as a, Host("b", "lv1p1") as b:
                self.assertEqual(OCTETS, a.send_to(b, OCTETS))
            ports = controller.call("lvnf.stats", lvnf="one")["ports"]
            packets, octets = ports[0]["in"]["packets"], ports[0]["in"]["octets"]
            self.assertGreater(octets, OCTETS)
            # Of at most 1460 octets of payload each.
            self.assertGreater(packets, OCTETS / 1460)
            controller.call("lvnf.remove", lvnf="one")

    def test_one_port_has_both_directions(self):
        with self.session() as (_, controller), self.lvnf(controller, ports=1) as (wire,):
            self.assert_passes(wire, wire)
            controller.call("lvnf.flush", lvnf="one")
            self.assert_passes(wire, wire)
            controller.call("lvnf.remove", lvnf="one")

    def test_four_ports_are_two_pairs(self):
        with self.session() as (_, controller):
            self.add_image(controller, "null", ports=4)
            with self.lvnf(controller, ports=4) as wires:
                self.assert_passes(wires[2], wires[3])
                self.assert_passes(wires[1], wires[0])
                self.assertEqual([], wires[2].receive(0))
            controller.call("lvnf.remove", lvnf="one")

    def test_an_idle_lvnf_sends_nothing(self):
        with self.session() as (_, controller), self.lvnf(controller):
            time.sleep(IDLE_S)
            ports = controller.call("lvnf.stats", lvnf="one")["ports"]
            self.assertEqual([0, 0], [port["in"]["packets"] for port in ports])
            controller.call("lvnf.remove", lvnf="one")

    def test_bypass_does_not_process(self):
        image = compile_image(self.folder, "marking", MARKING)
        with self.session() as (_, controller):
            self.add_image(controller, "marking", image)
            with self.lvnf(controller, "marking") as (one, other):
                one.send(frame(1))
                (marked,) = other.receive(1)
                self.assertEqual(0xAA, marked[18])
                answer = controller.call("lvnf.flush", lvnf="one")
                self.assertEqual("bypass", answer["mode"])
                one.send(frame(1))
                self.assertEqual([frame(1)], other.receive(1))
                self.assertEqual("running", controller.call("lvnf.resume", lvnf="one")["mode"])
                one.send(frame(1))
                self.assertEqual([marked], other.receive(1))
            controller.call("lvnf.remove", lvnf="one")

    def test_no_return_value_goes_past_the_redirect(self):
        """An image need not be made with LVNF_IMAGE, so it may return any action."""
        with self.session() as (_, controller):
            for action in ("OK", "REDIRECT", "STOLEN", "TRAP"):
                path = compile_image(self.folder, action.lower(), RETURNING.format(action))
                self.add_image(controller, "returning", path)
                with self.lvnf(controller, "returning") as (one, other):
                    one.send(frame(1))
                    with self.subTest(action):
                        self.assertEqual(([], []), (other.receive(0), one.receive(0)))
                controller.call("lvnf.remove", lvnf="one")
                controller.call("image.remove", image="returning")

    def test_a_port_that_does_not_exist_drops(self):
        image = compile_image(self.folder, "to5", TO_PORT_5)
        with self.session() as (_, controller):
            self.add_image(controller, "to5", image)
            with self.lvnf(controller, "to5") as (one, other):
                one.send(frame(1))
                self.assertEqual([], other.receive(0))
                self.assertEqual([], one.receive(0))
            controller.call("lvnf.remove", lvnf="one")

    def test_traffic_survives_the_daemon_in_each_mode(self):
        for mode, method in (("running", "lvnf.resume"), ("bypass", "lvnf.flush")):
            with self.daemon() as daemon, self.controller() as controller:
                with self.lvnf(controller, "counter") as (one, other):
                    self.assertEqual(mode, controller.call(method, lvnf="one")["mode"])
                    counted = controller.call("lvnf.read", lvnf="one", handler="count")
                    daemon.kill()
                    self.assert_passes(one, other)
                with self.session() as (_, again):
                    (lvnf,) = again.call("lvnf.list")["lvnfs"]
                    self.assertEqual(
                        ("one", "counter", mode), (lvnf["lvnf"], lvnf["image"], lvnf["mode"])
                    )
                    with Wire("lv1p0") as one, Wire("lv1p1") as other:
                        self.assert_passes(one, other)
                    packets = again.call("lvnf.stats", lvnf="one")["ports"][0]["in"]["packets"]
                    self.assertEqual(20, packets)
                    count = again.call("lvnf.read", lvnf="one", handler="count")
                    expected = 20 if mode == "running" else 0
                    self.assertEqual(0, counted["entries"][0]["value"]["packets"])
                    self.assertEqual(expected, count["entries"][0]["value"]["packets"])
                    again.call("lvnf.remove", lvnf="one")
                    self.assert_nothing_left()

    def test_what_is_not_whole_is_removed(self):
        """As after a crash of the daemon while it set up an LVNF."""
        with self.daemon() as daemon, self.controller() as controller:
            with self.lvnf(controller):
                daemon.kill()
        (PINS / "one" / "gate_ports").unlink()
        (PINS / "two").mkdir()
        with self.session() as (daemon, controller):
            self.assertEqual([], controller.call("lvnf.list")["lvnfs"])
            self.assertIn("LVNF one: not complete, removed", daemon.log())
            self.assert_nothing_left_but_links()

    def killed_within(self, method, part, prepare=None):
        """Runs a request on an LVNF and kills the daemon after this part of its duration. Returns
        what the next daemon lists, and whether its frames pass then."""
        with self.daemon() as daemon, self.controller() as controller:
            if not controller.call("image.list")["images"]:
                self.add_image(controller, "null")
            if prepare:
                prepare(controller)
            thread = threading.Thread(target=self.call_until_the_end, args=(controller, method))
            thread.start()
            time.sleep(part * self.duration)
            daemon.kill()
            thread.join()
        with self.session() as (_, controller):
            listed = controller.call("lvnf.list")["lvnfs"]
            if listed:
                self.assertEqual(["one"], [one["lvnf"] for one in listed])
                with Wire("lv1p0") as one, Wire("lv1p1") as other:
                    self.assert_passes(one, other, 2)
                controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left_but_links()
        return len(listed)

    @staticmethod
    def call_until_the_end(controller, method):
        with contextlib.suppress(ConnectionError, AttributeError, ssl.SSLError):
            if method == "lvnf.add":
                controller.call(method, lvnf="one", image="null")
            else:
                controller.call(method, lvnf="one")

    def test_a_daemon_that_is_killed_within_a_request(self):
        """Whenever it is, an LVNF is there with all that belongs to it, or nothing is."""

        def add(controller):
            controller.call("lvnf.add", lvnf="one", image="null")

        with self.session() as (_, controller):
            self.add_image(controller, "null")
            began = time.monotonic()
            add(controller)
            self.duration = time.monotonic() - began
            controller.call("lvnf.remove", lvnf="one")
        parts = [i / KILLS for i in range(KILLS)]
        self.assertEqual(0, self.killed_within("lvnf.add", 0))
        for part in parts:
            self.killed_within("lvnf.add", part)
            self.killed_within("lvnf.remove", part / 4, add)
            self.assertEqual(1, self.killed_within("lvnf.flush", part / 10, add))

    def assert_nothing_left_but_links(self):
        """Without the state of its gate, the daemon does not know the names of its interfaces, but
        they end with the namespace of their peers."""
        until("the interfaces to end", lambda: interfaces() == self.before)
        self.assert_nothing_left()

    def starts_with(self, descriptors):
        """Returns True if a daemon with at most so many descriptors starts."""
        daemon = self.daemon(wrapper=("prlimit", f"--nofile={descriptors}"))
        try:
            with daemon:
                until("the daemon to start or to end", lambda: has_started(daemon))
                daemon.expected_code = daemon.process.poll() or 0
        except AssertionError:  # before it is unprivileged
            daemon.files.cleanup()
            return False
        return not daemon.expected_code

    def test_an_error_that_passes_removes_nothing(self):
        with self.daemon() as daemon, self.controller() as controller:
            before = daemon.descriptors()
            with self.lvnf(controller, "counter"):
                daemon.kill()
        started = [self.starts_with(before + more) for more in range(-6, 6)]
        self.assertIn(False, started)
        self.assertTrue(self.starts_with(before + 20))
        with self.session() as (_, controller):
            with Wire("lv1p0") as one, Wire("lv1p1") as other:
                self.assert_passes(one, other)
            count = controller.call("lvnf.read", lvnf="one", handler="count")["entries"]
            self.assertEqual(10, count[0]["value"]["packets"])
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_what_belongs_to_others_stays(self):
        run("ip", "netns", "add", "lvnf-one")
        run("ip", "link", "add", "lv1p1", "type", "veth", "peer", "name", "lv1p2")
        with self.session() as (_, controller):
            self.add_image(controller, "null")
            self.assert_refused(
                *(
                    -32025,
                    "/run/netns/lvnf-one is there already: ip netns delete",
                    controller,
                    "lvnf.add",
                ),
                **{"lvnf": "one", "image": "null"},
            )
            self.assertEqual(["lvnf-one"], os.listdir("/run/netns"))
            self.assertEqual([], list(PINS.iterdir()))
            run("ip", "netns", "delete", "lvnf-one")
            added = controller.call("lvnf.add", lvnf="one", image="null")
            self.assertEqual(["lv2p0", "lv2p1"], [port["interface"] for port in added["ports"]])
            controller.call("lvnf.remove", lvnf="one")
        run("ip", "link", "delete", "lv1p1")
        self.assert_nothing_left()

    def test_many(self):
        with self.session() as (_, controller):
            self.add_image(controller, "null")
            names = [f"l{i:02}" for i in range(20)]
            for name in names:
                controller.call("lvnf.add", lvnf=name, image="null")
            listed = controller.call("lvnf.list")
            self.assertEqual(names, [lvnf["lvnf"] for lvnf in listed["lvnfs"]])
            self.assertFalse(listed["more"])
            after = controller.call("lvnf.list", after="l17")["lvnfs"]
            self.assertEqual(["l18", "l19"], [lvnf["lvnf"] for lvnf in after])
            info = controller.call("node.info")
            self.assertEqual((PACKET_NODE, 1, 20), (info["node"], info["images"], info["lvnfs"]))
            for name in names:
                controller.call("lvnf.remove", lvnf=name)
            self.assert_nothing_left()

    def test_pause_needs_sch_plug(self):
        """This kernel may have none; the tests in the lab kernel test it."""
        with self.session() as (daemon, controller), self.lvnf(controller) as (one, other):
            if "no sch_plug" in daemon.log():
                self.assert_refused(
                    -32025, "cannot be paused", controller, "lvnf.pause", lvnf="one"
                )
            else:
                controller.call("lvnf.pause", lvnf="one")
                one.send(frame(1))
                self.assertEqual([], other.receive(0))
                controller.call("lvnf.resume", lvnf="one")
                self.assertEqual([1], [number_of(data) for data in other.receive(1)])
            controller.call("lvnf.remove", lvnf="one")

    def test_ipv6_is_off(self):
        with self.session() as (_, controller), self.lvnf(controller):
            for port in ("lv1p0", "lv1p1"):
                path = pathlib.Path(f"/proc/sys/net/ipv6/conf/{port}/disable_ipv6")
                self.assertEqual("1\n", path.read_text())
            controller.call("lvnf.remove", lvnf="one")


if __name__ == "__main__":
    prepare()
    unittest.main()
