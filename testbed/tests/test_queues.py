# SPDX-License-Identifier: Apache-2.0
"""Measures whether traffic uses the queues that the controller made, and how strategies
compare. In virtual time, on a snapshot of each strategy's rules.

    mn ))) wtp1 --+                          +-- vap
                  +-- swa ==100 Mb/s== swb --+
          ct1   --+                          +-- ct2
"""
import statistics

import pytest
from conftest import take_snapshot
from cloudmac_testbed import demo_plan, live, restconf, virtual
from cloudmac_testbed.guest import round_trips
from cloudmac_testbed.paper.setups import POLICIES

pytestmark = pytest.mark.controller


@pytest.fixture(scope="module")
def snapshots(live_lab, tmp_path_factory):
    """Returns a snapshot of each strategy's rules, applied one after the other."""
    folder = tmp_path_factory.mktemp("snapshots")
    found = {}
    for name in demo_plan.STRATEGIES:
        policy = POLICIES[demo_plan.STRATEGIES[name]]
        live.apply_policy(policy.type, policy.call, policy.qdisc)
        found[name] = take_snapshot(folder / name, name)
    restconf.operation("clear-qos")
    return found


def run(parts, plan, scratch, snapshot, name="run", **more):
    arguments = {"loaded": 50, "warm_s": 4, "idle": 20, **more}
    return virtual.measure(
        scratch / name, parts, plan, round_trips.round_trips, seed=1, snapshot=snapshot, **arguments
    )


def median(ping):
    return statistics.median(sample[2] for sample in ping["samples"])


def test_htb_separates_cloudmac_from_all_else(all_parts, live_lab, snapshots, scratch):
    """Compares the queues' counters with those by ethertype in front of the queues."""
    result = run(all_parts, live_lab.topology, scratch, snapshots["htb"])
    for port, seen in result["queues"].items():
        low, high = seen["queues"]
        assert (low["queue"], high["queue"]) == (0, 1)
        assert high["frames"] + high["waiting"] == seen["cloudmac"] > 100, port
        assert high["dropped"] == 0, port
        assert low["frames"] + low["dropped"] + low["waiting"] == seen["other"], port
    assert abs(median(result["loaded"]) - median(result["idle"])) < 1


def test_fq_codel_is_near_idle_and_repeats(all_parts, live_lab, snapshots, scratch):
    first = run(all_parts, live_lab.topology, scratch, snapshots["fq_codel"], "first")
    second = run(all_parts, live_lab.topology, scratch, snapshots["fq_codel"], "second")
    assert first == second
    assert abs(median(first["loaded"]) - median(first["idle"])) < 1


def test_fifo_is_far_from_idle(all_parts, live_lab, snapshots, scratch):
    result = run(all_parts, live_lab.topology, scratch, snapshots["fifo"], warm_s=8)
    assert median(result["loaded"]) > 20 * median(result["idle"])
    assert all(not seen["queues"] for seen in result["queues"].values())
