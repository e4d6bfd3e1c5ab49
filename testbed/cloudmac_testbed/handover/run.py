# SPDX-License-Identifier: Apache-2.0
"""``lab run handover``: walks one after the other in a live lab with the controller, in paced
time."""
import datetime
import threading
import time

from .. import client, keeping, restconf
from ..errors import LabError
from ..experiment import SeriesExperiment, positive
from ..guest import queueing, roaming, station
from ..live import joined_lab
from . import figures, plan

CLOCK = "paced: virtual, not ahead of the machine's"
WATCH_S = 1.0
"""Seconds between two requests for the controller's decisions."""
WTPS_S = 180
"""How long the WTPs may take to announce themselves in paced time."""


class Watch(threading.Thread):
    """Notes the controller's decisions during a walk, and pairs of its clock and the guest's.
    The controller keeps the last 256 decisions."""

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
        """Reads the decisions once more. Returns them, each with ``guest``, the guest's time."""
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


class HandoverExperiment(SeriesExperiment):
    """A station walks between two and among five radios: frames lost and received twice, gaps,
    TCP's dip, beside plain access points and 802.11r. Resumes an interrupted run.
    The result file has all walks that are kept, not only those of --series.

    seeds: number of seeds, from ``seed`` on; None for plan.SEEDS, and one if it is quick."""

    name = "handover"
    help = "losses and gaps of a walking station, beside plain access points and 802.11r"
    quick_help = "a few crossings between two places"
    series_help = "'two-*-cloudmac-*'"
    clock = CLOCK

    def __init__(self, *, seed=1, seeds=None, quick=False, **settings):
        self.seeds = range(seed, seed + (seeds or (1 if quick else plan.SEEDS)))
        super().__init__(seed=seed, quick=quick, **settings)

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument(
            "--seeds",
            type=positive,
            metavar="N",
            help=f"number of walks of each kind (default {plan.SEEDS}; quick: 1)",
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {"seeds": arguments.seeds}

    def all_series(self):
        return plan.series(self.quick, self.seeds)

    def key(self, entry):
        network = plan.network(plan.SCENES[entry.scene]).to_json()
        return keeping.digest(repr(entry), self.content, plan.MOBILITY, plan.POLICY, network)

    def measure(self, missing):
        for scene, places in plan.SCENES.items():
            walks = [entry for entry in missing if entry.scene == scene]
            if walks:
                self.say(f"{scene} places: {len(walks)} walks are missing")
                self.walk(plan.network(places), walks)

    def walk(self, network, walks):
        """Makes these walks of one scene in one lab, and keeps their raw results."""
        with joined_lab(
            network,
            self.built,
            self.say,
            stations=plan.STATION.values(),
            paced=True,
            seconds=WTPS_S,
        ) as lab:
            trunks = client.call(queueing.trunk_ports)
            restconf.apply_qos(plan.POLICY, len(trunks))
            restconf.request(
                "PUT", "data/cloudmac:cloudmac/mobility", {"cloudmac:mobility": plan.MOBILITY}
            )
            for number, entry in enumerate(walks, 1):
                raw = self.measure_one(network, entry)
                lab.check()
                self.keep(entry, raw)
                self.say(f"{number} of {len(walks)}, {entry.name}: {_words(entry, raw)}")

    def measure_one(self, network, entry):
        """Returns the raw result of one walk."""
        name = plan.STATION[entry.system]
        legs = plan.legs(plan.SCENES[entry.scene], entry.crossings, entry.seed)
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

    def made(self):
        """Returns the walks that have a raw result, and name -> figures.summary()'s input."""
        raw = self.kept_of(self.series)
        made = [entry for entry in self.series if entry.name in raw]
        return made, {entry.name: _walk(entry, raw[entry.name]) for entry in made}

    def summary(self):
        made, walks = self.made()
        data = {
            system: figures.summary([walks[e.name] for e in made if e.system == system])
            for system in plan.SYSTEMS
        }
        data["series"] = {
            name: {**figures.summary([walk]), "speed": round(walk[0]["speed"], 3)}
            for name, walk in walks.items()
        }
        data["loads"] = {
            load: {system: self.of_load(made, walks, load, system) for system in plan.SYSTEMS}
            for load in plan.LOADS
        }
        data["seeds"] = sorted({entry.seed for entry in made})
        data["goal"] = {"lost": 0, "duplicated": 0, "gap_ms_p99": 5}
        return data

    @staticmethod
    def of_load(made, walks, load, system):
        """Returns one system's figures over the walks with pings and calls under one load.
        ``walks``: their number, ``lost_each``: datagrams lost by each."""
        mine = [
            walks[entry.name]
            for entry in made
            if (entry.load, entry.system, entry.kinds) == (load, system, plan.PROBES)
        ]
        each = [figures.summary([walk])["lost"] for walk in mine]
        return {**figures.summary(mine), "walks": len(mine), "lost_each": each}

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import report

        self.beside("table.md").write_text(report.markdown(data), encoding="utf-8")
        report.plot(*self.made(), self.beside("handover.png"))
        report.print_table(data)


def _walk(entry, raw):
    """Returns the input of figures.summary() for a walk."""
    return raw, figures.crossings(entry.system, raw), raw["steps"][0], raw["ended"]


def _words(entry, raw):
    seen = figures.summary([_walk(entry, raw)])
    return (
        f"{seen['crossings']} crossings, {seen['lost']} of {seen['sent']} lost, "
        f"{seen['duplicated']} twice, gap {seen['gap_ms']['p50']} ms, dip {seen['tcp_dip']}; "
        f"the lab at {raw['speed']:.2f} of real time"
    )
