# SPDX-License-Identifier: Apache-2.0
"""Tests the pure parts of ``lab run handover``: walks, losses, gaps and the report; and the
pacer's calendar. No lab runs."""
import json
import socket
import subprocess
import threading
import time

import pytest
from cloudmac_testbed import pacer, results, topology
from cloudmac_testbed.guest import stream
from cloudmac_testbed.handover import figures, plan, report, run

MS = 1_000_000


def arrivals(*times):
    return [[number, at, 1.0] for number, at in enumerate(times)]


def test_losses_and_duplicates():
    seen = {"sent": 5, "arrivals": [[0, 0.0, 1], [1, 0.1, 1], [1, 0.2, 1], [4, 0.3, 1], [1, 9, 1]]}
    assert figures.losses(seen) == {"sent": 5, "lost": 2, "duplicated": 2}


@pytest.mark.parametrize(
    "times, longest",
    [
        ([0.0, 1.0, 2.0, 3.0], 1000),  # a regular pause, as long as the window
        ([0.9, 1.1, 1.3, 2.9], 1600),  # it begins in the window and ends after it
        ([1.0, 1.005, 1.010, 1.015], 985),  # no more arrivals: it lasts to the window's end
    ],
)
def test_gap_is_the_longest_pause_that_touches_the_window(times, longest):
    assert figures.gap_ms(times, 0.0, 1.0, 2.0) == pytest.approx(longest)


def test_gap_is_zero_without_a_pause():
    times = [number * 0.005 for number in range(1000)]
    assert figures.gap_ms(times, 0.005, 1.0, 3.0) == pytest.approx(0, abs=1e-6)


def test_still_times_keep_away_from_crossings():
    still = figures.still_times([10.0, 11.0], 0.0, 20.0)
    assert still[0] == 1.0 and all(abs(at - 10) >= 2 and abs(at - 11) >= 2 for at in still)
    assert max(still) <= 19.0
    assert figures.still_times([], 0.0, 4.0) == [1.0, 3.0]


def test_clocks_are_translated_between_samples():
    clocks = [[100, 0], [102, 1], [104, 3]]
    assert figures.translate(101, clocks) == 0.5
    assert figures.translate(103, clocks) == 2.0
    assert figures.translate(106, clocks) == pytest.approx(4.5)


def decision(at, outcome="done", station="aa", **more):
    return {"guest": at, "outcome": outcome, "station": station, "from": "w1", **more}


def test_crossings_are_the_executed_handovers():
    raw = {"steps": [10.0], "ended": 20.0, "station": "aa", "connected": [[5.0, "x"], [15.0, "y"]]}
    raw["decisions"] = [decision(12.0), decision(13.0, "kept"), decision(14.0, station="bb")]
    raw["decisions"] += [decision(25.0), {**decision(16.0), "from": None}]
    assert figures.crossings("cloudmac", raw) == [12.0]
    assert figures.crossings("plain", raw) == [15.0]


def test_dip_of_tcp():
    bins = [[at / 10, (at + 1) / 10, 1.0 if 50 <= at < 60 else 4.0] for at in range(100)]
    flow = {"began": 1000.0, "bins": bins}
    assert figures.dip(flow, [1005.0]) == pytest.approx([0.75])
    assert figures.dip({"began": 0, "bins": []}, [1.0]) == []


def test_summary_of_a_walk():
    times = [number * 0.005 for number in range(2000)]
    gone = [[n, at, 1.0] for n, at in enumerate(times) if not 5.0 < at < 5.2]
    seen = {"ping": {"sent": 2000, "arrivals": gone}}
    summed = figures.summary([(seen, [5.0], 0.0, 10.0)])
    assert summed["crossings"] == 1 and summed["lost"] == 2000 - len(gone)
    assert summed["gap_ms"]["max"] == pytest.approx(195, abs=1)
    assert summed["still_ms"]["max"] == 0 and summed["tcp_dip"] is None
    assert figures.summary([])["gap_ms"] == {"p50": None, "p99": None, "max": None, "n": 0}


