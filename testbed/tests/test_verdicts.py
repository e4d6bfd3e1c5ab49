# SPDX-License-Identifier: Apache-2.0
"""Verdicts of result files, without a lab."""
import pytest
from cloudmac_testbed import verdict
from cloudmac_testbed.airtime import plan
from cloudmac_testbed.airtime import verdicts as airtime
from cloudmac_testbed.virtual_wifi import verdicts as virtual
from cloudmac_testbed.virtual_wifi import w7_hostile, w8_faults


@pytest.mark.parametrize(
    "holds, runs, word",
    [
        (True, 5, "met"),
        (True, 4, "4 runs"),
        (True, 1, "one run"),
        (False, 1, "not met"),
        (None, 9, "not shown"),
    ],
)
def test_few_runs_show_no_goal_as_met(holds, runs, word):
    assert verdict.Verdict("T1", "a goal", "a value", holds, runs).word == word


def shares(one, two, total=100.0):
    return {"shares_percent": {"one": one, "two": two}, "total_mbps": total}


def t8(udp, tcp, far=100.0):
    wanted = {"wanted_percent": {"one": 40, "two": 60}}
    near = shares(*udp) | {"tcp": shares(*tcp)} | wanted
    return {
        "seeds": {"T8": 5},
        "T8": {"airtime": {"0.25ms": near, "20ms": near | {"total_mbps": far}}},
    }


def test_t8_judges_tcp_too():
    assert airtime.t8(t8((42, 58), (41, 59))).word == "met"
    assert airtime.t8(t8((42, 58), (44, 56))).word == "not met"
    assert airtime.t8(t8((44, 56), (41, 59))).word == "not met"
    assert airtime.t8(t8((42, 58), (41, 59), far=96)).word == "not met"


def echoes(median, p95):
    return {"fast1": {"median": median, "p95": p95}}


def t3(ours, goodput):
    def t2(mbps):
        return {"tcp_down": {"total_mbps": mbps, "jain": 1}}

    return {
        "seeds": {"T3": 5},
        "T2": {"airtime": t2(goodput), "plain_airtime": t2(100)},
        "T3": {"airtime": {"ping_ms": echoes(*ours)}, "plain_airtime": {"ping_ms": echoes(20, 40)}},
    }


def test_t3_is_judged_by_the_plain_access_point():
    crossings = 2 * plan.BACKHAULS_MS[0]
    assert airtime.t3(t3((22 + crossings, 44 + crossings), 97)).word == "met"
    assert airtime.t3(t3((22.1 + crossings, 44), 97)).word == "not met"
    assert airtime.t3(t3((22, 44.1 + crossings), 97)).word == "not met"
    assert airtime.t3(t3((22, 44), 96)).word == "not met"
    assert airtime.t3(t3((None, 44), 97)).word == "not met"
    lacks = t3((22, 44), 97)
    del lacks["T3"]["plain_airtime"]
    assert airtime.t3(lacks) is None


def w7(**more):
    calm = {"ratio": 1.0, "lost": 0, "restarts": 0, "reassociations": 0, "seeds": 5}
    return {"W7": calm | {"passed": {"a": 0}, "arrived": {"a": 9}, "of_capacity": 0.81} | more}


def test_w7_needs_load_and_attacks_that_arrived():
    assert virtual.w7(w7()).word == "met"
    assert virtual.w7(w7(arrived=None)).word == "not shown"
    assert virtual.w7(w7(arrived={"a": 9, "b": 0})).word == "not shown"
    assert virtual.w7(w7(of_capacity=0.3)).word == "not shown"
    assert virtual.w7(w7(of_capacity=None)).word == "not shown"
    assert virtual.w7(w7(lost=1)).word == "not met"
    assert virtual.w7(w7(passed={"a": 1})).word == "not met"


def test_w7_offers_a_load_near_saturation():
    assert w7_hostile.MBPS / w7_hostile.capacity_mbps() >= virtual.NEAR_SATURATION


@pytest.mark.parametrize(
    "attack, drops, at_switch, count",
    [
        ("other_bss", {"role": 9}, 12, 9),
        ("other_bss", {}, 12, 0),
        ("scan_flood", {"message_rate": 7}, 12, 7),
        ("foreign_tag", {}, 12, 10),
        ("foreign_tag", {}, 9, 0),
        ("action_flood", {}, 12, 10),
    ],
)
def test_arrival_is_counted_where_an_attack_is_judged(attack, drops, at_switch, count):
    found = {"drops": drops, "at_switch": at_switch, "sent_by_attacker": 10}
    assert w7_hostile.arrived(attack, found) == count


def w8(**agent):
    faults = {name: {"times": 5, "lost": 0, "back_s": 3.0} for name in w8_faults.FAULTS}
    faults["agent"] |= agent
    return {"W8": {"faults": faults}}


def test_w8_counts_stations_behind_the_killed_agent():
    through = {"sent": 100, "lost": 40, "longest_s": 2.0}
    assert virtual.w8(w8()).word == "not shown"
    assert virtual.w8(w8(through=through)).word == "met"
    assert virtual.w8(w8(through=through | {"longest_s": 11})).word == "not met"
    assert virtual.w8(w8(through=through, lost=1)).word == "not met"


@pytest.mark.parametrize(
    "sent, answered, longest",
    [(0, set(), 0), (5, {0, 1, 2, 3, 4}, 0), (5, {0, 4}, 3), (5, {2}, 2), (5, set(), 5)],
)
def test_longest_run_without_an_answer(sent, answered, longest):
    assert w8_faults.longest_run(sent, answered) == longest


def w10(mbps):
    one = {"stations": 2, "associated": 2, "failures": 0, "total_mbps": {"up": 1, "down": 1}}
    each = [{"mbps": {"up": 1, "down": mbps}}, {"mbps": {"up": 1, "down": 1}}]
    return {"W10": {"seeds": 5, "targets": {"plain": one | {"each": each}}}}


def test_w10_reads_its_traffic():
    assert virtual.w10(w10(1)).word == "met"
    assert virtual.w10(w10(0)).word == "not met"
