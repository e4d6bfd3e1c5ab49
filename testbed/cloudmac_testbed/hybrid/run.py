# SPDX-License-Identifier: Apache-2.0
"""``lab run hybrid``: the controller applies each policy in a live lab; each load is then measured
in virtual time on what the controller installed."""
import dataclasses

from .. import keeping, virtual
from ..errors import LabError
from ..experiment import Experiment
from ..guest import mixed
from ..live import apply_policy, copy_snapshot, joined_lab
from . import figures, policies

BOOT_S = 25
"""Virtual seconds before the traffic, associations included."""
FULL = {"warm_s": 3, "seconds": 6}
SHORT = {"warm_s": 2, "seconds": 3}


@dataclasses.dataclass(frozen=True)
class PolicyRun:
    """A policy under a load. load: a key of policies.LOADS."""

    policy: policies.HybridPolicy
    load: str

    @property
    def name(self):
        return f"{self.policy.name}.{self.load}"


class HybridExperiment(Experiment):
    """Measures queueing policies side by side, with light and heavy CloudMAC traffic. Resumes
    an interrupted run.

    names: of policies; None for all, or with quick for a few. Raises ValueError for an unknown
    name."""

    name = "hybrid"
    help = "queueing policies side by side, under light and heavy CloudMAC traffic"
    quick_help = f"short measurements of {', '.join(policies.QUICK)}"
    default_topology = "hybrid"

    def __init__(self, *, names=None, **settings):
        super().__init__(**settings)
        known = policies.QUICK if self.quick else [policy.name for policy in policies.POLICIES]
        self.chosen = policies.by_name(names or known)
        self.times = SHORT if self.quick else FULL
        self.stations = [host.name for host in self.network.of_kind("station")][:2]
        if len(self.stations) < 2:
            raise LabError(f"topology {self.network.name}: this needs two stations")

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        names = ", ".join(policy.name for policy in policies.POLICIES)
        parser.add_argument(
            "--policies", nargs="+", metavar="NAME", help=f"measure only these of: {names}"
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {"names": arguments.policies}

    def measurements(self):
        return [PolicyRun(policy, load) for policy in self.chosen for load in policies.LOADS]

    def key(self, entry):
        policy = entry.policy
        how = [policy.call, policy.direct, policies.LOADS[entry.load], self.times, self.seed]
        return keeping.digest(how, self.network.to_json(), self.content)

    def measure(self, missing):
        wanted = [policy for policy in self.chosen if any(policy is e.policy for e in missing)]
        sums = self.install(wanted, self.scratch / "snapshots")
        total = BOOT_S + sum(self.times.values())

        def one(entry, tick):
            raw = self.measure_one(entry, tick)
            if raw["checksums"] != sums[entry.policy.name]:
                raise LabError(f"{entry.name}: the rules are not those that were installed")
            return raw

        self.side_by_side(missing, one, lambda _: total, self.words)

    def install(self, wanted, target):
        """Has the controller apply each policy, and copies the lab's snapshot of each to a
        folder of ``target``. Returns policy name -> checksums of the rules."""
        sums = {}
        with joined_lab(self.network, self.built, self.say, stations=self.stations):
            for policy in wanted:
                more = {key: value for key, value in policy.call.items() if key != "type"}
                ports = apply_policy(policy.call["type"], more, policy.qdisc)
                sums[policy.name] = copy_snapshot(target / policy.name)
                self.say(f"{policy.name}: active on {ports} ports ({policy.what})")
        return sums

    def measure_one(self, entry, tick=None):
        """Returns the raw result of one measurement."""
        return virtual.measure(
            self.scratch / entry.name,
            self.built,
            self.network,
            mixed.mixed,
            seed=self.seed,
            snapshot=self.scratch / "snapshots" / entry.policy.name,
            tick=tick,
            mbps=policies.LOADS[entry.load],
            direct=entry.policy.direct or None,
            names=self.stations,
            **self.times,
        )

    def words(self, _, raw):
        """Returns the main figures of one measurement as text."""
        seen = figures.figures(raw, *self.stations)
        return (
            f"CloudMAC {seen['mac_ms_p95']} ms (95 %), {seen['mac_mbps']} Mb/s; "
            f"cross {seen['cross_up_mbps']} up, {seen['cross_down_mbps']} down"
        )

    def summary(self):
        table = {policy.name: {} for policy in self.chosen}
        for entry in self.measurements():
            found = figures.figures(self.kept(entry), *self.stations)
            table[entry.policy.name][entry.load] = found
        return {
            "policies": table,
            "choice": figures.choose(table),
            "what": {policy.name: policy.what for policy in self.chosen},
            "directly": [policy.name for policy in self.chosen if policy.direct],
            "loads_mbps": policies.LOADS,
            **self.times,
        }

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import report

        table = data["policies"]
        self.beside("table.md").write_text(report.markdown(table), encoding="utf-8")
        report.plot(table, self.beside("hybrid.png"))
        report.print_table(table, data["choice"])
