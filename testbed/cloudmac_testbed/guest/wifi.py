# SPDX-License-Identifier: Apache-2.0
"""Assigns the radios to hosts and starts medium, agents, VAPs and access points in order."""
import pathlib
import re

from .. import calls, topology
from . import ap, dhcp, medium_client, shell, station, vap, vapd, vsta, wtp

RADIOS = pathlib.Path("/sys/class/ieee80211")


def _phys():
    """Returns (name, interface) of the simulated radios in the order of their creation."""
    names = sorted(
        (path.name for path in RADIOS.glob("phy*")), key=lambda name: int(re.sub(r"\D", "", name))
    )
    return [(name, next((RADIOS / name / "device" / "net").glob("wlan*")).name) for name in names]


def _in_order(plan):
    """Returns the hosts that have radios, in the order of these."""
    return [host for kind in ("station", "ap", "wtp") for host in plan.of_kind(kind)]


def module_parameters(plan):
    """Returns the parameters of mac80211_hwsim for a topology. Only radios of access points have
    limits (txq_limits); without any, the parameter is absent."""
    levels = []
    for host in _in_order(plan):
        level = topology.QUEUES.index(host.options.get("queues", topology.QUEUES[0]))
        levels += [level] * host.options.get("radios", 1)
    limits = ",".join(map(str, levels))
    return [f"radios={plan.radios()}", *([f"txq_limits={limits}"] if any(levels) else [])]


def load_regulatory_database():
    """Has the kernel load the database again. It asks for it while it boots, and in real time that
    is before its root file system is there; all countries would be the world domain, in which
    radios only listen at 5 GHz."""
    shell.run(None, "iw", "reg", "reload")


def deal(lab):
    """Assigns radios to stations, access points and WTPs.

    Returns WTP -> names of its phys, and (host, phy, hardware address) of all radios."""
    free = iter(_phys())
    phys = {}
    radios = []

    def take(host):
        phy, interface = next(free)
        radios.append((host, phy, medium_client.hardware(phy)))
        return phy, interface

    for host in _in_order(lab.topology):
        if host.kind == "wtp":
            continue
        phy, interface = take(host)
        short = f"{host.kind[0]}{host.index}"
        shell.run(None, "ip", "link", "set", interface, "name", short)
        shell.run(None, "iw", "phy", phy, "set", "netns", "name", host.name)
        shell.run(host.name, "ip", "link", "set", short, "name", station.INTERFACE)
    for host in lab.topology.of_kind("wtp"):
        phys[host.name] = []
        for _ in range(host.options["radios"]):
            phy, interface = take(host)
            # The agent creates the interfaces that it needs.
            shell.run(None, "iw", "dev", interface, "del")
            shell.run(None, "iw", "phy", phy, "set", "netns", "name", host.name)
            phys[host.name].append(phy)
    return phys, radios


def bring_up(lab):
    """Starts the medium, agents, VAPs and access points."""
    lab.phys, radios = deal(lab)
    if lab.topology.medium is not None:
        medium_client.start(lab, radios)
    for host in lab.topology.of_kind("wtp"):
        start_agent(lab, host.name)
    for host in lab.topology.of_kind("vap"):
        lab.vap_interfaces[host.name] = vap.start(host, lab.plan["parts"]["vap_tool"])
        if lab.plan["controller"]:
            vapd.start(lab, host.name)
    for host in lab.topology.of_kind("ap"):
        ap.start(host)
    for host in lab.topology.of_kind("vsta"):
        vsta.add(lab, host)
    if not lab.plan["controller"] and not lab.plan.get("restore"):
        vsta.lease_all(lab)
    for host in lab.topology.of_kind("host"):
        if host.options["dhcp"]:
            dhcp.start(host, "eth0", first=100)


@calls.declare
def start_stations(lab):
    """Starts the supplicants of stations and virtual stations, which look for their VAPs, and the
    stations' walks. Call it when the controller is up: wpa_supplicant waits longer after failed
    attempts."""
    for host in (*lab.topology.of_kind("station"), *lab.topology.of_kind("vsta")):
        network = lab.topology.hosts[host.options["vap"]].options
        station.start(host.name, network, host.options.get("bgscan"), host.options.get("rates"))
    if lab.topology.medium is not None:
        medium_client.set_out(lab)


@calls.declare
def start_agent(lab, name: str, certificate: str | None = None):
    """Starts a WTP's agent. Without a controller it has static leases of all VAPs, unless it serves
    virtual stations, so that the lab works with learning switches too."""
    host = lab.topology.hosts[name]
    leases = (
        []
        if lab.plan["controller"] or lab.plan.get("restore") or host.options["stations"] != "off"
        else [vap_.options["bssid"] for vap_ in lab.topology.of_kind("vap")]
    )
    wtp.start(host, lab.plan["parts"]["agent"], lab.phys[name], certificate, leases)


@calls.declare
def restart_vap(lab, name: str, channel: int | None = None):
    """Stops a VAP's hostapd and starts it again, on another channel if one is given."""
    vap.stop_hostapd(name)
    start_vap(lab, name, channel)


@calls.declare
def start_vap(lab, name: str, channel: int | None = None):
    """Starts the hostapd of a VAP that has none, on another channel if one is given."""
    host = lab.topology.hosts[name]
    if channel is not None:
        host.options["channel"] = channel
    vap.start_hostapd(host, lab.vap_interfaces[name])
