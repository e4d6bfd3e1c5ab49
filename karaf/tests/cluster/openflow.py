# SPDX-License-Identifier: Apache-2.0
"""Runs a real Open vSwitch, without the kernel's datapath, that lists all members as its controllers."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
# pylint: disable=wrong-import-position
from nodes import Background  # noqa: E402
from openvswitch import BRIDGE, OpenVSwitch  # noqa: E402

COUNTERS = re.compile(r"(duration|n_packets|n_bytes|idle_age|hard_age)=[^,]*, ?")


class ListedSwitch(OpenVSwitch):
    """The switch, with two ports."""

    def connect_to(self, addresses):
        """Connect it to these members."""
        for number in (1, 2):
            self.vsctl(
                *("add-port", BRIDGE, f"p{number}", "--", "set", "interface", f"p{number}"),
                *("type=dummy", f"ofport_request={number}"),
            )
        words, rows = [], []
        for number, address in enumerate(addresses):
            rows.append(f"@c{number}")
            words += ["--", f"--id={rows[-1]}", "create", "controller"]
            words += [f'target="tcp:{address}:6653"', "max_backoff=1000", "inactivity_probe=5000"]
        self.vsctl(*words, "--", "set", "bridge", BRIDGE, f"controller={','.join(rows)}")

    def controllers(self):
        """Return the addresses of the members that control it, at most 5 s late."""
        return self._in_role("master")

    def slaves(self):
        """Return the addresses of the members that wait to control it, at most 5 s late."""
        return self._in_role("slave")

    def _in_role(self, role):
        text = self.vsctl(
            "--format=csv", "--no-headings", "--columns=target,role", "list", "controller"
        )
        return sorted(line.split(":")[1] for line in text.splitlines() if line.endswith(role))

    def flows(self):
        """Return its rules without their counters."""
        text = self._run("ovs-ofctl", "-O", "OpenFlow13", "dump-flows", BRIDGE)
        return {COUNTERS.sub("", line).strip() for line in text.splitlines() if "cookie=" in line}


class RuleWatch(Background):
    """Looks at the switch's rules all the time inside the context, and records which of ``expected`` were missing."""

    def __init__(self, switch, expected):
        super().__init__()
        self.switch, self.expected = switch, expected
        self.missing, self.looks = set(), 0

    def run(self):
        while not self.ended.wait(0.05):
            self.missing |= self.expected - self.switch.flows()
            self.looks += 1
