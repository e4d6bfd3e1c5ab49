# SPDX-License-Identifier: Apache-2.0
"""W6: one virtual station streams. Another one on the same radio naps, lowers its power, or fixes its
rate. The frames of the first one have to be as without that."""
import collections
import typing

from .. import airtrace
from ..guest import vsta_sleep
from .part import ACCESS_POINT, Boot, VirtualPart, access_point, radio

STREAMER, OTHER = "v1", "v2"
SECONDS, QUICK_SECONDS = 10, 6
GAP_S, OCTETS = 0.005, 1000
HABITS = typing.get_args(vsta_sleep.Habit)
SEEDS = 5
BOOT_S = 25


def document():
    """Returns the document of a topology: two virtual stations at one access point."""
    return {
        "bridges": ["sw"],
        "wtps": {"wtp1": radio()},
        "aps": {ACCESS_POINT: access_point()},
        "virtual_stations": {name: {"at": "sw"} for name in (STREAMER, OTHER)},
        "medium": {"exponent": 3},
    }


class Sleep(VirtualPart):
    """Compares frames on the air by the habit of the other station."""

    name = "W6"
    title = "Power save, power and rate"

    def entries(self, seeds, quick):
        seconds = QUICK_SECONDS if quick else SECONDS
        return [
            Boot(
                self.name,
                habit,
                seed,
                document(),
                vsta_sleep.measure,
                {
                    "streamer": STREAMER,
                    "other": OTHER,
                    "habit": habit,
                    "schedule": {
                        "count": round(seconds / GAP_S),
                        "gap": GAP_S,
                        "octets": OCTETS,
                    },
                },
                BOOT_S + seconds,
                analyse,
            )
            for seed in seeds.take(1 if quick else SEEDS)
            for habit in HABITS
        ]

    def words(self, entry, raw):
        lost = {way: len(flow["lost"]) for way, flow in raw["flows"].items()}
        return f"lost {lost}, frames of the other {raw['frames'][OTHER]}"

    def figures(self, entries, raw):
        found = {}
        for habit in HABITS:
            kept = [raw[entry.name] for entry in entries if entry.variant == habit]
            found[habit] = {
                "sent": sum(flow["sent"] for one in kept for flow in one["flows"].values()),
                "lost": sum(len(flow["lost"]) for one in kept for flow in one["flows"].values()),
                "twice": sum(flow["twice"] for one in kept for flow in one["flows"].values()),
                "other_lost": sum(one["other"]["lost"] for one in kept),
                "other_sent": sum(one["other"]["sent"] for one in kept),
                "frames": {
                    name: merged(one["frames"][name] for one in kept) for name in (STREAMER, OTHER)
                },
            }
        usual = found["awake"]["frames"][STREAMER]
        for one in found.values():
            one["unchanged"] = unchanged(one["frames"][STREAMER], usual)
        return {"habits": found, "seeds": len(entries) // len(HABITS)}


def unchanged(frames, usual):
    """Returns true if frames have the same powers and rates, and the station announces that it dozes
    if it does so usually."""
    return all(set(frames[key]) == set(usual[key]) for key in ("power_dbm", "mbps", "dozes"))


def merged(counted):
    """Returns key -> value -> number of frames, of several runs together."""
    whole = {}
    for one in counted:
        for key, values in one.items():
            place = whole.setdefault(key, collections.Counter())
            place.update(values)
    return {key: dict(sorted(values.items())) for key, values in whole.items()}


def analyse(found, frames_of):
    """Adds ``frames``: station -> what its frames with data had on the air."""
    frames = frames_of(vsta_sleep.TRACE)
    found["frames"] = {
        name: traits(frames, address) for name, address in found["addresses"].items()
    }
    return found


def traits(frames, address):
    """Returns how many first tries of a station's data frames had which ``power_dbm`` and ``mbps``,
    and how many frames announced that it dozes."""
    mine = [
        frame
        for frame in frames
        if len(frame.data) >= 24 and frame.is_data and frame.transmitter == address
    ]
    first = [frame for frame in mine if frame.carries_data and not frame.has(airtrace.RETRY)]
    return {
        "power_dbm": dict(collections.Counter(str(frame.power_dbm) for frame in first)),
        "mbps": dict(collections.Counter(f"{frame.mbps:g}" for frame in first)),
        "dozes": dict(collections.Counter(str(frame.has(airtrace.POWER_SAVE)) for frame in mine)),
    }
