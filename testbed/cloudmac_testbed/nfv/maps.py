# SPDX-License-Identifier: Apache-2.0
"""N12: maps of signals and links, compared with the medium's signals and the switches' counters."""
import contextlib
import pathlib
import queue
import tempfile
import time

from .. import client, restconf, topology
from ..guest import basics, medium_client, raw_frames, station, switch, traffic
from ..live import joined_lab
from . import sdk
from .site import WAIT_S, connected

TOPOLOGY = "graph"
STATION = "mn"
SOURCE, SINK = "ct1", "ct2"
TRUNK = ("swa", "swb")
"""A port that all frames between the hosts pass: its switch, its name."""
FRAMES, OCTETS = 2000, 1000
EVERY_MS = 500
ECHOES = 40
MAPS = ("stations", "neighbours")


@contextlib.contextmanager
def place(built, say):
    """Brings up a lab with radios, connects the SDK, and yields the topology."""
    plan = topology.load(TOPOLOGY)
    with joined_lab(plan, built, say), tempfile.TemporaryDirectory() as folder:
        with connected(pathlib.Path(folder)):
            yield plan


def _signals():
    """Returns the medium's truth: (transmitter, receiver), by name -> dBm."""
    return {
        (sender, radio["name"]): dbm
        for radio in client.call(medium_client.status)["radios"]
        for sender, dbm in radio["signal_dbm"].items()
    }


def _names():
    """Returns WTP id -> name."""
    return {wtp["id"]: wtp["name"] for wtp in restconf.state("/wtps")["wtp"]}


def errors(found, truth, pairs):
    """Returns how far each pair's average is from the truth, dB: "from to" -> dB. None: missing.

    found: (transmitter, receiver) -> dBm; pairs: those that must be in it."""
    return {
        " ".join(pair): round(found[pair] - truth[pair], 2) if pair in found else None
        for pair in pairs
    }


def _stations(names):
    """Returns the errors of a map of the station, while it sends."""
    package = sdk.load()
    mac = client.call(station.address, name=STATION)
    reports = queue.SimpleQueue()
    query = package.ucqm(addr=mac, every=EVERY_MS, callback=reports.put)
    address = client.call(basics.gateway, name=STATION)
    client.call(traffic.ping, host=STATION, address=address, count=ECHOES, interval_s=0.05)
    query.first.result(WAIT_S)
    while not reports.empty():
        reports.get()
    latest = reports.get(timeout=WAIT_S)
    query.remove()
    found = {(STATION, names[one.wtp]): one.average for one in latest}
    return errors(found, _signals(), [(STATION, name) for name in sorted(names.values())])


def _neighbours(names):
    """Returns the errors of a single map of neighbours, and how many radios could not send."""
    found = sdk.load().ncqm(every=-1, listen=2000).first.result(WAIT_S)
    signals = {(names[one.neighbour], names[one.wtp]): one.average for one in found}
    wtps = sorted(names.values())
    pairs = [(one, other) for one in wtps for other in wtps if one != other]
    return errors(signals, _signals(), pairs), [one.reason for one in found.silent]


def _once(port):
    (link,) = sdk.load().lqm(port=port, every=-1).first.result(WAIT_S)
    return [link.packets_in, link.octets_in, link.packets_out, link.octets_out]


def _links(plan):
    """Sends frames over a link between two reports. Returns both counts in relation to the switch's
    own counts, minus 1, and how many links the controller knows."""
    name, port = TRUNK
    trunk = plan.port_id(name, port)
    frames = [raw_frames.ethernet(number, OCTETS).hex() for number in range(FRAMES)]
    client.call(raw_frames.watch, host=SINK)
    truth, before = client.call(switch.port_counters, name=name, port=port), _once(trunk)
    client.call(raw_frames.send_these, host=SOURCE, frames=frames)
    client.call(raw_frames.seen, host=SINK, count=FRAMES)
    after, later = _once(trunk), client.call(switch.port_counters, name=name, port=port)
    # The sink sends nothing, and the frames go out through the port.
    told = [now - then for then, now in zip(before[2:], after[2:], strict=True)]
    wanted = [now - then for then, now in zip(truth[2:], later[2:], strict=True)]
    every = sdk.load().lqm(every=-1).first.result(WAIT_S)
    return [one / other - 1 for one, other in zip(told, wanted, strict=True)], len(every)


def _rate(plan, periods):
    """Has periodic reports come while frames pass. Returns their rates of octets in relation to the
    counts by the clock of this process, minus 1."""
    reports = queue.SimpleQueue()
    client.call(raw_frames.start_stream, host=SOURCE, transmitter=raw_frames.SENDER, gap_s=0.005)
    query = sdk.load().lqm(
        port=plan.port_id(*TRUNK),
        every=EVERY_MS,
        callback=lambda report: reports.put((time.monotonic(), report[0])),
    )
    found = [reports.get(timeout=WAIT_S) for _ in range(periods + 1)]
    query.remove()
    client.call(raw_frames.stop_stream, host=SOURCE)
    (began, first), (ended, last) = found[0], found[-1]
    rates = [link.octets_out_rate for _, link in found[1:]]
    return sum(rates) / periods * (ended - began) / (last.octets_out - first.octets_out) - 1


def run(plan, periods):
    """Compares all maps once. Returns the raw result."""
    names = _names()
    stations = _stations(names)
    neighbours, silent = _neighbours(names)
    links, known = _links(plan)
    return {
        "stations": stations,
        "neighbours": neighbours,
        "silent": silent,
        "links": links,
        "rate": _rate(plan, periods),
        "known_links": known,
        "wanted_links": links_of(plan),
    }


def links_of(plan):
    """Returns how many ends of links the controller should know: of WTPs, VAPs, and both ends of
    links between switches."""
    ends = len(plan.of_kind("wtp")) + len(plan.of_kind("vap"))
    switches = {host.name for host in plan.switches()}
    return ends + 2 * sum(set(link.ends) <= switches for link in plan.links)


def summary(rounds):
    """Returns N12 of the result file."""
    found = {"runs": len(rounds)}
    for name in MAPS:
        values = [value for one in rounds for value in one[name].values()]
        known = [abs(value) for value in values if value is not None]
        found[name] = {
            "pairs": len(values),
            "missing": len(values) - len(known),
            "error_db": max(known, default=0),
        }
    found["silent"] = sum(len(one["silent"]) for one in rounds)
    found["links"] = {
        "missing": sum(one["wanted_links"] - one["known_links"] for one in rounds),
        "error": round(max(abs(error) for one in rounds for error in one["links"]), 5),
        "rate_error": round(max(abs(one["rate"]) for one in rounds), 5),
    }
    return found
