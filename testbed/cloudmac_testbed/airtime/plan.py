# SPDX-License-Identifier: Apache-2.0
"""Declares the measurements and their networks. Does no I/O."""
import dataclasses

from .. import analytic, topology
from ..analytic import Rate
from ..guest import sharing
from . import moves
from .lines import LINES

BACKHAUL_MS = 0.25
"""One way, between the switches."""
CHANNEL = 36
"""The basic rates of 5 GHz are those of OFDM. A station that has one MCS needs a basic rate too. So
its rate control can sample 6 or 24 Mb/s, but not 1 Mb/s."""
FAST, SLOW = [24, "mcs15"], [6, "mcs0"]
"""Rates of the stations. The issue's totals, as the paper's, are those of MCS 15."""
PAIR = ("fast1", "fast2", "slow")
PAIR_RATES = (Rate(15, ht=True), Rate(15, ht=True), Rate(0, ht=True))
PAYLOAD = 1400
"""Octets of a datagram (guest/datagrams.py)."""
PAPER_MOS = {"fifo": {"5ms": 1.00}, "airtime": {"5ms": 4.39, "50ms": 4.37}}
"""The paper's mean opinion scores of calls as best effort (T6)."""
UDP_MBPS = 60
"""Offered to each of three stations, more than its share of the air."""
EXTRA = "extra"
"""A fast station that only pings (T4)."""
CROWD, CROWD_CHANNEL = 30, 6
"""Stations of T5; their channel, in the band that has DSSS. The last station has only 1 Mb/s."""
CROWD_SLOW = [1]
DELAYS_MS = (5, 50)
"""Delays of the wire between server and access point, one way (T6)."""
CATEGORIES = {"vo": 0xC0, "be": 0}
"""Category -> type of service that mac80211 maps to it."""
PAGES = {"small": (56_000, 3), "large": (3_000_000, 110)}
"""Page -> octets, requests (T7)."""
WEIGHTS = {"ap1": 256, "ap2": 512}
WEIGHED_MBPS = 100
"""UDP to each of two stations, more than a radio carries to both (T8)."""
BACKHAULS_MS = (0.25, 5, 20)
WIRED_MBPS, WIRED_QUEUE = 20, 1000
"""A wire that is slower than the air, and the frames that its FIFO holds."""
SECONDS, WARM_S = 10, 4
QUICK_SECONDS, QUICK_WARM_S = 3, 2
BOOT_S = 10
PAGES_TIMES = 2
"""T7 lasts so many times as long: a page of the slow station takes long."""


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

    @property
    def program(self):
        return sharing.measure

    @property
    def lasts_s(self):
        """Roughly how long it takes in virtual time."""
        return BOOT_S + len(self.names) + len(self.phases) * (self.seconds + self.warm_s + 3)

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


def network(line, stations, backhaul_ms=BACKHAUL_MS, networks=("ap",), backhaul_mbps=1000, **more):
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
                "rate_mbps": backhaul_mbps,
                "delay_us": round(1000 * backhaul_ms),
                "queue_frames": WIRED_QUEUE,
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


def _with_extra(line, backhaul_ms):
    """The same with a fourth station: T4, T6."""
    rates = {"fast1": FAST, "fast2": FAST, "slow": SLOW, EXTRA: FAST}
    return network(line, _stations(rates), backhaul_ms)


def crowd():
    """Returns the names of the stations of T5. The last one is slow."""
    return (*(f"mn{number}" for number in range(1, CROWD)), "slow")


def _crowd(line, backhaul_ms):
    rates = {name: CROWD_SLOW if name == "slow" else None for name in crowd()}
    return network(line, _stations(rates), backhaul_ms, channel=CROWD_CHANNEL)


def _weighed(line, backhaul_ms):
    """Two VAPs at one radio, each on a host of its own with one fast station: T8."""
    stations = _stations({"one": FAST, "two": FAST})
    for name, vap in zip(stations, WEIGHTS):
        stations[name]["vap"] = vap
    return network(line, stations, backhaul_ms, tuple(WEIGHTS))


def _wired(line, backhaul_ms):
    """One fast station behind a wire that is slower than the air."""
    return network(line, _stations({"fast1": FAST}), backhaul_ms, backhaul_mbps=WIRED_MBPS)


NETWORKS = {
    "mixed": _mixed,
    "sparse": _with_extra,
    "crowd": _crowd,
    "voice": _with_extra,
    "pages": _mixed,
    "weights": _weighed,
    "wired": _wired,
}


# --- experiments ---------------------------------------------------------------------------


def theory():
    """Returns the goodput in Mb/s of T1 in theory, with the longest aggregates: with equal shares
    of the air, and if all stations get as many frames."""
    octets = analytic.frame_octets(PAYLOAD + analytic.IP_UDP, encrypted=True)
    sharers = [
        analytic.Sharer(rate, analytic.ampdu_frames(rate, octets, ghz=5), PAYLOAD)
        for rate in PAIR_RATES
    ]
    return (
        sum(analytic.shared_mbps(sharers, fair=True, encrypted=True, ghz=5)),
        sum(analytic.frame_fair_mbps(sharers, encrypted=True, ghz=5)),
    )


