# SPDX-License-Identifier: Apache-2.0
"""W3: processor time of a frame, by system. The whole lab kernel counts: access point, air and the
programs that send and receive are the same for all systems, so the differences are those of the
stations. There is no medium: its program would take part."""
import statistics

from .. import client, topology
from ..errors import LabError
from ..guest import vsta_traffic
from ..sizing import processor
from . import w2_round_trips
from .part import Live, Part, radio

SATURATED_MBPS, IDLE_MBPS = 24, 0.05
"""UDP, roughly as much as 802.11g carries, and the load of the calls that show what a call costs
without frames."""
OCTETS = 1450
SECONDS, ROUNDS = 5, 3
QUICK_SECONDS, QUICK_ROUNDS = 3, 2
WAYS = ("up", "down")
PARTS = ("kernel", "programs")
NAMES = w2_round_trips.NAMES | {"unbatched": "v3"}
"""System -> name of its station. unbatched: as virtual, but each system call of the agent sends one
frame."""
RATIOS = {
    "virtual": "ratio",
    "remote": "ratio_remote",
    "passthrough": "ratio_passthrough",
    "unbatched": "ratio_unbatched",
}
"""System -> key of its ratio to the native station."""
LOADS = ("saturated", "unbounded")
"""UDP of SATURATED_MBPS, and TCP as fast as the lab kernel can, which no air carries."""


def document():
    """Returns the document of W2's topology without a medium, with another WTP for the virtual
    station without batches."""
    found = w2_round_trips.document()
    del found["medium"]
    found["wtps"]["wtp3"] = radio(batch=1)
    found["virtual_stations"][NAMES["unbatched"]] = {"at": "sw", "wtp": "wtp3"}
    for section in ("wtps", "aps", "stations"):
        for options in found[section].values():
            options.pop("position", None)
    return found


class Processor(Part):
    """Compares the processor time of a frame."""

    name = "W3"
    title = "Processor time"
    clock = "real"

    def entries(self, seeds, quick):
        rounds, seconds = (QUICK_ROUNDS, QUICK_SECONDS) if quick else (ROUNDS, SECONDS)
        return [Live(self.name, load, {"rounds": rounds, "seconds": seconds}) for load in LOADS]

    def measure(self, missing, experiment):
        network = topology.parse(document())
        with client.Lab(network, experiment.built, controller=False) as lab:
            client.call(vsta_traffic.joins, names=list(NAMES.values()))
            for entry in missing:
                raw = {system: {way: [] for way in WAYS} for system in NAMES}
                for number in range(entry.plan["rounds"]):
                    for system in w2_round_trips.turns(number, NAMES):
                        for way in WAYS:
                            raw[system][way].append(_pair(entry, NAMES[system], way))
                    experiment.say(f"{entry.name}: round {number + 1} of {entry.plan['rounds']}")
                lab.check()
                experiment.keep(entry, raw)

    def figures(self, entries, raw):
        loads = {entry.variant: _figures(raw[entry.name]) for entry in entries}
        saturated = loads["saturated"]
        return {
            "loads": loads,
            **{key: value for key, value in saturated.items() if key.startswith("ratio")},
            "rounds": entries[0].plan["rounds"],
            "seconds": entries[0].plan["seconds"],
        }


def _pair(entry, name, way):
    """Returns what an idle call and one with the load of the entry used."""
    seconds = entry.plan["seconds"]
    if entry.variant == "saturated":
        flows = [
            (vsta_traffic.one_flow, {"mbps": mbps, "octets": OCTETS})
            for mbps in (IDLE_MBPS, SATURATED_MBPS)
        ]
    else:
        flows = [(vsta_traffic.one_tcp_flow, {"mbps": mbps}) for mbps in (IDLE_MBPS, None)]
    idle, loaded = [
        _used(function, {"name": name, "way": way, "seconds": seconds, **options})
        for function, options in flows
    ]
    if arrived(loaded) <= arrived(idle):
        raise LabError(f"{entry.name}: nothing arrived {way} of {name}")
    return idle, loaded


def arrived(call):
    """Returns the number of frames that arrived."""
    return call["frames"] - call["lost"]


def _used(function, arguments):
    """Returns the result of a flow with the ns that the lab kernel and its programs ran for it."""
    inside = client.inside()
    before = processor.used_ns(inside)
    found = client.call(function, **arguments)
    after = processor.used_ns(inside)
    return found | {part: late - early for part, early, late in zip(PARTS, before, after)}


def _figures(kept):
    """Returns the figures of one load. kept: its raw result."""
    micros = {
        system: {way: by_part(rounds) for way, rounds in ways.items()}
        for system, ways in kept.items()
    }
    return {
        "us_per_frame": micros,
        **{
            key: {way: paired(kept[system][way], kept["native"][way]) for way in WAYS}
            for system, key in RATIOS.items()
        },
        "lost": {
            system: sum(found[1]["lost"] for rounds in ways.values() for found in rounds)
            for system, ways in kept.items()
        },
    }


def micros_of(pair):
    """Returns part -> microseconds of a frame. pair: an idle and a loaded call."""
    idle, loaded = pair
    frames = arrived(loaded) - arrived(idle)
    return {part: (loaded[part] - idle[part]) / frames / 1e3 for part in PARTS}


def by_part(rounds):
    """Returns part -> median microseconds of a frame. rounds: of each an idle and a loaded call."""
    all_ = [micros_of(pair) for pair in rounds]
    found = {part: statistics.median(one[part] for one in all_) for part in PARTS}
    found["total"] = sum(found.values())
    return {part: round(value, 2) for part, value in found.items()}


def paired(rounds, native):
    """Returns the median over all rounds of the ratio of a frame's time to that of the native
    station in the same round."""
    totals = [[sum(micros_of(pair).values()) for pair in one] for one in (rounds, native)]
    return round(statistics.median(one / other for one, other in zip(*totals)), 3)
