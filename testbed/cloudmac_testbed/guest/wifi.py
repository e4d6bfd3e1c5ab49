# SPDX-License-Identifier: Apache-2.0
"""The radio side as a whole: which radio is whose, and bring-up in order."""
import pathlib
import re

from . import shell, station, vap, wtp

RADIOS = pathlib.Path("/sys/class/ieee80211")


def _phys():
    """(name, interface) of the air's radios in the order of their making."""
    names = sorted(
        (path.name for path in RADIOS.glob("phy*")), key=lambda name: int(re.sub(r"\D", "", name))
    )
    return [(name, next((RADIOS / name / "device" / "net").glob("wlan*")).name) for name in names]


def deal(lab):
    """Give stations and WTPs their radios, one each as declared. Returns the
    WTPs' phys by host name."""
    free = iter(_phys())
    phys = {}
    for host in lab.topology.of_kind("station"):
        phy, interface = next(free)
        shell.run(None, "ip", "link", "set", interface, "name", f"s{host.index}")
        shell.run(None, "iw", "phy", phy, "set", "netns", "name", host.name)
        shell.run(host.name, "ip", "link", "set", f"s{host.index}", "name", station.INTERFACE)
    for host in lab.topology.of_kind("wtp"):
        phys[host.name] = []
        for _ in range(host.options["radios"]):
            phy, interface = next(free)
            # The agent makes the interfaces that it needs.
            shell.run(None, "iw", "dev", interface, "del")
            shell.run(None, "iw", "phy", phy, "set", "netns", "name", host.name)
            phys[host.name].append(phy)
    return phys


def bring_up(lab):
    """Start agents and VAPs."""
    lab.phys = deal(lab)
    for host in lab.topology.of_kind("wtp"):
        start_agent(lab, host.name)
    for host in lab.topology.of_kind("vap"):
        lab.vap_interfaces[host.name] = vap.start(host, lab.plan["parts"]["vap_tool"])


def start_stations(lab):
    """Start the stations' supplicants: they look for their VAPs from then on. Not
    before the controller is up, as failed attempts make them hesitate."""
    for host in lab.topology.of_kind("station"):
        station.start(host.name, lab.topology.hosts[host.options["vap"]].options)


def start_agent(lab, name, certificate=None):
    """Start a WTP's agent. Where no controller hands out leases it acknowledges
    for all VAPs, so that the lab works with learning switches as well."""
    leases = (
        []
        if lab.plan["controller"] or lab.plan.get("restore")
        else [host.options["bssid"] for host in lab.topology.of_kind("vap")]
    )
    wtp.start(
        lab.topology.hosts[name], lab.plan["parts"]["agent"], lab.phys[name], certificate, leases
    )


def restart_vap(lab, name):
    """End a VAP's hostapd and start it again."""
    vap.stop_hostapd(name)
    vap.start_hostapd(lab.topology.hosts[name], lab.vap_interfaces[name])