def mixed(line, seed, seconds, warm_s):
    """Returns the boot of T1 to T3."""
    pinged = ["fast1", "slow"]
    phases = (
        _phase("udp_down", "udp_down", PAIR, mbps=UDP_MBPS),
        _phase("tcp_down", "tcp_down", PAIR, pings=pinged),
        _phase("tcp_both", "tcp_both", PAIR, pings=pinged),
    )
    return [Boot("mixed", line, seed, PAIR, phases, seconds, warm_s)]


def sparse(line, seed, seconds, warm_s):
    """Returns the boots of T4: stations with few frames go first, or not."""
    names = (*PAIR, EXTRA)
    return [
        Boot(
            "sparse",
            line,
            seed,
            names,
            (_phase("tcp_down", "tcp_down", PAIR, pings=[EXTRA], sparse=state == "on"),),
            seconds,
            warm_s,
            state,
        )
        for state in ("on", "off")
    ]


def many(line, seed, seconds, warm_s):
    """Returns the boot of T5."""
    phases = (_phase("tcp_down", "tcp_down", crowd(), pings=list(crowd())),)
    return [Boot("crowd", line, seed, crowd(), phases, seconds, warm_s)]


def voice(line, seed, seconds, warm_s):
    """Returns the boots of T6, one a delay: TCP down to all, and a call of the slow station."""
    names = (*PAIR, EXTRA)
    phases = tuple(
        _phase(category, "tcp_down", names, calls={"slow": tos})
        for category, tos in CATEGORIES.items()
    )
    return [
        Boot("voice", line, seed, names, phases, seconds, warm_s, f"{ms}ms", server_delay_ms=ms)
        for ms in DELAYS_MS
    ]


def pages(line, seed, seconds, warm_s):
    """Returns the boot of T7: one station loads pages, the others have TCP down."""
    phases = tuple(
        _phase(
            f"{page} {name}",
            "tcp_down",
            [other for other in PAIR if other != name],
            pages={name: list(size)},
        )
        for page, size in PAGES.items()
        for name in ("fast1", "slow")
    )
    return [Boot("pages", line, seed, PAIR, phases, PAGES_TIMES * seconds, warm_s)]


def weights(line, seed, seconds, warm_s):
    """Returns the boots of T8, one a backhaul."""
    names = ("one", "two")
    phases = (
        _phase("udp_down", "udp_down", names, mbps=WEIGHED_MBPS),
        _phase("tcp_down", "tcp_down", names, pings=list(names)),
    )
    return [
        Boot(
            "weights",
            line,
            seed,
            names,
            phases,
            seconds,
            warm_s,
            f"{ms:g}ms",
            backhaul_ms=ms,
            weights=tuple(WEIGHTS.items()),
        )
        for ms in BACKHAULS_MS
    ]


def wired(line, seed, seconds, warm_s):
    """Returns the boot of the congested wire: a station's ping beside its own TCP."""
    names = ("fast1",)
    phases = (_phase("tcp_down", "tcp_down", names, pings=list(names)),)
    return [Boot("wired", line, seed, names, phases, seconds, warm_s)]


GROUPS = {
    "mixed": mixed,
    "sparse": sparse,
    "crowd": many,
    "weights": weights,
    "voice": voice,
    "pages": pages,
    "moving": moves.boots,
    "wired": wired,
}
"""Group -> function of line, seed, seconds and warm_s that returns its boots."""
PARTS = {
    "T1": "mixed",
    "T2": "mixed",
    "T3": "mixed",
    "T4": "sparse",
    "T5": "crowd",
    "T6": "voice",
    "T7": "pages",
    "T8": "weights",
    "T9": "moving",
    "wired": "wired",
}
"""Experiment -> group of boots."""
ONLY = {
    "sparse": ("airtime",),
    "weights": ("airtime",),
    "moving": ("fifo", "airtime"),
    "wired": ("fifo", "airtime"),
}
"""Group -> lines that it has, if not all. The first two are options of the WTP's scheduler. A plain
access point hands nobody over, and has no wire behind it."""


SEEDS = {
    "mixed": 10,
    "sparse": 10,
    "crowd": 2,
    "weights": 5,
    "voice": 3,
    "pages": 2,
    "moving": 8,
    "wired": 5,
}
"""Group -> number of seeds. Boots of a crowd, calls and pages take the longest."""


def seeds_of(first, count=None, quick=False):
    """Returns group -> its seeds, from ``first`` on. count: number of seeds, None for SEEDS, or
    for one if quick."""
    return {
        group: range(first, first + (count or (1 if quick else number)))
        for group, number in SEEDS.items()
    }


def boots(lines, seeds, quick=False, parts=None):
    """Returns all boots, seed by seed. seeds: group -> its seeds; quick: short, of two lines;
    parts: names of experiments, None for all, or for T1 to T3 if quick."""
    wanted = parts or (("T1", "T2", "T3") if quick else tuple(PARTS))
    groups = [group for group in GROUPS if group in {PARTS[part] for part in wanted}]
    times = (QUICK_SECONDS, QUICK_WARM_S) if quick else (SECONDS, WARM_S)
    return [
        boot
        for seed in sorted({seed for group in groups for seed in seeds[group]})
        for group in groups
        if seed in seeds[group]
        for line in lines
        if line in ONLY.get(group, lines)
        for boot in GROUPS[group](line, seed, *times)
    ]


def counted(all_boots):
    """Returns experiment -> number of seeds that its boots have."""
    found = {
        part: len({boot.seed for boot in all_boots if boot.group == group})
        for part, group in PARTS.items()
    }
    return {part: count for part, count in found.items() if count}
