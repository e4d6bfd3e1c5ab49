# SPDX-License-Identifier: Apache-2.0
"""``lab run air``: CloudMAC as the controller installed it beside a plain access point, each
series a boot in virtual time."""
import shutil

from .. import keeping, virtual
from ..experiment import SeriesExperiment
from ..guest import goodput
from ..live import live_snapshot
from . import figures, plan

BOOT_S = 5


class AirExperiment(SeriesExperiment):
    """Measures goodput and delay by rate and by distance, through CloudMAC and through a plain
    access point. Resumes an interrupted run."""

    name = "air"
    help = "goodput and delay by rate and distance, beside a plain access point"
    quick_help = "few points, short measurements"
    series_help = "g-rates-plain or 'n-rates-*'"

    def all_series(self):
        return plan.series(self.quick)

    def key(self, entry):
        return keeping.digest(repr(entry), self.seed, self.content, entry.network().to_json())

    def measure(self, missing):
        # The rules do not depend on the backhaul, nor on other stations on the air.
        needed = {(e.standard, e.security) for e in missing if e.side == "cloudmac"}
        snapshots = {
            (standard, security): live_snapshot(
                plan.network(standard, "cloudmac", security=security),
                self.built,
                self.scratch / f"snapshot-{standard}-{security}",
                self.say,
            )
            for standard, security in sorted(needed)
        }
        self.side_by_side(
            missing,
            lambda entry, tick: self.measure_one(entry, snapshots, tick),
            _seconds,
            lambda entry, _: f"{len(entry.points)} points",
        )

    def measure_one(self, entry, snapshots, tick):
        """Returns the raw result of one series."""
        folder = self.scratch / entry.name
        raw = virtual.measure(
            folder,
            self.built,
            entry.network(),
            goodput.measure_points,
            seed=self.seed,
            snapshot=(
                snapshots[entry.standard, entry.security] if entry.side == "cloudmac" else None
            ),
            tick=tick,
            names=[f"mn{number}" for number in range(1, entry.stations + 1)],
            points=list(entry.points),
            kinds=list(entry.kinds),
            seconds=entry.seconds,
            warm_s=entry.warm_s,
        )
        shutil.rmtree(folder, ignore_errors=True)
        return raw

    def summary(self):
        return figures.compare(self.chosen, self.kept_of(self.chosen))

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import report

        self.beside("table.md").write_text(report.markdown(data), encoding="utf-8")
        report.plot_rates(data, self.beside("rates.png"))
        report.plot_distances(data, self.beside("distances.png"))
        report.print_table(data)


def _seconds(entry):
    """Returns roughly how long a series takes in virtual time."""
    return BOOT_S + len(entry.points) * len(entry.kinds) * (entry.seconds + entry.warm_s + 1)
