# SPDX-License-Identifier: Apache-2.0
"""Measures goodput and delay of stations at CloudMAC and at plain access points."""
import itertools
import pathlib
import time
from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict, get_args

from .. import analytic, calls
from . import agent_client, ap, datagrams, medium_client, shell, station, traffic
from .basics import gateway, join, peer

PING_INTERVAL_S = 0.05
_ports = itertools.count(5400)
"""One port for each flow, as the server of an earlier flow may still use its own."""
DEBUG = pathlib.Path("/sys/kernel/debug/ieee80211")
INTERFERER = "noise"
NOISE_S = 60
CCK_GROUP, OFDM_GROUP = 16, 17
"""minstrel_ht's numbers of the groups of DSSS and CCK rates, and of OFDM rates."""
Kind = Literal["udp_down", "udp_up", "tcp_down", "tcp_up"]
KINDS = get_args(Kind)


class Point(TypedDict):
    """Conditions of one measurement.

    rate: of all frames, as in rate_index(); None: rate control chooses. distance: metres from
    the access point; mbps: UDP load of each station. to, speed: the first station walks to
    this distance in metres at this speed in m/s. interferer: Mb/s that the access point next
    door sends to its station from this point on."""

    rate: int | float | str | None
    label: NotRequired[str]
    mbps: float
    distance: NotRequired[float | None]
    to: NotRequired[float | None]
    speed: NotRequired[float]
    interferer: NotRequired[float | None]


def rate_index(rate):
    """Returns minstrel_ht's number of a rate: Mb/s, or "mcsN" in 20 MHz. DSSS and CCK have the
    long preamble."""
    if str(rate).startswith("mcs"):
        return int(rate[3:])
    if rate in analytic.DSSS_MBPS:
        return CCK_GROUP << 4 | analytic.DSSS_MBPS.index(rate)
    return OFDM_GROUP << 4 | analytic.LEGACY_MBPS.index(rate)


def phy_of(host, interface):
    """Returns the name of an interface's phy."""
    return shell.run(host, "cat", f"/sys/class/net/{interface}/phy80211/name").strip()


def fix_rate(host, interface, rate):
    """Fixes the rate of all frames of an interface."""
    rates = DEBUG / phy_of(host, interface) / "rc" / "fixed_rate_idx"
    rates.write_text(str(rate_index(rate)))


def fix_rates(lab, name, rate):
    """Fixes the rates of a station and of its access point."""
    host = lab.topology.hosts[name].options["vap"]
    fix_rate(name, station.INTERFACE, rate)
    fix_rate(host, lab.vap_interfaces.get(host, ap.INTERFACE), rate)


class Tcp:
    """One TCP flow between a station and its access point's host; ``result(a,
    b)`` is its goodput in Mb/s between the seconds a and b after the start. mbps: the most that it
    sends; None: no limit."""

    def __init__(self, name, server, address, seconds, down, port, mbps=None):
        shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
        shell.wait_for(
            f"iperf3 on {server} port {port}",
            lambda: f":{port} " in shell.run(server, "ss", "-Hltn"),
        )
        argv = ["iperf3", "-c", address, "-p", port, "-t", seconds, "-J", *(["-R"] if down else [])]
        # iperf3 paces whole writes, so they must be small.
        argv += ["-b", f"{mbps}M", "-l", "4K"] if mbps else []
        self.process = traffic.Program(name, argv)

    def result(self, begin, end):
        report = traffic.iperf_report("flow", self.process)
        inside = traffic.inside(report["intervals"], begin, end)
        octets = sum(s["bytes"] for s in inside)
        return octets * 8 / sum(s["seconds"] for s in inside) / 1e6


def _udp(lab, name, address, mbps, seconds, down, port, octets):
    server = peer(lab, name).name
    ends = [(name, address), (server, gateway(lab, name))]
    return traffic.OneWay(ends, mbps, seconds, "down" if down else "up", port, octets)


def start_flows(lab, kind, joined, mbps, seconds, octets=datagrams.OCTETS):
    """Starts the traffic of all stations. joined: name -> result of join(); octets: of a datagram.
    Returns name -> flow."""
    down = kind.endswith("down")
    flows = {}
    for name, status in joined.items():
        if kind.startswith("udp"):
            flow = _udp(lab, name, status["address"], mbps, seconds, down, next(_ports), octets)
        else:
            server = peer(lab, name).name
            flow = Tcp(name, server, gateway(lab, name), seconds, down, next(_ports))
        flows[name] = flow
    return flows


def place(names, distance):
    """Moves stations to a distance in metres from the access point at the origin, half a
    metre apart."""
    for number, name in enumerate(names):
        medium_client.ask(f"move {name} {distance} {0.5 * number}")


