# SPDX-License-Identifier: Apache-2.0
"""W2: round-trip times without other traffic, in real time. The systems have turns, so that a busy
machine affects all of them."""
import statistics

from .. import client
from ..guest import traffic, vsta_traffic
from ..results import percentile
from .part import Live, Part, access_point, radio
from .. import topology

ROUNDS, QUICK_ROUNDS = 20, 4
PINGS = 50
INTERVAL_S = 0.02
NAMES = {"native": "native", "passthrough": "pass", "virtual": "v1", "remote": "v2"}
"""System -> name of its station."""
ADDRESS = "10.11.1.1"


def document():
    """Returns the document of a topology with a station of each system, 5 m from one access point.
    A virtual station is on the bridge of its WTP, another one is behind two switches of another."""
    return {
        "bridges": ["sw"],
        "switches": ["swa", "swb"],
        "wtps": {"wtp1": radio(), "wtp2": radio("swa", 0, 5)},
        "aps": {"ap": access_point()},
        "stations": {
            "native": {"position": [3, 4], "namespace": False},
            "pass": {"position": [4, 3]},
        },
        "virtual_stations": {
            "v1": {"at": "sw", "wtp": "wtp1"},
            "v2": {"at": "swb", "wtp": "wtp2"},
        },
        "links": [{"between": ["swa", "swb"], "rate_mbps": 1000}],
        "medium": {"exponent": 3},
    }


class RoundTrips(Part):
    """Compares idle round-trip times."""

    name = "W2"
    title = "Idle round trips"
    clock = "real"

    def entries(self, seeds, quick):
        return [
            Live(self.name, "idle", {"rounds": QUICK_ROUNDS if quick else ROUNDS, "pings": PINGS})
        ]

    def measure(self, missing, experiment):
        (entry,) = missing
        network = topology.parse(document())
        with client.Lab(network, experiment.built, controller=False) as lab:
            client.call(vsta_traffic.joins, names=list(NAMES.values()))
            raw = {system: [] for system in NAMES}
            for number in range(entry.plan["rounds"]):
                for system in turns(number):
                    found = client.call(
                        traffic.ping,
                        host=NAMES[system],
                        address=ADDRESS,
                        count=entry.plan["pings"],
                        interval_s=INTERVAL_S,
                    )
                    raw[system].append([sample[2] for sample in found["samples"]])
            lab.check()
        experiment.keep(entry, raw)

    def figures(self, entries, raw):
        rounds = raw[entries[0].name]
        times = {system: [ms for one in kept for ms in one] for system, kept in rounds.items()}
        return {
            "rtt_ms": {
                system: {
                    "median": round(statistics.median(all_), 3),
                    "p95": round(percentile(all_, 0.95), 3),
                    "n": len(all_),
                }
                for system, all_ in times.items()
            },
            "ratio": paired(rounds, "virtual"),
            "ratio_remote": paired(rounds, "remote"),
            "ratio_passthrough": paired(rounds, "passthrough"),
            "rounds": len(rounds["native"]),
        }


def turns(number, names=NAMES):
    """Returns the systems in the order of a round. It changes from round to round. names: keys are
    the systems."""
    systems = list(names)
    start = number % len(systems)
    return systems[start:] + systems[:start]


def paired(rounds, system):
    """Returns the median over all rounds of the ratio of a round's median to that of the native
    station in the same round."""
    pairs = zip(rounds[system], rounds["native"])
    found = [
        statistics.median(one) / statistics.median(other) for one, other in pairs if one and other
    ]
    return round(statistics.median(found), 4) if found else None
