# SPDX-License-Identifier: Apache-2.0
"""Tests the invariants of the chaos experiment, on rules as ovs-ofctl prints them. No lab
runs."""
import collections
import contextlib
import copy
import json
import os
import signal
import types

import pytest
from cloudmac_testbed import results, topology
from cloudmac_testbed.chaos import invariants, run
from cloudmac_testbed.errors import LabError

STATION, STRANGER = "02:00:00:00:00:00", "02:00:00:00:00:01"
BSSID, OTHER = "02:43:4d:a0:00:01", "02:43:4d:a0:00:02"
NETWORK = invariants.Network(
    wtps={"wtp1": ("swa", 2), "wtp2": ("swa", 3)},
    vaps={"vap": BSSID, "other": OTHER},
    stations={STATION: "vap"},
)
VAP, SECOND, NONE, ANY = "00:01", "00:02", "00:03", "ff:ff"


def tag(vap):
    return f"12:00:00:00:{vap}/ff:00:00:0f:ff:ff"


def up(port, mac=STATION, priority=2000, vap=VAP):
    return (
        f"cookie=0x1337, priority={priority},in_port={port},dl_src={mac},dl_dst={tag(vap)},"
        "dl_type=0x1337 actions=set_queue:1,output:1"
    )


def down(port, mac=STATION, vap=VAP):
    return (
        f"priority=2000,in_port=1,dl_src={tag(vap)},dl_dst={mac},dl_type=0x1337 "
        f"actions=output:{port}"
    )


def bound(port, vap=VAP):
    """Returns all rules of a binding."""
    return [up(port, vap=vap), up(port, vap=ANY), down(port, vap=vap)]


COPY = f"priority=1000,dl_src={STATION},dl_dst={tag(VAP)},dl_type=0x1337 actions=drop"
EVERYBODY = "01:00:00:00:00:00/01:00:00:00:00:00"
GROUP = down(2, EVERYBODY)
REST = ["priority=0 actions=NORMAL", COPY, GROUP, up(2, priority=1999)]
GOOD = {"swa": [*bound(3), *REST]}
LEASES = {"wtp1": set(), "wtp2": {BSSID}}


def test_complete_rules_and_leases_violate_nothing():
    assert invariants.violations(NETWORK, GOOD, LEASES) == []
    assert invariants.served(NETWORK, GOOD) == {
        (STATION, VAP): {"up": {"wtp2"}, "down": {"wtp2"}},
        (STATION, ANY): {"up": {"wtp2"}, "down": set()},
    }


@pytest.mark.parametrize(
    "rules, says",
    [
        ([up(3), up(3, vap=ANY)], "up and [] down"),
        ([down(3)], "by [] up"),
        ([], "by [] up and [] down"),
        ([up(2), *bound(3)], "by ['wtp1', 'wtp2'] up"),
        ([up(2), down(3)], "by ['wtp1'] up and ['wtp2'] down"),
        ([*bound(3), down(2)], "['wtp1', 'wtp2'] down"),
        ([*bound(3), up(2, STRANGER)], f"rules for {STRANGER}"),
        ([*bound(3), up(2, vap=ANY)], "probes for any network by ['wtp1', 'wtp2']"),
        ([up(3), down(3)], "probes for any network by [] "),
        (bound(3, SECOND), f"for {BSSID} by [] up"),
        ([*bound(3), up(1, vap=SECOND)], f"for {OTHER} by [] up"),
        ([*bound(3), up(3, vap=NONE)], f"{NONE}, which is not the id of a VAP"),
    ],
)
def test_wrong_rules_are_violations(rules, says):
    found = invariants.violations(NETWORK, {"swa": [*rules, *REST]}, LEASES)
    assert any(says in line for line in found), found


def test_output_through_a_queue_counts_as_output():
    rules = [line.replace("=output", "=set_queue:1,output") for line in bound(3)]
    assert invariants.violations(NETWORK, {"swa": [*rules, *REST]}, LEASES) == []


def test_second_binding_by_a_probe_request_is_no_violation():
    rules = {"swa": [*bound(3), *bound(2, SECOND), *REST]}
    assert invariants.violations(NETWORK, rules, LEASES | {"wtp1": {OTHER}}) == []


def test_second_binding_needs_one_wtp_and_its_lease():
    rules = {"swa": [*bound(3), *bound(2, SECOND), *bound(3, SECOND), *REST]}
    found = invariants.violations(NETWORK, rules, LEASES)
    assert f"{STATION} is served for {OTHER} by ['wtp1', 'wtp2'] up" in found[0]
    assert f"wtp1 has no lease for {OTHER}" in found


@pytest.mark.parametrize(
    "wtp, bssids, says",
    [("wtp1", {BSSID}, "no station needs"), ("wtp2", set(), "wtp2 has no lease")],
)
def test_wrong_leases_are_violations(wtp, bssids, says):
    leases = copy.deepcopy(LEASES) | {wtp: bssids}
    (line,) = invariants.violations(NETWORK, GOOD, leases)
    assert says in line


