# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac reproduce``: the controller applies each policy in a live lab; all repetitions of
all lines are then measured in virtual time on what the controller installed."""
import dataclasses
import shutil
import subprocess
import sys

from .. import keeping, topology, virtual
from ..errors import LabError
from ..experiment import Experiment, positive
from ..live import apply_policy, copy_snapshot, joined_lab, queued
from ..settings import ROOT
from . import capacity, figures, flent, plan, setups

SEEDS = 1000
"""A repetition's seed is the experiment's times this plus its number."""


def network(name):
    """Returns a topology by its name, or by its name in setups.NETWORKS."""
    of, mbps = setups.NETWORKS.get(name, (name, None))
    loaded = topology.load(of)
    if mbps is None:
        return loaded
    trunks = {host.name for host in loaded.of_kind("switch")}
    links = [
        dataclasses.replace(link, rate_mbps=mbps) if trunks.issuperset(link.ends) else link
        for link in loaded.links
    ]
    return dataclasses.replace(loaded, links=links)


class Reproduction(Experiment):
    """Measures figures of the paper and prints them beside the paper's numbers. Resumes an
    interrupted run.

    chosen: plan.Figure objects; repetitions: None for the usual number; tested: measure only
    the suspected causes of differences; named: only these lines, empty for all."""

    name = "reproduce"
    help = "measure figures of the paper, beside the paper's numbers"
    quick_help = "one short repetition of the main lines"

    def __init__(self, chosen, *, repetitions=None, tested=False, named=(), **settings):
        super().__init__(**settings)
        self.chosen = chosen
        self.tested = tested
        self.named = named
        self.repetitions = repetitions or (1 if self.quick else plan.REPETITIONS)
        self.networks = {}
        self.folder = self.results / ("reproduce-quick" if self.quick else "reproduce")
        self.shelf = keeping.Shelf(self.folder / "raw", self.seed)

    # --- the command line --------------------------------------------------------

    @classmethod
    def add_options(cls, parser):
        parser.add_argument(
            "figures",
            nargs="*",
            metavar="FIGURE",
            help=f"{', '.join(plan.FIGURES)}, or all (the default)",
        )
        super().add_options(parser)
        parser.add_argument(
            "--repetitions",
            type=positive,
            metavar="N",
            help=f"of each measurement (default {plan.REPETITIONS}; with --quick 1)",
        )
        parser.add_argument(
            "--lines",
            type=lambda text: text.split(","),
            metavar="LINE,...",
            help="measure only these lines, by their names in the results, as htb,cloudmac",
        )
        parser.add_argument(
            "--document",
            action="store_true",
            help="copy the result files to docs/measured and fill in docs/results from them",
        )
        parser.add_argument(
            "--causes",
            action="store_true",
            help="measure only suspected causes of differences from the paper: each such line "
            "as it is, and with one thing changed",
        )

    @classmethod
    def settings(cls, arguments):
        named = arguments.lines or ()
        chosen = plan.by_name(arguments.figures or ["all"])
        if arguments.causes:
            chosen = [figure for figure in chosen if plan.causes(figure)]
        if named and chosen:
            plan.check_lines(chosen, named)
        if arguments.document and arguments.quick:
            raise LabError("--document is not for --quick: docs/measured is of longer runs")
        return super().settings(arguments) | {
            "chosen": chosen,
            "repetitions": arguments.repetitions,
            "tested": arguments.causes,
            "named": named,
        }

    @classmethod
    def checked(cls, arguments):
        made = super().checked(arguments)
        if made.tested and not made.measurements():
            raise LabError("these figures and lines have no suspected causes")
        return made

    @classmethod
    def main(cls, arguments):
        made = cls.checked(arguments)
        made.run()
        if arguments.document:
            made.document()

    # --- measurements ------------------------------------------------------------

    def measurements(self):
        return [*self.rounds(), *self.boots()]

    def rounds(self):
        """Returns the measurements in real time, for Figure 3."""
        if self.tested or not any(figure.part == "capacity" for figure in self.chosen):
            return []
        return capacity.rounds(self.repetitions, self.seed, self.quick)

    def boots(self):
        """Returns the measurements in virtual time, for all other figures."""
        return plan.measurements(self.chosen, self.quick, self.repetitions, self.tested, self.named)

    def key(self, entry):
        if isinstance(entry, capacity.CapacityRound):
            return capacity.key(entry, self.content)
        policy = setups.POLICIES[entry.line.policy]
        how = [entry.arguments(), policy.type, policy.call, self.seed_of(entry)]
        if policy.queue_of:
            how.append(sorted([*ends, queue] for ends, queue in policy.queue_of.items()))
        return keeping.digest(how, self.network_of(entry).to_json(), self.content)

    def topology_named(self, name):
        """Returns network(name), made once."""
        if name not in self.networks:
            self.networks[name] = network(name)
        return self.networks[name]

    def network_of(self, boot):
        """Returns the network of one measurement."""
        more_us = boot.part.more_delay_us(boot.repetition)
        return self.topology_named(boot.line.network).delayed_by(more_us)

    def seed_of(self, entry):
        if isinstance(entry, capacity.CapacityRound):
            return self.seed
        return SEEDS * self.seed + entry.repetition

    def measure(self, missing):
        rounds = [entry for entry in missing if isinstance(entry, capacity.CapacityRound)]
        boots = [entry for entry in missing if not isinstance(entry, capacity.CapacityRound)]
        if rounds:
            capacity.measure(self, rounds)
        if boots:
            sums = {}
            for name in sorted({boot.line.network for boot in boots}):
                policies = {boot.line.policy for boot in boots if boot.line.network == name}
                sums |= self.install(name, sorted(policies), self.scratch / "snapshots")
            self.side_by_side(
                boots,
                lambda boot, tick: self.measure_one(boot, sums, tick),
                lambda boot: boot.seconds(),
                self.words,
            )

    def install(self, name, policies, target):
        """Has the controller apply policies in the network ``name``, and copies the lab's
        snapshot of each to a folder of ``target``. Returns (network, policy) -> checksums of
        the rules."""
        sums = {}
        with joined_lab(self.topology_named(name), self.built, self.say):
            for policy_name in policies:
                policy = setups.POLICIES[policy_name]
                ports = apply_policy(policy.type, policy.call, policy.qdisc)
                with queued(policy.queue_of):
                    sums[name, policy_name] = copy_snapshot(target / name / policy_name)
                self.say(f"{name}, {policy_name}: active on {ports} ports")
        return sums

    def measure_one(self, boot, sums, tick):
        """Returns the raw result of one boot. sums: what install() returned."""
        line = boot.line
        folder = self.scratch / boot.name
        raw = virtual.measure(
            folder,
            self.built,
            self.network_of(boot),
            boot.part.experiment,
            seed=self.seed_of(boot),
            snapshot=self.scratch / "snapshots" / line.network / line.policy,
            tick=tick,
            **boot.arguments(),
        )
        shutil.rmtree(folder)
        if raw["checksums"] != sums[line.network, line.policy]:
            raise LabError(f"{boot.name}: the rules are not those that were installed")
        return raw

    # --- results -----------------------------------------------------------------

    def figures_of(self, part, raws):
        """Returns the summary of some repetitions of one line."""
        return figures.SUMMARIES[part.name](raws, part.times(self.quick))

    def words(self, boot, raw):
        """Returns the main figures of one measurement as text."""
        found = self.figures_of(boot.part, [raw])
        keys = ("mean_ms", "median_ms", "p95_ms", "success_percent", "mbps", "with_during")
        return ", ".join(f"{key} {found[key]:.4g}" for key in keys if found.get(key) is not None)

    def summaries(self):
        """Returns part -> line -> summary of all repetitions, and the raw results likewise."""
        kept = {}
        for boot in self.boots():
            raws = kept.setdefault(boot.part.name, {}).setdefault(boot.line.name, [])
            raws.append(self.kept(boot))
        found = {
            part: {name: self.figures_of(plan.PARTS[part], raws) for name, raws in lines.items()}
            for part, lines in kept.items()
        }
        return found, kept

    def about(self):
        return super().about() | {"repetitions": self.repetitions, "quick": self.quick}

    def report(self):
        """Writes a result file for each figure. Returns figure -> content."""
        return self.report_causes() if self.tested else self.report_figures()

    def report_causes(self):
        """Writes causes.json and causes.md: the differences beside their suspected causes."""
        # Here, as --help works before the packages for plots are installed.
        from . import report

        found, _ = self.summaries()
        done = {
            figure.name: figures.causes(figure, found[figure.part])
            for figure in self.chosen
            if plan.causes(figure)
        }
        path = self.write("causes", {"figures": done, **self.about()})
        report.causes(self.chosen, done, self.beside("causes.md"))
        print(f"\nTable: {self.folder / 'causes.md'}\nFigures: {path}")
        return done

    def report_figures(self):
        """Writes the result files, tables and plots of all chosen figures."""
        # Here, as --help works before the packages for plots are installed.
        from . import report

        summaries, kept = self.summaries()
        about = self.about()
        done, paths = {}, []
        for figure in self.chosen:
            if figure.part == "capacity":
                lines = capacity.result([self.kept(entry) for entry in self.rounds()], figure)
                done[figure.name] = self.figure_data(
                    figure,
                    lines,
                    about
                    | {"clock": capacity.CLOCK, "times": {"seconds": capacity.seconds(self.quick)}},
                )
            else:
                done[figure.name] = self.summary_of(figure, summaries[figure.part], about)
            paths.append(self.write(figure.name, done[figure.name]))
            report.figure(figure, done[figure.name], self.folder)
        flent.write_all(kept, self.folder / "flent", about)
        report.document(self.chosen, done, self.folder / "report.md")
        report.print_tables(self.chosen, done)
        print(f"\nRaw samples, CSV, plots, report.md: {self.folder}")
        print(f"Figures: {', '.join(map(str, paths))}")
        return done

    def summary_of(self, figure, found, about):
        """Returns the result file's content of a figure in virtual time. found: line ->
        summary."""
        shown = figure.lines(self.quick, self.named)
        lines = figures.table(figure, {line.name: found[line.name] for line in shown})
        part = plan.PARTS[figure.part]
        return self.figure_data(figure, lines, about) | {
            "causes": figures.causes(figure, found),
            "times": part.times(self.quick),
            "more_delay_us": [part.more_delay_us(number) for number in range(self.repetitions)],
        }

    @staticmethod
    def figure_data(figure, lines, about):
        """Returns what the result files of all figures have in common."""
        return {
            "figure": figure.number or figure.past,
            "title": figure.title,
            "unit": figure.unit,
            "quantity": figure.quantity,
            "lines": lines,
            "off_by_more_than_a_quarter": figures.deviations(figure, lines),
            "above_idle": [name for name in lines if figures.above_idle(figure, name, lines)],
            "own_policy_best": figures.best(figure, lines),
            "cross_kept": figures.cross_kept(lines) if figure.quantity == "cross" else None,
            **about,
        }

    def document(self):
        """Copies the result files to docs/measured, and fills in docs/results from them. Raises
        LabError."""
        names = ["causes"] if self.tested else [figure.name for figure in self.chosen]
        files = [self.results / f"{name}.json" for name in names]
        command = [sys.executable, "-m", "cloudmac_docs.results", "--take", *map(str, files)]
        if subprocess.run(command, cwd=ROOT / ".ci", check=False).returncode:
            raise LabError("the pages in docs/results could not be written")
