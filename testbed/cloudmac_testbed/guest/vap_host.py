# SPDX-License-Identifier: Apache-2.0
"""Measures a host with many VAPs step by step. Its stations are at the other end of its wire
(wires/crowd.py)."""
import json
import os
import pathlib
import socket
from collections.abc import Sequence
from typing import Literal

from .. import calls
from ..wires import addresses, crowd
from . import shell, vap

WIRE = "vec1"
ASK = 0x88B5
TIMEOUT_S = 180


class CrowdFailed(RuntimeError):
    """The crowd could not carry out a call; the message names the reason."""


def ask(wire, function, **arguments):
    """Calls a declared method of the thread at the wire's other end; returns its result."""
    calls.check(function, arguments)
    body = json.dumps({"call": calls.name_of(function), "arguments": arguments}).encode()
    wire.send(b"\xff" * 6 + bytes(6) + ASK.to_bytes(2, "big") + body.ljust(46, b"\0"))
    while True:
        octets, info = wire.recvfrom(4096)
        if info[2] != socket.PACKET_OUTGOING:
            break
    found = json.loads(octets[14:].rstrip(b"\0"))
    if "error" in found:
        raise CrowdFailed(found["error"])
    return found


class VapHost:
    """The host's VAPs, numbered from 0. apart: each has a network namespace of its own."""

    def __init__(self, tool, security, apart):
        self.tool = tool
        self.security = security
        self.apart = apart
        self.daemons = []
        if not apart:
            self._bridge(None)

    @staticmethod
    def _bridge(netns):
        for line in (
            f"link add {vap.BRIDGE} type bridge",
            f"addr add {addresses.GATEWAY}/16 dev {vap.BRIDGE}",
            f"link set {vap.BRIDGE} up",
        ):
            shell.run(netns, "ip", *line.split())

    def add(self):
        """Adds a VAP. Its BSS is up on return."""
        number = len(self.daemons)
        netns = None
        name = f"vap{number}"
        known = _interfaces(None)
        argv = [
            self.tool,
            "add",
            "--lower",
            WIRE,
            "--name",
            name,
            "--address",
            addresses.bssid(number),
        ]
        shell.run(None, *argv)
        interface = (_interfaces(None) - known).pop()
        if self.apart:
            netns = name
            shell.run(None, "ip", "netns", "add", netns)
            phy = pathlib.Path(f"/sys/class/net/{interface}/phy80211").resolve().name
            shell.run(None, "iw", "phy", phy, "set", "netns", "name", netns)
            self._bridge(netns)
        place = vap.folder(name)
        place.mkdir()
        options = {
            "standard": "g",
            "channel": addresses.CHANNEL,
            "ssid": addresses.SSID,
            "security": self.security,
            "passphrase": addresses.PASSPHRASE,
            "dtim_period": 2,
            "group_rekey_s": 3600,
        }
        file = place / "hostapd.conf"
        file.write_text(vap.configuration(options, interface, place), encoding="utf-8")
        self.daemons.append(shell.start(netns, f"hostapd-{name}", "hostapd", file))
        shell.wait_for(
            f"the BSS of {name}",
            lambda: (place / "control" / interface).exists()
            and "state=ENABLED"
            in shell.run(
                netns,
                "hostapd_cli",
                "-p",
                place / "control",
                "-i",
                interface,
                "status",
                check=False,
            ),
            seconds=60,
        )

    def counters(self, number):
        """Returns the driver's counters of a VAP."""
        name = f"vap{number}"
        netns = name if self.apart else None
        return json.loads(shell.run(netns, self.tool, "stats", name, "--json"))

    def memory(self):
        """Returns the free memory and the hostapds' memory (PSS) in kB."""
        os.sync()
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("3")
        lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
        fields = {line.split(":")[0]: int(line.split()[1]) for line in lines}
        return {
            "available_kb": fields["MemAvailable"],
            "slab_kb": fields["Slab"],
            "hostapd_kb": sum(_pss(daemon.pid) for daemon in self.daemons),
        }


def _pss(pid):
    lines = pathlib.Path(f"/proc/{pid}/smaps").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _interfaces(netns):
    devices = json.loads(shell.run(netns, "ip", "-j", "link", "show"))
    return {device["ifname"] for device in devices if device["ifname"].startswith("wlan")}


@calls.declare
def measure_steps(
    lab,
    steps: Sequence[tuple[int, int]],
    security: Literal["open", "wpa2"],
    apart: bool,
    octets: Sequence[int],
    frames: int,
    idle_s: float,
    associations: int,
):
    """Measures each of ``steps``, [VAPs, stations of each]: memory before and after all
    stations associate, and crowd.Crowd's idle, associate and, for each size of ``octets``,
    up and through."""
    shell.run(None, "ip", "link", "set", WIRE, "up")
    host = VapHost(lab.plan["parts"]["vap_tool"], security, apart)
    found = []
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ASK)) as wire:
        wire.bind((WIRE, ASK))
        wire.settimeout(TIMEOUT_S)
        for vaps, each in steps:
            while len(host.daemons) < vaps:
                host.add()
            step = {"vaps": vaps, "each": each, "memory": host.memory()}
            step["idle"] = ask(wire, crowd.Crowd.idle, seconds=idle_s)
            step["associate"] = ask(
                wire, crowd.Crowd.associate, vaps=vaps, each=each, associations=associations
            )
            step["memory_full"] = host.memory()
            for size in octets:
                given = {"vaps": vaps, "each": each, "count": frames, "octets": size}
                step[f"up_{size}"] = ask(wire, crowd.Crowd.up, **given)
                step[f"through_{size}"] = ask(wire, crowd.Crowd.through, **given)
            step["counters"] = host.counters(0)
            found.append(step)
    return {"steps": found}
