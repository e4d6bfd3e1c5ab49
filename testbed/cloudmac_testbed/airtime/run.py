# SPDX-License-Identifier: Apache-2.0
"""``lab run airtime``: each line and seed is a boot in virtual time. The switches learn: what
the controller installs does not change where frames wait, and a boot without it is short."""
import shutil

from .. import keeping, virtual
from ..errors import LabError
from ..experiment import Experiment, positive
from . import figures, lines, plan


class AirtimeExperiment(Experiment):
    """Stations of different rates share the air: shares, goodput, delay, calls and page loads,
    with each place of queues. Resumes an interrupted run.

    seeds: number of seeds, from ``seed`` on, None for plan.SEEDS; chosen: names of lines, parts: of experiments; None
    for all. Raises ValueError for an unknown name."""

    name = "airtime"
    help = "shares of the air and delay with each place of queues, T1 to T9"
    quick_help = "T1 to T3 with FIFO and Airtime, one seed, short"

    def __init__(self, *, seeds=None, chosen=None, parts=None, **settings):
        super().__init__(**settings)
        wanted = chosen or (lines.QUICK if self.quick else lines.LINES)
        _known("line", wanted, lines.LINES)
        _known("experiment", parts or (), plan.PARTS)
        self.lines, self.left = lines.usable(wanted)
        if not self.lines:
            raise ValueError("; ".join(self.left))
        seeds = plan.seeds_of(self.seed, seeds, self.quick)
        self.boots = plan.boots(self.lines, seeds, self.quick, parts)

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        default = ", ".join(f"{plan.SEEDS[group]} of {part}" for part, group in plan.PARTS.items())
        parser.add_argument(
            "--seeds", type=positive, metavar="N", help=f"number of seeds (default: {default})"
        )
        parser.add_argument(
            "--lines", metavar="NAME,...", help=f"only these of {', '.join(lines.LINES)}"
        )
        parser.add_argument(
            "--parts", metavar="NAME,...", help=f"only these of {', '.join(plan.PARTS)}"
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {
            "seeds": arguments.seeds,
            "chosen": _names(arguments.lines),
            "parts": _names(arguments.parts),
        }

    def measurements(self):
        return self.boots

    def key(self, entry):
        return keeping.digest(repr(entry), self.content, entry.network().to_json())

    def measure(self, missing):
        for message in self.left:
            self.say(message)
        self.side_by_side(missing, self.measure_one, lambda entry: entry.lasts_s)

    def measure_one(self, entry, tick):
        """Returns the raw result of one boot."""
        folder = self.scratch / entry.name
        raw = virtual.measure(
            folder,
            self.built,
            entry.network(),
            entry.program,
            seed=entry.seed,
            tick=tick,
            **entry.arguments(),
        )
        shutil.rmtree(folder, ignore_errors=True)
        return raw

    def summary(self):
        found = figures.summary(self.boots, self.kept_of(self.boots))
        about = {name: lines.LINES[name].label for name in self.lines}
        return found | {
            "lines": about,
            "seeds": plan.counted(self.boots),
            "left_out": self.left,
            "quick": self.quick,
        }

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import plots, report

        self.beside("table.md").write_text(report.markdown(data), encoding="utf-8")
        plots.draw(data, self.folder)
        report.print_tables(data)

    def verdict(self, data):
        silent = [
            f"{experiment}: {name}"
            for experiment, found in data.items()
            if experiment in plan.PARTS
            for name, one in found.items()
            if _is_silent(one)
        ]
        if silent:
            raise LabError(f"no traffic arrived: {', '.join(silent)}")


def _is_silent(found):
    """Returns true if any goodput in the figures of a line is 0."""
    if not isinstance(found, dict):
        return False
    return any(
        _zero(value) if key == "total_mbps" else _is_silent(value) for key, value in found.items()
    )


def _zero(value):
    """Returns true if a number, or any number in a mapping, is 0."""
    return any(map(_zero, value.values())) if isinstance(value, dict) else value == 0


def _names(text):
    """Returns the names of an option's value, None if it is absent."""
    return text.split(",") if text else None


def _known(what, names, all_names):
    """Raises ValueError for a name that is not one of ``all_names``."""
    for name in names:
        if name not in all_names:
            raise ValueError(f"no {what} {name}; there are: {', '.join(all_names)}")
