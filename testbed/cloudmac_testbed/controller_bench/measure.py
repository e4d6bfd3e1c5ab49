# SPDX-License-Identifier: Apache-2.0
"""Measures one step: starts the controller, the switches and the simulated hosts of a plan, and
has stations arrive and move."""
import concurrent.futures
import contextlib
import shutil
import time

from .. import restconf
from ..controller import LOOPBACK, Controller, log_file
from ..errors import LabError
from . import certificates, frames, report
from .air import Air
from .cost import Cost
from .peers import Peers
from .switches import Switches
from .watch import JavaProcess, LogReader, generalized

SETTINGS = "data/cloudmac:cloudmac/settings"
WTPS = "data/cloudmac:cloudmac/wtps"
BINDINGS = "data/cloudmac:cloudmac/bindings"
MAXIMUM_STATIONS = 1000000
"""Greatest value of the setting maximum-stations."""
CONTACTS_PER_S, FILL_PER_S, HANDOVERS_PER_S = 50, 100, 20
HANDOVER_THREADS = 16
"""RESTCONF requests at the same time, at most."""
RETRY_S = 10
TRIES = 3
PUTS = 20
UP_S = 600
"""Time limit, from the controller's start, for all WTPs and VAPs to come up."""
SINGLE = 20
"""Contacts of which each waits for the one before."""


