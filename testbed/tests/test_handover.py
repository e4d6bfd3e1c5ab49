# SPDX-License-Identifier: Apache-2.0
"""A station walks between two WTPs on the medium, in paced time, and the controller hands it
over by signals.

    mn1 ))) wtp1 (0 m) --- swa === swb --- vap       handover.plan.network(2), which has
        ))) wtp2 (30 m) ----+                        plain access points as well

A switch answers nothing, in real time.

    mn1 mn2 ))) wtp1 wtp2 --- swa === swb --- wtp3
                      vap ----+
"""
import concurrent.futures

import pytest
from cloudmac_testbed import client, restconf, topology
from cloudmac_testbed.guest import basics, station, switch
from cloudmac_testbed.handover import figures, plan, run
from conftest import await_wtps

pytestmark = pytest.mark.controller


def test_walk_loses_and_duplicates_nothing(all_parts, nothing_left, monkeypatch, tmp_path):
    monkeypatch.setattr(plan, "SPEEDS", (6, 10))
    experiment = run.HandoverExperiment(seed=1, quick=True, folder=tmp_path)
    experiment.built, experiment.content = all_parts, "content"
    entry = plan.WalkSeries("two", "idle", plan.PROBES, "cloudmac", 2)
    experiment.walk(plan.network(2), [entry])
    raw = experiment.kept(entry)
    assert len(figures.crossings("cloudmac", raw)) == 2
    # The station did not associate again. Before the first step it may: switches learn until
    # the controller has discovered everything.
    assert raw["connected"]
    assert [at for at, _ in raw["connected"] if at > raw["steps"][0]] == []
    streams = dict(figures.streams(raw))
    assert set(streams) == {"ping", "call"}
    for stream in (raw["ping"], raw["call"]["up"], raw["call"]["down"]):
        assert figures.losses(stream)["lost"] == figures.losses(stream)["duplicated"] == 0
    signal = [entry for entry in raw["decisions"] if entry["reason"] == "signal"]
    assert all(entry["input"] for entry in signal if entry["outcome"] == "done")


SILENT = {
    "switches": ["swa", "swb"],
    # The controller takes a WTP for lost after some silent intervals.
    "wtps": {
        name: {"at": at, "announce_ms": 5000}
        for name, at in (("wtp1", "swa"), ("wtp2", "swa"), ("wtp3", "swb"))
    },
    "vaps": {"vap": {"at": "swa", "ssid": "one"}},
    "stations": {name: {"vap": "vap"} for name in ("mn1", "mn2")},
    "links": [{"between": ["swa", "swb"]}],
}


def test_silent_switch_delays_only_the_handovers_across_it(all_parts, nothing_left):
    silent = topology.parse(SILENT)
    hosts = silent.hosts
    with client.Lab(silent, all_parts):
        await_wtps(silent)
        address = {}
        for name in ("mn1", "mn2"):
            client.call(basics.join, name=name)
            address[name] = client.call(station.address, name=name)

        def hand_over(name, wtp):
            """Returns the milliseconds that the controller took."""
            done = restconf.operation(
                "hand-over",
                bssid=hosts["vap"].options["bssid"],
                station=address[name],
                wtp=hosts[wtp].wired,
            )
            return done["duration"]

        for name in address:
            hand_over(name, "wtp1")
        client.call(switch.freeze, name="swb")
        try:
            with concurrent.futures.ThreadPoolExecutor() as pool:
                across = pool.submit(hand_over, "mn2", "wtp3")
                durations = [hand_over("mn1", wtp) for wtp in ("wtp2", "wtp1")]
                assert not across.done(), across.exception()
                with pytest.raises(restconf.Refused, match="flow rules are missing, for example"):
                    across.result()
            print(f"{durations} ms")
            assert max(durations) < 2000
        finally:
            client.call(switch.freeze, name="swb", frozen=False)
        restconf.wait_for("swb to be connected", lambda: connected("swb"), 60)
        hand_over("mn2", "wtp3")


def connected(name):
    return client.call(switch.channels, name=name)["openflow"]["connected"]
