# SPDX-License-Identifier: Apache-2.0
"""What experiments begin with: the lab as the controller left it, and stations
that have joined."""
import json
import pathlib

from .. import calls
from . import agent_client, diagnosis, shell, station, switch

EXCHANGE = pathlib.Path("/run/exchange")


def replay_leases(lab):
    """Give the WTPs the leases of the snapshot, where there is one."""
    if lab.plan.get("restore"):
        agent_client.replay(
            lab, json.loads((EXCHANGE / lab.plan["restore"] / "leases.json").read_text())
        )


def checksums(lab):
    """Switch -> checksum over its rules and QoS rows."""
    return {host.name: switch.digest(host.name) for host in lab.topology.of_kind("switch")}


@calls.declare
def join(lab, name: str):
    """Take a station through association and DHCP; returns what it went through."""
    began = shell.uptime()
    try:
        status = station.wait_associated(name, 60)
        associated = shell.uptime()
        address = station.lease(name)
    except (shell.CommandFailed, shell.Awaited) as error:
        raise type(error)(f"{error}\n{diagnosis.of_station(lab, name)}") from None
    return {
        "bssid": status["bssid"],
        "key_mgmt": status["key_mgmt"],
        "address": address,
        "association_s": round(associated - began, 3),
        "dhcp_s": round(shell.uptime() - associated, 3),
    }


@calls.declare
def gateway(lab, name: str):
    """The address that a station pings: its VAP's, or where the access point only
    bridges that of the host that has given it its own."""
    vap = lab.topology.hosts[lab.topology.hosts[name].options["vap"]]
    if not vap.address:
        vap = next(host for host in lab.topology.of_kind("host") if host.options["dhcp"])
    return vap.address.split("/")[0]
