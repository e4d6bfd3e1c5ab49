# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac demo``: a station goes online through CloudMAC, live, and is handed over between
two WTPs while it pings; then its RTT is measured under each queueing strategy, in virtual time on
what the controller installed."""
import shutil

from . import client, demo_plan, restconf, results, virtual
from .demo_plan import STATION, STRATEGIES
from .errors import LabError
from .experiment import Experiment
from .guest import basics, congestion, pinging, roaming, round_trips, station, traffic
from .live import apply_policy, copy_snapshot, wait_for_wtps
from .paper.setups import POLICIES

IDLE_PINGS = 20
HANDOVER_PINGS, HANDOVER_INTERVAL_S = 200, 0.02
CLOCK = "paced: virtual, not ahead of the machine's"
"""The clock of the live part: on a slow machine its link would never be full in real time."""
WTPS_S = 180
"""How long the WTPs may take to announce themselves in paced time."""

WHERE = """
To look around:
  ./cloudmac lab up --topology mobility   a lab whose station walks between two WTPs
  ./cloudmac lab console cloudmac:log     why the controller handed it over
  ./cloudmac lab shell mn                 a shell in the station
  ./cloudmac lab status                   RESTCONF's address, user and password
  ./cloudmac lab down                     ends the lab"""


class Demo(Experiment):
    """Brings a station online through CloudMAC and hands it over between two WTPs while it pings,
    live with the controller. Then measures its RTT behind a full link under each queueing
    strategy, in virtual time.

    stays: the lab is left running."""

    name = "demo"
    help = "a handover while a station pings, live; then its RTT under each queueing strategy"
    quick_help = "a tenth of the samples, and ten seconds of TCP before them instead of 22"
    default_topology = "demo"
    keeps_raw = False
    always_live = True

    def __init__(self, *, stays=False, **settings):
        super().__init__(**settings)
        self.network.need("station", STATION)
        self.wtps = self.network.of_kind("wtp")
        if len(self.wtps) < 2:
            raise LabError(f"topology {self.network.name}: the demo needs two WTPs, for a handover")
        self.vap = self.network.hosts[self.network.hosts[STATION].options["vap"]]
        self.stays = stays
        self.snapshots = self.folder / "snapshots"
        self.live_data = {}
        self.association = {"attempts": 0, "successes": 0, "security": ""}
        self.checksums = {}

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument(
            "--keep",
            action="store_true",
            help="leave the lab running; under load its clock is slower than the machine's",
        )

    @classmethod
    def settings(cls, arguments):
        return super().settings(arguments) | {"stays": arguments.keep}

    def measurements(self):
        return demo_plan.strategies(self.quick)

    def measure(self, missing):
        with client.Lab(self.network, self.built, paced=True, progress=self.say) as lab:
            address = self.join()
            self.hand_over_and_back(address)
            shutil.rmtree(self.snapshots, ignore_errors=True)
            # FIFO last: the link is filled under it. A full link comes after all snapshots: it
            # slows the lab's clock so much that the controller can take parts for lost.
            for entry in reversed(missing):
                self.apply(entry.name)
            self.say(f"{len(missing)} queueing strategies applied, and read back from the switches")
            self.fill()
            lab.check()
            if self.stays:
                lab.keep()
        self.side_by_side(
            missing, self.measure_one, lambda entry: entry.seconds(), lambda _, raw: _median(raw)
        )

    # --- live ----------------------------------------------------------------------

    def join(self):
        """Has the station join, and pings. Returns the address of its gateway."""
        self.connect()
        joined = client.call(basics.join, name=STATION)
        self.association = {"attempts": 1, "successes": 1, "security": joined["key_mgmt"]}
        self.say(
            f"{STATION}: associated with {joined['bssid']} ({joined['key_mgmt']}), "
            f"address {joined['address']}"
        )
        address = client.call(basics.gateway, name=STATION)
        ping = client.call(traffic.ping, host=STATION, address=address, count=IDLE_PINGS)
        self.live_data["idle"] = results.summary(ping, CLOCK)
        self.say(f"ping on the idle link: {_ping(self.live_data['idle'])}")
        return address

    def hand_over_and_back(self, address):
        """Hands the station to another WTP and back."""
        first = self.served_by()
        other = next(wtp for wtp in self.wtps if wtp is not first)
        self.say(
            f"{STATION} pings; the controller hands it from {first.name} to {other.name} and back"
        )
        self.live_data["handovers"] = [self.hand_over(address, wtp) for wtp in (other, first)]

    def fill(self):
        """Fills the link between the switches, and pings behind it."""
        self.say("filling the link with 4 TCP flows each way; this takes a minute")
        full = client.call(congestion.ping_behind_full_link, name=STATION)
        behind = results.summary(full["ping"], CLOCK)
        up, down = full["mbps"]
        self.say(
            f"ping on the {'full ' if full['full'] else ''}link: {_ping(behind)}; "
            f"{up:.0f} / {down:.0f} Mb/s of TCP"
        )
        self.live_data["full_link"] = {**behind, "mbps": full["mbps"], "full": full["full"]}

    def connect(self):
        """Waits until switches, WTPs and the VAP are connected."""
        switches = self.network.of_kind("switch")
        wanted = {f"openflow:{host.index}" for host in switches}
        restconf.wait_for(
            "the switches to connect by OpenFlow",
            lambda: wanted <= set(restconf.openflow_switches()),
        )
        restconf.wait_for(
            "the switches to connect by OVSDB",
            lambda: len(restconf.ovsdb_switches()) >= len(switches),
        )
        wait_for_wtps(self.network, WTPS_S)
        bssids = {host.options["bssid"] for host in self.network.of_kind("vap")}
        restconf.wait_for("the VAP to be found", lambda: bssids <= set(restconf.vaps_up()))
        names = ", ".join(host.name for host in (*switches, *self.wtps, self.vap))
        self.say(f"connected to the controller: {names}")

    def served_by(self):
        """Returns the WTP that serves the station."""
        address = client.call(station.address, name=STATION)
        served = {one["station"]: one["wtp"] for one in restconf.state("/stations")["station"]}
        return next(host for host in self.wtps if host.wired == served[address])

    def hand_over(self, address, wtp):
        """Hands the station over to a WTP while it pings. Returns what the result file has."""
        before = self.served_by(), _connection()
        client.call(
            pinging.begin,
            host=STATION,
            address=address,
            count=HANDOVER_PINGS,
            interval_s=HANDOVER_INTERVAL_S,
        )
        done = restconf.operation(
            "hand-over",
            bssid=self.vap.options["bssid"],
            station=client.call(station.address, name=STATION),
            wtp=wtp.wired,
        )
        if not client.call(pinging.goes_on, host=STATION):
            raise LabError("the handover took longer than the ping that should go on meanwhile")
        ping = client.call(pinging.finish, host=STATION)
        found = {
            "from": before[0].name,
            "to": self.served_by().name,
            "duration_ms": done["duration"],
            "sent": ping["sent"],
            "lost": ping["lost"],
            "same_association": _connection() == before[1],
        }
        self.say(handover_words(found))
        return found

    def apply(self, name):
        """Applies a strategy by one RESTCONF call, and copies the lab's snapshot."""
        policy = POLICIES[STRATEGIES[name]]
        apply_policy(policy.type, policy.call, policy.qdisc)
        self.checksums[name] = copy_snapshot(self.snapshots / name)

    # --- in virtual time -------------------------------------------------------------

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
            warm_s=entry.warm_s,
        )
        if raw["checksums"] != self.checksums[entry.name]:
            raise LabError(
                f"{entry.name}: the switches' rules are not those that the controller installed"
            )
        return raw

    # --- results ---------------------------------------------------------------------

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
        return {
            "strategies": strategies,
            "live": self.live_data,
            "association": association,
            "rules": self.checksums,
        }

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
        print(WHERE)


def _connection():
    """Returns what a new association would change: the station's BSSID, and all its associations
    since the start."""
    return (
        client.call(station.status, name=STATION).get("bssid"),
        client.call(roaming.connections, name=STATION),
    )


def handover_words(found):
    """Returns a handover in words. found: its entry in the result file."""
    kept = "BSSID and association unchanged"
    return (
        f"handover to {found['to']}, {found['duration_ms']} ms: "
        f"lost {found['lost']} of {found['sent']}; "
        f"{kept if found['same_association'] else 'the station associated again'}"
    )


def _ping(row):
    """Returns a ping in words. row: of results.summary()."""
    median = "no replies" if row["median_ms"] is None else f"median {row['median_ms']:.1f} ms"
    return f"{median}, lost {row['lost']} of {row['n'] + row['lost']}"


def _median(raw):
    return _ping(results.summary(raw["loaded"], ""))
