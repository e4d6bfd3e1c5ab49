# SPDX-License-Identifier: Apache-2.0
"""Experiments on the timing of frames. The medium's trace has the times on the air, in
CLOCK_MONOTONIC less the medium's start. The results have the hosts' observations."""
import json
import pathlib
import subprocess
import time
from typing import Literal, NotRequired, TypedDict

from .. import calls
from . import numbered, shell, station, vap
from .basics import gateway, join

SETTLE_S = 1
"""Time until all senders and receivers run, or until the last datagram has arrived."""
PATIENCE_S = 3
PORTS = {"down": 5501, "up": 5502, "group": 5503}
PHYS = pathlib.Path("/sys/kernel/debug/ieee80211")
AWAKE, ASLEEP, POLL = "0", "1", "3"
"""Values of mac80211_hwsim's file ``ps``."""
POLL_GAP_S = 0.2
NAP_GAP_S, NAP_S = 0.2, 0.05


class Schedule(TypedDict):
    """Datagrams: ``count``, ``burst`` at a time (1), a burst every ``gap`` seconds, of
    ``octets`` each."""

    count: int
    gap: float
    burst: NotRequired[int]
    octets: NotRequired[int]


@calls.declare
def quiet(lab, name: str, seconds: float):
    """Joins a station; after that only beacons are on the air."""
    joined = join(lab, name)
    time.sleep(seconds)
    return {"joined": joined}


@calls.declare
def scans(lab, name: str, count: int):
    """Scans a station's channel ``count`` times. Returns how many scans ``found`` its BSS."""
    joined = join(lab, name)
    options = lab.topology.hosts[lab.topology.hosts[name].options["vap"]].options
    found = 0
    for _ in range(count):
        argv = ["iw", "dev", station.INTERFACE, "scan", "freq", "2437", "ssid", options["ssid"]]
        found += joined["bssid"] in shell.run(name, *argv)
    return {"joined": joined, "found": found}


def _start(host, *words):
    """Starts numbered.py in a host."""
    program = pathlib.Path(numbered.__file__)
    return subprocess.Popen(
        shell.command(host, ["python3", program, *words]), stdout=subprocess.PIPE, text=True
    )


