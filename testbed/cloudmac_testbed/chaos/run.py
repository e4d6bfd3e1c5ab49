# SPDX-License-Identifier: Apache-2.0
"""``lab run chaos``: handovers by the operator's RPC in a live lab in real time. Now and then
the experiment kills an agent, a switch or the controller during a handover."""
import collections
import contextlib
import dataclasses
import random
import signal
import threading
import time

from .. import client, keeping, restconf
from ..errors import LabError
from ..experiment import Experiment, positive
from ..guest import agent_client, basics, roaming, station, switch, traffic, wifi, wtp
from ..live import wait_for_wtps
from . import invariants

HANDOVERS = 10_000
QUICK_HANDOVERS = 200
MOST_REQUESTS = 3
"""Requests for each wanted handover, at most: some name the WTP that serves the station already,
and a fault undoes others."""
FAULT_EVERY = 50
"""Mean number of handovers from one fault to the next."""
FAULTS = {"agent": 6, "switch": 5, "controller": 1}
"""Kind of fault -> relative frequency."""
DELAY_S = (0.0, 0.15)
"""From the handover's request to the fault."""
CALM_S = 180
"""How long recovery may take. A restart of the controller needs most of it."""
LEASE_S = 120
"""Lease time: how long WTPs acknowledge without a controller, which starts slowly on a busy
machine. Leases that the controller took just before it was killed expire within CALM_S."""
RENEWED_S = LEASE_S * 2 // 3
"""The least remaining lease time when the controller is killed: it renews after a third."""
CHECK_EVERY = 100
"""Number of handovers after which the invariants are checked, also without a fault."""


