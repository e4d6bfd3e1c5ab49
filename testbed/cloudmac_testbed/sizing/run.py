# SPDX-License-Identifier: Apache-2.0
"""``lab run sizing``: a boot for each series, in real time, with the VAPs alone in it."""
import pathlib

from .. import keeping
from ..experiment import SeriesExperiment
from ..guest import vap_host
from ..wires import crowd
from . import figures, machine, plan, processor

MEASURING = [pathlib.Path(module.__file__) for module in (plan, processor)]


class SizingExperiment(SeriesExperiment):
    """Measures memory and processor time of a machine with 1 to 64 VAPs, and of a VAP with 2 to
    512 stations. Resumes an interrupted run. The result file has all series that
    are kept, not only those of --series."""

    name = "sizing"
    help = "memory and processor time of VAPs, stations, frames and associations"
    quick_help = "a few VAPs and frames"
    series_help = "vaps or 'vaps-*'"
    clock = machine.CLOCK

    def all_series(self):
        return plan.series(self.quick)

    def key(self, entry):
        return keeping.digest(repr(entry), self.quick, self.seed, self.content, *MEASURING)

    def measure(self, missing):
        for entry in missing:
            steps = ", ".join(f"{vaps} x {each}" for vaps, each in entry.steps)
            self.say(f"{entry.name}: steps of {steps}")
            self.keep(entry, self.measure_one(entry))

    def measure_one(self, entry):
        """Returns the raw result of one boot."""
        return machine.run(
            self.built,
            vap_host.measure_steps,
            plan.arguments(entry, self.quick),
            lambda paths, used: crowd.Crowd(paths[0], entry.security, self.seed, used),
        )

    def summary(self):
        kept = self.kept_of(self.series)
        return {"series": {name: figures.summary(raw) for name, raw in kept.items()}}

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import report

        self.beside("table.md").write_text(report.markdown(data), encoding="utf-8")
        report.plot(data, self.beside("sizing.png"))
        report.print_table(data)
