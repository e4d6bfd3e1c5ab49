#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""LVNFs whose image is a program: rulesets, commands, handlers."""

import os
import unittest

from cpp_component import prepare
from daemon import until
from program_component import BASH, BLOCKED, FIREWALL, ProgramTest, processes
from wire import frame, number_of


class RulesetTest(ProgramTest):
    def test_frames_pass_and_are_blocked(self):
        with self.session() as (_, controller):
            with self.program(controller, ruleset=FIREWALL, handlers=[BLOCKED]) as (one, other):
                self.await_state(controller, "running")
                self.assert_passes(one, other)
                self.assert_passes(other, one)
                controller.call(
                    "lvnf.write",
                    lvnf="one",
                    handler="blocked",
                    entries=[{"key": "02:00:00:00:00:07", "value": True}],
                )
                read = controller.call("lvnf.read", lvnf="one", handler="blocked")
                self.assertEqual(
                    {"entries": [{"key": "02:00:00:00:00:07", "value": True}], "more": False}, read
                )
                self.assert_dropped(one, other, source=7)
                self.assert_passes(one, other)
                controller.call(
                    "lvnf.write", lvnf="one", handler="blocked", delete=["02:00:00:00:00:07"]
                )
                one.send(frame(5, source=7))
                self.assertEqual([5], [number_of(data) for data in other.receive(1)])
                ports = controller.call("lvnf.stats", lvnf="one")["ports"]
                self.assertEqual((22, 10), (ports[0]["in"]["packets"], ports[0]["out"]["packets"]))
                self.assertEqual((10, 21), (ports[1]["in"]["packets"], ports[1]["out"]["packets"]))
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()


SLEEPER = [BASH, "-c", "sleep 1000000 & wait"]


class CommandTest(ProgramTest):
    def test_runs_confined(self):
        """What a program can see and do: it says so in a handler, which has the same sandbox."""
        look = """
echo "user $(id -u)"
echo "mine $(cat /image/words)"
echo "init $(cat /proc/1/comm)"
[ -e /work ] || [ -e /root ] || [ -e /etc/shadow ] || echo "no files of the host"
touch /usr/file 2>/dev/null || echo "no new file in usr"
touch /file 2>/dev/null || echo "no new file in root"
touch /tmp/file && echo "tmp"
grep -E "^(NoNewPrivs|CapEff|Seccomp):" /proc/self/status | tr "\t" " "
unshare --mount true 2>/dev/null || echo "no namespaces"
kill -0 1000 2>/dev/null || echo "no processes of the host"
tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " " | sort | tr "\\n" " "
"""
        handler = {"handler": "look", "command": [BASH, "-c", look], "limit-ms": 5000}
        with self.session() as (_, controller):
            with self.program(
                controller, command=SLEEPER, files={"words": "image"}, handlers=[handler]
            ):
                (entry,) = controller.call("lvnf.read", lvnf="one", handler="look")["entries"]
                self.assertEqual(
                    "user 0\nmine image\ninit bwrap\nno files of the host\nno new file in usr\n"
                    "no new file in root\ntmp\nCapEff: 0000000000000000\nNoNewPrivs: 1\n"
                    "Seccomp: 2\nno namespaces\nno processes of the host\nbr0 g0 g1 lo ",
                    entry["value"],
                )
                for process in processes():
                    owner = os.stat(f"/proc/{process}").st_uid
                    self.assertTrue(owner >= 1_000_000_000, owner)
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_frames_and_counters(self):
        """A wire as long as the program lives."""
        with self.session() as (_, controller):
            with self.program(controller, command=SLEEPER) as (one, other):
                self.await_state(controller, "running")
                self.assert_passes(one, other)
                controller.call("lvnf.flush", lvnf="one")
                self.assert_passes(one, other)
                controller.call("lvnf.resume", lvnf="one")
                ports = controller.call("lvnf.stats", lvnf="one")["ports"]
                counts = [(port["in"]["packets"], port["out"]["packets"]) for port in ports]
                self.assertEqual([(20, 0), (0, 20)], counts)
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()

    def test_handlers_of_commands(self):
        handlers = [
            {
                "handler": "json",
                "command": [BASH, "-c", "echo '{\"a\": [1, 2]}'"],
                "output": "json",
            },
            {"handler": "text", "command": [BASH, "-c", "printf 'a\\x01\\xff b\\n'"]},
            {"handler": "hangs", "command": [BASH, "-c", "sleep 100 & wait"], "limit-ms": 300},
            {"handler": "loud", "command": [BASH, "-c", "head -c 10000000 /dev/zero; sleep 100"]},
            {"handler": "louder", "command": [BASH, "-c", "head -c 65000 /dev/zero"]},
            {"handler": "fails", "command": [BASH, "-c", "echo no; exit 3"]},
            {"handler": "no_json", "command": [BASH, "-c", "echo no"], "output": "json"},
        ]
        for handler in handlers:
            handler.setdefault("limit-ms", 5000)
        with self.session() as (_, controller):
            with self.program(controller, command=SLEEPER, handlers=handlers):
                self.await_state(controller, "running")

                def read(handler):
                    return controller.call("lvnf.read", lvnf="one", handler=handler)

                entry = {"key": 0, "value": {"a": [1, 2]}}
                self.assertEqual({"entries": [entry], "more": False}, read("json"))
                self.assertEqual("a?? b\n", read("text")["entries"][0]["value"])
                before = processes()
                for handler, text in (
                    ("hangs", "took more than its time"),
                    ("loud", "printed more than"),
                    ("louder", "printed more than"),
                    ("fails", "ended with status 3"),
                    ("no_json", "printed no JSON"),
                ):
                    refused = {"lvnf": "one", "handler": handler}
                    self.assert_refused(-32025, text, controller, "lvnf.read", **refused)
                until("the commands to be gone", lambda: not processes() - before)
                self.assert_refused(
                    -32021, "declares no", controller, "lvnf.read", lvnf="one", handler="other"
                )
                self.assert_refused(
                    -32602,
                    "not writable",
                    controller,
                    "lvnf.write",
                    lvnf="one",
                    handler="json",
                    entries=[],
                )
            controller.call("lvnf.remove", lvnf="one")
            self.assert_nothing_left()


if __name__ == "__main__":
    prepare()
    unittest.main()
