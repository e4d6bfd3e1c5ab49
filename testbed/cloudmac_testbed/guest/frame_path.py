# SPDX-License-Identifier: Apache-2.0
"""Notes when a station's frames pass each part of CloudMAC."""
import json
import pathlib
import subprocess
from collections.abc import Sequence

from .. import calls
from . import inject, shell, sniffer, station, traffic
from .basics import gateway, join

MONITOR_PREFIX = "cmmon"
"""The agent's name for its monitor interfaces."""
ETHERNET_OCTETS = 14


def _monitor(name):
    """Returns the monitor interface of a WTP's agent."""
    devices = json.loads(shell.run(name, "ip", "-j", "link", "show"))
    return next(d["ifname"] for d in devices if d["ifname"].startswith(MONITOR_PREFIX))


def points(lab, name):
    """Returns the observed interfaces from the station to its VAP: [host, interface]."""
    server = lab.topology.hosts[name].options["vap"]
    wtp = lab.topology.of_kind("wtp")[0]
    far, near = lab.topology.hosts[server].at, wtp.at
    return [
        [name, station.INTERFACE],
        [wtp.name, _monitor(wtp.name)],
        [wtp.name, "eth0"],
        [near, wtp.name],
        [near, far],
        [far, near],
        [far, server],
        [server, "eth0"],
        [server, lab.vap_interfaces[server]],
    ]


@calls.declare
def trace_echoes(lab, name: str, count: int, octets: int, interval_s: float):
    """Sends echo requests of ``octets`` user data, one every ``interval_s`` seconds.

    Returns in ``seen`` what sniffer.py notes at each point, without the interface."""
    joined = join(lab, name)
    address = gateway(lab, name)
    traffic.ping(name, address, 3)
    places = points(lab, name)
    hosts = {}
    for host, interface in places:
        hosts.setdefault(host, []).append(interface)
    sniffers = {host: _sniff(host, interfaces) for host, interfaces in hosts.items()}
    argv = ["ping", "-q", "-n", "-c", count, "-i", f"{interval_s:g}", "-s", octets, address]
    shell.run(name, *argv, timeout=count * interval_s + 60)
    seen = {}
    for host, process in sniffers.items():
        for interface, *rest in _noted(host, process):
            seen.setdefault(f"{host} {interface}", []).append(rest)
    return {"joined": joined, "points": [" ".join(place) for place in places], "seen": seen}


@calls.declare
def frames_during_ping(name: str, address: str, count: int, host: str, interface: str):
    """Sends ``count`` echo requests from a station. Returns what sniffer.py notes of the frames
    that pass an interface of a host meanwhile: [true if outgoing, octets, first octets]."""
    process = _sniff(host, [interface])
    traffic.ping(name, address, count)
    return [entry for _, _, *entry in _noted(host, process)]


@calls.declare
def arrivals(
    host: str,
    interface: str,
    frames: Sequence[str],
    gap_s: float,
    places: Sequence[Sequence[str]],
    name: str,
    address: str,
):
    """Sends frames as inject.send() does, then an echo request of a station, which leaves nothing of
    them in a queue. Returns "HOST INTERFACE" -> how many of the frames arrived there.

    places: [host, interface]. Frames are compared from ETHERNET_OCTETS to sniffer.HEAD: switches
    rewrite tags."""
    wanted = {_inner(frame) for frame in frames}
    sniffers = [(place, _sniff(place[0], [place[1]])) for place in places]
    try:
        inject.send(host, interface, frames, gap_s)
        if traffic.ping(name, address, 1)["lost"]:
            raise shell.CommandFailed(f"{name}: the echo request behind the frames was lost")
    finally:
        noted = [(place, _noted(place[0], process)) for place, process in sniffers]
    return {
        " ".join(place): sum(not out and _inner(octets) in wanted for _, _, out, _, octets in seen)
        for place, seen in noted
    }


def _inner(octets):
    """Returns what sniffer.py notes of a frame (hexadecimal) after its Ethernet header."""
    return octets[2 * ETHERNET_OCTETS : 2 * sniffer.HEAD]


def _noted(host, process):
    """Ends a sniffer. Returns its entries."""
    process.terminate()
    output, errors = process.communicate()
    if process.returncode:
        raise shell.CommandFailed(f"{host}: its sniffer failed: {errors.strip()[-500:]}")
    return json.loads(output)


def _sniff(host, interfaces):
    argv = ["/usr/bin/python3", pathlib.Path(sniffer.__file__), *interfaces]
    process = subprocess.Popen(
        shell.command(host, argv), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if process.stdout.readline() != "ready\n":
        raise shell.CommandFailed(f"{host}: its sniffer failed: {process.stderr.read()[-500:]}")
    return process
