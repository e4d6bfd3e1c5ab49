# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of the samples. Does no I/O."""
import statistics

from .plan import expected


def of_kind(measured):
    """Returns the figures of one kind of traffic at one point. ``mbps``: of all stations
    together, None if none was in reach; ``delay_ms``: median of the pings under load;
    ``fairness``: Jain's index; ``busy``: share of the time that the channel was in use."""
    mbps = [value for value in measured["mbps"].values() if value is not None]
    delays = [sample[2] for sample in measured["ping"]["samples"]]
    squares = sum(value**2 for value in mbps)
    return {
        "mbps": round(sum(mbps), 3) if mbps else None,
        "delay_ms": round(statistics.median(delays), 3) if delays else None,
        "lost_pings": measured["ping"]["lost"],
        "fairness": round(sum(mbps) ** 2 / len(mbps) / squares, 3) if squares else None,
        "retries": _retries(measured["airtime"]),
    }


def _retries(airtime):
    """Returns the tries beyond the first, per acknowledged frame."""
    acked = sum(account["acked"] for account in airtime)
    tries = sum(account["tries"] for account in airtime if account["acked"])
    return round(tries / acked - 1, 3) if acked else None


def idle(measured):
    delays = [sample[2] for sample in measured["idle"]["samples"]]
    return round(statistics.median(delays), 3) if delays else None


def ratio(ours, other):
    return round(ours / other, 3) if ours is not None and other else None


def compare(series, raw):
    """Returns the content of air.json: ``rates``, ``distances``, ``security`` and ``backhaul``.
    series: plan.AirSeries; raw: name -> result of goodput.measure_points()."""
    result = {"rates": {}, "distances": {}, "security": {}, "backhaul": backhaul(series, raw)}
    for entry in series:
        what = entry.what
        if entry.name not in raw or what == "backhaul":
            continue
        for label, measured in zip(entry.labels(), raw[entry.name]["points"]):
            place = result[what]
            if what != "security":
                place = place.setdefault(entry.standard, {})
            if what == "distances":
                place = place.setdefault(f"{entry.stations} stations", {})
            place = place.setdefault(label, {})
            place.setdefault("idle_ms", {})[entry.side] = idle(measured)
            for kind in entry.kinds:
                place.setdefault(kind, {})[entry.side] = of_kind(measured[kind])
    for standard in result["rates"].values():
        for label, place in standard.items():
            for kind, sides in _kinds(place):
                theory = expected(kind, label)
                sides["analytic_mbps"] = None if theory is None else round(theory, 3)
                plain = sides.get("plain", {}).get("mbps")
                sides["plain_over_analytic"] = ratio(plain, theory) if plain is not None else None
    for place in _places(result):
        for _, sides in _kinds(place):
            if {"cloudmac", "plain"} <= set(sides):
                sides["ratio"] = ratio(sides["cloudmac"]["mbps"], sides["plain"]["mbps"])
    return result


def backhaul(series, raw):
    """Returns the figures of rate control in the cloud, by link and kind of traffic: the goodput
    of ``plain``, and for each one-way delay in ms the goodput and its ratio to that."""
    result = {}
    entries = [entry for entry in series if entry.what == "backhaul" and entry.name in raw]
    for entry in sorted(entries, key=lambda entry: entry.side, reverse=True):
        for label, measured in zip(entry.labels(), raw[entry.name]["points"]):
            for kind in entry.kinds:
                place = result.setdefault(label, {}).setdefault(kind, {})
                seen = of_kind(measured[kind])
                if entry.side == "plain":
                    place["plain"] = seen
                    continue
                seen["ratio"] = ratio(seen["mbps"], place.get("plain", {}).get("mbps"))
                place[f"{entry.backhaul_ms:g} ms"] = seen
    return result


def _kinds(place):
    return [(kind, sides) for kind, sides in place.items() if kind != "idle_ms"]


def _places(result):
    for standard in result["rates"].values():
        yield from standard.values()
    for standard in result["distances"].values():
        for by_label in standard.values():
            yield from by_label.values()
    yield from result["security"].values()
