# SPDX-License-Identifier: Apache-2.0
"""The base of the tests of programs."""

import contextlib
import json
import os
import pathlib
import time

from cpp_component import CppTest
from daemon import until
from wire import Wire, frame, number_of

CGROUPS = pathlib.Path("/sys/fs/cgroup")
BASH = "/usr/bin/bash"
# A ruleset that drops frames from the addresses of a set.
FIREWALL = """
table bridge filter {
    set blocked { type ether_addr; }
    chain forward {
        type filter hook forward priority filter; policy accept;
        ether saddr @blocked counter drop
    }
}
"""
BLOCKED = {
    "handler": "blocked",
    "set": "bridge filter blocked",
    "access": ["read", "write", "migrate"],
    "limit-ms": 5000,
}


def own_network():
    return os.stat("/proc/self/ns/net").st_ino


def supervisors():
    """Returns the processes of supervisors of this network namespace."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            is_own = os.stat(process / "ns/net").st_ino == own_network()
            if b"--supervisor" in words and is_own:
                found.append(int(process.name))
    return found


def groups():
    """Returns the control groups of programs of this network namespace."""
    folders = [CGROUPS / "cloudmac", *CGROUPS.glob("*/cloudmac")]
    return [
        group for folder in folders for group in folder.glob(f"{own_network()}-*") if group.is_dir()
    ]


def processes(name="one"):
    """Returns the processes in the sandboxes of an LVNF, by their control groups."""
    return {
        int(line)
        for group in groups()
        if group.name == f"{own_network()}-{name}"
        for line in (group / "cgroup.procs").read_text().split()
    }


def words_of(process):
    """Returns the words of a process, none if it has ended."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[:-1]
    return []


def program_of(*words, name="one"):
    """Returns the process that runs these words within a sandbox, not bubblewrap itself."""
    wanted = [word.encode() for word in words]
    found = [process for process in processes(name) if words_of(process) == wanted]
    return found[0] if found else None


class ProgramTest(CppTest):
    def setUp(self):
        # The last cleanup.
        self.addCleanup(self.end_supervisors)
        super().setUp()

    @staticmethod
    def end_supervisors():
        """Supervisors end by themselves when the pins are gone."""
        until("the supervisors to end", lambda: not supervisors())
        until("the sandboxes to end", lambda: not groups())

    def add_manifest(self, controller, name="image", ports=2, **manifest):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(manifest))
        return self.add_image(controller, name, path, ports)

    @contextlib.contextmanager
    def program(self, controller, ports=2, **manifest):
        """An LVNF 'one' whose image has this manifest, and the wires at its ports."""
        self.add_manifest(controller, ports=ports, **manifest)
        added = controller.call("lvnf.add", lvnf="one", image="image")
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(Wire(port["interface"])) for port in added["ports"]]

    @staticmethod
    def state(controller, name="one"):
        for lvnf in controller.call("lvnf.list")["lvnfs"]:
            if lvnf["lvnf"] == name:
                return lvnf["program"]
        return None

    def await_state(self, controller, state, seconds=5):
        def has_state():
            program = self.state(controller)
            return program if program["state"] == state else None

        return until(f"the program to be {state}", has_state, seconds)

    def assert_dropped(self, one, other, **options):
        one.send(frame(99, **options))
        self.assertNotIn(99, [number_of(data) for data in other.receive(0)])

    def assert_nothing_left(self):
        super().assert_nothing_left()
        self.assertEqual([], supervisors())
        self.assertEqual([], groups())


def seconds_until(condition, seconds=5):
    """Returns how long a condition takes to come true, as exactly as it can be looked at."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() < begin + seconds, "it does not come true"
    return time.monotonic() - begin
