# SPDX-License-Identifier: Apache-2.0
"""Measures stations that share the air: bulk traffic of all, and beside it pings, telephone
calls and page loads of some."""
import itertools
import time
from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from .. import calls
from . import agent_client, ap, goodput, medium_client, pages, remote, shell, station, traffic
from .basics import join
from .telephone import Call

PING_INTERVAL_S = 0.05
IDLE_PINGS = 20
_ports = itertools.count(6000)
Bulk = Literal["udp_down", "tcp_down", "tcp_both"]


class TrafficPhase(TypedDict):
    """One measurement of a boot.

    bulk: the traffic of the stations ``loaded``, None for none; mbps: of UDP to each station;
    pings: stations that are pinged; calls: station -> type of service of its call; pages:
    station -> [octets, requests] of the page that it loads again and again; sparse: whether
    stations with few frames go first at the WTPs."""

    name: str
    bulk: Bulk | None
    loaded: Sequence[str]
    mbps: NotRequired[float]
    pings: NotRequired[Sequence[str]]
    calls: NotRequired[Mapping[str, int]]
    pages: NotRequired[Mapping[str, Sequence[int]]]
    sparse: NotRequired[bool]


@calls.declare
def measure(
    lab,
    names: Sequence[str],
    phases: Sequence[TrafficPhase],
    seconds: int,
    warm_s: int,
    qdisc: str | None = None,
    weights: Mapping[str, int] | None = None,
    server_delay_ms: float = 0,
):
    """Measures one phase after the other.

    names: stations that join; seconds: length of each phase; warm_s: of its traffic before.
    qdisc: at the access points' radios; weights: VAP -> weight of airtime; server_delay_ms: of the
    servers' wires, each way. Returns ``addresses`` and ``rates`` of the stations, ``idle``:
    station -> ping, and by phase what _measure() returns."""
    access_points = [*lab.topology.of_kind("vap"), *lab.topology.of_kind("ap")]
    for host in access_points:
        remote.add(host, server_delay_ms)
        if qdisc:
            interface = lab.vap_interfaces.get(host.name, ap.INTERFACE)
            shell.run(host.name, "tc", "qdisc", "replace", "dev", interface, "root", qdisc)
    for name, weight in (weights or {}).items():
        _ask_agents(
            lab, "airtime.set", address=lab.topology.hosts[name].options["bssid"], weight=weight
        )
    for name in names:
        join(lab, name)
        remote.connect(lab, name)
        traffic.ping(name, remote.of_station(lab, name)[1], 3)
    pinged = dict.fromkeys(name for phase in phases for name in phase.get("pings", ()))
    result = {
        "addresses": {name: station.address(name) for name in names},
        "idle": {
            name: traffic.ping(name, remote.of_station(lab, name)[1], IDLE_PINGS, PING_INTERVAL_S)
            for name in pinged
        },
        "phases": {},
    }
    for phase in phases:
        if "sparse" in phase:
            _ask_agents(lab, "airtime.set", sparse=phase["sparse"])
        result["phases"][phase["name"]] = _measure(lab, phase, seconds, warm_s)
    result["medium"] = medium_client.status()
    return result


def _ask_agents(lab, method, **params):
    """Calls a method of all agents. Returns WTP -> result."""
    found = {}
    for host in lab.topology.of_kind("wtp"):
        with agent_client.Session(host) as session:
            found[host.name] = session.call(method, **params)
    return found


def _measure(lab, phase, seconds, warm_s):
    """Measures one phase. Returns ``mbps``: way -> station -> Mb/s; ``pings``, ``calls`` and
    ``pages`` by station; the airtime that the medium (``air``) and the agents (``agent``)
    counted, and the agents' state at the end (``state``)."""
    end = warm_s + seconds
    flows = _start_bulk(lab, phase, end + 1)
    time.sleep(warm_s + traffic.SETTLE_S)
    medium_client.airtime(reset=True)
    before = goodput.agent_airtime(lab)
    count = round(seconds / PING_INTERVAL_S)
    pings = {
        name: traffic.start_ping(name, remote.of_station(lab, name)[1], count, PING_INTERVAL_S)
        for name in phase.get("pings", ())
    }
    telephones = {
        name: Call(_ends(lab, name), seconds, tos) for name, tos in phase.get("calls", {}).items()
    }
    loads = {
        name: pages.Loads(*_ends(lab, name), *page, seconds, next(_ports))
        for name, page in phase.get("pages", {}).items()
    }
    time.sleep(seconds)
    air = medium_client.airtime()
    after = goodput.agent_airtime(lab)
    state = _ask_agents(lab, "airtime.get", radio=0)
    return {
        "pings": {name: traffic.ping_result(process) for name, process in pings.items()},
        "calls": {name: call.result() for name, call in telephones.items()},
        "pages": {name: load.result() for name, load in loads.items()},
        "mbps": {
            way: {name: goodput.goodput_of(flow, warm_s, end) for name, flow in those.items()}
            for way, those in flows.items()
        },
        "air": air,
        "agent": {key: used - before.get(key, 0) for key, used in after.items()},
        "state": state,
    }


def _ends(lab, name):
    """Returns name and address of a station, and of its server."""
    return [(name, station.ip_address(name)), remote.of_station(lab, name)]


def _start_bulk(lab, phase, seconds):
    """Starts the bulk traffic. Returns way -> station -> flow."""
    bulk = phase["bulk"]
    if bulk is None:
        return {}
    ways = ("down", "up") if bulk == "tcp_both" else ("down",)
    flows = {way: {} for way in ways}
    for way in ways:
        for name in phase["loaded"]:
            ends = _ends(lab, name)
            port = next(_ports)
            if bulk == "udp_down":
                flow = traffic.OneWay(ends, phase["mbps"], seconds, way, port)
            else:
                flow = goodput.Tcp(name, *ends[1], seconds, way == "down", port)
            flows[way][name] = flow
    return flows
