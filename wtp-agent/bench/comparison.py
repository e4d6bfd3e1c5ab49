# SPDX-License-Identifier: Apache-2.0
"""Compares the forwarders of bench.py: rows of figures, the table of them, and the verdict."""

import itertools
import statistics

BOUND_SIZE = 1550
# By where the kernel receives: the ratio of frames per second, and its lower bound.
BOUNDS = {"sender": ("agent_to_bridge", 0.8), "forwarder": ("agent_to_plain", 1.0)}
PLACEMENTS = ("sender", "forwarder")
DIRECTIONS = ("down", "up")
FORWARDERS = ("agent", "bridge", "plain")


def quantile(values, part):
    return round(sorted(values)[min(len(values) - 1, int(len(values) * part))], 2)


def summarise_one(samples):
    latency = [value for sample in samples for value in sample["latency_us"]]
    pps = [sample["pps"] for sample in samples]
    return {
        "pps": round(statistics.median(pps)),
        "pps_min": min(pps),
        "pps_max": max(pps),
        "lost": sum(sample["lost"] for sample in samples),
        "latency_us_median": quantile(latency, 0.5),
        "latency_us_p99": quantile(latency, 0.99),
    }


def summarise(samples, sizes):
    rows = []
    for placement, direction, size in itertools.product(PLACEMENTS, DIRECTIONS, sizes):
        row = {"placement": placement, "direction": direction, "size": size}
        for name in FORWARDERS:
            row[name] = summarise_one(
                [
                    sample
                    for sample in samples
                    if sample["forwarder"] == name
                    and all(sample[key] == row[key] for key in ("placement", "direction", "size"))
                ]
            )
        for other in ("bridge", "plain"):
            row[f"agent_to_{other}"] = round(row["agent"]["pps"] / row[other]["pps"], 3)
        rows.append(row)
    return rows


def table(rows):
    """Returns the lines of a table with a line for each row."""
    lines = [
        f"{'':20}{'kpps (median of rounds)':^30}{'agent /':^16}{'median latency, us':^24}",
        f"{'receiving':10}{'way':5}{'size':>5}{'agent':>10}{'bridge':>10}{'plain':>10}{'bridge':>8}{'plain':>8}"
        f"{'agent':>8}{'bridge':>8}{'plain':>8}",
    ]
    for row in rows:
        lines.append(
            f"{row['placement']:10}{row['direction']:5}{row['size']:5}"
            + "".join(f"{row[name]['pps'] / 1000:10.1f}" for name in FORWARDERS)
            + f"{row['agent_to_bridge']:8.2f}{row['agent_to_plain']:8.2f}"
            + "".join(f"{row[name]['latency_us_median']:8.1f}" for name in FORWARDERS)
        )
    return lines


def judge(rows):
    """Returns a line for each bound, and whether all are met."""
    lines, passed = [], True
    for row in rows:
        if row["size"] != BOUND_SIZE:
            continue
        ratio, bound = BOUNDS[row["placement"]]
        met = row[ratio] >= bound
        passed &= met
        lines.append(
            f"{'met' if met else 'MISSED':6}  receiving on the {row['placement']}'s core, "
            f"{row['direction']}: {row[ratio]:.2f} of the {ratio.removeprefix('agent_to_')}, "
            f"bound {bound}"
        )
    return lines, passed
