# SPDX-License-Identifier: Apache-2.0
"""Measures whether traffic uses the queues that the controller made, and how strategies
compare. In virtual time, on a snapshot of each strategy's rules, all applied by RESTCONF.

    mn ))) wtp1 --+                          +-- vap
                  +-- swa ==100 Mb/s== swb --+
          ct1   --+                          +-- ct2
"""
import re
import statistics

import pytest
from conftest import take_snapshot
from cloudmac_testbed import restconf, virtual
from cloudmac_testbed.guest import round_trips
from cloudmac_testbed.live import apply_policy
from cloudmac_testbed.paper.setups import POLICIES

pytestmark = pytest.mark.controller

MEASURED = ("fifo", "htb", "sfq", "codel", "fq-codel", "prio", "cake")
WITHOUT_CLASSES = ("sfq", "codel", "cake")
QUEUED = 1000
"""Frames that may wait in a qdisc when the counters are read."""
SENT = re.compile(r" Sent (\d+) bytes (\d+) pkt \(dropped (\d+)")


@pytest.fixture(scope="module")
def snapshots(live_lab, tmp_path_factory):
    """Returns a snapshot of each policy's rules, applied one after the other."""
    folder = tmp_path_factory.mktemp("snapshots")
    found = {}
    for name in MEASURED:
        policy = POLICIES[name]
        apply_policy(policy.type, policy.call, policy.qdisc)
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


def test_fq_codel_is_near_idle(all_parts, live_lab, snapshots, scratch):
    result = run(all_parts, live_lab.topology, scratch, snapshots["fq-codel"])
    assert abs(median(result["loaded"]) - median(result["idle"])) < 1


@pytest.mark.full
def test_fq_codel_repeats(all_parts, live_lab, snapshots, scratch):
    first = run(all_parts, live_lab.topology, scratch, snapshots["fq-codel"], "first")
    second = run(all_parts, live_lab.topology, scratch, snapshots["fq-codel"], "second")
    assert first == second


def test_fifo_is_far_from_idle(all_parts, live_lab, snapshots, scratch):
    result = run(all_parts, live_lab.topology, scratch, snapshots["fifo"], warm_s=8)
    assert median(result["loaded"]) > 20 * median(result["idle"])
    assert all(not seen["queues"] for seen in result["queues"].values())


def qdiscs(output):
    """Returns each qdisc in the output of tc: (kind, parent, frames sent, frames dropped)."""
    found = []
    for block in re.split(r"^(?=qdisc )", output, flags=re.MULTILINE)[1:]:
        kind, parent = re.match(r"qdisc (\S+) \S+ (root|parent \S+|ingress \S+)", block).groups()
        _, frames, dropped = SENT.search(block).groups()
        found.append((kind, parent, int(frames), int(dropped)))
    return found


@pytest.mark.parametrize(
    "name",
    # One of them in each check: they have the same path through the controller and the switch.
    [
        WITHOUT_CLASSES[0],
        *(pytest.param(name, marks=pytest.mark.full) for name in WITHOUT_CLASSES[1:]),
    ],
)
def test_all_traffic_passes_a_qdisc_without_classes(all_parts, live_lab, snapshots, scratch, name):
    """The root qdisc in the kernel is the one that RESTCONF asked for. All frames of CloudMAC and
    of others pass it, and the station's delay beside TCP is far below that of a FIFO."""
    result = run(all_parts, live_lab.topology, scratch, snapshots[name])
    for port, seen in result["queues"].items():
        (root,) = [each for each in qdiscs(seen["qdisc"]) if each[1] == "root"]
        assert root[0] == POLICIES[name].qdisc, port
        # The counters began with the qdisc, so they have at least the frames of the measurement.
        assert root[2] + root[3] >= seen["cloudmac"] + seen["other"] - QUEUED > 100, port
        assert seen["cloudmac"] > 100, port
    assert median(result["loaded"]) - median(result["idle"]) < 30


def test_prio_has_a_band_for_cloudmac(all_parts, live_lab, snapshots, scratch):
    """CloudMAC's frames pass the FIFO of the first band, all others the FQ-CoDel of the second."""
    result = run(all_parts, live_lab.topology, scratch, snapshots["prio"])
    for port, seen in result["queues"].items():
        found = {kind: numbers for kind, _, *numbers in qdiscs(seen["qdisc"])}
        assert "prio" in found, port
        first, second = found["pfifo"], found["fq_codel"]
        assert seen["other"] - QUEUED > first[0] >= seen["cloudmac"] > 100, (port, found)
        assert second[0] + second[1] >= seen["other"] - QUEUED, (port, found)
    assert abs(median(result["loaded"]) - median(result["idle"])) < 1
