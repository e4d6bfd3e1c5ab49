# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac demo``: a station goes online through CloudMAC, live; then its RTT is measured
under each queueing strategy, in virtual time on what the controller installed."""
import dataclasses
import shutil

from . import client, restconf, results, virtual
from .errors import LabError
from .experiment import Experiment
from .lab_commands import OPENAPI_URL, RESTCONF_URL
from .guest import basics, reassociation, round_trips, traffic
from .live import apply_policy, copy_snapshot

STRATEGIES = {"fifo": "fifo", "htb": "htb", "sfq": "sfq", "codel": "codel", "fq_codel": "fq-codel"}
"""Names in the result file -> the controller's."""
QDISC = {"fifo": "pfifo_fast", "htb": "htb", "sfq": "sfq", "codel": "codel", "fq_codel": "fq_codel"}
"""The root qdisc that the switch's kernel must have then."""
PARAMETERS = {"htb": {"link_rate": "95000000"}}
"""HTB shapes a little below the wire's rate, so that frames wait in its classes and not in the
card behind it. It does not count Ethernet's 24 octets of preamble, frame check and gap, which
are up to a quarter for TCP's ACKs."""
STATION = "mn"
LIVE_ATTEMPTS = 5
IDLE_SAMPLES = 200
LOADED_SAMPLES, QUICK_LOADED_SAMPLES = 600, 60
WARM_S = 22
BOOT_S = 15
"""Virtual seconds before the measurement, association included."""
LABELS = {
    "idle": "idle",
    "fifo": "FIFO",
    "codel": "CoDel",
    "sfq": "SFQ",
    "fq_codel": "FQ-CoDel",
    "htb": "HTB",
}

WHERE = f"""
To look around:  ./cloudmac lab up             the same lab, until ./cloudmac lab down
                 ./cloudmac lab shell mn       a shell in the station
                 ./cloudmac lab console        the controller's Karaf console
                 {RESTCONF_URL}                        RESTCONF
                 {OPENAPI_URL}  OpenAPI"""


@dataclasses.dataclass(frozen=True)
class Strategy:
    """The round-trip times under one strategy. name: a key of STRATEGIES; idle, loaded: numbers
    of echo requests without and with cross traffic."""

    name: str
    idle: int
    loaded: int

    def seconds(self):
        """Returns the virtual seconds that it takes."""
        return BOOT_S + WARM_S + (self.idle + self.loaded) / 20


