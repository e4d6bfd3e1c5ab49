# SPDX-License-Identifier: Apache-2.0
"""W1: goodput of one station of 802.11g, by system and kind of traffic."""
import statistics

from ..guest import goodput, vsta_traffic
from .part import GUEST, SYSTEMS, Boot, VirtualPart, document

OCTETS = 1450
"""User data of a datagram."""
OFFERED_MBPS = 40
"""UDP, more than 802.11g carries."""
SECONDS, WARM_S = 60, 3
QUICK_SECONDS, QUICK_WARM_S = 5, 2
SEEDS = 10
COMPARED = ("native", "virtual")
"""Systems with all seeds. The others have a third of them."""
BOOT_S = 15


def boot(part, system, seed, network, mbps, seconds, warm_s):
    """Returns the boot that measures the goodput of one station by all kinds of traffic. network:
    document of its topology; mbps: of UDP, offered."""
    return Boot(
        part,
        system,
        seed,
        network,
        vsta_traffic.measure,
        {
            "names": [GUEST],
            "kinds": list(goodput.KINDS),
            "octets": OCTETS,
            "mbps": mbps,
            "seconds": seconds,
            "warm_s": warm_s,
        },
        BOOT_S + len(goodput.KINDS) * (seconds + warm_s + 3),
    )


class Throughput(VirtualPart):
    """Compares goodput."""

    name = "W1"
    title = "Throughput"

    def entries(self, seeds, quick):
        seconds, warm_s = (QUICK_SECONDS, QUICK_WARM_S) if quick else (SECONDS, WARM_S)
        drawn = seeds.take(1 if quick else SEEDS)
        return [
            boot(self.name, system, seed, document(system), OFFERED_MBPS, seconds, warm_s)
            for number, seed in enumerate(drawn)
            for system in SYSTEMS
            if system in COMPARED or number < max(1, len(drawn) // 3)
        ]

    def words(self, entry, raw):
        return ", ".join(
            f"{kind} {found['mbps'][GUEST]} Mb/s" for kind, found in raw["kinds"].items()
        )

    def figures(self, entries, raw):
        by_system = {}
        for entry in entries:
            by_system.setdefault(entry.variant, []).append(raw[entry.name]["kinds"])
        mbps = {
            system: {
                kind: [round(one[kind]["mbps"][GUEST] or 0, 3) for one in kept]
                for kind in goodput.KINDS
            }
            for system, kept in by_system.items()
        }
        return {
            "mbps": {
                system: {kind: round(statistics.mean(all_), 3) for kind, all_ in kinds.items()}
                for system, kinds in mbps.items()
            },
            "samples_mbps": mbps,
            "ratio": ratios(mbps, "virtual"),
            "ratio_remote": ratios(mbps, "remote"),
            "ratio_passthrough": ratios(mbps, "passthrough"),
            "seeds": len(by_system["native"]),
            "seconds": entries[0].arguments["seconds"],
        }


def ratios(mbps, system):
    """Returns kind -> ratio of the mean goodput of a system to that of the native station with the
    same seeds, which are the first ones."""
    if system not in mbps or "native" not in mbps:
        return {}
    found = {}
    for kind, values in mbps[system].items():
        native = statistics.mean(mbps["native"][kind][: len(values)])
        if native:
            found[kind] = round(statistics.mean(values) / native, 4)
    return found