class Bench:
    """One running step. Use running() to make one.

    started: when the controller was started, of time.monotonic(); deadline: stations that
    fill the network stop arriving then."""

    def __init__(self, plan, controller, switches, peers, log, watch, air, started):
        # pylint: disable=too-many-arguments
        self.plan = plan
        self.controller = controller
        self.switches = switches
        self.peers = peers
        self.log = log
        self.watch = watch
        self.air = air
        self.started = started
        self.deadline = float("inf")
        self.java = JavaProcess(controller.process.pid)
        self.sent = {}
        self.next_station = 0

    # --- start ---------------------------------------------------------------

    def configure(self):
        """Configures the settings, the WTPs, which a binding must know, the WTPs of each VAP and the VAP
        hosts. A contact does not wait for copies of its frame: only one WTP hears each station here.
        """
        most = min(MAXIMUM_STATIONS, max(1024, self.plan.step.stations))
        wanted = {"contact-window": 0, "maximum-stations": most}
        restconf.request("PUT", SETTINGS, {"cloudmac:settings": wanted})
        wtps = [{"id": wtp.id} for wtp in self.plan.wtps]
        restconf.request("PUT", WTPS, {"cloudmac:wtps": {"wtp": wtps}})
        radiators = [
            {"bssid": bssid, "wtp": [wtp.id for wtp in wtps]}
            for bssid, wtps in self.plan.radiators().items()
        ]
        restconf.request("PUT", BINDINGS, {"cloudmac:bindings": {"vap": radiators}})
        self.controller.set_vap_hosts(self.plan.hosts)

    def wait_until_up(self):
        """Waits until all WTPs and VAPs are up. Returns the seconds since the controller's start."""
        wanted = len(self.plan.wtps), len(self.plan.vaps)
        while True:
            found = len(restconf.wtps_up()), len(restconf.vaps_up())
            now = time.monotonic()
            if found == wanted:
                return round(now - self.started, 1)
            if now > self.started + UP_S:
                switches = len(restconf.openflow_switches())
                raise LabError(
                    f"only {found[0]} of {wanted[0]} WTPs and {found[1]} of {wanted[1]} VAPs are up "
                    f"{now - self.started:.0f} s after the controller's start, with {switches} switches "
                    "connected; see the controller's log"
                )
            time.sleep(1)

    # --- stations ------------------------------------------------------------

    def fill(self, count):
        """Has further stations arrive until the deadline; a station without rules sends again."""
        some = self.arrive(count, FILL_PER_S, self.deadline)
        waiting = [station for station in some if station.address not in self.log.times]
        for _ in range(TRIES - 1):
            forwarded = self.forwarded() if waiting else ()
            waiting = [station for station in waiting if station.address not in forwarded]
            if not waiting or time.monotonic() > self.deadline:
                break
            self._send(waiting, FILL_PER_S, self.deadline)
            waiting = self._unconfirmed(waiting)

    def arrive(self, count, per_s, deadline=float("inf")):
        """Has further stations send their first frames, and waits for their rules. Returns the
        stations."""
        first = self.next_station
        some = [self.plan.station(number) for number in range(first, first + count)]
        some = some[: self._send(some, per_s, deadline)]
        self.next_station += len(some)
        self._unconfirmed(some)
        return some

    def _send(self, some, per_s, deadline):
        """Has stations send their first frames until the deadline. Returns how many did."""
        start = time.monotonic()
        for number, station in enumerate(some):
            time.sleep(max(0, start + number / per_s - time.monotonic()))
            if time.monotonic() > deadline:
                return number
            self.sent.setdefault(station.address, time.time())
            self.switches.inject(self.plan.wtps[station.wtp].port, frames.first_frame(station))
        return len(some)

    def forwarded(self):
        """Returns the addresses of the stations whose frames a switch forwards. The controller may
        have missed the confirmation of their rules."""
        found = set()
        for number in range(self.plan.step.switches):
            found.update(report.forwarded(self.switches.flows(number)))
        return found

    def _unconfirmed(self, some):
        """Waits until all stations have confirmed rules, or none has got any for RETRY_S. Returns the
        stations without."""
        rest, since = some, time.monotonic()
        while rest and time.monotonic() - since < RETRY_S:
            time.sleep(0.05)
            now = [station for station in rest if station.address not in self.log.times]
            if len(now) < len(rest):
                since = time.monotonic()
            rest = now
        return rest

    def measure_contacts(self, count):
        """Has stations arrive at CONTACTS_PER_S, and returns what that took."""
        before = self.next_station
        with Cost(self.java) as cost:
            some = self.arrive(count, CONTACTS_PER_S)
        done = [one.address for one in some if one.address in self.log.times]
        return {
            "stations_before": before,
            "contacts": len(some),
            "unconfirmed": len(some) - len(done),
            "contact_ms": [self._delay_ms(one) for one in done],
            "switch_ms": [
                round(1000 * (self.watch.times[one] - self.sent[one]), 1)
                for one in done
                if one in self.watch.times
            ],
            "own_ms": [self.log.own_ms[one] for one in done],
            **cost.per_event(len(done)),
        }

    def measure_single_contacts(self):
        """Has stations arrive one after the other. Returns the delays of their rules, ms."""
        some = [one for _ in range(SINGLE) for one in self.arrive(1, 1)]
        return [self._delay_ms(one.address) for one in some if one.address in self.log.times]

    def _delay_ms(self, address):
        return round(1000 * (self.log.times[address] - self.sent[address]), 1)

    def measure_handovers(self, count):
        """Hands over the stations that arrived last, at HANDOVERS_PER_S, and returns what that
        took."""
        last = range(self.next_station - count, self.next_station)
        some = [self.plan.station(number) for number in last]
        with Cost(self.java) as cost, concurrent.futures.ThreadPoolExecutor(
            HANDOVER_THREADS
        ) as pool:
            start, futures = time.monotonic(), []
            for number, station in enumerate(some):
                time.sleep(max(0, start + number / HANDOVERS_PER_S - time.monotonic()))
                futures.append(pool.submit(self._hand_over, station))
            answers = [future.result() for future in futures]
        done = [answer for answer in answers if "failure" not in answer]
        failures = [answer["failure"] for answer in answers if "failure" in answer]
        return {
            "handovers": count,
            "failed": len(failures),
            "failures": sorted(set(failures))[:5],
            "handover_ms": [answer["duration"] for answer in done],
            "rpc_ms": [answer["rpc_ms"] for answer in done],
            **cost.per_event(len(done)),
        }

    def _hand_over(self, station):
        start = time.monotonic()
        try:
            found = restconf.operation(
                "hand-over",
                bssid=station.vap.bssid,
                station=station.address,
                wtp=self.plan.wtps[station.other].id,
            )
        except LabError as error:
            return {"failure": generalized(str(error))}
        return {
            "duration": found["duration"],
            "rpc_ms": round(1000 * (time.monotonic() - start), 1),
        }

    def measure_puts(self):
        """Writes one setting repeatedly. Returns milliseconds of processor time for one PUT."""
        path = f"data/cloudmac:cloudmac/airtime/vap={self.plan.vaps[0].bssid.replace(':', '%3A')}"
        with Cost(self.java) as cost:
            for number in range(PUTS):
                entry = {"bssid": self.plan.vaps[0].bssid, "weight": 256 + number % 2}
                restconf.request("PUT", path, {"cloudmac:vap": [entry]})
        return cost.per_event(PUTS)["cpu_ms"]

    def count_rules(self):
        """Returns the rules of each switch: all of them, and those that name a station."""
        found = [self.switches.flows(number) for number in range(self.plan.step.switches)]
        return {
            "rules": [len(lines) for lines in found],
            "station_rules": [sum("02:5a:" in line for line in lines) for lines in found],
        }