def test_chaos_topology_has_three_wtps_and_both_securities():
    plan = topology.load("chaos")
    assert len(plan.of_kind("wtp")) == 3
    assert {host.options["security"] for host in plan.of_kind("vap")} == {"wpa2", "wpa3"}


@pytest.mark.parametrize(
    "faults, away_s, anew",
    [
        ({"agent": 3, "controller": 1}, [30], ["mn2"]),
        ({"agent": 3, "controller": 2}, [30, run.LEASE_S], []),
        ({"agent": 3, "switch": 1}, [], []),
        ({"agent": 3}, [], ["mn2"]),
    ],
)
def test_new_keys_are_allowed_only_after_faults_that_stop_the_data_path(faults, away_s, anew):
    noticed = {"mn1": {"new_keys": 0}, "mn2": {"new_keys": 1}}
    assert run.rekeyed(noticed, collections.Counter(faults), away_s) == anew


def test_only_the_chosen_kinds_are_killed():
    plan = topology.load("chaos")
    assert set(run.Chaos(plan, 1, kinds=["controller"]).kinds) == {"controller"}
    assert set(run.Chaos(plan, 1).kinds) == {"agent", "switch", "controller"}


def test_interrupted_run_reports_its_findings(monkeypatch):
    """The first Ctrl-C ends the handovers, and a second one the program."""
    chaos = run.Chaos(topology.load("chaos"), 100)
    settled = []
    monkeypatch.setattr(run, "handshakes", lambda plan: {})
    monkeypatch.setattr(chaos, "settle", settled.append)
    monkeypatch.setattr(chaos, "one", lambda: None)

    def tick(_):
        if chaos.made == 7:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    chaos.run(tick)
    assert chaos.made == 7
    assert settled == ["the start", "the end"]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("each, asked, done", [(3, 30, 10), (0, 30, 0), (1, 10, 10)])
def test_counts_handovers_that_are_done(monkeypatch, each, asked, done):
    """One request of ``each`` is a handover; none if it is 0. Requests have a limit."""
    chaos = run.Chaos(topology.load("chaos"), 10)
    monkeypatch.setattr(run, "handshakes", lambda plan: {})
    monkeypatch.setattr(chaos, "settle", lambda after: None)

    def one():
        moved = each and (chaos.made + 1) % each == 0
        chaos.outcomes["done" if moved else "stayed"] += 1

    monkeypatch.setattr(chaos, "one", one)
    steps = []
    chaos.run(steps.append)
    found = chaos.result()
    assert (found["asked"], found["handovers"], sum(steps)) == (asked, done, done)


@pytest.mark.parametrize("asked, fails", [(30, True), (7, False)])
def test_too_few_handovers_fail_unless_interrupted(tmp_path, asked, fails):
    made = run.ChaosExperiment(quick=True, network=topology.load("chaos"), folder=tmp_path)
    expected = pytest.raises(LabError, match="only 2 of 10") if fails else contextlib.nullcontext()
    with expected:
        made.verdict({"violations": 0, "handovers": 2, "wanted": 10, "asked": asked})


def test_the_result_file_and_the_verdict(tmp_path, monkeypatch):
    """Uses a fake lab, in which one station exchanged keys again without a reason."""
    made = run.ChaosExperiment(
        quick=True, kinds=["agent"], network=topology.load("chaos"), folder=tmp_path
    )
    lab = types.SimpleNamespace(check=lambda: None)
    monkeypatch.setattr(run.client, "Lab", lambda *_, **__: contextlib.nullcontext(lab))
    monkeypatch.setattr(run.client, "call", lambda *_, **__: None)
    monkeypatch.setattr(run.restconf, "request", lambda *_: None)
    monkeypatch.setattr(run, "wait_for_wtps", lambda *_: None)
    monkeypatch.setattr(run, "stations", lambda *_: {"mn1": {"new_keys": 1, "lost": 0}})
    monkeypatch.setattr(made.chaos, "learn", lambda: None)

    def went(tick):
        made.chaos.made = made.chaos.handovers
        made.chaos.faults["agent"] = 3
        made.chaos.outcomes["done"] = made.chaos.handovers
        tick()

    monkeypatch.setattr(made.chaos, "run", went)
    monkeypatch.setattr(results, "versions", lambda built: {})
    made.measure(made.measurements())
    with pytest.raises(LabError, match="1 violations"):
        made.report()
    data = json.loads((tmp_path / "chaos.json").read_text(encoding="utf-8"))
    assert (data["handovers"], data["wanted"], data["faults"]) == (200, 200, 3)
    assert (data["violations"], data["violated"], data["rekeyed"]) == (1, [], ["mn1"])
    assert set(data) == {
        *("handovers", "wanted", "asked", "outcomes", "faults", "faults_by_kind", "violations"),
        *("violated", "rekeyed", "stations", "refusals", "calm_s", "controller_away_s"),
        *("handover_ms", "clock", "commit", "command", "seed", "all_seeds", "machine"),
        "versions",
    }
