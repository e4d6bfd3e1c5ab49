# SPDX-License-Identifier: Apache-2.0
"""Compares the forwarders of bench.py: rows of figures, the table of them, and the verdict."""

import itertools
import statistics

# Octets of the frames that bounds and goals are for.
BOUND_SIZES = (100, 1550)
# By where the kernel receives: the ratio of frames per second, and its lower bound.
BOUNDS = {"sender": ("agent_to_bridge", 0.8), "forwarder": ("agent_to_plain", 1.0)}
# Ratios to reach; a miss does not fail the benchmark.
GOALS = {"forwarder": ("agent_to_bridge", 0.8)}
PLACEMENTS = ("sender", "forwarder")
DIRECTIONS = ("down", "up")
# In the order of their turns. "xdp" may be missing from the samples and so from the rows.
NAMES = ("agent", "bridge", "plain", "xdp")
RATIOS = (("agent", "bridge"), ("agent", "plain"), ("agent", "xdp"), ("xdp", "bridge"))


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
    """Returns a row for each placement, direction and size, with the forwarders of the samples."""
    measured = {sample["forwarder"] for sample in samples}
    rows = []
    for placement, direction, size in itertools.product(PLACEMENTS, DIRECTIONS, sizes):
        row = {"placement": placement, "direction": direction, "size": size}
        rounds = {
            name: [
                sample
                for sample in samples
                if sample["forwarder"] == name
                and (sample["placement"], sample["direction"], sample["size"])
                == (placement, direction, size)
            ]
            for name in NAMES
            if name in measured
        }
        row |= {name: summarise_one(found) for name, found in rounds.items()}
        for one, other in RATIOS:
            if {one, other} <= measured:
                row[f"{one}_to_{other}"] = paired(rounds[one], rounds[other])
        rows.append(row)
    return rows


def paired(samples, others):
    """Returns the median ratio of two forwarders' frames per second in a round, so that other load
    affects both alike."""
    ratios = [one["pps"] / other["pps"] for one, other in zip(samples, others, strict=True)]
    return round(statistics.median(ratios), 3)


def table(rows):
    """Returns the lines of a table with a line for each row."""
    names = "".join(f"{name:>8}" for name in NAMES)
    return [
        f"{'':20}{'kpps (median of rounds)':^32}{'agent /':^24}{'xdp /':>8}"
        f"{'median latency, us':^32}",
        f"{'receiving':10}{'way':5}{'size':>5}{names}"
        + "".join(f"{other:>8}" for _, other in RATIOS)
        + names,
        *(table_line(row) for row in rows),
    ]


def table_line(row):
    """Returns a row's line, with "-" for what was not measured."""
    measured = [row.get(name) for name in NAMES]
    ratios = [row.get(f"{one}_to_{other}") for one, other in RATIOS]
    return (
        f"{row['placement']:10}{row['direction']:5}{row['size']:5}"
        + "".join(f"{one['pps'] / 1000:8.1f}" if one else f"{'-':>8}" for one in measured)
        + "".join(f"{'-':>8}" if ratio is None else f"{ratio:8.2f}" for ratio in ratios)
        + "".join(f"{one['latency_us_median']:8.1f}" if one else f"{'-':>8}" for one in measured)
    )


def judge(rows):
    """Returns a line for each bound and each goal, and whether all bounds are met."""
    chosen = [row for row in rows if row["size"] in BOUND_SIZES]
    bounds = [compare(row, "bound", *BOUNDS[row["placement"]]) for row in chosen]
    goals = [
        compare(row, "goal", *GOALS[row["placement"]])
        for row in chosen
        if row["placement"] in GOALS
    ]
    return [line for line, _ in bounds + goals], all(met for _, met in bounds)


def compare(row, kind, ratio, least):
    """Returns the line of a bound or a goal, and whether it is met."""
    met = row[ratio] >= least
    line = (
        f"{'met' if met else 'MISSED':6}  receiving on the {row['placement']}'s core, "
        f"{row['direction']}, {row['size']} octets: {row[ratio]:.2f} of the "
        f"{ratio.removeprefix('agent_to_')}, {kind} {least}"
    )
    return line, met
