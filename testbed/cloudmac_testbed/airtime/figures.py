# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of the samples: one experiment after the other. Does no I/O.

A share of the air is of the time that the medium counted to and from a station: PPDUs of all
tries, SIFS and acknowledgements. ``agent`` figures are by what the WTP's agent counted."""
import collections
import statistics

from ..results import percentile
from . import moves, plan, speech


def jain(values):
    """Returns Jain's index of fairness: 1 if all values are equal, 1/n if one has all. Returns None
    if all are 0."""
    squares = sum(value**2 for value in values)
    return sum(values) ** 2 / len(values) / squares if squares else None


def air_us(phase, address):
    """Returns the microseconds on the air to and from a station, as the medium counted."""
    return sum(
        account["tx_us"] + account["response_us"]
        for account in phase["air"]
        if address in (account["ra"], account["ta"])
    )


def agent_us(phase, address):
    """Returns the microseconds on the air to and from a station, as the agents counted."""
    return sum(phase["agent"].get(f"{address} {way}", 0) for way in ("tx", "rx"))


def shares(raw, phase, count=air_us):
    """Returns station -> its share of the air of all stations in percent."""
    used = {name: count(phase, address) for name, address in raw["addresses"].items()}
    whole = sum(used.values())
    return {name: 100 * value / whole if whole else 0.0 for name, value in used.items()}


def mbps(phase):
    """Returns way -> station -> Mb/s. A flow that never began has 0."""
    return {
        way: {name: value or 0.0 for name, value in those.items()}
        for way, those in phase["mbps"].items()
    }


def total(phase):
    return sum(value for those in mbps(phase).values() for value in those.values())


def mean(values):
    """Returns the mean of the values that are not None; None without any."""
    known = [value for value in values if value is not None]
    return statistics.mean(known) if known else None


def rounded(value, digits=3):
    """Returns a value of figures with its numbers rounded."""
    if isinstance(value, dict):
        return {key: rounded(each, digits) for key, each in value.items()}
    return round(value, digits) if isinstance(value, float) else value


def means(mappings):
    """Returns key -> mean over mappings that have the same keys; their values can be mappings."""
    return {
        key: (
            means([one[key] for one in mappings])
            if isinstance(mappings[0][key], dict)
            else mean([one[key] for one in mappings])
        )
        for key in mappings[0]
    }


def sharing(raws, name):
    """Returns the figures of the bulk traffic of a phase over all seeds: means."""
    phases = [(raw, raw["phases"][name]) for raw in raws]
    by_medium = [shares(raw, phase) for raw, phase in phases]
    by_agent = [shares(raw, phase, agent_us) for raw, phase in phases if phase["agent"]]
    found = {
        "shares_percent": means(by_medium),
        "jain": mean([jain(one.values()) for one in by_medium]),
        "total_mbps": mean([total(phase) for _, phase in phases]),
        "mbps": means([mbps(phase) for _, phase in phases]),
        "seeds": len(raws),
    }
    if by_agent:
        found["shares_percent_agent"] = means(by_agent)
    return rounded(found)


def spread(pings):
    """Returns the figures of pings of several boots together: ``median``, ``p95`` and ``p99`` in
    ms of the replies, ``lost`` and ``sent``."""
    times = [sample[2] for ping in pings for sample in ping["samples"]]
    found = {
        key: round(percentile(times, share), 3) if times else None
        for key, share in (("median", 0.5), ("p95", 0.95), ("p99", 0.99))
    }
    return found | {"lost": sum(p["lost"] for p in pings), "sent": sum(p["sent"] for p in pings)}


POINTS = tuple(range(0, 100, 2)) + (99, 100)


def quantiles(pings):
    """Returns [percent, ms] of the replies of several boots, for an ECDF."""
    times = [sample[2] for ping in pings for sample in ping["samples"]]
    return [[percent, percentile(times, percent / 100)] for percent in POINTS] if times else []


