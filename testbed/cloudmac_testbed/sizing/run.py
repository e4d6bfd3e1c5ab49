# SPDX-License-Identifier: Apache-2.0
"""The experiment: a boot for each series, in real time, with nothing in it but the VAPs."""
import pathlib

from .. import keeping, parts, results
from ..guest import vap_host
from ..settings import RESULTS
from . import crowd, dot11, figures, keys, machine, plan, processor, report

MEASURING = [pathlib.Path(module.__file__) for module in (crowd, dot11, keys, plan, processor)]


class Experiment(keeping.Experiment):
    """quick: a few VAPs and frames; names: patterns of the series to measure, None for all.
    Raises ValueError where there is no such series."""

    def __init__(self, seed=1, quick=False, names=None):
        super().__init__(RESULTS / "sizing", seed, quick)
        self.series = plan.series(quick)
        self.chosen = keeping.named(self.series, names)

    def run(self):
        """Everything; returns the content of sizing.json. Raises LabError."""
        built = parts.gather()
        content = keeping.content(built)
        for entry in self.chosen:
            if self.kept(entry, content) is None:
                self.say(
                    f"{entry.name}: steps of {', '.join(_step(*step) for step in entry.steps)}"
                )
                self.shelf.put(entry.name, self.key(entry, content), self.measure(built, entry))
        return self.report(built, content)

    def key(self, entry, content):
        """What a series depends on; the same key, as good a result."""
        return keeping.digest(repr(entry), self.quick, self.seed, content, *MEASURING)

    def measure(self, built, entry):
        """One boot's raw result."""
        return machine.run(
            built,
            vap_host.measure_steps,
            plan.arguments(entry, self.quick),
            lambda paths, used: crowd.Crowd(paths[0], entry.security, self.seed, used),
        )

    def report(self, built, content):
        """Write the result file, the table and the plot, of all that there is."""
        raw = {
            entry.name: found
            for entry in self.series
            if (found := self.kept(entry, content)) is not None
        }
        data = {
            "series": {
                entry.name: figures.summary(raw[entry.name])
                for entry in self.series
                if entry.name in raw
            },
            "clock": machine.CLOCK,
            **self.about(built),
        }
        results.write_json(RESULTS / "sizing.json", data)
        (self.folder / "table.md").write_text(report.markdown(data), encoding="utf-8")
        report.plot(data, self.folder / "sizing.png")
        report.print_table(data)
        print(f"\nRaw samples and plot: {self.folder}\nFigures: {RESULTS}/sizing.json")
        return data


def _step(vaps, each):
    return f"{vaps} x {each}"


def main(arguments):
    """``lab run sizing`` on the command line."""
    keeping.run_some(Experiment, arguments)
