# SPDX-License-Identifier: Apache-2.0
"""Measures the figures of the paper: round trips over time, probe responses, attempts to
connect, and TCP beside the cross traffic. Each function measures one station.

paper/plan.py names the function of each figure; switch_capacity.py measures Figure 3.

cross: options of traffic.CrossTraffic, None for no cross traffic; own: Mb/s of UDP from the
VAP to its other station. All times are seconds."""
import contextlib
import itertools
import random
import time
from collections.abc import Sequence

from .. import calls
from . import medium_client, prober, queueing, shell, station, traffic
from .goodput import fix_rates
from .basics import checksums, gateway, join
from .wtp import frequency

CROSS = ("ct1", "ct2")
OTHER = "mn2"
PING_INTERVAL_S = 0.05
PROBE_GAP_S = (0.05, 0.15)
"""Range of the pause between two probe requests."""
PROBE_PATIENCE_S = 2
CONNECT_S = 10
"""For authentication, association and the four-way handshake, once there was a response."""
PATIENCES_S = ((0.01, 0.01), (0.05, 0.15), (1.0, 1.0))
"""The paper's three kinds of station: how long they wait for a probe response."""
_ports = itertools.count(5600)


def _cross(lab, seconds, options):
    client, server = CROSS
    address = lab.topology.hosts[server].address.split("/")[0]
    return traffic.CrossTraffic(client, server, address, seconds, **options)


@contextlib.contextmanager
def _measured(lab, name):
    """Joins a station and yields a dict for the results. Raises RuntimeError if the switches'
    rules change until the end."""
    before = checksums(lab)
    result = {"joined": join(lab, name), "checksums": before}
    traffic.ping(name, gateway(lab, name), 3)  # ARP, and the switches' flow caches
    yield result
    if checksums(lab) != before:
        raise RuntimeError("the switches' rules changed during the measurement")


@calls.declare
def timeline(
    lab,
    name: str,
    cross: traffic.CrossOptions | None,
    before: float,
    during: int,
    after: float,
    mbps: float | None = None,
):
    """Sends echo requests before, during and after cross traffic. mbps: rate of all frames on
    the air; None: rate control chooses."""
    with _measured(lab, name) as result:
        if mbps:
            fix_rates(lab, name, mbps)
        total = before + during + after
        count = round(total / PING_INTERVAL_S)
        counters = queueing.Counters(lab)
        ping = traffic.start_ping(name, gateway(lab, name), count, PING_INTERVAL_S)
        time.sleep(before)
        load = None if cross is None else _cross(lab, during, cross)
        result["ping"] = traffic.ping_result(ping)
        result["cross"] = load.bins(0, during) if load else None
        result["queues"] = counters.report()
    return result


def _ssid(lab, name):
    return lab.topology.hosts[lab.topology.hosts[name].options["vap"]].options["ssid"]


class _Endless:
    """Cross traffic until stop()."""

    LONG_S = 86400

    def __init__(self, lab, options):
        self.load = _cross(lab, self.LONG_S, options)

    def stop(self):
        for process in self.load.processes.values():
            process.terminate()
            process.communicate()


class _Own:
    """CloudMAC's own traffic to another station until stop()."""

    LONG_S = 3600

    def __init__(self, lab, mbps):
        address = join(lab, OTHER)["address"]
        server = lab.topology.hosts[OTHER].options["vap"]
        ends = [(OTHER, address), (server, gateway(lab, OTHER))]
        self.load = traffic.OneWay(ends, mbps, self.LONG_S, "down", next(_ports))

    def stop(self):
        for process in (*self.load.senders, *self.load.receivers.values()):
            process.terminate()
            process.communicate()


@contextlib.contextmanager
def _loaded(lab, cross, own, warm_s):
    """Runs the traffic of either kind inside the block."""
    loads = [] if cross is None else [_Endless(lab, cross)]
    loads += [_Own(lab, own)] if own else []
    time.sleep(warm_s if loads else 0)
    try:
        yield
    finally:
        for load in loads:
            load.stop()


