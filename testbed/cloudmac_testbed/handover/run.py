# SPDX-License-Identifier: Apache-2.0
"""The experiment: a live lab with the controller in paced time, one walk after the other.
It goes on where it was interrupted."""
import datetime
import threading
import time

from .. import client, keeping, parts, restconf, results
from ..guest import basics, queueing, roaming, station
from ..settings import RESULTS, LabError
from . import figures, plan, report

CLOCK = "paced: virtual, not ahead of the machine's"
WATCH_S = 1.0


class Watch(threading.Thread):
    """Notes the controller's decisions and how its clock and the guest's go together, as
    long as a walk lasts. The controller keeps the last 256 decisions."""

    def __init__(self):
        super().__init__(daemon=True)
        self.over = threading.Event()
        self.decisions = {}
        self.clocks = []
        self.failure = None

    def run(self):
        try:
            while not self.over.wait(WATCH_S):
                self.look()
        except LabError as error:
            self.failure = error

    def look(self):
        before = time.time()
        guest = client.call(roaming.clock)
        self.clocks.append([(before + time.time()) / 2, guest])
        for decision in restconf.state("/steering").get("decision", []):
            self.decisions[decision["number"]] = decision

    def finish(self):
        """Look once more; the decisions, with ``guest``, the guest's time."""
        self.over.set()
        self.join()
        if self.failure:
            raise self.failure
        self.look()
        return [
            {**decision, "guest": figures.translate(_seconds(decision["time"]), self.clocks)}
            for _, decision in sorted(self.decisions.items(), key=lambda item: int(item[0]))
        ]


def _seconds(stamp):
    return datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00")).timestamp()


class Experiment(keeping.Experiment):
    """quick: a few crossings between two places; names: of the walks to make, None for
    all: the report has all that there are. Raises ValueError where there is no such walk."""

    def __init__(self, seed=1, quick=False, names=None):
        super().__init__(RESULTS / "handover", seed, quick)
        self.series = plan.series(quick)
        self.chosen = keeping.named(self.series, names)

    def run(self):
        """Everything; returns the content of handover.json. Raises LabError."""
        built = parts.gather()
        content = keeping.content(built)
        for scene, places in plan.SCENES.items():
            missing = [
                entry
                for entry in self.chosen
                if entry.scene == scene and self.kept(entry, content) is None
            ]
            if missing:
                self.say(f"{scene} places: {len(missing)} walks are to be made")
                self.walk(built, content, plan.network(places), missing)
        return self.report(built, content)

    def key(self, entry, content):
        """What a walk depends on; the same key, as good a result."""
        network = plan.network(plan.SCENES[entry.scene]).to_json()
        return keeping.digest(repr(entry), self.seed, content, plan.MOBILITY, plan.POLICY, network)

    def walk(self, built, content, network, missing):
        """All walks of one scene, in one lab."""
        with client.Lab(network, built, paced=True, progress=self.say) as lab:
            wtps = {host.name for host in network.of_kind("wtp")}
            restconf.wait_for(
                "the WTPs to announce themselves", lambda: wtps <= set(restconf.wtps_up()), 180
            )
            for name in plan.STATION.values():
                client.call(basics.join, name=name)
            trunks = client.call(queueing.trunk_ports)
            restconf.apply_qos(plan.POLICY, len(trunks))
            restconf.request(
                "PUT", "data/cloudmac:cloudmac/mobility", {"cloudmac:mobility": plan.MOBILITY}
            )
            for number, entry in enumerate(missing, 1):
                raw = self.measure(network, entry)
                lab.check()
                self.shelf.put(entry.name, self.key(entry, content), raw)
                seen = figures.summary([_walk(entry, raw)])
                self.say(
                    f"{number} of {len(missing)}, {entry.name}: {seen['crossings']} crossings, "
                    f"{seen['lost']} of {seen['sent']} lost, {seen['duplicated']} twice, "
                    f"gap {seen['gap_ms']['p50']} ms, dip {seen['tcp_dip']}; "
                    f"the lab at {raw['speed']:.2f} of real time"
                )

    def measure(self, network, entry):
        """One walk's raw result."""
        name = plan.STATION[entry.system]
        legs = plan.legs(plan.SCENES[entry.scene], entry.crossings, self.seed)
        watch = Watch()
        watch.start()
        began = time.monotonic()
        raw = client.call(
            roaming.roam,
            name=name,
            legs=legs,
            kinds=list(entry.kinds),
            mbps=plan.TCP_MBPS,
            cross={"client": "ct1", "server": "ct2", "mbps": plan.CROSS_MBPS}
            if entry.load == "congested"
            else None,
        )
        elapsed = time.monotonic() - began
        raw["decisions"] = watch.finish()
        raw["station"] = client.call(station.address, name=name)
        raw["places"] = {host.wired: host.name for host in network.of_kind("wtp")}
        raw["speed"] = (raw["ended"] - raw["steps"][0]) / elapsed
        return raw

    def report(self, built, content):
        """Write the result file, the table and the plot."""
        raw = {
            entry.name: found
            for entry in self.series
            if (found := self.kept(entry, content)) is not None
        }
        made = [entry for entry in self.series if entry.name in raw]
        walks = {entry.name: _walk(entry, raw[entry.name]) for entry in made}
        data = {
            system: figures.summary([walks[e.name] for e in made if e.system == system])
            for system in plan.SYSTEMS
        }
        data["series"] = {
            entry.name: {
                **figures.summary([walks[entry.name]]),
                "speed": round(raw[entry.name]["speed"], 3),
            }
            for entry in made
        }
        data |= {
            "goal": {"lost": 0, "duplicated": 0, "gap_ms_p99": 5},
            "clock": CLOCK,
            **self.about(built),
        }
        results.write_json(RESULTS / "handover.json", data)
        (self.folder / "table.md").write_text(report.markdown(data), encoding="utf-8")
        report.plot(made, walks, self.folder / "handover.png")
        report.print_table(data)
        print(f"\nRaw samples and plot: {self.folder}\nFigures: {RESULTS}/handover.json")
        return data


def _walk(entry, raw):
    """What figures.summary() takes of a walk."""
    return raw, figures.crossings(entry.system, raw), raw["steps"][0], raw["ended"]


def main(arguments):
    """``lab run handover`` on the command line."""
    keeping.run_some(Experiment, arguments)
