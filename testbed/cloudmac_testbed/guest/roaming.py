# SPDX-License-Identifier: Apache-2.0
"""Stations that walk while they are in use: pings, calls and TCP from before the first
step to after the last one, with the time of each arrival. Times are seconds since the
epoch by the guest's clock."""
import itertools
import json
import pathlib
import re
import subprocess
import time
from collections.abc import Sequence
from typing import Literal, TypedDict

from .. import calls
from . import medium_client, shell, stream, traffic
from .basics import gateway, join
from .station import INTERFACE

TAIL_S = 2
"""After the last step."""
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
    """The guest's time: what the machine compares its own with."""
    return time.time()


class Ping:
    """Echo requests every 5 ms from a station to the other side of the backhaul."""

    def __init__(self, name, address, seconds):
        shell.run(name, "sysctl", "-qw", "net.ipv4.ping_group_range=0 0")
        self.sent = stream.number_sent(seconds, stream.PING_INTERVAL_S)
        self.process = _stream(name, "ping", address, seconds)

    def result(self):
        """``arrivals``: [number, time, RTT in ms] of each reply, duplicates included; ``sent``."""
        return {"arrivals": json.loads(_finish(self.process)), "sent": self.sent}


class Call:
    """A telephone call: one stream each way."""

    def __init__(self, ends, seconds):
        self.sent = stream.number_sent(seconds, stream.CALL_INTERVAL_S)
        self.receivers = {}
        self.senders = []
        for way, (sender, receiver) in (("up", ends), ("down", reversed(ends))):
            port = next(_ports)
            process = _stream(receiver[0], "receive", receiver[1], port)
            if process.stdout.readline() != "ready\n":
                raise shell.CommandFailed(f"call: {process.stderr.read().strip()[-500:]}")
            self.receivers[way] = process
            self.senders.append(_stream(sender[0], "send", receiver[1], port, seconds))

    def result(self):
        """Way -> ``arrivals`` and ``sent`` as Ping.result() has them."""
        for sender in self.senders:
            _finish(sender)
        found = {}
        for way, process in self.receivers.items():
            process.terminate()
            found[way] = {"arrivals": json.loads(_finish(process)), "sent": self.sent}
        return found


def _stream(host, *words):
    argv = ["python3", pathlib.Path(stream.__file__), *words]
    return subprocess.Popen(
        shell.command(host, argv), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _finish(process):
    output, errors = process.communicate()
    if process.returncode:
        raise shell.CommandFailed(f"stream: {errors.strip()[-500:]}")
    return output


class Download:
    """One TCP flow of at most ``mbps``, down or up; ``result()``: [seconds from the
    start, Mb/s] of each tenth of a second, and when it began."""

    def __init__(self, name, server, address, seconds, mbps, down):
        port = next(_ports)
        shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
        shell.wait_for(
            f"iperf3 on {server} port {port}",
            lambda: f":{port} " in shell.run(server, "ss", "-Hltn"),
        )
        argv = ["iperf3", "-c", address, "-p", port, "-t", round(seconds), "-J", "-i", "0.1"]
        # Small writes: iperf3 paces by them.
        argv += ["-b", f"{mbps}M", "-l", "4K", *(["-R"] if down else [])]
        self.began = time.time()
        self.process = traffic.start(name, argv)

    def result(self):
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
    """Let a station walk, and see what its users see.

    legs: mappings of ``to`` in metres, ``speed`` in m/s and ``seconds`` that the leg takes,
    rests included; kinds: ping, call, tcp_down, tcp_up, the latter with at most ``mbps``;
    cross: ``client``, ``server`` and ``mbps`` of UDP that crosses the backhaul meanwhile.
    Returns the traffic's results, ``joined``, ``cross`` in Mb/s that arrived, when it was
    ``connected`` to which BSSID, and when the legs began: ``steps``, and ``ended``."""
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
        # A leg takes its time by the clock, whatever the command took.
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
    """Let a station know the other side's Ethernet address for good. Linux forgets it when
    a station associates anew, asks while it has no keys yet, and then again a second or two
    later: which would hide what the link itself takes."""
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
        return Call([(name, joined["address"]), (server, address)], seconds)
    return Download(name, server, address, seconds, mbps, kind == "tcp_down")


@calls.declare
def connections(name: str):
    """[time, BSSID] of each association of a station's since its start."""
    log = (shell.LOGS / f"wpa_supplicant-{name}.log").read_text(encoding="utf-8")
    return [[float(at), bssid] for at, bssid in CONNECTED.findall(log)]


@calls.declare
def keys(name: str):
    """How often a station has been through the four-way handshake since its start."""
    log = (shell.LOGS / f"wpa_supplicant-{name}.log").read_text(encoding="utf-8")
    return len(re.findall(r"WPA: Key negotiation completed", log))
