# SPDX-License-Identifier: Apache-2.0
"""The experiment: CloudMAC as the controller installed it, and a plain access
point, each series a boot in virtual time. It goes on where it was interrupted."""
import shutil

from .. import keeping, parts, results, virtual
from ..guest import goodput
from ..live import live_snapshot
from ..settings import RESULTS
from . import figures, plan, report

BOOT_S = 5


class Experiment(keeping.Experiment):
    """quick: few points, short measurements; names: of series, None for all. Raises
    ValueError where there is no such series."""

    def __init__(self, seed=1, quick=False, names=None):
        super().__init__(RESULTS / "air", seed, quick)
        self.series = keeping.named(plan.series(quick), names)

    def run(self):
        """Everything; returns the content of air.json. Raises LabError."""
        built = parts.gather()
        content = keeping.content(built)
        missing = [entry for entry in self.series if self.kept(entry, content) is None]
        self.say(f"{len(missing)} of {len(self.series)} series are to be measured")
        with virtual.scratch() as scratch:
            # The rules do not depend on the backhaul, nor on who else is on the air.
            snapshots = {
                standard: live_snapshot(
                    plan.network(standard, "cloudmac"), built, scratch / f"snapshot-{standard}"
                )
                for standard in sorted({e.standard for e in missing if e.side == "cloudmac"})
            }
            keeping.side_by_side(
                missing,
                lambda entry, tick: self.measure(built, content, entry, snapshots, scratch, tick),
                lambda entry: entry.name,
                _seconds,
            )
        return self.report(built, content)

    def key(self, entry, content):
        """What a series depends on; the same key, the same result."""
        return keeping.digest(repr(entry), self.seed, content, entry.network().to_json())

    def measure(self, built, content, entry, snapshots, scratch, tick):
        names = [f"mn{number}" for number in range(1, entry.stations + 1)]
        raw = virtual.measure(
            scratch / entry.name,
            built,
            entry.network(),
            goodput.measure_points,
            seed=self.seed,
            snapshot=snapshots.get(entry.standard) if entry.side == "cloudmac" else None,
            tick=tick,
            names=names,
            points=list(entry.points),
            kinds=list(entry.kinds),
            seconds=entry.seconds,
            warm_s=entry.warm_s,
        )
        shutil.rmtree(scratch / entry.name, ignore_errors=True)
        self.shelf.put(entry.name, self.key(entry, content), raw)
        return f"{entry.name}: {len(entry.points)} points"

    def report(self, built, content):
        """Write the result file and the plots, print the table."""
        kept = {entry.name: self.kept(entry, content) for entry in self.series}
        raw = {name: found for name, found in kept.items() if found is not None}
        data = {
            **figures.compare(self.series, raw),
            "clock": virtual.CLOCK,
            **self.about(built),
        }
        results.write_json(RESULTS / "air.json", data)
        (self.folder / "table.md").write_text(report.markdown(data), encoding="utf-8")
        report.plot_rates(data, self.folder / "rates.png")
        report.plot_distances(data, self.folder / "distances.png")
        report.print_table(data)
        print(f"\nRaw samples and plots: {self.folder}\nFigures: {RESULTS}/air.json")
        return data


def _seconds(entry):
    """About how long a series takes in virtual time."""
    return BOOT_S + len(entry.points) * len(entry.kinds) * (entry.seconds + entry.warm_s + 1)


def main(arguments):
    """``lab run air`` on the command line."""
    keeping.run_some(Experiment, arguments)