def start_flow(way, sender, receiver, address, schedule, begin):
    """Starts one flow of datagrams at the time ``begin``. Returns a function that waits for its end
    and returns account()."""
    count, burst, gap = schedule["count"], schedule.get("burst", 1), schedule["gap"]
    octets = schedule.get("octets", numbered.NUMBER.size)
    end = begin + -(-count // burst) * gap + PATIENCE_S
    receiving = _start(receiver, "receive", PORTS[way], end)
    sending = _start(sender, "send", address, PORTS[way], begin, count, burst, gap, octets)

    def finish():
        output, _ = receiving.communicate()
        sending.wait()
        if sending.returncode or receiving.returncode:
            raise shell.CommandFailed(f"numbered.py failed ({way})")
        return account(count, json.loads(output))

    return finish


def account(count, seen):
    """Returns the losses, duplicates and reorderings of ``count`` numbered datagrams, of which
    ``seen`` arrived."""
    return {
        "sent": count,
        "lost": sorted(set(range(count)) - set(seen)),
        "twice": len(seen) - len(set(seen)),
        "late": sum(after < before for before, after in zip(seen, seen[1:])),
    }


def set_power_save(name, on):
    """Sets a station's power save mode."""
    shell.run(name, "iw", "dev", station.INTERFACE, "set", "power_save", "on" if on else "off")


def _switch(name):
    """Returns the file of mac80211_hwsim by which a station dozes and wakes."""
    phy = shell.run(name, "cat", f"/sys/class/net/{station.INTERFACE}/phy80211/name").strip()
    return PHYS / phy / "hwsim" / "ps"


@calls.declare
def doze(name: str, asleep: bool):
    """Makes a station doze until it is woken."""
    _switch(name).write_text(ASLEEP if asleep else AWAKE)


@calls.declare
def dozes(name: str):
    """Returns true if a station dozes, by its entry in the kernel of its access point."""
    entries = PHYS.glob(f"*/netdev:*/stations/{station.address(name)}/flags")
    return any("PS_STA" in entry.read_text().split() for entry in entries)


@calls.declare
def power_save(lab, name: str, flows: dict[Literal["down", "up", "group"], Schedule]):
    """Sends datagrams to a station in power save mode, from it, and to all stations.

    flows: direction -> schedule. Returns account() of each direction, and the station's state
    at the end by hostapd and wpa_supplicant."""
    joined = join(lab, name)
    set_power_save(name, True)
    accounts = _exchange(lab, name, joined, flows)
    return {
        "joined": joined,
        "flows": accounts,
        "state": station.status(name)["wpa_state"],
        "associations": _count(name, "CTRL-EVENT-CONNECTED"),
        "rekeys": _count(name, "Group rekeying completed"),
        "aid": _association_id(lab, name),
    }


@calls.declare
def polls(lab, name: str, count: int):
    """Sends ``count`` datagrams to a dozing station, which fetches each by PS-Poll. The file
    ``ps`` of mac80211_hwsim makes it send the PS-Poll frames."""
    joined = join(lab, name)
    server = lab.topology.hosts[name].options["vap"]
    switch = _switch(name)
    shell.run(server, "ping", "-c", "1", joined["address"])  # ARP
    switch.write_text(ASLEEP)
    begin = time.monotonic() + SETTLE_S
    schedule = {"count": count, "burst": count, "gap": count * POLL_GAP_S}
    finish = start_flow("down", server, name, joined["address"], schedule, begin)
    time.sleep(begin + SETTLE_S - time.monotonic())
    for _ in range(count):
        switch.write_text(POLL)
        time.sleep(POLL_GAP_S)
    result = finish()
    switch.write_text(AWAKE)
    return {"joined": joined, "flows": {"down": result}, "aid": _association_id(lab, name)}


@calls.declare
def naps(lab, name: str, count: int, burst: int):
    """Sends bursts of datagrams to a station that dozes ``count`` times, each time in the middle
    of a burst, and wakes NAP_S seconds later."""
    joined = join(lab, name)
    server = lab.topology.hosts[name].options["vap"]
    switch = _switch(name)
    shell.run(server, "ping", "-c", "1", joined["address"])  # ARP
    begin = time.monotonic() + SETTLE_S
    schedule = {"count": burst * count, "burst": burst, "gap": NAP_GAP_S}
    finish = start_flow("down", server, name, joined["address"], schedule, begin)
    for number in range(count):
        # 1 to 8 ms after the burst begins.
        time.sleep(begin + number * NAP_GAP_S + (1 + number % 8) / 1000 - time.monotonic())
        switch.write_text(ASLEEP)
        time.sleep(NAP_S)
        switch.write_text(AWAKE)
    return {"joined": joined, "flows": {"down": finish()}}


def _exchange(lab, name, joined, flows):
    """Runs all flows at the same time. Returns direction -> account()."""
    server = lab.topology.hosts[name].options["vap"]
    there = gateway(lab, name)
    begin = time.monotonic() + SETTLE_S
    ends = {
        "down": (server, name, joined["address"]),
        "up": (name, server, there),
        "group": (server, name, there.rsplit(".", 1)[0] + ".255"),
    }
    finishing = {way: start_flow(way, *ends[way], flow, begin) for way, flow in flows.items()}
    return {way: finish() for way, finish in finishing.items()}


def _count(name, text):
    """Returns the number of times that a text stands in the log of a station's supplicant."""
    log = shell.LOGS / f"wpa_supplicant-{name}.log"
    return log.read_text(encoding="utf-8").count(text)


def _association_id(lab, name):
    """Returns a station's association id by hostapd."""
    server = lab.topology.hosts[name].options["vap"]
    interface = lab.vap_interfaces.get(server, station.INTERFACE)
    output = shell.run(
        server,
        *("hostapd_cli", "-p", vap.folder(server) / "control", "-i", interface),
        *("sta", station.address(name)),
    )
    return int(next(line for line in output.splitlines() if line.startswith("aid="))[4:])
