# SPDX-License-Identifier: Apache-2.0
"""Figure 3: what a switch forwards with each qdisc. It depends on the machine's processor,
so it is measured in real time, and only ratios of one round are compared."""
import random
import statistics

from .. import client, topology
from . import figures

LINES = {
    "hardware": "a wire without a switch (for the hardware switch)",
    "none": "no TC",
    "htb": "HTB",
    "sfq": "SFQ",
    "codel": "CoDel",
    "fq_codel": "FQ-CoDel",
}
SECONDS, QUICK_SECONDS = 5, 1
CLOCK = "real; not the same again to the last digit"


def rounds(repetitions, seed):
    """The lines of each repetition in an order of its own."""
    chosen = random.Random(seed)
    return [chosen.sample(sorted(LINES), len(LINES)) for _ in range(repetitions)]


def summary(line, measured):
    """A line's quantities. measured: a mapping of line -> Mb/s for each repetition."""
    ratios = [entry[line] / entry["none"] for entry in measured]
    return {
        "ratio": round(statistics.fmean(ratios), 4),
        "by_repetition": [round(ratio, 4) for ratio in ratios],
        "mbps": round(statistics.fmean(entry[line] for entry in measured), 1),
        "n": len(ratios),
    }


def measure(experiment, built, figure, about):
    """The whole figure; returns the content of its result file."""
    seconds = QUICK_SECONDS if experiment.quick else SECONDS
    measured = []
    plan = topology.load("capacity")
    with client.Lab(plan, built, controller=False, progress=experiment.say) as lab:
        for number, order in enumerate(rounds(experiment.repetitions, experiment.seed), 1):
            measured.append(
                {line: client.call("capacity.tcp", line=line, seconds=seconds) for line in order}
            )
            experiment.say(
                f"capacity, {number} of {experiment.repetitions}: "
                + ", ".join(f"{line} {measured[-1][line]:.0f}" for line in LINES)
                + " Mb/s"
            )
        lab.check()
    summaries = {line: summary(line, measured) for line in LINES}
    lines = {}
    for name, found in summaries.items():
        lines[name] = figures.entry(found, figure.quantity, figure.paper.get(name))
        # The quantity is a ratio itself; the entry's is ours to the paper's.
        lines[name]["label"] = LINES[name]
    return experiment.data(figure, lines, {**about, "clock": CLOCK})