class Chaos:
    """The handovers and faults of one lab.

    plan: topology; handovers: how many must be done; seed: of the random choices; kinds: what is
    killed, of FAULTS; fault_every: mean number of handovers from one fault to the next."""

    def __init__(self, plan, handovers, seed=1, kinds=tuple(FAULTS), fault_every=FAULT_EVERY):
        self.plan = plan
        self.handovers = handovers
        self.random = random.Random(seed)
        self.kinds = {kind: weight for kind, weight in FAULTS.items() if kind in kinds}
        self.fault_every = fault_every
        self.network = None
        self.wtps = {host.wired: host.name for host in plan.of_kind("wtp")}
        self.bssids = {host.name: host.options["bssid"] for host in plan.of_kind("vap")}
        self.made = 0
        """Requests until now."""
        self.interrupted = threading.Event()
        self.outcomes = collections.Counter()
        self.faults = collections.Counter()
        self.violations = []
        self.calm_s = []
        self.away_s = []
        self.done_ms = []
        self.handshakes = {}
        self.last_errors = collections.Counter()

    def learn(self):
        """Notes all ports and stations, once all stations have joined."""
        ports = {}
        for host in self.plan.of_kind("wtp"):
            number = client.call(switch.port_number, name=host.at, port=host.name)
            ports[host.name] = (host.at, number)
        stations = {
            client.call(station.address, name=host.name): host.options["vap"]
            for host in self.plan.of_kind("station")
        }
        self.network = invariants.Network(ports, self.bssids, stations)

    def look(self):
        """Returns the violations now."""
        rules = {
            host.name: client.call(switch.flows, name=host.name)
            for host in self.plan.of_kind("switch")
        }
        leases = {
            name: {lease["bssid"] for lease in found}
            for name, found in client.call(agent_client.leases).items()
        }
        apart = [
            f"{host.name} is not connected"
            for host in self.plan.of_kind("station")
            if client.call(station.status, name=host.name).get("wpa_state") != "COMPLETED"
        ]
        return apart + invariants.violations(self.network, rules, leases)

    def settle(self, after):
        """Waits until there is no violation, and notes those that remain."""
        began = time.monotonic()
        wrong = ["no part of the lab answered"]
        while time.monotonic() - began < CALM_S:
            with contextlib.suppress(LabError):
                wrong = self.look()
                if not wrong:
                    self.calm_s.append([after, round(time.monotonic() - began, 2)])
                    return
            time.sleep(0.5)
        self.violations.append({"after": after, "wrong": wrong})

    def hand_over(self):
        """Hands a random station over to a random WTP."""
        mac = self.random.choice(sorted(self.network.stations))
        target = self.random.choice(sorted(self.wtps))
        bssid = self.bssids[self.network.stations[mac]]
        try:
            answer = restconf.operation("hand-over", bssid=bssid, station=mac, wtp=target)
        except LabError as error:
            self.outcomes["undone"] += 1
            self.last_errors[str(error).partition(": ")[2][:120]] += 1
            return
        if answer.get("from") == target:
            self.outcomes["stayed"] += 1
            return
        self.outcomes["done"] += 1
        self.done_ms.append(answer.get("duration"))

    def wait_for_wtps(self):
        """Waits until the controller has sessions with all agents."""
        wait_for_wtps(self.plan, CALM_S)

    def fault(self):
        """Kills something and starts it again. Returns its kind."""
        kind = self.random.choices(list(self.kinds), self.kinds.values())[0]
        if kind == "controller":
            began = time.monotonic()
            client.program("controller", "kill")
            client.program("controller", "start")
            with contextlib.suppress(LabError):
                self.wait_for_wtps()
            self.away_s.append(round(time.monotonic() - began, 1))
        elif kind == "switch":
            name = self.random.choice([host.name for host in self.plan.of_kind("switch")])
            client.call(switch.restart, name=name)
        else:
            name = self.random.choice([host.name for host in self.plan.of_kind("wtp")])
            client.call(wtp.stop, name=name, kill=True)
            client.call(wifi.start_agent, name=name)
        self.faults[kind] += 1
        return kind

    def one(self):
        """Makes a handover, sometimes with a fault in the middle of it."""
        if self.random.random() * self.fault_every >= 1:
            self.hand_over()
            return
        mover = threading.Thread(target=self.hand_over)
        delay = self.random.uniform(*DELAY_S)
        mover.start()
        time.sleep(delay)
        kind = self.fault()
        mover.join()
        self.settle(kind)

    def run(self, tick=lambda steps: None):
        """Requests handovers until the wanted number is done. Ctrl-C ends it early; the results
        until then are valid. tick: gets the number of handovers that a request has added."""
        self.settle("the start")
        self.handshakes = handshakes(self.plan)
        with _one_interrupt(self.interrupted.set):
            while not self.interrupted.is_set() and self.outcomes["done"] < self.handovers:
                if self.made == MOST_REQUESTS * self.handovers:
                    break
                before = self.outcomes["done"]
                self.one()
                self.made += 1
                if self.made % CHECK_EVERY == 0:
                    self.settle("no fault")
                tick(self.outcomes["done"] - before)
            self.settle("the end")

    def result(self):
        """Returns the content of the result file."""
        return {
            "handovers": self.outcomes["done"],
            "wanted": self.handovers,
            "asked": self.made,
            "outcomes": dict(self.outcomes),
            "faults_by_kind": dict(self.faults),
            "violated": self.violations,
            "refusals": dict(self.last_errors),
            "calm_s": self.calm_s,
            "controller_away_s": self.away_s,
            "handover_ms": self.done_ms,
        }


@contextlib.contextmanager
def _one_interrupt(report):
    """Calls ``report`` at the first SIGINT, instead of ending the program."""
    before = signal.getsignal(signal.SIGINT)

    def once(*_):
        signal.signal(signal.SIGINT, before)
        print("interrupted; the report covers all until now", flush=True)
        report()

    signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def handshakes(plan):
    """Returns the number of key handshakes of each station so far."""
    return {
        host.name: client.call(roaming.keys, name=host.name) for host in plan.of_kind("station")
    }


def stations(plan, before):
    """Returns each station's key handshakes since ``before``, a result of handshakes(), and the
    echoes that it loses now."""
    now = handshakes(plan)
    return {
        host.name: {
            "new_keys": now[host.name] - before[host.name],
            "lost": client.call(
                traffic.ping,
                host=host.name,
                address=client.call(basics.gateway, name=host.name),
            )["lost"],
        }
        for host in plan.of_kind("station")
    }


