# SPDX-License-Identifier: Apache-2.0
"""The experiment: a live lab in real time, handovers by the operator's RPC, and now and then
an agent, a switch or the controller that is killed while one is on its way."""
import collections
import contextlib
import random
import shlex
import signal
import sys
import threading
import time

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import client, parts, restconf, results, topology
from ..guest import agent_client, basics, roaming, station, switch, traffic, wifi, wtp
from ..settings import RESULTS, LabError
from . import invariants

HANDOVERS = 10_000
QUICK_HANDOVERS = 200
FAULT_EVERY = 50
"""Handovers from one fault to the next, in the mean."""
FAULTS = {"agent": 6, "switch": 5, "controller": 1}
"""What is killed, and how often compared with the others."""
DELAY_S = (0.0, 0.15)
"""From the handover's request to the fault."""
CALM_S = 180
"""Until all must be in order again: a controller that was killed needs most of it."""
LEASE_S = 120
"""How long WTPs acknowledge without a controller: on a busy machine it takes long to start. What
a controller took just before it was killed runs out within CALM_S."""
RENEWED_S = LEASE_S * 2 // 3
"""What is left of a lease at least when the controller is killed: it renews after a third."""
CHECK_EVERY = 100
"""Handovers after which the switches are looked at, faults or not."""


class Chaos:
    """plan: topology; handovers: how many; seed: of what happens when; kinds: what is killed,
    of FAULTS; fault_every: handovers from one fault to the next, in the mean."""

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
        """Who is where, once all stations have joined."""
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
        """What does not hold now."""
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
        """Wait until all is in order; note what never was."""
        began = time.monotonic()
        wrong = ["nothing could be asked"]
        while time.monotonic() - began < CALM_S:
            with contextlib.suppress(LabError):
                wrong = self.look()
                if not wrong:
                    self.calm_s.append([after, round(time.monotonic() - began, 2)])
                    return
            time.sleep(0.5)
        self.violations.append({"after": after, "wrong": wrong})

    def hand_over(self):
        """One station to one WTP, both at random."""
        mac = self.random.choice(sorted(self.network.stations))
        target = self.random.choice(sorted(self.wtps))
        bssid = self.bssids[self.network.stations[mac]]
        try:
            answer = restconf.operation("hand-over", bssid=bssid, station=mac, wtp=target)
        except LabError as error:
            self.outcomes["undone"] += 1
            self.last_errors[str(error).partition(": ")[2][:120]] += 1
            return
        self.outcomes["stayed" if answer.get("from") == target else "done"] += 1
        self.done_ms.append(answer.get("duration"))

    def wait_for_wtps(self):
        """Until the controller hears all WTPs and has sessions with their agents."""
        names = {host.name for host in self.plan.of_kind("wtp")}
        restconf.wait_for(
            "the WTPs to announce themselves", lambda: names <= set(restconf.wtps_up()), CALM_S
        )

    def fault(self):
        """Kill something and start it again."""
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
        """A handover, perhaps with a fault in the middle of it."""
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

    def run(self, tick=lambda: None):
        """All handovers, or as many as there were when somebody pressed Ctrl-C: what was found
        until then is as true."""
        self.settle("the start")
        self.handshakes = handshakes(self.plan)
        with _one_interrupt(self.interrupted.set):
            for number in range(1, self.handovers + 1):
                if self.interrupted.is_set():
                    break
                self.one()
                self.made = number
                if number % CHECK_EVERY == 0:
                    self.settle("no fault")
                tick()
            self.settle("the end")


@contextlib.contextmanager
def _one_interrupt(told):
    """The first SIGINT calls ``told`` instead of ending the program."""
    before = signal.getsignal(signal.SIGINT)

    def once(*_):
        signal.signal(signal.SIGINT, before)
        print("interrupted: what was found until now is reported", flush=True)
        told()

    signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def handshakes(plan):
    """How often each station has got keys until now."""
    return {
        host.name: client.call(roaming.keys, name=host.name) for host in plan.of_kind("station")
    }


def stations(plan, before):
    """What the stations noticed: how often each got keys since ``before``, as handshakes() told
    then, and echoes lost now."""
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
    """The stations that got keys anew and should not have. A switch that starts anew has no rules
    at first: what goes through it, beacons too, is lost for a while, and stations may leave. So
    they may where nobody acknowledges for them, as leases ran out.

    faults: kind -> how many; away_s: how long the controller was away, each time."""
    if faults["switch"] or max(away_s, default=0) > RENEWED_S:
        return []
    return sorted(name for name, seen in noticed.items() if seen["new_keys"])


def main(arguments):
    """``lab run chaos`` on the command line."""
    plan = topology.load(arguments.topology or "chaos")
    built = parts.gather()
    chaos = Chaos(
        plan,
        QUICK_HANDOVERS if arguments.quick else HANDOVERS,
        arguments.seed,
        arguments.faults or tuple(FAULTS),
        arguments.fault_every or FAULT_EVERY,
    )
    bars = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )
    with client.Lab(plan, built, progress=lambda text: print(f"lab: {text}", flush=True)) as lab:
        chaos.wait_for_wtps()
        restconf.request(
            "PUT",
            "data/cloudmac:cloudmac/settings",
            {"cloudmac:settings": {"lease-time": LEASE_S * 1000}},
        )
        for host in plan.of_kind("station"):
            client.call(basics.join, name=host.name)
        chaos.learn()
        with bars:
            bar = bars.add_task("handovers", total=chaos.handovers)
            chaos.run(lambda: bars.advance(bar))
        noticed = stations(plan, chaos.handshakes)
        lab.check()
    anew = rekeyed(noticed, chaos.faults, chaos.away_s)
    data = {
        "handovers": chaos.made,
        "wanted": chaos.handovers,
        "outcomes": dict(chaos.outcomes),
        "faults": sum(chaos.faults.values()),
        "faults_by_kind": dict(chaos.faults),
        "violations": len(chaos.violations) + len(anew),
        "violated": chaos.violations,
        "rekeyed": anew,
        "stations": noticed,
        "refusals": dict(chaos.last_errors),
        "calm_s": chaos.calm_s,
        "controller_away_s": chaos.away_s,
        "handover_ms": chaos.done_ms,
        "clock": "real",
        "command": shlex.join(["./cloudmac", *sys.argv[1:]]),
        "seed": arguments.seed,
        "versions": results.versions(built),
    }
    RESULTS.mkdir(parents=True, exist_ok=True)
    results.write_json(RESULTS / "chaos.json", data)
    print(
        f"{data['handovers']} handovers ({data['outcomes']}), {data['faults']} faults "
        f"({data['faults_by_kind']}): {data['violations']} violations. "
        f"See {RESULTS / 'chaos.json'}",
        flush=True,
    )
    if data["violations"]:
        raise LabError(f"{data['violations']} violations, see {RESULTS / 'chaos.json'}")
