# SPDX-License-Identifier: Apache-2.0
"""A station walks between two WTPs on the medium, in paced time, and the controller hands it
over by signals.

    mn1 ))) wtp1 (0 m) --- swa === swb --- vap       handover.plan.network(2), which has
        ))) wtp2 (30 m) ----+                        plain access points as well
"""
import pytest
from cloudmac_testbed.handover import figures, plan, run

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
