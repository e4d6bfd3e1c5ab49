# SPDX-License-Identifier: Apache-2.0
"""Orders that take long, and what other sessions may do meanwhile.

An order takes as long as the switch's database is held."""

import contextlib
import os
import signal
import threading
import time
import unittest

from connection import RpcError
from cpp_component import CppTest, break_connection, prepare
from daemon import until
from openvswitch import PLACE, OpenVSwitch, vsctl
from programs import run
from slow_database import HeldDatabase

READINGS_S = 3  # less than the switch has for an answer


def setUpModule():
    PLACE.mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "tmpfs", str(PLACE))
    OrdersTest.switch = OpenVSwitch("netdev")


def tearDownModule():
    OrdersTest.switch.close()


class Calling(threading.Thread):
    """A request that has been sent. A thread of its own waits for the answer."""

    def __init__(self, controller, method, **params):
        super().__init__()
        self.controller, self.answer, self.error = controller, None, None
        controller.ask(method, **params)
        self.start()

    def run(self):
        try:
            self.answer = self.controller.answer()
        except (RpcError, AttributeError, OSError) as error:
            self.error = error
        self.at = time.monotonic()

    def end(self):
        """Returns the answer."""
        self.join(30)
        if self.error:
            raise self.error
        return self.answer


class OrdersTest(CppTest):
    switch = None

    def setUp(self):
        super().setUp()
        for lvnf in range(1, 5):
            for port in range(2):
                self.addCleanup(vsctl, "--if-exists", "del-port", f"lv{lvnf}p{port}")

    @contextlib.contextmanager
    def held(self):
        """A daemon with image null and LVNF zero, whose database can be held."""
        path = self.folder / "held.sock"
        with HeldDatabase(path, PLACE / "db.sock") as database:
            with self.session(f"bridge = br0\ndatabase = {path}") as (daemon, controller):
                self.add_image(controller, "counter")
                controller.call("lvnf.add", lvnf="zero", image="counter")
                yield daemon, controller, database

    @staticmethod
    def hold(database, controller, method, **params):
        """Gives an order and returns it when it waits for the database."""
        database.hold()
        order = Calling(controller, method, **params)
        assert database.is_asked.wait(10)
        return order

    @staticmethod
    def taken(controller):
        """Waits until the daemon has taken the requests that were sent before. Its loop reads from
        all that have sent something, and then waits again: the second answer is of a later turn."""
        for _ in range(2):
            controller.call("node.info")

    @staticmethod
    def names(controller):
        return [lvnf["lvnf"] for lvnf in controller.call("lvnf.list")["lvnfs"]]

    def test_readings_go_on(self):
        with self.held() as (daemon, controller, database), self.controller() as other:
            for method, before, after in (
                ("lvnf.add", ["zero"], ["one", "zero"]),
                ("lvnf.remove", ["zero"], ["zero"]),
            ):
                params = {"image": "counter"} if method == "lvnf.add" else {}
                order = self.hold(database, controller, method, lvnf="one", **params)
                info = other.call("node.info")
                self.assertEqual((1, 1), (info["images"], info["lvnfs"]))
                self.assertEqual(2, len(other.call("lvnf.stats", lvnf="zero")["ports"]))
                self.assertTrue(other.call("lvnf.read", lvnf="zero", handler="count")["entries"])
                self.assertEqual(before, self.names(other))
                self.assert_refused(-32021, "no LVNF 'one'", other, "lvnf.stats", lvnf="one")
                # Nor do new sessions and log messages wait.
                with self.controller() as third:
                    third.call("image.list")
                    seen = daemon.log().count("controller connected")
                self.assertGreaterEqual(seen, 3)
                # It ends after the release, or after the time that the switch has.
                self.assertTrue(order.is_alive())
                database.release()
                order.end()
                self.assertEqual(after, self.names(other))
            other.call("lvnf.remove", lvnf="zero")
            self.assert_nothing_left()

    def test_an_image_that_takes_long_to_verify(self):
        """Its loader is stopped, as if the kernel were verifying."""
        with self.session() as (daemon, controller), self.controller() as other:
            order = threading.Thread(target=self.add_image, args=(controller, "null"))
            order.start()
            loader = until("the loader", daemon.children, 10)[0]
            os.kill(loader, signal.SIGSTOP)
            self.assertEqual(0, other.call("node.info")["images"])
            self.assertEqual([], other.call("image.list")["images"])
            self.assertTrue(order.is_alive())
            os.kill(loader, signal.SIGCONT)
            order.join(20)
            self.assertEqual(1, other.call("node.info")["images"])

    def test_orders_keep_their_order(self):
        with self.held() as (_, controller, database), self.controller() as other:
            with self.controller() as third, self.controller() as watching:
                first = self.hold(database, controller, "lvnf.add", lvnf="one", image="counter")
                second = Calling(other, "lvnf.flush", lvnf="one")
                self.taken(watching)
                last = Calling(third, "lvnf.remove", lvnf="one")
                self.taken(watching)
                self.assertTrue(second.is_alive() and last.is_alive())
                database.release()
                self.assertEqual("running", first.end()["mode"])
                self.assertEqual("bypass", second.end()["mode"])
                last.end()
                self.assertEqual(["zero"], self.names(third))
                third.call("lvnf.remove", lvnf="zero")
            self.assert_nothing_left()

    def test_a_listed_lvnf_waits_for_no_other(self):
        """The orders of a migration do not wait for an LVNF that is being added."""
        sent = {"migration": 1, "source": 1, "to": "02:00:00:00:01:00"}
        with self.held() as (_, controller, database), self.controller() as other:
            (self.folder / "br0.mgmt").symlink_to(PLACE / "br0.mgmt")
            order = self.hold(database, controller, "lvnf.add", lvnf="one", image="counter")
            waiting = Calling(other, "image.remove", image="null")
            began = time.monotonic()
            with self.controller() as third:
                for method, params in (
                    ("lvnf.flush", {}),
                    ("lvnf.relay", {"vlan": 5}),
                    ("lvnf.resume", {}),
                    ("lvnf.limit", {"packets": 0, "octets": 0}),
                    ("lvnf.write", {"handler": "count", "delete": []}),
                    ("marker.expect", {"migration": 1, "sources": [1]}),
                    ("marker.forget", {"migration": 1}),
                    ("marker.send", {"port": 1, **sent}),
                ):
                    third.call(method, lvnf="zero", **params)
                third.call("marker.send", ofport=1, **sent)
            self.assertLess(time.monotonic() - began, READINGS_S)
            self.assertTrue(order.is_alive() and waiting.is_alive())
            database.release()
            self.assertEqual("one", order.end()["lvnf"])
            with self.assertRaisesRegex(RpcError, "no image"):
                waiting.end()
            for name in ("one", "zero"):
                other.call("lvnf.remove", lvnf=name)
            self.assert_nothing_left()

    def test_a_session_that_breaks_meanwhile(self):
        """Its order is finished if it has begun, and else dropped."""
        with self.held() as (daemon, controller, database), self.controller() as other:
            running, waiting = self.controller(), self.controller()
            database.hold()
            running.ask("lvnf.add", lvnf="one", image="counter")
            self.assertTrue(database.is_asked.wait(10))
            waiting.ask("lvnf.remove", lvnf="zero")
            self.taken(other)
            break_connection(running)
            break_connection(waiting)
            until("both sessions to end", lambda: daemon.log().count("disconnected") == 2)
            self.assertEqual(["zero"], self.names(other))
            database.release()
            until("the order to end", lambda: "LVNF one: added" in daemon.log())
            controller.call("lvnf.resume", lvnf="one")
            self.assertEqual(["one", "zero"], self.names(other))
            for name in ("one", "zero"):
                controller.call("lvnf.remove", lvnf=name)
            self.assert_nothing_left()

    def test_a_session_that_closes_meanwhile(self):
        with self.held() as (daemon, controller, database):
            with self.controller() as closing:
                database.hold()
                closing.ask("lvnf.add", lvnf="one", image="counter")
                self.assertTrue(database.is_asked.wait(10))
            database.release()
            until("the order to end", lambda: "LVNF one: added" in daemon.log())
            until("the session to end", lambda: "disconnected" in daemon.log())
            for name in ("one", "zero"):
                controller.call("lvnf.remove", lvnf=name)
            self.assert_nothing_left()

    def test_another_controller_takes_over_meanwhile(self):
        with self.held() as (_, controller, database), self.controller() as other:
            with self.controller() as late, self.controller() as watching:
                controller.call("session.claim", term=1)
                late.call("session.claim", term=1)
                first = self.hold(database, controller, "lvnf.add", lvnf="one", image="counter")
                second = Calling(late, "lvnf.remove", lvnf="zero")
                self.taken(watching)
                # It is answered when the order has ended, so that it finds what the order did.
                claim = Calling(other, "session.claim", term=2)
                self.taken(watching)
                self.assertTrue(claim.is_alive() and first.is_alive())
                database.release()
                self.assertEqual(2, claim.end()["term"])
                self.assertEqual(["one", "zero"], self.names(other))
                self.assertEqual("one", first.end()["lvnf"])
                with self.assertRaises(RpcError) as caught:
                    second.end()
                self.assertEqual(
                    (-32007, {"term": 2}), (caught.exception.code, caught.exception.data)
                )
            self.assert_refused(-32007, "term 2", controller, "lvnf.remove", lvnf="one")
            self.assertEqual(["one", "zero"], self.names(other))
            for name in ("one", "zero"):
                other.call("lvnf.remove", lvnf=name)
            self.assert_nothing_left()

    def test_a_removal_that_fails(self):
        with self.held() as (_, controller, database), self.controller() as other:
            order = self.hold(database, controller, "lvnf.remove", lvnf="zero")
            self.assertEqual([], self.names(other))
            with self.assertRaisesRegex(RpcError, "does not answer"):
                order.end()
            self.assertEqual(["zero"], self.names(other))
            database.release()
            controller.call("lvnf.remove", lvnf="zero")
            self.assert_nothing_left()

    def test_a_daemon_that_ends_meanwhile(self):
        with self.held() as (daemon, controller, database), self.controller() as other:
            watching = self.controller()
            self.addCleanup(watching.socket.close)
            self.hold(database, controller, "lvnf.add", lvnf="one", image="counter")
            Calling(other, "lvnf.remove", lvnf="zero")
            self.taken(watching)
            daemon.process.send_signal(signal.SIGTERM)
            # It ends the sessions first, and then waits for the order.
            self.assertTrue(watching.ended())
            self.assertIsNone(daemon.process.poll())
            database.release()
            self.assertEqual(0, daemon.process.wait(5))
        with self.session("bridge = br0") as (_, controller):
            self.assertEqual(["one", "zero"], self.names(controller))
            for name in ("one", "zero"):
                controller.call("lvnf.remove", lvnf=name)
            self.assert_nothing_left()

    def test_joining_the_switch_blocks_no_reading(self):
        with self.held() as (daemon, _, database):
            database.hold()
            daemon.kill()
        path = self.folder / "held.sock"
        path.unlink()
        with HeldDatabase(path, PLACE / "db.sock") as database:
            database.hold()
            options = f"bridge = br0\ndatabase = {path}"
            with self.daemon(options) as daemon, self.controller() as controller:
                self.assertNotIn("ofport", controller.call("lvnf.list")["lvnfs"][0]["ports"][0])
                database.is_asked.clear()
                self.assertTrue(database.is_asked.wait(15))
                began = time.monotonic()
                controller.call("node.info")
                self.assertLess(time.monotonic() - began, READINGS_S)
                database.release()

                def has_number():
                    (lvnf,) = controller.call("lvnf.list")["lvnfs"]
                    return "ofport" in lvnf["ports"][0]

                until("the ports to be at the switch", has_number, 20)
                controller.call("lvnf.remove", lvnf="zero")
                self.assert_nothing_left()


if __name__ == "__main__":
    prepare()
    unittest.main()