def delays(raws, name):
    """Returns the figures of the pings of a phase by station, over all seeds."""
    found = {}
    for station in raws[0]["phases"][name]["pings"]:
        pings = [raw["phases"][name]["pings"][station] for raw in raws]
        found[station] = spread(pings) | {"ecdf": quantiles(pings)}
    return found


def idle(raws):
    """Returns station -> figures of its pings without traffic."""
    return {name: spread([raw["idle"][name] for raw in raws]) for name in raws[0]["idle"]}


# --- experiments -----------------------------------------------------------------------------


def mixed(raws):
    """Returns the figures of one line in T1 to T3. raws: of its boots, one a seed."""
    ways = ("tcp_down", "tcp_both")
    return {
        "T1": sharing(raws, "udp_down"),
        "T2": {way: sharing(raws, way) for way in ways},
        "T3": {
            "ping_ms": delays(raws, "tcp_down"),
            "ping_ms_both": delays(raws, "tcp_both"),
            "idle_ms": idle(raws),
        },
    }


def sparse(variants):
    """Returns the figures of one line in T4. variants: "on" and "off" -> raw results."""
    return {
        "T4": {
            state: {
                "ping_ms": delays(raws, "tcp_down")[plan.EXTRA],
                **_shares_of_loaded(raws, "tcp_down", plan.PAIR),
            }
            for state, raws in variants.items()
        }
    }


def _shares_of_loaded(raws, name, stations):
    """Returns the figures of sharing() of some stations only."""
    kept = [{**raw, "addresses": {one: raw["addresses"][one] for one in stations}} for raw in raws]
    return sharing(kept, name)


def crowd(raws):
    """Returns the figures of one line in T5. ``ping_ms``: of all stations together."""
    names = list(raws[0]["phases"]["tcp_down"]["pings"])
    parts = {"all": names, "fast": [n for n in names if n != "slow"], "slow": ["slow"]}
    found = {}
    for part, stations in parts.items():
        pings = [raw["phases"]["tcp_down"]["pings"][name] for raw in raws for name in stations]
        found[part] = spread(pings) | {"ecdf": quantiles(pings)}
    return {"T5": {**sharing(raws, "tcp_down"), "ping_ms": found, "idle_ms": idle(raws)}}


def voice(variants):
    """Returns the figures of one line in T6: by category and delay. ``mos`` is of the worse way of
    the call."""
    by_way = {way: {} for way in ("down", "up")}
    worse, totals = {}, {}
    for category in plan.CATEGORIES:
        for delay, raws in variants.items():
            phases = [raw["phases"][category] for raw in raws]
            scores = [
                {way: speech.score(call) for way, call in phase["calls"]["slow"].items()}
                for phase in phases
            ]
            for way, place in by_way.items():
                place.setdefault(category, {})[delay] = mean([one[way] for one in scores])
            worse.setdefault(category, {})[delay] = mean([min(one.values()) for one in scores])
            totals.setdefault(category, {})[delay] = mean([total(phase) for phase in phases])
    found = {"mos": worse, "mos_down": by_way["down"], "mos_up": by_way["up"]}
    return {"T6": rounded({**found, "total_mbps": totals}, 2)}


def pages(raws):
    """Returns the figures of one line in T7: page and station -> ``median_ms`` and ``p95_ms`` of
    the loads of all seeds, their number, and how many were incomplete. A boot without a complete
    load counts as one load that is longer than all others."""
    found = {}
    for name, phase in raws[0]["phases"].items():
        (station,) = phase["pages"]
        loads = [ms for raw in raws for ms in raw["phases"][name]["pages"][station]]
        times = [float("inf") if ms is None else ms for ms in loads]
        found[name] = {
            "median_ms": finite(percentile(times, 0.5)),
            "p95_ms": finite(percentile(times, 0.95)),
            "loads": len(loads),
            "incomplete": loads.count(None),
            "total_mbps": mean([total(raw["phases"][name]) for raw in raws]),
        }
    return {"T7": rounded(found)}


