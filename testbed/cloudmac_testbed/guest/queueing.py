# SPDX-License-Identifier: Apache-2.0
"""Reads the kernel's qdiscs of switch ports, and counts frames twice: in each queue, and by
ethertype in front of the qdisc."""
import re

from .. import calls
from . import shell

CLOUDMAC = "0x1337"
CLASS = re.compile(
    r"class \S+ 1:(?P<minor>[0-9a-f]+) .*?\n Sent (?P<octets>\d+) bytes (?P<frames>\d+) pkt "
    r"\(dropped (?P<dropped>\d+).*?\n backlog \S+ (?P<waiting>\d+)p",
    re.S,
)
ROOT_CLASS = 0xFFFE
"""Open vSwitch's parent class of all queues. Queue N is class 1:(N+1)."""
TRIES = 50
"""Limit of attempts to read both counts without a frame between them. In real time a busy port
may need more."""
SENT = re.compile(r"Sent \d+ bytes (\d+) pkt")


@calls.declare
def trunk_ports(lab):
    """Returns [switch, port] of all ends of links between switches."""
    names = {host.name for host in lab.topology.switches()}
    return [
        [end, ifname]
        for link in lab.topology.links
        if set(link.ends) <= names
        for end, ifname in zip(link.ends, link.ifnames)
    ]


def root_qdisc(switch, port):
    """Returns the kind of a port's root qdisc in the kernel."""
    output = shell.run(switch, "tc", "qdisc", "show", "dev", port, "root")
    match = re.match(r"qdisc (\S+)", output)
    return match[1] if match else ""


@calls.declare
def wait_qdisc(switch: str, port: str, kind: str):
    """Waits until the kernel's root qdisc of a port is of this kind."""
    shell.wait_for(f"{kind} at {switch}/{port}", lambda: root_qdisc(switch, port) == kind, 15)


def _classes(switch, port):
    """Returns queue -> (frames, dropped, waiting); empty if the qdisc has no classes."""
    output = shell.run(switch, "tc", "-s", "class", "show", "dev", port)
    return {
        int(m["minor"], 16) - 1: (int(m["frames"]), int(m["dropped"]), int(m["waiting"]))
        for m in CLASS.finditer(output)
        if output[m.start() :].startswith("class htb") and int(m["minor"], 16) != ROOT_CLASS
    }


class Counters:
    """Counts the frames in the queues of all trunk ports since its construction."""

    def __init__(self, lab):
        self.ports = trunk_ports(lab)
        for switch, port in self.ports:
            shell.run(switch, "tc", "qdisc", "add", "dev", port, "clsact")
            for priority, protocol in ((1, CLOUDMAC), (2, "all")):
                shell.run(
                    switch,
                    "tc",
                    "filter",
                    "add",
                    "dev",
                    port,
                    "egress",
                    "prio",
                    priority,
                    "protocol",
                    protocol,
                    "matchall",
                    "action",
                    "ok",
                )
        self.before = self._read()

    def _read(self):
        return [self._read_port(*end) for end in self.ports]

    def _read_port(self, switch, port):
        """Returns both counts of a port at one moment, with no frame between them if possible."""
        for _ in range(TRIES):
            before = self._seen(switch, port)
            classes = _classes(switch, port)
            seen = self._seen(switch, port)
            if seen == before:
                break
        return classes, seen

    @staticmethod
    def _seen(switch, port):
        """Returns the frames in front of the queues by ethertype: (CloudMAC's, all others)."""
        counts = []
        for priority in (1, 2):
            output = shell.run(
                switch, "tc", "-s", "filter", "show", "dev", port, "egress", "prio", priority
            )
            counts.append(int(SENT.search(output)[1]))
        return counts

    def report(self):
        """Returns switch/port -> {cloudmac, other: frames towards the port; queues:
        [{queue, frames sent, dropped, waiting}]; qdisc: output of tc}."""
        result = {}
        for (switch, port), before, after in zip(self.ports, self.before, self._read()):
            queues = []
            for number, now in sorted(after[0].items()):
                then = before[0].get(number, (0, 0, 0))
                queues.append(
                    {
                        "queue": number,
                        "frames": now[0] - then[0],
                        "dropped": now[1] - then[1],
                        "waiting": now[2],
                    }
                )
            result[f"{switch}/{port}"] = {
                "cloudmac": after[1][0] - before[1][0],
                "other": after[1][1] - before[1][1],
                "queues": queues,
                "qdisc": shell.run(switch, "tc", "-s", "-d", "qdisc", "show", "dev", port),
            }
        return result
