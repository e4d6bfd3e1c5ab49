#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Stops and starts the members of a cluster one after the other, and then kills the owner of the WLAN application
repeatedly with kill -9, under handovers, first contacts and traffic of stations. Measures the time from a kill until a
new station has its rules, and until a handover is done. Writes the result file after each kill. Needs root and about
1 GB of memory for each of the three controllers.

    /usr/bin/python3 karaf/tests/cluster/wlan_failover.py --stations 1000 --rounds 20 --json wlan-failover.json
"""
import argparse
import json
import pathlib
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from nodes import Background, members, owner, term, wait_for, wait_until_up  # noqa: E402
from wlan import RETRY_S, Traffic, plans, running  # noqa: E402
from cloudmac_testbed import results as record  # noqa: E402
from cloudmac_testbed.settings import ROOT  # noqa: E402

RECOVERY_SECONDS = 120
SETTLE_SECONDS = 60
COMMAND = "karaf/tests/cluster/wlan_failover.py"
AT_ONCE = 50
"""Stations that arrive together."""


class Handovers(Background):
    """Hands stations over between their two WTPs inside the context, and remembers where each should be. ``place``:
    the number of the WTP of each station at first."""

    def __init__(self, wlan, stations, per_s, place):
        super().__init__()
        self.wlan, self.stations, self.per_s = wlan, stations, per_s
        self.place = place
        self.unknown = set()
        """Stations whose last handover had no answer, so that they may be at either WTP."""
        self.done = 0

    def run(self):
        start = time.monotonic()
        for number in range(10**9):
            if self.ended.wait(max(0, start + number / self.per_s - time.monotonic())):
                return
            self.move(self.stations[number % len(self.stations)])

    def move(self, station, seconds=2):
        """Move a station to its other WTP, and return true if the controller says that it is there."""
        target = station.other if self.place[station.address] == station.wtp else station.wtp
        moved = self.wlan.hand_over(station, target, seconds=seconds)
        if moved:
            self.place[station.address] = target
            self.unknown.discard(station.address)
            self.done += 1
        else:
            self.unknown.add(station.address)
        return moved


def kill(node):
    """End a member as a power cut does."""
    node.kill()


def stop(node):
    """End a member as an operator does."""
    node.kill(signal.SIGTERM)


def cut_off(node):
    """Cut a member off from the others, the switches and the WTPs."""
    node.cut_off()


def round_of_failover(wlan, moving, resting, per_s, how=kill):
    """Take the owner away under load, measure what follows, check that nothing is lost, and bring it back.

    ``moving``: the stations that are handed over, ``per_s`` of them a second; ``resting``: those that send frames;
    ``how``: kill, stop or cut_off. Returns the measured values."""
    victim = wait_for("an owner", lambda: owner(wlan.nodes), RECOVERY_SECONDS)
    survivors = [node for node in wlan.nodes if node is not victim]
    before, former = wlan.bindings(), term(victim)
    leaving = threading.Thread(target=how, args=(victim,))
    try:
        handovers = Handovers(wlan, moving, per_s, places(wlan, moving, before))
        with Traffic(wlan, resting) as traffic, handovers:
            wait_for("handovers", lambda: handovers.done >= 5, RECOVERY_SECONDS)
            began = time.monotonic()
            leaving.start()
            found = recovery(wlan, survivors, handovers, began)
        found.update(traffic.count())
        check_places(wlan, handovers, before)
        wait_for("no rule of a stranger", lambda: not wlan.strangers(), SETTLE_SECONDS, 1)
        wait_for("all leases", lambda: not wlan.unleased(), SETTLE_SECONDS, 1)
        assert term(owner(survivors)) > former
        return found
    finally:
        if leaving.ident:
            leaving.join()
        if victim.is_cut:
            victim.cut_off(False)
        if not victim.running():
            victim.start()
        wait_until_up(wlan.nodes)


def rolling_restart(wlan, moving, resting, per_s):
    """Stop and start the members one after the other under load, and check that nothing is lost. Return the measured
    values. The parameters are those of round_of_failover()."""
    before = wlan.bindings()
    handovers = Handovers(wlan, moving, per_s, places(wlan, moving, before))
    began = time.monotonic()
    with Traffic(wlan, resting) as traffic, handovers:
        for node in wlan.nodes:
            wlan.starting = node
            node.kill(signal.SIGTERM)
            node.start()
            wait_until_up(wlan.nodes)
            wlan.starting = None
            done = handovers.done
            wait_for("handovers", lambda least=done + 5: handovers.done >= least, RECOVERY_SECONDS)
        wlan.arrive(1, RECOVERY_SECONDS)
    found = {"seconds": round(time.monotonic() - began, 1), "handovers": handovers.done}
    found.update(traffic.count())
    check_places(wlan, handovers, before)
    wait_for("no rule of a stranger", lambda: not wlan.strangers(), SETTLE_SECONDS, 1)
    wait_for("all leases", lambda: not wlan.unleased(), SETTLE_SECONDS, 1)
    return found


def places(wlan, stations, bindings):
    """Return the number of the WTP of each station."""
    numbers = {wtp.id: wtp.number for wtp in wlan.plan.wtps}
    return {station.address: numbers[bindings[station.address]] for station in stations}


def recovery(wlan, survivors, handovers, began):
    """Return after how many seconds another member is owner, a new station has rules, and a handover is done."""
    found = {}
    done = handovers.done
    station = wlan.plan.station(wlan.arrived)
    contact = threading.Thread(target=wlan.arrive, args=(1, RECOVERY_SECONDS))
    contact.start()

    def observe():
        if "owner_s" not in found and owner(survivors):
            found["owner_s"] = round(time.monotonic() - began, 2)
        if "contact_s" not in found and wlan.confirmed(station):
            found["contact_s"] = round(time.monotonic() - began, 2)
        if "handover_s" not in found and handovers.done > done:
            found["handover_s"] = round(time.monotonic() - began, 2)
        return len(found) == 3

    try:
        wait_for("the next contact and handover", observe, RECOVERY_SECONDS, RETRY_S / 4)
    finally:
        contact.join()
    return found


def check_places(wlan, handovers, before):
    """Check that no binding is lost, and that each station is where the last handover that was answered put it."""
    now = wlan.bindings()
    assert set(before) <= set(now), f"lost: {sorted(set(before) - set(now))[:5]}"
    for station in handovers.stations:
        if station.address not in handovers.unknown:
            expected = wlan.plan.wtps[handovers.place[station.address]].id
            assert (
                now[station.address] == expected
            ), f"{station.address} is at {now[station.address]}"


def open_vswitch():
    """Return the folder of the patched Open vSwitch, which is built if it is not there."""
    done = subprocess.run(
        [ROOT / "ovs-patches" / "build"], stdout=subprocess.PIPE, text=True, check=True
    )
    return pathlib.Path(done.stdout.strip().splitlines()[-1])


def measure(options, say, keep):
    """Run a rolling restart and all rounds. After each round, call ``keep`` with the restart's values and a list of the
    values of each round so far."""
    step = plans.Step(options.wtps, options.stations + options.rounds + 1, options.switches)
    with tempfile.TemporaryDirectory(prefix="cloudmac-failover-") as folder:
        place = pathlib.Path(folder)
        with members(place) as nodes:

            def start():
                for node in nodes:
                    node.start()
                wait_until_up(nodes)
                say("the cluster is up")

            with running(place, nodes, step, open_vswitch(), start) as wlan:
                stations = []
                while len(stations) < options.stations:
                    some = min(AT_ONCE, options.stations - len(stations))
                    stations += wlan.arrive(some, RECOVERY_SECONDS)
                say(f"{len(stations)} stations have arrived")
                half = len(stations) // 2
                rolling = rolling_restart(wlan, stations[:half], stations[half:], options.per_s)
                say(f"rolling restart: {json.dumps(rolling)}")
                rounds = []
                for number in range(1, options.rounds + 1):
                    rounds.append(
                        round_of_failover(wlan, stations[:half], stations[half:], options.per_s)
                    )
                    say(f"round {number}: {json.dumps(rounds[-1])}")
                    keep(rolling, rounds)


def summary(rounds):
    """Return the result file's numbers of one round at least."""
    names = ("owner_s", "contact_s", "handover_s")
    middle = {name: statistics.median(each[name] for each in rounds) for name in names}
    longest = {f"longest_{name}": max(each[name] for each in rounds) for name in names}
    counts = ("frames_sent", "frames_lost", "frames_doubled")
    frames = {name: sum(each[name] for each in rounds) for name in counts}
    return {**middle, **longest, **frames, "rounds": rounds}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    for name, default, what in (
        ("wtps", 20, "WTPs"),
        ("stations", 100, "stations"),
        ("switches", 3, "switches"),
        ("rounds", 3, "kills"),
        ("per-s", 50, "handovers a second"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=what)
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="result file")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error(f"--rounds {options.rounds}: at least one kill is needed")
    origin = record.origin(shlex.join([COMMAND, *sys.argv[1:]]), None)
    size = {"wtps": options.wtps, "stations": options.stations, "switches": options.switches}
    result = {}

    def keep(rolling, rounds):
        result.update({**origin, **size, **summary(rounds), "rolling_restart": rolling})
        if options.json:
            record.write_json(options.json, result)

    measure(options, lambda text: print(text, flush=True), keep)
    print(json.dumps({name: value for name, value in result.items() if name != "rounds"}, indent=1))


if __name__ == "__main__":
    main()
