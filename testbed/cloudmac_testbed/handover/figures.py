# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of raw samples: losses, duplicates, gaps, dips. Does no I/O.

A gap is the longest pause between arrivals around a crossing, less the sending interval: 0 if
nothing happens. ``still_ms`` are the same pauses over equal windows without a handover, which
the machine itself causes."""
import collections
import statistics

from ..results import percentile

INTERVAL_S = {"ping": 0.005, "call": 0.02}
WINDOW_S = 1.0
"""Seconds before and after a crossing that belong to it."""
DIP_S = 1.0
"""Seconds after a crossing in which TCP's goodput is compared with the rest."""


def translate(at, clocks):
    """Returns a time of the machine's clock as one of the guest's. clocks: samples of both,
    [machine, guest] in order; it interpolates between two of them."""
    before, after = clocks[0], clocks[-1]
    for earlier, later in zip(clocks, clocks[1:]):
        if earlier[0] <= at <= later[0]:
            before, after = earlier, later
            break
    span = after[0] - before[0]
    share = (at - before[0]) / span if span else 0
    return before[1] + share * (after[1] - before[1])


def crossings(system, raw):
    """Returns the times at which another radio took a walking station over: the controller's
    decisions that were carried out, or the station's own new associations."""
    begin, end = raw["steps"][0], raw["ended"]
    if system == "cloudmac":
        times = [
            decision["guest"]
            for decision in raw["decisions"]
            if decision["station"] == raw["station"]
            and decision["outcome"] == "done"
            and decision.get("from")
        ]
    else:
        times = [at for at, _ in raw["connected"]]
    return [at for at in times if begin < at < end]


def losses(stream):
    """Returns how many of a stream's datagrams were lost, and how many came more than once."""
    seen = collections.Counter(number for number, _, _ in stream["arrivals"])
    return {
        "sent": stream["sent"],
        "lost": stream["sent"] - len(seen),
        "duplicated": sum(seen.values()) - len(seen),
    }


def gap_ms(times, interval_s, begin, end):
    """Returns the longest pause between arrivals that overlaps the time from ``begin`` to
    ``end``, less the interval, in ms. times: ascending."""
    inside = [at for at in times if begin <= at <= end]
    before = max((at for at in times if at < begin), default=begin)
    after = min((at for at in times if at > end), default=end)
    marks = [before, *inside, after]
    longest = max(later - earlier for earlier, later in zip(marks, marks[1:]))
    return max(0.0, (longest - interval_s) * 1e3)


def still_times(crossings, begin, end):
    """Returns the middles of windows as long as those of the crossings, side by side between
    ``begin`` and ``end``, that overlap no crossing's."""
    middle, found = begin + WINDOW_S, []
    for crossing in [*sorted(crossings), end + WINDOW_S]:
        while middle + WINDOW_S <= crossing - WINDOW_S:
            found.append(middle)
            middle += 2 * WINDOW_S
        middle = max(middle, crossing + 2 * WINDOW_S)
    return found


def spread(values):
    """Returns p50, p99 and max; None for each if there are no values."""
    if not values:
        return {"p50": None, "p99": None, "max": None, "n": 0}
    return {
        "p50": round(percentile(values, 0.5), 2),
        "p99": round(percentile(values, 0.99), 2),
        "max": round(max(values), 2),
        "n": len(values),
    }


def gaps(stream, kind, crossings, begin, end):
    """Returns the gaps of one stream at the crossings, and those of windows without one."""
    times = sorted(at for _, at, _ in stream["arrivals"])
    interval = INTERVAL_S[kind]

    def around(middles):
        return [gap_ms(times, interval, at - WINDOW_S, at + WINDOW_S) for at in middles]

    return around(crossings), around(still_times(crossings, begin, end))


def streams(seen):
    """Returns the streams of one station's raw result: (kind, stream)."""
    if "ping" in seen:
        yield "ping", seen["ping"]
    for stream in seen.get("call", {}).values():
        yield "call", stream


def dip(flow, crossings):
    """Returns by how much TCP's goodput falls in the second after each crossing: 1 less its
    ratio to the median of all other seconds. Negative if it was higher."""
    marks = [((begin + end) / 2 + flow["began"], mbps) for begin, end, mbps in flow["bins"]]

    def after(at):
        return [mbps for mark, mbps in marks if at <= mark < at + DIP_S]

    usual = [
        mbps
        for mark, mbps in marks
        if all(not at - DIP_S <= mark < at + 2 * DIP_S for at in crossings)
    ]
    if not usual or not statistics.median(usual):
        return []
    level = statistics.median(usual)
    return [1 - statistics.mean(bins) / level for at in crossings if (bins := after(at))]


def summary(walks):
    """Returns one system's figures over all its walks. walks: (raw result of its station, times
    of its crossings, begin, end)."""
    lost = collections.Counter()
    at_crossings, still, dips = [], [], []
    crossings = 0
    for seen, times, begin, end in walks:
        crossings += len(times)
        for kind, stream in streams(seen):
            lost.update(losses(stream))
            moved, quiet = gaps(stream, kind, times, begin, end)
            if kind == "ping":
                at_crossings += moved
                still += quiet
        for kind in ("tcp_down", "tcp_up"):
            if kind in seen:
                dips += dip(seen[kind], times)
    return {
        "crossings": crossings,
        "sent": lost["sent"],
        "lost": lost["lost"],
        "duplicated": lost["duplicated"],
        "gap_ms": spread(at_crossings),
        "still_ms": spread(still),
        "tcp_dip": round(statistics.mean(dips), 4) if dips else None,
        "tcp_dip_max": round(max(dips), 4) if dips else None,
    }
