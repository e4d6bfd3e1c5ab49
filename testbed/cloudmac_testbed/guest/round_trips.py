# SPDX-License-Identifier: Apache-2.0
"""Measures round-trip times without and with cross traffic. The functions return raw samples
and the conditions of the measurement."""
import time

from .. import calls
from . import queueing, shell, traffic
from .basics import checksums, gateway, join

PING_INTERVAL_S = 0.05


@calls.declare
def round_trips(
    lab,
    name: str = "mn",
    idle: int = 0,
    loaded: int = 600,
    warm_s: float = 22,
    cross: tuple[str, str] = ("ct1", "ct2"),
):
    """Measures a station's round-trip times without and with cross traffic.

    idle, loaded: numbers of echo requests, 20 a second; warm_s: seconds of cross traffic
    before the first one."""
    before = checksums(lab)
    counters = queueing.Counters(lab)
    result = {"joined": join(lab, name), "checksums": before}
    address = gateway(lab, name)
    traffic.ping(name, address, 3)  # ARP, and the switches' flow caches
    if idle:
        result["idle"] = traffic.ping(name, address, idle, PING_INTERVAL_S)
    if loaded:
        seconds = loaded * PING_INTERVAL_S
        client, server = cross
        load = traffic.CrossTraffic(
            client, server, lab.topology.hosts[server].address.split("/")[0], warm_s + seconds + 1
        )
        time.sleep(warm_s)
        result["loaded"] = traffic.ping(name, address, loaded, PING_INTERVAL_S)
        result["queues"] = counters.report()
        result.update(load.result(warm_s, warm_s + seconds))
    after = checksums(lab)
    if after != before:
        raise RuntimeError(f"the switches' rules changed during the measurement: {before} {after}")
    return result


@calls.declare
def congest(
    lab,
    name: str = "mn",
    cross: tuple[str, str] = ("ct1", "ct2"),
    warm_s: float = 4,
    count: int = 40,
):
    """Measures the link's throughput and a station's round trips with cross traffic, for
    the demo in the live lab."""
    client, server = cross
    seconds = warm_s + count * PING_INTERVAL_S
    load = traffic.CrossTraffic(
        client, server, lab.topology.hosts[server].address.split("/")[0], seconds + 1
    )
    time.sleep(warm_s)
    result = {"loaded": traffic.ping(name, gateway(lab, name), count, PING_INTERVAL_S)}
    return {**result, **load.result(warm_s, seconds)}


@calls.declare
def wire(lab, client: str = "ct1", server: str = "ct2", seconds: int = 8):
    """Measures one TCP flow and a ping between two hosts, to test the wire."""
    address = lab.topology.hosts[server].address.split("/")[0]
    traffic.ping(client, address, 3)
    result = {"idle": traffic.ping(client, address, 20)}
    switch_, port = queueing.trunk_ports(lab)[0]
    speed = shell.run(switch_, "ethtool", port)
    result["speed"] = next(line.split()[1] for line in speed.splitlines() if "Speed:" in line)
    load = traffic.CrossTraffic(client, server, address, seconds, flows=1)
    time.sleep(1)
    result["loaded"] = traffic.ping(client, address, (seconds - 2) * 20, PING_INTERVAL_S)
    cross = load.result(1, seconds)
    result["mbps"] = cross["cross_up_mbps"]
    return result
