# SPDX-License-Identifier: Apache-2.0
"""Compares the agent's processor time with and without the airtime scheduler: rows of figures, the
table of them, and the verdict."""

import random
import statistics

# The most that the scheduler may take: times the processor time of a frame without it.
BOUND = 1.1
RESAMPLES = 2000
CONFIDENCE = 0.95


def median_interval(values, chance):
    """Returns the bootstrap interval of the median. chance: a random.Random."""
    medians = sorted(
        statistics.median(chance.choices(values, k=len(values))) for _ in range(RESAMPLES)
    )
    tail = int(RESAMPLES * (1 - CONFIDENCE) / 2)
    return medians[tail], medians[-1 - tail]


def summarise(samples, seed):
    """Returns a row for each case, in the order in which the cases appear.

    samples: of each alternation a mapping with the case ("stations", "rates", "size"), the
    microseconds of a frame ("on_us", "off_us") and the frames that failed ("failed").
    """
    chance, cases = random.Random(seed), {}
    for sample in samples:
        case = sample["stations"], sample["rates"], sample["size"]
        cases.setdefault(case, []).append(sample)
    return [summarise_one(case, found, chance) for case, found in cases.items()]


def summarise_one(case, samples, chance):
    ratios = [sample["on_us"] / sample["off_us"] for sample in samples]
    low, high = median_interval(ratios, chance)
    return {
        **dict(zip(("stations", "rates", "size"), case, strict=True)),
        "alternations": len(samples),
        "off_us": round(statistics.median(sample["off_us"] for sample in samples), 3),
        "on_us": round(statistics.median(sample["on_us"] for sample in samples), 3),
        "ratio": round(statistics.median(ratios), 3),
        "interval": [round(low, 3), round(high, 3)],
        "failed": sum(sample["failed"] for sample in samples),
    }


def table(rows):
    """Returns the lines of a table with a line for each row."""
    return [
        f"{'stations':>8}{'rates':>6}{'octets':>7}{'off, us':>9}{'on, us':>8}{'ratio':>7}"
        f"{'95 %':>14}{'failed':>8}",
        *(
            f"{row['stations']:8}{row['rates']:6}{row['size']:7}{row['off_us']:9.2f}"
            f"{row['on_us']:8.2f}{row['ratio']:7.3f}"
            f"{row['interval'][0]:8.3f}{row['interval'][1]:6.3f}{row['failed']:8}"
            for row in rows
        ),
    ]


def judge(rows):
    """Returns a line for each row, and whether all rows meet the bound."""
    lines = [
        f"{'met' if row['ratio'] <= BOUND else 'MISSED':6}  {row['stations']} stations, rates of a "
        f"frame: {row['rates']}, {row['size']} octets: {row['ratio']:.3f}, bound {BOUND}"
        for row in rows
    ]
    return lines, all(row["ratio"] <= BOUND for row in rows)
