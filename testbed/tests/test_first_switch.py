# SPDX-License-Identifier: Apache-2.0
"""Sends well-formed frames of an associated station from ports where they cannot come from. The first
switch, a real Open vSwitch with the controller's rules, drops them. Real time.

    mn ))) wtp1 --+                +-- vap
                  +-- swa === swb -+
         ct1    --+                +-- ct2
"""
import re

import pytest
from conftest import wait_for
from cloudmac_testbed import client
from cloudmac_testbed.guest import agent_client, basics, frame_path, inspection, station, vap
from cloudmac_testbed.guest.attack_frames import DATA, FROM_DS, TO_DS, header, octets
from cloudmac_wire import Direction, Frame, RadioTag, vap_id

pytestmark = pytest.mark.controller
SENT = 500
GAP_S = 0.002
"""The switch looks up the first frame outside the kernel, and frames that arrive meanwhile too."""
PLAIN_RADIOTAP = b"\0\0\x08\0\0\0\0\0"
QUEUES = ("queue_full", "queue_old", "queue_codel")
"""Reasons for which the agent drops frames that it has received for a station."""
AT_WTP, AT_VAP = "wtp1 eth0", "vap eth0"
PLACES = {
    "swa": ("swb swa", AT_WTP, AT_VAP),
    "swb": ("swa swb", AT_WTP, AT_VAP),
}
"""First switch -> interfaces that frames reach if it forwards them: the other switch's end of the
link, and the hosts'."""
DROP = re.compile(r"dl_type=0x1337 actions=drop$")


def frames_of_station(plan, direction):
    """Returns SENT data frames between the station and its VAP, as they are on the wire."""
    bssid = plan.hosts["vap"].options["bssid"]
    mac = client.call(station.address, name="mn")
    ap, own = octets(bssid), octets(mac)
    to_ap = direction is Direction.UPLINK
    ends = (ap, own, ap) if to_ap else (own, ap, ap)
    tag = RadioTag(level=-50 if to_ap else 20, rate=48, vap=vap_id(bssid))
    return [
        Frame(
            direction,
            mac,
            tag,
            PLAIN_RADIOTAP,
            header(DATA, TO_DS if to_ap else FROM_DS, *ends, number) + b"first switch".ljust(32),
        )
        .build()
        .hex()
        for number in range(SENT)
    ]


def dropped(name):
    """Returns the CloudMAC frames that the drop rules of a switch matched so far."""
    rules = client.call(inspection.rule_counts, name=name)
    return sum(count for rule, count in rules if DROP.search(rule))


def received():
    """Returns the frames that each end has received so far: the agent for stations, and the
    driver."""
    counts = client.call(agent_client.call, wtp="wtp1", method="stats")
    agent = counts["down"]["frames"] + sum(counts["drops"][reason] for reason in QUEUES)
    return {AT_WTP: agent, AT_VAP: client.call(vap.counters, name="vap")["rx_frames"]}


def grown(before):
    return {place: count - before[place] for place, count in received().items()}


def arrivals(plan, host, direction):
    """Sends SENT frames from a host. Returns interface -> how many of them arrived there."""
    switch = plan.hosts[host].at
    return client.call(
        frame_path.arrivals,
        host=host,
        interface="eth0",
        frames=frames_of_station(plan, direction),
        gap_s=GAP_S,
        places=[place.split() for place in PLACES[switch]],
        name="mn",
        address=client.call(basics.gateway, name="mn"),
    )


@pytest.mark.parametrize(
    "host, direction",
    [
        ("ct1", Direction.DOWNLINK),
        ("ct2", Direction.DOWNLINK),
        ("wtp1", Direction.DOWNLINK),
        ("ct1", Direction.UPLINK),
        ("ct2", Direction.UPLINK),
        ("vap", Direction.UPLINK),
    ],
)
def test_first_switch_drops_frames_from_a_wrong_port(live, host, direction):
    switch = live.topology.hosts[host].at
    drops = dropped(switch)
    assert arrivals(live.topology, host, direction) == dict.fromkeys(PLACES[switch], 0)
    wait_for(f"{SENT} drops at {switch}", lambda: dropped(switch) - drops >= SENT, 30)


@pytest.mark.parametrize(
    "host, direction, ways",
    [
        ("vap", Direction.DOWNLINK, ("swa swb", AT_WTP)),
        ("wtp1", Direction.UPLINK, ("swb swa", AT_VAP)),
    ],
)
def test_the_same_frames_from_their_own_port_arrive(live, host, direction, ways):
    """They are well-formed: nothing but the first switch kept them from the other end."""
    ends = received()
    found = arrivals(live.topology, host, direction)
    assert {place for place, count in found.items() if count == SENT} == set(ways)
    assert set(found.values()) == {0, SENT}
    wait_for(f"{SENT} frames at {ways[-1]}", lambda: grown(ends)[ways[-1]] >= SENT, 30)
