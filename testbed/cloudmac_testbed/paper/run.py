# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac reproduce``: each policy applied by the controller in a live lab, then all
repetitions of all lines in virtual time on what it made of it. It goes on where it was
interrupted."""
import dataclasses
import shutil

from .. import client, keeping, parts, restconf, results, topology, virtual
from ..guest import basics, experiments, queueing
from ..settings import RESULTS, ROOT, RUNTIME, LabError
from . import capacity, figures, flent, plan, report, setups

SEEDS = 1000
"""A repetition's seed is the experiment's times this plus its number."""


def network(name):
    """A topology by its name, or one of setups.NETWORKS by that."""
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


class Reproduction(keeping.Experiment):
    """chosen: plan.Figure objects; quick: one short repetition of the main lines; tested: only
    what differences are suspected of; named: only these lines, empty for all."""

    def __init__(self, chosen, seed=1, quick=False, repetitions=None, tested=False, named=()):
        super().__init__(RESULTS / ("reproduce-quick" if quick else "reproduce"), seed, quick)
        self.chosen = chosen
        self.tested = tested
        self.named = named
        self.repetitions = repetitions or (1 if quick else plan.REPETITIONS)
        self.networks = {}
        self.shelf = keeping.Shelf(self.folder / "raw", seed)

    def run(self):
        """Everything; returns figure -> content of its result file. Raises LabError."""
        built = parts.gather()
        content = keeping.content(built)
        wanted = self.wanted()
        missing = [one for one in wanted if self.kept(one, content) is None]
        if len(missing) < len(wanted):
            self.say(
                f"{len(wanted) - len(missing)} of {len(wanted)} measurements are there already"
            )
        if not self.tested and any(figure.part == "capacity" for figure in self.chosen):
            capacity.measure(self, built, content)
        if missing:
            with virtual.scratch() as scratch:
                sums = {}
                for name in sorted({one.line.network for one in missing}):
                    wanted = {one.line.policy for one in missing if one.line.network == name}
                    sums |= self.install(built, name, sorted(wanted), scratch / "snapshots")
                self.measure(built, content, missing, sums, scratch)
        return (self.report_causes if self.tested else self.report)(built, content)

    def wanted(self):
        """All measurements that it takes."""
        return plan.measurements(self.chosen, self.quick, self.repetitions, self.tested, self.named)

    def key(self, one, content):
        """What a measurement depends on; the same key, the same result."""
        policy = setups.POLICIES[one.line.policy]
        how = [one.arguments(), policy.type, policy.call, self.seed_of(one)]
        return keeping.digest(how, self.network_of(one).to_json(), content)

    def network(self, name):
        if name not in self.networks:
            self.networks[name] = network(name)
        return self.networks[name]

    def network_of(self, one):
        """The network of one measurement."""
        more_us = one.part.more_delay_us(one.repetition)
        return self.network(one.line.network).delayed_by(more_us)

    def seed_of(self, one):
        return SEEDS * self.seed + one.repetition

    def install(self, built, network, names, target):
        """Have the controller apply policies in a network, and keep what came of each in a
        folder of ``target``. Returns (network, policy) -> checksums of the rules."""
        sums = {}
        described = self.network(network)
        with client.Lab(described, built, progress=self.say) as lab:
            wtps = {host.name for host in described.of_kind("wtp")}
            restconf.wait_for("the WTP to announce itself", lambda: wtps <= set(restconf.wtps_up()))
            for host in described.of_kind("station"):
                client.call(basics.join, name=host.name)
            trunks = client.call(queueing.trunk_ports)
            for name in names:
                policy = setups.POLICIES[name]
                restconf.apply_qos(policy.type, len(trunks), **policy.call)
                for switch, port in trunks:
                    client.call(queueing.wait_qdisc, switch=switch, port=port, kind=policy.qdisc)
                folder = f"snapshots/{name}"
                sums[network, name] = client.call(experiments.snapshot, folder=folder)
                shutil.copytree(RUNTIME / "exchange" / folder, target / network / name)
                self.say(f"{network}, {name}: active on {len(trunks)} ports")
            lab.check()
        return sums

    def measure(self, built, content, missing, sums, scratch):
        """All that is missing, a file each as soon as it is done."""
        self.say(f"{len(missing)} measurements in virtual time, {keeping.PARALLEL} at a time")

        def one(which, tick):
            line = which.line
            raw = virtual.measure(
                scratch / which.name,
                built,
                self.network_of(which),
                which.part.experiment,
                seed=self.seed_of(which),
                snapshot=scratch / "snapshots" / line.network / line.policy,
                tick=tick,
                **which.arguments(),
            )
            shutil.rmtree(scratch / which.name)
            if raw["checksums"] != sums[line.network, line.policy]:
                raise LabError(f"{which.name}: the rules are not those that were installed")
            self.shelf.put(which.name, self.key(which, content), raw)
            return f"{which.name}: {self.words(which, raw)}"

        keeping.side_by_side(missing, one, lambda one: one.name, lambda one: one.seconds())

    def summary(self, part, raws):
        return figures.SUMMARIES[part.name](raws, part.quick if self.quick else part.full)

    def words(self, which, raw):
        """One measurement in a few words."""
        found = self.summary(which.part, [raw])
        keys = ("mean_ms", "median_ms", "p95_ms", "success_percent", "mbps", "with_during")
        return ", ".join(f"{key} {found[key]:.4g}" for key in keys if found.get(key) is not None)

    def summaries(self, content):
        """Part -> line -> summary of all repetitions; and the raw results likewise."""
        kept = {}
        for one in self.wanted():
            raws = kept.setdefault(one.part.name, {}).setdefault(one.line.name, [])
            raws.append(self.kept(one, content))
        found = {
            part: {name: self.summary(plan.PARTS[part], raws) for name, raws in lines.items()}
            for part, lines in kept.items()
        }
        return found, kept

    def about(self, built):
        return super().about(built) | {
            "clock": virtual.CLOCK,
            "repetitions": self.repetitions,
            "quick": self.quick,
        }

    def report_causes(self, built, content):
        """What became of the differences' suspected causes: causes.json and causes.md."""
        found, _ = self.summaries(content)
        done = {
            figure.name: figures.causes(figure, found[figure.part])
            for figure in self.chosen
            if plan.causes(figure)
        }
        results.write_json(RESULTS / "causes.json", {"figures": done, **self.about(built)})
        report.causes(self.chosen, done, self.folder / "causes.md")
        print(f"\nTable: {self.folder / 'causes.md'}\nFigures: {RESULTS / 'causes.json'}")
        return done

    def report(self, built, content):
        """The result files, tables and plots of all chosen figures."""
        summaries, kept = self.summaries(content)
        about = self.about(built)
        done = {}
        for figure in self.chosen:
            if figure.part == "capacity":
                done[figure.name] = capacity.result(self, content, figure, about)
            else:
                found = summaries[figure.part]
                shown = figure.lines(self.quick, self.named)
                lines = figures.table(figure, {line.name: found[line.name] for line in shown})
                done[figure.name] = self.data(figure, lines, about)
                done[figure.name]["causes"] = figures.causes(figure, found)
                done[figure.name]["more_delay_us"] = [
                    plan.PARTS[figure.part].more_delay_us(number)
                    for number in range(self.repetitions)
                ]
            results.write_json(RESULTS / f"{figure.name}.json", done[figure.name])
            report.figure(figure, done[figure.name], self.folder)
        flent.write_all(kept, self.folder / "flent", about)
        report.document(self.chosen, done, self.folder / "report.md")
        report.print_tables(self.chosen, done)
        print(f"\nRaw samples, CSV, plots, report.md: {self.folder}")
        print(f"Figures: {', '.join(str(RESULTS / f'{name}.json') for name in done)}")
        return done

    @staticmethod
    def data(figure, lines, about):
        """A result file's content."""
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


def planned(arguments):
    """What the command line asks for. Raises LabError."""
    named = arguments.lines or ()
    try:
        chosen = plan.by_name(arguments.figures or ["all"])
        if arguments.causes:
            chosen = [figure for figure in chosen if plan.causes(figure)]
        if named and chosen:
            plan.check_lines(chosen, named)
    except ValueError as error:
        raise LabError(str(error)) from None
    if arguments.document and (arguments.causes or named):
        raise LabError("--document is for whole figures, not for --causes or --lines")
    if arguments.document and len(chosen) < len(plan.FIGURES):
        raise LabError("--document is for all figures: what it does not measure it would remove")
    experiment = Reproduction(
        chosen, arguments.seed, arguments.quick, arguments.repetitions, arguments.causes, named
    )
    if arguments.causes and not experiment.wanted():
        raise LabError("nothing is suspected of these figures and lines")
    return experiment


def main(arguments):
    """``reproduce`` on the command line."""
    experiment = planned(arguments)
    experiment.run()
    if arguments.document:
        try:
            report.publish(experiment.folder, experiment.chosen, ROOT / "docs")
        except (OSError, ValueError) as error:
            raise LabError(str(error)) from None
