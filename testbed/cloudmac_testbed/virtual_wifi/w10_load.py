# SPDX-License-Identifier: Apache-2.0
"""W10: 30 virtual stations of one machine load a plain access point and a VAP, from two radios."""
import statistics

from ..guest import loading
from .part import CHANNEL, Boot, VirtualPart, access_point, radio

STATIONS, QUICK_STATIONS = 30, 6
SECONDS, QUICK_SECONDS = 10, 3
STAGGER_S, TIMEOUT_S = 0.2, 60
BOX = "box"
RADIOS = ("wtp1", "wtp2")
TARGETS = {"plain": "ap", "vap": "vap"}
SEEDS = 3
STATION_S = 5
BOOT_S = 30


def document():
    """Returns the document of a topology: two radios for the load, a plain access point, and a VAP
    with a WTP of its own at the same place."""
    place = {"standard": "g", "channel": CHANNEL}
    return {
        "switches": ["swa"],
        "wtps": {
            "wtp1": radio("swa", 5, 0),
            "wtp2": radio("swa", 5, 1),
            "wtp3": {"at": "swa", "channel": CHANNEL, "position": [0, 0]},
        },
        "vaps": {"vap": {"at": "swa", "ssid": "cloudmac", **place}},
        "aps": {"ap": access_point()},
        "hosts": {BOX: {"at": "swa"}},
        "medium": {"exponent": 3},
    }


class Load(VirtualPart):
    """Counts joins and adds up goodput."""

    name = "W10"
    title = "Load"

    def entries(self, seeds, quick):
        stations, seconds = (QUICK_STATIONS, QUICK_SECONDS) if quick else (STATIONS, SECONDS)
        return [
            Boot(
                self.name,
                target,
                seed,
                document(),
                loading.measure,
                {
                    "host": BOX,
                    "target": host,
                    "stations": stations,
                    "wtps": list(RADIOS),
                    "seconds": seconds,
                    "stagger_s": STAGGER_S,
                    "timeout_s": TIMEOUT_S,
                },
                BOOT_S + stations * STATION_S + 2 * seconds,
            )
            for seed in seeds.take(1 if quick else SEEDS)
            for target, host in TARGETS.items()
        ]

    def words(self, entry, raw):
        return (
            f"{raw['associated']} of {raw['stations']} associated, {raw['failures']} failures, "
            f"{raw['total_mbps']} Mb/s"
        )

    def figures(self, entries, raw):
        found = {}
        for target in TARGETS:
            kept = [raw[entry.name] for entry in entries if entry.variant == target]
            found[target] = {
                "stations": sum(one["stations"] for one in kept),
                "associated": sum(one["associated"] for one in kept),
                "failures": sum(one["failures"] for one in kept),
                "joins_per_s": _mean(kept, "joins_per_s"),
                "all_joined_s": _mean(kept, "all_joined_s"),
                "total_mbps": {
                    way: round(statistics.mean(one["total_mbps"][way] for one in kept), 3)
                    for way in kept[0]["total_mbps"]
                },
                "each": kept[0]["each"],
            }
        return {"targets": found, "seeds": len(entries) // len(TARGETS)}


def _mean(kept, key):
    """Returns the mean of a value of all runs; None if a run lacks it."""
    values = [one[key] for one in kept]
    return None if None in values else round(statistics.mean(values), 3)
