# SPDX-License-Identifier: Apache-2.0
"""Measures Figure 3: the throughput of a switch with each qdisc. It depends on the machine's
processor. So it is measured in real time, and only ratios within one round are compared."""
import dataclasses
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
NETWORK = "capacity"
SECONDS, QUICK_SECONDS = 5, 1
CLOCK = "real; not the same again to the last digit"


@dataclasses.dataclass(frozen=True)
class CapacityRound:
    """One measurement of each line. order: of the lines; seconds: for each."""

    number: int
    order: tuple
    seconds: float

    @property
    def name(self):
        return f"capacity.{self.number}"


def seconds(quick):
    """Returns the seconds of each line in a round."""
    return QUICK_SECONDS if quick else SECONDS


def rounds(repetitions, seed, quick=False):
    """Returns a round for each repetition, each with an order of its own."""
    chosen = random.Random(seed)
    return [
        CapacityRound(number, tuple(chosen.sample(sorted(LINES), len(LINES))), seconds(quick))
        for number in range(1, repetitions + 1)
    ]


def summary(line, measured):
    """Returns a line's quantities. measured: line -> Mb/s, for each repetition."""
    ratios = [entry[line] / entry["none"] for entry in measured]
    return {
        "ratio": round(statistics.fmean(ratios), 4),
        "by_repetition": [round(ratio, 4) for ratio in ratios],
        "mbps": round(statistics.fmean(entry[line] for entry in measured), 1),
        "n": len(ratios),
    }


def key(entry, content):
    """Returns a checksum of all that a round depends on. content: keeping.content()."""
    network = topology.load(NETWORK).to_json()
    return keeping.digest(list(entry.order), entry.seconds, network, content)


def measure(experiment, missing):
    """Measures these rounds in one lab, and keeps each at once."""
    with client.Lab(
        topology.load(NETWORK), experiment.built, controller=False, progress=experiment.say
    ) as lab:
        for entry in missing:
            measured = {
                line: client.call(switch_capacity.tcp, line=line, seconds=entry.seconds)
                for line in entry.order
            }
            lab.check()
            experiment.keep(entry, measured)
            experiment.say(
                f"{entry.name}: "
                + ", ".join(f"{line} {measured[line]:.0f}" for line in LINES)
                + " Mb/s"
            )


def result(measured, figure):
    """Returns the lines of the figure's result file. measured: the raw results of all rounds."""
    lines = {}
    for line in LINES:
        lines[line] = figures.entry(
            summary(line, measured), figure.quantity, figure.paper.get(line)
        )
        # The quantity is itself a ratio; the entry's ratio is ours to the paper's.
        lines[line]["label"] = LINES[line]
    return lines
