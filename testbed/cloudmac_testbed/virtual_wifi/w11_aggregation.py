# SPDX-License-Identifier: Apache-2.0
"""W11: goodput of one station of 802.11n. A virtual station refuses aggregation, so this is what the
refusal costs."""
import statistics

from ..guest import goodput
from .part import GUEST, document
from .w1_throughput import Throughput, boot, ratios

SYSTEMS = ("native", "virtual")
OFFERED_MBPS = 150
"""UDP, more than two spatial streams of 20 MHz carry."""
SECONDS, WARM_S = 10, 3
QUICK_SECONDS, QUICK_WARM_S = 3, 2
SEEDS = 2


def document_n(system):
    """Returns the document of W1's topology with an access point of 802.11n."""
    found = document(system)
    for options in found["aps"].values():
        options["standard"] = "n"
    return found


class Aggregation(Throughput):
    """Compares goodput with aggregation and without."""

    name = "W11"
    title = "802.11n without aggregation"

    def entries(self, seeds, quick):
        seconds, warm_s = (QUICK_SECONDS, QUICK_WARM_S) if quick else (SECONDS, WARM_S)
        return [
            boot(self.name, system, seed, document_n(system), OFFERED_MBPS, seconds, warm_s)
            for seed in seeds.take(1 if quick else SEEDS)
            for system in SYSTEMS
        ]

    def figures(self, entries, raw):
        mbps = {
            system: {
                kind: [
                    round(raw[entry.name]["kinds"][kind]["mbps"][GUEST] or 0, 3)
                    for entry in entries
                    if entry.variant == system
                ]
                for kind in goodput.KINDS
            }
            for system in SYSTEMS
        }
        return {
            "mbps": {
                system: {kind: round(statistics.mean(all_), 3) for kind, all_ in kinds.items()}
                for system, kinds in mbps.items()
            },
            "ratio": ratios(mbps, "virtual"),
            "seeds": len(entries) // len(SYSTEMS),
        }
