# SPDX-License-Identifier: Apache-2.0
"""Runs the virtual stations: wpa_supplicant on a radio of the VAP driver in station role, whose
antenna is a WTP's radio. Apart from the radio they are stations (station.py)."""
import json
import pathlib
import re
from collections.abc import Sequence
from typing import Any

from .. import calls
from . import agent_client, shell, station, vap

LEASE_MS = agent_client.REPLAYED_TTL_MS
"""Without a controller nobody renews the leases."""
WIRE = "eth0"
"""The interface of a host towards its switch."""
LAST_SEEN = re.compile(r"^\tlast seen: (\d+) ms ago", re.M)


def radio_name(name):
    """Returns the name of a virtual station's radio for cloudmac-vap."""
    return f"{name}0"


def add(lab, host):
    """Creates the radio of a virtual station. Its interface has the name of a station's."""
    tool = lab.plan["parts"]["vap_tool"]
    interface = vap.add_radio(host.name, tool, host.options["address"], "--station")
    if interface != station.INTERFACE:
        shell.run(host.name, "ip", "link", "set", interface, "name", station.INTERFACE)


def lease_all(lab):
    """Requests the leases of all virtual stations, as the controller would."""
    for host in lab.topology.of_kind("vsta"):
        lease(lab, host.options["wtp"], host.options["address"])


@calls.declare
def lease(lab, wtp: str, address: str, radio: int = 0, ttl_ms: int = LEASE_MS):
    """Requests the lease of a virtual station at a WTP. Returns the agent's answer."""
    return agent_client.call(
        lab,
        wtp,
        "ack.lease",
        {"bssid": address, "radio": radio, "ttl_ms": ttl_ms, "role": "station"},
    )


@calls.declare
def release(lab, wtp: str, address: str, radio: int = 0):
    """Ends the lease of a virtual station at a WTP. Returns the agent's answer."""
    return agent_client.call(lab, wtp, "ack.release", {"bssid": address, "radio": radio})


@calls.declare
def listed(lab, wtp: str):
    """Returns the virtual stations of a WTP by the agent: address -> its entry of vsta.list."""
    found = agent_client.call(lab, wtp, "vsta.list")["stations"]
    return {entry["station"]: entry for entry in found}


@calls.declare
def heard(lab, wtp: str):
    """Returns the BSSs that a WTP's serving radios hear: BSSID -> its entry of bss.heard."""
    found = agent_client.call(lab, wtp, "bss.heard")["bss"]
    return {entry["bssid"]: entry for entry in found}


@calls.declare
def counters(lab, name: str):
    """Returns the driver's counters of a virtual station's radio."""
    tool = lab.plan["parts"]["vap_tool"]
    return json.loads(shell.run(name, tool, "stats", radio_name(name), "--json"))


@calls.declare
def crash(name: str):
    """Ends a virtual station as its machine's end does: it says nothing more to anybody. Its
    wire is cut before the supplicant is killed."""
    shell.run(name, "ip", "link", "set", WIRE, "down")
    station.kill(name)


@calls.declare
def restore(lab, name: str):
    """Starts a virtual station again after crash(), with a new radio."""
    host = lab.topology.hosts[name]
    shell.run(name, lab.plan["parts"]["vap_tool"], "del", radio_name(name))
    shell.run(name, "ip", "link", "set", WIRE, "up")
    add(lab, host)
    station.start(name, lab.topology.hosts[host.options["vap"]].options)


@calls.declare
def start_supplicant(name: str, network: dict[str, Any]):
    """Starts the supplicant of a virtual station that has none. network: options of the access
    point."""
    station.start(name, network)


@calls.declare
def scan(name: str, frequencies: Sequence[int] = (), seconds: float = 60):
    """Scans channels in MHz; none: all that the radio has. Returns the ``seconds`` that it took and
    the BSSIDs that it ``found``. Those that the kernel knows only from an earlier scan do not
    count."""
    began = shell.uptime()
    more = ["freq", *frequencies] if frequencies else []
    found = shell.run(name, "iw", "dev", station.INTERFACE, "scan", *more, timeout=seconds)
    seconds = round(shell.uptime() - began, 3)
    return {"seconds": seconds, "found": seen_within(found, seconds)}


def seen_within(listing, seconds):
    """Returns the BSSIDs in the output of ``iw scan`` that were seen within the last seconds."""
    found = []
    for entry in re.split(r"^BSS ", listing, flags=re.M)[1:]:
        ago = LAST_SEEN.search(entry)
        if ago and int(ago[1]) <= seconds * 1000:
            found.append(entry[:17])
    return sorted(found)


@calls.declare
def complaints(name: str):
    """Returns the log of a station's supplicant."""
    return pathlib.Path(shell.LOGS / f"wpa_supplicant-{name}.log").read_text(encoding="utf-8")
