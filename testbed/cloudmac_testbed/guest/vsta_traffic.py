# SPDX-License-Identifier: Apache-2.0
"""Measures the goodput of stations and virtual stations that all send or receive at once."""
import itertools
import time
from collections.abc import Sequence
from typing import Literal

from .. import calls
from . import goodput, medium_client, shell, station, traffic
from .basics import gateway, join, peer

TAIL_S = 1
SEGMENT_OCTETS = 1448
"""User data of a full TCP segment."""
_ports = itertools.count(6500)


@calls.declare
def joins(lab, names: Sequence[str], pings: int = 10):
    """Lets stations join, one after the other, and pings their gateways. Returns for each that
    associates what join() returns, and ``lost`` pings."""
    found = {}
    for name in names:
        try:
            found[name] = join(lab, name)
        except (shell.CommandFailed, shell.Awaited) as error:
            print(f"{name}: {error}", flush=True)
            continue
        found[name]["lost"] = traffic.ping(name, gateway(lab, name), pings)["lost"]
    return found


@calls.declare
def measure(
    lab,
    names: Sequence[str],
    kinds: Sequence[goodput.Kind],
    octets: int,
    mbps: float,
    seconds: int,
    warm_s: int,
):
    """Measures one kind of traffic after the other.

    names: stations, which join first. octets: of a datagram; mbps: of UDP, offered to or by each
    station; seconds: length of each measurement; warm_s: of the traffic before it. Returns
    ``joined``, ``addresses`` of the stations, by kind the ``mbps`` of each station and the airtime
    that the medium counted (``air``), and the medium's state at the end."""
    joined = joins(lab, names)
    found = {"joined": joined, "addresses": {name: station.address(name) for name in names}}
    end = warm_s + seconds
    found["kinds"] = {}
    for kind in kinds:
        flows = goodput.start_flows(lab, kind, joined, mbps, end + TAIL_S, octets)
        time.sleep(warm_s + traffic.SETTLE_S)
        medium_client.airtime(reset=True)
        time.sleep(seconds)
        air = medium_client.airtime()
        found["kinds"][kind] = {
            "mbps": {name: goodput.goodput_of(flow, warm_s, end) for name, flow in flows.items()},
            "air": air,
        }
    found["medium"] = medium_client.status()
    return found


@calls.declare
def one_flow(lab, name: str, way: Literal["up", "down"], mbps: float, octets: int, seconds: int):
    """Sends UDP to or from a station that has joined. Returns the number of ``frames`` that were due
    and that were ``lost``."""
    server, there = peer(lab, name).name, gateway(lab, name)
    ends = [(name, station.ip_address(name)), (server, there)]
    flow = traffic.OneWay(ends, mbps, seconds, way, next(_ports), octets)
    found = traffic.UserTraffic.result(flow, 0, seconds)[way]
    return {"frames": found["datagrams"], "lost": found["lost"]}


@calls.declare
def one_tcp_flow(
    lab, name: str, way: Literal["up", "down"], seconds: int, mbps: float | None = None
):
    """Sends TCP to or from a station that has joined, at most ``mbps`` Mb/s. Returns the number of
    ``frames`` that its data fill, and ``lost`` as one_flow(): none."""
    server = peer(lab, name).name
    flow = goodput.Tcp(name, server, gateway(lab, name), seconds, way == "down", next(_ports), mbps)
    octets = flow.result(0, seconds) * 1e6 / 8 * seconds
    return {"frames": octets / SEGMENT_OCTETS, "lost": 0}
