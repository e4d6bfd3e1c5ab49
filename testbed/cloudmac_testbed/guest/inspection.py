# SPDX-License-Identifier: Apache-2.0
"""Reads counters, processes and memory of the whole lab, for ``lab run hostile``."""
import pathlib
import re

from .. import calls
from . import agent_client, shell, station, switch, vap

PROC = pathlib.Path("/proc")
PROGRAMS = (
    *("cloudmac-wtp", "cloudmac-vapd", "hostapd", "wpa_supplicant"),
    *("ovs-vswitchd", "ovsdb-server", "cloudmac-medium"),
)
"""The names of the programs that must go on."""
DROPPED = re.compile(r"rx drop misc:\s*(\d+)")
RULE = re.compile(r"n_packets=(\d+),.*?\s(priority=\S+ actions=.*)$", re.M)
RADIOS = pathlib.Path("/sys/kernel/debug/ieee80211")


def process(folder):
    """Returns ``start`` in clock ticks after boot and ``rss_kb`` of a process."""
    # The name is in parentheses and can hold spaces; field 22 is the start.
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    status = (folder / "status").read_text()
    return {"start": int(fields[19]), "rss_kb": int(re.search(r"VmRSS:\s*(\d+)", status)[1])}


@calls.declare
def processes():
    """Returns "PROGRAM PID" -> process() of all PROGRAMS."""
    found = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            program = (folder / "comm").read_text().strip()
            if program in PROGRAMS:
                found[f"{program} {folder.name}"] = process(folder)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended
    return found


@calls.declare
def slab_kb():
    """Returns the memory of the kernel's objects."""
    return int(re.search(r"Slab:\s*(\d+)", (PROC / "meminfo").read_text())[1])


def _dropped(host, interface):
    """Returns the frames that mac80211 dropped of the stations of an interface."""
    dump = shell.run(host, "iw", "dev", interface, "station", "dump")
    return sum(map(int, DROPPED.findall(dump)))


def _replays(host, interface):
    """Returns the frames that CCMP dropped as replays on a radio."""
    phy = shell.run(host, "cat", f"/sys/class/net/{interface}/phy80211/name").strip()
    counts = (file.read_text() for file in (RADIOS / phy / "keys").glob("*/replays"))
    return sum(int(word) for text in counts for word in text.split())


@calls.declare
def rule_counts(name: str):
    """Returns [rule without statistics, frames that matched it] of a switch."""
    text = switch.openflow(name, "dump-flows", "--no-names")
    return [[rule, int(count)] for count, rule in RULE.findall(text)]


@calls.declare
def counters(lab, attacked: str, owned: str):
    """Returns the counters of all parts: ``agents``: WTP -> reason -> frames; ``driver`` and
    ``owned_driver``: of the attacked VAP, and of the attackers' own; ``switches``: switch ->
    rule_counts(); ``vap_dropped`` and ``vap_replays``: of the attacked VAP's mac80211;
    ``stations_dropped``: of all stations' mac80211."""
    radio = lab.vap_interfaces[attacked]
    agents = {}
    for host in lab.topology.of_kind("wtp"):
        with agent_client.Session(host) as session:
            agents[host.name] = session.call("stats")["drops"]
    return {
        "agents": agents,
        "driver": vap.counters(lab, attacked),
        "owned_driver": vap.counters(lab, owned),
        "switches": {host.name: rule_counts(host.name) for host in lab.topology.switches()},
        "vap_dropped": _dropped(attacked, radio),
        "vap_replays": _replays(attacked, radio),
        "stations_dropped": sum(
            _dropped(host.name, station.INTERFACE) for host in lab.topology.of_kind("station")
        ),
    }
