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
from .peers import Peers
from .switches import Switches
from .watch import JavaProcess, LogReader

SETTINGS = "data/cloudmac:cloudmac/settings"
MAXIMUM_STATIONS = 10000
"""Greatest value of the setting maximum-stations."""
CONTACTS_PER_S, FILL_PER_S, HANDOVERS_PER_S = 50, 100, 20
MOVERS = 16
"""RESTCONF requests at the same time, at most."""
IDLE_S = 5
RETRY_S = 10
TRIES = 3
PUTS = 20


class Bench:
    """One running step. Use running() to make one.

    started: when the controller was started, of time.monotonic(); say: prints a line of
    progress."""

    def __init__(self, plan, controller, switches, peers, log, started, say):
        # pylint: disable=too-many-arguments
        self.plan = plan
        self.controller = controller
        self.switches = switches
        self.peers = peers
        self.log = log
        self.started = started
        self.say = say
        self.java = JavaProcess(controller.process.pid)
        self.sent = {}
        self.next_station = 0

    # --- start ---------------------------------------------------------------

    def configure(self):
        """Configures the settings and the VAP hosts. A contact does not wait for copies of its
        frame: only one WTP hears each station here."""
        most = min(MAXIMUM_STATIONS, max(1024, self.plan.step.stations))
        wanted = {"contact-window": 0, "maximum-stations": most}
        restconf.request("PUT", SETTINGS, {"cloudmac:settings": wanted})
        self.controller.set_vap_hosts(self.plan.hosts)

    def wait_until_up(self, seconds):
        """Waits until all WTPs and VAPs are up. Returns the seconds since the controller's start."""
        wanted = len(self.plan.wtps), len(self.plan.vaps)
        deadline = time.monotonic() + seconds
        while True:
            found = len(restconf.wtps_up()), len(restconf.vaps_up())
            now = time.monotonic()
            if found == wanted:
                return round(now - self.started, 1)
            if now > deadline:
                switches = len(restconf.openflow_switches())
                raise LabError(
                    f"after {seconds} s {found[0]} of {wanted[0]} WTPs and {found[1]} of "
                    f"{wanted[1]} VAPs are up, and {switches} switches"
                )
            time.sleep(1)

    # --- stations ------------------------------------------------------------

    def arrive(self, count, per_s):
        """Has further stations send their first frames, and waits until their rules are
        confirmed; a station without rules sends again. Returns the stations."""
        first = self.next_station
        self.next_station += count
        some = [self.plan.station(number) for number in range(first, self.next_station)]
        waiting = some
        for _ in range(TRIES):
            start = time.monotonic()
            for number, station in enumerate(waiting):
                pause = start + number / per_s - time.monotonic()
                if pause > 0:
                    time.sleep(pause)
                self.sent.setdefault(station.address, time.time())
                self.switches.inject(self.plan.wtps[station.wtp].port, frames.first_frame(station))
            waiting = self._unconfirmed(waiting)
            if not waiting:
                break
            served = self.served()
            waiting = [station for station in waiting if station.address not in served]
        return some

    def served(self):
        """Returns the addresses of the stations whose frames a switch forwards. The controller may
        have missed the confirmation of their rules."""
        found = set()
        for number in range(self.plan.step.switches):
            found.update(report.served(self.switches.flows(number)))
        return found

    def _unconfirmed(self, some):
        """Returns the stations without rules, when none has got any for RETRY_S."""
        rest, since = some, time.monotonic()
        while rest and time.monotonic() - since < RETRY_S:
            time.sleep(0.05)
            now = [station for station in rest if station.address not in self.log.times]
            if len(now) < len(rest):
                since = time.monotonic()
            rest = now
        return rest

    def contacts(self, count):
        """Has stations arrive at CONTACTS_PER_S, and returns what that took."""
        before = self.next_station
        with self._cost() as cost:
            some = self.arrive(count, CONTACTS_PER_S)
        done = [one.address for one in some if one.address in self.log.times]
        return {
            "stations_before": before,
            "contacts": count,
            "unconfirmed": count - len(done),
            "contact_ms": [round(1000 * (self.log.times[one] - self.sent[one]), 1) for one in done],
            "own_ms": [self.log.own_ms[one] for one in done],
            **cost.per_event(len(done)),
        }

    def hand_overs(self, count):
        """Hands the last stations over, HANDOVERS_PER_S, and returns what that took."""
        last = range(self.next_station - count, self.next_station)
        some = [self.plan.station(number) for number in last]
        with self._cost() as cost, concurrent.futures.ThreadPoolExecutor(MOVERS) as pool:
            start, futures = time.monotonic(), []
            for number, station in enumerate(some):
                time.sleep(max(0, start + number / HANDOVERS_PER_S - time.monotonic()))
                futures.append(pool.submit(self._move, station))
            answers = [future.result() for future in futures]
        done = [answer for answer in answers if "failure" not in answer]
        failures = [answer["failure"] for answer in answers if "failure" in answer]
        return {
            "hand_overs": count,
            "failed": len(failures),
            "failures": sorted(set(failures))[:5],
            "handover_ms": [answer["duration"] for answer in done],
            "rpc_ms": [answer["rpc_ms"] for answer in done],
            **cost.per_event(len(done)),
        }

    def _move(self, station):
        start = time.monotonic()
        try:
            found = restconf.operation(
                "hand-over",
                bssid=station.vap.bssid,
                station=station.address,
                wtp=self.plan.wtps[station.other].id,
            )
        except LabError as error:
            return {"failure": str(error)[:300]}
        return {
            "duration": found["duration"],
            "rpc_ms": round(1000 * (time.monotonic() - start), 1),
        }

    def puts(self):
        """Writes one setting repeatedly. Returns milliseconds of processor time for one PUT."""
        path = f"data/cloudmac:cloudmac/airtime/vap={self.plan.vaps[0].bssid.replace(':', '%3A')}"
        with self._cost() as cost:
            for number in range(PUTS):
                entry = {"bssid": self.plan.vaps[0].bssid, "weight": 256 + number % 2}
                restconf.request("PUT", path, {"cloudmac:vap": [entry]})
        return cost.per_event(PUTS)["cpu_ms"]

    # --- what it costs -------------------------------------------------------

    def _cost(self):
        return _Cost(self.java)

    def rules(self):
        """Returns the rules of each switch: all of them, and those that name a station."""
        found = [self.switches.flows(number) for number in range(self.plan.step.switches)]
        return {
            "rules": [len(lines) for lines in found],
            "station_rules": [sum("02:5a:" in line for line in lines) for lines in found],
        }


