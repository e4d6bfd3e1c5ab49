# SPDX-License-Identifier: Apache-2.0
"""Declares the measurements and their networks. Does no I/O."""
import dataclasses

from .. import topology
from .lines import LINES, QUICK

SEEDS = 10
BACKHAUL_MS = 0.25
"""One way, between the switches."""
CHANNEL = 36
"""The basic rates of 5 GHz are those of OFDM. A station that has one MCS needs a basic rate too. So
its rate control can sample 6 or 24 Mb/s, but not 1 Mb/s."""
FAST, SLOW = [24, "mcs15"], [6, "mcs0"]
"""Rates of the stations. The issue's totals, as the paper's, are those of MCS 15."""
PAIR = ("fast1", "fast2", "slow")
UDP_MBPS = 60
"""Offered to each of three stations, more than its share of the air."""
SECONDS, WARM_S = 15, 5
QUICK_SECONDS, QUICK_WARM_S = 3, 2


@dataclasses.dataclass(frozen=True)
class Boot:
    """One boot. It measures the phases of some experiments, one after the other.

    group: a function of NETWORKS; line: a name of LINES; phases: of guest/sharing.py, as tuples
    of their items; variant: what distinguishes boots of one group, line and seed."""

    group: str
    line: str
    seed: int
    names: tuple
    phases: tuple
    seconds: int
    warm_s: int
    variant: str = ""
    backhaul_ms: float = BACKHAUL_MS
    server_delay_ms: float = 0
    weights: tuple = ()

    @property
    def name(self):
        parts = (self.group, self.variant, self.line, str(self.seed))
        return "-".join(part for part in parts if part)

    def arguments(self):
        """Returns the arguments of sharing.measure()."""
        return {
            "names": list(self.names),
            "phases": [dict(phase) for phase in self.phases],
            "seconds": self.seconds,
            "warm_s": self.warm_s,
            "qdisc": LINES[self.line].qdisc,
            "weights": dict(self.weights) or None,
            "server_delay_ms": self.server_delay_ms,
        }

    def network(self):
        """Returns the boot's topology."""
        return topology.parse(NETWORKS[self.group](LINES[self.line], self.backhaul_ms))


def _phase(name, bulk, loaded, **more):
    return tuple({"name": name, "bulk": bulk, "loaded": list(loaded), **more}.items())


# --- networks ------------------------------------------------------------------------------


def network(line, stations, backhaul_ms=BACKHAUL_MS, networks=("ap",), **more):
    """Returns the document of a topology: networks at one radio. stations: name -> options;
    more: options of the networks."""
    place = {"standard": "n", "channel": CHANNEL, **more}
    document = {"medium": {"exponent": 3}, "stations": stations}
    if line.queues:
        return document | {
            "aps": {name: {**place, "position": [0, 0], "queues": line.queues} for name in networks}
        }
    radio = {"at": "swa", "position": [0, 0], "channel": place["channel"]}
    return document | {
        "switches": ["swa", "swb"],
        "wtps": {"wtp1": {**radio, "airtime": line.scheduler}},
        "vaps": {name: {"at": "swb", "credit": line.credit, **place} for name in networks},
        "links": [
            {
                "between": ["swa", "swb"],
                "rate_mbps": 1000,
                "delay_us": round(1000 * backhaul_ms),
            }
        ],
    }


def _stations(rates, **more):
    """Returns stations on a circle of 5 m. rates: name -> rates, None for all."""
    return {
        name: {
            "position": [5, round(0.2 * number, 1)],
            **({"rates": rate} if rate else {}),
            **more,
        }
        for number, (name, rate) in enumerate(rates.items())
    }


def _mixed(line, backhaul_ms):
    """Two fast stations and a slow one: T1 to T3."""
    return network(line, _stations({"fast1": FAST, "fast2": FAST, "slow": SLOW}), backhaul_ms)


NETWORKS = {"mixed": _mixed}


# --- experiments ---------------------------------------------------------------------------


def mixed(line, seed, seconds, warm_s):
    """Returns the boot of T1 to T3."""
    pinged = ["fast1", "slow"]
    phases = (
        _phase("udp_down", "udp_down", PAIR, mbps=UDP_MBPS),
        _phase("tcp_down", "tcp_down", PAIR, pings=pinged),
        _phase("tcp_both", "tcp_both", PAIR, pings=pinged),
    )
    return [Boot("mixed", line, seed, PAIR, phases, seconds, warm_s)]


GROUPS = {"mixed": mixed}
"""Group -> function of line, seed, seconds and warm_s that returns its boots."""
PARTS = {"T1": "mixed", "T2": "mixed", "T3": "mixed"}
"""Experiment -> group of boots."""
ONLY = {}
"""Group -> lines that it has, if not all."""


def boots(lines, seeds, quick=False):
    """Returns all boots, seed by seed. quick: T1 to T3 of two lines, short."""
    groups = ("mixed",) if quick else tuple(GROUPS)
    times = (QUICK_SECONDS, QUICK_WARM_S) if quick else (SECONDS, WARM_S)
    return [
        boot
        for seed in seeds
        for group in groups
        for line in lines
        if line in ONLY.get(group, lines) and (not quick or line in QUICK)
        for boot in GROUPS[group](line, seed, *times)
    ]
