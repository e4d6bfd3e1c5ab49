# SPDX-License-Identifier: Apache-2.0
"""Tests the demo's plan, words and table. No lab runs."""
import io

import pytest
import rich.console
from cloudmac_testbed import demo, demo_plan, demo_report, topology
from cloudmac_testbed.errors import LabError
from cloudmac_testbed.guest import congestion, traffic
from cloudmac_testbed.paper.setups import POLICIES
from conftest import wait_for


def test_own_policy_is_last_in_the_table_and_the_controllers_own():
    assert list(demo_plan.LABELS) == ["idle", *demo_plan.STRATEGIES]
    assert list(demo_plan.STRATEGIES)[-1] == "cloudmac"
    assert POLICIES[demo_plan.STRATEGIES["cloudmac"]].type == "cloudmac"
    assert demo_plan.LABELS["cloudmac"] == "CloudMAC's own policy"


def test_quick_takes_a_tenth_of_the_samples():
    long, quick = demo_plan.strategies(False), demo_plan.strategies(True)
    assert [entry.name for entry in long] == [entry.name for entry in quick]
    assert {10 * entry.loaded for entry in quick} == {entry.loaded for entry in long}
    assert [entry.idle > 0 for entry in long] == [entry.name == "fifo" for entry in long]


def test_a_topology_with_one_wtp_is_refused():
    with pytest.raises(LabError, match="topology default: the demo needs two WTPs"):
        demo.Demo(network=topology.load("default"))
    demo.Demo(network=topology.load("demo"))


def row(median, lost=0, cross=0.0):
    return {
        "median_ms": median,
        "p95_ms": median and 2 * median,
        "n": 60 - lost,
        "lost": lost,
        "cross_up_mbps": cross,
        "cross_down_mbps": cross,
    }


def test_the_table_has_aligned_rows_in_order():
    strategies = {
        "cloudmac": row(1.2345, cross=86.4),
        "idle": row(1.08),
        "fifo": row(191.94, lost=2, cross=93.6),
        "htb": row(None, lost=60, cross=86.4),
    }
    console = rich.console.Console(width=100, record=True, file=io.StringIO())
    console.print(demo_report.table(strategies))
    title, _, head, _, *rows = console.export_text().splitlines()
    assert title.strip() == demo_report.TITLE and len(title) <= 100
    assert [line.split("  ")[1].strip() for line in rows if line.strip()] == [
        "without TCP",
        "FIFO",
        "HTB",
        "CloudMAC's own policy",
    ]
    cells = [
        [cell.strip() for cell in line.split("  ") if cell.strip()] for line in rows if line.strip()
    ]
    assert cells[0] == ["without TCP", "1.08", "2.16", "0 of 60", "1.77", "-"]
    assert cells[1] == ["FIFO", "192", "384", "2 of 60", "98.6", "94 / 94"]
    assert cells[2] == ["HTB", "-", "-", "60 of 60", "1.79", "86 / 86"]
    assert cells[3] == ["CloudMAC's own policy", "1.23", "2.47", "0 of 60", "-", "86 / 86"]
    ends = {len(line.rstrip()) for line in (head, rows[0], rows[1])}
    assert len(ends) == 1


def test_a_handover_is_told_with_its_losses_and_what_changed():
    found = {"from": "wtp1", "to": "wtp2", "duration_ms": 31, "sent": 200, "lost": 0}
    assert demo.handover_words(found | {"same_association": True}) == (
        "handover to wtp2, 31 ms: lost 0 of 200; BSSID and association unchanged"
    )
    assert demo.handover_words(found | {"lost": 7, "same_association": False}) == (
        "handover to wtp2, 31 ms: lost 7 of 200; the station associated again"
    )


def test_a_link_is_full_when_both_queues_together_have_been_long_for_a_time():
    full = congestion.FullFor(1000)
    assert full.seconds(0, [300, 100]) == 0
    assert full.seconds(1, [400, 100]) == 0
    assert full.seconds(2, [0, 900]) == 1
    assert full.seconds(3, [499, 0]) == 0
    assert full.seconds(4, [500, 0]) == 0
    assert full.seconds(6, [300, 300]) == 2


def test_output_of_a_running_program_is_read_without_disturbing_it(tmp_path):
    go = tmp_path / "go"
    wait = f"echo one; until [ -e {go} ]; do sleep 0.01; done; echo two"
    program = traffic.Program(None, ["sh", "-c", wait])
    try:
        wait_for("the first line", program.so_far)
        assert program.so_far() == "one\n"
    finally:
        go.touch()
    assert program.output() == "one\ntwo\n"
