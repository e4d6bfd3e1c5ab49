# SPDX-License-Identifier: Apache-2.0
"""The experiment: a boot for each series, in real time, with nothing in it but the VAPs."""
import pathlib

from .. import keeping, parts, results, topology, virtual
from ..settings import RESULTS, LabError
from ..uml import Uml
from . import crowd, dot11, figures, keys, plan, processor, report

CLOCK = "processor time by the machine's scheduler; seconds are real"
TIMEOUT_S = 1800
MEMORY_MB = 2048
MEASURING = [pathlib.Path(module.__file__) for module in (crowd, dot11, keys, plan, processor)]
NEEDED = ("labwire", "hwsim", "driver", "vap_tool")


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
        with virtual.scratch() as scratch:
            path = crowd.listening_path(scratch)
            kernel = Uml(
                scratch / "run",
                {
                    "topology": topology.parse({}).to_json(),
                    "mode": "run",
                    "experiment": "sizing",
                    "arguments": plan.arguments(entry, self.quick),
                    "parts": {name: str(getattr(built, name)) for name in NEEDED},
                    "controller": False,
                },
                built,
                virtual=False,
                wire=path,
                memory_mb=MEMORY_MB,
            )
            people = crowd.Crowd(
                path,
                entry.security,
                self.seed,
                lambda: processor.used_ns(kernel.process.pid),
            )
            people.start()
            scratch.joinpath("run").mkdir()
            with kernel:
                found = kernel.wait(TIMEOUT_S)
        return found

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
            "clock": CLOCK,
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
    try:
        experiment = Experiment(arguments.seed, arguments.quick, arguments.series)
    except ValueError as error:
        raise LabError(str(error)) from None
    experiment.run()
