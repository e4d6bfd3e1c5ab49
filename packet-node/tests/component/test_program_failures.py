#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that fail: their gates, their next start, and what is left of them."""

import json
import os
import signal
import time
import unittest

from cpp_component import prepare
from daemon import until
from program_component import (
    BASH,
    BLOCKED,
    FIREWALL,
    ProgramTest,
    groups,
    processes,
    program_of,
    supervisors,
)
from wire import frame

SLEEP = ["/usr/bin/sleep", "1000000"]
LIMIT_S = 0.1  # until the gate is as 'on-failure' says


class FailureTest(ProgramTest):
    def kill_program(self):
        os.kill(until("the program", lambda: program_of(*SLEEP)), signal.SIGKILL)

    def test_bypass(self):
        """A program that is killed: frames pass at once, the failure is told, and it starts
        again."""
        with self.session() as (_, controller), self.controller() as watcher:
            with self.program(controller, command=SLEEP) as (one, other):
                self.await_state(controller, "running")
                found = watcher.call("program.watch")["programs"]
                self.assertEqual(["one"], [program["lvnf"] for program in found])
                self.kill_program()
                told = watcher.notification("lvnf.program", lvnf="one")
                self.assertEqual("failed", told["program"]["state"])
                self.assertEqual(1, told["program"]["failures"])
                self.assertEqual("bypass", told["program"]["on-failure"])
                self.assertIn("signal 9", told["program"]["reason"])
                self.assertLess(told["now_us"] - told["program"]["since_us"], LIMIT_S * 1e6)
                told = watcher.notification("lvnf.program", lvnf="one")
                self.assertEqual("running", told["program"]["state"])
                self.assert_passes(one, other)
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_gate_within_100_ms(self):
        """How long it takes until a frame passes a wire whose program drops all."""
        ruleset = """
table bridge filter {
    chain forward { type filter hook forward priority filter; policy drop; }
}
"""
        with self.session() as (_, controller):
            with self.program(controller, command=SLEEP, ruleset=ruleset) as (one, other):
                times = []
                other.socket.settimeout(0)
                for _ in range(5):
                    self.await_state(controller, "running", 10)
                    while self.passes(one, other):
                        pass
                    self.kill_program()
                    begin = time.monotonic()
                    until("a frame in bypass", lambda: self.passes(one, other))
                    times.append(time.monotonic() - begin)
                # Others may keep this machine busy, but not all the time.
                self.assertLess(min(times), LIMIT_S, times)
            failed = controller.call("lvnf.stats", lvnf="one")["ports"][0]["failed"]
            self.assertLessEqual(5, failed["packets"])
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    @staticmethod
    def passes(one, other):
        one.send(frame(1))
        try:
            return other.socket.recv(2000)
        except BlockingIOError:
            return None

    def test_drop_and_growing_pauses(self):
        """A program that ends at once is started again ever later, and no frame passes."""
        options = {"command": [BASH, "-c", "echo what is wrong; exit 7"], "on-failure": "drop"}
        with self.session() as (_, controller):
            with self.program(controller, **options) as (one, other):
                program = self.await_state(controller, "failed")
                self.assertIn("ended with status 7", program["reason"])
                self.assertEqual("what is wrong", program["details"])
                self.assert_dropped(one, other)
                until("more failures", lambda: self.state(controller)["failures"] >= 3)
                begin, failures = time.monotonic(), self.state(controller)["failures"]
                until("more", lambda: self.state(controller)["failures"] >= failures + 2, 10)
                self.assertGreater(time.monotonic() - begin, 0.8)
                self.assert_dropped(one, other)
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_probe(self):
        """The probe is what counts: a hanging one closes the gate, and the program is ended."""
        server = """
import socket, sys
listener = socket.create_server(("127.0.0.1", 7))
while True:
    connection, _ = listener.accept()
    if connection.recv(4) == b"hang":
        connection.recv(4)
    connection.sendall(b"good")
    connection.close()
"""
        probe = "exec 3<>/dev/tcp/127.0.0.1/7; printf ping >&3; read -r -N 4 answer <&3; [ $answer = good ]"
        hang = "exec 3<>/dev/tcp/127.0.0.1/7; printf hang >&3; sleep 5"
        options = {
            "command": ["/usr/bin/python3", "-c", server],
            "probe": {"command": [BASH, "-c", probe], "period-ms": 100, "limit-ms": 400},
            "handlers": [
                {"handler": "hang", "command": [BASH, "-c", hang], "limit-ms": 2000},
            ],
        }
        with self.session() as (_, controller), self.controller() as watcher:
            with self.program(controller, **options) as (one, other):
                self.await_state(controller, "running", 10)
                watcher.call("program.watch")
                self.assert_passes(one, other)
                self.assert_refused(
                    -32025, "took more", controller, "lvnf.read", lvnf="one", handler="hang"
                )
                told = watcher.notification("lvnf.program", lvnf="one")
                self.assertEqual("failed", told["program"]["state"])
                self.assertIn("the probe took more than its time", told["program"]["reason"])
                self.assertEqual(
                    "running", watcher.notification("lvnf.program", lvnf="one")["program"]["state"]
                )
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_failing_probe_of_ruleset(self):
        """A ruleset is not ended: its gate opens when the probe succeeds again."""
        options = {
            "ruleset": FIREWALL,
            "probe": {"command": [BASH, "-c", "exit 1"], "period-ms": 50},
            "on-failure": "drop",
        }
        with self.session() as (_, controller):
            with self.program(controller, **options) as (one, other):
                self.assertEqual("starting", self.state(controller)["state"])
                self.assert_dropped(one, other)
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()


