# SPDX-License-Identifier: Apache-2.0
"""``lab run cost``: measures the processor time of a frame in each part between a station and
the network behind its VAP: a switch, the WTP, the VAP's machine. Each part boots by itself,
several times."""
import dataclasses
import statistics

from ..experiment import Experiment
from ..guest import frame_cost, vap_host
from ..wires import crowd, relay
from . import figures, machine, plan

FRAMES, QUICK_FRAMES = 20_000, 300
ROUNDS, QUICK_ROUNDS = 5, 1
"""Boots of each part."""
VAP_STEPS = [[1, 2]]
PARTS = {
    "bridge": "wires alone: the kernel's bridge",
    "pair": "two bridges and a veth pair",
    "macsec": "the same with MACsec on the pair: it encrypts and decrypts once",
    "switch": "a switch",
    "station": "a station that sends, without a WTP",
    "wtp": "the WTP, its radio's driver and, up, the station",
    "vap_open": "the VAP's machine, open network",
    "vap_wpa2": "the VAP's machine, WPA2",
}


def summary(rounds):
    """Returns part -> load -> microseconds for a frame over the rounds: medians for the kernel,
    for programs and for both; and the least of both, which other work on the machine disturbed
    least. rounds: part -> load -> a result of relay.py or crowd.py, for each round."""
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


@dataclasses.dataclass(frozen=True)
class CostRound:
    """One boot of each part."""

    number: int

    @property
    def name(self):
        return f"round {self.number}"


class CostExperiment(Experiment):
    """Measures the processor time of a frame in a switch, in a WTP and in a VAP's machine, each
    by itself."""

    name = "cost"
    help = "processor time of a frame in a switch, a WTP and a VAP's machine"
    quick_help = "one boot of each part, few frames"
    keeps_raw = False
    clock = machine.CLOCK

    def __init__(self, **settings):
        super().__init__(**settings)
        self.count = QUICK_FRAMES if self.quick else FRAMES

    def measurements(self):
        return [
            CostRound(number) for number in range(1, (QUICK_ROUNDS if self.quick else ROUNDS) + 1)
        ]

    def measure(self, missing):
        for entry in missing:
            raw = self.measure_one()
            self.keep(entry, raw)
            self.say(f"{entry.name}: " + _words(summary([raw])))

    def measure_one(self):
        """Boots each part once. Returns part -> load -> measured values."""
        given = {"octets": list(plan.OCTETS), "frames": self.count}
        found = {}
        for experiment, wires in ((frame_cost.forwarding, 3), (frame_cost.carrying, 2)):
            found |= machine.run(self.built, experiment, given, relay.Relay, wires)
        for security in ("open", "wpa2"):
            found[f"vap_{security}"] = self.vap(security)
        return found

    def vap(self, security):
        """Boots a VAP's machine. Returns load -> measured values."""
        entry = plan.SizingSeries("cost", VAP_STEPS, security)
        (step,) = machine.run(
            self.built,
            vap_host.measure_steps,
            plan.arguments(entry, quick=True) | {"frames": self.count},
            lambda paths, used: crowd.Crowd(paths[0], security, self.seed, used),
        )["steps"]
        return {name: part for name, part in step.items() if name.split("_")[0] in figures.LOADS}

    def summary(self):
        rounds = [self.kept(entry) for entry in self.measurements()]
        return {"parts": summary(rounds), "rounds": rounds, "frames": self.count}

    def show(self, data):
        self.beside("table.md").write_text(markdown(data), encoding="utf-8")
        print_table(data)


def _rows(data):
    for part, label in PARTS.items():
        for load, found in data["parts"][part].items():
            way, octets = load.split("_")
            cells = [f"{found[key]:.1f}" for key in KEYS]
            yield [label, way, octets, *cells]


KEYS = ("kernel_us", "programs_us", "us", "least_us")
HEAD = ("", "way", "octets", "kernel, µs", "programs, µs", "together, µs", "least, µs")


def markdown(data):
    """Returns a table, in Markdown."""
    lines = ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"]
    lines += [f"| {' | '.join(row)} |" for row in _rows(data)]
    return "\n".join(lines) + "\n"


def print_table(data):
    # Here, as --help works before the packages for tables are installed.
    import rich.box
    from rich.console import Console
    from rich.table import Table

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