def rekeyed(noticed, faults, away_s):
    """Returns the stations that got keys again without a reason. There is a reason if a switch
    was restarted: it has no rules at first and loses frames, beacons too, so that stations may
    leave. Another one is that leases expired, and no WTP acknowledged.

    faults: kind -> number; away_s: how long the controller was away, each time."""
    if faults["switch"] or max(away_s, default=0) > RENEWED_S:
        return []
    return sorted(name for name, seen in noticed.items() if seen["new_keys"])


@dataclasses.dataclass(frozen=True)
class Run:
    """All handovers of one lab."""

    name: str = "run"


class ChaosExperiment(Experiment):
    """Hands stations over at random and kills agents, switches and the controller during some
    handovers. Then exactly one WTP must serve each station, without superfluous rules or
    leases.

    kinds: what is killed, of FAULTS; fault_every: mean number of handovers from one fault to
    the next."""

    name = "chaos"
    help = "random handovers and faults; then each station is served by exactly one WTP"
    quick_help = f"{QUICK_HANDOVERS} handovers instead of {HANDOVERS}"
    default_topology = "chaos"
    keeps_raw = False
    always_live = True
    clock = "real"

    def __init__(self, *, kinds=None, fault_every=None, **settings):
        super().__init__(**settings)
        for kind in ("switch", "wtp", "vap", "station"):
            if not self.network.of_kind(kind):
                raise LabError(f"topology {self.network.name}: this needs a {kind}")
        self.chaos = Chaos(
            self.network,
            QUICK_HANDOVERS if self.quick else HANDOVERS,
            self.seed,
            kinds or tuple(FAULTS),
            fault_every or FAULT_EVERY,
        )

    @classmethod
    def add_options(cls, parser):
        super().add_options(parser)
        parser.add_argument(
            "--faults",
            nargs="+",
            choices=sorted(FAULTS),
            metavar="KIND",
            help=f"kill only these: {', '.join(sorted(FAULTS))} (default: all)",
        )
        parser.add_argument(
            "--fault-every",
            type=positive,
            metavar="N",
            help=f"mean number of handovers from one fault to the next (default {FAULT_EVERY})",
        )

    @classmethod
    def settings(cls, arguments):
        more = {"kinds": arguments.faults, "fault_every": arguments.fault_every}
        return super().settings(arguments) | more

    def measurements(self):
        return [Run()]

    def measure(self, missing):
        chaos = self.chaos
        with client.Lab(self.network, self.built, progress=self.say) as lab:
            chaos.wait_for_wtps()
            restconf.request(
                "PUT",
                "data/cloudmac:cloudmac/settings",
                {"cloudmac:settings": {"lease-time": LEASE_S * 1000}},
            )
            for host in self.network.of_kind("station"):
                client.call(basics.join, name=host.name)
            chaos.learn()
            with keeping.counted("handovers", chaos.handovers) as tick:
                chaos.run(tick)
            noticed = stations(self.network, chaos.handshakes)
            lab.check()
        self.keep(missing[0], {"stations": noticed, **chaos.result()})

    def summary(self):
        (raw,) = self.raw.values()
        anew = rekeyed(
            raw["stations"],
            collections.Counter(raw["faults_by_kind"]),
            raw["controller_away_s"],
        )
        return {
            **raw,
            "faults": sum(raw["faults_by_kind"].values()),
            "violations": len(raw["violated"]) + len(anew),
            "rekeyed": anew,
        }

    def show(self, data):
        print(
            f"{data['handovers']} handovers of {data['asked']} requests ({data['outcomes']}), "
            f"{data['faults']} faults "
            f"({data['faults_by_kind']}): {data['violations']} violations"
        )

    def verdict(self, data):
        if data["violations"]:
            raise LabError(f"{data['violations']} violations; the result file lists them")
        # An interrupted run stops before both numbers.
        if data["handovers"] < data["wanted"] and data["asked"] >= MOST_REQUESTS * data["wanted"]:
            raise LabError(
                f"only {data['handovers']} of {data['wanted']} handovers were done after "
                f"{data['asked']} requests; the result file has the outcomes"
            )
