# SPDX-License-Identifier: Apache-2.0
"""Runs the quick demo with two of its strategies: in paced time with the controller, then in
virtual time.

    mn ))) wtp1 wtp2 --- swa ==100 Mb/s== swb --- vap
"""
import json

import pytest
from cloudmac_testbed import demo, demo_plan, topology

pytestmark = pytest.mark.controller


def test_quick_demo(all_parts, nothing_left, monkeypatch, tmp_path, capsys):
    few = {name: demo_plan.STRATEGIES[name] for name in ("fifo", "cloudmac")}
    for module in (demo, demo_plan):
        monkeypatch.setattr(module, "STRATEGIES", few)
    monkeypatch.setattr(demo_plan, "QUICK_WARM_S", 6)
    demo.Demo(quick=True, network=topology.load("demo"), folder=tmp_path).run()
    data = json.loads((tmp_path / "demo.json").read_text(encoding="utf-8"))
    there, back = data["live"]["handovers"]
    assert [(one["from"], one["to"]) for one in (there, back)] in (
        [("wtp1", "wtp2"), ("wtp2", "wtp1")],
        [("wtp2", "wtp1"), ("wtp1", "wtp2")],
    )
    assert [(one["sent"], one["lost"]) for one in (there, back)] == [(200, 0)] * 2
    assert there["same_association"] and back["same_association"]
    # What TCP carries depends on the processor, so the test asks for full queues only.
    full = data["live"]["full_link"]
    assert full["full"] and min(full["mbps"]) > 0
    # 500 frames of 1,538 octets at 100 Mb/s take 61 ms.
    assert full["median_ms"] > 40 > 10 * data["live"]["idle"]["median_ms"]
    strategies = data["strategies"]
    assert list(strategies) == ["idle", "fifo", "cloudmac"]
    assert strategies["fifo"]["median_ms"] > 40
    assert strategies["cloudmac"]["median_ms"] < strategies["idle"]["median_ms"] + 1
    output = capsys.readouterr().out
    assert "CloudMAC's own policy" in output and "handover to wtp2, " in output
    assert {path.name for path in (tmp_path / "demo").iterdir()} >= {"rtt.png", "fifo.csv"}
