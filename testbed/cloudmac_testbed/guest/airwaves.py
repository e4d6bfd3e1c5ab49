# SPDX-License-Identifier: Apache-2.0
"""Experiments on the air: goodput and delay of stations at CloudMAC and at plain
access points."""
import itertools
import pathlib
import time

from .. import analytic
from . import ap, medium, shell, station, traffic
from .basics import gateway, join, replay_leases

PING_INTERVAL_S = 0.05
KINDS = ("udp_down", "udp_up", "tcp_down", "tcp_up")
_ports = itertools.count(5400)
"""One for each flow: a server that is about to end still has its own."""
DEBUG = pathlib.Path("/sys/kernel/debug/ieee80211")
OFDM_GROUP = 17
"""minstrel_ht's number of the group of OFDM rates."""


def rate_index(rate):
    """minstrel_ht's number of a rate: Mb/s of OFDM, or "mcsN" in 20 MHz."""
    if str(rate).startswith("mcs"):
        return int(rate[3:])
    return OFDM_GROUP << 4 | analytic.LEGACY_MBPS.index(rate)


def fix_rate(host, interface, rate):
    """Have rate control choose one rate for all that an interface sends."""
    phy = shell.run(host, "cat", f"/sys/class/net/{interface}/phy80211/name").strip()
    (DEBUG / phy / "rc" / "fixed_rate_idx").write_text(str(rate_index(rate)))


def _fix_rates(lab, name, rate):
    """Of a station and of the access point that it uses."""
    host = lab.topology.hosts[name].options["vap"]
    fix_rate(name, station.INTERFACE, rate)
    fix_rate(host, lab.vap_interfaces.get(host, ap.INTERFACE), rate)


class Tcp:
    """One TCP flow between a station and its access point's host; ``result(a,
    b)`` is its goodput in Mb/s between the seconds a and b after the start."""

    def __init__(self, name, server, address, seconds, down, port):
        shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
        shell.wait_for(
            f"iperf3 on {server} port {port}",
            lambda: f":{port} " in shell.run(server, "ss", "-Hltn"),
        )
        argv = ["iperf3", "-c", address, "-p", port, "-t", seconds, "-J", *(["-R"] if down else [])]
        self.process = traffic.start(name, argv)

    def result(self, begin, end):
        report = traffic.iperf_report("flow", self.process)
        inside = traffic.inside(report["intervals"], begin, end)
        octets = sum(s["bytes"] for s in inside)
        return octets * 8 / sum(s["seconds"] for s in inside) / 1e6


def _udp(lab, name, address, mbps, seconds, down, port):
    server = lab.topology.hosts[name].options["vap"]
    ends = [(name, address), (server, gateway(lab, name))]
    return traffic.OneWay(ends, mbps, seconds, "down" if down else "up", port)


def _start(lab, kind, joined, mbps, seconds):
    """The traffic of all stations: name -> a function of two seconds."""
    down = kind.endswith("down")
    flows = {}
    for name, status in joined.items():
        if kind.startswith("udp"):
            flow = _udp(lab, name, status["address"], mbps, seconds, down, next(_ports))
        else:
            server = lab.topology.hosts[name].options["vap"]
            flow = Tcp(name, server, gateway(lab, name), seconds, down, next(_ports))
        flows[name] = flow
    return flows


def air(lab, names, kinds=KINDS, seconds=4, warm_s=1, mbps=40, rate=None, pings=20):
    """Goodput of stations that all send or receive at the same time, one kind of
    traffic after the other.

    mbps: what each station offers by UDP. rate: of all frames, see rate_index();
    None: rate control chooses. pings: round trips before the load, and during
    each. Returns by kind the ``mbps`` of each station, the first one's pings, and
    the medium's ``airtime`` accounts of the time."""
    replay_leases(lab)
    joined = {name: join(lab, name) for name in names}
    for name in names:
        if rate is not None:
            _fix_rates(lab, name, rate)
        traffic.ping(name, gateway(lab, name), 3)
    first = names[0]
    result = {"joined": joined, "kinds": {}}
    result["idle"] = traffic.ping(first, gateway(lab, first), pings, PING_INTERVAL_S)
    result["medium"] = medium.status()
    for kind in kinds:
        end = warm_s + seconds
        flows = _start(lab, kind, joined, mbps, end + 1)
        time.sleep(warm_s + traffic.SETTLE_S)
        medium.airtime(reset=True)
        count = round(seconds / PING_INTERVAL_S)
        ping = traffic.ping(first, gateway(lab, first), count, PING_INTERVAL_S)
        airtime = medium.airtime()
        result["kinds"][kind] = {
            "mbps": {name: round(flow.result(warm_s, end), 3) for name, flow in flows.items()},
            "ping": ping,
            "airtime": airtime,
        }
    return result
