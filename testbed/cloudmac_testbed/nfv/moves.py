# SPDX-License-Identifier: Apache-2.0
"""N7 with numbered frames: a function moves from node to node and back while they pass."""
import collections

from .. import client, restconf
from ..guest import raw_frames
from . import sdk
from .handlers import STATION
from .site import NODES, SOURCE, TENANT, WAIT_S

GAP_S = 0.005
HOLD_MS = 50
NODE_COUNTS = ("late", "dropped")


def migration(lvnf):
    """Returns the controller's report of the latest move."""
    found = restconf.lvnf(TENANT, lvnf.name)["migration"]
    return {
        "state": found["state"],
        "hold_ms": int(found.get("hold-time", 0)),
        "late": int(found.get("late-frames", 0)),
        "dropped": int(found.get("lost-frames", 0)),
        "problem": found.get("problem", ""),
    }


def order(numbers, sent):
    """Returns what has become of the frames 0 to sent - 1. numbers: of those that arrived."""
    times = collections.Counter(numbers)
    return {
        "frames": sent,
        "lost": sent - len(times),
        "twice": sum(count - 1 for count in times.values()),
        "reordered": sum(later < earlier for earlier, later in zip(numbers, numbers[1:])),
    }


def run(site, count):
    """Moves a duplicate filter so many times under traffic. Returns the raw result."""
    lvnf = sdk.example("duplicate_filter").program(site.node())
    site.lead(lvnf)
    site.warm([raw_frames.wrapped(0, STATION, 0xFFF)])
    lvnf.dupes_table(delete=list(lvnf.dupes_table().result(WAIT_S))).result(WAIT_S)
    client.call(raw_frames.start_stream, host=SOURCE, transmitter=STATION, gap_s=GAP_S)
    moved = []
    for number in range(count):
        lvnf.cpp = site.node(NODES[(number + 1) % len(NODES)])
        lvnf.ready.result(WAIT_S)
        moved.append(migration(lvnf))
    sent = client.call(raw_frames.stop_stream, host=SOURCE)
    passed = [raw_frames.number_of(frame) for frame in site.seen(sent)]
    table = {key["transmitter"]: one for key, one in lvnf.dupes_table().result(WAIT_S).items()}
    lvnf.remove().result(WAIT_S)
    return {
        **order(passed, sent),
        "moves": moved,
        "counted": table[STATION]["entries"],
        "duplicates": table[STATION]["duplicates"],
    }


def summary(rounds):
    """Returns N7 of the result file."""
    moves = [move for one in rounds for move in one["moves"]]
    holds = sorted(move["hold_ms"] for move in moves)
    members = ("frames", "lost", "twice", "reordered", "counted", "duplicates")
    return {
        "runs": len(rounds),
        "moves": len(moves),
        "moved": sum(move["state"] == "moved" for move in moves),
        "hold_ms": holds,
        "in_time": sum(hold < HOLD_MS for hold in holds),
        **{name: sum(move[name] for move in moves) for name in NODE_COUNTS},
        **{member: sum(one[member] for one in rounds) for member in members},
        "rounds": rounds,
    }
