# SPDX-License-Identifier: Apache-2.0
"""W4: 1 to 16 virtual stations of two networks on one radio: do all associate, how much is their
goodput, and how equal are their shares?"""
import statistics

from ..guest import vsta_traffic
from .part import Boot, VirtualPart, access_point, radio

NUMBERS = (1, 2, 4, 8, 16)
QUICK_NUMBERS = (1, 4)
NETWORKS = {"apa": ("staff", "wpa2"), "apb": ("guests", "wpa3")}
KINDS = ("udp_up", "tcp_up", "udp_down")
OCTETS, OFFERED_MBPS = 1450, 40
SECONDS, WARM_S = 20, 12
"""The rate control of each virtual station needs some thousand frames of all of them to learn."""
QUICK_SECONDS, QUICK_WARM_S = 5, 2
SEEDS = 5
BOOT_S = 15
JOIN_S = 3


def names(number):
    """Returns the names of the virtual stations."""
    return [f"v{one}" for one in range(1, number + 1)]


def document(number):
    """Returns the document of a topology. The networks' access points are at one place, so that the
    stations' frames need the same airtime."""
    access_points = list(NETWORKS)
    return {
        "bridges": ["sw"],
        "wtps": {"wtp1": radio()},
        "aps": {
            name: access_point(ssid, security, position=[0, place])
            for place, (name, (ssid, security)) in enumerate(NETWORKS.items())
        },
        "virtual_stations": {
            name: {"at": "sw", "vap": access_points[place % len(access_points)]}
            for place, name in enumerate(names(number))
        },
        "medium": {"exponent": 3},
    }


class Many(VirtualPart):
    """Counts associations, and compares totals and shares."""

    name = "W4"
    title = "Many on one radio"

    def entries(self, seeds, quick):
        seconds, warm_s = (QUICK_SECONDS, QUICK_WARM_S) if quick else (SECONDS, WARM_S)
        return [
            Boot(
                self.name,
                str(number),
                seed,
                document(number),
                vsta_traffic.measure,
                {
                    "names": names(number),
                    "kinds": list(KINDS),
                    "octets": OCTETS,
                    "mbps": OFFERED_MBPS / number * 2,
                    "seconds": seconds,
                    "warm_s": warm_s,
                },
                BOOT_S + number * JOIN_S + len(KINDS) * (seconds + warm_s + 3),
            )
            for seed in seeds.take(1 if quick else SEEDS)
            for number in (QUICK_NUMBERS if quick else NUMBERS)
        ]

    def words(self, entry, raw):
        return ", ".join(
            f"{kind} {sum(mbps or 0 for mbps in found['mbps'].values()):.1f} Mb/s"
            for kind, found in raw["kinds"].items()
        )

    def figures(self, entries, raw):
        kept = {}
        for entry in entries:
            kept.setdefault(int(entry.variant), []).append(raw[entry.name])
        alone = {kind: total(kept[min(kept)], kind) for kind in KINDS}
        return {
            "guests": {
                str(number): {
                    "associated": min(len(one["joined"]) for one in raws),
                    "total_mbps": {kind: round(total(raws, kind), 3) for kind in KINDS},
                    "total_ratio": {
                        kind: round(total(raws, kind) / alone[kind], 4) if alone[kind] else None
                        for kind in KINDS
                    },
                    "worst_share": {kind: worst_share(raws, kind) for kind in KINDS},
                }
                for number, raws in sorted(kept.items())
            },
            "seeds": max(map(len, kept.values())),
        }


def total(raws, kind):
    """Returns the mean goodput of all stations together."""
    return statistics.mean(
        sum(mbps or 0 for mbps in raw["kinds"][kind]["mbps"].values()) for raw in raws
    )


def worst_share(raws, kind):
    """Returns the largest deviation of a station's goodput from an equal share, as a part of this
    share, of all seeds. A station that did not associate has no goodput."""
    worst = []
    for raw in raws:
        stations = [mbps or 0 for mbps in raw["kinds"][kind]["mbps"].values()]
        stations += [0] * (len(raw["addresses"]) - len(stations))
        equal = statistics.mean(stations)
        worst.append(max(abs(one - equal) for one in stations) / equal if equal else None)
    return None if None in worst else round(max(worst), 4)
