# SPDX-License-Identifier: Apache-2.0
"""The search: each policy applied by the controller in a live lab, then measured
under each load in virtual time on what the controller made of it."""
import shutil

from .. import client, keeping, parts, restconf, results, topology, virtual
from ..guest import basics, experiments, mixed, queueing
from ..settings import RESULTS, RUNTIME, LabError
from . import figures, policies, report

BOOT_S = 25
"""Virtual seconds before the traffic, associations included."""
FULL = {"warm_s": 3, "seconds": 6}
SHORT = {"warm_s": 2, "seconds": 3}


class Search(keeping.Experiment):
    """plan: topology; chosen: policies.Policy objects; quick: short measurements."""

    def __init__(self, plan, chosen, seed=1, quick=False, folder=None):
        super().__init__(folder or RESULTS / "hybrid", seed, quick)
        self.plan = plan
        self.chosen = chosen
        self.times = SHORT if quick else FULL
        self.stations = [host.name for host in plan.of_kind("station")][:2]

    def run(self):
        """Everything; returns the content of hybrid.json. Raises LabError."""
        built = parts.gather()
        content = keeping.content(built)
        pairs = [(policy, load) for policy in self.chosen for load in policies.LOADS]
        missing = [pair for pair in pairs if self.raw(*pair, content) is None]
        if len(missing) < len(pairs):
            self.say(f"{len(pairs) - len(missing)} of {len(pairs)} measurements are there already")
        if missing:
            with virtual.scratch() as scratch:
                wanted = [policy for policy in self.chosen if any(policy is p for p, _ in missing)]
                sums = self.install(built, wanted, scratch / "snapshots")
                self.measure(built, content, missing, sums, scratch)
        return self.report(built, content)

    def key(self, policy, load, content):
        """What a measurement depends on; the same key, the same result."""
        how = [policy.call, policy.direct, policies.LOADS[load], self.times, self.seed]
        return keeping.digest(how, self.plan.to_json(), content)

    def raw(self, policy, load, content):
        """An earlier run's raw result where it is still true, or None."""
        return self.shelf.get(f"{policy.name}.{load}", self.key(policy, load, content))

    def install(self, built, wanted, target):
        """Have the controller apply each policy and keep what came of it in a folder
        of ``target``. Returns policy name -> checksums of the rules."""
        sums = {}
        with client.Lab(self.plan, built, progress=self.say) as lab:
            wtps = {host.name for host in self.plan.of_kind("wtp")}
            restconf.wait_for(
                "the WTPs to announce themselves", lambda: wtps <= set(restconf.wtps_up())
            )
            for name in self.stations:
                client.call(basics.join, name=name)
            trunks = client.call(queueing.trunk_ports)
            for policy in wanted:
                more = {key: value for key, value in policy.call.items() if key != "type"}
                restconf.apply_qos(policy.call["type"], len(trunks), **more)
                for switch, port in trunks:
                    client.call(queueing.wait_qdisc, switch=switch, port=port, kind=policy.qdisc)
                folder = f"snapshots/{policy.name}"
                sums[policy.name] = client.call(experiments.snapshot, folder=folder)
                shutil.copytree(RUNTIME / "exchange" / folder, target / policy.name)
                self.say(f"{policy.name}: active on {len(trunks)} ports ({policy.what})")
            lab.check()
        return sums

    def measure(self, built, content, missing, sums, scratch):
        """Measure all pairs that are missing, a file each as soon as it is done."""
        self.say(f"{len(missing)} measurements in virtual time, {keeping.PARALLEL} at a time")

        def one(pair, tick):
            policy, load = pair
            raw = self.measure_one(built, policy, load, scratch, tick)
            if raw["checksums"] != sums[policy.name]:
                raise LabError(f"{policy.name}: the rules are not those that were installed")
            self.shelf.put(f"{policy.name}.{load}", self.key(policy, load, content), raw)
            seen = figures.figures(raw, *self.stations)
            return (
                f"{policy.name} {load}: CloudMAC {seen['mac_ms_p95']} ms (95 %), "
                f"{seen['mac_mbps']} Mb/s; cross {seen['cross_up_mbps']} up, "
                f"{seen['cross_down_mbps']} down"
            )

        total = BOOT_S + sum(self.times.values())
        keeping.side_by_side(
            missing, one, lambda pair: f"{pair[0].name} {pair[1]}", lambda _: total
        )

    def measure_one(self, built, policy, load, scratch, tick=None):
        """One measurement's raw result."""
        return virtual.measure(
            scratch / f"{policy.name}-{load}",
            built,
            self.plan,
            mixed.mixed,
            seed=self.seed,
            snapshot=scratch / "snapshots" / policy.name,
            tick=tick,
            mbps=policies.LOADS[load],
            direct=policy.direct or None,
            names=self.stations,
            **self.times,
        )

    def report(self, built, content):
        """Write the result file, the plot, and print the table."""
        table = {}
        for policy in self.chosen:
            table[policy.name] = {
                load: figures.figures(self.raw(policy, load, content), *self.stations)
                for load in policies.LOADS
            }
        choice = figures.choose(table)
        data = {
            "policies": table,
            "choice": choice,
            "what": {policy.name: policy.what for policy in self.chosen},
            "directly": [policy.name for policy in self.chosen if policy.direct],
            "loads_mbps": policies.LOADS,
            **self.times,
            "clock": virtual.CLOCK,
            **self.about(built),
        }
        results.write_json(self.folder.parent / "hybrid.json", data)
        (self.folder / "table.md").write_text(report.markdown(table), encoding="utf-8")
        report.plot(table, self.folder / "hybrid.png")
        report.print_table(table, choice)
        print(f"\nRaw samples and plot: {self.folder}\nFigures: {self.folder.parent}/hybrid.json")
        return data


def main(arguments):
    """``lab run hybrid`` on the command line."""
    names = arguments.policies or (
        policies.QUICK if arguments.quick else [policy.name for policy in policies.POLICIES]
    )
    try:
        chosen = policies.by_name(names)
    except ValueError as error:
        raise LabError(str(error)) from None
    plan = topology.load(arguments.topology or "hybrid")
    if len(plan.of_kind("station")) < 2:
        raise LabError("the search needs a topology with two stations")
    Search(plan, chosen, arguments.seed, arguments.quick).run()
