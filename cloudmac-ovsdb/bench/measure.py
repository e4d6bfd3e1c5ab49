#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures one controller with many simulated switches and one real switch.

It runs in its own network namespace, so that its ports are free."""
import argparse
import json
import os
import pathlib
import statistics
import sys
import threading
import time
import urllib.parse

from controller import STATE, TOPOLOGY, BenchController, Restconf
from switches import RealSwitch, SimulatedSwitches

PORTS = 10
BRIDGE_PORT = 1  # the bridge's local port
BRING_UP_SECONDS = 600
# The queue rate identifies a change. Each part of the measurement has its own range.
BULK_RATE, SINGLE_RATE, REAL_RATE = 1_000_000, 2_000_000, 3_000_000
CLIENTS = 4


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assembly", type=pathlib.Path, required=True)
    parser.add_argument("--classpath", required=True)
    parser.add_argument("--switches", type=int, required=True)
    parser.add_argument(
        "--rounds", type=int, required=True, help="changes by RESTCONF, and as many by ovs-vsctl"
    )
    parser.add_argument("--changes", type=int, required=True, help="single changes by RESTCONF")
    parser.add_argument("--bulk", type=int, default=3, help="bulk changes")
    parser.add_argument(
        "--pid-file", type=pathlib.Path, help="file for the controller's process ID"
    )
    parser.add_argument("--json", type=pathlib.Path, required=True)
    wanted = parser.parse_args()
    result = {}
    with BenchController(wanted.assembly) as controller:
        if wanted.pid_file:
            wanted.pid_file.write_text(str(controller.java()))
        result["rss_idle_mb"] = controller.rss_mb()
        with RealSwitch() as switch:
            result.update(compare_with_vsctl(switch, wanted.rounds))
        with SimulatedSwitches(wanted.classpath, wanted.switches, PORTS) as switches:
            result.update(measure_many(controller, switches, wanted))
    wanted.json.write_text(json.dumps(result, indent=2))


def queue_path(switch, queue):
    return f"{TOPOLOGY}/node={quoted(switch)}/ovsdb:queues={quoted(queue)}"


def queue_body(queue, rate):
    return {
        "queue-id": queue,
        "queues-other-config": [
            {"queue-other-config-key": "max-rate", "queue-other-config-value": str(rate)}
        ],
    }


def quoted(text):
    return urllib.parse.quote(text, safe="")


def compare_with_vsctl(switch, rounds):
    """Measures the same change of one real switch by RESTCONF and by ovs-vsctl, in turn."""
    restconf, node, queue = Restconf(), switch.name(), "queue://bench"
    deadline = time.monotonic() + 60
    while restconf.read(f"{TOPOLOGY}/node={quoted(node)}?content=nonconfig&fields=node-id") is None:
        if time.monotonic() > deadline:
            raise RuntimeError("the real switch is not in the operational datastore after 60 s")
        time.sleep(0.1)
    other = switch.vsctl("create", "Queue", "other_config:max-rate=1").strip()
    ours, theirs = [], []
    for number in range(rounds + WARM_UP):
        rate, start = REAL_RATE + 2 * number, time.monotonic()
        restconf.change("PUT", queue_path(node, queue), {"ovsdb:queues": [queue_body(queue, rate)]})
        switch.await_rate(rate)
        middle = time.monotonic()
        switch.vsctl("set", "Queue", other, f"other_config:max-rate={rate + 1}")
        switch.await_rate(rate + 1)
        if number >= WARM_UP:
            ours.append(middle - start)
            theirs.append(time.monotonic() - middle)
    ratio = statistics.median(ours) / statistics.median(theirs)
    answers = {
        "raw_get_s": timed_gets(restconf, queue_path(node, queue), rounds),
        "raw_get_without_session_s": timed_gets(
            Restconf(session=False), queue_path(node, queue), rounds
        ),
    }
    for name, samples in answers.items():
        show(f"{name}: median {1000 * statistics.median(samples):.1f} ms")
    show(
        f"one change: {1000 * statistics.median(ours):.1f} ms by RESTCONF, "
        f"{1000 * statistics.median(theirs):.1f} ms by ovs-vsctl"
    )
    restconf.change("DELETE", f"{TOPOLOGY}/node={quoted(node)}", None)
    return {
        **answers,
        "vs_vsctl_ratio": round(ratio, 2),
        "raw_one_change_s": ours,
        "raw_vsctl_s": theirs,
    }


WARM_UP = 20


def timed_gets(restconf, path, rounds):
    """Returns the times of RESTCONF reads in s. They are a lower bound for the time of a change."""
    samples = []
    for _ in range(rounds):
        start = time.monotonic()
        restconf.read(path + "?content=config")
        samples.append(time.monotonic() - start)
    return samples


def measure_many(controller, switches, wanted):
    """Measures bring-up, bulk changes and single changes of many switches. Returns the results."""
    restconf, names = Restconf(), switches.names()
    cpu = [controller.cpu_s()]
    start = time.monotonic()
    switches.connect()
    connected = time.monotonic() - start
    while len(listed(restconf)) < len(names):
        if time.monotonic() - start > BRING_UP_SECONDS:
            raise RuntimeError(
                f"{len(listed(restconf))} of {len(names)} switches after {BRING_UP_SECONDS} s"
            )
        time.sleep(0.1)
    # The topology is in another shard, which can be updated later.
    while missing := incomplete(restconf, names):
        if time.monotonic() - start > BRING_UP_SECONDS:
            raise RuntimeError(f"incomplete switches after {BRING_UP_SECONDS} s: {missing[:5]}")
        time.sleep(0.1)
    bring_up = time.monotonic() - start
    show(
        f"{len(names)} switches are shown after {bring_up:.1f} s (connections open after {connected:.1f} s)"
    )
    result = {
        "switches": len(names),
        "ports_each": PORTS,
        "bring_up_s": round(bring_up, 2),
        "connections_open_s": round(connected, 2),
        "rss_after_bring_up_mb": controller.rss_mb(),
    }
    cpu.append(controller.cpu_s())
    bulk = []
    for number in range(wanted.bulk):
        start = time.monotonic()
        restconf.change(
            "PATCH",
            TOPOLOGY,
            {
                "network-topology:topology": [
                    {
                        "topology-id": "ovsdb:1",
                        "node": [
                            {
                                "node-id": name,
                                "ovsdb:queues": [queue_body("queue://bulk", BULK_RATE + number)],
                            }
                            for name in names
                        ],
                    }
                ]
            },
        )
        switches.expect(BULK_RATE + number)
        bulk.append(time.monotonic() - start)
        show(f"one PATCH with a queue for each switch: {bulk[-1]:.1f} s")
    cpu.append(controller.cpu_s())
    single = measure_singles(switches, names, wanted.changes)
    cpu.append(controller.cpu_s())
    result.update(
        {
            "changes_per_s": round(wanted.changes / single, 1),
            "bulk_changes_per_s": round(len(names) / statistics.median(bulk), 1),
            # Processor time hardly depends on the load of the machine, unlike elapsed time.
            "bring_up_cpu_s": round(cpu[1] - cpu[0], 2),
            "bulk_cpu_ms_per_change": round(
                1000 * (cpu[2] - cpu[1]) / (wanted.bulk * len(names)), 2
            ),
            "cpu_ms_per_change": round(1000 * (cpu[3] - cpu[2]) / wanted.changes, 2),
            "load": os.getloadavg()[0],
            "raw_bulk_s": bulk,
            "raw_single_s": single,
            "clients": CLIENTS,
            "rss_mb": controller.rss_mb(),
            "connections_lost": switches.lost,
        }
    )
    show(
        f"{result['changes_per_s']} changes/s by {CLIENTS} clients, {result['bulk_changes_per_s']} in bulk, "
        f"{result['rss_mb']} MB"
    )
    return result


def measure_singles(switches, names, changes):
    """Returns the seconds until this number of PUTs by several clients is in the switches."""
    rates = [SINGLE_RATE + number for number in range(changes)]
    failures = []

    def client(first):
        restconf = Restconf()
        try:
            for number in range(first, changes, CLIENTS):
                # Consecutive changes go to different switches, so that the controller merges none.
                queue = f"queue://single-{number // len(names)}"
                restconf.change(
                    "PUT",
                    queue_path(names[number % len(names)], queue),
                    {"ovsdb:queues": [queue_body(queue, rates[number])]},
                )
        except (OSError, RuntimeError) as e:
            failures.append(str(e))

    start = time.monotonic()
    threads = [threading.Thread(target=client, args=(first,)) for first in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise RuntimeError(failures[0])
    switches.expect_each(rates)
    return time.monotonic() - start


def listed(restconf):
    """Returns the names of the connected switches."""
    found = restconf.read(STATE + "?content=nonconfig&fields=switch(node-id;connected)") or {}
    return [
        switch["node-id"]
        for switch in found.get("cloudmac-ovsdb:ovsdb-state", {}).get("switch", [])
        if switch["connected"]
    ]


def incomplete(restconf, names):
    """Returns the switches whose node or ports are missing in the operational datastore."""
    fields = "node(node-id;termination-point(tp-id))"
    found = restconf.read(f"{TOPOLOGY}?content=nonconfig&fields={fields}")
    nodes = {
        node["node-id"]: len(node.get("termination-point", []))
        for node in found["network-topology:topology"][0].get("node", [])
    }
    return [
        name
        for name in names
        if name not in nodes or nodes.get(name + "/bridge/br0") != PORTS + BRIDGE_PORT
    ]


def show(text):
    print("    " + text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
