# SPDX-License-Identifier: Apache-2.0
"""N2: a table is written and read while frames pass through the LVNF that has it."""
import collections
import random

from .. import client
from ..guest import raw_frames
from . import sdk
from .site import SOURCE, WAIT_S

KEYS = [f"02:00:00:00:0c:{number:02x}" for number in range(8)]
STATION = "02:00:00:00:0a:01"
"""Whose frames pass meanwhile."""
GAP_S = 0.01
AHEAD = 20
"""Pairs of calls that are under way at the same time."""


def random_entry(draw):
    """Returns an entry of the table of a duplicate filter with random numbers."""
    return {
        "duplicates": draw.getrandbits(64),
        "entries": draw.getrandbits(64),
        "last_sequence": draw.getrandbits(32),
        "no_tid_control": draw.randrange(-(2**31), 2**31),
        "tid_control": [draw.randrange(-(2**31), 2**31) for _ in range(16)],
    }


class _Outcome:
    """What has been read so far."""

    def __init__(self):
        self.counts = {"written": 0, "equal": 0, "different": 0, "failed": 0}
        self.failure = None

    def take(self, writing, reading, expected):
        """Notes the results of a pair of calls. expected: transmitter -> entry."""
        try:
            self.counts["written"] += writing.result(WAIT_S)
            found = {key["transmitter"]: one for key, one in reading.result(WAIT_S).items()}
        except Exception as error:  # whatever it is, the pair is lost
            self.counts["failed"] += 1
            self.failure = self.failure or f"{type(error).__name__}: {error}"
            return
        found.pop(STATION, None)
        self.counts["equal" if found == expected else "different"] += 1


def run(site, pairs, seed):
    """Writes a random entry and reads the table, so many times, under traffic. Returns the raw
    result."""
    package = sdk.load()
    draw = random.Random(seed)
    lvnf = sdk.example("duplicate_filter").program(site.node())
    site.lead(lvnf)
    site.warm([raw_frames.wrapped(0, STATION, 0xFFF)])
    lvnf.dupes_table(delete=list(lvnf.dupes_table().result(WAIT_S))).result(WAIT_S)
    outcome, waiting, expected = _Outcome(), collections.deque(), {}
    client.call(raw_frames.start_stream, host=SOURCE, transmitter=STATION, gap_s=GAP_S)
    for _ in range(pairs):
        name, entry = draw.choice(KEYS), random_entry(draw)
        expected = expected | {name: entry}
        key = package.StructKey(transmitter=name)
        waiting.append((lvnf.dupes_table(value={key: entry}), lvnf.dupes_table(), expected))
        if len(waiting) > AHEAD:
            outcome.take(*waiting.popleft())
    while waiting:
        outcome.take(*waiting.popleft())
    sent = client.call(raw_frames.stop_stream, host=SOURCE)
    passed = [raw_frames.number_of(frame) for frame in site.seen(sent)]
    table = {key["transmitter"]: one for key, one in lvnf.dupes_table().result(WAIT_S).items()}
    lvnf.remove().result(WAIT_S)
    return {
        "pairs": pairs,
        **outcome.counts,
        "failure": outcome.failure,
        "frames": sent,
        "passed_in_order": passed == list(range(sent)),
        "lost": sent - len(set(passed)),
        "counted": table[STATION]["entries"],
    }


def summary(rounds):
    """Returns N2 of the result file."""
    members = ("pairs", "written", "equal", "different", "failed", "frames", "lost", "counted")
    failures = [one["failure"] for one in rounds if one["failure"]]
    return {
        "runs": len(rounds),
        **{member: sum(one[member] for one in rounds) for member in members},
        "in_order": all(one["passed_in_order"] for one in rounds),
        **({"failure": failures[0]} if failures else {}),
    }
