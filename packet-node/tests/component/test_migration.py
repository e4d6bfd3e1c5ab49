# SPDX-License-Identifier: Apache-2.0
"""What a migration needs of a node: markers, mode relay, and the end of frames under way."""

import contextlib
import signal
import threading
import time
import unittest

from cpp_component import CppTest, break_connection, prepare
from daemon import until
from wire import MARKER_TYPE, Wire, frame, marker, tagged

MIGRATION = 2**53 - 1
MODES = (("lvnf.resume", {}), ("lvnf.flush", {}), ("lvnf.relay", {"vlan": 5}))


class Sending(threading.Thread):
    """Sends a frame every millisecond for so many seconds."""

    def __init__(self, wire, seconds):
        super().__init__()
        self.wire, self.until = wire, time.monotonic() + seconds
        self.sent = [time.monotonic()]
        self.start()

    def run(self):
        while time.monotonic() < self.until:
            self.wire.send(frame(0))
            self.sent.append(time.monotonic())
            time.sleep(0.001)

    def longest_silence(self, end):
        """Returns the seconds without a frame, at most, between the start and this time."""
        times = [self.sent[0], *(at for at in self.sent if at < end), end]
        # A frame is sent between the time of the one before and its own.
        return max(later - earlier for earlier, later in zip(times, times[2:]))