@calls.declare
def responses(
    lab,
    name: str,
    cross: traffic.CrossOptions | None,
    warm_s: float,
    seconds: float,
    own: float | None = None,
    mbps: int = 0,
    edca: Sequence[str] = (),
):
    """Sends probe requests one after the other at ``mbps`` (prober.radiotap()).

    Returns in ``seconds`` the time until each response, or None. edca: the medium's
    commands for contention parameters other than the standard's."""
    chosen = random.Random(lab.plan["seed"])
    for line in edca:
        medium_client.ask(f"edca {line}")
    with _measured(lab, name) as result, prober.Prober(name, _ssid(lab, name), mbps) as tool:
        with _loaded(lab, cross, own, warm_s):
            result["seconds"] = []
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                result["seconds"].append(tool.probe(PROBE_PATIENCE_S))
                time.sleep(chosen.uniform(*PROBE_GAP_S))
    return result


@calls.declare
def attempts(
    lab,
    name: str,
    cross: traffic.CrossOptions | None,
    warm_s: float,
    count: int,
    first: int,
    own: float | None = None,
):
    """Attempts to connect: a probe request and, after a response in time, authentication,
    association and handshake by wpa_supplicant.

    Returns of each attempt ``patience``, ``response`` and ``connected`` in seconds, None
    for what did not happen. first: number of the first attempt; the number selects one of
    PATIENCES_S."""
    chosen = random.Random(lab.plan["seed"])
    with _measured(lab, name) as result, prober.Prober(name, _ssid(lab, name)) as tool:
        options = lab.topology.hosts[lab.topology.hosts[name].options["vap"]].options
        for key in ("scan_freq", "freq_list"):
            station.control(name, "set_network", "0", key, str(frequency(options["channel"])))
        with _loaded(lab, cross, own, warm_s):
            result["attempts"] = []
            for number in range(first, first + count):
                patience = chosen.uniform(*PATIENCES_S[number % len(PATIENCES_S)])
                result["attempts"].append(_attempt(name, tool, patience))
    return result


def _attempt(name, tool, patience_s):
    station.control(name, "disconnect")
    shell.wait_for(
        f"{name} to disconnect", lambda: station.status(name)["wpa_state"] == "DISCONNECTED"
    )
    found = {
        "patience": round(patience_s, 6),
        "response": tool.probe(patience_s),
        "connected": None,
    }
    if found["response"] is None:
        return found
    began = shell.uptime()
    station.control(name, "reconnect")
    with contextlib.suppress(shell.Awaited):
        station.wait_associated(name, CONNECT_S)
        found["connected"] = round(shell.uptime() - began, 3)
    return found


@calls.declare
def beside(
    lab, name: str, cross: traffic.CrossOptions | None, warm_s: int, seconds: int, omit_s: int = 0
):
    """Measures one TCP flow from a station in the middle third of the cross traffic.

    seconds: length of each third; omit_s: of the flow before its measurement. Returns
    ``received_mbps``, ``mbps`` sent in each second, and ``cross``: the cross traffic
    before, during and after the flow."""
    with _measured(lab, name) as result:
        address = gateway(lab, name)
        server = next(
            host.name
            for host in lab.topology.hosts.values()
            if host.address.split("/")[0] == address
        )
        port = next(_ports)
        shell.start(server, f"iperf3-{server}-{port}", "iperf3", "-s", "-1", "-p", port)
        shell.wait_for(
            f"iperf3 on {server} port {port}",
            lambda: f":{port} " in shell.run(server, "ss", "-Hltn"),
        )
        total = warm_s + 3 * seconds + omit_s
        load = None if cross is None else _cross(lab, total, cross)
        time.sleep(warm_s + seconds if load else 0)
        argv = ["iperf3", "-c", address, "-p", port, "-t", seconds, "-J"]
        flow = traffic.Program(name, argv + (["-O", omit_s] if omit_s else []))
        report = traffic.iperf_report("flow", flow)
        result["received_mbps"] = report["end"]["sum_received"]["bits_per_second"] / 1e6
        result["mbps"] = [
            round(s["bits_per_second"] / 1e6, 3)
            for s in (interval["sum"] for interval in report["intervals"])
            if not s["omitted"]
        ]
        bins = load.bins(warm_s, total) if load else {}
        measured = {way: rates[:seconds] + rates[seconds + omit_s :] for way, rates in bins.items()}
        result["cross"] = measured or None
    return result
