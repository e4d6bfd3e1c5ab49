# SPDX-License-Identifier: Apache-2.0
"""Experiments on the lab as a whole. Each returns plain data: raw samples and the
conditions of the measurement."""
import json
import pathlib
import time

from .. import calls
from . import agent_client, queueing, shell, station, switch, traffic
from .basics import EXCHANGE, checksums, gateway, join, replay_leases

PING_INTERVAL_S = 0.05


@calls.declare
def snapshot(lab, folder: str):
    """Writes each switch's database and rules, and the agents' leases, to a folder of the
    exchange. Returns checksums()."""
    target = EXCHANGE / folder
    target.mkdir(parents=True, exist_ok=True)
    for host in lab.topology.of_kind("switch"):
        switch.snapshot(host.name, target / host.name)
    (target / "leases.json").write_text(json.dumps(agent_client.leases(lab), indent=1))
    return checksums(lab)


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
    replay_leases(lab)
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
def associations(lab, name: str = "mn", attempts: int = 20):
    """Associates a station several times, each time with a new scan and all handshakes.

    Returns the seconds of each success, the errors of all failures, and the number of SAE
    handshakes: a cached key would leave one out."""
    replay_leases(lab)
    station.wait_associated(name, 60)
    before = station.sae_handshakes(name)
    seconds, errors = [], []
    for _ in range(attempts):
        try:
            seconds.append(station.reassociate(name))
        except shell.Awaited as error:
            errors.append(str(error))
    return {
        "attempts": attempts,
        "seconds": seconds,
        "errors": errors,
        "key_mgmt": station.status(name).get("key_mgmt"),
        "sae_handshakes": station.sae_handshakes(name) - before,
    }


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


@calls.declare
def complain(lab):
    """Writes a warning to the kernel log, to test that the machine notices it."""
    pathlib.Path("/dev/kmsg").write_text("<4>WARNING: CPU: 0 PID: 1 at lab/complain.c:1\n")
