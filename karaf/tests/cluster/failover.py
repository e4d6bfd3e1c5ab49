#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Kills the owner of a switch repeatedly with kill -9, under configuration changes and
traffic. Measures the time from the kill until a change that a surviving member received
by RESTCONF is in the switch. Needs root and about 1 GB of memory for each of the three
controllers.

    /usr/bin/python3 karaf/tests/cluster/failover.py --rounds 4 --json failover.json
"""
import argparse
import itertools
import json
import pathlib
import shlex
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "testbed"))
# pylint: disable=wrong-import-position
from nodes import Background, cluster, wait_for, wait_until_up  # noqa: E402
from backhaul import switch  # noqa: E402
from cloudmac_testbed import results as record  # noqa: E402

TOPOLOGY = "/rests/data/network-topology:network-topology/topology=ovsdb%3A1"
STATE = "/rests/data/cloudmac-ovsdb:ovsdb-state?content=nonconfig"
CHANGE_INTERVAL = 0.2
RECOVERY_SECONDS = 60


class Configuration:
    """Configures the switch with this UUID by RESTCONF."""

    def __init__(self, uuid):
        self.node = f"ovsdb://uuid/{uuid}"
        self.path = f"{TOPOLOGY}/node=ovsdb%3A%2F%2Fuuid%2F{uuid}"

    def base(self, node):
        """Configure HTB with two queues on port p2 in one request."""
        root = f"/network-topology:network-topology/topology[topology-id='ovsdb:1']/node[node-id='{self.node}']"
        queues = [
            {
                "queue-id": f"queue://cm-{number}",
                "queues-other-config": [
                    {"queue-other-config-key": "min-rate", "queue-other-config-value": "1000000"}
                ],
            }
            for number in (0, 1)
        ]
        qos = {
            "qos-id": "qos://cm",
            "qos-type": "ovsdb:qos-type-linux-htb",
            "qos-other-config": [
                {"other-config-key": "max-rate", "other-config-value": "100000000"}
            ],
            "queue-list": [
                {
                    "queue-number": number,
                    "queue-ref": f"{root}/ovsdb:queues[queue-id='queue://cm-{number}']",
                }
                for number in (0, 1)
            ],
        }
        port = {
            "tp-id": "p2",
            "ovsdb:name": "p2",
            "ovsdb:qos-entry": [
                {"qos-key": 1, "qos-ref": f"{root}/ovsdb:qos-entries[qos-id='qos://cm']"}
            ],
        }
        nodes = [
            {"node-id": self.node, "ovsdb:queues": queues, "ovsdb:qos-entries": [qos]},
            {"node-id": f"{self.node}/bridge/br0", "termination-point": [port]},
        ]
        body = {"network-topology:topology": [{"topology-id": "ovsdb:1", "node": nodes}]}
        status, text = node.request("PATCH", TOPOLOGY, body, seconds=30)
        if status not in (200, 201, 204):
            raise RuntimeError(f"the configuration was rejected: {status} {text}")

    def put_queue(self, node, name, rate, seconds=15):
        """Configure a queue. Returns true if the member acknowledged it."""
        body = {
            "ovsdb:queues": [
                {
                    "queue-id": f"queue://{name}",
                    "queues-other-config": [
                        {
                            "queue-other-config-key": "min-rate",
                            "queue-other-config-value": str(rate),
                        }
                    ],
                }
            ]
        }
        path = f"{self.path}/ovsdb:queues=queue%3A%2F%2F{name}"
        return node.request("PUT", path, body, seconds)[0] in (200, 201, 204)

    def remove_queue(self, node, name):
        node.request("DELETE", f"{self.path}/ovsdb:queues=queue%3A%2F%2F{name}", seconds=30)

    def owner(self, node):
        """Return the switch's owner from a member's operational datastore, or None."""
        status, text = node.request("GET", STATE)
        if status != 200:
            return None
        switches = json.loads(text).get("cloudmac-ovsdb:ovsdb-state", {}).get("switch", [])
        return next(
            (found.get("owner") for found in switches if found["node-id"] == self.node), None
        )


class Load(Background):
    """Adds one queue after the other, at each running member in turn."""

    def __init__(self, configuration, nodes, prefix):
        super().__init__()
        self.configuration, self.nodes, self.prefix = configuration, nodes, prefix
        self.acknowledged, self.refused = {}, 0

    def run(self):
        turns = itertools.cycle(self.nodes)
        for number in itertools.count(1):
            if self.ended.wait(CHANGE_INTERVAL):
                return
            node = next(node for node in turns if node.running())
            name, rate = f"{self.prefix}-{number}", 1000000 + number
            if self.configuration.put_queue(node, name, rate):
                self.acknowledged[f"queue://{name}"] = str(rate)
            else:
                self.refused += 1


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def round_of_failover(nodes, ovs, configuration, number, leads):
    """Kill the owner, measure the failover, check the switch and restart the owner, also if a
    check fails.

    ``leads``: whether to make the owner the shards' leader; None keeps the leader.
    Returns the measured values."""
    owner = wait_for("an owner", lambda: configuration.owner(nodes[0]), RECOVERY_SECONDS)
    victim = next(node for node in nodes if node.name == owner)
    survivors = [node for node in nodes if node is not victim]
    try:
        return failover(victim, survivors, ovs, configuration, number, leads)
    finally:
        if not victim.running():
            victim.start()
        wait_until_up(nodes)
        wait_for(
            "the switch has three connections", lambda: ovs.connections() == 3, RECOVERY_SECONDS
        )


def failover(victim, survivors, ovs, configuration, number, leads):
    """Kill the owner, measure the failover and check the switch. Returns the measured values."""
    if leads is not None:
        (victim if leads else survivors[0]).lead()
    leader = survivors[0].leader("Config", "topology")
    before, qos_before, qdisc_before = ovs.queues(), ovs.qos(), ovs.qdisc()
    load = Load(configuration, [victim, *survivors], f"load-{number}")
    with ovs.traffic() as pings, load:
        wait_for("ten acknowledged changes", lambda: len(load.acknowledged) >= 10, RECOVERY_SECONDS)
        killed = time.monotonic()
        victim.kill()
        acknowledged = changed = None
        probe = f"probe-{number}"
        while acknowledged is None:
            if configuration.put_queue(survivors[0], probe, 1500000, RECOVERY_SECONDS):
                acknowledged = time.monotonic() - killed
            check(time.monotonic() - killed < RECOVERY_SECONDS, "no member acknowledges a change")
        while changed is None:
            if f"queue://{probe}" in ovs.queues():
                changed = time.monotonic() - killed
            check(
                time.monotonic() - killed < RECOVERY_SECONDS,
                "no change reaches the switch",
            )
        wait_for(
            "a new owner",
            lambda: configuration.owner(survivors[0]) in [node.name for node in survivors],
            RECOVERY_SECONDS,
        )
        load.end()

        def lost():
            present = ovs.queues()
            return {
                name: rate
                for name, rate in load.acknowledged.items()
                if name not in present or present[name][1] != rate
            }

        try:
            wait_for(
                "every acknowledged change in the switch", lambda: not lost(), RECOVERY_SECONDS
            )
        except TimeoutError:
            raise AssertionError(
                f"acknowledged changes missing in the switch: {sorted(lost())}"
            ) from None
        qdisc_after = ovs.qdisc()
    after = ovs.queues()
    check(all(after[name] == row for name, row in before.items()), "queue rows were replaced")
    check(ovs.qos() == qos_before, "QoS rows were replaced")
    check(qdisc_before[0] == qdisc_after[0], f"qdisc {qdisc_before[0]} became {qdisc_after[0]}")
    sent, received = pings[0]
    check(qdisc_after[1] - qdisc_before[1] >= received > 0, "the qdisc's counters were reset")
    check(sent == received, f"{sent - received} of {sent} pings were lost")
    result = {
        "owner": victim.name,
        "leader": leader,
        "acknowledged_s": round(acknowledged, 2),
        "failover_s": round(changed, 2),
        "new_owner": configuration.owner(survivors[0]),
        "changes": len(load.acknowledged),
        "not_acknowledged": load.refused,
        "pings": sent,
        "pings_lost": sent - received,
    }
    for name in [*load.acknowledged, f"queue://{probe}"]:
        configuration.remove_queue(survivors[0], name.removeprefix("queue://"))
    return result


def prepare(nodes, ovs):
    """Connect the switch to all members and configure it."""
    ovs.connect_to([node.address for node in nodes])
    wait_for("the switch has three connections", lambda: ovs.connections() == 3, RECOVERY_SECONDS)
    configuration = Configuration(ovs.uuid())
    configuration.base(nodes[0])
    wait_for("an HTB qdisc on p2", ovs.qdisc, RECOVERY_SECONDS)
    return configuration


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument(
        "--rounds", type=int, default=4, metavar="N", help="number of kills (default: %(default)s)"
    )
    parser.add_argument("--json", metavar="FILE", help="also write the results to this file")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="WORD",
        help="an option or value for cloudmac-cluster, to compare settings",
    )
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    results = []
    with tempfile.TemporaryDirectory(prefix="cloudmac-cluster-") as place:
        place = pathlib.Path(place)
        with cluster(place, options.option, say) as nodes, switch(place / "switch") as ovs:
            configuration = prepare(nodes, ovs)
            for number in range(1, options.rounds + 1):
                # The owner also leads the shards in every other round.
                result = round_of_failover(nodes, ovs, configuration, number, number % 2 == 1)
                results.append(result)
                say(f"round {number}: {json.dumps(result)}")
    samples = [result["failover_s"] for result in results]
    summary = {
        "clock": "real",
        **record.origin(shlex.join(["karaf/tests/cluster/failover.py", *arguments]), None),
        "failover_s": round(statistics.median(samples), 2),
        "worst_s": max(samples),
        "samples_s": samples,
        "rounds": results,
    }
    if options.json:
        pathlib.Path(options.json).write_text(
            json.dumps(summary, indent=1) + "\n", encoding="utf-8"
        )
    print(json.dumps(summary))


def say(text):
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
