# SPDX-License-Identifier: Apache-2.0
"""Computes the figures of the samples: one experiment after the other. Does no I/O.

A share of the air is of the time that the medium counted to and from a station: PPDUs of all
tries, SIFS and acknowledgements. ``agent`` figures are by what the WTP's agent counted."""
import statistics

from ..results import percentile


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
    """Returns the same as the agents counted."""
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


def of_one(function):
    """Returns a function of variant -> raws that uses the raws of the only variant."""
    return lambda variants: function(variants[""])


GROUPS = {"mixed": of_one(mixed)}
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