@contextlib.contextmanager
def running(plan, parts, folder, say):
    """Starts everything of a plan in a folder, and yields a Bench. parts: with karaf, ovs and
    pki. folder: the runtime folder of restconf."""
    pki = folder / "pki"
    certificates.make(parts.pki, pki, plan)
    say(f"made the certificates of {len(plan.wtps)} WTPs")
    with contextlib.ExitStack() as stack:
        stack.callback(_clear, folder)
        peers = stack.enter_context(Peers(plan, pki))
        switches = stack.enter_context(
            Switches(plan, parts.ovs, folder / "ovs", f"tcp:{LOOPBACK}:6653")
        )
        say(f"{plan.step.switches} switches run")

        def on_confirmed(address):
            peers.authorize(plan.station(int(address.replace(":", "")[4:], 16) - 1))

        watch = stack.enter_context(switches.flow_watch())
        switches.connect()
        log = stack.enter_context(LogReader(log_file(folder), on_confirmed))
        controller = Controller(folder, parts, pki, tls=False)
        stack.enter_context(controller)
        started = time.monotonic()
        air = stack.enter_context(Air(plan, switches))
        controller.wait_until_ready(say)
        bench = Bench(plan, controller, switches, peers, log, watch, air, started)
        yield bench
        if air.failure:
            raise LabError(f"announcements and beacons ended: {air.failure}")


def _clear(folder):
    """Removes what a step has left in its folder."""
    for path in folder.iterdir():
        shutil.rmtree(path, ignore_errors=True)


def step(plan, parts, folder, sample, limit_s, say):
    """Measures a step. sample: number of contacts, and of handovers, to measure; limit_s: time after
    the WTPs are up, in which stations arrive. Returns it as in the result file. Raises LabError if the WTPs are
    not up within UP_S."""
    # pylint: disable=too-many-arguments
    size = plan.step
    with running(plan, parts, folder, say) as bench:
        ready_s = round(time.monotonic() - bench.started, 1)
        bench.configure()
        up_s = bench.wait_until_up()
        bench.deadline = time.monotonic() + limit_s
        say(f"{size.wtps} WTPs are up after {up_s} s")
        singles = bench.measure_single_contacts()
        say(f"{len(singles)} contacts, one at a time: {report.text(singles)}")
        batches = []
        for population in report.populations(size.stations, sample):
            bench.fill(max(0, population - bench.next_station))
            batch = bench.measure_contacts(sample)
            batches.append(batch)
            before, took = batch["stations_before"], report.text(batch["contact_ms"])
            say(f"{batch['contacts']} contacts with {before} stations: {took}")
        handovers = bench.measure_handovers(min(sample, bench.next_station))
        say(f"{handovers['handovers']} handovers: {report.text(handovers['handover_ms'])}")
        return report.step(
            size,
            {
                "ready_s": ready_s,
                "up_s": up_s,
                "rss_mb": bench.java.rss_mb(),
                "singles": singles,
                "batches": batches,
                "handovers": handovers,
                "put_cpu_ms": bench.measure_puts(),
                "forwarded": len(bench.forwarded()),
                **bench.count_rules(),
                "late_s": round(bench.air.late_s, 2),
                "requests": bench.peers.requests(),
                "log": bench.log.account(),
            },
        )
