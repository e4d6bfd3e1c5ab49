# SPDX-License-Identifier: Apache-2.0
"""``lab run virtual-wifi``: measures the chosen parts, one after the other."""
from ..experiment import Experiment, positive
from ..keeping import PARALLEL
from . import parts, plan


class VirtualWifiExperiment(Experiment):
    """Virtual stations beside native ones: goodput, delay, many on one radio, scans, power save,
    hostile guests, faults, moves, load and 802.11n, W1 to W11. Resumes an interrupted run.

    seeds: number of seeds, from ``seed`` on, None for what each part has; chosen: names of parts,
    None for all. Raises ValueError for an unknown name."""

    name = "virtual-wifi"
    help = "virtual stations on a WTP's radio beside native ones, W1 to W11"
    quick_help = "one seed, short"
    clock = None

    def __init__(self, *, seeds=None, chosen=None, **settings):
        super().__init__(**settings)
        for name in chosen or ():
            if name not in parts.PARTS:
                raise ValueError(f"no part {name}; there are: {', '.join(parts.PARTS)}")
        self.parts = [part for name, part in parts.PARTS.items() if not chosen or name in chosen]
        drawn = plan.Seeds(self.seed, seeds)
        self.entries = {part.name: part.entries(drawn, self.quick) for part in self.parts}

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument(
            "--seeds", type=positive, metavar="N", help="number of seeds of each part"
        )
        parser.add_argument(
            "--parts", metavar="NAME,...", help=f"only these of {', '.join(parts.PARTS)}"
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {
            "seeds": arguments.seeds,
            "chosen": arguments.parts.split(",") if arguments.parts else None,
        }

    def measurements(self):
        return [entry for entries in self.entries.values() for entry in entries]

    def key(self, entry):
        return parts.PARTS[entry.part].key(entry, self.content)

    def measure(self, missing):
        for part in self.parts:
            wanted = [entry for entry in missing if entry.part == part.name]
            if wanted:
                self.say(f"{part.name}, {part.title}: {len(wanted)} measurements are missing")
                part.measure(wanted, self)

    def summary(self):
        found = {}
        for part in self.parts:
            entries = self.entries[part.name]
            raw = self.kept_of(entries)
            if len(raw) == len(entries):
                found[part.name] = part.figures(entries, raw)
        return {
            **found,
            "clocks": {part.name: part.clock for part in self.parts},
            "quick": self.quick,
            "parallel": PARALLEL,
        }

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import plots, report

        self.beside("table.md").write_text(report.markdown(data), encoding="utf-8")
        plots.draw(data, self.folder)
        report.print_tables(data)