class Demo(Experiment):
    """Brings a station online through CloudMAC, live. Then measures its RTT under each queueing
    strategy, in virtual time.

    stays: the lab is left running."""

    name = "demo"
    help = "a station online through CloudMAC, live; then its RTT under each strategy"
    default_topology = "default"
    keeps_raw = False
    always_live = True

    def __init__(self, *, stays=False, **settings):
        super().__init__(**settings)
        self.network.need("station", STATION)
        self.stays = stays
        self.loaded = QUICK_LOADED_SAMPLES if self.quick else LOADED_SAMPLES
        self.snapshots = self.folder / "snapshots"
        self.association = {"attempts": 0, "successes": 0, "security": ""}
        self.checksums = {}

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument("--keep", action="store_true", help="leave the lab running")

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {"stays": arguments.keep}

    def measurements(self):
        return [
            Strategy(name, IDLE_SAMPLES if name == "fifo" else 0, self.loaded)
            for name in STRATEGIES
        ]

    def measure(self, missing):
        with client.Lab(self.network, self.built, progress=self.say) as lab:
            self.live()
            shutil.rmtree(self.snapshots, ignore_errors=True)
            for entry in missing:
                self.apply(entry.name)
            lab.check()
            if self.stays:
                lab.keep()
        self.side_by_side(missing, self.measure_one, lambda entry: entry.seconds())

    def live(self):
        """Waits until all is connected, and has the station join and measure, in real time."""
        switches = self.network.of_kind("switch")
        wanted = [f"openflow:{host.index}" for host in switches]
        restconf.wait_for(
            "both switches to connect by OpenFlow",
            lambda: set(wanted) <= set(restconf.openflow_switches()),
        )
        restconf.wait_for(
            "both switches to connect by OVSDB",
            lambda: len(restconf.ovsdb_switches()) >= len(switches),
        )
        self.say(f"{len(switches)} switches are connected by OpenFlow 1.3 and OVSDB")
        wtps = [host.name for host in self.network.of_kind("wtp")]
        restconf.wait_for(
            "the WTP to announce itself", lambda: set(wtps) <= set(restconf.wtps_up())
        )
        self.say(f"{', '.join(wtps)}: announced, session open")
        bssids = [host.options["bssid"] for host in self.network.of_kind("vap")]
        restconf.wait_for("the VAP to be found", lambda: set(bssids) <= set(restconf.vaps_up()))
        self.say(f"VAP {', '.join(bssids)}: found by its beacon, bound")
        joined = client.call(basics.join, name=STATION)
        self.say(
            f"{STATION}: associated with {joined['bssid']} ({joined['key_mgmt']}), "
            f"address {joined['address']} by DHCP"
        )
        again = client.call(reassociation.associations, name=STATION, attempts=LIVE_ATTEMPTS - 1)
        self.association = {
            "attempts": LIVE_ATTEMPTS,
            "successes": 1 + len(again["seconds"]),
            "security": joined["key_mgmt"],
        }
        address = client.call(basics.gateway, name=STATION)
        ping = results.summary(client.call(traffic.ping, host=STATION, address=address), "real")
        self.say(f"ping: {ping['n']} of {ping['n'] + ping['lost']}, median {ping['median_ms']} ms")
        up, down = (
            client.call(traffic.throughput, host=STATION, address=address, reverse=reverse)
            for reverse in (False, True)
        )
        self.say(f"TCP through CloudMAC: {up:.0f} Mb/s up, {down:.0f} Mb/s down")
        crowded = client.call(round_trips.congest, name=STATION)
        ping = results.summary(crowded["loaded"], "real", crowded)
        self.say(
            f"cross traffic on the link between the switches: {ping['cross_up_mbps']:.0f} Mb/s up, "
            f"{ping['cross_down_mbps']:.0f} Mb/s down; ping now {ping['median_ms']} ms"
        )

    def apply(self, name):
        """Applies a strategy by one RESTCONF call, and copies the lab's snapshot."""
        ports = apply_policy(STRATEGIES[name], PARAMETERS.get(name, {}), QDISC[name])
        self.checksums[name] = copy_snapshot(self.snapshots / name)
        self.say(f"{LABELS[name]}: active on {ports} ports, read back from the switches")

    def measure_one(self, entry, tick):
        """Returns the raw result of one strategy."""
        raw = virtual.measure(
            self.scratch / entry.name,
            self.built,
            self.network,
            round_trips.round_trips,
            seed=self.seed,
            snapshot=self.snapshots / entry.name,
            tick=tick,
            name=STATION,
            idle=entry.idle,
            loaded=entry.loaded,
            warm_s=WARM_S,
        )
        if raw["checksums"] != self.checksums[entry.name]:
            raise LabError(
                f"{entry.name}: the switches' rules are not those that the controller installed"
            )
        return raw

    def summary(self):
        idle = self.raw["fifo"]["idle"]
        found = {"idle": results.summary(idle, self.clock)}
        association = dict(self.association)
        for name, raw in self.raw.items():
            found[name] = results.summary(raw["loaded"], self.clock, raw)
            association["attempts"] += 1
            association["successes"] += raw["joined"]["key_mgmt"] == association["security"]
        # In the order of STRATEGIES, whichever measurement ended first.
        strategies = {name: found[name] for name in ("idle", *STRATEGIES)}
        return {"strategies": strategies, "association": association, "rules": self.checksums}

    def data(self):
        """Returns the summary with the origin; each strategy names its clock."""
        about = self.about()
        about.pop("clock")
        return {**self.summary(), **about}

    def samples(self):
        """Returns strategy, or idle -> rows of seconds, sequence number and RTT in ms."""
        loaded = {name: self.raw[name]["loaded"]["samples"] for name in STRATEGIES}
        return {"idle": self.raw["fifo"]["idle"]["samples"], **loaded}

    def show(self, data):
        # Here, as --help works before the packages for plots are installed.
        from . import demo_report

        samples = self.samples()
        for name, rows in samples.items():
            lines = ["seconds,sequence,rtt_ms", *(",".join(map(str, row)) for row in rows)]
            self.beside(f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        queues = {name: self.raw[name]["queues"] for name in STRATEGIES}
        results.write_json(self.beside("queues.json"), queues)
        demo_report.plot(
            {name: [row[2] for row in rows] for name, rows in samples.items()},
            self.beside("rtt.png"),
        )
        demo_report.print_table(data["strategies"])
        _print_queues(queues["htb"])
        print(WHERE)


def _print_queues(ports):
    print("HTB's queues on the link between the switches, in frames:")
    for port, seen in ports.items():
        queues = ", ".join(
            f"{queue['frames']} through queue {queue['queue']}"
            + (f" ({queue['dropped']} dropped)" if queue["dropped"] else "")
            for queue in seen["queues"]
        )
        print(f"  {port}: {seen['cloudmac']} of CloudMAC and {seen['other']} others; {queues}")
