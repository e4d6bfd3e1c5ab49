# SPDX-License-Identifier: Apache-2.0
"""Figure 3: what a switch forwards with each qdisc. It depends on the machine's processor,
so it is measured in real time, and only ratios of one round are compared."""
import random
import statistics

from .. import client, keeping, topology
from ..guest import switch_capacity
from . import figures

LINES = {
    "hardware": "a wire without a switch (for the hardware switch)",
    "none": "no TC",
    "htb": "HTB",
    "sfq": "SFQ",
    "codel": "CoDel",
    "fq_codel": "FQ-CoDel",
    "pie": "PIE",
    "fq_pie": "FQ-PIE",
    "prio": "PRIO",
    "cake": "CAKE",
    "cloudmac": "CloudMAC's own policy",
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


def key(experiment, order, content):
    """What a round depends on."""
    return keeping.digest(order, _seconds(experiment), topology.load("capacity").to_json(), content)


def _seconds(experiment):
    return QUICK_SECONDS if experiment.quick else SECONDS


def missing(experiment, content):
    """The rounds that have not been measured: their numbers, from 1, and their orders."""
    return [
        (number, order)
        for number, order in enumerate(rounds(experiment.repetitions, experiment.seed), 1)
        if experiment.shelf.get(name(number), key(experiment, order, content)) is None
    ]


def name(number):
    """What a round's raw result is kept as."""
    return f"capacity.{number}"


def measure(experiment, built, content):
    """All rounds that are missing, a file each as soon as it is done."""
    wanted = missing(experiment, content)
    if len(wanted) < experiment.repetitions:
        there = experiment.repetitions - len(wanted)
        experiment.say(f"{there} of {experiment.repetitions} rounds of capacity are there already")
    if not wanted:
        return
    with client.Lab(
        topology.load("capacity"), built, controller=False, progress=experiment.say
    ) as lab:
        for number, order in wanted:
            seconds = _seconds(experiment)
            measured = {
                line: client.call(switch_capacity.tcp, line=line, seconds=seconds) for line in order
            }
            lab.check()
            experiment.shelf.put(name(number), key(experiment, order, content), measured)
            experiment.say(
                f"capacity, {number} of {experiment.repetitions}: "
                + ", ".join(f"{line} {measured[line]:.0f}" for line in LINES)
                + " Mb/s"
            )


def result(experiment, content, figure, about):
    """The content of the figure's result file, of rounds that are all there."""
    measured = [
        experiment.shelf.get(name(number), key(experiment, order, content))
        for number, order in enumerate(rounds(experiment.repetitions, experiment.seed), 1)
    ]
    lines = {}
    for line in LINES:
        lines[line] = figures.entry(
            summary(line, measured), figure.quantity, figure.paper.get(line)
        )
        # The quantity is a ratio itself; the entry's is ours to the paper's.
        lines[line]["label"] = LINES[line]
    return experiment.data(figure, lines, {**about, "clock": CLOCK})
