# SPDX-License-Identifier: Apache-2.0
"""N8: a function moves with a state of some octets up to some megabytes, while frames pass."""
import json
import random

from .. import client
from ..guest import raw_frames
from . import moves, sdk
from .handlers import STATION, random_entry
from .site import NODES, SOURCE, WAIT_S

SCRIPT = """
in_0 -> Classifier(12/bbbb) -> Strip(14) -> dupe :: WifiDupeFilter(20000) -> WifiDecap() -> out_0
"""
"""The duplicate filter of the examples, with room for the largest table: a full one evicts."""
GAP_S = 0.01
HANDLER = ("dupes_table", "dupe.dupes_table")
AT_ONCE = 200
"""Entries in one write."""


def _filled(lvnf, count, seed):
    """Fills the table of a duplicate filter. Returns key -> entry."""
    package, draw = sdk.load(), random.Random(seed)
    wanted = {
        package.StructKey(
            transmitter=f"02:00:01:{number >> 16:02x}:{number >> 8 & 255:02x}:"
            f"{number & 255:02x}"
        ): random_entry(draw)
        for number in range(1, count + 1)
    }
    keys = list(wanted)
    for first in range(0, count, AT_ONCE):
        some = {key: wanted[key] for key in keys[first : first + AT_ONCE]}
        lvnf.dupes_table(value=some).result(WAIT_S)
    return wanted


def _octets(table):
    """Returns the length of a table as JSON, as it moves."""
    return sum(len(json.dumps([dict(key), entry])) for key, entry in table.items())


def run(site, sizes, seed):
    """Moves a duplicate filter once for each number of entries. Returns a list of raw results."""
    found, package = [], sdk.load()
    for number, count in enumerate(sizes):
        lvnf = package.LVNF(package.Image(vnf=SCRIPT, nb_ports=1, handlers=[HANDLER]))
        lvnf.cpp = site.node(NODES[0])
        site.lead(lvnf)
        site.warm([raw_frames.wrapped(0, STATION, 0xFFF)])
        wanted = _filled(lvnf, count, f"{seed} {number}")
        client.call(raw_frames.start_stream, host=SOURCE, transmitter=STATION, gap_s=GAP_S)
        lvnf.cpp = site.node(NODES[1])
        lvnf.ready.result(WAIT_S)
        sent = client.call(raw_frames.stop_stream, host=SOURCE)
        passed = site.seen(sent)
        table = dict(lvnf.dupes_table().result(WAIT_S))
        own = [key for key in table if key["transmitter"] == STATION]
        for key in own:
            del table[key]
        found.append(
            {
                "entries": count,
                "octets": _octets(wanted),
                "equal": table == wanted,
                "lost": sent - len(passed),
                "frames": sent,
                **moves.migration(lvnf),
            }
        )
        lvnf.remove().result(WAIT_S)
    return found


def summary(rounds):
    """Returns N8 of the result file."""
    every = [one for moved in rounds for one in moved]
    least = min(one["entries"] for one in every)
    base = sorted(one["hold_ms"] for one in every if one["entries"] == least)
    sizes = sorted({one["entries"] for one in every})
    middle = base[len(base) // 2]

    def row(count):
        some = [one for one in every if one["entries"] == count]
        holds = sorted(one["hold_ms"] for one in some)
        return {
            "entries": count,
            "octets": max(one["octets"] for one in some),
            "hold_ms": holds,
            "longer_ms": holds[len(holds) // 2] - middle,
        }

    return {
        "runs": len(rounds),
        "moves": len(every),
        "moved": sum(one["state"] == "moved" for one in every),
        "equal": sum(one["equal"] for one in every),
        "lost": sum(one["lost"] for one in every),
        "frames": sum(one["frames"] for one in every),
        "sizes": [row(count) for count in sizes],
    }