class LimitsTest(ProgramTest):
    def test_fork_bomb_and_deaf_program(self):
        """Processes are limited, and all of them end, also those that ignore signals."""
        bomb = "trap '' TERM INT HUP; f() { f & f & wait; }; f"
        options = {"command": [BASH, "-c", bomb], "limits": {"processes": 40, "cpu-percent": 50}}
        with self.session() as (_, controller):
            with self.program(controller, **options) as (one, other):
                until("many processes", lambda: len(processes()) > 30)
                for _ in range(20):
                    self.assertLess(len(processes()), 60)
                self.assert_passes(one, other)
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_memory(self):
        """A program that takes more than its memory is ended, and nothing else."""
        greedy = ["/usr/bin/python3", "-c", "x = bytearray(1 << 28); import time; time.sleep(9)"]
        with self.session() as (daemon, controller):
            with self.program(controller, command=greedy, limits={"memory-mib": 64}):
                program = self.await_state(controller, "failed", 60)
                self.assertRegex(program["reason"], "signal 9|status 1")
                self.assertIsNone(daemon.process.poll())
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_memory_of_files(self):
        """Files in memory count, and are limited."""
        filler = "dd if=/dev/zero of=/tmp/file bs=1M count=64 2>/dev/null; stat -c %s /tmp/file"
        handler = {"handler": "fill", "command": [BASH, "-c", filler], "limit-ms": 5000}
        with self.session() as (_, controller):
            with self.program(controller, command=SLEEP, handlers=[handler]):
                self.await_state(controller, "running")
                read = controller.call("lvnf.read", lvnf="one", handler="fill")
                self.assertEqual("16777216\n", read["entries"][0]["value"])
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()


class DaemonTest(ProgramTest):
    """Programs outlast the daemon."""

    def test_program_is_adopted(self):
        with self.daemon() as daemon, self.controller() as controller:
            with self.program(controller, command=SLEEP, handlers=[BLOCKED], ruleset=FIREWALL) as (
                one,
                other,
            ):
                self.await_state(controller, "running")
                entries = [{"key": "02:00:00:00:00:07", "value": True}]
                controller.call("lvnf.write", lvnf="one", handler="blocked", entries=entries)
                before = until("the program", lambda: program_of(*SLEEP))
                daemon.kill()
                self.assertEqual(before, program_of(*SLEEP))
                self.assert_passes(one, other)
                # The supervisor goes on without the daemon.
                os.kill(before, signal.SIGKILL)
                again = until("another program", lambda: {program_of(*SLEEP)} - {before, None})
                with self.session() as (_, controller):
                    program = self.await_state(controller, "running")
                    self.assertEqual(1, program["failures"])
                    self.assertEqual(again, {program_of(*SLEEP)})
                    read = controller.call("lvnf.read", lvnf="one", handler="blocked")
                    self.assertEqual(entries, read["entries"])
                    self.assert_dropped(one, other, source=7)
                    self.assertEqual(1, len(supervisors()))
                    controller.call("lvnf.remove", lvnf="one")
                    self.assert_nothing_left()

    def test_supervisor_is_killed(self):
        """The daemon closes the gate and starts another one, which keeps the rules."""
        options = {"command": SLEEP, "ruleset": FIREWALL, "handlers": [BLOCKED]}
        with self.session() as (_, controller), self.controller() as watcher:
            with self.program(controller, **options, **{"on-failure": "drop"}) as (one, other):
                self.await_state(controller, "running")
                entries = [{"key": "02:00:00:00:00:07", "value": True}]
                controller.call("lvnf.write", lvnf="one", handler="blocked", entries=entries)
                watcher.call("program.watch")
                (supervisor,) = supervisors()
                os.kill(supervisor, signal.SIGKILL)
                told = watcher.notification("lvnf.program", lvnf="one")["program"]
                self.assertEqual("failed", told["state"])
                self.assert_dropped(one, other)
                self.await_state(controller, "running", 10)
                read = controller.call("lvnf.read", lvnf="one", handler="blocked")
                self.assertEqual(entries, read["entries"])
                self.assert_passes(one, other)
                self.assertNotEqual([supervisor], supervisors())
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_daemon_and_supervisor_are_killed(self):
        with self.daemon() as daemon, self.controller() as controller:
            with self.program(controller, command=SLEEP) as (one, other):
                self.await_state(controller, "running")
                daemon.kill()
                for supervisor in supervisors():
                    os.kill(supervisor, signal.SIGKILL)
                until("the program to end", lambda: not processes())
                with self.session() as (_, controller):
                    self.await_state(controller, "running")
                    self.assert_passes(one, other)
                    controller.call("lvnf.remove", lvnf="one")
                    self.assert_nothing_left()

    def test_kill_while_it_is_added_and_removed(self):
        """The daemon is killed at any moment: a new one finds an LVNF that works, or none."""
        with self.session() as (_, controller):
            self.add_manifest(controller, command=SLEEP, ruleset=FIREWALL)
        for method, delays in (("lvnf.add", range(0, 300, 60)), ("lvnf.remove", range(0, 100, 25))):
            for delay_ms in delays:
                with self.session() as (_, controller):
                    names = [lvnf["lvnf"] for lvnf in controller.call("lvnf.list")["lvnfs"]]
                    if method == "lvnf.add" and names:
                        controller.call("lvnf.remove", lvnf="one")
                    if method == "lvnf.remove" and not names:
                        controller.call("lvnf.add", lvnf="one", image="image")
                with self.daemon() as daemon, self.controller() as controller:
                    request = {"lvnf": "one"} | ({"image": "image"} if method == "lvnf.add" else {})
                    controller.send(request_line(method, request))
                    time.sleep(delay_ms / 1000)
                    daemon.kill()
        with self.session() as (_, controller):
            if controller.call("lvnf.list")["lvnfs"]:
                self.await_state(controller, "running")
                controller.call("lvnf.remove", lvnf="one")
            until("nothing to be left", lambda: not supervisors() and not groups())
            self.assert_nothing_left()


