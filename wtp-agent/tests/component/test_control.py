#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the whole agent's server for controllers, and refused peers.

Run it alone: make check-component COMPONENT_TESTS=control
"""

import contextlib
import os
import socket
import ssl
import time
import unittest

from component import ComponentTest
from connection import PORT
from daemon import until
from frames import BSSID, STATION, data_frame, heard
from links import Wire, make_links
from pki import WTP, wtp_cert
from programs import run

RADIO0, RADIO1 = {"radio": 0}, {"radio": 1}


def is_closed(connection):
    """Checks if the agent has closed a connection."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


# Without its quarantine, ASan uses freed memory again, as malloc() does.
NO_QUARANTINE = {
    "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")
    + ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0"
}
HELLO_KIB = 128  # OpenSSL accepts no longer ClientHello


def half_client_hello():
    """Returns the first half of the longest ClientHello, in records of 16 KiB. When OpenSSL reads
    its start, it allocates memory for the whole."""
    length = HELLO_KIB << 10
    start = b"\x01" + length.to_bytes(3, "big") + b"\x03\x03"
    half = start + bytes(length // 2)
    parts = [half[at : at + 0x4000] for at in range(0, len(half), 0x4000)]
    return b"".join(b"\x16\3\1" + len(part).to_bytes(2, "big") + part for part in parts)


def setUpModule():
    make_links()


class ControlOfAgent(ComponentTest):
    def test_all_addresses(self):
        with self.agent(address="announce = 192.0.2.7"), Wire("vap0") as vap:
            for host in ("127.0.0.1", "::1"):
                with self.controller(host=host) as controller:
                    controller.call("stats")
            vap.receive("192.0.2.7 announced", lambda f: b"\xc0\0\2\7\x13\x37" in f)

    def test_info(self):
        with self.agent(), self.controller() as controller:
            info = controller.call("agent.info")
            self.assertEqual(WTP, info["wtp"])
            self.assertEqual(1, info["protocol"])
            self.assertEqual([0, 1], [radio["index"] for radio in info["radios"]])
            self.assertEqual(
                [{"ifname": "wired0", "mtu": 1700}],
                [{k: w[k] for k in ("ifname", "mtu")} for w in info["wired"]],
            )
            self.assertEqual([], info["leases"])

    def test_lease(self):
        with self.agent(), self.controller() as controller:
            lease = {"bssid": BSSID, "radio": 0}
            self.assertEqual(
                {**lease, "role": "ap", "ttl_ms": 60000, "created": True},
                controller.call("ack.lease", **lease, ttl_ms=60000),
            )
            self.assertFalse(controller.call("ack.lease", **lease, ttl_ms=1000)["created"])
            self.assertLessEqual(controller.call("ack.list")["leases"][0]["remaining_ms"], 1000)
            until("the lease to expire", lambda: not controller.call("ack.list")["leases"])
            self.assertFalse(controller.call("ack.release", **lease)["released"])
            controller.call("ack.lease", **lease, ttl_ms=60000)
            self.assertTrue(controller.call("ack.release", **lease)["released"])

    def test_bad_leases_are_refused(self):
        with self.agent(), self.controller() as controller:
            for bad in (
                "ff:ff:ff:ff:ff:ff",
                "01:00:00:00:00:01",
                "00:00:00:00:00:00",
                "02:00:00:00:ff:ff",
                "nonsense",
                7,
                None,
            ):
                self.assert_code(-32602, controller, "ack.lease", bssid=bad, ttl_ms=1000, **RADIO0)
            self.assert_code(-32602, controller, "ack.lease", bssid=BSSID, ttl_ms=999, **RADIO0)
            self.assert_code(-32001, controller, "ack.lease", bssid=BSSID, ttl_ms=1000, radio=2)
            for last in "12":
                controller.call("ack.lease", bssid=BSSID[:-1] + last, ttl_ms=9000, **RADIO0)
            self.assert_code(
                -32002, controller, "ack.lease", bssid=BSSID[:-1] + "3", ttl_ms=1000, **RADIO0
            )
            self.assert_code(-32002, controller, "ack.lease", bssid=BSSID, ttl_ms=1000, **RADIO1)
            self.assertEqual(2, len(controller.call("ack.list")["leases"]))

    def test_radio_set(self):
        with self.agent(), self.controller() as controller:
            self.assertEqual(
                {"radio": 0, "frequency": 2462, "power_dbm": 17},
                controller.call("radio.set", frequency=2462, power_dbm=17, **RADIO0),
            )
            self.assert_code(-32602, controller, "radio.set", frequency=1, **RADIO0)
            self.assertEqual(2462, controller.call("radio.set", **RADIO0)["frequency"])

    def test_airtime_set(self):
        with self.agent(), self.controller() as controller:
            changed = {"scheduler": False, "sparse": False, "target_ms": 20, "interval_ms": 300}
            self.assertEqual(
                [{**RADIO1, **changed}],
                controller.call("airtime.set", **RADIO1, **changed)["radios"],
            )
            self.assertTrue(controller.call("airtime.get", **RADIO0)["scheduler"])
            radios = controller.call("airtime.set", scheduler=False)["radios"]
            self.assertEqual([False, False], [radio["scheduler"] for radio in radios])
            self.assert_code(-32602, controller, "airtime.set")
            self.assert_code(-32602, controller, "airtime.set", target_ms=0)
            self.assert_code(-32602, controller, "airtime.set", weight=256)
            self.assert_code(-32001, controller, "airtime.set", radio=2, sparse=True)
            self.assert_code(-32001, controller, "airtime.get", radio=2)

    def test_airtime_set_that_one_radio_refuses_changes_none(self):
        with self.agent(), self.controller() as controller:
            for number in range(257):
                address = f"02:00:00:00:{number >> 8:02x}:{number & 255:02x}"
                setting = {"address": address, "weight": 300}
                if number < 256:
                    controller.call("airtime.set", **RADIO1, **setting)
            self.assert_code(-32004, controller, "airtime.set", sparse=False, **setting)
            before = controller.call("airtime.get", **RADIO0)
            self.assertEqual((True, []), (before["sparse"], before["weights"]))
            self.assertEqual(256, len(controller.call("airtime.get", **RADIO1)["weights"]))

    def test_signal_report(self):
        frame = data_frame(0x0108, BSSID, STATION, BSSID)
        with self.agent(), self.controller() as controller, Wire("air0") as air:
            controller.call("ack.lease", bssid=BSSID, radio=0, ttl_ms=5000)
            controller.call("signal.subscribe", interval_ms=20)
            for dbm in (-40, -48):
                air.send(heard(frame, dbm))
            frames = 0
            while frames < 2:
                report = controller.line()
                self.assertEqual("signal.report", report["method"])
                (station,) = report["params"]["stations"]
                frames = station["frames"]
            self.assertEqual(
                {"station": STATION, "last_dbm": -48, "ewma_dbm": -41.0, "frames": 2}, station
            )
            controller.call("signal.subscribe", interval_ms=0)
            self.assert_code(-32602, controller, "signal.subscribe", interval_ms=19)

    def test_failed_removals_are_repeated(self):
        """The test radio cannot end a lease while its interface is down."""
        lease = {"bssid": BSSID, "radio": 0}
        with self.agent(), self.controller() as controller:

            def removals():
                stats = controller.call("stats")
                return stats["pending_removals"], stats["failed_removals"]

            controller.call("ack.lease", **lease, ttl_ms=60000)
            self.assertEqual((0, 0), removals())
            run("ip", "link", "set", "radio0", "down")
            try:
                self.assertTrue(controller.call("ack.release", **lease)["released"])
                self.assertEqual((1, 1), removals())
                until("a second attempt", lambda: removals() == (1, 2))
                # Another slot has the next lease.
                self.assertTrue(controller.call("ack.lease", **lease, ttl_ms=60000)["created"])
                self.assertEqual(1, removals()[0])
            finally:
                run("ip", "link", "set", "radio0", "up")
            until("the removal", lambda: removals()[0] == 0)
            self.assertTrue(controller.call("ack.release", **lease)["released"])

    def test_log_level(self):
        with self.agent(), self.controller() as controller:
            self.assertEqual({"level": "debug"}, controller.call("log.level", level="debug"))
            self.assert_code(-32602, controller, "log.level", level="loud")

    def test_several_requests_in_pieces(self):
        request = b'{"jsonrpc":"2.0","id":%d,"method":"ack.list"}\n'
        with self.agent(), self.controller() as controller:
            for octet in request % 1 + (request % 2)[:9]:
                controller.send(bytes([octet]))
            controller.send((request % 2)[9:] + request % 3)
            self.assertEqual([1, 2, 3], [controller.line()["id"] for _ in range(3)])

    def test_invalid_json(self):
        with self.agent(), self.controller() as controller:
            for text, code in (
                (b"nonsense", -32700),
                (b"[]", -32600),
                (b"\xff", -32700),
                (b'{"id":1}', -32600),
                (b"", -32700),
                (b"{} {}", -32700),
            ):
                controller.send(text + b"\n")
                self.assertEqual(code, controller.line()["error"]["code"], text)
            self.assert_code(-32601, controller, "no.such")

    def test_longest_line(self):
        with self.agent(), self.controller() as controller:
            controller.send(b" " * (65536 - 2) + b"[]\n")
            self.assertEqual(-32600, controller.line()["error"]["code"])
            controller.call("ack.list")
            controller.send(b" " * 65536 + b"7")
            self.assertEqual("the line is too long", controller.line()["error"]["message"])
            self.assertTrue(controller.ended())

    def test_many_answers_unread(self):
        with self.agent(), self.controller() as slow, self.controller() as other:
            slow.socket.settimeout(0.5)
            with contextlib.suppress(TimeoutError):
                while True:
                    slow.send(b'{"jsonrpc":"2.0","id":1,"method":"agent.info"}\n' * 100)
            other.call("stats")


class WrongPeers(ComponentTest):
    def assert_refused(self, agent, reason, **options):
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            with self.controller(**options) as controller:
                controller.call("stats")
        until(f"'{reason}' in the log", lambda: reason in agent.log())

    def test_refused(self):
        for reason, options in (
            ("unable to get local issuer", {"authority": "other"}),
            ("unsuitable certificate purpose", {"cert": wtp_cert()}),
            ("not a controller's", {"cert": "stranger"}),
            ("peer did not return a certificate", {"cert": None}),
            ("unsupported protocol", {"version": ssl.TLSVersion.TLSv1_2}),
        ):
            with self.subTest(reason), self.agent() as agent:
                self.assert_refused(agent, reason, **options)
                with contextlib.suppress(ssl.SSLError, ConnectionError), self.controller(
                    **options
                ) as again:
                    again.call("stats")
                with self.controller() as controller:
                    controller.call("stats")
                self.assertEqual(1, agent.log().count("refused"), "logged once")

    def test_garbage(self):
        with self.agent() as agent:
            with socket.create_connection(("127.0.0.1", PORT)) as raw:
                raw.sendall(b"GET / HTTP/1.1\r\n\r\n")
                raw.settimeout(5)
                with contextlib.suppress(ConnectionResetError):
                    while raw.recv(100):
                        pass
            until("the refusal in the log", lambda: "refused" in agent.log())

    def test_silent_sessions_are_ended(self):
        with self.agent() as agent, self.controller() as idle, self.controller() as half, socket.create_connection(
            ("127.0.0.1", PORT)
        ) as silent:
            half.send(b"{")
            for connection in (idle.socket, half.socket, silent):
                connection.settimeout(15)
            started = time.monotonic()
            self.assertTrue(idle.ended())
            self.assertTrue(half.ended())
            self.assertEqual(b"", silent.recv(1))
            self.assertGreater(time.monotonic() - started, 5)
            self.assertIn("waited too long", agent.log())

    def test_silent_connections_make_room(self):
        with self.agent(), contextlib.ExitStack() as stack:
            for last in range(1, 5):
                source = (f"127.0.1.{last}", 0)
                for _ in range(4):
                    stack.enter_context(socket.create_connection(("127.0.0.1", PORT), 5, source))
            stack.enter_context(self.controller()).call("stats")

    def test_a_flood_from_one_address_stops_no_other(self):
        """The agent closes most of 400 silent connections at once. A controller of another
        address keeps its session, a new one connects, and the flooder can itself after a time."""
        with self.agent() as agent, self.controller(source="127.0.0.2") as old:
            with contextlib.ExitStack() as stack:
                flood = [
                    stack.enter_context(
                        socket.create_connection(("127.0.0.1", PORT), 5, ("127.0.0.3", 0))
                    )
                    for _ in range(400)
                ]
                until("most connections to be closed", lambda: sum(map(is_closed, flood)) >= 390)
                old.call("stats")
                with self.controller(source="127.0.0.2") as new:
                    new.call("stats")
                self.assertIn("127.0.0.3: refused: too many connections", agent.log())
                self.assertNotIn("127.0.0.2: refused", agent.log())

            def served():
                with contextlib.suppress(ssl.SSLError, ConnectionError):
                    with self.controller(source="127.0.0.3") as late:
                        return late.call("stats")
                return None

            until("the flooder's address to be served again", served)

    def test_half_handshakes_cost_bounded_memory(self):
        """A stranger connects without end, and sends half a ClientHello each time. The agent holds
        four of the connections, and one more while it replaces the oldest."""
        hello, held, resident = half_client_hello(), [], []
        with self.agent(environment=NO_QUARANTINE) as agent:
            # The agent opens pipes after it drops its privileges. An answer shows that its event
            # loop runs, and all descriptors are open.
            with self.controller(source="127.0.0.2") as first:
                first.call("stats")
                before = agent.descriptors() - 1  # without the session
            until("the end of the session", lambda: agent.descriptors() == before)

            def half_open():
                address, source = ("127.0.0.1", PORT), ("127.0.0.3", 0)
                connection = socket.create_connection(address, 5, source)
                self.addCleanup(connection.close)
                with contextlib.suppress(ConnectionError):
                    connection.sendall(hello)
                self.assertLessEqual(agent.descriptors(), before + 5)
                return connection

            for _ in range(3):
                new = [half_open() for _ in range(20)]

                def replaced(new=new, old=held):
                    new.append(half_open())
                    return all(map(is_closed, old))

                # A source may open one in 500 ms.
                until("new connections in place of the held ones", replaced, 20)
                until("the closes", lambda new=new: sum(not is_closed(c) for c in new) == 4)
                held = [c for c in new if not is_closed(c)]
                # This handshake comes after them: the agent has read what they sent.
                with self.controller(source="127.0.0.2") as late:
                    late.call("stats")
                until("the end of the session", lambda: agent.descriptors() == before + 4)
                resident.append(agent.resident())
            for connection in held:
                connection.close()
            until("the closes", lambda: agent.descriptors() == before)
            # Since the first round the agent has held eight others. The bound is half of the
            # memory for their ClientHellos.
            self.assertLess(resident[2] - resident[0], 8 * HELLO_KIB // 2, resident)

    def test_a_controller_may_connect_often(self):
        """Only those without a valid certificate count."""
        with self.agent():
            for _ in range(40):
                with self.controller() as controller:
                    controller.call("stats")


if __name__ == "__main__":
    unittest.main()
