# SPDX-License-Identifier: Apache-2.0
"""Tests the OVSDB southbound of three real controllers with a real switch. test_owner.py tests the WLAN
application. The tests take minutes and 4 GB of memory. failover.py runs the failover without pytest."""
import os
import pathlib
import sys
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
# pylint: disable=wrong-import-position
from failover import Configuration, check, prepare, round_of_failover  # noqa: E402
from nodes import cluster, wait_for, wait_until_up  # noqa: E402
from backhaul import switch  # noqa: E402

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root to create network namespaces"),
]
LONGEST_FAILOVER_S = float(os.environ.get("CLOUDMAC_FAILOVER_S", "5"))


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Yield (members, switch, configuration): the switch is connected and configured with HTB."""
    place = tmp_path_factory.mktemp("cluster")
    with cluster(place) as nodes, switch(place / "switch") as ovs:
        yield nodes, ovs, prepare(nodes, ovs)


def test_any_member_accepts_changes(running):
    nodes, ovs, configuration = running
    for node in nodes:
        check(
            configuration.put_queue(node, f"by-{node.name}", 1234567),
            f"{node.name} rejects a change",
        )
        wait_for("the queue", lambda: f"queue://by-{node.name}" in ovs.queues(), 10)
        configuration.remove_queue(node, f"by-{node.name}")


@pytest.mark.parametrize("leads", [True, False], ids=["owner-is-leader", "owner-is-not-leader"])
def test_failover(running, leads):
    result = round_of_failover(*running, f"test-{leads}", leads)
    print(result)
    assert result["failover_s"] < LONGEST_FAILOVER_S


def test_a_minority_changes_nothing(running):
    """Runs last, because it stops two members and starts them again."""
    nodes, ovs, configuration = running
    before, qos, qdisc = ovs.queues(), ovs.qos(), ovs.qdisc()
    for node in nodes[:2]:
        node.kill()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        assert not configuration.put_queue(nodes[2], "minority", 1234567, seconds=10)
    assert ovs.queues() == before and ovs.qos() == qos
    assert ovs.qdisc()[0] == qdisc[0] and ovs.qdisc()[1] >= qdisc[1]
    for node in nodes[:2]:
        node.start()
    wait_until_up(nodes)
    again = Configuration(ovs.uuid())
    check(again.put_queue(nodes[0], "majority", 1234567), "the majority rejects a change")
    wait_for("the queue", lambda: "queue://majority" in ovs.queues(), 60)
    assert {name: row for name, row in ovs.queues().items() if name in before} == before
