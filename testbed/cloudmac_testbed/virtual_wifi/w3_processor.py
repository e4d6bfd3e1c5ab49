# SPDX-License-Identifier: Apache-2.0
"""W3: processor time of a frame, by system. The whole lab kernel counts: access point, air and the
programs that send and receive are the same for all systems, so the differences are those of the
stations. There is no medium: its program would take part."""
import statistics

from .. import client, topology
from ..guest import vsta_traffic
from ..sizing import processor
from . import w2_round_trips
from .part import Live, Part

MBPS, IDLE_MBPS = 5, 0.05
"""Load, and the load of the calls that show what a call costs without frames."""
OCTETS = 1450
SECONDS, ROUNDS = 10, 6
QUICK_SECONDS, QUICK_ROUNDS = 3, 2
WAYS = ("up", "down")
PARTS = ("kernel", "programs")


def document():
    """Returns the document of W2's topology without a medium."""
    found = w2_round_trips.document()
    del found["medium"]
    for section in ("wtps", "aps", "stations"):
        for options in found[section].values():
            del options["position"]
    return found


class Processor(Part):
    """Compares the processor time of a frame."""

    name = "W3"
    title = "Processor time"
    clock = "real"

    def entries(self, seeds, quick):
        rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if quick else (ROUNDS, SECONDS)
        return [Live(self.name, "frames", {"rounds": rounds, "seconds": seconds})]

    def measure(self, missing, experiment):
        (entry,) = missing
        network = topology.parse(document())
        raw = {system: {way: [] for way in WAYS} for system in w2_round_trips.NAMES}
        with client.Lab(network, experiment.built, controller=False) as lab:
            client.call(vsta_traffic.joins, names=list(w2_round_trips.NAMES.values()))
            for number in range(entry.plan["rounds"]):
                for system in w2_round_trips.turns(number):
                    for way in WAYS:
                        found = [
                            _used(w2_round_trips.NAMES[system], way, mbps, entry.plan["seconds"])
                            for mbps in (IDLE_MBPS, MBPS)
                        ]
                        raw[system][way].append(found)
                experiment.say(f"round {number + 1} of {entry.plan['rounds']}")
            lab.check()
        experiment.keep(entry, raw)

    def figures(self, entries, raw):
        kept = raw[entries[0].name]
        micros = {
            system: {way: by_part(rounds) for way, rounds in ways.items()}
            for system, ways in kept.items()
        }
        return {
            "us_per_frame": micros,
            **{
                f"ratio{suffix}": {
                    way: round(micros[system][way]["total"] / micros["native"][way]["total"], 3)
                    for way in WAYS
                }
                for system, suffix in (
                    ("virtual", ""),
                    ("remote", "_remote"),
                    ("passthrough", "_passthrough"),
                )
            },
            "rounds": entries[0].plan["rounds"],
            "lost": {
                system: sum(found[1]["lost"] for rounds in ways.values() for found in rounds)
                for system, ways in kept.items()
            },
        }


def _used(name, way, mbps, seconds):
    """Returns the result of a flow with the ns that the lab kernel and its programs ran for it."""
    inside = client.inside()
    before = processor.used_ns(inside)
    found = client.call(
        vsta_traffic.one_flow, name=name, way=way, mbps=mbps, octets=OCTETS, seconds=seconds
    )
    after = processor.used_ns(inside)
    return found | {part: late - early for part, early, late in zip(PARTS, before, after)}


def by_part(rounds):
    """Returns part -> median microseconds of a frame. rounds: of each an idle and a loaded call."""
    found = {
        part: statistics.median(
            (loaded[part] - idle[part])
            / (loaded["frames"] - loaded["lost"] - idle["frames"] + idle["lost"])
            / 1e3
            for idle, loaded in rounds
        )
        for part in PARTS
    }
    found["total"] = sum(found.values())
    return {part: round(value, 2) for part, value in found.items()}