class MigrationTest(CppTest):
    @contextlib.contextmanager
    def gate(self, *sources, ports=2):
        """A daemon, a controller and the wires of an LVNF that expects markers."""
        with self.session() as (daemon, controller), self.lvnf(controller, ports=ports) as wires:
            if sources:
                controller.call(
                    "marker.expect", lvnf="one", migration=MIGRATION, sources=list(sources)
                )
            yield daemon, controller, wires
            if daemon.process.poll() is None:
                controller.call("lvnf.remove", lvnf="one")
                self.assert_nothing_left()

    @staticmethod
    def seen(controller):
        """Returns how often the gate has seen the marker of each source."""
        answer = controller.call("marker.seen", lvnf="one", migration=MIGRATION)
        return {one["source"]: one["count"] for one in answer["markers"]}

    @staticmethod
    def settle(controller, timeout_ms=1000, **more):
        return controller.call(
            "lvnf.settle", lvnf="one", migration=MIGRATION, timeout_ms=timeout_ms, **more
        )

    # --- markers ---

    def test_the_gate_takes_out_markers_in_each_mode(self):
        with self.gate(1, 2**32 - 1) as (_, controller, (one, other)):
            for i, (method, params) in enumerate(MODES):
                controller.call(method, lvnf="one", **params)
                one.send(marker(MIGRATION, 1))
                other.send(tagged(marker(MIGRATION, 2**32 - 1), 77))
                self.assertEqual([], other.receive(0, ethertype=MARKER_TYPE))
                self.assertEqual([], one.receive(0, ethertype=MARKER_TYPE))
                self.assertEqual({1: i + 1, 2**32 - 1: i + 1}, self.seen(controller))
            counts = controller.call("lvnf.stats", lvnf="one")["ports"]
            self.assertEqual([0, 0], [port["in"]["packets"] for port in counts])

    def test_only_expected_markers_are_counted(self):
        with self.gate(1) as (_, controller, (one, other)):
            for data in (marker(MIGRATION, 2), marker(MIGRATION - 1, 1)):
                one.send(data)
            self.assertEqual([], other.receive(0, ethertype=MARKER_TYPE))
            self.assertEqual({1: 0}, self.seen(controller))
            controller.call("marker.forget", lvnf="one", migration=MIGRATION - 1)
            self.assertEqual({1: 0}, self.seen(controller))
            controller.call("marker.forget", lvnf="one", migration=MIGRATION)
            one.send(marker(MIGRATION, 1))
            self.assertEqual({}, self.seen(controller))

    def test_what_is_no_marker_passes(self):
        with self.gate(1) as (_, controller, (one, other)):
            data = marker(MIGRATION, 1)
            for wrong in (data[:14] + b"CMmK" + data[18:], data[:29]):
                one.send(wrong)
                self.assertEqual([wrong], other.receive(1, ethertype=MARKER_TYPE))
            self.assertEqual({1: 0}, self.seen(controller))

    def test_the_times_of_markers(self):
        with self.gate(1, 2) as (_, controller, (one, _)):

            def times():
                answer = controller.call("marker.seen", lvnf="one", migration=MIGRATION)
                first, second = sorted(answer["markers"], key=lambda one: one["source"])
                return answer, first, second

            one.send(marker(MIGRATION, 1))
            until("the marker", lambda: times()[1]["count"])
            answer, first, second = times()
            self.assertNotIn("frame_us", answer)
            self.assertNotIn("first_us", second)
            self.assertEqual(first["first_us"], first["last_us"])
            self.assertLess(answer["now_us"] - first["last_us"], 5_000_000)
            time.sleep(0.05)
            one.send(frame(1))
            one.send(marker(MIGRATION, 1))
            until("the other marker", lambda: times()[1]["count"] == 2)
            answer, again, _ = times()
            self.assertEqual(first["first_us"], again["first_us"])
            self.assertGreaterEqual(again["last_us"] - again["first_us"], 50_000)
            self.assertTrue(again["first_us"] < answer["frame_us"] <= again["last_us"])

    def test_the_node_sends_markers(self):
        params = {"lvnf": "one", "migration": 77, "source": 9, "to": "02:00:00:00:01:00"}
        with self.gate() as (_, controller, (one, other)):
            controller.call("marker.send", port=1, **params)
            self.assertEqual([marker(77, 9)], other.receive(1, ethertype=MARKER_TYPE))
            self.assertIsNone(other.vlan)
            controller.call("marker.send", port=0, vlan=4094, **params)
            (got,) = one.receive(1, ethertype=MARKER_TYPE)
            self.assertEqual((marker(77, 9)[:30], 4094), (got[:30], one.vlan))
            controller.call("marker.send", port=0, **{**params, "from": "02:00:00:00:00:05"})
            (got,) = one.receive(1, ethertype=MARKER_TYPE)
            self.assertEqual(bytes([2, 0, 0, 0, 0, 5]), got[6:12])
            for wrong, text in (
                ({"port": 2}, "'port' is an integer from 0 to 1"),
                ({"vlan": 4095, "port": 0}, "'vlan'"),
                ({"to": "2:0", "port": 0}, "'to' is an address"),
                ({"migration": 0, "port": 0}, "'migration'"),
                ({"source": -1, "port": 0}, "'source'"),
            ):
                self.assert_refused(-32602, text, controller, "marker.send", **{**params, **wrong})

    def test_a_marker_passes_from_one_gate_to_the_next(self):
        """What leaves port 1 of one LVNF enters port 0 of the other, as over a switch."""
        with self.gate(4) as (_, controller, (one, _)):
            with self.lvnf(controller, name="two") as (_, last):
                controller.call(
                    "marker.send",
                    **{"lvnf": "two", "port": 1, "migration": MIGRATION, "source": 4},
                    to="02:00:00:00:00:01",
                )
                (data,) = last.receive(1, ethertype=MARKER_TYPE)
                one.send(data)
                self.assertTrue(self.settle(controller, quiet_us=0)["settled"])
            controller.call("lvnf.remove", lvnf="two")

    def test_limits_of_markers(self):
        with self.gate(*range(200)) as (_, controller, (one, _)):
            for sources in ([], [1] * 257, [-1], [2**32], ["1"], 1, None):
                self.assert_refused(
                    *(-32602, "'sources' is a list of 1 to 256", controller, "marker.expect"),
                    **{"lvnf": "one", "migration": 1, "sources": sources},
                )
            self.assert_refused(
                *(-32024, "at most 256 markers", controller, "marker.expect"),
                **{"lvnf": "one", "migration": 1, "sources": list(range(57))},
            )
            params = {"lvnf": "one", "migration": 1}
            self.assertEqual([], controller.call("marker.seen", **params)["markers"])
            controller.call("marker.expect", sources=list(range(56)), **params)
            self.assertEqual(56, len(controller.call("marker.seen", **params)["markers"]))
            # A refusal changes nothing.
            one.send(marker(1, 5))
            before = controller.call("marker.seen", **params)["markers"]
            self.assertEqual(1, sum(found["count"] for found in before))
            self.assert_refused(
                *(-32024, "at most 256 markers", controller, "marker.expect"),
                **{**params, "sources": list(range(50, 60))},
            )
            self.assertEqual(before, controller.call("marker.seen", **params)["markers"])
            # Without a number, the markers of all migrations are forgotten.
            controller.call("marker.forget", lvnf="one")
            self.assertEqual([], controller.call("marker.seen", **params)["markers"])
            self.assertEqual({}, self.seen(controller))

    def test_a_restarted_daemon_goes_on(self):
        with self.daemon() as daemon, self.controller() as controller:
            with self.lvnf(controller) as (one, _):
                controller.call("marker.expect", lvnf="one", migration=MIGRATION, sources=[1, 2])
                controller.call("lvnf.relay", lvnf="one", vlan=77)
                daemon.kill()
                one.send(marker(MIGRATION, 2))
                one.send(frame(3))
                self.assertEqual(([frame(3)], 77), (one.receive(1), one.vlan))
        with self.session() as (_, controller):
            (lvnf,) = controller.call("lvnf.list")["lvnfs"]
            self.assertEqual(("relay", 77), (lvnf["mode"], lvnf["vlan"]))
            self.assertEqual({1: 0, 2: 1}, self.seen(controller))
            with Wire("lv1p1") as other:
                other.send(frame(4))
                self.assertEqual(([frame(4)], 77), (other.receive(1), other.vlan))
            controller.call("lvnf.remove", lvnf="one")

    # --- mode relay ---

    def test_relay_sends_frames_back_with_a_tag(self):
        with self.gate() as (_, controller, (one, other)):
            answer = controller.call("lvnf.relay", lvnf="one", vlan=4094)
            self.assertEqual(("relay", 4094), (answer["mode"], answer["vlan"]))
            for wire, silent in ((one, other), (other, one)):
                for number in range(10):
                    wire.send(frame(number))
                self.assertEqual([frame(i) for i in range(10)], wire.receive(10))
                self.assertEqual(4094, wire.vlan)
                self.assertEqual([], silent.receive(0))
            one.send(frame(1, length=1514))
            self.assertEqual([frame(1, length=1514)], one.receive(1))
            counts = controller.call("lvnf.stats", lvnf="one")["ports"]
            self.assertEqual({"packets": 11, "octets": 600 + 1514}, counts[0]["relayed"])
            self.assertEqual({"packets": 10, "octets": 600}, counts[1]["relayed"])
            self.assertEqual([0, 0], [port["out"]["packets"] for port in counts])
            self.assertNotIn("vlan", controller.call("lvnf.resume", lvnf="one"))
            self.assert_passes(one, other)
            for vlan in (0, 4095, "1"):
                self.assert_refused(
                    -32602, "'vlan'", controller, "lvnf.relay", lvnf="one", vlan=vlan
                )

    def test_relay_adds_a_tag_to_a_tagged_frame(self):
        with self.gate() as (_, controller, (one, _)):
            controller.call("lvnf.relay", lvnf="one", vlan=77)
            one.send(tagged(frame(1), 5))
            (got,) = one.receive(1, ethertype=0x8100)
            self.assertEqual((tagged(frame(1), 5), 77), (got, one.vlan))

    # --- lvnf.settle ---

    def test_settle_waits_for_all_markers(self):
        with self.gate(1, 2, 3) as (_, controller, (one, other)):
            began = time.monotonic()
            answer = self.settle(controller, timeout_ms=100)
            self.assertGreaterEqual(time.monotonic() - began, 0.1)
            self.assertFalse(answer["settled"])
            self.assertEqual([1, 2, 3], sorted(answer["missing"]))
            one.send(marker(MIGRATION, 1))
            other.send(marker(MIGRATION, 3))
            answer = self.settle(controller, timeout_ms=50)
            self.assertEqual((False, [2]), (answer["settled"], answer["missing"]))
            sent = threading.Event()

            def send():
                sent.set()
                one.send(marker(MIGRATION, 2))

            began = time.monotonic()
            timer = threading.Timer(0.2, send)
            timer.start()
            answer = self.settle(controller, timeout_ms=5000)
            took_us = (time.monotonic() - began) * 1e6
            self.assertTrue(sent.is_set())
            self.assertEqual((True, []), (answer["settled"], answer["missing"]))
            self.assertGreaterEqual(answer["quiet_us"], 2000)
            self.assertTrue(2000 <= answer["waited_us"] <= took_us, (answer, took_us))

    def test_settle_waits_for_the_last_frame(self):
        with self.gate(1) as (_, controller, (one, other)):
            one.send(marker(MIGRATION, 1))
            sending = Sending(other, 0.3)
            answer = self.settle(controller, timeout_ms=5000, quiet_us=50_000)
            answered = time.monotonic()
            sending.join()
            self.assertTrue(answer["settled"])
            self.assertGreaterEqual(answer["quiet_us"], 50_000)
            # A busy machine can keep the sender from sending, too.
            self.assertGreaterEqual(sending.longest_silence(answered), 0.05)
            # Without a quiet, markers alone decide.
            sending = Sending(other, 0.3)
            answer = self.settle(controller, quiet_us=0)
            sending.join()
            self.assertTrue(answer["settled"])

    def test_settle_gives_up(self):
        with self.gate(1) as (_, controller, (one, _)):
            one.send(frame(1))
            one.send(marker(MIGRATION, 1))
            began = time.monotonic()
            answer = self.settle(controller, timeout_ms=200, quiet_us=1_000_000)
            took_us = (time.monotonic() - began) * 1e6
            self.assertEqual((False, []), (answer["settled"], answer["missing"]))
            self.assertTrue(200_000 <= answer["waited_us"] <= took_us, (answer, took_us))

    def test_settle_blocks_nobody(self):
        with self.gate(1) as (daemon, controller, (one, _)):
            ticks = self.ticks(daemon)
            with self.controller() as other:
                answers = []
                waiting = threading.Thread(
                    target=lambda: answers.append(self.settle(other, timeout_ms=10_000))
                )
                waiting.start()
                time.sleep(1)
                controller.call("lvnf.flush", lvnf="one")
                self.assertTrue(waiting.is_alive())
                # Nor the processor.
                self.assertLess(self.ticks(daemon) - ticks, 50)
                one.send(marker(MIGRATION, 1))
                waiting.join()
            self.assertTrue(answers[0]["settled"])

    def test_settle_ends_with_its_session(self):
        """So controllers that come again and again do not take the processor."""
        with self.gate(*range(250)) as (daemon, controller, _):
            for _ in range(30):
                gone = self.controller()
                gone.send(
                    b'{"jsonrpc": "2.0", "id": 1, "method": "lvnf.settle", "params": '
                    b'{"lvnf": "one", "migration": %d, "timeout_ms": 60000}}\n' % MIGRATION
                )
                time.sleep(0.05)
                break_connection(gone)
            until("them to end", lambda: daemon.log().count("disconnected") == 30)
            time.sleep(0.2)
            ticks = self.ticks(daemon)
            time.sleep(1)
            self.assertLess(self.ticks(daemon) - ticks, 20)
            controller.call("node.info")

    @staticmethod
    def ticks(daemon):
        """Returns the processor time of the daemon, in hundredths of a second."""
        with open(f"/proc/{daemon.process.pid}/stat", encoding="ascii") as file:
            return sum(int(word) for word in file.read().rsplit(")", 1)[1].split()[11:13])

    def test_settle_without_markers(self):
        with self.gate() as (_, controller, _):
            with self.assertRaisesRegex(Exception, "-32021.*expects no marker"):
                self.settle(controller)
            for wrong in ({"timeout_ms": 0}, {"timeout_ms": 60_001}, {"quiet_us": -1}):
                with self.assertRaisesRegex(Exception, "-32602"):
                    self.settle(controller, **wrong)

    def test_an_lvnf_that_ends_while_somebody_waits(self):
        with self.session() as (daemon, controller), self.controller() as other:
            with self.lvnf(controller):
                controller.call("marker.expect", lvnf="one", migration=MIGRATION, sources=[1])
                errors = []

                def wait():
                    with self.assertRaisesRegex(Exception, "-32021"):
                        self.settle(other, timeout_ms=10_000)
                    errors.append(True)

                waiting = threading.Thread(target=wait)
                waiting.start()
                time.sleep(0.2)
                controller.call("lvnf.remove", lvnf="one")
                waiting.join(5)
                self.assertTrue(errors)

    def test_a_session_and_a_daemon_that_end_while_they_wait(self):
        with self.gate(1) as (daemon, controller, _):
            with self.controller() as gone:
                gone.send(
                    b'{"jsonrpc": "2.0", "id": 1, "method": "lvnf.settle", "params": '
                    b'{"lvnf": "one", "migration": %d, "timeout_ms": 300}}\n' % MIGRATION
                )
            waiting = self.controller()
            waiting.send(
                b'{"jsonrpc": "2.0", "id": 1, "method": "lvnf.settle", "params": '
                b'{"lvnf": "one", "migration": %d, "timeout_ms": 60000}}\n' % MIGRATION
            )
            time.sleep(0.5)
            controller.call("node.info")
            daemon.process.send_signal(signal.SIGTERM)
            self.assertEqual(0, daemon.process.wait(5))
            waiting.socket.close()


if __name__ == "__main__":
    prepare()
    unittest.main()