@calls.declare
def measure_points(
    lab,
    names: Sequence[str],
    points: Sequence[Point],
    kinds: Sequence[Kind] = KINDS,
    seconds: int = 2,
    warm_s: float = 1,
    pings: bool = True,
):
    """Measures stations that all send or receive at once, at one point after the other and
    with one kind of traffic after the other.

    seconds: length of each measurement; warm_s: of the traffic before it. pings: the first station
    pings during the traffic too, which costs much airtime at low rates. Returns by point
    and kind the ``mbps`` of each station, the first station's ``ping``, and the airtime
    that the medium (``airtime``) and the agents (``agent``) counted."""
    joined = {name: join(lab, name) for name in names}
    for name in names:
        traffic.ping(name, gateway(lab, name), 3)
    result = {"joined": joined, "points": []}
    noise = None
    for point in points:
        if point.get("distance") is not None:
            place(names, point["distance"])
        for name in names if point.get("rate") is not None else ():
            fix_rates(lab, name, point["rate"])
        first = names[0]
        if point.get("interferer"):
            noise = noise or _noise(lab, point["interferer"])
        measured = {"idle": traffic.ping(first, gateway(lab, first), 20, PING_INTERVAL_S)}
        for kind in kinds:
            if point.get("to") is not None:
                place(names, point["distance"])
                medium_client.ask(f"move {first} {point['to']} 0 speed {point['speed']}")
            measured[kind] = _measure_kind(lab, kind, joined, point["mbps"], seconds, warm_s, pings)
        measured["medium"] = medium_client.status()
        result["points"].append(measured)
    return result


def _noise(lab, mbps):
    """Starts traffic at the access point next door."""
    status = join(lab, INTERFERER)
    server = peer(lab, INTERFERER).name
    ends = [(INTERFERER, status["address"]), (server, gateway(lab, INTERFERER))]
    return traffic.OneWay(ends, mbps, NOISE_S, "down", next(_ports))


def _measure_kind(lab, kind, joined, mbps, seconds, warm_s, pings):
    end = warm_s + seconds
    first = next(iter(joined))
    flows = start_flows(lab, kind, joined, mbps, end + 1)
    time.sleep(warm_s + traffic.SETTLE_S)
    medium_client.airtime(reset=True)
    before = agent_airtime(lab)
    if pings:
        count = round(seconds / PING_INTERVAL_S)
        ping = traffic.ping(first, gateway(lab, first), count, PING_INTERVAL_S)
    else:
        time.sleep(seconds)
        ping = {"samples": [], "lost": 0}
    airtime = medium_client.airtime()
    after = agent_airtime(lab)
    return {
        "agent": {key: used - before.get(key, 0) for key, used in after.items()},
        "mbps": {name: goodput_of(flow, warm_s, end) for name, flow in flows.items()},
        "ping": ping,
        "airtime": airtime,
    }


def agent_airtime(lab):
    """Returns the airtime that the agents counted: "STATION tx" or "STATION rx" ->
    microseconds sent to or received from the station."""
    used = {}
    for host in lab.topology.of_kind("wtp"):
        with agent_client.Session(host) as session:
            for entry in session.call("stations.airtime")["stations"]:
                for way in ("tx", "rx"):
                    key = f"{entry['station']} {way}"
                    used[key] = used.get(key, 0) + entry[way]["us"]
    return used


def goodput_of(flow, begin, end):
    """Returns a flow's Mb/s, or None if the station was out of reach."""
    try:
        return round(flow.result(begin, end), 3)
    except shell.CommandFailed:
        return None


@calls.declare
def before_and_with_fragments(lab, name: str, whole: float, fragments: float, threshold: int):
    """Sends ``whole`` Mb/s of UDP to a station, sets its access point's fragmentation threshold to
    ``threshold`` octets, and sends ``fragments`` Mb/s. Returns the goodput of both in Mb/s."""
    joined = {name: join(lab, name)}
    host = lab.topology.hosts[name].options["vap"]
    phy = phy_of(host, lab.vap_interfaces.get(host, ap.INTERFACE))
    before = _measure_kind(lab, "udp_down", joined, whole, 1, 1, False)
    shell.run(host, "iw", "phy", phy, "set", "frag", threshold)
    after = _measure_kind(lab, "udp_down", joined, fragments, 1, 1, False)
    return [measured["mbps"][name] for measured in (before, after)]


@calls.declare
def out_of_reach(lab, name: str):
    """Cuts a station's link and restores it. Returns the pings lost in each state."""
    join(lab, name)
    access_point = next(
        host.name for host in lab.topology.hosts.values() if host.kind in ("ap", "wtp")
    )
    lost = {}
    for state in ("clear", "cut", "clear"):
        medium_client.ask(f"link {name} {access_point} {state}")
        if state == "clear":
            # The station may have left its access point.
            station.wait_associated(name)
        lost.setdefault(state, []).append(traffic.ping(name, gateway(lab, name), 5)["lost"])
    return lost


@calls.declare
def whereabouts(lab, name: str, seconds: Sequence[float]):
    """Returns a station's position at several times, in seconds from now."""
    seen = []
    for before, at in zip([0, *seconds], seconds):
        time.sleep(at - before)
        radios = {radio["name"]: radio for radio in medium_client.status()["radios"]}
        seen.append(radios[name]["position"][:2])
    return seen