def finite(value):
    """Returns a value, or None if it is infinite."""
    return None if value == float("inf") else value


def weighed(raws, name):
    """Returns sharing() of two stations whose shares relative to their weights Jain's index
    compares."""
    indices = []
    for raw in raws:
        by_station = shares(raw, raw["phases"][name])
        parts = [share / plan.WEIGHTS[vap] for share, vap in zip(by_station.values(), plan.WEIGHTS)]
        indices.append(jain(parts))
    return sharing(raws, name) | {"jain": rounded(mean(indices))}


def weights(variants):
    """Returns the figures of one line in T8, by backhaul. ``wanted_percent``: shares by weight."""
    whole = sum(plan.WEIGHTS.values())
    return {
        "T8": {
            backhaul: {
                **weighed(raws, "udp_down"),
                "wanted_percent": {
                    name: round(100 * weight / whole, 3)
                    for name, weight in zip(("one", "two"), plan.WEIGHTS.values())
                },
                "tcp": weighed(raws, "tcp_down"),
                "ping_ms": delays(raws, "tcp_down"),
                "idle_ms": idle(raws),
            }
            for backhaul, raws in variants.items()
        }
    }


def wired(raws):
    """Returns the figures of one line behind a congested wire."""
    return {
        "wired": {
            "total_mbps": rounded(mean([total(raw["phases"]["tcp_down"]) for raw in raws])),
            "ping_ms": delays(raws, "tcp_down")["fast1"],
            "idle_ms": idle(raws)["fast1"],
        }
    }


def moving(variants):
    """Returns the figures of one line in T9, by load: ``lost`` datagrams of each seed, and of all
    seeds how many were ``sent``, came ``twice`` or came ``late``, behind a later one; ``drops``: how
    many frames queues dropped, by reason (guest/moving.py)."""
    found = {}
    for variant, raws in variants.items():
        flows = [raw["flows"]["down"] for raw in raws]
        found[moves.LOADS[variant].label] = {
            "lost": [len(flow["lost"]) for flow in flows],
            **{key: sum(flow[key] for flow in flows) for key in ("sent", "twice", "late")},
            "drops": _by_queues(raw["drops"] for raw in raws),
            "handovers": sum(len(raw["at"]) for raw in raws),
        }
    return {"T9": found}


def _by_queues(counted):
    """Returns reason -> frames that queues dropped in several boots; agents count other reasons too."""
    whole = sum((collections.Counter(one) for one in counted), start=collections.Counter())
    return {
        reason: count
        for reason, count in whole.items()
        if reason == moves.BY_VAP or reason.startswith("queue_")
    }


def of_one(function):
    """Returns a function of variant -> raws that uses the raws of the only variant."""
    return lambda variants: function(variants[""])


GROUPS = {
    "mixed": of_one(mixed),
    "sparse": sparse,
    "crowd": of_one(crowd),
    "voice": voice,
    "pages": of_one(pages),
    "weights": weights,
    "moving": moving,
    "wired": of_one(wired),
}
"""Group -> function of variant -> raws of one line. It returns experiment -> figures."""


def summary(boots, raw):
    """Returns experiment -> line -> figures. boots: plan.Boot; raw: name -> raw result. An
    experiment has a line if all variants of it have results."""
    found = {}
    for group, function in GROUPS.items():
        lines = dict.fromkeys(boot.line for boot in boots if boot.group == group)
        for line in lines:
            variants = {}
            for boot in boots:
                if (boot.group, boot.line) == (group, line):
                    kept = variants.setdefault(boot.variant, [])
                    if boot.name in raw:
                        kept.append(raw[boot.name])
            if all(variants.values()):
                for experiment, figures in function(variants).items():
                    found.setdefault(experiment, {})[line] = figures
    return {name: found[name] for name in sorted(found)}
