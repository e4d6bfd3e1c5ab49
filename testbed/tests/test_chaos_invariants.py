# SPDX-License-Identifier: Apache-2.0
"""What the chaos experiment takes for order and what not, on rules as ovs-ofctl prints
them. No topology."""
import copy

import pytest
from cloudmac_testbed import topology
from cloudmac_testbed.chaos import invariants

STATION, OTHER = "02:00:00:00:00:00", "02:00:00:00:00:01"
BSSID = "02:43:4d:a0:00:01"
NETWORK = invariants.Network(
    wtps={"wtp1": ("swa", 2), "wtp2": ("swa", 3)},
    vaps={"vap": BSSID},
    stations={STATION: "vap"},
)
TAG = "12:00:00:00:00:01/ff:00:00:0f:ff:ff"


def up(port, mac=STATION, priority=2000):
    return (
        f"cookie=0x1337, priority={priority},in_port={port},dl_src={mac},dl_dst={TAG},"
        "dl_type=0x1337 actions=set_queue:1,output:1"
    )


def down(port, mac=STATION):
    return f"priority=2000,in_port=1,dl_src={TAG},dl_dst={mac},dl_type=0x1337 actions=output:{port}"


COPY = f"priority=1000,dl_src={STATION},dl_dst={TAG},dl_type=0x1337 actions=drop"
EVERYBODY = "01:00:00:00:00:00/01:00:00:00:00:00"
GROUP = down(2, EVERYBODY)
REST = ["priority=0 actions=NORMAL", COPY, GROUP, up(2, priority=1999)]
GOOD = {"swa": [up(3), down(3), *REST]}
LEASES = {"wtp1": set(), "wtp2": {BSSID}}


def test_order():
    assert invariants.violations(NETWORK, GOOD, LEASES) == []
    assert invariants.served(NETWORK, GOOD) == {STATION: {"up": {"wtp2"}, "down": {"wtp2"}}}


@pytest.mark.parametrize(
    "rules, says",
    [
        ([up(3)], "up and [] down"),
        ([down(3)], "served by [] up"),
        ([], "served by [] up and [] down"),
        ([up(2), up(3), down(3)], "served by ['wtp1', 'wtp2'] up"),
        ([up(2), down(3)], "served by ['wtp1'] up and ['wtp2'] down"),
        ([up(3), down(3), down(2)], "['wtp1', 'wtp2'] down"),
        ([up(3), down(3), up(2, OTHER)], f"rules for {OTHER}"),
    ],
)
def test_disorder_in_the_rules(rules, says):
    found = invariants.violations(NETWORK, {"swa": [*rules, *REST]}, LEASES)
    assert any(says in line for line in found), found


def test_a_handover_through_a_queue_counts_as_output():
    rules = {"swa": [up(3), down(3).replace("output", "set_queue:1,output"), *REST]}
    assert invariants.violations(NETWORK, rules, LEASES) == []


@pytest.mark.parametrize(
    "wtp, bssids, says",
    [("wtp1", {BSSID}, "nobody needs"), ("wtp2", set(), "wtp2 has no lease")],
)
def test_disorder_in_the_leases(wtp, bssids, says):
    leases = copy.deepcopy(LEASES) | {wtp: bssids}
    (line,) = invariants.violations(NETWORK, GOOD, leases)
    assert says in line


def test_the_topology():
    plan = topology.load("chaos")
    assert len(plan.of_kind("wtp")) == 3
    assert {host.options["security"] for host in plan.of_kind("vap")} == {"wpa2", "wpa3"}
