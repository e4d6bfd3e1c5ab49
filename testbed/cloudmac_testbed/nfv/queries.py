# SPDX-License-Identifier: Apache-2.0
"""N10: queries of counters, once and periodically, beside what was sent."""
import queue
import time

from .. import client
from ..guest import raw_frames
from . import sdk
from .site import SINK, SOURCE, WAIT_S

SCRIPT = "in_0 -> out_1; in_1 -> out_0;"
STATION = "02:00:00:00:0a:01"
EVERY_MS = 500
GAP_S = 0.005
ONCE, OCTETS = 500, 200
"""Frames between two single reports, and their length."""
LIMIT = 0.01


def place(site):
    """Returns an LVNF in the way of the frames, when they pass."""
    package = sdk.load()
    lvnf = package.LVNF(package.Image(vnf=SCRIPT, nb_ports=2))
    lvnf.cpp = site.node()
    site.lead(lvnf)
    site.warm([raw_frames.ethernet(0)])
    return lvnf


def _once(lvnf):
    """Returns the packets and the octets into port 0, by two single reports."""
    package = sdk.load()
    queries = [count(lvnf=lvnf, every=-1) for count in (package.packets_count, package.bytes_count)]
    return [query.first.result(WAIT_S)[0].received for query in queries]


def _single(site, lvnf):
    """Sends frames between two single reports. Returns packets and octets in relation to what was
    sent, minus 1."""
    before = _once(lvnf)
    site.arrived([raw_frames.ethernet(number, OCTETS) for number in range(ONCE)], ONCE)
    after = _once(lvnf)
    wanted = (ONCE, ONCE * OCTETS)
    return [
        (now - then) / count - 1 for then, now, count in zip(before, after, wanted, strict=True)
    ]


def _periodic(site, lvnf, periods):
    """Has reports come while frames pass. Returns [time of arrival, packets into port 0, rate] of
    each, and how many frames were sent and counted."""
    arrived = queue.SimpleQueue()
    before = _once(lvnf)[0]
    client.call(raw_frames.watch, host=SINK)
    client.call(raw_frames.start_stream, host=SOURCE, transmitter=STATION, gap_s=GAP_S)
    query = sdk.load().packets_count(
        lvnf=lvnf, every=EVERY_MS, callback=lambda report: arrived.put((time.monotonic(), report))
    )
    found = [arrived.get(timeout=WAIT_S) for _ in range(periods + 1)]
    query.remove()
    sent = client.call(raw_frames.stop_stream, host=SOURCE)
    site.seen(sent)
    reports = [[at, report[0].received, report[0].received_rate] for at, report in found]
    return reports, sent, _once(lvnf)[0] - before


def run(site, periods):
    """Runs both kinds of queries once. Returns the raw result."""
    lvnf = place(site)
    single = _single(site, lvnf)
    reports, sent, counted = _periodic(site, lvnf, periods)
    lvnf.remove().result(WAIT_S)
    (began, first, _), (ended, last, _) = reports[0], reports[-1]
    rates = [rate for _, _, rate in reports[1:]]
    return {
        "single": single,
        "periods": periods,
        "period_error": (ended - began) / periods * 1000 / EVERY_MS - 1,
        "rate_error": sum(rates) / len(rates) * (ended - began) / (last - first) - 1,
        "sent": sent,
        "counted": counted,
    }


def summary(rounds):
    """Returns N10 of the result file."""

    def worst(values):
        return round(max(map(abs, values)), 5)

    return {
        "runs": len(rounds),
        "single_error": worst(error for one in rounds for error in one["single"]),
        "period_error": worst(one["period_error"] for one in rounds),
        "rate_error": worst(one["rate_error"] for one in rounds),
        "count_error": worst(one["counted"] / one["sent"] - 1 for one in rounds),
        "reports": sum(one["periods"] for one in rounds),
    }
