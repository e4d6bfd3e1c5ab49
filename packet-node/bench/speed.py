# SPDX-License-Identifier: Apache-2.0
"""Judges the speed of network functions: rows of figures, the table of them, and the verdicts. Does
no I/O."""

import dataclasses
import statistics

from cloudmac_testbed.verdict import Verdict, known

# By payload and entries of the table, in thousand frames a second: the paper's.
GOALS = ((100, 0, 30.5), (100, 10_000, 29.1), (1400, 0, 27.5), (1400, 10_000, 27.6))
OF_A_BRIDGE, OF_NULL = 0.8, 0.9
TABLES, SIDE_BY_SIDE = 0.02, 0.05


def filter_name(entries):
    """Returns the path through a filter whose table has so many entries."""
    return f"filter, {entries:,} entries"


def all_name(entries):
    """Returns the path of frames of all stations in such a table."""
    return f"{filter_name(entries)}, of all"


def switch_name(path):
    """Returns the name of a path with a switch."""
    return f"switch, {path}"


def side_name(number):
    """Returns the path through so many LVNFs side by side."""
    return f"side by side: {number}"


def burst_name(number):
    """Returns the path where each of them gets some frames in turn."""
    return f"{side_name(number)}, in bursts"


def summarise(samples):
    """Returns a row for each path and payload, in the order in which they appear.

    samples: of each turn a mapping with "round", "path", "payload" (octets), "sent", "received"
    (frames), "seconds", and "busy" (seconds of processor time). The turns of a round count
    together."""
    found = {}
    for sample in samples:
        rounds = found.setdefault((sample["path"], sample["payload"]), {})
        rounds.setdefault(sample["round"], []).append(sample)
    return [_row(path, payload, rounds) for (path, payload), rounds in found.items()]


def _row(path, payload, rounds):
    speeds, elapsed = (
        [
            round(sum(one["received"] for one in turns) / sum(one[clock] for one in turns))
            for _, turns in sorted(rounds.items())
        ]
        for clock in ("busy", "seconds")
    )
    turns = [one for some in rounds.values() for one in some]
    return {
        "path": path,
        "payload": payload,
        "frames_per_second": round(statistics.median(speeds)),
        "rounds": speeds,
        "rounds_elapsed": elapsed,
        "lost": sum(one["sent"] - one["received"] for one in turns),
    }


class Rows:
    """The rows by path and payload."""

    def __init__(self, rows):
        self.by_key = {(row["path"], row["payload"]): row for row in rows}

    def payloads(self, *paths):
        """Returns the payloads that were measured with all of these paths."""
        found = {payload for _, payload in self.by_key}
        return sorted(
            payload for payload in found if all((path, payload) in self.by_key for path in paths)
        )

    def speed(self, path, payload):
        """Returns thousand frames a second, None if they are not measured."""
        row = self.by_key.get((path, payload))
        return row and row["frames_per_second"] / 1000

    def ratio(self, path, other, payload):
        """Returns the median of the ratios of two paths' speeds in a round, so that other load
        affects both alike."""
        one, two = (self.by_key[name, payload]["rounds"] for name in (path, other))
        return statistics.median(a / b for a, b in zip(one, two, strict=True))

    def ratios(self, path, other):
        """Returns payload -> ratio of two paths, as far as they are measured."""
        return {size: self.ratio(path, other, size) for size in self.payloads(path, other)}

    @property
    def runs(self):
        return min(len(row["rounds"]) for row in self.by_key.values())


def _listed(ratios):
    return ", ".join(f"{ratio:.3f} ({size:,})" for size, ratio in ratios.items())


def _is_about_one(ratios, tolerance):
    return all(1 - tolerance <= ratio <= 1 + tolerance for ratio in ratios)


def through_switch(rows):
    speeds = [rows.speed(switch_name(filter_name(n)), size) for size, n, _ in GOALS]
    if None in speeds:
        return None
    return Verdict(
        "N4",
        "duplicate filter through the switch, all on one core: "
        + "; ".join(f"{size:,} octets, {n:,} entries {kpps}" for size, n, kpps in GOALS)
        + " thousand frames a second",
        ", ".join(f"{speed:.1f}" for speed in speeds) + ", datapath in user space",
        all(speed >= goal for speed, (*_, goal) in zip(speeds, GOALS)),
        rows.runs,
    )


def image_alone(rows):
    ratios = rows.ratios("null", "bridge")
    if not ratios:
        return None
    return Verdict(
        "N4",
        f"image alone: the null function has at least {OF_A_BRIDGE} of a bridge's speed",
        _listed(ratios),
        min(ratios.values()) >= OF_A_BRIDGE,
        rows.runs,
    )


def tables(rows, large, name, text):
    """Judges the speeds with larger tables, compared with the table that has none but the stations
    of the traffic."""
    ratios = {n: rows.ratios(name(n), filter_name(0)) for n in large}
    found = [ratio for some in ratios.values() for ratio in some.values()]
    if not found:
        return None
    return Verdict(
        "N4",
        f"speed with tables of {' and '.join(f'{n:,}' for n in large)} entries within "
        f"{TABLES:.0%} of an empty one, {text}",
        "; ".join(f"{n:,}: {_listed(some)}" for n, some in ratios.items()),
        _is_about_one(found, TABLES),
        rows.runs,
    )


def payloads(rows):
    ratios = rows.ratios(filter_name(0), "null")
    if not ratios:
        return None
    return Verdict(
        "N5",
        f"duplicate filter has at least {OF_NULL} of the null function's speed, by payload",
        _listed(ratios),
        min(ratios.values()) >= OF_NULL,
        rows.runs,
    )


def side_by_side(rows, numbers, name, text):
    ratios = {n: rows.ratios(name(n), name(1)) for n in numbers if n != 1}
    found = [ratio for some in ratios.values() for ratio in some.values()]
    if not found:
        return None
    return Verdict(
        "N6",
        f"sum of {', '.join(map(str, ratios))} LVNFs within {SIDE_BY_SIDE:.0%} of one, {text}",
        "; ".join(f"{n}: {_listed(some)}" for n, some in ratios.items()),
        _is_about_one(found, SIDE_BY_SIDE),
        rows.runs,
    )


def verdicts(rows, large, numbers):
    """Returns the verdicts of what was measured. large: entries of the tables other than the empty
    one; numbers: of LVNFs side by side."""
    judges = (
        through_switch,
        image_alone,
        lambda rows: tables(rows, large, filter_name, "frames of the same stations"),
        lambda rows: tables(rows, large, all_name, "frames of all stations in turn"),
        payloads,
        lambda rows: side_by_side(rows, numbers, burst_name, "each gets a burst in turn"),
        lambda rows: side_by_side(rows, numbers, side_name, "each gets one frame in turn"),
    )
    return known(judges, Rows(rows))


def lines(rows):
    """Returns the lines of a table with a line for each path, and a column for each payload."""
    found = Rows(rows)
    sizes = found.payloads()
    paths = dict.fromkeys(row["path"] for row in rows)
    width = max(map(len, paths))
    return [
        f"{'thousand frames a second':{width}}" + "".join(f"{size:>9,}" for size in sizes),
        *(
            f"{path:{width}}"
            + "".join(
                f"{'' if speed is None else f'{speed:.1f}':>9}"
                for speed in (found.speed(path, size) for size in sizes)
            )
            for path in paths
        ),
    ]


def as_json(found):
    """Returns the verdicts for a result file."""
    return [dataclasses.asdict(one) for one in found]
