# SPDX-License-Identifier: Apache-2.0
"""Measures the policy ``cloudmac`` with CloudMAC at its full WiFi rate, in virtual time on
the rules that the controller installed for it.

    mn ))) wtp1 --+                          +-- vap
                  +-- swa ==100 Mb/s== swb --+
          ct1   --+                          +-- ct2
"""
import pytest
from conftest import take_snapshot
from cloudmac_testbed import client, restconf, virtual
from cloudmac_testbed.guest import mixed, queueing
from cloudmac_testbed.hybrid import figures, policies

pytestmark = pytest.mark.controller


@pytest.fixture(scope="module")
def snapshot(live_lab, tmp_path_factory):
    """Returns a snapshot of the lab with the policy."""
    trunks = client.call(queueing.trunk_ports)
    restconf.apply_qos("cloudmac", len(trunks))
    for switch, port in trunks:
        client.call(queueing.wait_qdisc, switch=switch, port=port, kind="htb")
    yield take_snapshot(tmp_path_factory.mktemp("snapshot") / "cloudmac", "cloudmac")
    restconf.operation("clear-qos")


def measure(lab, snapshot, folder):
    """Returns the samples with CloudMAC's heavy load."""
    return virtual.measure(
        folder,
        lab.parts,
        lab.topology,
        mixed.mixed,
        seed=1,
        snapshot=snapshot,
        mbps=policies.LOADS[figures.HEAVY],
        seconds=3,
        warm_s=3,
        names=["mn"],
    )


def test_cloudmac_is_near_idle_and_the_link_stays_full(live_lab, snapshot, scratch):
    found = measure(live_lab, snapshot, scratch / "run")
    seen = figures.figures(found, busy="mn", quiet="mn")
    assert seen["mac_mbps"] > 0.98 * policies.LOADS[figures.HEAVY]
    assert seen["mac_lost"] == 0
    assert seen["mac_ms_p95"] < seen["mac_idle_ms_p50"] + 1.5
    assert min(seen["cross_up_mbps"], seen["cross_down_mbps"]) > 60
    assert seen["cross_ping_ms_p50"] < 10


@pytest.mark.full
def test_one_seed_gives_one_result(live_lab, snapshot, scratch):
    """test_queues.py tests the same of another policy in each run."""
    first, second = (measure(live_lab, snapshot, scratch / name) for name in ("first", "second"))
    assert first == second
