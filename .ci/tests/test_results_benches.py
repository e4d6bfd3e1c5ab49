# SPDX-License-Identifier: Apache-2.0
"""Tests what pages show of benchmarks, of fuzzing and of the check's own runs."""
import json

from cloudmac_docs import results
from cloudmac_docs.record import benches, summary
from cloudmac_docs.record.files import Measured


def test_the_benchmark_of_the_agent_names_its_bounds(full):
    text = results.parts()["agent-bench table"](full)
    assert "for 100 and 1550 octets" in text
    assert "on the sender's core, the bound is 0.8 times the bridge's frames." in text
    assert "on the forwarder's core, the bound is 1 times the plain loop's frames." in text


def test_the_benchmark_of_the_agent_shows_af_xdp_if_it_was_there(full, tree):
    shown = results.parts()["agent-bench table"]
    assert "| agent to AF_XDP |" in shown(full)
    assert "reaches 0.8 of the bridge in 0 of 4 rows" in shown(full)
    data = full.get("agent-bench")
    rows = [{key: row[key] for key in row if "xdp" not in key} for row in data["rows"]]
    path = tree / "docs/measured/agent-bench.json"
    path.write_text(json.dumps(data | {"rows": rows}), encoding="utf-8")
    assert "AF_XDP" not in shown(Measured(tree))


def test_the_scheduler_of_the_agent_has_a_row_for_each_case(full):
    text = results.parts()["agent-scheduler table"](full)
    assert "| 1 | 1 | 100 | 4.00 | 4.10 | 1.025 | 1.010 to 1.040 | 20 | 0 |" in text
    assert "| 64 | 2 | 100 | 4.00 | 4.30 | 1.075 | 1.010 to 1.040 | 20 | 3 |" in text
    assert "The benchmark's verdict is pass. The bound is 1.1 for the median ratio" in text
    assert "agent-scheduler.json" in results.parts()["agent-scheduler origin"](full)


def test_the_goal_of_the_scheduler_is_for_the_worst_case(full):
    data = full.get("agent-scheduler")
    shown = "1.075 (64 stations, 100 octets, rates of a frame: 2)"
    assert summary.scheduler_ratio(data, 1.1) == (shown, True)
    assert summary.scheduler_ratio(data, 1.075)[1]
    assert summary.scheduler_ratio(data, 1.07) == (shown, False)


def test_a_goal_of_the_scheduler_is_in_the_summary(full):
    assert "1.075 (64 stations" in results.parts()["summary table"](full)


def test_the_delay_beside_other_work_has_a_goal(full):
    text = results.parts()["agent-stall table"](full)
    assert "200 strangers a second" in text and "| 0.020 |" in text
    assert summary.stall({"p99_added_ms": {"flood": 0.3, "operations": 0.1}}, 0.2) == (
        "0.300",
        False,
    )


def test_the_goal_of_fuzzing_is_for_each_parser(full):
    text = results.parts()["fuzzing table"](full)
    assert "| `wire` | frames, radio tags" in text and "| 162,336,680 |" in text
    targets = {name: {"executions": 100} for name in benches.PARSERS}
    assert summary.fuzzed({"targets": targets}, 100) == ("9 of 9", True)
    targets["agent-rpc"]["executions"] = 99
    assert summary.fuzzed({"targets": targets}, 100) == ("8 of 9; least: 99 (`agent-rpc`)", False)


def test_hostapd_needs_all_rounds_without_an_unknown_fault(full):
    assert "| 1 | 3 | 2 | none |" in results.parts()["hostap table"](full)
    good = {"stock_passed": 3, "passed": 2, "not_in_exceptions": [], "stock_failed": []}
    bad = good | {"passed": 1, "not_in_exceptions": ["a::b"]}
    data = {"exceptions": {"a::c": "why"}, "rounds": [good, good]}
    assert summary.hostap(data, 2) == ("2 of 3; 1 exceptions", True)
    assert summary.hostap(data, 3)[1] is False
    assert summary.hostap(data | {"rounds": [good, bad]}, 2) == ("1 of 3; 1 exceptions", False)
    dead = good | {"stock_passed": 0, "passed": 0}
    assert summary.hostap(data | {"rounds": [good, dead]}, 2) == ("0 of 0; 1 exceptions", False)


def test_a_parser_that_never_ran_misses_the_goal_of_fuzzing(full):
    found = {"targets": {"wire": {"executions": 200, "inputs": 1, "octets": 1}}}
    assert summary.fuzzed(found, 100) == ("1 of 9; least: 0 (`agent-downlink`)", False)
    assert "| `medium-commands` |" in benches.fuzzing(full)


def test_a_goal_for_some_lengths_shows_each_and_the_worst_of_all():
    row = {"placement": "sender", "size": 1550, "agent_to_bridge": 0.9}
    rows = [row, row | {"size": 100, "agent_to_bridge": 0.8}]
    data = {"rows": rows, "bounds": {"sizes": [100, 1550]}}
    found = summary.agent_ratio(data, "sender", "agent_to_bridge", 0.8)
    assert found == ("0.80 (100 octets), 0.90 (1550 octets)", True)
    rows.append(row | {"size": 64, "agent_to_bridge": 0.4})
    text, met = summary.agent_ratio(data, "sender", "agent_to_bridge", 0.8)
    assert met and text.endswith("the least of all lengths: 0.40 (64 octets)")
    rows[1]["agent_to_bridge"] = 0.79
    assert not summary.agent_ratio(data, "sender", "agent_to_bridge", 0.8)[1]
