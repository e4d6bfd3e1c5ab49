# SPDX-License-Identifier: Apache-2.0
"""Measures the TCP throughput of a switch with each qdisc at its ports. The machine's processor
is the limit, so the clock must be real."""
import json

from .. import calls
from . import shell, switch, traffic
from .network import WIRED_MTU
from .queueing import wait_qdisc

LINE_RATE = "100000000000"
"""Rate in bit/s of a class that shapes nothing."""
HALF, TENTH = "50000000000", "10000000000"
QDISCS = {
    "none": None,
    "htb": ("htb", ("linux-htb", f"other_config:max-rate={LINE_RATE}")),
    "sfq": ("sfq", ("linux-sfq",)),
    "codel": ("codel", ("linux-codel",)),
    "fq_codel": ("fq_codel", ("linux-fq_codel",)),
    "pie": ("pie", ("linux-pie",)),
    "fq_pie": ("fq_pie", ("linux-fq_pie",)),
    "prio": ("prio", ("linux-prio",)),
    "cake": ("cake", ("linux-cake",)),
    # The rows of `apply-qos` with `cloudmac`, at a rate that does not shape.
    "cloudmac": (
        "htb",
        (
            *("linux-htb", f"other_config:max-rate={LINE_RATE}", "other_config:overhead=24"),
            *("other_config:mpu=84", "queues:0=@rest", "queues:1=@wifi"),
            *("--", "--id=@rest", "create", "Queue", f"other_config:max-rate={LINE_RATE}"),
            *(f"other_config:min-rate={TENTH}", "other_config:priority=1"),
            *("other_config:leaf-qdisc=fq_codel", "other_config:leaf-quantum=1714"),
            *("--", "--id=@wifi", "create", "Queue", f"other_config:max-rate={LINE_RATE}"),
            *(f"other_config:min-rate={HALF}", "other_config:priority=0"),
            *("other_config:leaf-qdisc=pfifo", "other_config:leaf-limit=50"),
        ),
    ),
}
"""Line of the figure -> the kernel's name of the qdisc, Open vSwitch's QoS row and its queues."""
SWITCH, ENDS = "swa", ("ct1", "ct2")
"""The switch and its hosts. Its ports have the hosts' names."""
STRAIGHT = ("10.30.0.1", "10.30.0.2")
SPEED = 100000


def install(kind):
    """Installs a qdisc at the switch's ports and waits until the kernel uses it."""
    for port in ENDS:
        switch.tool(SWITCH, "ovs-vsctl", "clear", "Port", port, "qos")
    switch.tool(SWITCH, "ovs-vsctl", "--all", "destroy", "QoS", "--", "--all", "destroy", "Queue")
    if not QDISCS[kind]:
        return
    wanted, (which, *more) = QDISCS[kind]
    for port in ENDS:
        words = ["--", "--id=@q", "create", "QoS", f"type={which}", *more]
        switch.tool(SWITCH, "ovs-vsctl", "set", "Port", port, "qos=@q", *words)
        wait_qdisc(SWITCH, port, wanted)


def straight():
    """Creates a wire between the hosts without a switch: a switch without processor cost.
    Returns the address of its far end."""
    if "straight" not in shell.run(ENDS[0], "ip", "link"):
        shell.run(None, "ip", "link", "add", "w-a", "mtu", WIRED_MTU, "type", "labwire")
        shell.run(
            None,
            *("ip", "link", "add", "link", "w-a", "name", "w-b", "mtu", WIRED_MTU),
            *("type", "labwire"),
        )
        for end, host, address in zip(("w-a", "w-b"), ENDS, STRAIGHT):
            shell.run(None, "ethtool", "-s", end, "speed", SPEED, "duplex", "full")
            shell.run(None, "ip", "link", "set", end, "netns", host, "name", "straight")
            shell.run(host, "ip", "addr", "add", f"{address}/24", "dev", "straight")
            shell.run(host, "ip", "link", "set", "straight", "up")
    return STRAIGHT[1]


@calls.declare
def tcp(lab, line: str, seconds: int, flows: int = 4):
    """Returns the throughput in Mb/s of TCP flows through the switch with the qdisc ``line``;
    "hardware": through a wire without the switch."""
    client, server = ENDS
    if line == "hardware":
        address = straight()
    else:
        install(line)
        address = lab.topology.hosts[server].address.split("/")[0]
    port = traffic.UP_PORT
    shell.start(server, f"iperf3-{server}", "iperf3", "-s", "-1", "-p", port)
    shell.wait_for(f"iperf3 on {server}", lambda: f":{port} " in shell.run(server, "ss", "-Hltn"))
    argv = ["iperf3", "-c", address, "-p", port, "-P", flows, "-t", seconds, "-J"]
    report = json.loads(shell.run(client, *argv, timeout=seconds + 60))
    return report["end"]["sum_received"]["bits_per_second"] / 1e6