class _Cost:
    """Measures Java's processor time in a block, less what Java takes when nothing happens."""

    def __init__(self, java):
        self._java = java

    def __enter__(self):
        begin = self._java.cpu_s()
        time.sleep(IDLE_S)
        self.idle = (self._java.cpu_s() - begin) / IDLE_S
        self._begin, self._start = self._java.cpu_s(), time.monotonic()
        return self

    def __exit__(self, *_):
        self._used = self._java.cpu_s() - self._begin
        self._took = time.monotonic() - self._start

    def per_event(self, events):
        """Returns the processor time of one event in ms; None without an event."""
        extra = self._used - self.idle * self._took
        return {
            "took_s": round(self._took, 1),
            "idle_cpu": round(self.idle, 3),
            "cpu": round(self._used / self._took, 3),
            "cpu_ms": round(1000 * extra / events, 2) if events else None,
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

        def told(address):
            peers.authorize(plan.station(int(address.replace(":", "")[4:], 16) - 1))

        switches.connect()
        log = stack.enter_context(LogReader(log_file(folder), told))
        controller = Controller(folder, parts, pki, tls=False)
        stack.enter_context(controller)
        started = time.monotonic()
        air = stack.enter_context(Air(plan, switches))
        controller.wait_until_ready(say)
        bench = Bench(plan, controller, switches, peers, log, started, say)
        yield bench
        if air.failure:
            raise LabError(f"announcements and beacons ended: {air.failure}")


def _clear(folder):
    """Removes what a step has left in its folder."""
    for path in folder.iterdir():
        shutil.rmtree(path, ignore_errors=True)


def step(plan, parts, folder, sample, up_seconds, say):
    """Measures a step. sample: measured contacts, and hand-overs. Returns it as in the result
    file."""
    # pylint: disable=too-many-arguments
    size = plan.step
    with running(plan, parts, folder, say) as bench:
        ready_s = round(time.monotonic() - bench.started, 1)
        bench.configure()
        up_s = bench.wait_until_up(up_seconds)
        say(f"{size.wtps} WTPs are up after {up_s} s")
        low, high = report.populations(size.stations, sample)
        bench.arrive(low, FILL_PER_S)
        batches = [bench.contacts(sample)]
        say(f"{sample} contacts with {low} stations: {report.text(batches[0]['contact_ms'])}")
        bench.arrive(high - bench.next_station, FILL_PER_S)
        batches.append(bench.contacts(sample))
        say(f"{sample} contacts with {high} stations: {report.text(batches[1]['contact_ms'])}")
        moves = bench.hand_overs(sample)
        say(f"{moves['hand_overs']} hand-overs: {report.text(moves['handover_ms'])}")
        return report.step(
            size,
            {
                "ready_s": ready_s,
                "up_s": up_s,
                "rss_mb": bench.java.rss_mb(),
                "batches": batches,
                "moves": moves,
                "put_cpu_ms": bench.puts(),
                "held": len(bench.served()),
                **bench.rules(),
                "orders": bench.peers.orders(),
                "log": bench.log.account(),
            },
        )
