# SPDX-License-Identifier: Apache-2.0
"""First steps of experiments: checksums of the rules, stations that join."""
import pathlib

from .. import calls
from . import diagnosis, shell, station, switch

EXCHANGE = pathlib.Path("/run/exchange")


def checksums(lab):
    """Returns the checksum of each switch's rules and QoS rows: switch -> checksum."""
    return {host.name: switch.digest(host.name) for host in lab.topology.switches()}


@calls.declare
def join(lab, name: str, seconds: float = 60):
    """Waits at most ``seconds`` until a station is associated, and gets it an address by DHCP.

    Returns BSSID, key management, address, and the seconds that each step took."""
    began = shell.uptime()
    try:
        status = station.wait_associated(name, seconds)
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


def peer(lab, name):
    """Returns the host that a station exchanges traffic with: its VAP, or the DHCP server if its
    access point is a bridge."""
    vap = lab.topology.hosts[lab.topology.hosts[name].options["vap"]]
    if vap.address:
        return vap
    return next(host for host in lab.topology.of_kind("host") if host.options["dhcp"])


@calls.declare
def gateway(lab, name: str):
    """Returns the address of a station's peer."""
    return peer(lab, name).address.split("/")[0]