def test_legs_cross_each_border_and_return():
    legs = plan.legs(5, 16, seed=1)
    assert legs == plan.legs(5, 16, seed=1) != plan.legs(5, 16, seed=2)
    places = [0] + [leg["to"][0] // plan.APART_M for leg in legs]
    assert all(abs(a - b) == 1 for a, b in zip(places, places[1:]))
    assert places[-1] == 0 and set(places) == {0, 1, 2, 3, 4}
    assert all(plan.SPEEDS[0] <= leg["speed"] <= plan.SPEEDS[1] for leg in legs)


@pytest.mark.parametrize("scene", plan.SCENES)
def test_walks_end_where_they_began(scene):
    assert plan.legs(plan.SCENES[scene], plan.CROSSINGS[scene], 1)[-1]["to"][0] == 0


def test_networks_are_on_separate_channels():
    network = plan.network(2)
    channels = {host.options["channel"] for host in network.of_kind("ap")}
    channels |= {host.options["channel"] for host in network.of_kind("wtp")}
    assert channels == set(plan.CHANNELS.values())
    assert topology.Topology.from_json(network.to_json()) == network


def test_all_systems_make_the_same_walks():
    for quick in (True, False):
        found = plan.series(quick)
        assert len({entry.name for entry in found}) == len(found)
        walks = {
            system: {(e.scene, e.load, e.kinds) for e in found if e.system == system}
            for system in plan.SYSTEMS
        }
        assert len(set(map(frozenset, walks.values()))) == 1


def test_each_seed_has_walks_with_speeds_of_its_own():
    found = plan.series(seeds=range(3, 5))
    assert {entry.seed for entry in found} == {3, 4}
    assert len(found) == 2 * len(plan.series())
    first, second = (plan.legs(2, plan.CROSSINGS["two"], seed) for seed in (3, 4))
    assert first != second


def test_report(tmp_path):
    """Makes table and plot of one walk of each system."""
    times = [number * 0.005 for number in range(2000)]
    probes = {"ping": {"sent": 2000, "arrivals": arrivals(*times)}}
    series = [plan.WalkSeries("two", "idle", plan.PROBES, system, 1) for system in plan.SYSTEMS]
    walks = {entry.name: (probes, [5.0], 0.0, 10.0) for entry in series}
    data = {
        s: figures.summary([walks[e.name] for e in series if e.system == s]) for s in plan.SYSTEMS
    }
    data["series"] = {entry.name: figures.summary([walks[entry.name]]) for entry in series}
    text = report.markdown(data)
    assert "| cloudmac | 1 | 0 of 2000 | 0 | 0.0 |" in text
    report.print_table(data)
    report.plot(series, walks, tmp_path / "handover.png")
    assert (tmp_path / "handover.png").stat().st_size > 1000


def test_interrupted_experiment_resumes(tmp_path):
    experiment = run.HandoverExperiment(seed=1, quick=True, folder=tmp_path)
    experiment.content = "content"
    entry = experiment.series[0]
    assert experiment.kept(entry) is None
    experiment.keep(entry, {"what": 1})
    assert experiment.kept(entry) == {"what": 1}
    experiment.content = "other content"
    assert experiment.kept(entry) is None


def test_chosen_walks(tmp_path, monkeypatch):
    """The report includes walks that an earlier call has kept."""
    monkeypatch.setattr(results, "versions", lambda built: {})
    experiment = run.HandoverExperiment(names=["two-*-ping+call-cloudmac-*"], folder=tmp_path)
    experiment.content = "content"
    assert {entry.name for entry in experiment.chosen} == {
        f"two-{load}-ping+call-cloudmac-seed{seed}" for load in plan.LOADS for seed in range(1, 6)
    }
    entry = next(e for e in experiment.series if e.name == "two-idle-ping+call-plain-seed1")
    raw = {
        "ping": {"sent": 2, "arrivals": arrivals(0.0, 0.005)},
        "steps": [0.0],
        "ended": 1.0,
        "connected": [],
        "speed": 0.5,
    }
    experiment.keep(entry, raw)
    data = experiment.report()
    assert json.loads((tmp_path / "handover.json").read_text(encoding="utf-8")) == data
    assert (data["clock"], data["seed"]) == (run.CLOCK, 1)
    assert list(data["series"]) == [entry.name]
    assert data["plain"]["sent"] == 2 and data["cloudmac"]["sent"] == 0
    idle = data["loads"]["idle"]["plain"]
    assert (idle["walks"], idle["lost"], idle["lost_each"]) == (1, 0, [0])
    assert data["loads"]["congested"]["plain"]["walks"] == 0
    assert data["seeds"] == [1]


def test_streams_arrive_with_their_numbers():
    """Runs both ends of the call over loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    receiver = subprocess.Popen(
        ["/usr/bin/python3", stream.__file__, "receive", "127.0.0.1", str(port)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert receiver.stdout.readline() == "ready\n"
    stream.send("127.0.0.1", port, 0.2, tos=0)
    receiver.terminate()
    output, _ = receiver.communicate(timeout=10)
    assert [number for number, _, _ in json.loads(output)] == list(range(10))


def test_calendar_does_not_run_ahead_of_real_time():
    calendar = pacer.Calendar(real=0)
    calendar.request(100 * MS)
    assert calendar.due() == 100 * MS
    assert calendar.grant(100 * MS) == (100 * MS, 100 * MS + pacer.HORIZON_NS)


def test_late_guest_catches_up_with_short_delays_only():
    calendar = pacer.Calendar(real=0)
    calendar.request(10 * MS)
    calendar.grant(10 * MS + pacer.LATE_NS)
    calendar.request(20 * MS)
    assert calendar.due() == 20 * MS, "a short delay is caught up"
    calendar.grant(20 * MS + pacer.LATE_NS + 1)
    calendar.request(30 * MS)
    assert calendar.due() == 30 * MS + pacer.LATE_NS + 1, "a long delay stays"


def test_pacer_speaks_the_kernels_protocol():
    """A guest asks to sleep for 30 ms. The pacer lets it run then, not before."""
    ours, theirs = socket.socketpair()
    thread = threading.Thread(target=pacer.serve, args=(theirs,))
    began = time.monotonic_ns()
    thread.start()

    def ask(operation, virtual=0, sequence=7):
        ours.sendall(pacer.MESSAGE.pack(operation, sequence, virtual))
        operation, answered, value = pacer.MESSAGE.unpack(ours.recv(pacer.MESSAGE.size))
        assert (operation, answered) == (pacer.ACK, sequence)
        return value

    def next_message():
        operation, sequence, virtual = pacer.MESSAGE.unpack(ours.recv(pacer.MESSAGE.size))
        ours.sendall(pacer.MESSAGE.pack(pacer.ACK, sequence, 0))
        return operation, virtual

    ours.sendall(pacer.MESSAGE.pack(pacer.START, 1, 0))
    data, descriptors, _, _ = socket.recv_fds(ours, pacer.MESSAGE.size, 4)
    assert pacer.MESSAGE.unpack(data)[:2] == (pacer.ACK, 1) and len(descriptors) == 2
    assert abs(ask(pacer.GET_TOD) - time.time_ns()) < 10**9
    ask(pacer.REQUEST, 30 * MS)
    ask(pacer.WAIT)
    assert next_message() == (pacer.FREE_UNTIL, 30 * MS + pacer.HORIZON_NS)
    assert next_message() == (pacer.RUN, 30 * MS)
    assert time.monotonic_ns() - began >= 30 * MS
    ask(pacer.UPDATE, 31 * MS)
    assert ask(pacer.GET) == 31 * MS
    ours.close()
    thread.join(5)
    assert not thread.is_alive()
