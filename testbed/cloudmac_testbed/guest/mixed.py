# SPDX-License-Identifier: Apache-2.0
"""Measures CloudMAC's traffic and cross traffic at the same time on one link."""
import re
import time
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from .. import calls
from . import queueing, station, switch, traffic
from .basics import checksums, gateway, join

PING_INTERVAL_S = 0.05
IDLE_PINGS = 40
CLOUDMAC = "dl_type=0x1337"


class Direct(TypedDict):
    """Changes that the guest makes to the switches itself.

    by_station: number of the first station's own queue, the next station's is one more;
    queue: other_config of such a queue, absent where the qdisc has no queues."""

    by_station: int
    queue: NotRequired[dict[str, str]]


@calls.declare
def mixed(
    lab,
    mbps: float,
    seconds: int,
    warm_s: int,
    direct: Direct | None = None,
    names: Sequence[str] = ("mn", "mn2"),
    cross: tuple[str, str] = ("ct1", "ct2"),
):
    """Sends ``mbps`` Mb/s of UDP from and to the first station while cross traffic fills the
    link. All stations and the cross traffic's client ping.

    seconds: length of the measurement; warm_s: of the traffic before it; direct: changes
    of hybrid/policies.py to the switches. Returns pings, and both kinds of traffic in bins
    of a second."""
    given = checksums(lab)
    if direct:
        for number, name in enumerate(names):
            mac = station.address(name)
            give_queue(lab, mac, direct["by_station"] + number, direct.get("queue"))
    before = checksums(lab)
    joined = {name: join(lab, name) for name in names}
    vap = lab.topology.hosts[names[0]].options["vap"]
    inside = gateway(lab, names[0])
    client, server = cross
    far = lab.topology.hosts[server].address.split("/")[0]
    targets = {**{name: inside for name in names}, client: far}
    for host, address in targets.items():
        traffic.ping(host, address, 3)  # ARP, and the switches' flow caches
    idle = {h: traffic.ping(h, a, IDLE_PINGS, PING_INTERVAL_S) for h, a in targets.items()}
    counters = queueing.Counters(lab)
    end = warm_s + seconds
    ends = [(names[0], joined[names[0]]["address"]), (vap, inside)]
    user = traffic.UserTraffic(ends, mbps, end + 1)
    load = traffic.CrossTraffic(client, server, far, end + traffic.SETTLE_S + 1)
    time.sleep(warm_s + traffic.SETTLE_S)
    count = round(seconds / PING_INTERVAL_S)
    pings = {h: traffic.start_ping(h, a, count, PING_INTERVAL_S) for h, a in targets.items()}
    loaded = {host: traffic.ping_result(process) for host, process in pings.items()}
    result = {
        "joined": joined,
        "checksums": given,
        "idle": idle,
        "loaded": loaded,
        "queues": counters.report(),
        "user": user.result(warm_s, end),
        "cross": load.bins(warm_s + traffic.SETTLE_S, end + traffic.SETTLE_S),
    }
    if checksums(lab) != before:
        raise RuntimeError("the switches' rules changed during the measurement")
    return result


def give_queue(lab, mac, queue, row=None):
    """Installs rules that put a station's frames in a queue of their own on each link between
    switches. row: the queue's other_config, None if the qdisc has no queues."""
    for name, port in queueing.trunk_ports(lab):
        if row:
            words = [f"other_config:{key}={value}" for key, value in sorted(row.items())]
            qos = switch.tool(name, "ovs-vsctl", "get", "Port", port, "qos").strip()
            switch.tool(
                name,
                "ovs-vsctl",
                "--",
                "--id=@q",
                "create",
                "Queue",
                *words,
                "--",
                "set",
                "QoS",
                qos,
                f"queues:{queue}=@q",
            )
        number = switch.tool(name, "ovs-vsctl", "get", "Interface", port, "ofport").strip()
        for line in with_queue(switch.flows(name), mac, queue, number):
            switch.openflow(name, "add-flow", line)


def with_queue(flows, mac, queue, port):
    """Returns copies, for one station and its queue, of the rules among ``flows`` that send
    CloudMAC's frames to ``port``. Their priority is one higher. A pure function."""
    made = []
    for line in flows:
        match, actions = line.split(" actions=")
        if CLOUDMAC not in match or not re.search(rf"\boutput:{port}\b", actions):
            continue
        # Downlink frames are from a radio's tag to the station, uplink frames the other way.
        field = "dl_dst" if "dl_src=12:" in match else "dl_src"
        said = re.search(rf"\b{field}=([^,/ ]+)(/\S+?)?(,|$)", match)
        if said and said[1] != mac:
            continue
        if not said:
            match = f"{match},{field}={mac}"
        priority = int(re.search(r"priority=(\d+)", match)[1])
        match = match.replace(f"priority={priority}", f"priority={priority + 1}")
        actions = re.sub(r"set_queue:\d+,", "", actions)
        actions = actions.replace(f"output:{port}", f"set_queue:{queue},output:{port}")
        made.append(f"{match},actions={actions}")
    return made
