# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of raw samples, and chooses a policy by them. Does no I/O."""
import statistics

from ..results import percentile

REFERENCE, MODEL = "fq-codel", "htb"
"""The policies that a winner must match: REFERENCE for other frames, MODEL for CloudMAC's."""
LEAST_SHARE = 0.97
"""The least share of REFERENCE's cross throughput each way, and of MODEL's of CloudMAC."""
MOST_PING = 2.0
"""The highest cross ping, as a multiple of REFERENCE's."""
LIGHT, HEAVY = "light", "heavy"


def _times(ping):
    return [sample[2] for sample in ping["samples"]]


def _ms(values, share):
    return round(percentile(values, share), 3) if values else None


def _of_counts(ms, share):
    """Returns the same as _ms(), of pairs [value, count]."""
    return _ms([value for value, count in ms for _ in range(count)], share)


def variation(bins):
    """Returns the coefficient of variation: standard deviation over mean; 0 for no traffic."""
    mean = statistics.fmean(bins) if bins else 0
    return round(statistics.pstdev(bins) / mean, 4) if mean else 0.0


def figures(raw, busy="mn", quiet="mn2", other="ct1"):
    """Returns the figures of one measurement (guest/mixed.py).

    busy, quiet: the stations with and without load; other: the host that pings beside the cross
    traffic. Delays are of the pings that returned. mac_lost counts lost pings and datagrams. A
    rate is the mean of both directions unless its name has a direction. link_* is both kinds of
    traffic together. cross_cov is that of the less steady direction."""
    mac, calm, far = (_times(raw["loaded"][name]) for name in (busy, quiet, other))
    idle = _times(raw["idle"][busy])
    user, cross = raw["user"], raw["cross"]
    rates = {name: statistics.fmean(user[name]["bins"]) for name in ("up", "down")}
    variations = {name: variation(cross[name]) for name in ("up", "down")}
    datagrams = sum(user[name]["datagrams"] for name in rates)
    lost = sum(user[name]["lost"] for name in rates)
    return {
        "mac_ms_p50": _ms(mac, 0.5),
        "mac_ms_p95": _ms(mac, 0.95),
        "mac_mbps": round(statistics.fmean(rates.values()), 3),
        "mac_lost": lost + raw["loaded"][busy]["lost"],
        "cross_up_mbps": round(statistics.fmean(cross["up"]), 2),
        "cross_down_mbps": round(statistics.fmean(cross["down"]), 2),
        "cross_ping_ms_p50": _ms(far, 0.5),
        "cross_cov": max(variations.values()),
        "mac_up_mbps": round(rates["up"], 3),
        "mac_down_mbps": round(rates["down"], 3),
        "link_up_mbps": round(rates["up"] + statistics.fmean(cross["up"]), 2),
        "link_down_mbps": round(rates["down"] + statistics.fmean(cross["down"]), 2),
        "mac_lost_percent": round(100 * lost / datagrams, 2) if datagrams else 0.0,
        "mac_user_up_ms_p95": _of_counts(user["up"]["ms"], 0.95),
        "mac_user_down_ms_p95": _of_counts(user["down"]["ms"], 0.95),
        "mac_idle_ms_p50": _ms(idle, 0.5),
        "mac_quiet_ms_p95": _ms(calm, 0.95),
        "mac_quiet_lost": raw["loaded"][quiet]["lost"],
        "cross_ping_ms_p95": _ms(far, 0.95),
        "cross_ping_idle_ms_p50": _ms(_times(raw["idle"][other]), 0.5),
        "pings": len(mac) + raw["loaded"][busy]["lost"],
    }


def shortfalls(entry, reference, model):
    """Returns how far a policy's figures under heavy load are from the goal, by condition: 1
    just meets it, more misses it."""
    room = 1 - LEAST_SHARE

    def missing(value, wanted):
        return (1 - value / wanted) / room if wanted else 0.0

    found = {
        name: missing(entry[name], reference[name]) for name in ("cross_up_mbps", "cross_down_mbps")
    }
    found["mac_mbps"] = missing(entry["mac_mbps"], model["mac_mbps"])
    found["cross_ping_ms_p50"] = entry["cross_ping_ms_p50"] / (
        MOST_PING * reference["cross_ping_ms_p50"]
    )
    return {name: round(value, 3) for name, value in found.items()}


def choose(policies):
    """Returns the winner as {policy, met, shortfalls}; None if REFERENCE or MODEL was not
    measured. policies: policy -> load -> figures.

    The winner is the policy with the lowest mac_ms_p95 under heavy load among those that meet
    all conditions. If none does, it is the one with the smallest worst shortfall."""
    heavy = {name: loads[HEAVY] for name, loads in policies.items() if HEAVY in loads}
    if REFERENCE not in heavy or MODEL not in heavy:
        return None
    judged = {
        name: shortfalls(entry, heavy[REFERENCE], heavy[MODEL])
        for name, entry in heavy.items()
        if entry["mac_ms_p95"] is not None
    }
    met = [name for name, short in judged.items() if max(short.values()) <= 1]
    if met:
        best = min(met, key=lambda name: heavy[name]["mac_ms_p95"])
    else:
        best = min(judged, key=lambda name: max(judged[name].values()))
    return {"policy": best, "met": bool(met), "shortfalls": judged}
