# SPDX-License-Identifier: Apache-2.0
"""``lab run cost``: processor time that a frame costs each part between a station and the network
behind its VAP: a switch, the WTP, the VAP's machine; each by itself, some boots each."""
import statistics

import rich.box
from rich.console import Console
from rich.table import Table

from .. import keeping, parts, results
from ..guest import frame_cost, vap_host
from ..settings import RESULTS
from . import crowd, figures, machine, plan, relay

FRAMES, QUICK_FRAMES = 20_000, 300
ROUNDS, QUICK_ROUNDS = 5, 1
"""Boots of each part."""
VAP_STEPS = [[1, 2]]
PARTS = {
    "bridge": "wires alone: the kernel's bridge",
    "switch": "a switch",
    "station": "a station that sends, nobody near",
    "wtp": "the WTP, its radio's driver and, up, the station",
    "vap_open": "the VAP's machine, open network",
    "vap_wpa2": "the VAP's machine, WPA2",
}


def summary(rounds):
    """Part -> load -> microseconds for a frame over the rounds: medians of the kernel's, of
    programs' and of both, and the least, which other work on the machine has disturbed least.
    rounds: part -> load -> what relay.py or crowd.py measured, each."""
    found = {}
    for part, loads in rounds[0].items():
        found[part] = {}
        for load in loads:
            each = [figures.costs(one[part][load]) for one in rounds]
            medians = {
                key: round(statistics.median(one[key] for one in each), 2)
                for key in ("kernel_us", "programs_us", "us")
            }
            found[part][load] = medians | {"least_us": min(one["us"] for one in each)}
    return found


class Experiment(keeping.Experiment):
    """quick: one boot of each part, few frames."""

    def __init__(self, seed=1, quick=False):
        super().__init__(RESULTS / "cost", seed, quick)
        self.count = QUICK_FRAMES if quick else FRAMES

    def run(self):
        """Everything; returns the content of cost.json. Raises LabError."""
        built = parts.gather()
        rounds = []
        for number in range(QUICK_ROUNDS if self.quick else ROUNDS):
            rounds.append(self.one(built))
            self.say(f"round {number + 1}: " + _words(summary(rounds[-1:])))
        data = {
            "parts": summary(rounds),
            "rounds": rounds,
            "frames": self.count,
            "clock": machine.CLOCK,
            **self.about(built),
        }
        results.write_json(RESULTS / "cost.json", data)
        (self.folder / "table.md").write_text(markdown(data), encoding="utf-8")
        print_table(data)
        print(f"\nFigures: {RESULTS}/cost.json")
        return data

    def one(self, built):
        """One boot of each part: part -> load -> what was measured."""
        given = {"octets": list(plan.OCTETS), "frames": self.count}
        found = {}
        for experiment, wires in ((frame_cost.forwarding, 3), (frame_cost.carrying, 2)):
            found |= machine.run(built, experiment, given, relay.Relay, wires)
        for security in ("open", "wpa2"):
            found[f"vap_{security}"] = self.vap(built, security)
        return found

    def vap(self, built, security):
        entry = plan.Series("cost", VAP_STEPS, security)
        (step,) = machine.run(
            built,
            vap_host.measure_steps,
            plan.arguments(entry, quick=True) | {"frames": self.count},
            lambda paths, used: crowd.Crowd(paths[0], security, self.seed, used),
        )["steps"]
        return {name: part for name, part in step.items() if name.split("_")[0] in figures.LOADS}


def _rows(data):
    for part, label in PARTS.items():
        for load, found in data["parts"][part].items():
            way, octets = load.split("_")
            cells = [f"{found[key]:.1f}" for key in KEYS]
            yield [label, way, octets, *cells]


KEYS = ("kernel_us", "programs_us", "us", "least_us")
HEAD = ("", "way", "octets", "kernel, µs", "programs, µs", "together, µs", "least, µs")


def markdown(data):
    """A table for docs/results.md."""
    lines = ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"]
    lines += [f"| {' | '.join(row)} |" for row in _rows(data)]
    return "\n".join(lines) + "\n"


def print_table(data):
    table = Table(title="Processor time of a frame", box=rich.box.SIMPLE_HEAD)
    for number, name in enumerate(HEAD):
        table.add_column(name, justify="right" if number > 1 else "left")
    for row in _rows(data):
        table.add_row(*row)
    Console(width=110).print(table)


def _words(found):
    largest = f"_{plan.OCTETS[-1]}"
    return ", ".join(
        f"{part} {load.removesuffix(largest)} {cost['us']}"
        for part, loads in found.items()
        for load, cost in loads.items()
        if load.endswith(largest)
    )


def main(arguments):
    """``lab run cost`` on the command line."""
    Experiment(arguments.seed, arguments.quick).run()