def request_line(method, params):
    request = {"jsonrpc": "2.0", "id": 99, "method": method, "params": params}
    return json.dumps(request).encode() + b"\n"


class RefusalTest(ProgramTest):
    def test_ruleset_that_nft_refuses(self):
        with self.session() as (_, controller):
            self.add_manifest(controller, ruleset="table bridge filter { nonsense }")
            error = self.assert_refused(
                -32023, "nft ended with status 1", controller, "lvnf.add", lvnf="one", image="image"
            )
            self.assertIn("nonsense", error.data)
            self.assertEqual([], controller.call("lvnf.list")["lvnfs"])
            self.assert_nothing_left()

    def test_programs_that_are_none(self):
        with self.session() as (_, controller):
            for manifest, text in (
                ({}, "neither 'ruleset' nor 'command'"),
                ({"command": ["sleep"]}, "absolute path"),
                ({"ruleset": "", "color": 1}, "no member 'color'"),
                ({"ruleset": "", "on-failure": "panic"}, "bypass or drop, not 'panic'"),
                ({"ruleset": "", "capabilities": ["net-admin"]}, "net-raw"),
                ({"ruleset": "", "limits": {"memory-mib": 1}}, "8 to 65536, not 1"),
                ({"ruleset": "", "probe": {"period-ms": 20}}, "no 'command'"),
                ({"ruleset": "", "handlers": [{"handler": "a", "set": "x"}]}, "family"),
            ):
                with self.assertRaises(Exception) as caught:
                    self.add_manifest(controller, **manifest)
                self.assertIn(text, str(caught.exception))
            self.assertEqual([], controller.call("image.list")["images"])

    def test_elements_that_are_none(self):
        options = {"ruleset": FIREWALL, "handlers": [BLOCKED]}
        with self.session() as (_, controller):
            with self.program(controller, **options):
                for key in (
                    "02:00:00:00:00:07 } ; flush ruleset",
                    "a\nflush ruleset",
                    "@blocked",
                    "",
                    "{",
                    "a" * 200,
                    ["02:00:00:00:00:07"],
                ):
                    entries = [{"key": key, "value": True}]
                    request = {"lvnf": "one", "handler": "blocked", "entries": entries}
                    self.assert_refused(
                        -32602, "element of a set", controller, "lvnf.write", **request
                    )
                entries = [{"key": "192.0.2.1", "value": True}]
                request = {"lvnf": "one", "handler": "blocked", "entries": entries}
                self.assert_refused(
                    -32602, "ended with status 1", controller, "lvnf.write", **request
                )
                read = controller.call("lvnf.read", lvnf="one", handler="blocked")
                self.assertEqual([], read["entries"])
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()


if __name__ == "__main__":
    prepare()
    unittest.main()
