# SPDX-License-Identifier: Apache-2.0
"""Declares networks, walks and traffic. Does no I/O."""
import dataclasses
import random

from .. import topology

SYSTEMS = ("cloudmac", "plain", "802.11r")
APART_M = 30
"""Metres from one place with radios to the next."""
BESIDE_M = 1
"""Metres between the walk and the radios."""
POWER_DBM = 10
CHANNELS = {"cloudmac": 1, "plain": 6, "802.11r": 11}
"""Channels; no system hears another."""
SPEEDS = (1, 10)
REST_S = 1
"""Seconds of rest at the end of each leg."""
BGSCAN = "simple:1:-62:300"
"""How a station of the peers looks for a better access point: each second once the signal is
below that of the middle between two."""
TRUNK_MBPS = 10
CROSS_MBPS = 15
"""Mb/s that the congested backhaul is offered."""
TCP_MBPS = 3
"""An upper limit: the lab runs in real time, and TCP at full rate takes too much CPU."""
ANNOUNCE_MS = 20_000
"""Announcement interval of the WTPs. The lab is slow for the controller, which takes a WTP for
lost after three intervals of its own time."""
PROBES = ("ping", "call")
SCENES = {"two": 2, "five": 5}
CROSSINGS = {"two": 8, "five": 8}
"""Crossings of a walk that ends where it began."""
SEEDS = 5
"""Walks of each kind, each with speeds of its own."""
QUICK_CROSSINGS = 6
QUICK = {("idle", PROBES), ("congested", PROBES), ("idle", ("tcp_down",))}
POLICY = "cloudmac"
"""Policy of the queues between the switches."""
LOADS = ("idle", "congested")
MOBILITY = {
    "enabled": True,
    "observe-only": False,
    "period": 100,
    "hysteresis": 4,
    "minimum-dwell": 1000,
}
"""The controller's settings that differ from the default: ten decisions a second, for a station
that passes a radio every three seconds."""


@dataclasses.dataclass(frozen=True)
class WalkSeries:
    """One walk of one system's station. seed: draws its speeds."""

    scene: str
    load: str
    kinds: tuple
    system: str
    crossings: int
    seed: int = 1

    @property
    def name(self):
        """The name of its raw file."""
        return f"{self.scene}-{self.load}-{'+'.join(self.kinds)}-{self.system}-seed{self.seed}"


def series(quick=False, seeds=(1,)):
    """Returns all walks, to be made one at a time, as they share the machine. The walks of one seed
    come before those of the next, so that a run that is ended early has whole seeds."""
    return [walk for seed in seeds for walk in _of_seed(quick, seed)]


def _of_seed(quick, seed):
    found = []
    for scene in ("two",) if quick else SCENES:
        crossings = QUICK_CROSSINGS if quick else CROSSINGS[scene]
        for load in LOADS:
            for kinds in (PROBES, ("tcp_down",), ("tcp_up",)):
                if quick and (load, kinds) not in QUICK:
                    continue
                found += [WalkSeries(scene, load, kinds, name, crossings, seed) for name in SYSTEMS]
    return found


def legs(places, crossings, seed):
    """Returns the legs of a walk along ``places`` radios in a row and back, for
    guest/roaming.py. It ends when it has crossed ``crossings`` borders between two radios. The
    seed draws the speed at each border, log-uniformly."""
    drawn = random.Random(seed)
    at, step, found = 0, 1, []
    for _ in range(crossings):
        if not 0 <= at + step < places:
            step = -step
        at += step
        speed = round(SPEEDS[0] * (SPEEDS[1] / SPEEDS[0]) ** drawn.random(), 2)
        found.append(
            {
                "to": [at * APART_M, BESIDE_M],
                "speed": speed,
                "seconds": round(APART_M / speed + REST_S, 3),
            }
        )
    return found


STATION = {"cloudmac": "mn", "plain": "mn2", "802.11r": "mn3"}


def network(places):
    """Returns the topology: ``places`` radios of each system in a row."""

    def place(number):
        return {"position": [number * APART_M, 0], "power_dbm": POWER_DBM}

    document = {
        "switches": ["swa", "swb"],
        # Open vSwitch needs up to half a second to learn a station's new port. The kernel's
        # bridge learns it at once, so the peers use that.
        "bridges": ["dist"],
        "wtps": {},
        "vaps": {"vap": {"at": "swb", **_offer("cloudmac")}},
        "aps": {},
        "stations": {},
        "hosts": {"ct1": {"at": "swa"}, "ct2": {"at": "swb"}, "gw": {"at": "swb", "dhcp": True}},
        "links": [
            {
                "between": ["swa", "swb"],
                "rate_mbps": TRUNK_MBPS,
                "delay_us": 500,
                "queue_frames": 100,
            },
            {"between": ["swa", "dist"]},
        ],
        "medium": {"exponent": 3},
    }
    for number in range(places):
        document["wtps"][f"wtp{number + 1}"] = {
            "at": "swa",
            "channel": CHANNELS["cloudmac"],
            "announce_ms": ANNOUNCE_MS,
            **place(number),
        }
        document["aps"][f"ap{number + 1}"] = {"at": "dist", **_offer("plain"), **place(number)}
        document["aps"][f"ft{number + 1}"] = {
            "at": "dist",
            "mobility_domain": "a1b2",
            **_offer("802.11r"),
            **place(number),
        }
    start = {"position": [0, BESIDE_M], "power_dbm": POWER_DBM}
    document["stations"] = {
        STATION["cloudmac"]: {"vap": "vap", **start},
        STATION["plain"]: {"vap": "ap1", "bgscan": BGSCAN, **start},
        STATION["802.11r"]: {"vap": "ft1", "bgscan": BGSCAN, **start},
    }
    return topology.parse(document)


def _offer(system):
    return {
        "ssid": system.replace(".", ""),
        "security": "wpa2",
        "standard": "g",
        "channel": CHANNELS[system],
    }
