# SPDX-License-Identifier: Apache-2.0
"""Measures streams of a station while the machine moves it from one WTP to another, or lets it roam
(virtual_wifi/w9_moves.py)."""
import time
from collections.abc import Sequence

from .. import calls
from . import roaming, shell, station, telephone, timing, traffic
from .basics import gateway, join, peer

GAP_S = 0.005
OCTETS = 200


@calls.declare
def prepare(lab, name: str):
    """Lets a station join. Returns what join() returns."""
    joined = join(lab, name)
    traffic.ping(name, gateway(lab, name), 3)  # ARP
    return joined


@calls.declare
def stream(lab, name: str, seconds: float):
    """Streams numbered datagrams both ways for some seconds, and telephones. Returns ``flows``: way
    -> timing.account(), ``call`` by telephone.Call, and the number of ``connections`` of the station
    before and after."""
    address = station.ip_address(name)
    server, there = peer(lab, name).name, gateway(lab, name)
    before = len(roaming.connections(name))
    schedule = {"count": round(seconds / GAP_S), "gap": GAP_S, "octets": OCTETS}
    begin = time.monotonic() + timing.SETTLE_S
    finishing = {
        "up": timing.start_flow("up", name, server, there, schedule, begin),
        "down": timing.start_flow("down", server, name, address, schedule, begin),
    }
    call = telephone.Call([(name, address), (server, there)], seconds)
    flows = {way: one() for way, one in finishing.items()}
    return {
        "flows": flows,
        "call": call.result(),
        "connections": [before, len(roaming.connections(name))],
    }


@calls.declare
def roam(name: str, bssids: Sequence[str], seconds: float = 30):
    """Has a station roam to the other one of two access points. It keeps its IP address."""
    now = station.status(name).get("bssid")
    (other,) = [bssid for bssid in bssids if bssid != now]
    station.control(name, "roam", other)

    def done():
        found = station.status(name)
        return (found.get("bssid"), found.get("wpa_state")) == (other, "COMPLETED")

    shell.wait_for(f"{name} to roam to {other}", done, seconds)
