# SPDX-License-Identifier: Apache-2.0
"""Measures pings, calls and TCP of a station that walks, and notes the time of each arrival.
The traffic starts before the first leg and ends after the last one. Times are seconds since
the epoch by the guest's clock."""
import itertools
import json
import re
import time
from collections.abc import Sequence
from typing import Literal, TypedDict

from .. import calls
from . import medium_client, shell, stream, telephone, traffic
from .basics import gateway, join
from .station import INTERFACE

TAIL_S = 2
"""Length of the traffic after the last leg."""
CONNECTED = re.compile(r"^([\d.]+): \S+ *CTRL-EVENT-CONNECTED - Connection to (\S+) ", re.M)
_ports = itertools.count(5600)


class Leg(TypedDict):
    """One leg of a walk: ``to`` in metres, ``speed`` in m/s; ``seconds``: its duration,
    rests included."""

    to: tuple[float, float]
    speed: float
    seconds: float


class Cross(TypedDict):
    """UDP of ``mbps`` Mb/s from one host to another."""

    client: str
    server: str
    mbps: float


@calls.declare
def clock():
    """Returns the guest's time, which the machine compares with its own."""
    return time.time()


class Ping:
    """Sends echo requests every 5 ms from a station across the backhaul."""

    def __init__(self, name, address, seconds):
        shell.run(name, "sysctl", "-qw", "net.ipv4.ping_group_range=0 0")
        self.sent = stream.number_sent(seconds, stream.PING_INTERVAL_S)
        self.process = telephone.start(name, "ping", address, seconds)

    def result(self):
        """Returns ``arrivals``: [number, time, RTT in ms] of each reply with duplicates; and the
        number ``sent``."""
        return {"arrivals": json.loads(telephone.finish(self.process)), "sent": self.sent}


class Download:
    """Runs one TCP flow of at most ``mbps``, down or up."""

    def __init__(self, name, server, address, seconds, mbps, down):
        port = next(_ports)
        shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
        shell.wait_for(
            f"iperf3 on {server} port {port}",
            lambda: f":{port} " in shell.run(server, "ss", "-Hltn"),
        )
        argv = ["iperf3", "-c", address, "-p", port, "-t", round(seconds), "-J", "-i", "0.1"]
        # iperf3 paces whole writes, so they must be small.
        argv += ["-b", f"{mbps}M", "-l", "4K", *(["-R"] if down else [])]
        self.began = time.time()
        self.process = traffic.Program(name, argv)

    def result(self):
        """Waits for the end. Returns ``began`` and ``bins``: [begin, end, Mb/s] of each tenth
        of a second, in seconds after ``began``."""
        report = traffic.iperf_report("flow", self.process)
        sums = [interval["sum"] for interval in report["intervals"]]
        return {
            "began": self.began,
            "bins": [
                [round(s["start"], 3), round(s["end"], 3), round(s["bits_per_second"] / 1e6, 3)]
                for s in sums
            ],
        }


@calls.declare
def roam(
    lab,
    name: str,
    legs: Sequence[Leg],
    kinds: Sequence[Literal["ping", "call", "tcp_down", "tcp_up"]] = ("ping", "call"),
    mbps: float = 3,
    cross: Cross | None = None,
):
    """Moves a station along ``legs`` and measures its traffic.

    kinds: kinds of traffic; TCP sends at most ``mbps`` Mb/s; cross: UDP that crosses the
    backhaul at the same time.

    Returns the result of each kind of traffic and:

    joined: result of basics.join(); cross: Mb/s of cross traffic that arrived;
    connected: result of connections(); steps: time when each leg began; ended: time when
    the last leg ended."""
    joined = join(lab, name)
    _know(name, gateway(lab, name))
    seconds = sum(leg["seconds"] for leg in legs) + TAIL_S
    load = _cross(lab, seconds, **cross) if cross else None
    flows = {kind: _start(lab, kind, name, joined, seconds, mbps) for kind in kinds}
    steps = []
    due = time.monotonic()
    for leg in legs:
        steps.append(time.time())
        medium_client.ask(f"move {name} {leg['to'][0]} {leg['to'][1]} speed {leg['speed']}")
        # The next leg begins on schedule, however long the command took.
        due += leg["seconds"]
        time.sleep(max(0, due - time.monotonic()))
    ended = time.time()
    return {
        **{kind: flow.result() for kind, flow in flows.items()},
        "cross": load.result(1, round(seconds)) if load else None,
        "joined": joined,
        "connected": connections(name),
        "steps": steps,
        "ended": ended,
    }


def _know(name, address):
    """Makes a station's ARP entry of the other side permanent.

    Linux deletes the entry when a station reassociates. It sends the first ARP request before
    the keys are installed and the next one a second or two later. That would hide the
    interruption by the handover itself."""
    traffic.ping(name, address, 3)
    entry = shell.run(name, "ip", "neigh", "show", address, "dev", INTERFACE).split()
    mac = entry[entry.index("lladdr") + 1]
    shell.run(
        name,
        *("ip", "neigh", "replace", address, "lladdr", mac, "dev", INTERFACE, "nud", "permanent"),
    )


def _cross(lab, seconds, client, server, mbps):
    ends = [(name, lab.topology.hosts[name].address.split("/")[0]) for name in (client, server)]
    return traffic.OneWay(ends, mbps, round(seconds) + 1, "up", next(_ports))


def _start(lab, kind, name, joined, seconds, mbps):
    address = gateway(lab, name)
    server = next(
        host.name
        for host in lab.topology.hosts.values()
        if host.address and host.address.split("/")[0] == address
    )
    if kind == "ping":
        return Ping(name, address, seconds)
    if kind == "call":
        return telephone.Call([(name, joined["address"]), (server, address)], seconds)
    return Download(name, server, address, seconds, mbps, kind == "tcp_down")


@calls.declare
def connections(name: str):
    """Returns [time, BSSID] of each association of a station since its start."""
    log = (shell.LOGS / f"wpa_supplicant-{name}.log").read_text(encoding="utf-8")
    return [[float(at), bssid] for at, bssid in CONNECTED.findall(log)]


@calls.declare
def keys(name: str):
    """Returns the number of four-way handshakes of a station since its start."""
    log = (shell.LOGS / f"wpa_supplicant-{name}.log").read_text(encoding="utf-8")
    return len(re.findall(r"WPA: Key negotiation completed", log))
